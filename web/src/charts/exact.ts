/**
 * The exact values at the reading. Columns of pixels hold a value for each stretch of the screen; what is in words is
 * read from a second, very short view around the reading itself. Not here: when it is asked (stack-data.ts).
 */
import {
  BOTTLENECK,
  type Frame,
  type Picture,
  type SeriesRequest,
  type SourceName,
  type ViewRequest,
} from "../engine/protocol.ts";
import { valueAt } from "../plot/points.ts";
import { type FlowLook, hasTwoQueues, queuedBySource, type RunFacts } from "../session/run-facts.ts";
import type { ChartContext, SeriesMap } from "./chart.ts";
import { placeOf, sourceRuns } from "./flow-styles.ts";

/** The short view begins so long before the reading, and ends so long after it (what happens at an instant counts), s. */
const BEFORE_S = 1e-6;
const AFTER_S = 2e-9;

/** Asks for what levels, states and rates are at an instant; marks and samples have no value there. */
export function exactRequest(t_s: number, series: readonly SeriesRequest[]): ViewRequest {
  const wanted = new Map<string, SeriesRequest>();
  for (const one of series) {
    if (one.mode === "marks") continue;
    const { source, signal } = one;
    wanted.set(`${source}|${signal}`, one.mode === "rate" ? one : { source, signal, mode: "line" });
  }
  return { t0_s: Math.max(0, t_s - BEFORE_S), t1_s: t_s + AFTER_S, columns: 1, series: [...wanted.values()] };
}

/** The exact values of the run and of the one laid over it. */
export interface Exacts {
  first: Exact | null;
  second: Exact | null;
  version: number;
}

/** Whether an answer to `exactRequest` is of this instant. */
export const isReadOf = (frame: Frame, t_s: number): boolean => Math.abs(t_s - (frame.t1_s - AFTER_S)) <= AFTER_S;

/** The reader of an answer to `exactRequest`: undefined where it does not stand for the instant asked for. */
export type Exact = (source: SourceName, signal: string, t_s: number) => number | undefined;

/** Reads an answer; it stands for instants within `within_s` of its own. */
export function exactOf(frame: Frame, series: SeriesMap, within_s: number): Exact {
  const own = frame.t1_s - AFTER_S;
  return (source, signal, t_s) => {
    if (Math.abs(t_s - own) > Math.max(within_s, AFTER_S) || frame.computed_s < own - AFTER_S) return undefined;
    const level = series.get(source, signal, "line");
    const value = level.length > 0 ? valueAt(level, frame.t1_s) : lastOf(series.get(source, signal, "rate"));
    return value ?? undefined;
  };
}

function lastOf(points: ArrayLike<number>): number | null {
  const value = points[points.length - 1];
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** A level of a flow at the reading; null while the flow does not run. */
export const levelNow = (cx: ChartContext, flow: FlowLook, signal: string): number | null =>
  atReading(cx, flow.name, signal);

/** The queue at the reading as the drawn picture of the path has it; undefined of another instant. */
function queueDrawn({ drawn, flows, reading_s, ...facts }: RunFacts, source: SourceName, signal: string) {
  if (!drawn || Math.abs(drawn.t_s - reading_s) > AFTER_S) return undefined;
  const { queue_bytes, queue_packets, rate_bps } = drawn;
  if (source === BOTTLENECK) {
    if (signal === "queue_packets") return queue_packets;
    if (signal === "queue_bytes") return queue_bytes;
    return signal === "queue_delay_ms" && !facts.varies && !hasTwoQueues(facts)
      ? (queue_bytes * 8000) / rate_bps
      : undefined;
  }
  const place = placeOf(flows, source);
  const own = signal === "queue_packets" && place !== undefined ? queuedIn(drawn) : null;
  return own ? (own[place as number] ?? 0) : undefined;
}

/** Waiting packets of each source, of pictures that were read. */
const queued = new WeakMap<Picture, number[] | null>();

/** Waiting packets of each source; null where the picture has only some of the packets. */
function queuedIn(picture: Picture): number[] | null {
  const known = queued.get(picture);
  if (known !== undefined) return known;
  const own = queuedBySource(picture);
  const whole = own.reduce((all, n) => all + n, 0) === picture.queue_packets ? own : null;
  queued.set(picture, whole);
  return whole;
}

/** A series at the reading: exactly where that is known, else by its columns; null where it has no value, and of a flow that does not run. */
export function atReading(
  cx: ChartContext,
  source: SourceName,
  signal: string,
  mode: "line" | "rate" | "state" = "line",
): number | null {
  const { reading_s } = cx.facts;
  if (!sourceRuns(cx.facts, source, reading_s)) return null;
  const exact = queueDrawn(cx.facts, source, signal) ?? cx.series.at?.(source, signal, reading_s);
  if (exact !== undefined) return exact;
  const points = cx.series.get(source, signal, mode);
  return valueAt(points, reading_s);
}
