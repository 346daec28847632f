/**
 * Where a plot lies in its box: room for the labels of its axes, and for the names at its lines' ends. Pure. Not here: what the axes show
 * (axis-ends.ts), which lines have a name at their end (end-labels.ts), the drawing (draw.ts).
 */
import type { Plot, Series } from "../ensemble/types.ts";
import { labelWidth, nameRows, type PlotArea } from "../plot/value-axis.ts";
import { type Frame, ticksOf } from "./axis-ends.ts";
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
}

/** Room for each tick label of the y axis while the plot's height is unknown, and at the right of a plot without names, px. */
const UPRIGHT_ROOM = 34;
const RIGHT = 16;

/** Lays a plot out; `isRead`: the values at a crosshair are shown beside the names. */
export function layOut(
  plot: Plot,
  size: { width: number; height: number },
  ends: Frame,
  shown: (series: Series) => boolean,
  unit: number,
  isRead = false,
): Layout {
  const plain = boxOf(plot, size, ends, unit, RIGHT * unit);
  const { plotWidth: width, plotHeight } = plain;
  const found = endLabels(plot, { width, plotHeight }, ends, shown, isRead, unit);
  if (found.length === 0) return { box: plain, labels: found };
  const box = boxOf(plot, size, ends, unit, Math.max(RIGHT * unit, roomFor(found, isRead, unit)));
  // The names' heights are the same, their lines end earlier.
  const labels = found.map((label) => ({ ...label, x: (label.x * box.plotWidth) / width }));
  return { box, labels };
}

/** Room for the longest tick label at the left, ticks and title of the x axis below. */
function boxOf(plot: Plot, size: { width: number; height: number }, ends: Frame, unit: number, right: number): Box {
  const ticks = ticksOf(plot.y, ends.y, size.height / (UPRIGHT_ROOM * unit));
  const longest = Math.max(18 * unit, ...ticks.map((tick) => labelWidth(tick.text, unit)));
  const left = Math.min(longest + 10 * unit, size.width * 0.45);
  const top = 8 * unit;
  const plotWidth = Math.max(20, Math.floor(size.width - left - right));
  const second = nameRows(plot.x.names, plotWidth, unit).rows > 1;
  const below = (plot.x.label === "" ? (second ? 37 : 24) : second ? 48 : 42) * unit;
  const plotHeight = Math.max(20, Math.floor(size.height - top - below));
  return { ...size, left, top, unit, plotWidth, plotHeight };
}
