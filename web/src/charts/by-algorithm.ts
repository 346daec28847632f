/**
 * Many flows as a transform of a chart: above eight (design 3.6) it is drawn with each flow in the group of its algorithm, so
 * that colours, and the parts of a stack, are the algorithms'. Where a chart says what it draws of each flow (`perFlow`), lines,
 * labels, words and table are made from that: of each algorithm the median and the band from the 20th to the 80th percentile, and
 * the flow in focus as a thin line over them. Pure. Not here: which flows form a group, percentiles (groups.ts).
 */
import { bisectRight } from "d3-array";
import { dashAt } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { BAND, type Band, drawArea, drawMedian, SHARES, topIn } from "./bands.ts";
import {
  type Chart,
  type ChartContext,
  type FlowMeasure,
  overTime,
  type Slot,
  type TimeChart,
  type Wish,
} from "./chart.ts";
import { colorOf, endOf, focusOf, inPlot, runsAt, sourcesOf, unitOfFirst } from "./flow-styles.ts";
import { type Group, groupBands, grouped, groupNow, groupsOf, isMany, runsAs } from "./groups.ts";
import { kindsOf } from "./kinds.ts";
import { reading, tableOf } from "./readings.ts";

/** A chart that draws many flows by algorithm, and others as it does by itself. */
export function byAlgorithm<C extends Chart>(chart: C): C {
  const { drawCompared } = chart;
  const time = overTime(chart);
  return {
    ...chart,
    draw: (surface, scales, cx) => chart.draw(surface, scales, seen(cx)),
    ...(drawCompared && { drawCompared: (surface, scales, cx) => drawCompared(surface, scales, seen(cx)) }),
    describe: (cx) => chart.describe(seen(cx)),
    rows: (cx) => chart.rows(seen(cx)),
    // Of ten thousand flows few have series at all.
    series: (facts, width) => chart.series({ ...facts, flows: sourcesOf(facts.flows) }, width),
    ...(time && ofMany(time)),
  };
}

const seen = (cx: ChartContext): ChartContext => ({ ...cx, facts: grouped(cx.facts) });

/** Parts of a chart over time that are drawn by algorithm where there are many flows. */
function ofMany(chart: TimeChart): Partial<TimeChart> {
  const many: TimeChart = chart.perFlow ? { ...chart, ...manyFlows(chart, chart.perFlow) } : chart;
  const one = (facts: RunFacts): TimeChart => (isMany(facts) ? many : chart);
  const { bands } = chart;
  return {
    unit: (facts) => one(facts).unit(facts),
    series: (facts, width) => one(facts).series({ ...facts, flows: sourcesOf(facts.flows) }, width),
    domain: (cx, height) => one(cx.facts).domain(cx, height),
    draw: (surface, scales, cx) => one(cx.facts).draw(surface, scales, seen(cx)),
    ...(bands && { bands: (facts) => ofFocus(facts, bands(grouped(facts))) }),
    slots: (scales, cx) => one(cx.facts).slots(scales, seen(cx)),
    describe: (cx) => one(cx.facts).describe(seen(cx)),
    rows: (cx) => one(cx.facts).rows(seen(cx)),
  };
}

/** The bands over many runs that are drawn: where there are many flows, of senders only that of the one in focus. */
function ofFocus(facts: RunFacts, wishes: Wish[]): Wish[] {
  const focus = focusOf(facts);
  return isMany(facts) ? wishes.filter(({ flow }) => !flow || flow.cross || flow.name === focus?.name) : wishes;
}

/** Drawing of a chart of one value of each flow where there are many. */
function manyFlows(chart: TimeChart, measure: FlowMeasure): Partial<TimeChart> {
  const { series } = measure;
  return {
    unit: (facts) => unitOfFirst(unitOf((measure.unit ?? chart.unit)(facts)), facts.flows),
    ...(series && { series: (facts) => series(facts) }),
    domain: (cx, height) => measure.domain(cx, height, topOf(cx, measure)),
    draw(surface, scales, cx) {
      const drawn = groupBands(cx, measure);
      inPlot(surface, scales, () => {
        measure.under?.(surface, scales, cx);
        drawLines(surface, scales, cx, measure, drawn);
      });
      measure.over?.(surface, scales, cx);
    },
    slots: (scales, cx) => [...slotsOf(scales, cx, measure), ...(measure.slots?.(cx) ?? [])],
    describe: (cx) => measure.describe(cx, wordsOf(cx, chart.id, measure)),
    rows: (cx) => tableOf(cx, tableColumns(cx, measure)),
  };
}

/** A chart's unit with what bands and lines are. */
function unitOf(unit: string): string {
  return translate("chart.group.unit", { unit, low: num(100 * SHARES[0]), high: num(100 * SHARES[2]) });
}

/** The greatest value that is drawn: of bands, and of the flow in focus. */
function topOf(cx: ChartContext, measure: FlowMeasure): number {
  const { facts } = cx;
  const tops = groupBands(cx, measure).map(({ band }) => topIn(band, facts.t0_s, facts.t1_s) ?? 0);
  return Math.max(0, ...tops, ...linesOfFocus(cx, measure).map((points) => extent(points)?.[1] ?? 0));
}

/** The series of the flow in focus, one for each algorithm that it has over the run. */
function linesOfFocus(cx: ChartContext, measure: FlowMeasure): ReturnType<FlowMeasure["points"]>[] {
  const focus = focusOf(cx.facts);
  if (!focus) return [];
  return [...new Set(kindsOf(cx.facts, focus))].map((kind) => measure.points(cx, focus, kind));
}

