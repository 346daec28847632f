/**
 * The flows of a run by algorithm: which flows form a group at an instant, and the percentiles of a group's values at one instant
 * of each column (design 3.6). Pure. Not here: how they are drawn (by-algorithm.ts), what a chart measures (its `perFlow`).
 */
import { ascending, quantileSorted } from "d3-array";
import { signsOf } from "../design/signs.ts";
import { nameText, type Points } from "../engine/protocol.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import { type FlowGroup, type FlowLook, MOST_FLOWS, type RunFacts } from "../session/run-facts.ts";
import { type Band, SHARES } from "./bands.ts";
import type { ChartContext, FlowMeasure } from "./chart.ts";
import { groupLabel, runsAt, senders } from "./flow-styles.ts";
import { kindAt, kindsOf } from "./kinds.ts";

/** Columns where nobody says how many were asked for. */
const COLUMNS = 60;

/** Nanoseconds in a second: the engine's times are whole ones. */
const NANOS = 1e9;

/** Length of a column as the engine has it, s: whole nanoseconds. */
export function columnOf([t0_s, t1_s]: readonly [number, number], columns: number): number {
  const span = Math.round(t1_s * NANOS) - Math.round(t0_s * NANOS);
  return Math.max(1, Math.floor(span / columns + 1e-6)) / NANOS;
}

/** The flows that have one algorithm at some time; its label says how many have it at the reading. */
export interface Group extends FlowGroup {
  flows: readonly FlowLook[];
}

/** The algorithms that flows have over the run, in order of their first flows. */
export function groupsOf(facts: RunFacts): Group[] {
  const groups = new Map<string, FlowLook[]>();
  for (const flow of senders(facts))
    for (const kind of new Set(kindsOf(facts, flow))) {
      const list = groups.get(kind);
      if (list) list.push(flow);
      else groups.set(kind, [flow]);
    }
  const inkOf = (kind: string) => ALGORITHMS.find((one) => one.kind === kind)?.ink;
  const signs = signsOf([...groups.keys()].map(inkOf));
  return [...groups].map(([kind, flows], i) => {
    const named = flows.find((flow) => flow.kind === kind)?.title ?? ALGORITHMS.find((one) => one.kind === kind)?.title;
    const title = named ?? kind;
    const n = flows.filter((flow) => kindAt(facts, flow, facts.reading_s) === kind).length;
    return {
      kind,
      flows,
      title,
      sign: signs[i] as number,
      label: groupLabel(title, n),
    };
  });
}

/** Whether flows are drawn by algorithm, because there are more than can have a line each. */
export const isMany = (facts: RunFacts): boolean => senders(facts).length > MOST_FLOWS;

/** Flows with their groups, made once for each list: where no flow changes its algorithm they are the same at every reading. */
const joined = new WeakMap<readonly FlowLook[], FlowLook[]>();

/** The facts of a run with many flows, each flow in the group of the algorithm that it has at the reading; of others, themselves. */
export function grouped<Facts extends RunFacts>(facts: Facts): Facts {
  if (!isMany(facts)) return facts;
  const known = facts.kinds?.size ? undefined : joined.get(facts.flows);
  if (known) return { ...facts, flows: known };
  const groups = new Map(groupsOf(facts).map((group) => [group.kind, group]));
  const flows = facts.flows.map((flow): FlowLook => {
    const group = flow.cross ? undefined : groups.get(kindAt(facts, flow, facts.reading_s));
    return group ? { ...flow, group } : flow;
  });
  if (!facts.kinds?.size) joined.set(facts.flows, flows);
  return { ...facts, flows };
}

/** Flows as the path draws them, made once for each list. */
const painted = new WeakMap<readonly FlowLook[], readonly FlowLook[]>();

/** Many flows with the signs of the algorithms that they begin with, so that the path's colours are those of the charts; else undefined. */
export function signedFlows(facts: RunFacts): readonly FlowLook[] | undefined {
  if (!isMany(facts)) return;
  const known = painted.get(facts.flows);
  if (known) return known;
  const signs = new Map(groupsOf(facts).map(({ kind, sign }) => [kind, sign]));
  const flows = facts.flows.map((flow) => (flow.cross ? flow : { ...flow, sign: signs.get(flow.kind) ?? 0 }));
  painted.set(facts.flows, flows);
  return flows;
}

