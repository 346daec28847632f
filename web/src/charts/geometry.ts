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
/** Between the plot and the words of its labels: the leaders, px. */
export const LEADERS = 20;

/** What a second run's values take beside the first one's, px. */
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
  unit: number;
}

/** Lays out a chart. `gutter`: width for labels if there is room for them. */
export function layoutOf(
  chart: Chart,
  facts: RunFacts,
  box: { width: number; height: number },
  options: { small: boolean; gutter: number; unit: number; titled: number },
): Layout {
  const { small, unit, titled } = options;
  const form = { ...options, width: box.width / unit, height: box.height / unit };
  const room = xAxisOf(chart).room(chart, facts, form);
  const left = (small ? LEFT_SMALL : LEFT) * unit;
  const right = (room.gutter || room.aside || (small ? RIGHT_SMALL : RIGHT)) * unit;
  const [headroom, keyed, below] = [room.headroom * unit, room.keyed * unit, room.below * unit];
  const top = (small && titled === 0 ? TOP_SMALL : TOP) * unit + headroom + keyed;
  return {
    ...box,
    left,
    top,
    plotWidth: Math.max(1, Math.floor(box.width - left - right)),
    plotHeight: Math.max(1, Math.floor(box.height - top - (room.bottom * unit + below))),
    headroom,
    below,
    keyed,
    gutter: room.gutter * unit,
    aside: room.aside * unit,
    small,
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
    gutter: layout.gutter ? Math.min(layout.gutter, LEADERS * layout.unit) : 0,
    aside: layout.aside,
    below: layout.below && { top: layout.plotHeight + BOTTOM_OWN * layout.unit, height: layout.below },
    unit: layout.unit,
  };
}
