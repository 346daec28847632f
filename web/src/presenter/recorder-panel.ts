/**
 * The recorder of a script, and its editor: a strip over the figure in which the lecturer, who clicks through the runs once, says
 * where each pauses, what is asked and where the answer stands, and changes, moves, copies and deletes steps; then it is presented, saved or
 * handed on as a link. A draft is kept on this device as it grows, and goes on after a reload. Not here: what becomes of it
 * (recorder.ts), what a draft holds (draft.ts), the form of a step (recorder-form.ts).
 */
import "../design/present.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { pack } from "../address/link.ts";
import { PROJECTED } from "../charts/registry.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { presetLike } from "../session/presets.ts";
import { equal } from "../session/scenario.ts";
import { History } from "../session/undo.ts";
import { copy, showSheet } from "../ui/dialog.ts";
import { fileName, save } from "../ui/save-file.ts";
import { shared } from "../ui/site.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";
import { type SignName, sign } from "../ui/theme-icons.ts";
import {
  copied,
  copyOf,
  type Draft,
  draftOf,
  freeId,
  isBlank,
  isEdited,
  laidDown,
  moved,
  opened,
  readDraft,
  removed,
  writeDraft,
} from "./draft.ts";
import type { Laboratory } from "./laboratory.ts";
import { leadBackTo, presentScript } from "./presenter.ts";
import { asked, isEmpty, paused, revealed, type Seen, scriptFrom, type Wrong, worded, wrongIn } from "./recorder.ts";
import { details, fields, inputOf, labelOf, panelNames, preview } from "./recorder-form.ts";
import { leftOut, leftOutOf, type Script, type Step } from "./script.ts";
import { firstPanels, givenDocument, openedAt, readWhole } from "./script-sources.ts";

/** The step as the list names it. */
const nameOf = ({ question, say, id }: Step): string => question?.text ?? say ?? id;

/** The recorder that is open. */
let current: Recorder | null = null;

/** The recorder that is open, or that opens now; `byHand`: the lecturer has just asked for it, and begins to type. */
export function openRecorder(lab: Laboratory, byHand = true): Recorder {
  current ??= new Recorder(lab);
  if (byHand) current.toFields();
  return current;
}

class Recorder {
  private readonly host = document.createElement("section");
  private readonly history: History<Draft>;
  private told = "";
  /** The draft as it was saved or handed on last. */
  private saved = "";
  /** Charts that were open before, and that were open when the strip was drawn. */
  private readonly charts: readonly string[];
  private drawn: readonly string[] = [];
  /** A chart that is opened is seen here first. */
  private readonly watcher = new MutationObserver(() => {
    if (!equal(this.drawn, this.onPage)) this.draw();
  });
  /** The step that is dragged. */
  private dragged = -1;

  constructor(private readonly lab: Laboratory) {
    this.charts = this.onPage;
    document.body.classList.add("recording");
    lab.beginning.update({ nudge: null });
    // The lecturer sees what the room will see.
    if (this.charts.length > PROJECTED) lab.edits.setCharts(this.charts.slice(0, PROJECTED));
    this.host.className = "recorder";
    this.host.setAttribute("aria-label", translate("present.record"));
    this.host.addEventListener("keydown", (event) => this.press(event));
    document.getElementById("hook")?.before(this.host);
    keep("recording", "on", IN_TAB);
    leadBackTo(() => this.back());
    const text = recall("draft");
    const kept = text === null ? null : readDraft(text);
    this.history = new History(kept?.draft ?? draftOf(translate("present.record.untitled"), []));
    if (kept?.saved) this.saved = this.content();
    this.draw();
    const charts = document.getElementById("charts");
    if (charts) this.watcher.observe(charts, { childList: true, subtree: true });
  }

  /** Charts that are open on the page. */
  private get onPage(): readonly string[] {
    return this.lab.run.session.document.view.charts;
  }

  private get draft(): Draft {
    return this.history.present;
  }

  private content(saved = false): string {
    return writeDraft(this.draft, saved);
  }

  private get unsaved(): boolean {
    return !isBlank(this.draft) && this.content() !== this.saved;
  }

  /** Keeps the draft on this device, and asks before the page is left while it is saved nowhere else. */
  private keep(): void {
    keep("draft", isBlank(this.draft) ? null : this.content(!this.unsaved));
    if (this.unsaved) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
  }

  /** Saved, or handed on, as it is. */
  private markSaved(): void {
    this.saved = this.content();
    this.keep();
  }

  /** One act of the lecturer, one step of undo; all that is typed into one field is one. `told` is said of it. */
  private act(next: Draft, told = "", gesture?: string): void {
    if (next !== this.draft) this.history.commit(next, gesture);
    this.told = told;
    this.draw();
  }