const lookOf = (theme: Theme, { sign }: Group) => ({
  color: theme.flows[sign % theme.flows.length] ?? theme.ink,
  dash: dashAt(sign),
});

/** Draws bands, medians, and the flow in focus over them. */
function drawLines(
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  measure: FlowMeasure,
  groups: readonly { group: Group; band: Band }[],
): void {
  const { facts, theme } = cx;
  const drawn = groups.map(({ group, band }) => ({ band, look: lookOf(theme, group) })).reverse();
  for (const { band, look } of drawn) drawArea(surface, scales, band, look);
  for (const { band, look } of drawn) drawMedian(surface, scales, band, look);
  const focus = focusOf(facts);
  if (!focus) return;
  const style = { color: colorOf(theme, focus), width: scales.unit, step: measure.step };
  for (const points of linesOfFocus(cx, measure))
    surface.polyline(toPixels(points, scales, endOf(facts, focus)), style);
}

/** Labels: of each group the median with its percentiles under it, then the flow in focus. */
function slotsOf(scales: Scales, cx: ChartContext, measure: FlowMeasure): Slot[] {
  const { facts, theme } = cx;
  const digits = measure.digits(facts);
  const slots = groupsOf(facts).flatMap((group): Slot[] => {
    const { color, dash } = lookOf(theme, group);
    const now = groupNow(cx, group, measure);
    const y = now ? scales.y(now.middle) : null;
    const swatch = { color, dash, width: 2.5 };
    const median: Slot = { label: group.label, value: reading(now?.middle ?? null, digits), y, swatch };
    // One flow has no band.
    return group.flows.length === 1 ? [median] : [median, bandSlot(cx, group, now, color, digits)];
  });
  const focus = focusOf(facts);
  if (!focus) return slots;
  const value = runsAt(focus, facts.reading_s) ? measure.now(cx, focus) : null;
  const swatch = { color: colorOf(theme, focus), dash: [], width: 1 };
  const y = value === null ? null : scales.y(value);
  return [...slots, { label: focus.label, value: reading(value, digits), flow: focus.name, swatch, y }];
}

/** The label of a group's band, under that of its median. */
function bandSlot(
  { facts }: ChartContext,
  group: Group,
  now: ReturnType<typeof groupNow>,
  color: string,
  digits: number,
): Slot {
  // The engine records a limited number of flows: the band gives their number where that is not all.
  const running = group.flows.filter((flow) => runsAs(facts, flow, group.kind)).length;
  const key = now && now.n < running ? "chart.group.band.part" : "chart.group.band";
  const range = now && { low: reading(now.low, digits), high: reading(now.high, digits) };
  return {
    label: translate(key, { low: num(100 * SHARES[0]), high: num(100 * SHARES[2]), n: num(now?.n ?? 0) }),
    value: range ? translate("chart.group.range", range) : "–",
    key: group.kind,
    under: true,
    swatch: { color: faint(color), dash: [], width: 9, fill: true },
    y: null,
  };
}

/** A colour as strong as a band of it; themes have `#rrggbb` or `rgb(r, g, b)`. */
const faint = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color)
    ? `${color}${Math.round(255 * BAND).toString(16)}`
    : color.replace(/^rgb\((.*)\)$/, `rgba($1, ${BAND})`);

/** The flows that are shown, in words. */
function wordsOf(cx: ChartContext, id: string, measure: FlowMeasure): string {
  const { facts } = cx;
  const digits = measure.digits(facts);
  const word = (flow: string, value: number | null): string =>
    translate(`chart.${id}.describe.flow`, { flow, value: reading(value, digits) });
  const parts = groupsOf(facts).map((group) => {
    const now = groupNow(cx, group, measure);
    if (!now) return translate("chart.group.describe.none", { group: group.label });
    return translate("chart.group.describe", {
      median: word(translate("chart.group.median", { group: group.label, n: num(now.n) }), now.middle),
      low: reading(now.low, digits),
      high: reading(now.high, digits),
      lowShare: num(100 * SHARES[0]),
      highShare: num(100 * SHARES[2]),
    });
  });
  const focus = focusOf(facts);
  if (focus) parts.push(word(focus.label, runsAt(focus, facts.reading_s) ? measure.now(cx, focus) : null));
  return parts.join("; ");
}

/** Columns of the table: what is drawn, at the instant before. */
function tableColumns(cx: ChartContext, measure: FlowMeasure): Parameters<typeof tableOf>[1] {
  const digits = measure.columnDigits;
  const columns = groupBands(cx, measure).flatMap(({ group, band }) => {
    const column = (name: string, values: Float64Array) => ({
      name,
      digits,
      at: (t_s: number): number | null => before(band.times, values, t_s),
    });
    const share = (i: 0 | 2): string =>
      translate("chart.group.column", { group: group.label, share: num(100 * SHARES[i]) });
    return [
      column(translate("chart.group.column.median", { group: group.label }), band.middle),
      column(share(0), band.low),
      column(share(2), band.high),
    ];
  });
  const focus = focusOf(cx.facts);
  if (!focus) return columns;
  const lines = linesOfFocus(cx, measure);
  const at = (t_s: number): number | null =>
    runsAt(focus, t_s) ? (lines.map((points) => valueAt(points, t_s)).find((value) => value !== null) ?? null) : null;
  return [...columns, { name: focus.label, digits, at }];
}

/** The value at the last instant that is not after `t_s`. */
function before(times: Float64Array, values: Float64Array, t_s: number): number | null {
  const after = bisectRight(times, t_s + 1e-9);
  const value = after > 0 ? (values[after - 1] as number) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
