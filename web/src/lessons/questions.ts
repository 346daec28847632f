/**
 * A lesson's questions: what is given and locked, what was seen, what is compared, and the parts of the page that ask and reveal.
 * Not here: which run is on show (lesson-page.ts), how a kind of question looks or is compared (web/src/lessons).
 */

import { html, nothing, type TemplateResult } from "lit";
import type { OtherRuns } from "../compare/other-runs.ts";
import { sourceName } from "../engine/protocol.ts";
import type { Reached } from "../hand_in/document.ts";
import { MOST } from "../hand_in/limits.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { DrawPad } from "../run_view/drawing-pad.ts";
import { type Guess, overlayOf, roomUpTo } from "../run_view/guess-line.ts";
import { type Measured, measure } from "../session/measures.ts";
import {
  type Answer,
  type Answered,
  type Asked,
  askedOf,
  isWhole,
  readAnswers,
  shortCode,
  writeAnswers,
} from "./answers.ts";
import { answeredChoice, askChoose, askNumber, askOrder } from "./ask.ts";
import { askPoints, type Known } from "./bars.ts";
import { compute, type Found, givenRun } from "./compared.ts";
import { type Curve, curveMeasure, valueOn } from "./curve.ts";
import { difference } from "./difference.ts";
import { type Drop, dropsOf, dropTable } from "./drop-table.ts";
import { answerText, drawing, guessesOf, unitOf } from "./given.ts";
import { isRight } from "./judge.ts";
import type { LessonRunView } from "./lesson-run-view.ts";
import { LessonMemory } from "./memory.ts";
import { comparedFigure } from "./runs-chart.ts";
import { sketches, sketchReplies } from "./sketches.ts";
import { textOf } from "./text-values.ts";
import type { Ask, AskDraw, AskPoints, Lesson, Telling } from "./types.ts";

/** Parts of their page that the questions need. */
export interface QuestionsHost {
  telling: Telling;
  /** There once the page is. */
  runView(): LessonRunView;
  /** Other runs than the one on show. */
  others: OtherRuns;
  /** The question whose run is on show, or null. */
  shown(): number | null;
  /** Whether the run on show is one that the curve of a question can be continued on. */
  isDrawnOn(index: number): boolean;
  /** Shows the chart that a question is drawn on, without what it asks for. */
  toDrawing(index: number): void;
  draw(): void;
  /** Answers have changed. */
  keep(): void;
  /** The last question is answered. */
  finished(): void;
  says(text: string): void;
  /** Focus and eye go to a part. */
  toPart(name: string): void;
  /** A part's text is there; `byHand`: the reader has asked for it just now. */
  revealed(name: string, byHand: boolean): void;
  show(index: number, how: "play" | "end"): Promise<void>;
}

/** The fields of a lesson in an address, and the rest of a hand-in that came with it. */
export interface LessonAddress {
  answers: string;
  /** First digits of the digest of the first question's run. */
  digest: string;
  /** Ids, parted by commas. */
  goals: string;
  /** Whether without answers the last attempt on this device goes on. */
  resumes: boolean;
  /** Whether this device keeps what is answered. */
  keeps: boolean;
  /** Of a hand-in: the name that it gives, what was written under the runs, by question, and the goals with their runs. */
  name: string;
  notes: ReadonlyMap<string, string>;
  reached: readonly Reached[];
}

export class Questions {
  /** The questions, and the last one about another setting. */
  readonly asked: readonly Asked[];
  /** Something in the address could not be read. */
  readonly wrong: boolean;
  readonly answers: Answered[];
  /** Memory of the lesson on this device. */
  readonly memory: LessonMemory;
  /** Which runs were seen to their end. */
  readonly seen: boolean[];
  readonly measured: (Measured | null)[];
  private readonly drafts = new Map<number, Answer>();
  /** Texts that are being typed, by question. */
  private readonly texts = new Map<number, string>();
  /** Questions that are answered once more. */
  private readonly again = new Set<number>();
  /** Where the question is drawn: pad and the run's curve, by question. */
  private pad: { index: number; pad: DrawPad; begun: boolean } | null = null;
  private readonly curves = new Map<number, Curve>();
  /** Results of other runs, by question; and the questions whose differences were said aloud. */
  private readonly found = new Map<number, Found>();
  private readonly said = new Set<number>();
  /** A flow's drops, by question. */
  private readonly drops = new Map<number, Drop[]>();

