/**
 * Where the plot lies within its canvas, and the scales that follow. Pure. Not here: drawing.
 */
import type { RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext, Domain, Scales } from "./chart.ts";

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
  const { small, unit } = options;
  const own = chart.axis === "own";
  const left = (small ? LEFT_SMALL : LEFT) * unit;
  const gutter = small || own ? 0 : options.gutter * unit;
  const right = gutter || (small ? RIGHT_SMALL : RIGHT) * unit;
  const headroom = (chart.headroom?.(facts, box.height / unit + options.titled) ?? 0) * unit;
  const top = (small && options.titled === 0 ? TOP_SMALL : TOP) * unit + headroom;
  const bottom = (own ? BOTTOM_OWN : BOTTOM) * unit;
  return {
    ...box,
    left,
    top,
    plotWidth: Math.max(1, Math.floor(box.width - left - right)),
    plotHeight: Math.max(1, Math.floor(box.height - top - bottom)),
    headroom,
    gutter,
    small,
    unit,
  };
}

/** Maps min..max to from..to. (d3-scale's would bring colours and dates along: 9 KB of what every reader loads.) */
function linear(min: number, max: number, from: number, to: number): (value: number) => number {
  const factor = max === min ? 0 : (to - from) / (max - min);
  return (value) => from + (value - min) * factor;
}

/** A range of y. */
type Ends = Pick<Domain, "min" | "max" | "log">;

/** Under a logarithmic range: 0 is drawn this many times lower than the minimum, not at minus infinity. */
const DEEP = 1000;

/** Scales of a layout: x over the span or the chart's own axis, y over the range. */
export function scalesOf(layout: Layout, x: { min: number; max: number }, range: Ends): Scales {
  const { min, max, log } = range;
  const ends = log ? ([Math.log(min), Math.log(max)] as const) : ([min, max] as const);
  const y = linear(...ends, layout.plotHeight, 0);
  const value = linear(layout.plotHeight, 0, ...ends);
  return {
    x: linear(x.min, x.max, 0, layout.plotWidth),
    y: log ? (at) => y(Math.log(Math.max(at, min / DEEP))) : y,
    value: log ? (at) => Math.exp(value(at)) : value,
    width: layout.plotWidth,
    height: layout.plotHeight,
    headroom: layout.headroom,
    gutter: layout.gutter ? Math.min(layout.gutter, LEADERS * layout.unit) : 0,
    unit: layout.unit,
  };
}

/** The x range of a chart: the span on the screen, or its own. */
export function acrossOf(
  chart: Chart,
  cx: ChartContext,
): { min: number; max: number; own: (Domain & { label: string }) | null } {
  const own = chart.own?.(cx) ?? null;
  return own ? { min: own.min, max: own.max, own } : { min: cx.facts.t0_s, max: cx.facts.t1_s, own };
}

/** Moves a shown range towards its target over 300 ms, only when the target changes (design 2.5). */
export class Range {
  #from: Ends = { min: 0, max: 1 };
  #to: Ends | null = null;
  #start = Number.NEGATIVE_INFINITY;

  /** The range as it is, which a next one must hold; null before the first. */
  get target(): Ends | null {
    return this.#to;
  }

  /** Sets the target; `still`: at once, as where steps become factors. */
  aim({ min, max, log = false }: Ends, now: number, still: boolean): void {
    const before = this.#to;
    if (before && before.min === min && before.max === max && before.log === log) return;
    const first = before?.log !== log;
    this.#from = this.at(now);
    this.#to = { min, max, log };
    this.#start = first || still ? Number.NEGATIVE_INFINITY : now;
  }

  /** What is shown now. */
  at(now: number): Ends {
    const to = this.#to ?? this.#from;
    const part = Math.min(1, Math.max(0, (now - this.#start) / 300));
    if (part >= 1) return to;
    const eased = 1 - (1 - part) ** 3;
    return {
      log: to.log ?? false,
      min: this.#from.min + (to.min - this.#from.min) * eased,
      max: this.#from.max + (to.max - this.#from.max) * eased,
    };
  }

  /** Whether it is on its way: what was drawn `at` an instant is not where it ends. */
  moving(at: number): boolean {
    return at - this.#start < 300;
  }

  /** Forgets the range: the next one fits its data. */
  forget(): void {
    this.#to = null;
  }
}
