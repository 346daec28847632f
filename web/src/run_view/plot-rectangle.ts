/** Where a chart's plot is on the screen, for what is laid over it. Not here: the charts (chart-area.ts), what is drawn (drawing-pad.ts). */
import { CHARTS } from "../charts/registry.ts";
import type { ChartArea } from "./chart-area.ts";

/** The chart whose line a signal is, and the signal's unit there. */
export function chartDrawing(signal: string): { chart: string; unit: string } | null {
  const found = CHARTS.find(({ draws }) => draws?.signal === signal);
  return found?.draws ? { chart: found.id, unit: found.draws.unit } : null;
}

/** The place of the chart's plot, px, and its scales; times in s, values in the chart's unit. */
export interface PlotRectangle {
  /** Element that holds the plot's canvases. */
  element: HTMLElement;
  left: number;
  top: number;
  width: number;
  height: number;
  x(t_s: number): number;
  y(value: number): number;
}

/** A chart's plot with its scales; null while it is not on the screen. */
export function plotPlace(chartArea: ChartArea, chart: string): PlotRectangle | null {
  const found = chartArea.plot(chart);
  if (!found?.layout || !found.scales) return null;
  const { left, top, plotWidth: width, plotHeight: height } = found.layout;
  const { x, y } = found.scales;
  return { element: found.plot, left, top, width, height, x, y };
}