/** The instants at which flows are compared: the ends of columns, so that each flow's value there is exact. */
export function instantsOf(facts: RunFacts): Float64Array {
  const { t0_s, t1_s, computed_s } = facts;
  const end_s = Math.min(t1_s, computed_s);
  if (!(end_s > t0_s)) return new Float64Array(0);
  const column = Math.max(1, Math.round(columnOf([t0_s, t1_s], facts.columns ?? COLUMNS) * NANOS));
  const first = Math.floor((t0_s * NANOS) / column + 1e-9) + 1;
  const last = Math.ceil((end_s * NANOS) / column - 1e-9) - 1;
  const inner = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ((first + i) * column) / NANOS);
  return Float64Array.from([t0_s, ...inner, end_s]);
}

/** Percentiles of a group's flows that run and have a value, at each instant. */
export function bandOf(cx: ChartContext, group: Group, measure: FlowMeasure, times: Float64Array): Band {
  const { facts } = cx;
  const quiet = measure.quiet_s?.(facts) ?? Number.POSITIVE_INFINITY;
  const all = group.flows.map((flow) => ({
    flow,
    points: measure.points(cx, flow, group.kind),
    changes: (facts.kinds?.get(flow.name)?.length ?? 0) > 1,
    next: 0,
  }));
  const lines = SHARES.map(() => new Float64Array(times.length).fill(Number.NaN));
  const values = new Float64Array(all.length);
  times.forEach((t, i) => {
    let n = 0;
    for (const one of all) {
      const { flow, points } = one;
      while (2 * one.next < points.length && (points[2 * one.next] as number) <= t) one.next++;
      const at = 2 * one.next - 2;
      if (at < 0 || !runsAt(flow, t) || t - (points[at] as number) > quiet) continue;
      const value = points[at + 1] as number;
      if (!Number.isFinite(value) || (one.changes && kindAt(facts, flow, t) !== group.kind)) continue;
      values[n++] = value;
    }
    if (n === 0) return;
    const sorted = values.subarray(0, n).sort() as ArrayLike<number> as number[];
    SHARES.forEach((share, s) => {
      (lines[s] as Float64Array)[i] = quantileSorted(sorted, share) as number;
    });
  });
  const [low, middle, high] = lines as [Float64Array, Float64Array, Float64Array];
  return { times, low, middle, high };
}

/** Bands made already, by the first series that they are made from: a frame asks for the same again and again. */
const made = new WeakMap<Points, { key: string; bands: Band[] }>();

/** The bands of all groups, in their order. */
export function groupBands(cx: ChartContext, measure: FlowMeasure): { group: Group; band: Band }[] {
  const { facts } = cx;
  const groups = groupsOf(facts);
  let anchor: Points | undefined;
  for (const { flows, kind } of groups)
    for (const flow of flows) {
      if (anchor) break;
      const points = measure.points(cx, flow, kind);
      if (points.length > 0) anchor = points;
    }
  if (!anchor) return [];
  const lives = senders(facts).map((flow) => `${flow.kind} ${flow.start_s} ${flow.stop_s}`);
  const steps = [...(facts.kinds ?? [])].map(([name, list]) => nameText(name) + list.map((s) => s.kind + s.t_s));
  const key = [facts.t0_s, facts.t1_s, facts.columns, facts.computed_s, lives, steps].join();
  let known = made.get(anchor);
  if (known?.key !== key) {
    const times = instantsOf(facts);
    known = { key, bands: groups.map((group) => bandOf(cx, group, measure, times)) };
    made.set(anchor, known);
  }
  const { bands } = known;
  return groups.map((group, i) => ({ group, band: bands[i] as Band }));
}

/** Whether a flow runs with an algorithm at the reading. */
export const runsAs = (facts: RunFacts, flow: FlowLook, kind: string): boolean =>
  runsAt(flow, facts.reading_s) && kindAt(facts, flow, facts.reading_s) === kind;

/** Percentiles of a group at the reading, and how many flows they are of; null without any. */
export function groupNow(
  cx: ChartContext,
  { flows, kind }: Group,
  measure: FlowMeasure,
): { low: number; middle: number; high: number; n: number } | null {
  const { facts } = cx;
  const sorted = flows
    .filter((flow) => runsAs(facts, flow, kind))
    .flatMap((flow) => measure.now(cx, flow) ?? [])
    .filter(Number.isFinite)
    .sort(ascending);
  if (sorted.length === 0) return null;
  const [low, middle, high] = SHARES.map((share) => quantileSorted(sorted, share)) as [number, number, number];
  return { low, middle, high, n: sorted.length };
}
