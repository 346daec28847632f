/**
 * Scales: from values to pixels and back, linear or logarithmic. On d3-interpolate: d3-scale would bring colours, dates and formats into
 * the first view. Not here: which range an axis has, and its ticks (ticks.ts).
 */
import { interpolateNumber } from "d3-interpolate";

/** The ends of an axis. */
export interface Ends {
  min: number;
  max: number;
  /** By factors, not by steps: `min` is then above 0. */
  log?: boolean;
}

/** The ends of an axis with the ticks to draw. */
export interface Domain extends Ends {
  ticks: number[];
  format(value: number): string;
}

/** Maps data to pixels of the plot (not of the canvas): x to the right, y down, 0 at the plot's top left. */
export interface Scales {
  /** Time in s, or the own axis's value, to pixels. */
  x(value: number): number;
  y(value: number): number;
  /** Value at a place of x. */
  at(x: number): number;
  /** Value at a height. */
  value(y: number): number;
  width: number;
  height: number;
  /** Pixels over the plot that hold the chart's strips: y from -headroom to 0. */
  headroom: number;
  /** Pixels to the left of the plot that names and ticks own, where names are there. */
  left?: number;
  /** Pixels to the right of the plot that labels own; 0 in the small form. */
  gutter: number;
  /** Pixels to the right of the plot that the chart itself draws in, if any. */
  aside?: number;
  /** Strip under the axis of a chart that draws there: its first pixel and height, if any. */
  below?: { top: number; height: number } | 0;
  /** Scale of strokes, marks and type: 2 in the projector profile. */
  unit: number;
}

/** One axis. */
export interface Scale {
  /** Pixels of a value. */
  place(value: number): number;
  /** The value at a pixel. */
  value(pixel: number): number;
}

/** On a logarithmic axis 0 and less are drawn this many times lower than the minimum, not at minus infinity. */
const DEEP = 1000;

/** Maps `a` to `from` and `b` to `to`, and what is beyond them accordingly; where `a` is `b`, all to `from`. */
function linear(a: number, b: number, from: number, to: number): (value: number) => number {
  const at = interpolateNumber(from, to);
  return (value) => at(a === b ? 0 : (value - a) / (b - a));
}

/** Maps `min` to the pixel `from` and `max` to `to`. An axis without length has all at `from`. */
export function scaleOf({ min, max, log }: Ends, from: number, to: number): Scale {
  if (!log) return { place: linear(min, max, from, to), value: linear(from, to, min, max) };
  const [least, most] = [Math.log(min), Math.log(max)];
  const [place, value] = [linear(least, most, from, to), linear(from, to, least, most)];
  return { place: (at) => place(Math.log(Math.max(at, min / DEEP))), value: (pixel) => Math.exp(value(pixel)) };
}