  private undo(again = false): void {
    this.told = "";
    if (again ? this.history.canRedo : this.history.canUndo) {
      again ? this.history.redo() : this.history.undo();
      this.told = translate(again ? "present.record.redone" : "present.record.undone");
    }
    this.draw();
    // The button that had the focus may be gone.
    if (!this.host.contains(document.activeElement)) this.toFields();
  }

  /** The recorder's keys: undo and redo are those of the script, not of the run. */
  private press(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const held = [event.ctrlKey || event.metaKey ? "ctrl" : "", event.altKey ? "alt" : ""].join("");
    const letter = key.toLowerCase();
    const at = Number((event.target as Element).closest<HTMLElement>("[data-step]")?.dataset.step ?? Number.NaN);
    const by = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    if (held === "ctrl" && (letter === "z" || letter === "y")) this.undo(letter === "y" || shiftKey);
    else if (held === "alt" && by !== 0 && at >= 0) this.move(at, at + by);
    else if (held === "" && key === "Delete" && at >= 0) this.remove(at);
    else return;
    event.preventDefault();
  }

  /** Asks before a draft that is saved nowhere else makes way for another. */
  private replace(next: Draft, told: string): void {
    const replace = (): void => {
      this.act(next, told);
      this.toFields();
    };
    if (!this.unsaved) {
      replace();
      return;
    }
    showSheet(translate("present.record.over.ask", { title: this.draft.title }), (_, close) => {
      const over = (): void => {
        close();
        replace();
      };
      return html`<div class="acts">
        <button type="button" class="button is-line" autofocus @click=${close}>${translate("present.record.over.no")}</button>
        <button type="button" class="button is-line" @click=${over}>${translate("present.record.over.yes")}</button></div>`;
    });
  }

  /** Edits a copy of a script. */
  edit(script: Script): void {
    this.replace(copyOf(script), translate("present.record.opened", { n: num(script.steps.length) }));
  }

  /** Moves the focus to the first field. */
  toFields(): void {
    this.host.querySelector<HTMLElement>(".fields :is(input, textarea)")?.focus();
  }

  private toStep(index: number): void {
    const at = Math.min(index, this.draft.steps.length - 1);
    if (at < 0) this.toFields();
    else this.host.querySelector<HTMLElement>(`[data-step="${at}"]`)?.focus();
  }

  private seen(): Seen {
    const { clock, document } = this.lab.run.session;
    return { document, t_s: clock.t_s, speed: clock.speed, preset: presetLike(document.scenario)?.id ?? null };
  }

  /** The present run, to its moment, is the step's; one that is edited keeps its answer. */
  private pause(): void {
    this.lab.time.play(false);
    const { draft } = this;
    const before = this.seen();
    const taken = paused(draft.step?.id ?? freeId(draft.steps), before);
    const step = draft.step && isEdited(draft) ? { ...draft.step, speed: undefined, ...taken } : taken;
    this.act({ ...draft, step, before, words: { ...draft.words, run_to: String(taken.run_to) } });
  }

  private reveal(): void {
    const { draft } = this;
    if (!draft.step || !draft.before) return;
    this.lab.time.play(false);
    const step = revealed(draft.step, draft.before, this.seen());
    this.act({ ...draft, step, words: { ...draft.words, reveal_to: String(step.reveal?.run_to) } });
  }

  /** The script was presented: its editor is as it was, with the run of the step in hand. */
  private back(): void {
    this.toFields();
    void this.show();
  }

  /** Opens the run of the step in hand, at its pause. */
  private async show(): Promise<void> {
    const { step } = this.draft;
    if (!step) return;
    const { document, preset } = await givenDocument(step.set, step.view ?? firstPanels(step.set));
    // Another step is in hand meanwhile.
    if (this.draft.step?.id !== step.id) return;
    await this.lab.openRun(openedAt(document, preset, { t: step.run_to ?? 0 }));
    // The address has it from now on: a reload brings it back.
    this.lab.beginning.act();
    // It changes nothing of the script: no step of undo.
    if (this.draft.step === step) this.history.retreat({ ...this.draft, before: this.seen() });
    this.draw();
  }

  /** Mistakes in the step in hand, once its question is one. */
  private wrong(): readonly Wrong[] {
    const { step, words, before } = this.draft;
    const end_s = before?.document.scenario.duration_s;
    return step && asked(words).lack === null ? wrongIn(worded(step, words), end_s) : [];
  }