  constructor(
    private readonly lesson: Lesson,
    private readonly host: QuestionsHost,
    { answers: field, notes, resumes, keeps }: LessonAddress,
  ) {
    this.asked = askedOf(lesson);
    const byIndex = new Map([...notes].map(([id, note]) => [lesson.asks.findIndex((ask) => ask.id === id), note]));
    this.memory = new LessonMemory(lesson, this.asked, field, resumes, byIndex, keeps);
    const { answers, wrong } = readAnswers(this.memory.answers, this.asked);
    this.wrong = wrong;
    this.answers = answers;
    // A question is reached when the one before it is answered.
    const reached = this.locked();
    this.answers = answers.map((one, i) =>
      i < reached || (i === lesson.asks.length && reached === i) ? one : { first: null, second: null },
    );
    this.seen = lesson.asks.map((_, i) => i < reached);
    this.measured = lesson.asks.map(() => null);
    for (let i = 0; i < reached; i++) this.said.add(i);
    for (const [index, draft] of this.memory.found) this.resume(index, draft);
  }

  /** Takes up a draft of an earlier visit: of a question that is open, or that was being answered once more. */
  private resume(index: number, draft: Answer): void {
    const [own, reached] = [this.answers[index], this.locked()];
    if (!own || own.second) return;
    if (own.first) this.again.add(index);
    else if (index !== reached) return;
    this.drafts.set(index, draft);
  }

  /** How many questions are answered. */
  locked(): number {
    const open = this.answers.slice(0, this.lesson.asks.length).findIndex((one) => one.first === null);
    return open < 0 ? this.lesson.asks.length : open;
  }

  /** A question's run is computed. */
  computed(index: number, measured: Measured): void {
    const ask = this.lesson.asks[index];
    this.measured[index] = measured;
    // Some answers can be drawn only beside what the run gives.
    this.host.runView().overlay = overlayOf(this.guesses(index));
    const band = ask?.kind === "number" ? this.lesson.bands.find((one) => one.id === ask.band) : undefined;
    if (band) void this.trace(index, measured, band.of);
    if (ask?.kind === "draw" && !this.curves.has(index))
      void this.host
        .runView()
        .curve(sourceName(ask.flow), ask.signal, ask.from_s, ask.to_s, ask.rate_s)
        .then((curve) => {
          this.curves.set(index, curve);
          this.arrived(index);
        });
    if (ask?.drops !== undefined)
      void dropsOf(this.host.runView(), sourceName(ask.drops)).then((drops) => {
        this.drops.set(index, drops);
        this.host.draw();
      });
    if (!ask?.compared || this.found.has(index)) return;
    this.found.set(index, { rows: new Map(), traces: new Map() });
    const update = (found: Found): void => {
      this.found.set(index, found);
      this.host.draw();
    };
    void compute(ask.compared, this.lesson.scenarios, this.host.others, update).then(
      () => this.arrived(index),
      // Given up with the lesson.
      () => undefined,
    );
  }

  /** Reads the value in question from the trace, if it is there. */
  private async trace(index: number, measured: Measured, of: string): Promise<void> {
    const asked = curveMeasure(of);
    if (!asked) return;
    const { sources, signal, t0_s, t1_s } = asked;
    const curves = await Promise.all(sources.map((source) => this.host.runView().curve(source, signal, t0_s, t1_s)));
    this.measured[index] = { ...measured, traced: { [of]: asked.of(curves) } };
    this.arrived(index);
  }

  /** A question's run has been played to its end; `byHand`: by the reader's press. */
  ended(index: number, byHand: boolean): void {
    if (this.seen[index]) return;
    this.seen[index] = true;
    this.arrived(index);
    this.host.revealed(`reveal-${index}`, byHand);
  }

  /** Something of a question's comparison is there: it is said aloud once it was seen. */
  private arrived(index: number): void {
    this.host.draw();
    if (!this.seen[index] || this.said.has(index)) return;
    const sentence = this.difference(index).at(-1);
    if (!sentence) return;
    this.said.add(index);
    this.host.says(sentence);
  }

  private async lock(index: number, answer: Answer): Promise<void> {
    const own = this.answers[index];
    if (!own) return;
    const { host } = this;
    const second = own.first !== null;
    if (second) own.second = answer;
    else own.first = answer;
    this.again.delete(index);
    this.drafts.delete(index);
    this.texts.delete(index);
    this.memory.lock(index, writeAnswers(this.answers, this.asked));
    host.keep();
    host.draw();
    if (index === this.lesson.asks.length) {
      host.finished();
      return;
    }
    if (second) {
      await host.show(index, "end");
      return;
    }
    // The focus goes to the run's heading, nowhere else.
    host.toPart(`reveal-${index}`);
    await host.show(index, "play");
  }

