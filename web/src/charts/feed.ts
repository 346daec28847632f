/**
 * Fetches what the charts show: one request for all charts on the time axis, one for those with an axis of their own, one
 * for the values at the reading, and never more than one on its way. Not here: what is asked (stack.ts) nor how an answer is drawn.
 */
import type { Frame, Mode, Points, SeriesRequest, SourceName, ViewRequest } from "../engine/protocol.ts";
import { NONE } from "../plot/points.ts";
import type { SeriesMap } from "./chart.ts";

/** While the run is being computed, data are fetched and drawn so often at most, ms. */
const CALM_MS = 100;
/** A coarse stretch is asked for again after this, ms; each time longer, up to the last. */
const FINER_MS = [150, 300, 600, 1200] as const;
/** After an error the next try, ms. */
const AGAIN_MS = 1000;

/** An answer, with the series to find by name. */
export interface Answer {
  frame: Frame;
  series: SeriesMap;
  /** Counts answers. */
  version: number;
}

/** What a feed reports. */
export interface FeedEvents {
  answered(): void;
  failed(error: unknown): void;
}

interface Line {
  request: ViewRequest | null;
  /** The request as text, to distinguish a new one from the old. */
  key: string;
  answer: Answer | null;
  dirty: boolean;
  /** Not before this instant of `performance.now()`. */
  due: number;
  coarse: number;
}

/** The lines of requests: charts on the time axis, charts with their own, and what is read exactly. */
export type LineName = "time" | "own" | "reading";

export class Feed {
  readonly #request: (request: ViewRequest) => Promise<Frame>;
  readonly #events: FeedEvents;
  readonly #lines: Record<LineName, Line> = { time: fresh(), own: fresh(), reading: fresh() };
  #flying = false;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #version = 0;
  #generation = 0;
  #ended = false;

  constructor(request: (request: ViewRequest) => Promise<Frame>, events: FeedEvents) {
    this.#request = request;
    this.#events = events;
  }

  /** The last answer of a line. */
  answer(line: LineName): Answer | null {
    return this.#lines[line].answer;
  }

  /** How long the request on its way has been waited for, ms; 0 without one. */
  waiting(now: number): number {
    return this.#flying ? now - this.#since : 0;
  }

  /** Says what a line shows from now on; asks at once if that is new. */
  want(name: LineName, request: ViewRequest | null): void {
    const line = this.#lines[name];
    if (!request || request.series.length === 0 || !(request.t1_s > request.t0_s)) {
      line.request = null;
      line.dirty = false;
      line.key = "";
      return;
    }
    const key = keyOf(request);
    if (key === line.key) return;
    line.request = request;
    line.key = key;
    line.dirty = true;
    line.coarse = 0;
    line.due = 0;
    this.#pump();
  }

  /** New data were computed: asks again, calmly. */
  refresh(name: LineName): void {
    const line = this.#lines[name];
    if (!line.request || line.dirty) return;
    line.dirty = true;
    this.#pump();
  }

  /** Another run: what was answered is of the old one. */
  forget(): void {
    this.#generation++;
    for (const name of ["time", "own", "reading"] as const) this.#lines[name] = fresh();
  }

  end(): void {
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #pump(): void {
    if (this.#flying || this.#ended) return;
    const now = performance.now();
    const waiting = Object.values(this.#lines).filter((line) => line.dirty && line.request);
    const next = waiting.sort((a, b) => a.due - b.due)[0];
    if (!next) return;
    if (next.due > now) {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#pump(), next.due - now);
      return;
    }
    void this.#send(next, next.request as ViewRequest);
  }

  async #send(line: Line, request: ViewRequest): Promise<void> {
    const generation = this.#generation;
    line.dirty = false;
    this.#flying = true;
    this.#since = performance.now();
    try {
      const frame = await this.#request(request);
      if (generation === this.#generation && !this.#ended) this.#take(line, request, frame);
    } catch (error) {
      if (generation === this.#generation && !this.#ended) {
        line.dirty = true;
        line.due = performance.now() + AGAIN_MS;
        this.#events.failed(error);
      }
    } finally {
      this.#flying = false;
      this.#pump();
    }
  }

  #take(line: Line, request: ViewRequest, frame: Frame): void {
    const now = performance.now();
    line.answer = { frame, series: seriesOf(request.series, frame.series), version: ++this.#version };
    line.due = now + CALM_MS;
    if (frame.coarse) {
      line.due = now + (FINER_MS[Math.min(line.coarse, FINER_MS.length - 1)] as number);
      line.coarse++;
      line.dirty = true;
    }
    this.#events.answered();
  }
}

/** Finds series by name among those that came. */
export function seriesOf(requests: readonly SeriesRequest[], points: readonly Points[]): SeriesMap {
  const map = new Map(requests.map((request, i) => [`${request.source}|${request.signal}|${request.mode}`, points[i]]));
  return { get: (source: SourceName, signal: string, mode: Mode) => map.get(`${source}|${signal}|${mode}`) ?? NONE };
}

/** Each series once, with the greatest limit that is asked for. */
export function distinct(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const map = new Map<string, SeriesRequest>();
  for (const request of requests) {
    const key = `${request.source}|${request.signal}|${request.mode}`;
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
  return { request: null, key: "", answer: null, dirty: false, due: 0, coarse: 0 };
}
