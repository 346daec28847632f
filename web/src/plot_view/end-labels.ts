/**
 * Names at the ends of lines, to the right of a plot: which lines have one, where each is so that none covers another, and the thin
 * leader from the line. Pure. Not here: the lines (draw.ts), the room for the names beside a plot (layout.ts), the legend of all else
 * (plot-legend.ts).
 */
import type { Theme } from "../design/theme.ts";
import type { Plot, Series } from "../ensemble/types.ts";
import { type Scale, scaleOf } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Frame } from "./axis-ends.ts";
import { colourOf } from "./series-style.ts";

/** The name of a line, px of the plot. */
export interface EndLabel {
  series: Series;
  /** Where the line ends. */
  x: number;
  y: number;
  /** Middle of the name. */
  at: number;
}

/** From one name to the next, px. */
const APART = 15;
/** Names further than this from the ends of their lines would be taken for those of others, px. */
const FARTHEST = 20;
/** A line that ends left of this share of the plot has no end beside the plot. */
const EARLIEST = 0.97;
/** Least width of a plot with its names, px, and the greatest share of it that they may have. */
const NARROWEST = 420;
const SHARE = 0.3;
/** From the plot to the names, and from a name to its value, px. */
const LEADER = 16;
const GAP = 7;
/** Size of the letters and their mean width when strong, px. */
const SIZE = 12;
const LETTER = 7.1;
/** Room for a value beside a name, px. */
const VALUE = 38;

/** Whether a series is a line, which has an end. */
const isLine = (plot: Plot, { form }: Series): boolean =>
  form === "line" || form === "steps" || (form === "medians" && plot.x.names.length === 0);

/** Room that the names take beside a plot, px; `isRead`: values are shown beside them. */
export function roomFor(labels: readonly EndLabel[], isRead: boolean, unit: number): number {
  const longest = Math.max(...labels.map(({ series }) => series.name.length));
  return (LEADER + LETTER * longest + (isRead ? GAP + VALUE : 0) + 2) * unit;
}

/** Series of a plot that a label at its end would name, whether or not they are shown. */
export const hasEnd = (plot: Plot, series: Series): boolean => isLine(plot, series) && series.name !== "";

/** The end of a series within the axes; null where there is none at the right edge. */
function endOf(series: Series, x: Scale, y: Scale, width: number, height: number): { x: number; y: number } | null {
  const column = series.form === "medians" ? 2 : 1;
  const last = series.points.findLast((point) => x.place(point[0] ?? 0) <= width + 1);
  if (!last) return null;
  const end = { x: x.place(last[0] ?? 0), y: y.place(last[column] ?? 0) };
  return end.x < EARLIEST * width || end.y < -1 || end.y > height + 1 ? null : end;
}

/**
 * The names beside a plot of a height, top down: those of all its lines, or none where they would be far from their lines or there is
 * too little room. A plot of one series needs no name.
 */
export function endLabels(
  plot: Plot,
  size: { width: number; plotHeight: number },
  ends: Frame,
  shown: (series: Series) => boolean,
  isRead: boolean,
  unit: number,
): EndLabel[] {
  const { width, plotHeight } = size;
  const lines = plot.series.filter((series) => hasEnd(plot, series) && shown(series) && series.points.length > 0);
  if (lines.length === 0 || plot.series.length === 1 || width < NARROWEST * unit) return [];
  const [x, y] = [scaleOf(ends.x, 0, width), scaleOf(ends.y, plotHeight, 0)];
  const labels: EndLabel[] = [];
  for (const series of lines) {
    const end = endOf(series, x, y, width, plotHeight);
    if (!end) return [];
    labels.push({ series, ...end, at: end.y });
  }
  labels.sort((a, b) => a.y - b.y);
  const places = apart(
    labels.map((label) => label.y),
    APART * unit,
    plotHeight,
  );
  for (const [i, label] of labels.entries()) {
    label.at = places[i] ?? label.y;
    if (Math.abs(label.at - label.y) > FARTHEST * unit) return [];
  }
  return roomFor(labels, isRead, unit) > SHARE * width ? [] : labels;
}

/** Places nearest to the wanted ones, which ascend, at a distance from each other and between 0 and `most`. */
export function apart(wanted: readonly number[], distance: number, most: number): number[] {
  // Without the distances it is enough that no place is above the one before it: neighbours in the wrong order share their mean.
  const groups: { sum: number; count: number }[] = [];
  for (const [i, place] of wanted.entries()) {
    let group = { sum: place - i * distance, count: 1 };
    for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
      group = { sum: group.sum + last.sum, count: group.count + last.count };
      groups.pop();
    }
    groups.push(group);
  }
  const lowest = most - (wanted.length - 1) * distance;
  return groups
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.max(0, Math.min(lowest, sum / count))))
    .map((place, i) => place + i * distance);
}

/** Draws the names; `value`: what a series is at the crosshair, empty without one. */
export function drawEndLabels(
  surface: Surface,
  labels: readonly EndLabel[],
  plotWidth: number,
  theme: Theme,
  unit: number,
  look: { value: (series: Series) => string; alpha: (series: Series) => number },
): void {
  for (const { series, x, y, at } of labels) {
    const alpha = look.alpha(series);
    // A marker at the end is not struck through.
    const from = Math.min(plotWidth, x) + (series.form === "medians" ? 6 : 1) * unit;
    const until = plotWidth + (LEADER - 3) * unit;
    surface.polyline([from, y, until, at], { color: colourOf(theme, series), width: 1.25 * unit, alpha });
    const left = plotWidth + LEADER * unit;
    surface.text(left, at, series.name, { color: theme.ink, size: SIZE * unit, weight: 600 });
    const value = look.value(series);
    if (value === "") continue;
    const beside = left + (LETTER * series.name.length + GAP) * unit;
    surface.text(beside, at, value, { color: theme.ink2, size: SIZE * unit });
  }
}
