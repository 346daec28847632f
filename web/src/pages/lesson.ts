/**
 * One lesson: its parts in order, each answer locked before its run may be seen, the run on the stage beside, free play, goals,
 * the way out. It wires the text, the questions and the stage. Not here: the gallery and the address (lessons.ts), how a question
 * looks (web/src/lessons/ask.ts), what a run gives (measures.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { Span } from "../controls/setting.ts";
import { reducedMotion } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import {
  type Answer,
  type Answered,
  type Asked,
  readAnswers,
  shortCode,
  valueAtStep,
  writeAnswers,
} from "../lessons/answers.ts";
import { answeredChoice, askChoose, askNumber, askOrder } from "../lessons/ask.ts";
import type { Curve } from "../lessons/curve.ts";
import { difference } from "../lessons/difference.ts";
import { DrawPad, levelsOf, momentOf, valuesOf } from "../lessons/draw.ts";
import { type Guess, overlayOf } from "../lessons/guess.ts";
import { besideOf, type Measured, measure, scenarioOf, steadyRun, unmet } from "../lessons/measures.ts";
import { amount, bandText, endsOf, rangeText, valueText } from "../lessons/tell.ts";
import type { Ask, AskDraw, Card, Condition, Control, Goal, Lesson, Show, Telling } from "../lessons/types.ts";
import { writeAddress } from "../run/link.ts";
import { num, say } from "../words/words.ts";
import { controlsOf } from "./chosen.ts";
import { LessonStage } from "./lesson-stage.ts";
import { copy } from "./sheets.ts";
import { LABORATORY } from "./site.ts";
import { TraceNumbers } from "./trace-numbers.ts";

/** What a lesson needs of its page. */
export interface LessonProps {
  engine: EngineClient;
  card: (id: string) => Card | undefined;
  /** Where lessons lead after this one. */
  next: readonly string[];
  titleOf: (card: Card) => string;
  /** What a term means; null if the glossary has none. */
  meaning: (term: string) => string | null;
  /** Answers and digest for the address. */
  keep: (answers: string, digest: string) => void;
  says: (text: string) => void;
}

/** What stands on the stage: the loop of the beginning, a question's run, free play, a goal's own run. */
type OnStage = { what: "hook" } | { what: "ask"; index: number } | { what: "play" } | { what: "goal"; goal: Goal };

/** Screen seconds that a run lasts about. */
const RUN_S = 12;

export class LessonPage {
  private readonly stage: LessonStage;
  private readonly asked: readonly Asked[];
  private answers: Answered[];
  private readonly drafts = new Map<number, Answer>();
  /** What is being typed, by question. */
  private readonly texts = new Map<number, string>();
  /** Questions that are answered once more. */
  private readonly again = new Set<number>();
  /** Which runs were seen to their end. */
  private readonly seen: boolean[];
  private readonly measured: (Measured | null)[];
  private on: OnStage = { what: "hook" };
  /** Of the run on show. */
  private now: Measured | null = null;
  private digest = "";
  /** First digits of the digest that the address says. */
  private readonly promised: string;
  private copied = false;
  /** Where the question is drawn: pad and the run's curve, by question. */
  private pad: { index: number; pad: DrawPad } | null = null;
  private readonly curves = new Map<number, Curve>();

  constructor(
    private readonly text: HTMLElement,
    aside: HTMLElement,
    private readonly bar: HTMLElement,
    private readonly lesson: Lesson,
    private readonly props: LessonProps,
    address: { answers: string; digest: string },
  ) {
    this.asked = [...lesson.asks, { kind: "choose", options: lesson.transfer.options }];
    const read = readAnswers(address.answers, this.asked);
    this.answers = read.answers;
    this.promised = address.digest;
    // A question is reached when the one before it is answered.
    const reached = this.lockedAsks();
    this.answers = this.answers.map((one, i) =>
      i < reached || (i === lesson.asks.length && reached === i) ? one : { first: null, second: null },
    );
    this.seen = lesson.asks.map((_, i) => i < reached);
    this.measured = lesson.asks.map(() => null);
    this.stage = new LessonStage(aside, props.engine, this.scenario(lesson.hook), {
      onChange: () => this.draw(),
      onComputed: (measured, digest) => this.computed(measured, digest),
      onEnd: () => this.ended(),
      controls: () => this.controls(),
      onDrawn: () => this.placePad(),
    });
    if (read.wrong) props.says(say("lesson.address.wrong"));
  }

