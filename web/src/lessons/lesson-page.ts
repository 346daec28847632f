/**
 * One lesson: its parts in order, each answer locked before its run may be seen, the run beside it, free play, goals,
 * the way out. It wires the text, the questions and the run beside. Not here: the gallery and the address (main.ts), the questions
 * (questions.ts), free play (free-play.ts), which run is shown (shown-runs.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { OtherRuns } from "../compare/other-runs.ts";
import { reducedMotion } from "../design/theme.ts";
import { createEngine, type EngineClient } from "../engine/client.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { overlayOf } from "../run_view/guess-line.ts";
import type { Measured } from "../session/measures.ts";
import { equal, type Scenario } from "../session/scenario.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { writeAnswers } from "./answers.ts";
import { FreePlay } from "./free-play.ts";
import { LessonRunView } from "./lesson-run-view.ts";
import { furthest, LessonWalk, type Part, partRead } from "./presenting.ts";
import { type LessonAddress, Questions } from "./questions.ts";
import { beforeDrawing, comparisonOf, hasSources, isDrawnOn, scenarioOf, steadyRun } from "./shown-runs.ts";
import { LessonTelling, namesIn } from "./text-values.ts";
import type { Ask, AskDraw, Card, Goal, Lesson, Loop, Show } from "./types.ts";
import { wayOut } from "./way-out.ts";

/** Parts of its page that a lesson needs. */
export interface LessonProps {
  engine: EngineClient;
  /** The field of the address that names the lesson. */
  fields: string;
  /** Whether there are pages of it for paper. */
  sheets: boolean;
  card: (id: string) => Card | undefined;
  /** Where lessons lead after this one. */
  next: readonly string[];
  titleOf: (card: Card) => string;
  /** Meaning of a term; null if the glossary has none. */
  meaning: (term: string) => string | null;
  /** A small picture of its text (pictures.ts). */
  picture: (id: string) => TemplateResult;
  /** Answers, digest and reached goals for the address. */
  keep: (answers: string, digest: string, goals: string) => void;
  /** Opens the lesson without answers, in the place of this address. */
  again: () => void;
  /** The last question is answered: the lesson is finished. */
  finished: () => void;
  says: (text: string) => void;
  /** While it is presented: another part is shown. */
  moved: () => void;
}

/** The run beside the text: the loop of the beginning, the part that a drawing continues, a question's run, free play, a goal's own run. */
type OnStage =
  | { what: "hook" }
  | { what: "draw"; index: number }
  | { what: "ask"; index: number }
  | { what: "play"; run: string }
  | { what: "goal"; goal: Goal };

/** Parts after the questions. */
const LAST = ["explain", "play", "try", "transfer", "way"] as const;
type LastPart = (typeof LAST)[number];

/** Digits of a digest in an address. */
const DIGITS = 8;
/** Screen seconds that a run lasts about. */
const RUN_S = 12;
/** A heading in this part of the screen, from its top, leaves room for what follows it. */
const TOP_SHARE = 0.25;

export class LessonPage {
  private readonly runView: LessonRunView;
  private readonly questions: Questions;
  private readonly free: FreePlay;
  private readonly telling: LessonTelling;
  /** Values that the explanation shows. */
  private names: readonly string[];
  /** Other runs than the one on show, with an engine of their own once one is wanted. */
  private readonly others = new OtherRuns(createEngine);
  private on: OnStage = { what: "hook" };
  /** Of the run on show. */
  private now: Measured | null = null;
  private digest = "";
  /** First digits of the digest that the address says. */
  private readonly promised: string;
  /** The runs of a link are there again. */
  private begun = Promise.resolve();
  /** Its parts, in order. */
  private parts: readonly (Part & { title: string })[] = [];
  /** How it is presented. */
  readonly walk: LessonWalk;
  /** The part that is read: its name is shown where the bar has no room for all. */
  private read = "hook";
  /** Index of the last part that was opened or done. */
  private furthest = 0;
  private over = false;
  /** Watches over a text that is to stay in sight. */
  private sizes: ResizeObserver | null = null;
  private readonly place: FramePart = { priority: "text", draw: () => this.follow() };
  private readonly scrolled = (): void => frames.request(this.place);

