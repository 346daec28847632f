/**
 * The recorder of a script: a strip over the figure in which the lecturer, who clicks through the runs once, says where each
 * pauses, what is asked and where the answer stands; then it is presented, saved or handed on as a link. A draft is kept on
 * this device as it grows, and goes on after a reload. Not here: what becomes of it (recorder.ts), what a draft holds
 * (draft.ts).
 */
import "../design/present.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { pack } from "../address/link.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { presetLike } from "../session/presets.ts";
import { copy, showSheet } from "../ui/dialog.ts";
import { fileName, save } from "../ui/save-file.ts";
import { shared } from "../ui/site.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";
import { sign } from "../ui/theme-icons.ts";
import { type Draft, readDraft, writeDraft } from "./draft.ts";
import type { Laboratory } from "./laboratory.ts";
import { presentScript } from "./presenter.ts";
import {
  asked,
  isEmpty,
  NO_WORDS,
  paused,
  revealed,
  type Seen,
  scriptFrom,
  type Words,
  withRight,
  worded,
} from "./recorder.ts";
import type { Question, Step } from "./script.ts";
import { readWhole } from "./script-sources.ts";
import { answerOf, letter } from "./view.ts";

/** Charts that a room can read; where more are open, so many of the first stay. */
const ROOM = { most: 3, first: 2 };

/** The draft that is kept on this device; null if nothing is recorded. */
function keptDraft(): Draft | null {
  const text = recall("draft");
  return text === null ? null : readDraft(text);
}

export class Recorder {
  private readonly host = document.createElement("section");
  private title = translate("present.record.untitled");
  private steps: Step[] = [];
  private step: Step | null = null;
  private before: Seen | null = null;
  private words: Words = NO_WORDS;
  private told = "";
  /** The draft as it was saved or handed on last. */
  private saved = "";
  /** Charts that were open before. */
  private readonly charts: readonly string[];

  /** `byHand`: the lecturer has just asked for it, and begins to type. */
  constructor(
    private readonly lab: Laboratory,
    byHand = true,
  ) {
    document.querySelector(".recorder")?.remove();
    this.charts = lab.run.session.document.view.charts;
    document.body.classList.add("recording");
    this.fold();
    this.host.className = "recorder";
    this.host.setAttribute("aria-label", translate("present.record"));
    document.getElementById("hook")?.before(this.host);
    keep("recording", "on", IN_TAB);
    const kept = keptDraft();
    if (kept)
      ({ title: this.title, steps: this.steps, step: this.step, before: this.before, words: this.words } = kept);
    if (kept?.saved) this.saved = this.content();
    this.draw();
    if (byHand) this.host.querySelector<HTMLElement>("input")?.focus();
  }

  private content(saved = false): string {
    const { title, steps, step, before, words } = this;
    return writeDraft({ title, steps, step, before, words, saved });
  }

  /** Whether there is nothing to lose. */
  private get empty(): boolean {
    return this.steps.length === 0 && this.step === null && isEmpty(this.words);
  }

  /** Keeps the draft on this device, and asks before the page is left while it is saved nowhere else. */
  private keep(): void {
    const unsaved = !this.empty && this.content() !== this.saved;
    keep("draft", this.empty ? null : this.content(!unsaved));
    if (unsaved) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
  }

  /** Saved, or handed on, as it is. */
  private markSaved(): void {
    this.saved = this.content();
    this.keep();
  }

  /** Begins a new script, once the lecturer has said so. */
  private startOver(): void {
    const discard = (): void => {
      this.steps = [];
      this.step = null;
      this.before = null;
      this.words = NO_WORDS;
      this.title = translate("present.record.untitled");
      this.draw();
      this.host.querySelector<HTMLElement>("input")?.focus();
    };
    showSheet(translate("present.record.over.ask"), (_, close) => {
      const over = (): void => {
        close();
        discard();
      };
      return html`<div class="acts">
        <button type="button" class="button is-line" autofocus @click=${close}>${translate("present.record.over.no")}</button>
        <button type="button" class="button is-line" @click=${over}>${translate("present.record.over.yes")}</button></div>`;
    });
  }

  /** What the lecturer sees is what the room will see. */
  private fold(): void {
    this.lab.beginning.update({ nudge: null });
    const { charts } = this.lab.run.session.document.view;
    if (charts.length > ROOM.most) this.lab.edits.setCharts(charts.slice(0, ROOM.first));
  }

  private seen(): Seen {
    const { clock, document } = this.lab.run.session;
    return { document, t_s: clock.t_s, speed: clock.speed, preset: presetLike(document.scenario)?.id ?? null };
  }

  private pause(): void {
    this.lab.time.play(false);
    this.fold();
    this.before = this.seen();
    this.step = paused(`step_${this.steps.length + 1}`, this.before);
    this.draw();
  }

  private reveal(): void {
    if (!this.step || !this.before) return;
    this.lab.time.play(false);
    this.step = revealed(this.step, this.before, this.seen());
    this.draw();
  }

  /** Whether what is typed makes a step. */
  private get done(): boolean {
    return this.step !== null && !isEmpty(this.words) && asked(this.words).lack === null;
  }

  /** The step is done: the next one begins with the run as it is. */
  private next(): void {
    if (!this.step || !this.done) return;
    this.steps.push(worded(this.step, this.words));
    this.step = null;
    this.before = null;
    this.words = NO_WORDS;
    this.draw();
    this.host.querySelector<HTMLElement>("input")?.focus();
  }