  /** Reason why the step in hand cannot be laid down, in words. */
  private lack(): string {
    const { step, words } = this.draft;
    const { lack } = asked(words);
    if (lack) return translate(`present.record.lack.${lack}`);
    if (step)
      return this.wrong()
        .map(({ field, text }) => (field === null ? text : `${labelOf(field)}: ${text}`))
        .join(" ");
    // A typed text is not lost unsaid.
    return isEmpty(words) ? "" : translate("present.record.unpaused");
  }

  /** Whether what is typed makes a step. */
  private get done(): boolean {
    const { draft } = this;
    return draft.step !== null && (isEdited(draft) || !isEmpty(draft.words)) && this.lack() === "";
  }

  /** Whether the step in hand is done; else it is said why not, and what is not done by that, and the first field that is wrong has the focus. */
  private ready(left: "step" | "save" | "present" | "link"): boolean {
    const lack = this.lack();
    if (lack === "") return true;
    this.told = `${translate(`present.record.not.${left}`)} ${lack}`;
    this.draw();
    this.host.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return false;
  }

  /** The step in hand is laid down, for what comes next. */
  private down(then: () => void): void {
    if (this.ready("step")) then();
  }

  /** The step is done: the next one begins with the run as it is. */
  private next(): void {
    if (!this.done) return;
    const { draft } = this;
    const n = num(draft.at + 1);
    this.act(laidDown(draft), translate(isEdited(draft) ? "present.record.changed" : "present.record.added", { n }));
    this.toFields();
  }

  private openStep(index: number): void {
    this.down(() => {
      this.act(opened(this.draft, index), translate("present.record.editing", { n: num(index + 1) }));
      this.toFields();
      void this.show();
    });
  }

  private move(from: number, to: number): void {
    const next = moved(this.draft, from, to);
    if (next === this.draft) return;
    this.act(next, translate("present.record.moved", { n: num(to + 1), all: num(next.steps.length) }));
    if (this.host.querySelector("[data-step]:focus")) this.toStep(to);
  }

  private copy(index: number): void {
    this.down(() => this.act(copied(this.draft, index), translate("present.record.made", { n: num(index + 2) })));
  }

  private remove(index: number): void {
    this.act(removed(this.draft, index), translate("present.record.removed"));
    this.toStep(index);
  }

  /** The script, if it is one that can be presented; else it is said why not. */
  private async whole(act: "save" | "present" | "link"): Promise<Script | null> {
    if (!this.ready(act)) return null;
    const { title, steps } = laidDown(this.draft);
    // One that is edited stays open.
    if (this.draft.step && !isEdited(this.draft)) this.act(laidDown(this.draft));
    const read = await readWhole(this.lab.run.engine, JSON.stringify(scriptFrom(title, steps)));
    this.told = "wrong" in read ? [translate(`present.record.not.${act}`), ...read.wrong].join(" ") : "";
    this.draw();
    return "wrong" in read ? null : read.script;
  }

  /** Presents the script; the editor stays under it, and is there again at its end. */
  private async present(): Promise<void> {
    const script = await this.whole("present");
    if (!script) return;
    this.markSaved();
    await presentScript(this.lab, script);
  }

  private async file(): Promise<void> {
    const script = await this.whole("save");
    if (!script) return;
    const name = fileName([script.title ?? ""], "json");
    save(name, `${JSON.stringify(script, null, 2)}\n`, "application/json");
    this.markSaved();
    this.told = translate("present.record.saved", { name });
    this.draw();
  }

  private async link(): Promise<void> {
    const script = await this.whole("link");
    if (!script) return;
    const address = `${shared()}#script=${pack(script)}`;
    const copied = await copy(address, null);
    if (copied) this.markSaved();
    this.told = translate(copied ? "present.record.copied" : "present.record.by_hand");
    this.draw();
  }

  private close(): void {
    current = null;
    this.host.remove();
    this.watcher.disconnect();
    keep("recording", null, IN_TAB);
    leadBackTo(null);
    removeEventListener("beforeunload", warn);
    document.body.classList.remove("recording");
    // As it was, unless the lecturer has chosen meanwhile.
    if (this.charts.length > PROJECTED && this.onPage.every((each, i) => each === this.charts[i]))
      this.lab.edits.setCharts(this.charts);
  }

  private state(): string {
    const { draft } = this;
    const { step } = draft;
    if (!step) return translate("present.record.first");
    if (isEdited(draft)) return "";
    const pause = translate("present.record.paused", { time: withUnit(step.run_to ?? 0, "s", 3) });
    const shown = step.reveal?.run_to;
    return shown === undefined
      ? pause
      : `${pause} ${translate("present.record.revealed", { time: withUnit(shown, "s", 3) })}`;
  }

