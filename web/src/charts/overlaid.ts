/**
 * A chart with its axes and what is laid over it: its range, its drawing, its labels, the same on the screen and in an
 * exported picture; nothing of it where what it shows is hidden. Pure. Not here: what an overlay draws (compare/overlay.ts,
 * run_view/guess-line.ts), where its data come from (chart-data.ts).
 */
import { faded } from "../plot/appearances.ts";
import { drawFrame, drawOwnAxis } from "../plot/axes.ts";
import { type DrawWords, labelsLast } from "../plot/labels.ts";
import type { Domain, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Chart, type ChartContext, type LabelledAxis, type Overlay, onOwnAxis, type Slot } from "./chart.ts";
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
  const tops = laid.map(({ overlay, cx: its }) => overlay.top(chart, its, height) ?? 0);
  const max = Math.max(own.max, ...tops);
  return max > own.max ? chart.domain({ ...cx, held: { min: own.min, max }, must: true }, height) : own;
}

/** What a plot is drawn in. */
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
  if (isHidden(chart, cx.facts)) {
    drawFrame(surface, scales, { ...range, ticks: [] }, own ? [] : times.map(scales.x), theme, grid);
    if (own) drawOwnAxis(surface, scales, { ...own, ticks: [] }, theme);
    drawInterventions(chart, surface, scales, cx);
    return () => undefined;
  }
  drawFrame(surface, scales, range, (own?.ticks ?? times).map(scales.x), theme, grid);
  if (own) drawOwnAxis(surface, scales, own, theme);
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
  const under = laid.reduce((on, { overlay, cx: its }) => overlay.under?.(chart, on, scales, its) ?? on, surface);
  chart.draw(under, scales, cx);
  for (const { overlay, cx: its, strength = 1 } of laid)
    overlay.draw(chart, strength < 1 ? faded(surface, strength) : surface, scales, its, cx);
  drawInterventions(chart, surface, scales, cx);
}

/** The labels, with the values of the overlays beside them. */
export function slotsWith(chart: Chart, scales: Scales, cx: ChartContext, laid: readonly Laid[]): Slot[] {
  if (isHidden(chart, cx.facts)) return [];
  return laid.reduce<Slot[]>(
    (slots, { overlay, cx: its }) => overlay.slots?.(chart, slots, scales, its) ?? slots,
    xAxisOf(chart).slots(chart, scales, cx),
  );
}
