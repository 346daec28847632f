/**
 * Where a plot lies in its box: room for the labels of its axes, and for the names at its lines' ends. Pure. Not here: what the axes show
 * (axis-ends.ts), which lines have a name at their end (end-labels.ts), the drawing (draw.ts).
 */
import type { Plot, Series } from "../ensemble/types.ts";
import { labelWidth } from "../plot/labels.ts";
import { nameRows, type PlotArea, TITLE } from "../plot/value-axis.ts";
import { lines } from "../plot/wrap.ts";
import { axisTitle, type Frame, ticksOf } from "./axis-ends.ts";
import { type EndLabel, endLabels, roomFor } from "./end-labels.ts";

/** Where a plot lies in its box, px. */
export interface Box extends PlotArea {
  width: number;
  height: number;
  top: number;
}

/** A plot's place and the names at its right. */
export interface Layout {
  box: Box;
  labels: readonly EndLabel[];
  /** Of a plot in a grid. */
  edges?: Edges;
}

/** Edges of a plot in a grid that are labelled. */
export interface Edges {
  /** Room for the labels at its left, px; 0 where the plot at its left has them. */
  left: number;
  /** The last one of its column: its x axis is labelled. */
  isLast: boolean;
  plotHeight: number;
}

/** Room for each tick label of the y axis while the plot's height is unknown, and at the right of a plot without names, px. */
const UPRIGHT_ROOM = 34;
const RIGHT = 16;
/** At the right of a map, for its scale of colours, px. */
const COLOURS = 84;
/** At both sides of a plot in a grid, for a marker at its edge, px. */
export const INSET = 11;
/** Over a plot, and under one in a grid whose x axis the last line has, px. */
const TOP = 8;
const UNDER = 8;

/** Lays a plot out; `isRead`: the values at a crosshair are shown beside the names. */
export function layOut(
  plot: Plot,
  size: { width: number; height: number },
  ends: Frame,
  shown: (series: Series) => boolean,
  unit: number,
  isRead = false,
): Layout {
  const plain = boxOf(plot, size, ends, unit, (plot.cells ? COLOURS : RIGHT) * unit);
  const { plotWidth: width, plotHeight } = plain;
  const found = endLabels(plot, { width, plotHeight }, ends, shown, isRead, unit);
  if (found.length === 0 || plot.cells) return { box: plain, labels: [] };
  const box = boxOf(plot, size, ends, unit, Math.max(RIGHT * unit, roomFor(found, isRead, unit)));
  // The names' heights are the same, their lines end earlier.
  const labels = found.map((label) => ({ ...label, x: (label.x * box.plotWidth) / width }));
  return { box, labels };
}

/** Lays a plot of a grid out, in a box of a width: its height follows. */
export function layOutCell(plot: Plot, width: number, edges: Edges, unit: number): Layout {
  const { left, plotHeight } = edges;
  const plotWidth = Math.max(20, Math.floor(width - left - 2 * INSET * unit));
  const top = TOP * unit;
  const height = top + plotHeight + (edges.isLast ? below(plot, plotWidth, unit) : UNDER * unit);
  const box = { width, height, left: left + INSET * unit, top, unit, plotWidth, plotHeight };
  return { box, labels: [], edges };
}

/** Room for the longest tick label of the y axis, px. */
export function labelsLeft(plot: Plot, ends: Frame, height: number, unit: number): number {
  const ticks = ticksOf(plot.y, ends.y, height / (UPRIGHT_ROOM * unit));
  return (
    Math.max(18 * unit, ...ticks.map((tick) => labelWidth(tick.text, unit))) +
    (plot.y.names.length > 0 ? 20 : 10) * unit
  );
}

/** Text of the x axis, in lines that are no wider than the plot. */
export const titleLines = ({ x }: Plot, plotWidth: number, unit: number): string[] =>
  x.label === "" ? [] : lines(axisTitle(x), Math.floor(plotWidth / labelWidth("m", unit)));

/** Room for ticks and title of the x axis, px. */
function below(plot: Plot, plotWidth: number, unit: number): number {
  const second = nameRows(plot.x.names, plotWidth, unit).rows > 1;
  const more = TITLE * (titleLines(plot, plotWidth, unit).length - 1);
  return (plot.x.label === "" ? (second ? 37 : 24) : (second ? 52 : 42) + more) * unit;
}

/** A plot that is alone: labels of its axes at the left and below, so much room at the right. */
function boxOf(plot: Plot, size: { width: number; height: number }, ends: Frame, unit: number, right: number): Box {
  const left = Math.min(labelsLeft(plot, ends, size.height, unit), size.width * 0.45);
  const top = TOP * unit;
  const plotWidth = Math.max(20, Math.floor(size.width - left - right));
  const plotHeight = Math.max(20, Math.floor(size.height - top - below(plot, plotWidth, unit)));
  return { ...size, left, top, unit, plotWidth, plotHeight };
}
