/**
 * Results of a run over a span, by its counters at both ends and a view of it: goodput, queue, drops, delay of calls, backoffs. Not here: two runs side by
 * side (table.ts), the measures of a whole run by their names (session/measures.ts).
 */
import { BOTTLENECK, type Counters, type Frame, type Points, type SeriesRequest } from "../engine/protocol.ts";
import { indexAt } from "../plot/points.ts";
import { quantileOf } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Engine } from "../session/session.ts";

/** Columns over which queue levels are weighted by time; each keeps its extremes. */
const COLUMNS = 4000;
const MARKS = 100_000;
/** Percentiles that the papers' figures draw. */
export const SHARES = [0.5, 0.8] as const;
/** Of a call: what four of five packets take at most. */
export const DELAY_SHARE = 0.8;

/** The share `q` (0 to 1) of a level, weighed by the time that it held within a span; null where nothing is known of it. */
export function timeQuantile(points: Points, t0_s: number, t1_s: number, q: number): number | null {
  const held: [number, number][] = [];
  let whole = 0;
  for (let i = Math.max(0, indexAt(points, t0_s)); 2 * i < points.length; i++) {
    const from = Math.max(t0_s, points[2 * i] as number);
    const to = Math.min(t1_s, points[2 * i + 2] ?? t1_s);
    if (from >= t1_s) break;
    const value = points[2 * i + 1] as number;
    if (!(to > from) || !Number.isFinite(value)) continue;
    held.push([value, to - from]);
    whole += to - from;
  }
  held.sort((a, b) => a[0] - b[0]);
  let sum = 0;
  for (const [value, time] of held) {
    sum += time;
    if (sum >= q * whole * (1 - 1e-12)) return value;
  }
  return null;
}

/** The series that measures are taken of; of a queue that is limited in bytes those. */
export function wanted(looks: readonly FlowLook[], inBytes: boolean): SeriesRequest[] {
  return [
    { source: BOTTLENECK, signal: inBytes ? "queue_bytes" : "queue_packets", mode: "line" },
    ...looks
      .filter((look) => look.cross)
      .map((look): SeriesRequest => ({ source: look.name, signal: "one_way_delay_ms", mode: "marks", limit: MARKS })),
  ];
}

/** Measures of a run over a span. */
export interface Measured {
  /** Of each flow, Mbit/s. */
  goodput: (number | null)[];
  /** Of each flow. */
  backoffs: number[];
  /** The queue's length at each of `SHARES`, packets, or bytes where it is limited in these. */
  queue: (number | null)[];
  drops: number;
  /** Of each call: what its packets take at most, four of five, ms. */
  delays: (number | null)[];
}

/** Counters at both ends of a span. */
export type Ends = readonly [from: Counters, to: Counters];

/** Growth of a source's counter over a span; undefined of a source that is not of the run. */
const grown = ([from, to]: Ends, counter: keyof Counters, place: number): number | undefined => {
  const [before, after] = [from[counter][place], to[counter][place]];
  return before === undefined || after === undefined ? undefined : after - before;
};

/** Mean goodput over a flow's own time within a span, Mbit/s; null where there is none. */
export function meanGoodput(ends: Ends, look: FlowLook, t0_s: number, t1_s: number): number | null {
  const bytes = grown(ends, "delivered_bytes", look.index);
  const own_s = Math.min(t1_s, look.stop_s) - Math.max(t0_s, look.start_s);
  return bytes === undefined || own_s <= 0 ? null : (bytes * 8e-6) / own_s;
}

/** The counters of a run at both ends of a span that it is computed to. */
export const countersOf = (engine: Engine, t0_s: number, t1_s: number): Promise<Ends> =>
  Promise.all([engine.ask("counters", { t_s: t0_s }), engine.ask("counters", { t_s: t1_s })]);

/** Measures of a frame with the series of `wanted`, and of counters. */
export function measuresOf(
  frame: Pick<Frame, "series">,
  ends: Ends,
  looks: readonly FlowLook[],
  t0_s: number,
  t1_s: number,
): Measured {
  const senders = looks.filter((look) => !look.cross);
  const of = (i: number): Points => frame.series[i] ?? new Float64Array(0);
  const goodput = senders.map((look) => meanGoodput(ends, look, t0_s, t1_s));
  const backoffs = senders.map((look) => grown(ends, "delay_backoffs", look.index) ?? 0);
  const drops = looks.reduce((sum, look) => sum + (grown(ends, "dropped_queue", look.index) ?? 0), 0);
  const delays = looks
    .filter((look) => look.cross)
    .map((_, i) => {
      const values = of(1 + i).filter((_, k) => k % 2 === 1);
      return values.length > 0 ? quantileOf([...values], DELAY_SHARE) : null;
    });
  return { goodput, backoffs, drops, delays, queue: SHARES.map((share) => timeQuantile(of(0), t0_s, t1_s, share)) };
}

/** Measures a run over a span that it is computed to. */
export async function measure(
  engine: Engine,
  looks: readonly FlowLook[],
  t0_s: number,
  t1_s: number,
  inBytes = false,
): Promise<Measured> {
  const view = engine.ask("view", { t0_s, t1_s, columns: COLUMNS, series: wanted(looks, inBytes) });
  const [frame, ends] = await Promise.all([view, countersOf(engine, t0_s, t1_s)]);
  return measuresOf(frame, ends, looks, t0_s, t1_s);
}