  async start(): Promise<void> {
    const reached = this.lockedAsks();
    this.draw();
    this.stage.start();
    // A link shows the page as it was left: what was seen is run again, to be compared and spoken of.
    for (let i = 0; i < reached; i++) {
      this.on = { what: "ask", index: i };
      await this.show(this.on, "end");
    }
    if (reached === 0) await this.show({ what: "hook" }, "loop");
    this.draw();
  }

  /** Ends the lesson: nothing of it goes on. */
  leave(): void {
    this.stage.end();
    render(nothing, this.text);
    render(nothing, this.bar);
  }

  private lockedAsks(): number {
    const open = this.answers.slice(0, this.lesson.asks.length).findIndex((one) => one.first === null);
    return open < 0 ? this.lesson.asks.length : open;
  }

  // --- Runs ------------------------------------------------------------------------------------------------------

  private scenario(show: Pick<Show, "scenario" | "set" | "then">) {
    return scenarioOf(this.lesson.scenarios, show);
  }

  private showOf(on: OnStage): Show {
    const { lesson } = this;
    if (on.what === "hook") return lesson.hook;
    if (on.what === "ask") return (lesson.asks[on.index] as Ask).show;
    const { controls: _, ...play } = lesson.play;
    if (on.what === "play") return play;
    return { ...play, scenario: on.goal.scenario ?? play.scenario, set: on.goal.set ?? play.set };
  }

  private async show(on: OnStage, how: "loop" | "play" | "end"): Promise<void> {
    const show = this.showOf(on);
    const scenario = this.scenario(show);
    this.on = on;
    this.now = null;
    this.stage.free = on.what === "play" || on.what === "goal";
    await this.stage.open(scenario, {
      view: show.view,
      speed: show.speed ?? scenario.duration_s / RUN_S,
      loop: on.what === "hook" ? this.lesson.hook : null,
      stills: show.stills ?? [0.1, 0.5, 1].map((share) => share * scenario.duration_s),
      how: how === "play" && reducedMotion() ? "stills" : how,
      overlay: on.what === "ask" ? overlayOf(this.guesses(on.index)) : null,
      beside: besideOf(this.lesson.scenarios, show),
      hide: show.hide ?? false,
    });
    this.draw();
  }

  /** The run on show is computed and summed up. */
  private computed(measured: Measured, digest: string): void {
    this.now = measured;
    if (this.on.what === "ask") {
      const { index } = this.on;
      this.measured[index] = measured;
      const ask = this.lesson.asks[index];
      if (ask?.kind === "draw" && !this.curves.has(index))
        void this.stage.curve(ask.flow, ask.signal, ask.from_s, ask.to_s).then((curve) => {
          this.curves.set(index, curve);
          this.draw();
        });
      if (this.on.index === 0) {
        this.digest = digest.slice(0, 8);
        this.keep();
      }
    }
    this.draw();
  }

  /** The run on show has been played to its end. */
  private ended(): void {
    const { on } = this;
    if (on.what !== "ask" || this.seen[on.index]) return;
    this.seen[on.index] = true;
    this.draw();
    const sentence = this.difference(on.index).at(-1);
    if (sentence) this.props.says(sentence);
  }

  private keep(): void {
    this.props.keep(writeAnswers(this.answers, this.asked), this.digest);
  }

  // --- Answers ---------------------------------------------------------------------------------------------------

  private async lock(index: number, answer: Answer): Promise<void> {
    const own = this.answers[index];
    if (!own) return;
    const second = own.first !== null;
    if (second) own.second = answer;
    else own.first = answer;
    this.again.delete(index);
    this.drafts.delete(index);
    this.texts.delete(index);
    this.keep();
    if (index === this.lesson.asks.length) {
      this.draw();
      return;
    }
    if (second) {
      await this.show({ what: "ask", index }, "end");
      return;
    }
    this.draw();
    // The focus goes to the run's heading, nowhere else.
    this.toPart(`reveal-${index}`);
    await this.show({ what: "ask", index }, "play");
  }

