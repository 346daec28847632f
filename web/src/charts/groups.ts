/**
 * Many flows in a chart: of each algorithm's flows the median and the band from the 20th to the 80th percentile, at one
 * instant of each column, and the flow in focus as a thin line over them (design 3.6). Pure. Not here: how a band is
 * drawn (bands.ts), what a chart measures.
 */
import { ascending, bisectRight, quantileSorted } from "d3-array";
import { dashAt } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import { nameText, type Points } from "../engine/protocol.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import { num, say } from "../i18n/catalogue.ts";
import { extent, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { type FlowGroup, type FlowLook, MOST_FLOWS, type RunFacts } from "../session/run-facts.ts";
import { BAND, type Band, drawArea, drawMedian, SHARES, topIn } from "./bands.ts";
import type { ChartContext, Slot } from "./chart.ts";
import { colorOf, endOf, focusOf, runsAt, senders } from "./flow-styles.ts";
import { kindAt, kindsOf } from "./kinds.ts";
import { MEASURES, type Measure } from "./measures.ts";
import { reading, tableOf } from "./readings.ts";

/** Columns where nobody says how many were asked for. */
const COLUMNS = 60;

/** Nanoseconds in a second: the engine's times are whole ones. */
const NANOS = 1e9;

/** Length of a column as the engine has it, s: whole nanoseconds. */
export function columnOf([t0_s, t1_s]: readonly [number, number], columns: number): number {
  const span = Math.round(t1_s * NANOS) - Math.round(t0_s * NANOS);
  return Math.max(1, Math.floor(span / columns + 1e-6)) / NANOS;
}

const measureOf = (id: string): Measure => MEASURES[id] as Measure;

/** The flows that have one algorithm at some time; its label says how many have it at the reading. */
interface Group extends FlowGroup {
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
  return [...groups].map(([kind, flows], sign) => {
    const title = flows.find((flow) => flow.kind === kind)?.title ?? ALGORITHMS.find((one) => one.kind === kind)?.title;
    const n = flows.filter((flow) => kindAt(facts, flow, facts.reading_s) === kind).length;
    return { kind, flows, sign, label: say("chart.group.name", { name: title ?? kind, n: num(n) }) };
  });
}

/** Whether a run has so many flows that they are drawn by algorithm. */
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
  const flows = facts.flows.map((flow) => (flow.cross ? flow : { ...flow, index: signs.get(flow.kind) ?? 0 }));
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
export function bandOf(cx: ChartContext, group: Group, measure: Measure, times: Float64Array): Band {
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
      values[n++] = value * (measure.factor ?? 1);
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
export function groupBands(cx: ChartContext, measure: Measure): { group: Group; band: Band }[] {
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
const runsAs = (facts: RunFacts, flow: FlowLook, kind: string): boolean =>
  runsAt(flow, facts.reading_s) && kindAt(facts, flow, facts.reading_s) === kind;

/** Percentiles of a group at the reading, and how many flows they are of; null without any. */
function groupNow(cx: ChartContext, { flows, kind }: Group, measure: Measure): { values: number[]; n: number } | null {
  const { facts } = cx;
  const sorted = flows
    .filter((flow) => runsAs(facts, flow, kind))
    .flatMap((flow) => measure.now(cx, flow) ?? [])
    .filter(Number.isFinite)
    .sort(ascending);
  if (sorted.length === 0) return null;
  return { n: sorted.length, values: SHARES.map((share) => quantileSorted(sorted, share) as number) };
}

/** The greatest value that is drawn of many flows: of bands, and of the flow in focus. */
export function groupTop(cx: ChartContext, id: string): number {
  const measure = measureOf(id);
  const { facts } = cx;
  let top = 0;
  for (const { band } of groupBands(cx, measure)) top = Math.max(top, topIn(band, facts.t0_s, facts.t1_s) ?? 0);
  const focus = focusOf(facts);
  for (const kind of focus ? kindsOf(facts, focus) : [])
    top = Math.max(top, (extent(measure.points(cx, focus as FlowLook, kind))?.[1] ?? 0) * (measure.factor ?? 1));
  return measure.range?.(facts, top) ?? top;
}

const lookOf = (theme: Theme, { sign }: Group) => ({
  color: theme.flows[sign % theme.flows.length] ?? theme.ink,
  dash: dashAt(sign),
});

/** Draws bands, medians, and the flow in focus over them. */
export function drawGroups(surface: Surface, scales: Scales, cx: ChartContext, id: string): void {
  const measure = measureOf(id);
  const { facts, theme } = cx;
  const drawn = groupBands(cx, measure)
    .map(({ group, band }) => ({ band, look: lookOf(theme, group) }))
    .reverse();
  for (const { band, look } of drawn) drawArea(surface, scales, band, look);
  for (const { band, look } of drawn) drawMedian(surface, scales, band, look);
  const focus = focusOf(facts);
  if (!focus) return;
  const color = colorOf(theme, focus);
  const scaled = { ...scales, y: (value: number) => scales.y(value * (measure.factor ?? 1)) };
  for (const kind of new Set(kindsOf(facts, focus))) {
    const line = toPixels(measure.points(cx, focus, kind), scaled, endOf(facts, focus), Number.isFinite);
    surface.polyline(line, { color, width: scales.unit, step: measure.step });
  }
}

/** Labels: of each group the median with its percentiles under it, then the flow in focus. */
export function groupSlots(scales: Scales, cx: ChartContext, id: string): Slot[] {
  const measure = measureOf(id);
  const { facts, theme } = cx;
  const digits = measure.digits(facts);
  const slots = groupsOf(facts).flatMap((group): Slot[] => {
    const { color, dash } = lookOf(theme, group);
    const now = groupNow(cx, group, measure);
    const [low, middle, high] = now?.values ?? [null, null, null];
    const y = middle === null ? null : scales.y(middle as number);
    const text = low === null ? "–" : rangeText(low as number, high as number, digits);
    // The engine records a limited number of flows: the band gives their number where that is not all.
    const running = group.flows.filter((flow) => runsAs(facts, flow, group.kind)).length;
    const part = now && now.n < running ? "chart.group.band.part" : "chart.group.band";
    const own = { label: group.label, value: reading(middle as number | null, digits), y };
    const slot: Slot = { ...own, swatch: { color, dash, width: 2.5 } };
    // One flow has no band.
    if (group.flows.length === 1) return [slot];
    return [
      slot,
      {
        label: say(part, { low: num(100 * SHARES[0]), high: num(100 * SHARES[2]), n: num(now?.n ?? 0) }),
        value: text,
        key: group.kind,
        under: true,
        swatch: { color: faint(color), dash: [], width: 9, fill: true },
        y: null,
      },
    ];
  });
  const focus = focusOf(facts);
  if (!focus) return slots;
  const value = runsAt(focus, facts.reading_s) ? measure.now(cx, focus) : null;
  slots.push({
    label: focus.label,
    value: reading(value, digits),
    flow: focus.name,
    swatch: { color: colorOf(theme, focus), dash: [], width: 1 },
    y: value === null ? null : scales.y(value),
  });
  return slots;
}

/** A colour as strong as a band of it; themes have `#rrggbb` or `rgb(r, g, b)`. */
const faint = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color)
    ? `${color}${Math.round(255 * BAND).toString(16)}`
    : color.replace(/^rgb\((.*)\)$/, `rgba($1, ${BAND})`);

const rangeText = (low: number, high: number, digits: number): string =>
  say("chart.group.range", { low: reading(low, digits), high: reading(high, digits) });

/** A chart's unit with what bands and lines are. */
export function groupUnit(unit: string): string {
  return say("chart.group.unit", { unit, low: num(100 * SHARES[0]), high: num(100 * SHARES[2]) });
}

/** What is seen, in words. */
export function describeGroups(cx: ChartContext, id: string): string {
  const measure = measureOf(id);
  const word = (flow: string, value: string): string => say(`chart.${id}.describe.flow`, { flow, value });
  const { facts } = cx;
  const digits = measure.digits(facts);
  const parts = groupsOf(facts).map((group) => {
    const now = groupNow(cx, group, measure);
    if (!now) return say("chart.group.describe.none", { group: group.label });
    const [low, middle, high] = now.values as [number, number, number];
    return say("chart.group.describe", {
      median: word(say("chart.group.median", { group: group.label, n: num(now.n) }), reading(middle, digits)),
      low: reading(low, digits),
      high: reading(high, digits),
      lowShare: num(100 * SHARES[0]),
      highShare: num(100 * SHARES[2]),
    });
  });
  const focus = focusOf(facts);
  const value = focus && runsAt(focus, facts.reading_s) ? measure.now(cx, focus) : null;
  if (focus) parts.push(word(focus.label, reading(value, digits)));
  return parts.join("; ");
}

/** The table: what is drawn, at the instant before. */
export function groupRows(cx: ChartContext, id: string): ReturnType<typeof tableOf> {
  return tableOf(cx, columnsOf(cx, measureOf(id)), say("chart.time"));
}

function columnsOf(cx: ChartContext, measure: Measure) {
  const digits = measure.columnDigits;
  const columns = groupBands(cx, measure).flatMap(({ group, band }) =>
    ([band.middle, band.low, band.high] as const).map((values, i) => {
      const share = num(100 * (SHARES[[1, 0, 2][i] as number] as number));
      const name = say(i === 0 ? "chart.group.column.median" : "chart.group.column", { group: group.label, share });
      return { name, digits, at: (t_s: number): number | null => before(band.times, values, t_s) };
    }),
  );
  const focus = focusOf(cx.facts);
  if (!focus) return columns;
  const lines = [...new Set(kindsOf(cx.facts, focus))].map((kind) => measure.points(cx, focus, kind));
  const at = (t_s: number): number | null => {
    if (!runsAt(focus, t_s)) return null;
    const value = lines.map((points) => valueAt(points, t_s)).find((one) => one !== null);
    return value === undefined || value === null ? null : value * (measure.factor ?? 1);
  };
  return [...columns, { name: focus.label, digits, at }];
}

/** The groups' medians, one value for each pixel column. */
export function mediansOf(cx: ChartContext, id: string, scales: Scales): Float64Array[] {
  return groupBands(cx, measureOf(id)).map(({ band }) => {
    const columns = new Float64Array(Math.ceil(scales.width)).fill(Number.NaN);
    band.times.forEach((t, i) => {
      const c = Math.floor(scales.x(t));
      if (c >= 0 && c < columns.length) columns[c] = band.middle[i] as number;
    });
    return columns;
  });
}

/** The value at the last instant that is not after `t_s`. */
function before(times: Float64Array, values: Float64Array, t_s: number): number | null {
  const after = bisectRight(times, t_s + 1e-9);
  const value = after > 0 ? (values[after - 1] as number) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
