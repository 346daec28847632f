/**
 * Reading and reducing series: the value at an instant, pixels of a line, one value per pixel column. Pure functions of
 * `Points` (times and values alternate). Not here: what any chart draws.
 */
import type { Scales } from "./scale.ts";

/** Times and values alternate (t0, v0, t1, v1, ...), in order of time. */
export type Points = Float64Array;

/** No points. */
export const NONE: Points = new Float64Array(0);

/** How far outside of the plot a line is still drawn truly, px: enough that its slope at the edge is right. */
const OUTSIDE = 2000;

/** Index of the last point at or before `t_s`, or -1. */
export function indexAt(points: ArrayLike<number>, t_s: number): number {
  let low = 0;
  let high = points.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[2 * middle] ?? 0) <= t_s) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value that holds at `t_s`, or null before the first. */
export function valueAt(points: Points, t_s: number): number | null {
  const index = indexAt(points, t_s);
  const value = index < 0 ? Number.NaN : (points[2 * index + 1] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** Least and greatest finite value, or null without any. */
export function extent(points: Points): [number, number] | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < points.length; i += 2) {
    const value = points[i] as number;
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : null;
}

/** Pixels of a line. The last value holds until `until_s`; values that `keep` refuses break the line. */
export function toPixels(
  points: Points,
  scales: Scales,
  until_s: number,
  keep: (value: number) => boolean = Number.isFinite,
): Float64Array {
  const n = points.length >> 1;
  const pixels = new Float64Array(2 * n + 2);
  let used = 0;
  for (let i = 0; i < n; i++) {
    const t = points[2 * i] as number;
    if (t > until_s) break;
    const value = points[2 * i + 1] as number;
    pixels[used++] = scales.x(t);
    pixels[used++] = keep(value) ? near(scales.y(value), scales.height) : Number.NaN;
  }
  const end = scales.x(until_s);
  if (used > 0 && end > (pixels[used - 2] as number)) {
    pixels[used] = end;
    pixels[used + 1] = pixels[used - 1] as number;
    used += 2;
  }
  return pixels.subarray(0, used);
}

/** Samples as pixels, those outside of the plot left out. */
export function toDots(points: Points, scales: Scales): Float64Array {
  const pixels = new Float64Array(points.length);
  let used = 0;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = scales.x(points[i] as number);
    const y = scales.y(points[i + 1] as number);
    if (!(x >= 0 && x <= scales.width && y >= 0 && y <= scales.height)) continue;
    pixels[used++] = x;
    pixels[used++] = y;
  }
  return pixels.subarray(0, used);
}

/** How a pixel column stands for its values. */
export type Pick = "last" | "max" | "min";

/**
 * One value for each whole pixel column from 0 to the plot's width, not a number where there is none. A value holds until
 * the next one; `max` and `min` include the one that the column begins with.
 */
export function toColumns(points: Points, scales: Scales, until_s: number, pick: Pick): Float64Array {
  const n = Math.max(0, Math.ceil(scales.width));
  const columns = new Float64Array(n).fill(Number.NaN);
  const count = points.length >> 1;
  const end = scales.x(until_s);
  let i = 0;
  let last = Number.NaN;
  while (i < count && scales.x(points[2 * i] as number) < 0) last = points[2 * i++ + 1] as number;
  for (let c = 0; c < n && c < end; c++) {
    let chosen = last;
    while (i < count && scales.x(points[2 * i] as number) < c + 1) {
      last = points[2 * i++ + 1] as number;
      if (pick === "last" || !Number.isFinite(chosen)) chosen = last;
      else if (Number.isFinite(last)) chosen = pick === "max" ? Math.max(chosen, last) : Math.min(chosen, last);
    }
    columns[c] = chosen;
  }
  return columns;
}

/** Stretches of columns in which both bounds are numbers, as the two edges of an area; `keep` may refuse columns. */
export function bands(
  upper: Float64Array,
  lower: Float64Array,
  scales: Scales,
  keep: (upper: number, lower: number) => boolean = () => true,
): { upper: number[]; lower: number[] }[] {
  const found: { upper: number[]; lower: number[] }[] = [];
  let open: { upper: number[]; lower: number[] } | null = null;
  for (let c = 0; c < upper.length; c++) {
    const u = upper[c] as number;
    const l = lower[c] as number;
    if (!Number.isFinite(u) || !Number.isFinite(l) || !keep(u, l)) {
      open = null;
      continue;
    }
    if (!open) {
      open = { upper: [], lower: [] };
      found.push(open);
    }
    const yu = near(scales.y(u), scales.height);
    const yl = near(scales.y(l), scales.height);
    open.upper.push(c, yu, c + 1, yu);
    open.lower.push(c, yl, c + 1, yl);
  }
  return found;
}

/** Keeps a y so near to the plot that no canvas stumbles over it. */
function near(y: number, height: number): number {
  return Math.min(height + OUTSIDE, Math.max(-OUTSIDE, y));
}

/** Side of a nick, px. */
const NICK = 5;

/** Short strokes at 45 degrees where a stepped line of pixels leaves the plot, and where it comes back. */
export function nicks(points: Float64Array, { height, unit }: Scales): number[][] {
  const size = NICK * unit;
  const found: number[][] = [];
  const side = (y: number): number => (y < 0 ? -1 : y > height ? 1 : 0);
  for (let i = 2; i + 1 < points.length; i += 2) {
    const from = side(points[i - 1] as number);
    const to = side(points[i + 1] as number);
    if (from === to || Number.isNaN(points[i - 1]) || Number.isNaN(points[i + 1])) continue;
    const x = points[i] as number;
    for (const edge of [from, to]) {
      if (edge === 0) continue;
      const y = edge < 0 ? 0 : height;
      found.push([x - size / 2, y - edge * size, x + size / 2, y]);
    }
  }
  return found;
}