  private unitOf(ask: Ask): string {
    const band = ask.kind === "number" ? this.lesson.bands.find((one) => one.id === ask.band) : undefined;
    return band ? endsOf(band).unit : "";
  }

  private answerText(ask: Ask, answer: Answer): TemplateResult | string {
    if (answer.kind === "number" && ask.kind === "number")
      return amount(valueAtStep(ask, answer.step), this.unitOf(ask));
    const words = this.lesson.parts[`ask ${ask.id}`]?.options ?? {};
    if (answer.kind === "draw") return say("lesson.draw.drawn");
    if (answer.kind === "choose") return html`${words[answer.option]?.text(this.telling)}`;
    if (answer.kind === "order")
      return html`<ol class="ordered">${answer.cards.map((card) => html`<li>${words[card]?.text(this.telling)}</li>`)}</ol>`;
    return say("lesson.locked.unknown");
  }

  /** What the reader expected, for the chart that it concerns. */
  private guesses(index: number) {
    const ask = this.lesson.asks[index] as Ask;
    const own = this.answers[index];
    if (!own) return [];
    const { duration_s } = this.scenario(ask.show);
    const label = (text: string, answer: Answer | null): Guess[] => {
      if (answer?.kind === "draw" && ask.kind === "draw") return [this.drawing(ask, answer.levels, text)];
      if (answer?.kind !== "number" || ask.kind !== "number" || ask.on === undefined) return [];
      const value = valueAtStep(ask, answer.step);
      return [{ chart: ask.on ?? "", points: [0, value, duration_s, value], label: text }];
    };
    return [...label(say("lesson.you"), own.first), ...label(say("lesson.you.second"), own.second)];
  }

  /** A curve as a guess on its chart. */
  private drawing(ask: AskDraw, levels: readonly number[], label: string): Guess {
    const values = valuesOf(ask, levels);
    return { chart: ask.chart, points: values.flatMap((value, i) => [momentOf(ask, i), value]), label };
  }

  /** A pad over the chart, while its question is open and its known part on show. */
  private placePad(): void {
    const index = this.lockedAsks();
    const ask = this.lesson.asks[index];
    const wanted = ask?.kind === "draw" && this.on.what === "hook" ? ask : null;
    if (this.pad && (!wanted || this.pad.index !== index)) {
      this.pad.pad.remove();
      this.pad = null;
    }
    if (!wanted) return;
    if (!this.pad) {
      const pad = new DrawPad(wanted, this.lesson.parts[`ask ${wanted.id}`]?.title ?? "", (levels) => {
        this.drafts.set(index, { kind: "draw", levels });
        this.draw();
        this.stage.overlay = overlayOf([this.drawing(wanted, levels, say("lesson.you"))]);
      });
      this.pad = { index, pad };
      // The axis has room for all that may be drawn.
      this.stage.overlay = {
        key: "room",
        draw: () => undefined,
        top: (chart) => (chart === wanted.chart ? wanted.max : null),
      };
    }
    this.pad.pad.place(this.stage.plot(wanted.chart));
  }

  /** What lies between an answer and the run: a sentence for each answer. */
  private difference(index: number): string[] {
    const ask = this.lesson.asks[index] as Ask;
    const own = this.answers[index];
    const run = this.measured[index];
    if (!own || !run) return [];
    const options = this.lesson.parts[`ask ${ask.id}`]?.options ?? {};
    const words = (option: string): string => textOf(options[option]?.text(this.telling));
    const against = { ask, run, curve: this.curves.get(index), bands: this.lesson.bands, words };
    return [own.first, own.second].flatMap((answer) => (answer && difference(answer, against)) ?? []);
  }

  // --- Drawing ---------------------------------------------------------------------------------------------------

  /** The question whose run the text's numbers are of; null while that is the run on show. */
  private told(): number | null {
    const { on } = this;
    if (on.what !== "ask") return null;
    const index = steadyRun(this.lesson.asks, on.index);
    return index === on.index ? null : index;
  }

