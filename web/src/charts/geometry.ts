/**
 * Where the plot lies within its canvas, and the scales that follow. Pure. Not here: drawing.
 */
import { type Ends, type Scales, scaleOf } from "../plot/scale.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Chart } from "./chart.ts";
import { BOTTOM_OWN, xAxisOf } from "./x-axis.ts";

/** Left gutter and, in the small form, a narrower one under the tick labels, px. */
const LEFT = 46;
const LEFT_SMALL = 30;
/** Right edge without labels: room for half a tick label, px. */
const RIGHT = 14;
const RIGHT_SMALL = 8;
/** Over the plot: half a mark; in the small form without a title the unit is there. */
const TOP = 4;
const TOP_SMALL = 18;
/** Labels of time under a plot that has its own, px. */
const TIMES = 14;
/** Between the plot and the words of its labels: the leaders, px. */
export const LEADERS = 20;

/** Width of a second run's values beside the first one's, px. */
export const SECOND = 56;

/** The plot within a canvas of `width` x `height`. */
export interface Layout {
  width: number;
  height: number;
  left: number;
  /** Top of the plot; the strips reach over it. */
  top: number;
  plotWidth: number;
  plotHeight: number;
  headroom: number;
  /** Width of the labels' gutter, 0 without one. */
  gutter: number;
  /** Width of what the chart draws at the right of the plot, 0 without it. */
  aside: number;
  /** Height of what the chart draws under its own axis, 0 without it. */
  below: number;
  /** Height of the line over the strips that has the key of their textures, 0 without it. */
  keyed: number;
  small: boolean;
  /** Names are in the gutter at the left. */
  names: boolean;
  /** It is a row of a few pixels: no axis, no words. */
  row: boolean;
  unit: number;
}

/** Over and under the line of a row, px. */
const ROW = 3;

/** Facts on which a plot's place depends. */
export interface Placing {
  small: boolean;
  gutter: number;
  unit: number;
  titled: number;
  /** Width of a gutter at the left with names; none without it. */
  names?: number;
  /** It is a row; its gutters, where they are not those of the others. */
  row?: boolean;
  /** It has labels of time of its own. */
  timed?: boolean;
}

/** Lays out a chart. `gutter`: width for labels if there is room for them. */
export function layoutOf(
  chart: Chart,
  facts: RunFacts,
  box: { width: number; height: number },
  options: Placing,
): Layout {
  const { small, unit, titled, names = 0, row = false, timed = false } = options;
  const form = { ...options, width: box.width / unit, height: box.height / unit };
  const room = xAxisOf(chart).room(chart, facts, form);
  const left = (names || (small ? LEFT_SMALL : LEFT)) * unit;
  const right = (room.gutter || room.aside || (row ? options.gutter : 0) || (small ? RIGHT_SMALL : RIGHT)) * unit;
  const over = row ? 0 : 1;
  const [headroom, keyed, below] = [room.headroom * unit * over, room.keyed * unit * over, room.below * unit * over];
  const top = row ? ROW * unit : (small && titled === 0 ? TOP_SMALL : TOP) * unit + headroom + keyed;
  const bottom = row ? ROW * unit : (room.bottom + (timed ? TIMES : 0)) * unit + below;
  return {
    ...box,
    left,
    top,
    plotWidth: Math.max(1, Math.floor(box.width - left - right)),
    plotHeight: Math.max(1, Math.floor(box.height - top - bottom)),
    headroom,
    below,
    keyed,
    gutter: room.gutter * unit,
    aside: room.aside * unit,
    small,
    names: names > 0 && !small,
    row,
    unit,
  };
}

/** Scales of a layout: x over the span or the chart's own axis, y over the range. */
export function scalesOf(layout: Layout, across: Ends, range: Ends): Scales {
  const x = scaleOf(across, 0, layout.plotWidth);
  const y = scaleOf(range, layout.plotHeight, 0);
  return {
    x: x.place,
    y: y.place,
    at: x.value,
    value: y.value,
    width: layout.plotWidth,
    height: layout.plotHeight,
    headroom: layout.headroom,
    left: layout.names ? layout.left : 0,
    gutter: layout.gutter ? Math.min(layout.gutter, LEADERS * layout.unit) : 0,
    aside: layout.aside,
    below: layout.below && { top: layout.plotHeight + BOTTOM_OWN * layout.unit, height: layout.below },
    unit: layout.unit,
  };
}