  /** Charts for which a projector has no room, of the page and of the steps. */
  private unfit(): TemplateResult | typeof nothing {
    const { steps, at, step } = this.draft;
    const said = (charts: readonly string[], n: number | null): string[] =>
      charts.length === 0
        ? []
        : [
            translate(n === null ? "present.record.unfit" : "present.record.unfit.step", {
              n: num(n ?? 0),
              most: num(PROJECTED),
              charts: panelNames(charts),
            }),
          ];
    const all = steps.map((each, i) => (i === at && step ? step : each));
    // The page shows the charts of the step in hand: they are not said twice.
    const ofStep = step && at < steps.length ? leftOutOf(step) : [];
    const onPage = leftOut(this.onPage).filter((chart) => !ofStep.includes(chart));
    const lines = [...said(onPage, null), ...all.flatMap((each, i) => said(leftOutOf(each), i + 1))];
    return html`<p class="lack" aria-live="polite">${lines.join(" ")}</p>`;
  }

  private button(key: string, run: () => void, disabled = false): TemplateResult {
    return html`<button type="button" class="button is-line" ?disabled=${disabled} @click=${run}>${translate(key)}</button>`;
  }

  /** A button that is a sign. One that can do nothing now keeps the focus. */
  private icon(name: SignName, label: string, run: () => void, idle = false): TemplateResult {
    return html`<button type="button" class="button is-icon" aria-label=${label} title=${label} aria-disabled=${idle} @click=${run}>${sign(name)}</button>`;
  }

  private listed(each: Step, i: number): TemplateResult {
    const drop = (event: Event): void => {
      event.preventDefault();
      if (this.dragged >= 0) this.move(this.dragged, i);
      this.dragged = -1;
    };
    return html`<li draggable="true" @dragstart=${() => {
      this.dragged = i;
    }} @dragover=${(event: Event) => event.preventDefault()} @drop=${drop}><button type="button" class="button" data-step=${i}
      aria-current=${this.draft.step && this.draft.at === i ? "step" : nothing} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
      title=${nameOf(each)} @click=${() => this.openStep(i)}><span><b>${num(i + 1)}.</b> ${nameOf(each)}</span></button></li>`;
  }

  /** Acts on the step that is edited. */
  private stepActs(): TemplateResult | typeof nothing {
    const { draft } = this;
    const { at, steps } = draft;
    const step = steps[at];
    if (!draft.step || !step) return nothing;
    const label = (key: string): string => translate(`present.record.${key}`, { step: nameOf(step) });
    return html`<span class="step-acts">${this.icon("up", label("earlier"), () => this.move(at, at - 1), at === 0)}
      ${this.icon("down", label("later"), () => this.move(at, at + 1), at === steps.length - 1)}
      ${this.icon("copy", label("copy"), () => this.copy(at))}
      ${this.icon("remove", label("remove"), () => this.remove(at))}</span>`;
  }

  private draw(): void {
    const { draft, history } = this;
    const { steps, step } = draft;
    this.drawn = this.onPage;
    const edited = step !== null && isEdited(draft);
    const none = steps.length === 0 && !this.done;
    const act = (next: Draft, gesture?: string): void => this.act(next, "", gesture);
    const form = { draft, wrong: this.wrong(), act };
    const rename = (event: Event): void =>
      this.act({ ...draft, title: inputOf(event).value.trim() || translate("present.record.untitled") });
    render(
      html`<div class="draft"><header><label>${translate("present.record.title")}<input type="text" .value=${live(draft.title)} @change=${rename} /></label>
          ${this.icon("undo", translate("present.record.undo"), () => this.undo(), !history.canUndo)}
          ${this.icon("redo", translate("present.record.redo"), () => this.undo(true), !history.canRedo)}
          ${isBlank(draft) ? nothing : this.button("present.record.over", () => this.replace(draftOf(translate("present.record.untitled"), []), ""))}
          ${this.icon("close", translate("lab.close"), () => this.close())}</header>
        <div class="steps"><ol>${steps.map((each, i) => this.listed(each, i))}</ol>${this.stepActs()}</div>
        ${fields(form)}
        ${details(form)}
        ${preview(draft, act)}</div>
        ${this.unfit()}
        <div class="acts">${edited ? this.button("present.record.show", () => void this.show()) : nothing}
          ${this.button(edited ? "present.record.take" : "present.record.pause", () => this.pause())}
          ${this.button("present.record.answer", () => this.reveal(), !draft.before)}
          ${this.button(edited ? "present.record.done" : "present.record.next", () => this.next(), !this.done)}
          <span role="status">${this.told || this.state()}</span>
          <span class="done">${this.button("present.record.present", () => void this.present(), none)}
          ${this.button("present.record.save", () => void this.file(), none)}
          ${this.button("present.record.link", () => void this.link(), none)}</span></div>`,
      this.host,
    );
    this.keep();
  }
}

/** Asks before the page is left. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