  /** Locks a part's answer as it is, or that there is none, while presenting. False if nothing is open there. */
  lockAsItIs(part: string): boolean {
    const index = part === "transfer" ? this.lesson.asks.length : Number(/^ask-(\d+)$/.exec(part)?.[1] ?? Number.NaN);
    const own = this.answers[index];
    if (!own || own.first !== null) return false;
    const draft = this.drafts.get(index) ?? null;
    void this.lock(index, draft !== null && isWhole(draft) ? draft : { kind: "unknown" });
    return true;
  }

  /** Takes an answer that may still be changed, null if there is none, and the text that gives it while it is typed. */
  private give(index: number, answer: Answer | null, text: string | null = null): void {
    if (answer === null) this.drafts.delete(index);
    else this.drafts.set(index, answer);
    if (text === null) this.texts.delete(index);
    else this.texts.set(index, text);
    this.memory.draft(index, answer);
    this.host.draw();
  }

  /** The reader's expectation, for the chart that it concerns. */
  guesses(index: number): Guess[] {
    const { asks, scenarios, bands } = this.lesson;
    return guessesOf(asks[index] as Ask, this.answers[index], scenarios, bands, this.measured[index] ?? null);
  }

  /** A pad over the chart, while its question is open and its known part on show. */
  placePad(): void {
    const index = this.locked();
    const ask = this.lesson.asks[index];
    const wanted = ask?.kind === "draw" && this.host.isDrawnOn(index) ? ask : null;
    if (this.pad && (!wanted || this.pad.index !== index)) {
      this.pad.pad.remove();
      this.pad = null;
    }
    if (!wanted) return;
    const runView = this.host.runView();
    this.pad ??= { index, pad: this.newPad(wanted, index, runView), begun: false };
    // Until its run is there, the chart is another run's.
    if (!runView.isLeft) this.beginPad(wanted, runView);
    this.pad.pad.place(runView.isLeft ? null : runView.plot(wanted.chart));
  }

  private newPad(ask: AskDraw, index: number, runView: LessonRunView): DrawPad {
    // The axis has room for all that may be drawn.
    runView.overlay = roomUpTo(ask.chart, ask.max);
    const draft = this.drafts.get(index);
    const begun = draft?.kind === "draw" ? draft.levels : null;
    if (begun) this.showCurve(ask, begun);
    const label = this.lesson.parts[`ask ${ask.id}`]?.title ?? "";
    return new DrawPad(ask, label, (levels) => this.drawn(ask, index, levels), begun);
  }

  /** Shows on the pad where the known part ends, once it is computed so far. */
  private beginPad(ask: AskDraw, runView: LessonRunView): void {
    const { pad } = this;
    if (!pad || pad.begun || runView.computed_s < ask.from_s) return;
    pad.begun = true;
    // A flow that has not begun has no values, which is zero of each.
    void runView.curve(sourceName(ask.flow), ask.signal, 0, ask.from_s, ask.rate_s).then(
      (curve) => pad.pad.begin(valueOn(curve, ask.from_s)),
      // Given up with the run.
      () => undefined,
    );
  }

  /** Takes a whole curve; it may be there before its chart and the pad are. */
  private take(ask: AskDraw, index: number, levels: number[]): void {
    if (this.pad?.index === index) this.pad.pad.take(levels);
    else this.drawn(ask, index, levels);
    // Its chart is not there yet.
    if (this.answers[index]?.first === null && !this.host.isDrawnOn(index)) this.host.toDrawing(index);
  }

  private drawn(ask: AskDraw, index: number, levels: number[]): void {
    this.give(index, { kind: "draw", levels });
    this.showCurve(ask, levels);
  }

  private showCurve(ask: AskDraw, levels: readonly number[]): void {
    this.host.runView().overlay = overlayOf([drawing(ask, levels, translate("lesson.you"))]);
  }

  /** The difference between each answer and the run, a sentence each. */
  private difference(index: number): string[] {
    const own = this.answers[index];
    const against = this.against(index);
    if (!own || !against) return [];
    return [own.first, own.second].flatMap((answer) => (answer && difference(answer, against)) ?? []);
  }