  /** What the text is filled with: numbers of a run, bands, terms. */
  private readonly telling: Telling = {
    num: ({ of }) => {
      const told = this.told();
      const run = told === null ? this.now : this.measured[told];
      const traced = run ? this.traced.value(run, of, run === this.now) : undefined;
      const value = run && traced === undefined ? measure(run, of) : traced;
      return html`<span class="num" data-of=${of}>${run && traced !== null ? valueText(of, value ?? null) : "…"}</span>`;
    },
    band: ({ id }) => {
      const band = this.lesson.bands.find((one) => one.id === id);
      return html`<span class="num">${band ? bandText(band) : "–"}</span>`;
    },
    n: ({ is, to, unit = "" }) =>
      html`<span class="num">${to === undefined ? amount(Number(is), unit) : rangeText(Number(is), Number(to), unit)}</span>`,
    term: ({ id, text }) => {
      const meaning = this.props.meaning(id);
      if (meaning === null) return html`${text}`;
      const own = `term-${id}-${++this.terms}`;
      return html`<button type="button" class="term" popovertarget=${own}>${text}</button><span
        popover id=${own} class="popup meaning">${meaning}</span>`;
    },
  };
  private terms = 0;
  private readonly traced = new TraceNumbers(
    (...asked) => this.stage.curve(...asked),
    () => this.draw(),
  );

  private draw(): void {
    const { lesson } = this;
    this.terms = 0;
    const locked = this.lockedAsks();
    const parts: { name: string; title: string; reached: boolean }[] = [
      { name: "hook", title: say("lesson.part.hook"), reached: true },
    ];
    const asks = lesson.asks.map((_, i) => {
      const n = num(i + 1);
      const open = i === 0 || (this.seen[i - 1] ?? false);
      parts.push({ name: `ask-${i}`, title: say("lesson.part.ask", { n }), reached: open });
      parts.push({ name: `reveal-${i}`, title: say("lesson.part.reveal", { n }), reached: i < locked });
      return open ? html`${this.ask(i)}${i < locked ? this.reveal(i) : nothing}` : nothing;
    });
    const done = this.seen.every(Boolean);
    for (const name of ["explain", "play", "try", "transfer", "way"])
      parts.push({ name, title: say(`lesson.part.${name}`), reached: done });
    render(
      html`<h1>${lesson.title}</h1>
        <section id="part-hook" class="part is-hook"><h2 class="unseen" tabindex="-1">${lesson.parts.hook?.title}</h2>
          ${lesson.parts.hook?.text(this.telling)}</section>
        ${asks}
        ${done ? html`${this.explain()}${this.play()}${this.challenges()}${this.transfer()}${this.way()}` : nothing}`,
      this.text,
    );
    render(this.progress(parts), this.bar);
    this.stage.draw();
  }