  constructor(
    private readonly text: HTMLElement,
    private readonly aside: HTMLElement,
    private readonly bar: HTMLElement,
    private readonly lesson: Lesson,
    private readonly props: LessonProps,
    private readonly address: LessonAddress,
  ) {
    const { others } = this;
    const draw = (): void => this.draw();
    this.telling = new LessonTelling(lesson.bands, props.meaning, props.picture, {
      told: () => this.toldRun(),
      isOnShow: (run) => run === this.now,
      curve: (...asked) => this.runView.curve(...asked),
      onNew: draw,
    });
    this.names = namesIn(lesson.parts.explain?.text);
    const { telling } = this;
    this.questions = new Questions(
      lesson,
      {
        telling,
        runView: () => this.runView,
        others,
        shown: () => (this.on.what === "ask" ? this.on.index : null),
        isDrawnOn: (index) => this.isDrawnOn(index),
        toDrawing: (index) => void this.show({ what: "draw", index }, "loop"),
        draw,
        keep: () => this.keep(),
        finished: props.finished,
        says: props.says,
        toPart: (name) => this.toPart(name),
        revealed: (name, byHand) => this.intoSight(name, byHand),
        show: (index, how) => this.show({ what: "ask", index }, how),
      },
      address,
    );
    this.promised = address.digest.slice(0, DIGITS);
    this.runView = new LessonRunView(aside, props.engine, this.scenario(lesson.hook), {
      onChange: draw,
      onComputed: (measured, digest) => this.computed(measured, digest),
      onEnd: (byHand) => this.ended(byHand),
      controls: () => this.free.controls(),
      onDrawn: () => this.questions.placePad(),
    });
    this.free = new FreePlay(
      lesson,
      {
        telling,
        runView: this.runView,
        now: () => this.now,
        on: () => (this.on.what === "goal" ? this.on.goal : this.on.what === "play" ? this.on.run : null),
        show: (what, read) => void this.showFree(what, read),
        draw: () => this.draw(),
        keep: () => this.keep(),
        part: (name, inside) => this.plain(name, inside),
      },
      address.goals,
      this.questions.memory.handed ? address.reached : this.questions.memory.goals,
    );
    this.walk = new LessonWalk({
      text,
      parts: () => this.parts,
      hurry: () => this.runView.hurry(),
      lock: (name) => this.questions.lockAsItIs(name),
      toPart: (name) => this.toPart(name),
      moved: props.moved,
    });
    addEventListener("scroll", this.scrolled, { passive: true });
    if (this.questions.wrong) props.says(translate("lesson.address.wrong"));
  }

  async start(): Promise<void> {
    this.draw();
    this.runView.start();
    this.begun = this.begin();
    await this.begun;
  }

  private async begin(): Promise<void> {
    const reached = this.questions.locked();
    // A link shows the page as it was left: what was seen is run again, to be compared and spoken of.
    for (let index = 0; index < reached; index++) {
      await this.show({ what: "ask", index }, "end");
      // The reader has gone on meanwhile.
      if (this.on.what !== "ask" || this.on.index !== index) return;
    }
    if (this.draws(reached)) await this.show({ what: "draw", index: reached }, "loop");
    else if (reached === 0) await this.show({ what: "hook" }, "loop");
    this.draw();
  }

  /** Takes texts that were written anew: runs and questions are the same. */
  renew({ title, parts }: Pick<Lesson, "title" | "parts">): void {
    Object.assign(this.lesson, { title, parts });
    this.names = namesIn(parts.explain?.text);
    this.draw();
  }

  /** Ends the lesson: nothing of it goes on. */
  leave(): void {
    this.over = true;
    removeEventListener("scroll", this.scrolled);
    this.sizes?.disconnect();
    this.runView.end();
    this.others.close();
    render(nothing, this.text);
    render(nothing, this.bar);
  }

  // --- Runs ------------------------------------------------------------------------------------------------------

  private scenario(show: Pick<Show, "scenario" | "set" | "then">) {
    return scenarioOf(this.lesson.scenarios, show);
  }

  private showOf(on: OnStage): Show {
    const { lesson } = this;
    if (on.what === "hook") return lesson.hook;
    if (on.what === "draw") return beforeDrawing(lesson.asks[on.index] as AskDraw);
    if (on.what === "ask") return (lesson.asks[on.index] as Ask).show;
    const { controls: _, others = [], ...play } = lesson.play;
    if (on.what === "play") return { ...play, ...others.find((other) => other.id === on.run) };
    const { scenario = play.scenario, set = play.set, view = play.view } = on.goal;
    return { ...play, scenario, set, view };
  }