  /** Values with which the answers to a question are compared; null until its run is there. */
  private against(index: number): Parameters<typeof difference>[1] | null {
    const ask = this.lesson.asks[index] as Ask;
    const run = this.measured[index];
    if (!run) return null;
    const options = this.lesson.parts[`ask ${ask.id}`]?.options ?? {};
    const words = (option: string): string => textOf(options[option]?.text(this.host.telling));
    const { bands } = this.lesson;
    return { ask, run, curve: this.curves.get(index), found: this.found.get(index), bands, words };
  }

  // --- The parts of the page -------------------------------------------------------------------------------------

  private input(ask: Ask, index: number): TemplateResult {
    const part = this.lesson.parts[`ask ${ask.id}`];
    const options = part?.options ?? {};
    const draft = this.drafts.get(index) ?? null;
    const onDraft = (answer: Answer): void => this.give(index, answer);
    const props = { id: `ask-${ask.id}`, label: part?.title ?? "", draft, onDraft };
    const { telling } = this.host;
    if (ask.kind === "choose") return askChoose(ask.options, options, telling, props);
    if (ask.kind === "order") return askOrder(ask.cards, options, telling, props);
    if (ask.kind === "points") {
      const words = { ...options, ...this.lesson.parts[`reveal ${ask.id}`]?.options };
      return askPoints(ask, words, telling, { ...props, known: this.known(ask) }, this.lesson.scenarios);
    }
    if (ask.kind === "draw")
      return html`<p class="quiet">${translate("lesson.draw.how")}</p>
        ${this.answers[index]?.first || this.host.isDrawnOn(index) ? nothing : html`<div class="acts"><button type="button" class="button is-line" @click=${() => this.host.toDrawing(index)}>${translate("lesson.draw.chart")}</button></div>`}
        ${sketches(ask, options, telling, draft, (levels) => this.take(ask, index, levels))}`;
    return askNumber(ask, unitOf(ask, this.lesson.bands), {
      ...props,
      text: this.texts.get(index) ?? null,
      onText: (text, answer) => this.give(index, answer, text),
    });
  }

  /** Rows of a question that an earlier run has shown. */
  private known(ask: AskPoints): Known[] {
    return (ask.compared.bars ?? []).flatMap((row) => {
      const run = givenRun(this.lesson, ask, row);
      if (run === null) return [];
      const measured = this.measured[run];
      return [{ row, run, value: measured ? measure(measured, row.of) : null }];
    });
  }

  /** Buttons under a question: lock, or own that one does not know. */
  private lockButtons(index: number, second: boolean): TemplateResult {
    const draft = this.drafts.get(index) ?? null;
    const whole = draft !== null && isWhole(draft);
    const resumed = draft !== null && draft === this.memory.found.get(index);
    return html`${resumed ? html`<p class="quiet">${translate("lesson.kept.draft")}</p>` : nothing}<div class="acts">
      <button type="button" class="button is-main" ?disabled=${!whole}
        @click=${() => whole && void this.lock(index, draft)}>${translate(second ? "lesson.again.lock" : "lesson.lock")}</button>
      ${second ? nothing : html`<button type="button" class="button is-line" @click=${() => void this.lock(index, { kind: "unknown" })}>${translate("lesson.unknown")}</button>`}
    </div>`;
  }

  /** The part that asks. */
  ask(index: number): TemplateResult {
    const ask = this.lesson.asks[index] as Ask;
    const part = this.lesson.parts[`ask ${ask.id}`];
    const own = this.answers[index] ?? { first: null, second: null };
    const { telling } = this.host;
    // A curve's or several points' code is too long to be read out.
    const isShort = ask.kind !== "draw" && ask.kind !== "points";
    const answer = (key: string, given: Answer): TemplateResult =>
      html`<div class="given"><b>${translate(key)}</b> <span>${answerText(ask, given, part?.options ?? {}, this.lesson.bands, telling)}</span>
        ${isShort ? html`<small>${translate("lesson.code", { code: shortCode(given, ask) })}</small>` : nothing}</div>`;
    return html`<section id=${`part-ask-${index}`} class="part is-ask"><h2 tabindex="-1">${part?.title}</h2>
      ${part?.text(telling)}
      ${own.first === null ? html`${this.input(ask, index)}${this.lockButtons(index, false)}` : answer("lesson.locked", own.first)}
      ${own.second ? answer("lesson.locked.second", own.second) : nothing}
      ${own.first !== null && own.second === null ? this.onceMore(ask, index) : nothing}</section>`;
  }