  /** The script, if it is one that can be presented; else it is said why not. */
  private async whole(): Promise<ReturnType<typeof scriptFrom> | null> {
    // What is typed is not lost unsaid.
    if (!isEmpty(this.words) && !this.done) {
      const { lack } = asked(this.words);
      this.told = translate(lack ? `present.record.lack.${lack}` : "present.record.unpaused");
      this.draw();
      return null;
    }
    this.next();
    const script = scriptFrom(this.title, this.steps);
    const read = await readWhole(this.lab.run.engine, JSON.stringify(script));
    this.told = "wrong" in read ? read.wrong.join(" ") : "";
    this.draw();
    return "wrong" in read ? null : script;
  }

  private async present(): Promise<void> {
    const script = await this.whole();
    if (!script) return;
    this.markSaved();
    this.close();
    await presentScript(this.lab, script);
  }

  private async file(): Promise<void> {
    const script = await this.whole();
    if (!script) return;
    save(fileName([this.title], "json"), `${JSON.stringify(script, null, 2)}\n`, "application/json");
    this.markSaved();
  }

  private async link(): Promise<void> {
    const script = await this.whole();
    if (!script) return;
    const address = `${shared()}#script=${pack(script)}`;
    const copied = await copy(address, null);
    if (copied) this.markSaved();
    this.told = translate(copied ? "present.record.copied" : "present.record.by_hand");
    this.draw();
  }

  private close(): void {
    this.host.remove();
    keep("recording", null, IN_TAB);
    removeEventListener("beforeunload", warn);
    document.body.classList.remove("recording");
    const { charts } = this.lab.run.session.document.view;
    // As it was, unless the lecturer has chosen meanwhile.
    if (this.charts.length > ROOM.most && charts.every((each, i) => each === this.charts[i]))
      this.lab.edits.setCharts(this.charts);
  }

  private remove(index: number): void {
    this.steps.splice(index, 1);
    this.draw();
  }

  private state(): string {
    const { step } = this;
    if (!step) return translate("present.record.first");
    const pause = translate("present.record.paused", { time: withUnit(step.run_to ?? 0, "s", 3) });
    const shown = step.reveal?.run_to;
    return shown === undefined
      ? pause
      : `${pause} ${translate("present.record.revealed", { time: withUnit(shown, "s", 3) })}`;
  }

  /** The question as the room will see it, its right answer to be chosen. */
  private preview(): TemplateResult | typeof nothing {
    const { question, lack } = asked(this.words);
    if (!question && !lack) return nothing;
    const choose = (index: number): void => {
      this.words = { ...this.words, options: withRight(this.words.options, index) };
      this.draw();
    };
    const option = ({ kind, answer }: Question, each: string, i: number): TemplateResult =>
      kind === "choose"
        ? html`<li><label><input type="radio" name="right" .checked=${answer === i} @change=${() => choose(i)} /><b>${letter(i)}.</b> ${each}</label></li>`
        : html`<li><b>${letter(i)}.</b> ${each}</li>`;
    return html`<fieldset class="as-shown"><legend>${translate("present.record.preview")}</legend>
      ${question && html`<p>${question.text}</p>`}
      ${question?.options && html`<ol>${question.options.map((each, i) => option(question, each, i))}</ol>`}
      <p class=${lack ? "lack" : "right"} aria-live="polite">${
        lack
          ? translate(`present.record.lack.${lack}`)
          : question && question.answer !== undefined
            ? answerOf(question)
            : translate("present.record.open_question")
      }</p></fieldset>`;
  }

  private draw(): void {
    const { steps, step, words } = this;
    const field = (name: keyof Words): TemplateResult => {
      const type = (event: Event): void => {
        this.words = { ...this.words, [name]: (event.target as HTMLInputElement).value };
        this.draw();
      };
      const label = translate(`present.record.${name}`);
      return name === "options"
        ? html`<label>${label}<textarea rows="3" .value=${words[name]} @input=${type}></textarea></label>`
        : html`<label>${label}<input type="text" .value=${words[name]} @input=${type} /></label>`;
    };
    const button = (key: string, run: () => void, disabled = false): TemplateResult =>
      html`<button type="button" class="button is-line" ?disabled=${disabled} @click=${run}>${translate(key)}</button>`;
    const none = steps.length === 0 && !this.done;
    render(
      html`<header><label>${translate("present.record.title")}<input type="text" .value=${this.title} @change=${(
        event: Event,
      ) => {
        this.title = (event.target as HTMLInputElement).value.trim() || translate("present.record.untitled");
        this.draw();
      }} /></label>
          <ol>${steps.map(
            (each, i) =>
              html`<li>${each.question?.text ?? each.say ?? each.id}<button type="button" class="button is-icon"
                aria-label=${translate("present.record.remove", { step: each.question?.text ?? each.say ?? each.id })} @click=${() => this.remove(i)}>${sign("close")}</button></li>`,
          )}</ol>
          ${this.empty ? nothing : button("present.record.over", () => this.startOver())}
          <button type="button" class="button is-icon" aria-label=${translate("lab.close")} title=${translate("lab.close")} @click=${() => this.close()}>${sign("close")}</button></header>
        <div class="fields">${field("say")}${field("question")}${field("options")}${field("reveal")}</div>
        ${this.preview()}
        <div class="acts">${button("present.record.pause", () => this.pause())}
          ${button("present.record.answer", () => this.reveal(), !step)}
          ${button("present.record.next", () => this.next(), !this.done)}
          <span role="status">${this.told === "" ? this.state() : this.told}</span>
          <span class="done">${button("present.record.present", () => void this.present(), none)}
          ${button("present.record.save", () => void this.file(), none)}
          ${button("present.record.link", () => void this.link(), none)}</span></div>${nothing}`,
      this.host,
    );
    this.told = "";
    this.keep();
  }
}

/** Asks before the page is left. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