  private async show(on: OnStage, how: "loop" | "play" | "end"): Promise<void> {
    const show = this.showOf(on);
    const scenario = this.scenario(show);
    const loop = on.what === "hook" || on.what === "draw" ? (show as Loop) : null;
    this.on = on;
    this.now = null;
    this.runView.free = on.what === "play" || on.what === "goal";
    await this.runView.open(scenario, {
      view: show.view,
      log: show.log ?? [],
      speed: show.speed ?? scenario.duration_s / RUN_S,
      ease: show.ease ?? null,
      loop,
      stills: show.stills ?? [0.1, 0.5, 1].map((share) => share * scenario.duration_s),
      how: how === "play" && reducedMotion() ? "stills" : how,
      overlay: on.what === "ask" ? overlayOf(this.questions.guesses(on.index)) : null,
      comparison: comparisonOf(this.lesson.scenarios, show),
      hide: show.hide ?? false,
    });
    this.draw();
  }

  /** Whether the run on show is one that the curve of a question can be continued on. */
  private isDrawnOn(index: number): boolean {
    const { on, lesson } = this;
    if (on.what === "draw") return on.index === index;
    const ask = lesson.asks[index];
    return on.what === "hook" && ask?.kind === "draw" && isDrawnOn(lesson.hook, ask);
  }

  /** Whether a question is a drawing that has no chart at the beginning: it gets one of its own. */
  private draws(index: number): boolean {
    const ask = this.lesson.asks[index];
    return ask?.kind === "draw" && (index > 0 || !isDrawnOn(this.lesson.hook, ask));
  }

  /** A drawing that is asked for and read has its chart, without what is asked, whatever ran before. */
  private readyToDraw(part: string): void {
    const index = this.questions.locked();
    if (part !== `ask-${index}` || !this.draws(index) || this.isDrawnOn(index)) return;
    if (index === 0 || this.questions.seen[index - 1]) void this.show({ what: "draw", index }, "loop");
  }

  /** Shows a run with controls; on a phone they take room, and what is to be read comes back from under them. */
  private async showFree(what: Goal | string, read: string): Promise<void> {
    this.sizes?.disconnect();
    const top = (): number => document.getElementById(read)?.getBoundingClientRect().top ?? 0;
    let kept = { y: scrollY, top: top() };
    await this.begun;
    await this.show(typeof what === "string" ? { what: "play", run: what } : { what: "goal", goal: what }, "play");
    const text = document.getElementById(read);
    if (!text) return;
    // The panel grows as its controls come, the text as its run is computed. Where the page grew above the text, the browser scrolls by
    // itself, and the text keeps its place.
    const sizes = new ResizeObserver(() => {
      // Readers who have scrolled in the meantime stay where they are.
      if (scrollY !== kept.y && Math.abs(top() - kept.top) > 1) return sizes.disconnect();
      text.scrollIntoView({ block: "nearest" });
      kept = { y: scrollY, top: top() };
    });
    for (const element of [this.aside, text]) sizes.observe(element);
    this.sizes = sizes;
  }

  /** The run on show is computed and summed up. */
  private computed(measured: Measured, digest: string): void {
    this.now = measured;
    if (this.on.what === "ask") {
      this.questions.computed(this.on.index, measured);
      if (this.on.index === 0) {
        this.digest = digest;
        this.keep();
      }
    } else if (this.on.what === "play" || this.on.what === "goal") {
      this.free.computed(measured);
      this.keep();
    }
    this.draw();
  }

  /** The run on show has been played to its end. */
  private ended(byHand: boolean): void {
    if (this.on.what === "ask") this.questions.ended(this.on.index, byHand);
  }

  private keep(): void {
    const { questions, free } = this;
    const ids = free.reached.map(({ id }) => id);
    if (ids.length > 0) questions.memory.reach(free.reached);
    this.props.keep(writeAnswers(questions.answers, questions.asked), this.digest.slice(0, DIGITS), ids.join(","));
  }

  // --- Drawing ---------------------------------------------------------------------------------------------------

  /** The question whose run the text's numbers are of; null while that is the run on show. */
  private told(): number | null {
    const { on, lesson, names } = this;
    const { asks, scenarios } = lesson;
    const last = on.what === "ask" ? on.index : on.what === "draw" ? on.index - 1 : null;
    if (last === null && hasSources(scenarios[this.showOf(on).scenario], names)) return null;
    const index = steadyRun(asks, last ?? asks.length - 1, scenarios, names);
    return on.what === "ask" && index === on.index ? null : index;
  }

  /** The run that the text's numbers are of: until the run on show is computed, the last question's that has them. */
  private toldRun(): Measured | null {
    const { lesson, names, questions } = this;
    const told = this.told();
    if (told === null && this.now) return this.now;
    const last = lesson.asks.length - 1;
    return questions.measured[told ?? steadyRun(lesson.asks, last, lesson.scenarios, names)] ?? null;
  }

