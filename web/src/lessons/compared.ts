/**
 * Results of several runs as numbers to draw: the value of each row of bars, the curves of each plot. It says which runs are
 * wanted and fills the figure as they come. Not here: computing a run (compare/other-runs.ts), drawing (bars.ts, runs-chart.ts).
 */
import type { CurveWish, OtherRun, OtherRuns } from "../compare/other-runs.ts";
import { mathis, smallBuffer } from "../engine/formulas.ts";
import { type SeriesRequest, sourceName } from "../engine/protocol.ts";
import { type Measured, measure } from "../session/measures.ts";
import { entriesIn, equal, type Scalar, type Scenario, valueAt } from "../session/scenario.ts";
import { curveMeasure, seriesOf } from "./curve.ts";
import { lastRun, runsOf, scenarioOf } from "./shown-runs.ts";
import type { Ask, Band, Compared, Facts, Row, Trace } from "./types.ts";

/** A row's values, as the run has them; not a number where a search finds none. */
export interface RowValue {
  value: number | null;
  note: number | null;
  /** The same by the formula beside the curve; null where it says nothing of it. */
  theory?: number | null;
}

/** A plot's lines, times and values alternating, and the value beside its name. */
export interface TraceValue {
  lines: ArrayLike<number>[];
  note: number | null;
}

/** Results that are known so far, by id. */
export interface Found {
  rows: Map<string, RowValue>;
  traces: Map<string, TraceValue>;
}

/** The number of the earlier question whose run and answer are a row's: its value is known. Null if none is. */
export function givenRun({ asks, bands }: Pick<Facts, "asks" | "bands">, ask: Ask, row: Row): number | null {
  const same = (one: { scenario: string; set?: Record<string, Scalar> }): boolean =>
    one.scenario === row.scenario && equal(one.set ?? {}, row.set ?? {});
  const index = asks.slice(0, asks.indexOf(ask)).findIndex((earlier) => {
    const band = earlier.kind === "number" ? bands.find((one) => one.id === earlier.band) : undefined;
    return band?.of === row.of && earlier.show.then === undefined && same(earlier.show);
  });
  return index < 0 ? null : index;
}

/** The first row whose run is the question's own: a number that the reader says is said of it. */
export const ownRow = ({ compared, show }: Pick<Ask, "compared" | "show">): Row | undefined =>
  compared?.bars?.find(({ scenario, set }) => scenario === show.scenario && equal(set ?? {}, show.set ?? {}));

/** Curves that a value by its name needs. */
export function wishesOf(of: string): CurveWish[] {
  const curve = curveMeasure(of);
  if (!curve) return [];
  const { sources, signal, t0_s, t1_s } = curve;
  return sources.map((source) => ({ series: seriesOf(source, signal), t0_s, t1_s }));
}

/** A value by its name: a path, a derived name, or a measure of curves. */
export function valueIn(run: OtherRun, of: string): number | null {
  return curveMeasure(of)?.of(run.curves) ?? measure(run, of);
}

/** Curves that were read at the same instants, added. */
function added(curves: readonly ArrayLike<number>[]): number[] {
  const shortest = Math.min(...curves.map((curve) => curve.length));
  return Array.from({ length: shortest }, (_, i) =>
    i % 2 === 0 ? (curves[0]?.[i] ?? 0) : curves.reduce((sum, curve) => sum + (curve[i] ?? 0), 0),
  );
}

/** A result by the formula beside its curve, in the result's own unit (theory.rs has the same for sweeps); null where it says nothing. */
function theoryOf({ theory }: NonNullable<Compared["curve"]>, of: string, { settings }: Measured): number | null {
  const flows = entriesIn(settings as Scenario, "flows");
  const number = (path: string): number => Number(valueAt(settings, path));
  const rtt_ms = Math.max(...flows.map((flow) => Number(flow.base_rtt_ms)));
  const bdp = (number("bottleneck.rate_bps") * rtt_ms) / 8e3 / number("packet_bytes");
  if (theory === "small_buffer" && of === "bottleneck.queue.limit_packets") return smallBuffer(bdp, flows.length);
  if (theory === "mathis" && of.endsWith(".of_capacity")) return mathis(number("bottleneck.loss.probability")) / bdp;
  return null;
}

/** The tolerance of a row's run and value. */
export const bandOf = (bands: readonly Band[], row: Row): Band | undefined =>
  bands.find((band) =>
    (["scenario", "of", "smallest", "set"] as const).every((name) => equal(band[name] ?? {}, row[name] ?? {})),
  );

/** A row's values, of its run or of the one that its search ends with. */
export async function rowOf(
  row: Row,
  scenarios: Record<string, Scenario>,
  compute: (scenario: Scenario, wishes: readonly CurveWish[]) => Promise<OtherRun>,
  curve?: Compared["curve"],
): Promise<RowValue> {
  const run = await lastRun(runsOf<OtherRun>(scenarios, row), (scenario) => compute(scenario, wishesOf(row.of)));
  if (!run) return { value: Number.NaN, note: null };
  return {
    value: valueIn(run, row.of),
    note: row.note === undefined ? null : measure(run, row.note),
    theory: curve ? theoryOf(curve, row.of, run) : null,
  };
}

/** The curves that are drawn, then those that the note is read from. */
function traceWishes({ flows, sum, signal, t_s, note }: Trace): CurveWish[] {
  const drawn = flows.map((flow): CurveWish => {
    const source = sourceName(flow);
    const series: SeriesRequest = sum ? { source, signal, mode: "mean" } : seriesOf(source, signal);
    return { series, t0_s: t_s[0], t1_s: t_s[1] };
  });
  return [...drawn, ...wishesOf(note ?? "")];
}

function traceOf(trace: Trace, run: OtherRun): TraceValue {
  const drawn = run.curves.slice(0, trace.flows.length);
  const read = { ...run, curves: run.curves.slice(trace.flows.length) };
  return {
    lines: trace.sum ? [added(drawn)] : drawn,
    note: trace.note === undefined ? null : valueIn(read, trace.note),
  };
}

/** Computes the runs of a figure and reports each one that is complete. Resolves when all are. */
export async function compute(
  { bars = [], traces = [], curve }: Compared,
  scenarios: Record<string, Scenario>,
  others: OtherRuns,
  onFound: (found: Found) => void,
): Promise<Found> {
  const found: Found = { rows: new Map(), traces: new Map() };
  for (const row of bars) {
    found.rows.set(row.id, await rowOf(row, scenarios, (scenario, wishes) => others.run(scenario, wishes), curve));
    onFound(found);
  }
  for (const trace of traces) {
    found.traces.set(trace.id, traceOf(trace, await others.run(scenarioOf(scenarios, trace), traceWishes(trace))));
    onFound(found);
  }
  return found;
}
