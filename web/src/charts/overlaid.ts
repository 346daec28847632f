/**
 * A chart with what is laid over it: its range, its drawing, its labels, the same on the screen and in an exported picture.
 * Pure. Not here: what an overlay draws (compare/overlay.ts, run_view/guess-line.ts), where its data come from (stack.ts).
 */
import { faded } from "../plot/appearances.ts";
import type { Domain, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Chart, ChartContext, Overlay, Slot } from "./chart.ts";
import { drawInterventions } from "./readings.ts";

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
    overlay.draw(chart, strength < 1 ? faded(surface, strength) : surface, scales, its);
  if (chart.axis === "time") drawInterventions(surface, scales, cx);
}

/** The labels, with the values of the overlays beside them. */
export function slotsWith(chart: Chart, scales: Scales, cx: ChartContext, laid: readonly Laid[]): Slot[] {
  return laid.reduce<Slot[]>(
    (slots, { overlay, cx: its }) => overlay.slots?.(chart, slots, scales, its) ?? slots,
    chart.slots(scales, cx),
  );
}
