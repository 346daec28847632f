/**
 * Where the plot lies within its canvas, and the scales that follow. Pure. Not here: drawing.
 */
import { type Domain, type Ends, type Scales, scaleOf } from "../plot/scale.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext } from "./chart.ts";

/** Left gutter and, in the small form, a narrower one under the tick labels, px. */
const LEFT = 46;
const LEFT_SMALL = 30;
/** Right edge without labels: room for half a tick label, px. */
const RIGHT = 14;
const RIGHT_SMALL = 8;
/** Over the plot: half a mark; in the small form without a title the unit is there. */
const TOP = 4;
const TOP_SMALL = 18;
/** Under the plot: ticks of crowded marks; with an axis of its own its labels. */
const BOTTOM = 7;
const BOTTOM_OWN = 36;
/** Between the plot and the words of its labels: the leaders, px. */
export const LEADERS = 20;

/** Columns a second for charts with an axis of their own: finer than a round trip changes. */
export const OWN_COLUMNS = 20;

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

/** Line of the key of textures over the strips of a small chart, px. */
const KEY_LINE = 16;

/** Lays out a chart. `gutter`: width for labels if there is room for them. */
export function layoutOf(
  chart: Chart,
  facts: RunFacts,
  box: { width: number; height: number },
  options: { small: boolean; gutter: number; unit: number; titled: number },
): Layout {
  const { small, unit } = options;
  const own = chart.axis === "own";
  const left = (small ? LEFT_SMALL : LEFT) * unit;
  const gutter = small || own ? 0 : options.gutter * unit;
  const aside = small || !own ? 0 : (chart.aside?.(facts, box.width / unit) ?? 0) * unit;
  const right = gutter || aside || (small ? RIGHT_SMALL : RIGHT) * unit;
  const headroom = (chart.headroom?.(facts, box.height / unit + options.titled) ?? 0) * unit;
  const keyed = headroom > 0 && small && chart.key ? KEY_LINE * unit : 0;
  const top = (small && options.titled === 0 ? TOP_SMALL : TOP) * unit + headroom + keyed;
  const below = own && !aside ? (chart.below?.(facts, box.width / unit, box.height / unit) ?? 0) * unit : 0;
  const bottom = (own ? BOTTOM_OWN : BOTTOM) * unit + below;
  return {
    ...box,
    left,
    top,
    plotWidth: Math.max(1, Math.floor(box.width - left - right)),
    plotHeight: Math.max(1, Math.floor(box.height - top - bottom)),
    headroom,
    below,
    keyed,
    gutter,
    aside,
    small,
    unit,
  };
}

/** Scales of a layout: x over the span or the chart's own axis, y over the range. */
export function scalesOf(layout: Layout, across: { min: number; max: number }, range: Ends): Scales {
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

/** The x range of a chart: the span on the screen, or its own, which also holds what is laid over the run. */
export function acrossOf(
  chart: Chart,
  cx: ChartContext,
  laid: readonly { cx: ChartContext }[] = [],
): { min: number; max: number; own: (Domain & { label: string }) | null } {
  let own = chart.own?.(cx) ?? null;
  for (const { cx: its } of laid) {
    const other = its === cx ? null : chart.own?.(its);
    if (own && other && other.max > own.max) own = { ...other, label: own.label };
  }
  return own ? { min: own.min, max: own.max, own } : { min: cx.facts.t0_s, max: cx.facts.t1_s, own };
}