  private draw(): void {
    const { lesson, questions } = this;
    const held = this.text.contains(document.activeElement) ? document.activeElement?.closest(".part") : null;
    this.telling.begin();
    const locked = questions.locked();
    const parts: (Part & { title: string })[] = [{ name: "hook", title: translate("lesson.part.hook"), reached: true }];
    const asks = lesson.asks.map((_, i) => {
      const n = num(i + 1);
      const open = i === 0 || (questions.seen[i - 1] ?? false);
      const [answered, seen = false] = [i < locked, questions.seen[i]];
      parts.push({ name: `ask-${i}`, title: translate("lesson.part.ask", { n }), reached: open, done: answered });
      parts.push({ name: `reveal-${i}`, title: translate("lesson.part.reveal", { n }), reached: answered, done: seen });
      return open ? html`${questions.ask(i)}${i < locked ? questions.reveal(i) : nothing}` : nothing;
    });
    const done = questions.seen.every(Boolean);
    for (const name of this.last) parts.push({ name, title: translate(`lesson.part.${name}`), reached: done });
    render(
      html`<h1>${lesson.title}</h1>
        ${questions.memory.handed ? this.handed() : nothing}
        <section id="part-hook" class="part is-hook"><h2 class="unseen" tabindex="-1">${lesson.parts.hook?.title}</h2>
          ${lesson.parts.hook?.text(this.telling)}</section>
        ${asks}
        ${done ? html`${this.last.map((name) => this.lastPart(name))}` : nothing}
        ${locked > 0 || questions.memory.some ? this.kept() : nothing}`,
      this.text,
    );
    // The element that had the focus is gone, or takes none any more: the part's heading has it.
    if (held && (!held.contains(document.activeElement) || document.activeElement?.matches(":disabled")))
      held.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    this.parts = parts;
    render(this.progress(parts), this.bar);
    this.walk.show();
    this.runView.draw();
    // Parts that were added or taken away move the page's end.
    this.scrolled();
  }

  /** Parts after the questions; a lesson of a reader's own may have no challenge, or ask nothing last. */
  private get last(): LastPart[] {
    const { goals, transfer } = this.lesson;
    const has = { try: goals.length > 0, transfer: transfer.options.length > 0 };
    return LAST.filter((name) => (name === "try" || name === "transfer" ? has[name] : true));
  }

  private lastPart(name: LastPart): TemplateResult {
    const { free, questions } = this;
    if (name === "explain") return this.explain();
    if (name === "play") return free.play();
    if (name === "try") return free.challenges();
    return name === "transfer" ? this.plain("transfer", questions.transfer()) : this.way();
  }

  /** The bar says which part is read. */
  private follow(): void {
    if (this.over) return;
    const run = this.aside.getBoundingClientRect();
    // Beside the text it covers nothing.
    const name = partRead(this.text, run.left < this.text.getBoundingClientRect().right ? run.top : null);
    if (name === this.read) return;
    this.read = name;
    this.readyToDraw(name);
    render(this.progress(this.parts), this.bar);
  }

  /** The focus goes to what the open question is answered with; where none is open, to the last heading. */
  toQuestion(): void {
    const input = this.text.querySelector<HTMLElement>("[id^='ask-'], .sketches");
    const own = input?.matches("input") ? input : input?.querySelector<HTMLElement>("input, button:enabled");
    (own ?? [...this.text.querySelectorAll<HTMLElement>("h2")].at(-1))?.focus();
  }

  /** Focus and eye go to a part's heading. */
  private toPart(name: string): void {
    this.walk.went(name);
    this.readyToDraw(name);
    const heading = this.text.querySelector<HTMLElement>(`#part-${name} h2`);
    heading?.focus({ preventScroll: true });
    // No smooth scroll: its last frame can undo the next jump (Chromium).
    if (heading) reachable(heading).scrollIntoView({ block: "start" });
  }

  /** Brings a part that has grown under its heading to the top of the screen; the focus goes there if the reader has asked for it. */
  private intoSight(name: string, byHand: boolean): void {
    const heading = this.text.querySelector<HTMLElement>(`#part-${name} h2`);
    if (byHand) heading?.focus({ preventScroll: true });
    // Readers who have scrolled past it stay where they are.
    if (!heading || heading.getBoundingClientRect().top < innerHeight * TOP_SHARE) return;
    reachable(heading).scrollIntoView({ block: "start" });
  }

