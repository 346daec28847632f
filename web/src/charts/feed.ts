/**
 * Fetches what the charts show: one request for all charts on the time axis, one for those with an axis of their own, one
 * for the values at the reading; each of the run and of the one that is laid over it, so that both come together. What is due is
 * asked for at once, and again when all of it has come. Not here: what is asked (stack-data.ts) nor how an answer is drawn.
 */

import { continued, KEPT_MS } from "../engine/frames.ts";
import type { Frame, Mode, Points, SeriesRequest, SourceName, ViewRequest } from "../engine/protocol.ts";
import { NONE } from "../plot/points.ts";
import type { SeriesMap } from "./chart.ts";

/** While the run is being computed, data are fetched and drawn so often at most, ms. */
const CALM_MS = 100;
/** A coarse stretch is asked for again after this, ms; each time longer, up to the last. */
const FINER_MS = [150, 300, 600, 1200] as const;
/** After an error the next try, ms. */
const AGAIN_MS = 1000;
/** A run's first picture waits until its span is computed, and no longer than this, ms: its scale is then the final one. */
const PATIENCE_MS = 1000;

/** Questions: to the run, and to the one laid over it. */
export interface Wanted {
  first: ViewRequest;
  second: ViewRequest | null;
}

/** Answer of one run. */
export interface Part {
  /** Its drawn part: beyond `until_s` it may be the part that was there before the run was changed. */
  frame: Frame;
  /** How far it is the run as it stands, s. */
  until_s: number;
  series: SeriesMap;
}

/** An answer. */
export interface Answer extends Part {
  /** Of the run that is laid over it; null without one. */
  second: Part | null;
  /** Counts answers. */
  version: number;
}

/** A feed's questions and reports. */
export interface FeedEvents {
  request(request: ViewRequest): Promise<Frame>;
  /** The same of the run that is laid over it. */
  requestSecond(request: ViewRequest): Promise<Frame>;
  answered(): void;
  /** It is tried again. */
  failed?(error: unknown): void;
}

interface Line {
  wanted: Wanted | null;
  /** The question as text, to distinguish a new one from the old. */
  key: string;
  /** It was said what is wanted since the run is this one. */
  asked: boolean;
  answer: Answer | null;
  /** Question of the answer. */
  answered: string;
  dirty: boolean;
  /** Not before this instant of `performance.now()`. */
  due: number;
  coarse: number;
  /** When the first picture of this run was asked for. */
  since: number;
  /** When a run was changed last. */
  changed: number;
}

/** The lines of requests: charts on the time axis, charts with their own, and what is read exactly. */
export type LineName = "time" | "own" | "reading";
export const LINES = ["time", "own", "reading"] as const;

export class Feed {
  readonly #lines: Record<LineName, Line> = { time: fresh(), own: fresh(), reading: fresh() };
  #flying = false;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #version = 0;
  #generation = 0;
  /** Counts the runs that were laid over it. */
  #seconds = 0;

  constructor(private readonly events: FeedEvents) {}

  /** The last answer of a line. */
  answer(line: LineName): Answer | null {
    return this.#lines[line].answer;
  }

  /** Whether a line has no answer yet, and will have one. */
  isDue(name: LineName): boolean {
    const { answer, wanted, asked } = this.#lines[name];
    return answer === null && (wanted !== null || !asked);
  }

  /** Question of a line now. */
  request(name: LineName): ViewRequest | null {
    return this.#lines[name].wanted?.first ?? null;
  }

  /** How long what is on its way has been waited for, ms; 0 without it. */
  waiting(now: number): number {
    return this.#flying ? now - this.#since : 0;
  }

  /** How long a part of what is drawn has been of the run before its change, ms; 0 if nothing is. */
  outdated(now: number): number {
    const { answer, changed } = this.#lines.time;
    return answer && answer.frame.computed_s > answer.until_s ? now - changed : 0;
  }

  /** Says what a line shows from now on; asks at once if that is new. */
  want(name: LineName, first: ViewRequest | null, second: ViewRequest | null = null): void {
    const line = this.#lines[name];
    line.asked = true;
    if (!first || first.series.length === 0 || !(first.t1_s > first.t0_s)) {
      line.wanted = null;
      line.dirty = false;
      line.key = "";
      return;
    }
    const key = `${keyOf(first)}${second ? ` and ${keyOf(second)}` : ""}`;
    if (key === line.key) return;
    line.wanted = { first, second };
    line.key = key;
    line.dirty = true;
    line.coarse = 0;
    line.due = 0;
    line.since ||= performance.now();
    this.#pumpSoon();
  }

  /** New data were computed: asks again, calmly. */
  refresh(name: LineName): void {
    const line = this.#lines[name];
    if (!line.wanted || line.dirty) return;
    line.dirty = true;
    this.#pumpSoon();
  }

  /** A run was changed: what was answered stays until its place is taken, for a short time. */
  change(): void {
    for (const name of LINES) {
      this.#lines[name].changed = performance.now();
      this.refresh(name);
    }
  }

  /** Another run: what was answered is of the old one. */
  forget(): void {
    this.#generation++;
    for (const name of LINES) this.#lines[name] = fresh();
  }

