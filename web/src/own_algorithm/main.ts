/**
 * The page of the reader's own algorithm (`own.html`): the program in its editor, the trial, one run drawn, the log, and the consent without
 * which a program from a link is neither run nor compiled. Not here: the editor (web/src/own_algorithm/editor), the trial itself (trial.ts),
 * the row over the program (toolbar.ts), the table (trial-table.ts), words of faults (fault-texts.ts), the address (program-link.ts).
 */
import "../ui/uncaught-errors.ts";
import { html, nothing, render, type TemplateResult } from "lit";
import { readAddress } from "../address/link.ts";
import { Aborted } from "../engine/client.ts";
import { addMessages, num, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/own.json" with { type: "json" };
import { beginPage, element, offerPresenting, says, showTheme, toContent } from "../shell/page-shell.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { close } from "../ui/menu.ts";
import { shared } from "../ui/site.ts";
import { keep, recall } from "../ui/storage.ts";
import { apiWords, given } from "./api-list.ts";
import type { Editor } from "./editor/editor.ts";
import { faultItem, faultMark } from "./fault-texts.ts";
import { consent, drawn, type Other, written } from "./parts.ts";
import { readLinked, writeLinked } from "./program-link.ts";
import { FIRST, PROGRAM_IDS, programOf } from "./programs/programs.ts";
import declarations from "./sandbox/api.d.ts?raw";
import { PATHS, pathOf } from "./sandbox/paths.ts";
import { type Fault, LONGEST_PROGRAM, type PathId } from "./sandbox/types.ts";
import { acts } from "./toolbar.ts";
import { isOwn, Trials } from "./trial.ts";
import type { TrialRun } from "./trial-run.ts";
import { BEST, resultTable } from "./trial-table.ts";

addMessages("en", words);

/** Names under which programs are kept: the present one, and the reader's own before one from a link took its place. */
const KEPT = "own.program";
const BEFORE = "own.before";
/** After the last key, ms: the program is kept and written into the address; it is compiled. */
const KEEP_MS = 300;
const CHECK_MS = 500;

class OwnPage {
  private text = "";
  /** It is the reader's own, or the reader has agreed. */
  private agreed = true;
  /** Other fields of the address. */
  private rest = "";
  private linkProblem: string | null = null;
  /** The program could not be kept: storage is refused or full. */
  private unkept = false;
  private editor: Editor | null = null;
  private editorFailed: string | null = null;
  private fault: Fault | null = null;
  /** The program whose run is drawn. */
  private drawn: string | null = null;
  private path: PathId = "one_bdp";
  private beside: Other | null = null;
  private view: Promise<TrialRun> | null = null;
  private copied: string | null = null;
  private keeping = 0;
  private checking = 0;
  private readonly trials = new Trials({
    schedule: () => this.schedule(),
    judged: (source, fault) => this.judged(source, fault),
    // Text that was written meanwhile.
    settled: (source) => {
      this.schedule();
      if (source !== this.text) void this.check();
    },
  });
  private readonly part: FramePart = { priority: "text", draw: () => this.draw() };

  /** Opens what the address says, or what was kept, or the first example. */
  open(first: boolean): void {
    this.keepText();
    clearTimeout(this.checking);
    const { program, problem, rest } = readLinked(location.hash);
    const address = readAddress(rest);
    if (address.theme) showTheme("algorithms", address.theme);
    offerPresenting({ address: () => this.handed(), code: "present.code.own" }, address.projector);
    this.rest = rest;
    this.linkProblem = problem;
    this.trials.forget();
    this.fault = null;
    const kept = recall(KEPT);
    this.agreed = program === null || program === kept;
    this.show(program ?? kept ?? programOf(FIRST));
    if (first) return;
    this.tryFirst();
    toContent();
  }

  /** The program that the page begins with is ours: its runs are shown unasked. */
  private tryFirst(): void {
    if (this.text === programOf(FIRST)) void this.run();
  }

  /** The program for phones, without the projector's type. */
  private handed(): string {
    const fields = writeLinked(this.text, "");
    return shared() + (fields ? `#${fields}` : "");
  }

  /** Draws the page, and fetches the editor. */
  async begin(): Promise<void> {
    this.open(true);
    addEventListener("hashchange", () => this.open(false));
    addEventListener("pagehide", () => this.keepNow());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      void this.run();
    });
    try {
      const [{ Editor }, say] = await Promise.all([import("./editor/editor.ts"), apiWords()]);
      this.editor = new Editor(element("editor"), {
        text: this.text,
        declarations,
        say,
        label: translate("own.editor"),
        phrases: {},
        readOnly: !this.agreed,
        tabIndents: true,
        onChange: (text) => this.changed(text),
        onRun: () => void this.run(),
      });
    } catch (error) {
      this.editorFailed = error instanceof Error ? error.message : String(error);
    }
    this.tryFirst();
    this.draw();
  }

  /** Puts a program into the editor, in place of what is there. */
  private show(text: string): void {
    this.text = text;
    this.editor?.replace(text, false);
    if (this.editor) this.editor.readOnly = !this.agreed;
    this.draw();
  }

  /** The reader has written. */
  private changed(text: string): void {
    if (this.text === text) return;
    this.text = text;
    this.copied = null;
    clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => this.keepNow(), KEEP_MS);
    clearTimeout(this.checking);
    this.checking = window.setTimeout(() => void this.check(), CHECK_MS);
    this.schedule();
  }

  /** Keeps what was written since it was last kept; false if nothing was. */
  private keepText(): boolean {
    if (this.keeping === 0) return false;
    clearTimeout(this.keeping);
    this.keeping = 0;
    this.unkept = !keep(KEPT, this.text);
    this.draw();
    return true;
  }

  /** Keeps the program as it is, here and in the address. */
  private keepNow(): void {
    if (!this.keepText()) return;
    // Presenting has written there, too.
    this.rest = readLinked(location.hash).rest;
    const fields = writeLinked(this.text, this.rest) ?? this.rest;
    history.replaceState(history.state, "", `${location.pathname}${location.search}${fields && `#${fields}`}`);
  }

  /** Another program of the reader's choice; undo brings the last one back. */
  private choose(text: string, title: string): void {
    close("examples");
    const own = this.text.trim() !== "" && !PROGRAM_IDS.some((id) => programOf(id) === this.text);
    if (own && this.text !== text) keep(BEFORE, this.text);
    this.editor?.replace(text, true);
    this.changed(text);
    this.editor?.focus();
    says(translate("own.says.replaced", { title }));
  }

  /** The reader lets a program from a link run. */
  private agree(): void {
    const own = recall(KEPT);
    if (own !== null && own !== this.text) keep(BEFORE, own);
    this.agreed = true;
    if (this.editor) this.editor.readOnly = false;
    void this.run();
  }

  /** The reader does not: what is their own, or the first example, takes its place. */
  private leave(): void {
    history.replaceState(history.state, "", `${location.pathname}${location.search}${this.rest && `#${this.rest}`}`);
    this.open(false);
  }

  /** Compiles what is written; nothing of it is called. */
  private async check(): Promise<void> {
    if (!this.agreed || this.trials.now?.stop) return;
    const source = this.text;
    const fault = await this.trials.check(source);
    if (fault !== undefined && source === this.text && this.agreed) this.tell(fault);
  }

  /** Says what is wrong, at its line and below. */
  private tell(fault: Fault | null): void {
    this.fault = fault;
    this.editor?.mark(fault?.line ? [{ line: fault.line, column: fault.column, text: faultMark(fault) }] : []);
    this.schedule();
  }

  /** Says what went wrong in a run, and shows where; a finger on *Run* wants no keyboard. */
  private explain(fault: Fault): void {
    this.tell(fault);
    this.draw();
    if (fault.line) this.editor?.goTo(fault.line, fault.column, false);
    document.querySelector(".fault")?.scrollIntoView({ block: "nearest" });
  }

  /** Runs the program on every path. */
  private async run(): Promise<void> {
    if (!this.agreed || this.text.trim() === "") return;
    clearTimeout(this.checking);
    this.tell(null);
    says("");
    await this.trials.run(this.text);
  }

  /** A program was on every path, or at fault. */
  private judged(source: string, fault: Fault | null): void {
    if (!fault) {
      says(translate("own.says.done", { n: num(PATHS.length) }));
      void this.drawRun();
    } else if (source === this.text) this.explain(fault);
  }

  /** The program as it is has been on every path. */
  private get ended(): boolean {
    const trial = this.trials.now;
    return trial !== null && !trial.stop && this.fault === null && trial.source === this.text && trial.rows.some(isOwn);
  }

  private cancel(): void {
    this.trials.stop();
    says(translate("own.says.cancelled"));
    this.schedule();
  }

  /** Draws the chosen path's run of the program that was tried. */
  private async drawRun(): Promise<void> {
    const trial = this.trials.shown;
    if (!trial || trial.stop || !trial.rows.some((row) => isOwn(row) && row.path === this.path)) return;
    this.drawn = trial.source;
    this.view ??= import("./trial-run.ts").then(
      ({ TrialRun }) => new TrialRun(element("charts"), (fault) => this.drawn === this.text && this.tell(fault)),
    );
    this.draw();
    const [view, own] = await Promise.all([this.view, this.trials.own()]);
    const beside = pathOf(this.path).flows === "alone" ? (this.beside ?? undefined) : undefined;
    // Given up with the run that the reader chose instead.
    await view.show(own.open(trial.source, this.path, beside)).catch((error: unknown) => {
      if (!(error instanceof Aborted)) throw error;
    });
  }

  private async copyLink(): Promise<void> {
    this.keepNow();
    const fields = writeLinked(this.text, this.rest);
    if (fields === null) this.copied = "own.link.too_long";
    else {
      const { copy } = await import("../ui/dialog.ts");
      history.replaceState(history.state, "", `${location.pathname}${location.search}#${fields}`);
      this.copied = (await copy(`${shared()}#${fields}`, null)) ? "own.link.copied" : "own.link.by_hand";
    }
    this.draw();
  }

  /** Draws with the next frame: progress comes more often than pictures. */
  private schedule(): void {
    frames.request(this.part);
  }

  private draw(): void {
    const page = element("page");
    const trial = this.trials.now;
    page.dataset.trial = trial?.stop ? "running" : trial ? (this.fault ? "fault" : "ended") : "none";
    page.dataset.trials = String(this.trials.count);
    render(
      html`<p class="back"><a href="algorithms.html">${translate("own.back")}</a></p>
        <header class="title"><h1>${translate("own.title")}</h1><p class="idea">${translate("own.lead")}</p></header>
        ${this.unkept ? html`<p class="problem" role="status">${translate("own.unkept")}</p>` : nothing}
        ${this.linkProblem === null ? nothing : html`<p class="problem" role="alert">${translate(this.linkProblem, { most: num(LONGEST_PROGRAM) })}</p>`}
        ${
          this.agreed
            ? nothing
            : consent(
                () => this.agree(),
                () => this.leave(),
              )
        }
        <div class="own-parts">
          <section class="program" aria-label=${translate("own.program")}>
            ${this.acts()}
            <div id="editor" class="editor"><pre>${this.editor ? nothing : this.text}</pre></div>
            ${this.editorFailed === null ? nothing : html`<p class="problem" role="alert">${translate("own.editor.failed", { message: this.editorFailed })}</p>`}
            <p class="quiet"><span class="by-keys">${translate("own.keys", { run: runKeys() })}</span> <a href="#given" @click=${toGiven}>${translate("own.given")}</a></p>
            <div class="faults" role="status">${this.told()}</div>
          </section>
          ${this.results()}
          ${this.runs()}
          <section id="given" class="given" tabindex="-1"><h2>${translate("own.given")}</h2>${this.editor ? given(this.editor.api) : nothing}</section>
        </div>`,
      page,
    );
  }

  private acts(): TemplateResult {
    const trial = this.trials.now;
    return acts({
      text: this.text,
      before: recall(BEFORE),
      agreed: this.agreed,
      ready: this.editor !== null,
      running: trial?.stop != null,
      now: trial?.now ?? null,
      said: this.copied,
      ended: this.ended,
      onRun: () => void this.run(),
      onCancel: () => this.cancel(),
      onChoose: (text, title) => this.choose(text, title),
      onLink: () => void this.copyLink(),
      onResults: toResults,
    });
  }

  private told(): TemplateResult | typeof nothing {
    const { broken } = this.trials;
    if (broken !== null) return html`<p class="problem">${translate("own.broken", { message: broken })}</p>`;
    return this.fault ? faultItem(this.fault, (line, column) => this.editor?.goTo(line, column, true)) : nothing;
  }

  private results(): TemplateResult {
    const { now: trial, shown } = this.trials;
    const stale = shown && !shown.stop && shown.source !== this.text && shown.rows.length > 0;
    return html`<section id="results" class="results" tabindex="-1"><h2>${translate("own.results")}</h2>
      <p class="quiet" role="status">${stale ? translate("own.results.stale") : nothing}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${translate("own.results")}>${resultTable({
        rows: shown?.rows ?? [],
        now: trial?.now ?? null,
        drawn: this.view ? this.path : null,
        onDraw: shown && !shown.stop && shown.rows.length > 0 ? (path) => this.choosePath(path, true) : null,
      })}</div>
      <p class="quiet">${translate("own.results.what", { sign: BEST })} ${translate("own.results.fair")}</p></section>`;
  }

  private choosePath(path: PathId, scroll: boolean): void {
    this.path = path;
    this.draw();
    void this.drawRun();
    if (scroll) element("drawn").scrollIntoView({ block: "nearest" });
  }

  private runs(): TemplateResult {
    const { path, beside } = this;
    const { now: trial, shown } = this.trials;
    const onBeside = (other: Other | null): void => {
      this.beside = other;
      void this.drawRun();
    };
    const onPath = (other: PathId): void => this.choosePath(other, false);
    const stale = this.drawn !== null && this.drawn !== this.text;
    // A program's output before it failed helps to find out why.
    const told = this.fault?.path ?? path;
    return html`<div class="runs">${drawn({ path, beside, there: this.view !== null, stale, onPath, onBeside })}
      ${trial ? written(told, (this.fault?.path ? trial : shown)?.logs.get(told)) : nothing}</div>`;
  }
}

/** The address has the program: a way within the page must not write into it. */
function to(place: string): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    element(place).focus();
    element(place).scrollIntoView();
  };
}
const toGiven = to("given");
const toResults = to("results");

const runKeys = (): string => translate(/Mac|iPhone|iPad/.test(navigator.platform) ? "own.keys.mac" : "own.keys.ctrl");

void beginPage("algorithms", "own.skip").then(() => {
  document.title = translate("own.page");
  void new OwnPage().begin();
});