  private progress(parts: readonly (Part & { title: string })[]): TemplateResult {
    const at = furthest(parts, this.read, this.furthest);
    this.furthest = at;
    const here = parts.find((part) => part.name === this.read) ?? parts[0];
    const place =
      here &&
      translate("lesson.part.of", { name: here.title, n: num(parts.indexOf(here) + 1), all: num(parts.length) });
    return html`<p class="here" aria-hidden="true">${place}</p><ol class="parts" aria-label=${translate("lesson.parts")}>${parts.map(
      ({ name, title, reached }, i) => {
        const label = reached
          ? translate("lesson.part.of", { name: title, n: num(i + 1), all: num(parts.length) })
          : translate("lesson.part.later", { name: title });
        return html`<li><button type="button" aria-label=${label} title=${title} ?disabled=${!reached}
        class=${i === at ? "is-last" : i > at ? "is-ahead" : ""} @click=${() => this.toPart(name)}><span>${title}</span></button></li>`;
      },
    )}</ol>`;
  }

  /** The name that came with a link's answers. */
  private handed(): TemplateResult {
    const { name } = this.address;
    const whose = name === "" ? translate("lesson.handed") : translate("lesson.handed.by", { name });
    return html`<p class="handed">${whose} <a href=${`#${this.props.fields}`}>${translate("lesson.handed.own")}</a></p>`;
  }

  /** The end of the page: handing in, and deleting the answers that this device keeps. */
  private kept(): TemplateResult {
    const { memory } = this.questions;
    const forget = (): void => {
      memory.forget();
      this.props.again();
    };
    const button = (key: string, press: () => void): TemplateResult =>
      html`<button type="button" class="button is-line" @click=${press}>${translate(key)}</button>`;
    return html`<section class="kept">${memory.some ? html`<p>${translate("lesson.kept")}</p>` : nothing}
      <div class="acts">${this.questions.locked() > 0 ? button("lesson.hand", () => void this.handIn()) : nothing}
        ${memory.some ? button("lesson.kept.forget", forget) : nothing}</div></section>`;
  }

  /** The sheet with what is handed in. */
  private async handIn(): Promise<void> {
    const { handInLesson } = await import("./handing.ts");
    const { lesson, questions, free, digest, address } = this;
    const { notes } = questions.memory;
    handInLesson(lesson, { answers: questions.answers, notes, goals: free.reached, digest, name: address.name });
  }

  private plain(name: string, inside: unknown = nothing, before: unknown = nothing): TemplateResult {
    const part = this.lesson.parts[name];
    return html`<section id=${`part-${name}`} class=${`part is-${name}`}><h2 tabindex="-1">${part?.title}</h2>
      ${before}${part?.text(this.telling)}${inside}</section>`;
  }

  private explain(): TemplateResult {
    const told = this.told();
    const other = this.showOf(this.on).then === undefined ? "lesson.told.other" : "lesson.told";
    const whose = translate(told === null ? "lesson.told.shown" : other, { n: num((told ?? 0) + 1) });
    return this.plain("explain", nothing, html`<p class="quiet">${whose}</p>`);
  }

  /** The run on show; one that is none of the lesson's own keeps no title that names its settings. */
  private takenAlong(): Scenario {
    const { lesson } = this;
    const scenario = this.runView.document?.scenario ?? this.scenario(lesson.hook);
    const isOwn = Object.values(lesson.scenarios).some((own) => equal(own, scenario));
    return isOwn ? scenario : { ...scenario, title: lesson.title };
  }

  private way(): TemplateResult {
    const { lesson, props } = this;
    const digest = this.digest.slice(0, DIGITS);
    return wayOut({
      id: props.sheets ? lesson.id : null,
      scenario: this.takenAlong(),
      view: this.showOf(this.on).view,
      next: props.next.flatMap((id) => props.card(id) ?? []),
      titleOf: props.titleOf,
      same: this.promised !== "" && digest !== "" ? this.promised === digest : null,
      digest,
    });
  }
}

/**
 * The heading that comes to the top of the screen for a part: its own, or that of the part over it where the page ends before,
 * so that the bar of parts cuts no line.
 */
function reachable(heading: HTMLElement): HTMLElement {
  const over = heading.closest(".part")?.previousElementSibling?.querySelector<HTMLElement>("h2:not(.unseen)");
  const { top } = heading.getBoundingClientRect();
  const left = document.documentElement.scrollHeight - innerHeight - scrollY;
  const missing = top - Number.parseFloat(getComputedStyle(heading).scrollMarginTop) - left;
  if (!over || missing <= 1) return heading;
  return top - over.getBoundingClientRect().top < innerHeight / 2 ? over : heading;
}