  /** Another run is laid over this one, or none: what was answered of the old one goes. */
  forgetSecond(): void {
    this.#seconds++;
    for (const name of LINES) {
      const line = this.#lines[name];
      if (line.answer?.second) line.answer = { ...line.answer, second: null, version: ++this.#version };
      this.refresh(name);
    }
  }

  /** Once all that is wanted now was said. */
  #pumpSoon(): void {
    queueMicrotask(() => this.#pump());
  }

  #pump(): void {
    if (this.#flying) return;
    const now = performance.now();
    const waiting = LINES.map((name) => this.#lines[name]).filter((line) => line.dirty && line.wanted);
    const due = waiting.filter((line) => line.due <= now);
    if (due.length > 0) {
      void this.#send(due);
      return;
    }
    if (waiting.length === 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.min(...waiting.map((line) => line.due)) - now);
  }

  /** Asks for all that is due together, so that it is of one instant and drawn in one frame. */
  async #send(lines: readonly Line[]): Promise<void> {
    const generation = this.#generation;
    this.#flying = true;
    this.#since = performance.now();
    const sent = lines.map((line) => ({ line, key: line.key, wanted: line.wanted as Wanted }));
    for (const line of lines) line.dirty = false;
    const seconds = this.#seconds;
    try {
      const frames = await Promise.all(sent.map(({ wanted }) => this.#ask(wanted)));
      if (generation !== this.#generation) return;
      sent.forEach(({ line, key, wanted }, i) => {
        const [first, second] = frames[i] as [Frame, Frame | null];
        this.#take(line, key, wanted, first, seconds === this.#seconds ? second : null);
      });
      this.events.answered();
    } catch (error) {
      if (generation !== this.#generation) return;
      for (const line of lines) {
        line.dirty = true;
        line.due = performance.now() + AGAIN_MS;
      }
      this.events.failed?.(error);
    } finally {
      this.#flying = false;
      this.#pump();
    }
  }

  /** A run that is laid over another may end at any moment: the other is shown without it. */
  #ask({ first, second }: Wanted): Promise<[Frame, Frame | null]> {
    const own = this.events.request(first);
    return Promise.all([own, second && this.events.requestSecond(second).catch(() => null)]);
  }

  #take(line: Line, key: string, wanted: Wanted, frame: Frame, second: Frame | null): void {
    const now = performance.now();
    const calm = Math.max(line.due, now + CALM_MS);
    const whole = frame.withheld || frame.computed_s >= wanted.first.t1_s;
    if (line === this.#lines.time && !line.answer && !whole && now - line.since < PATIENCE_MS) {
      if (key === line.key) line.due = calm;
      line.dirty = true;
      return;
    }
    const kept = key === line.answered && now - line.changed < KEPT_MS ? line.answer : null;
    const part = ({ series }: ViewRequest, of: Frame, before: Part | null | undefined): Part => {
      const shown = before ? continued(of, before.frame) : of;
      return { frame: shown, until_s: of.computed_s, series: seriesOf(series, shown.series) };
    };
    line.answer = {
      ...part(wanted.first, frame, kept),
      second: second && wanted.second && part(wanted.second, second, kept?.second),
      version: ++this.#version,
    };
    line.answered = key;
    // A question that is another one by now is not calmed.
    if (key !== line.key) return;
    line.due = now + CALM_MS;
    if (frame.coarse || second?.coarse) {
      line.due = now + (FINER_MS[Math.min(line.coarse, FINER_MS.length - 1)] as number);
      line.coarse++;
      line.dirty = true;
    } else if (line.answer.frame.computed_s > frame.computed_s) line.dirty = true;
  }
}

export const nameOf = ({ source, signal, mode }: SeriesRequest): string => `${source}|${signal}|${mode}`;

/** Finds series by name among those that came. */
export function seriesOf(requests: readonly SeriesRequest[], points: readonly Points[]): SeriesMap {
  const map = new Map(requests.map((request, i) => [nameOf(request), points[i]]));
  return {
    get: (source: SourceName, signal: string, mode: Mode) => map.get(`${source}|${signal}|${mode}`) ?? NONE,
    has: (wanted) => wanted.every((request) => map.has(nameOf(request))),
  };
}

/** Each series once, with the greatest limit that is asked for. */
export function distinct(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const map = new Map<string, SeriesRequest>();
  for (const request of requests) {
    const key = nameOf(request);
    const known = map.get(key);
    if (!known || (request.limit ?? 0) > (known.limit ?? 0)) map.set(key, request);
  }
  return [...map.values()];
}

function keyOf(request: ViewRequest): string {
  const series = request.series.map((s) => `${s.source}|${s.signal}|${s.mode}|${s.window_s ?? ""}|${s.limit ?? ""}`);
  return `${request.t0_s} ${request.t1_s} ${request.columns} ${series.join(" ")}`;
}

function fresh(): Line {
  return {
    wanted: null,
    key: "",
    asked: false,
    answer: null,
    answered: "",
    dirty: false,
    due: 0,
    coarse: 0,
    since: 0,
    changed: Number.NEGATIVE_INFINITY,
  };
}
