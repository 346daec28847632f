/**
 * A chart with its axes and what is laid over it: its range, its drawing, its labels, the same on the screen and in an
 * exported picture; nothing of it where what it shows is hidden. Pure. Not here: what an overlay draws (compare/overlay.ts,
 * run_view/guess-line.ts), where its data come from (chart-data.ts).
 */
import { faded } from "../plot/appearances.ts";
import { drawFrame, drawOwnAxis } from "../plot/axes.ts";
import { type DrawWords, labelsLast } from "../plot/labels.ts";
import { moved } from "../plot/moved-surface.ts";
import type { Domain, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import {
  type Chart,
  type ChartContext,
  chartsIn,
  type LabelledAxis,
  type Overlay,
  onOwnAxis,
  overTime,
  type PlotPart,
  type Slot,
} from "./chart.ts";
import { drawInterventions } from "./readings.ts";
import { xAxisOf } from "./x-axis.ts";

/** Whether a chart shows nothing, because it shows what no real sender can know and that is hidden. */
export const isHidden = (chart: Chart, facts: RunFacts): boolean => Boolean(chart.secret && facts.hidden);

/** Whether a chart is drawn from the facts alone: it has no series. */
export const isOfFacts = (chart: Chart): boolean => onOwnAxis(chart)?.full !== undefined;

/** An overlay with the context that it draws in. */
export interface Laid {
  overlay: Overlay;
  cx: ChartContext;
  /** Strength while it appears, 0 to 1; full without it. */
  strength?: number;
}

/** The range that holds the chart's own data and what is laid over them. */
export function rangeWith(chart: Chart, cx: ChartContext, laid: readonly Laid[], height: number): Domain {
  const own = chart.domain(cx, height);
  // Of several charts in one plot the first is the one whose range grows.
  const [first = chart] = chartsIn(chart);
  const tops = laid.map(({ overlay, cx: its }) => overlay.top(first, its, height) ?? 0);
  const max = Math.max(own.max, ...tops);
  return max > own.max ? chart.domain({ ...cx, held: { min: own.min, max }, must: true }, height) : own;
}

/** Layers in which a plot is drawn. */
export interface Axes {
  scales: Scales;
  /** Range of y, with its ticks. */
  range: Domain;
  /** The x axis of a chart that has its own. */
  own: LabelledAxis | null;
  /** Ticks of the time axis, s; it is drawn elsewhere. */
  times: readonly number[];
  /** Grid lines are drawn. */
  grid: boolean;
}

/** The parts of a plot: the one chart, or those that it consists of. */
const partsIn = (
  chart: Chart,
  scales: Scales,
  range: Domain,
  cx: ChartContext,
): readonly (Omit<PlotPart, "chart"> & { chart: Chart })[] =>
  overTime(chart)?.parts?.place(scales, cx) ?? [{ chart, scales, range: () => range, top: 0 }];

/**
 * Draws the axes, the data, the overlays, then the reader's changes; returns what draws the words among them. What is hidden has
 * no ticks: they would reveal its range.
 */
export function drawPlot(
  chart: Chart,
  surface: Surface,
  { scales, range, own, times, grid }: Axes,
  cx: ChartContext,
  laid: readonly Laid[],
): DrawWords {
  const { theme } = cx;
  for (const part of partsIn(chart, scales, range, cx)) {
    const hides = isHidden(part.chart, cx.facts);
    const ends = { ...part.range(), ...(hides && { ticks: [] }) };
    const xs = (own ? (hides ? [] : own.ticks) : times).map(scales.x);
    const on = moved(surface, part.top);
    drawFrame(on, part.scales, ends, xs, theme, grid);
    if (own) drawOwnAxis(on, part.scales, hides ? { ...own, ticks: [] } : own, theme);
  }
  if (isHidden(chart, cx.facts)) {
    drawInterventions(chart, surface, scales, cx);
    return () => undefined;
  }
  const labels = labelsLast(surface, scales);
  drawWith(chart, labels.surface, scales, cx, laid);
  return labels.placeLabels();
}

/** Draws the data, then the overlays, then the reader's changes. */
export function drawWith(
  chart: Chart,
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  laid: readonly Laid[],
): void {
  const parts = overTime(chart)?.parts?.place(scales, cx);
  for (const part of parts ?? [])
    if (!isHidden(part.chart, cx.facts)) drawRuns(part.chart, moved(surface, part.top), part.scales, cx, laid);
  drawRuns(chart, surface, scales, cx, parts ? [] : laid);
  drawInterventions(chart, surface, scales, cx);
}

/** Draws the data of one chart, then the overlays. */
function drawRuns(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext, laid: readonly Laid[]): void {
  const under = laid.reduce((on, { overlay, cx: its }) => overlay.under?.(chart, on, scales, its) ?? on, surface);
  chart.draw(under, scales, cx);
  for (const { overlay, cx: its, strength = 1 } of laid)
    overlay.draw(chart, strength < 1 ? faded(surface, strength) : surface, scales, its, cx);
}

/** The labels, with the values of the overlays beside them. */
export function slotsWith(chart: Chart, scales: Scales, cx: ChartContext, laid: readonly Laid[]): Slot[] {
  if (isHidden(chart, cx.facts)) return [];
  const time = overTime(chart);
  if (time?.parts) return time.slots(scales, cx, (part) => slotsWith(part.chart, part.scales, cx, laid));
  return laid.reduce<Slot[]>(
    (slots, { overlay, cx: its }) => overlay.slots?.(chart, slots, scales, its) ?? slots,
    xAxisOf(chart).slots(chart, scales, cx),
  );
}