  /** Focus and eye go to a part's heading. */
  private toPart(name: string): void {
    const heading = this.text.querySelector<HTMLElement>(`#part-${name} h2`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
  }

  private progress(parts: readonly { name: string; title: string; reached: boolean }[]): TemplateResult {
    const at = parts.filter((part) => part.reached).length;
    return html`<ol class="parts" aria-label=${say("lesson.parts")}>${parts.map(({ name, title, reached }, i) => {
      const label = reached
        ? say("lesson.part.of", { name: title, n: num(i + 1), all: num(parts.length) })
        : say("lesson.part.later", { name: title });
      return html`<li><button type="button" aria-label=${label} title=${title} ?disabled=${!reached}
        class=${i + 1 === at ? "is-last" : ""} @click=${() => this.toPart(name)}><span>${title}</span></button></li>`;
    })}</ol>`;
  }

  private input(ask: Ask, index: number): TemplateResult {
    const part = this.lesson.parts[`ask ${ask.id}`];
    const props = {
      id: `ask-${ask.id}`,
      label: part?.title ?? "",
      draft: this.drafts.get(index) ?? null,
      onDraft: (answer: Answer) => {
        this.drafts.set(index, answer);
        this.draw();
      },
    };
    if (ask.kind === "number")
      return askNumber(ask, this.unitOf(ask), {
        ...props,
        text: this.texts.get(index) ?? null,
        onText: (text) => {
          if (text === null) this.texts.delete(index);
          else this.texts.set(index, text);
          this.draw();
        },
        onNone: () => {
          this.drafts.delete(index);
          this.draw();
        },
      });
    if (ask.kind === "choose") return askChoose(ask.options, part?.options ?? {}, this.telling, props);
    if (ask.kind === "order") return askOrder(ask.cards, part?.options ?? {}, this.telling, props);
    return this.sketches(ask, index);
  }

  /** Four sketches that may be taken instead of drawing. */
  private sketches(ask: AskDraw, index: number): TemplateResult {
    const words = this.lesson.parts[`ask ${ask.id}`]?.options ?? {};
    const draft = this.drafts.get(index);
    return html`<fieldset class="sketches"><legend class="unseen">${say("lesson.draw.sketches")}</legend>
      ${Object.entries(ask.sketches).map(([name, values]) => {
        const levels = levelsOf(ask, values);
        const taken = draft?.kind === "draw" && draft.levels.join() === levels.join();
        const path = values.map((value, i) => `${i === 0 ? "M" : "L"}${i * 4} ${36 - (value / ask.max) * 34}`).join("");
        return html`<button type="button" aria-pressed=${taken ? "true" : "false"} @click=${() => this.pad?.pad.take(levels)}>
          <svg viewBox="0 0 92 37" preserveAspectRatio="none" aria-hidden="true"><path d=${path} vector-effect="non-scaling-stroke" /></svg>
          ${words[name]?.text(this.telling)}</button>`;
      })}</fieldset>`;
  }

  /** Buttons under a question: lock, or own that one does not know. */
  private lockButtons(index: number, second: boolean): TemplateResult {
    const draft = this.drafts.get(index) ?? null;
    return html`<div class="acts">
      <button type="button" class="button is-main" ?disabled=${draft === null}
        @click=${() => draft && void this.lock(index, draft)}>${say(second ? "lesson.again.lock" : "lesson.lock")}</button>
      ${second ? nothing : html`<button type="button" class="button is-line" @click=${() => void this.lock(index, { kind: "unknown" })}>${say("lesson.unknown")}</button>`}
    </div>`;
  }

  private ask(index: number): TemplateResult {
    const ask = this.lesson.asks[index] as Ask;
    const part = this.lesson.parts[`ask ${ask.id}`];
    const own = this.answers[index] ?? { first: null, second: null };
    const answer = (key: string, given: Answer): TemplateResult =>
      html`<div class="given"><b>${say(key)}</b> <span>${this.answerText(ask, given)}</span>
        <small>${say("lesson.code", { code: shortCode(given, ask) })}</small></div>`;
    return html`<section id=${`part-ask-${index}`} class="part is-ask"><h2 tabindex="-1">${part?.title}</h2>
      ${part?.text(this.telling)}
      ${own.first === null ? html`${this.input(ask, index)}${this.lockButtons(index, false)}` : answer("lesson.locked", own.first)}
      ${own.second ? answer("lesson.locked.second", own.second) : nothing}
      ${
        own.first !== null && own.second === null
          ? this.again.has(index)
            ? html`${this.input(ask, index)}${this.lockButtons(index, true)}`
            : html`<div class="acts"><button type="button" class="button is-line" @click=${() => {
                this.again.add(index);
                this.draw();
              }}>${say("lesson.again")}</button></div>`
          : nothing
      }</section>`;
  }

  private reveal(index: number): TemplateResult {
    const ask = this.lesson.asks[index] as Ask;
    const part = this.lesson.parts[`reveal ${ask.id}`];
    const seen = this.seen[index] ?? false;
    const shown = this.on.what === "ask" && this.on.index === index;
    const title = say("lesson.part.reveal", { n: num(index + 1) });
    if (!seen)
      return html`<section id=${`part-reveal-${index}`} class="part is-reveal"><h2 tabindex="-1">${title}</h2>
        <p class="quiet">${say("lesson.run.playing")}</p>
      </section>`;
    const own = this.answers[index] ?? { first: null, second: null };
    const taken = [own.first, own.second].flatMap((answer, i) =>
      answer?.kind === "choose"
        ? [{ option: answer.option, label: say(i === 0 ? "lesson.you" : "lesson.you.second") }]
        : [],
    );
    return html`<section id=${`part-reveal-${index}`} class="part is-reveal"><h2 tabindex="-1">${part?.title}</h2>
      ${this.difference(index).map((sentence) => html`<p class="difference">${sentence}</p>`)}
      ${ask.kind === "choose" ? answeredChoice(ask.options, ask.right, taken, this.lesson.parts[`ask ${ask.id}`]?.options ?? {}, this.telling) : nothing}
      ${part?.text(this.telling)}
      ${shown ? this.stage.differences : nothing}
      <label class="main-difference">${say("lesson.difference.main")}<input type="text" autocomplete="off" /></label>
      ${shown ? nothing : html`<div class="acts"><button type="button" class="button is-line" @click=${() => void this.show({ what: "ask", index }, "end")}>${say("lesson.run.show")}</button></div>`}
    </section>`;
  }

  private plain(name: string, inside: unknown = nothing, before: unknown = nothing): TemplateResult {
    const part = this.lesson.parts[name];
    return html`<section id=${`part-${name}`} class=${`part is-${name}`}><h2 tabindex="-1">${part?.title}</h2>
      ${before}${part?.text(this.telling)}${inside}</section>`;
  }

  private explain(): TemplateResult {
    const told = this.told();
    const whose = told === null ? nothing : html`<p class="quiet">${say("lesson.told", { n: num(told + 1) })}</p>`;
    return this.plain("explain", nothing, whose);
  }

  private play(): TemplateResult {
    const playing = this.on.what === "play";
    const key = playing ? "lesson.play.reset" : "lesson.play.take";
    return this.plain(
      "play",
      html`<div class="acts"><button type="button" class=${`button ${playing ? "is-line" : "is-main"}`}
        @click=${() => void this.show({ what: "play" }, "play")}>${say(key)}</button></div>`,
    );
  }

  /** The controls that the run on show unlocks. */
  private controls(): TemplateResult | typeof nothing {
    const { on, stage } = this;
    if (on.what !== "play" && on.what !== "goal") return nothing;
    const rows = this.lesson.play.controls.flatMap((control: Control) => {
      if (on.what === "goal" && on.goal.lock?.includes(control.name)) return [];
      const { shown } = controlsOf([control.name], stage.settings, stage.looks);
      return shown.map((each) => stage.control(each, { kinds: control.kinds, span: this.spanOf(control) }));
    });
    return html`<div class="controls" role="group" aria-label=${say("lesson.controls")}>${rows}</div>`;
  }

  private spanOf(control: Control): Span | undefined {
    if (!control.ends) return undefined;
    const [min, max] = control.ends;
    // A wide span is drawn on a log scale (controls/setting.ts): its middle lies lower.
    const middle = Number((max / min >= 50 ? Math.sqrt(min * max) : (min + max) / 2).toPrecision(1));
    return { min, max, ticks: [min, middle, max] };
  }

  private challenges(): TemplateResult {
    const part = this.lesson.parts.try;
    return html`<section id="part-try" class="part is-try"><h2 tabindex="-1">${part?.title}</h2>${part?.text(this.telling)}
      <ul class="goals">${this.lesson.goals.map((goal) => {
        const words = part?.options[goal.id];
        const free = this.on.what === "play" && !goal.scenario && !goal.set && !goal.lock;
        const on = free || (this.on.what === "goal" && this.on.goal === goal);
        const left = on && this.now ? unmet(this.now, goal.all) : null;
        return html`<li class=${left?.length === 0 ? "holds" : ""}><div>${words?.text(this.telling)}</div>
          ${left === null ? this.takeGoal(goal) : this.goalState(goal, left)}
          ${left?.length === 0 ? html`<div class="reply">${words?.reply(this.telling)}</div>` : nothing}</li>`;
      })}</ul></section>`;
  }

  private takeGoal(goal: Goal): TemplateResult {
    const own = goal.scenario !== undefined || goal.set !== undefined || goal.lock !== undefined;
    const take = (): void => void this.show(own ? { what: "goal", goal } : { what: "play" }, "play");
    return html`<div class="acts"><button type="button" class="button is-line" @click=${take}>${say("lesson.goal.take")}</button></div>`;
  }

  private goalState(goal: Goal, left: ReturnType<typeof unmet>): TemplateResult {
    const value = ([path, operator, wanted]: Condition): string => {
      const key = operator === "<=" ? "most" : operator === ">=" ? "least" : "exactly";
      return say(`lesson.goal.${key}`, { value: valueText(path, wanted) });
    };
    if (left.length === 0) {
      const all = goal.all.map((condition) => {
        const found = this.now ? measure(this.now, condition[0]) : null;
        return `${this.nameOf(condition[0])} ${valueText(condition[0], found)}`;
      });
      return html`<p class="state" role="status">${say("lesson.goal.holds", { all: all.join(", ") })}</p>`;
    }
    const list = left.map(({ condition, found }) =>
      say("lesson.goal.part", {
        name: this.nameOf(condition[0]),
        found: valueText(condition[0], found),
        wanted: value(condition),
      }),
    );
    return html`<p class="state" role="status">${say("lesson.goal.not", { list: list.join("; ") })}</p>`;
  }

  /** What a value of a goal is called. */
  private nameOf(path: string): string {
    const parts = path.split(".");
    const cut = parts[0] === "bottleneck" ? 1 : 2;
    const flow = this.stage.looks.find((look) => look.name === parts[1])?.label ?? parts[1] ?? "";
    return say(`lesson.name.${parts.slice(cut).join(".") || parts[0]}`, { flow });
  }

  private transfer(): TemplateResult {
    const { options, right } = this.lesson.transfer;
    const index = this.lesson.asks.length;
    const part = this.lesson.parts.transfer;
    const own = this.answers[index] ?? { first: null, second: null };
    const draft = this.drafts.get(index) ?? null;
    const props = {
      id: "ask-transfer",
      label: part?.title ?? "",
      draft,
      onDraft: (answer: Answer) => {
        this.drafts.set(index, answer);
        this.draw();
      },
    };
    const taken = own.first?.kind === "choose" ? [{ option: own.first.option, label: say("lesson.you") }] : [];
    const words = part?.options ?? {};
    const inside =
      own.first === null
        ? html`${askChoose(options, words, this.telling, props)}${this.lockButtons(index, false)}`
        : answeredChoice(
            options,
            right,
            // Who did not know is told the reason, too.
            taken.some((one) => one.option === right)
              ? taken
              : [...taken, { option: right, label: say("lesson.answer.so") }],
            words,
            this.telling,
          );
    return this.plain("transfer", inside);
  }

  private way(): TemplateResult {
    const { lesson, props } = this;
    const scenario = this.stage.document?.scenario ?? this.scenario(lesson.hook);
    const address = `${LABORATORY}#${writeAddress({ scenario, view: this.showOf(this.on).view })}`;
    const link = async (): Promise<void> => {
      this.copied = await copy(location.href, null);
      this.draw();
    };
    const same = this.promised !== "" && this.digest !== "" ? (this.promised === this.digest ? "same" : "other") : null;
    return html`<section id="part-way" class="part is-way"><h2 tabindex="-1">${say("lesson.way.title")}</h2>
      <ul class="ways">
        <li><a href=${address}>${say("lesson.way.laboratory")}</a></li>
        ${props.next.map((id) => {
          const card = props.card(id);
          return card
            ? html`<li><a href=${`#lesson=${id}`}>${say("lesson.way.next", { title: props.titleOf(card) })}</a></li>`
            : nothing;
        })}
        <li><a href="#">${say("lesson.all")}</a></li>
      </ul>
      <p>${say("lesson.way.link")}</p>
      <div class="acts"><button type="button" class="button is-line" @click=${() => void link()}>${say(this.copied ? "lesson.way.copied" : "lesson.way.copy")}</button></div>
      ${same ? html`<p>${say(`lesson.way.${same}`)}</p>` : nothing}
      <p class="quiet">${say("lesson.way.model")}</p></section>`;
  }
}

/** The words of a template, without its markup. */
function textOf(template: TemplateResult | undefined): string {
  const place = document.createElement("div");
  render(template ?? nothing, place);
  return (place.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}
