/** Where a chart's plot is on the screen, for what is laid over it. Not here: the charts (figure.ts), what is drawn (lessons/draw.ts). */
import type { Plot } from "../lessons/draw.ts";
import type { Figure } from "./figure.ts";

/** A chart's plot with its scales; null while it is not on the screen. */
export function plotPlace(figure: Figure, chart: string): Plot | null {
  const found = figure.plot(chart);
  if (!found?.layout || !found.scales) return null;
  const { left, top, plotWidth: width, plotHeight: height } = found.layout;
  const { x, y } = found.scales;
  return { element: found.plot, left, top, width, height, x, y };
}
