/**
 * Many flows by hand: made-up flows, facts and series whose percentiles can be computed on paper. For tests only. Not here: the
 * imitated run (toy.ts).
 */
import { type Points, sourceName } from "../../engine/protocol.ts";
import type { FlowLook, RunFacts } from "../../session/run-facts.ts";
import type { ChartContext } from "../chart.ts";
import { THEME } from "./draw.ts";
import { DUEL, toyFacts } from "./toy.ts";

/** A flow of 4 s with CDG, but for what `over` says. */
export const flow = (name: string, index: number, over: Partial<FlowLook> = {}): FlowLook => ({
  name: sourceName(name),
  index,
  sign: index,
  label: name,
  kind: "cdg",
  title: "CDG",
  cross: false,
  start_s: 0,
  stop_s: 4,
  ...over,
});
/** A run of 4 s, read at its end, in 4 columns. */
export const facts = (flows: FlowLook[], over: Partial<RunFacts> = {}): RunFacts => ({
  ...toyFacts(DUEL),
  flows,
  duration_s: 4,
  computed_s: 4,
  t0_s: 0,
  t1_s: 4,
  columns: 4,
  reading_s: 4,
  playhead_s: 4,
  base_rtt_ms: new Map(flows.map(({ name }) => [name, 1])),
  ...over,
});
/** Quantities of each flow that charts measure; without a name, a test's own. */
const MEASURED = new Set(["", "cwnd_packets", "rtt_ms", "delivered_bytes"]);
/** A context in which each flow has one series, whichever chart measures it. */
export const context = (of: RunFacts, points: Record<string, number[]>): ChartContext => {
  const series = new Map(Object.entries(points).map(([name, list]) => [sourceName(name), Float64Array.from(list)]));
  return {
    facts: of,
    series: { get: (source, signal): Points => (MEASURED.has(signal) && series.get(source)) || new Float64Array(0) },
    theme: THEME,
    held: null,
  };
};

/** 10 CDG, then 10 NewReno: windows 1 to 10 and 11 to 20 packets. The last one once had a thousand. */
export const crowd = (count = 20): ChartContext => {
  const reno = { kind: "newreno", title: "NewReno" };
  const flows = Array.from({ length: count }, (_, i) => flow(`f${i + 1}`, i, i < 10 ? {} : reno));
  const points = Object.fromEntries(flows.map(({ name }, i) => [name, [0, i + 1, 3.5, i + 1]]));
  points[`f${count}`] = [0, 1000, 0.5, count, 3.5, count];
  return context(facts(flows), points);
};

/** 50 px a second, 1 px a unit, 0 at the foot. */
export const SCALES = {
  x: (t: number) => 50 * t,
  y: (value: number) => 100 - value,
  at: (x: number) => x,
  value: (y: number) => 100 - y,
  width: 200,
  height: 100,
  headroom: 0,
  gutter: 20,
  unit: 1,
};
