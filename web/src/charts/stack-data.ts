/**
 * Common questions of the open charts of a stack, and their answers: one request for those of one kind, and one for the exact values at
 * the reading. Not here: when it is sent (feed.ts), what a kind asks for (x-axis.ts).
 */
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import type { Span } from "../plot/span.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { OverlayRun } from "./chart.ts";
import { type Exact, type Exacts, exactOf, exactRequest, isReadOf } from "./exact.ts";
import { type Answer, distinct, Feed, LINES, type LineName, type Part } from "./feed.ts";
import type { Moment } from "./moment.ts";
import type { Panel } from "./panel.ts";
import { X_AXES } from "./x-axis.ts";

/** A stretch that takes longer shows its progress, ms. */
const BUSY_MS = 100;
/** So does a future that is for longer still that of the run before a change, ms. */
const OUTDATED_MS = 500;

/** Input and output of the stack. */
interface Source {
  request(request: ViewRequest): Promise<Frame>;
  /** The run that is laid over the first. */
  second(): OverlayRun | undefined;
  answered(): void;
}

export class StackData {
  readonly #feed: Feed;
  /** The span that is drawn. */
  #span: Span = [0, 1];

  constructor(private readonly source: Source) {
    const none = (): Promise<Frame> => Promise.reject(new Error("no overlay has a run"));
    this.#feed = new Feed({ ...source, requestSecond: (request) => source.second()?.request(request) ?? none() });
  }

  answer(name: LineName): Answer | null {
    return this.#feed.answer(name);
  }

  /** Whether the charts over time have no data yet, and will have some. */
  get isDue(): boolean {
    return this.#feed.isDue("time");
  }

  /** How long what is on its way has been waited for, ms; 0 without it. */
  waiting(now: number): number {
    return this.#feed.waiting(now);
  }

  /** Whether something that is drawn has been computed for a while. */
  isBusy(now: number): boolean {
    return this.waiting(now) > BUSY_MS || this.#feed.outdated(now) > OUTDATED_MS || this.#isCoarse("time");
  }

  #isCoarse(name: LineName): boolean {
    return this.answer(name)?.frame.coarse ?? false;
  }

  /** The span that is drawn where `asked` is wanted: that of the data, until those of another one have come. */
  pictured(asked: Span): Span {
    const answer = this.answer("time");
    if (answer && this.#feed.request("time")) this.#span = [answer.frame.t0_s, answer.frame.t1_s];
    else if (!this.isDue) this.#span = asked;
    return this.#span;
  }

  /** New data of the run were computed, up to beyond `end_s` or not. */
  invalidate(end_s: number | undefined): void {
    const time = this.answer("time");
    // Data beyond the span change nothing on the screen.
    if (!time || end_s === undefined || time.until_s < end_s || time.frame.coarse) this.#feed.refresh("time");
    const own = this.answer("own");
    if (!own || own.until_s < own.frame.t1_s) this.#feed.refresh("own");
    const reading = this.answer("reading");
    if (reading && reading.until_s < reading.frame.t1_s) this.#feed.refresh("reading");
  }

  /** The run of an overlay was computed further; `changed`: from a moment on it is another; `forget`: all of it is, or there is none. */
  invalidateOverlay(what: "computed" | "changed" | "forget"): void {
    if (what === "forget") this.#feed.forgetSecond();
    else if (what === "changed") this.#feed.change();
    else for (const line of LINES) this.#feed.refresh(line);
  }

  /** Another run; `keep`: what was answered stays until its place is taken. */
  reset(keep: boolean): void {
    if (keep) this.#feed.change();
    else this.#feed.forget();
  }

  /** Whether the exact values of an instant have come, or are not asked for. */
  hasRead(t_s: number): boolean {
    if (!this.#feed.request("reading") || this.isDue) return true;
    const answer = this.answer("reading");
    return answer !== null && isReadOf(answer.frame, t_s);
  }

  /** The exact values that have come; while playing they stand for instants of one pixel of `width`. */
  exacts({ facts, playing }: Moment, width: number): Exacts {
    const reading = this.answer("reading");
    const within = playing ? (facts.t1_s - facts.t0_s) / Math.max(1, width) : 0;
    const of = (part: Part | null | undefined): Exact | null =>
      part ? exactOf(part.frame, part.series, within) : null;
    return { first: of(reading), second: of(reading?.second), version: reading?.version ?? 0 };
  }

  /** Asks for the series of charts: those of one kind together. `columns`: width of the plots over time, px. */
  ask(shown: readonly Panel[], { facts, asked: span, asks_s, playing }: Moment, columns: number): void {
    const { t0_s, t1_s, reading_s, playhead_s } = facts;
    const run = this.source.second();
    const second = run ? { ...run.facts, t0_s, t1_s, reading_s, playhead_s } : null;
    const want = (name: LineName, request: (of: RunFacts) => ViewRequest | null): void =>
      this.#feed.want(name, request(facts), second && request(second));
    for (const axis of X_AXES) {
      const panels = shown.filter((panel) => panel.axis === axis && !panel.folded && panel.layout);
      const charts = panels.map(({ chart }) => chart);
      const view = axis.view(charts, { span, reading_s, columns });
      const series = (of: RunFacts) =>
        distinct(panels.flatMap(({ chart, layout }) => chart.series(of, layout?.plotWidth ?? 1)));
      want(axis.line, (of) => view && { ...view, series: series(of) });
      if (!axis.shared) continue;
      // A stretch that must be simulated again is read exactly when the run rests, and not beside another such stretch.
      const heavy = playing && this.#isCoarse("reading");
      const apart = (asks_s < span[0] || asks_s > span[1]) && this.#isCoarse("time");
      want("reading", (of) => (heavy || apart ? null : exactRequest(asks_s, series(of))));
    }
  }
}