  private onceMore(ask: Ask, index: number): TemplateResult {
    if (this.again.has(index)) return html`${this.input(ask, index)}${this.lockButtons(index, true)}`;
    const open = (): void => {
      this.again.add(index);
      this.host.draw();
    };
    return html`<div class="acts"><button type="button" class="button is-line" @click=${open}>${translate("lesson.again")}</button></div>`;
  }

  /** The part that reveals. */
  reveal(index: number): TemplateResult {
    const ask = this.lesson.asks[index] as Ask;
    const part = this.lesson.parts[`reveal ${ask.id}`];
    const { host } = this;
    if (!this.seen[index])
      return html`<section id=${`part-reveal-${index}`} class="part is-reveal"><h2 tabindex="-1">${translate("lesson.part.reveal", { n: num(index + 1) })}</h2>
        <p class="quiet">${translate("lesson.run.playing")}</p>
      </section>`;
    const own = this.answers[index] ?? { first: null, second: null };
    const asked = this.lesson.parts[`ask ${ask.id}`]?.options ?? {};
    const taken = [own.first, own.second].flatMap((answer, i) =>
      answer?.kind === "choose"
        ? [{ option: answer.option, label: translate(i === 0 ? "lesson.you" : "lesson.you.second") }]
        : [],
    );
    const found = this.found.get(index);
    const again = html`<div class="acts"><button type="button" class="button is-line" @click=${() => void host.show(index, "end")}>${translate("lesson.run.show")}</button></div>`;
    return html`<section id=${`part-reveal-${index}`} class="part is-reveal"><h2 tabindex="-1">${part?.title}</h2>
      ${this.difference(index).map((sentence) => html`<p class="difference">${sentence}</p>`)}
      ${ask.kind === "choose" ? answeredChoice(ask.options, ask.right, taken, asked, host.telling) : nothing}
      ${ask.kind === "draw" ? sketchReplies(ask, [own.first, own.second], asked, host.telling) : nothing}
      ${found ? comparedFigure(ask, own, found, { ...asked, ...part?.options }, host.telling, this.lesson) : nothing}
      ${part?.text(host.telling)}
      ${host.shown() === index ? host.runView().differences : nothing}
      ${ask.drops === undefined ? nothing : dropTable(this.drops.get(index) ?? [], host.runView().looks.find((look) => look.name === sourceName(ask.drops ?? ""))?.label ?? ask.drops)}
      ${this.mainDifference(index)}
      ${host.shown() === index ? nothing : again}
    </section>`;
  }

  /** A line to write on, which this device keeps where it can. */
  private mainDifference(index: number): TemplateResult {
    const { memory } = this;
    const write = (event: Event): void => {
      memory.write(index, (event.target as HTMLInputElement).value);
      this.host.draw();
    };
    if (memory.handed) {
      const note = memory.note(index);
      return note === "" ? html`` : html`<p class="given"><b>${translate("lesson.handed.note")}</b> ${note}</p>`;
    }
    const own = this.answers[index];
    const answer = own?.second ?? own?.first;
    const against = this.against(index);
    // Readers who were right, or expected nothing, are asked for the reason.
    const wrong = answer && against && answer.kind !== "unknown" && !isRight(answer, against);
    const key = wrong ? "lesson.difference.main" : "lesson.difference.why";
    const words = translate(memory.stores ? key : `${key}.unkept`);
    return html`<label class="main-difference"><span class="unseen">${translate("lesson.part.ask", { n: num(index + 1) })}: </span>${words}<input
      type="text" autocomplete="off" maxlength=${MOST.sentence} .value=${memory.note(index)} @input=${write} /></label>`;
  }

  /** The last question, about another setting. */
  transfer(): TemplateResult {
    const { options, right } = this.lesson.transfer;
    const index = this.lesson.asks.length;
    const part = this.lesson.parts.transfer;
    const own = this.answers[index] ?? { first: null, second: null };
    const draft = this.drafts.get(index) ?? null;
    const words = part?.options ?? {};
    const { telling } = this.host;
    if (own.first === null) {
      const onDraft = (answer: Answer): void => this.give(index, answer);
      const props = { id: "ask-transfer", label: part?.title ?? "", draft, onDraft };
      return html`${askChoose(options, words, telling, props)}${this.lockButtons(index, false)}`;
    }
    const taken = own.first.kind === "choose" ? [{ option: own.first.option, label: translate("lesson.you") }] : [];
    // It follows from what was seen: there is no run of it.
    return answeredChoice(options, right, taken, words, telling, translate("lesson.answer.so"));
  }
}
