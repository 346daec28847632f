/**
 * Measures of a curve, times and values alternating: for bands that no summary has (`max one.cwnd_packets 8 20`), and for what
 * a reader drew. Pure. Not here: where a curve comes from, how a difference is worded (tell.ts).
 */

import { ALGORITHM_SIGNALS, SIGNALS } from "../generated/signals.ts";

/** A curve: t0, v0, t1, v1, … in order of time. */
export type Curve = ArrayLike<number>;

const valuesOf = (curve: Curve): number[] => Array.from(curve).filter((_, i) => i % 2 === 1);

/** Measures by name; `bound` where the name asks for one. */
const MEASURES: Record<string, (curve: Curve, bound: number) => number> = {
  max: (curve) => Math.max(...valuesOf(curve)),
  min: (curve) => Math.min(...valuesOf(curve)),
  /** When the greatest value is first reached. */
  top_s: (curve) => curve[2 * valuesOf(curve).indexOf(Math.max(...valuesOf(curve)))] ?? Number.NaN,
  /** How many there are, and what they add up to: of marks and samples. */
  count: (curve) => curve.length / 2,
  sum: (curve) => valuesOf(curve).reduce((sum, value) => sum + value, 0),
  /** When the bound is first reached. */
  reach_s: (curve, bound) => curve[2 * valuesOf(curve).findIndex((value) => value >= bound)] ?? Number.NaN,
};

/** How a signal is read: marks and samples each for itself, all else as a line. */
export function readingOf(signal: string): "marks" | "line" {
  const all = [SIGNALS, ...Object.values(ALGORITHM_SIGNALS)].flat();
  const kind = all.find((each) => each.name === signal)?.kind;
  return kind === "mark" || kind === "sample" ? "marks" : "line";
}

/** A measure's name, taken apart: `reach_s one.cwnd_packets 0 1 34`. Null if it is none. */
export function curveMeasure(of: string) {
  const found = /^(\w+) ([\w-]+)\.(\w+) ([\d.]+) ([\d.]+)(?: ([\d.]+))?$/.exec(of);
  const take = found && Object.hasOwn(MEASURES, found[1] ?? "") ? MEASURES[found[1] ?? ""] : undefined;
  if (!found || !take) return null;
  const [, , source = "", signal = "", from, to, bound = "0"] = found;
  return { source, signal, t0_s: Number(from), t1_s: Number(to), of: (curve: Curve) => take(curve, Number(bound)) };
}

/** How many times the values rise and then fall again by at least `share` of `height`: teeth. */
export function teeth(values: readonly number[], height: number, share = 0.1): number {
  let count = 0;
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let rising = true;
  for (const value of values) {
    high = Math.max(high, value);
    low = Math.min(low, value);
    if (rising && high - value >= share * height) {
      count += 1;
      rising = false;
      low = value;
    } else if (!rising && value - low >= share * height) {
      rising = true;
      high = value;
    }
  }
  return count;
}

/** What holds at a moment of a curve that keeps each value until the next. */
export function valueOn(curve: Curve, t_s: number): number {
  let value = curve[1] ?? 0;
  for (let i = 0; i + 1 < curve.length && (curve[i] ?? 0) <= t_s; i += 2) value = curve[i + 1] ?? value;
  return value;
}

/** What is judged of a drawing. */
export type Feature = "highest" | "lowest" | "teeth" | "end";

/** A feature of evenly spaced values, on an axis so high. */
export function featureOf(name: Feature, values: readonly number[], height: number): number {
  if (name === "highest") return Math.max(...values);
  if (name === "lowest") return Math.min(...values);
  if (name === "teeth") return teeth(values, height);
  return values.at(-1) ?? Number.NaN;
}

/** Mean distance of two curves over the axis's height; both evenly spaced and equally many. */
export function gap(one: readonly number[], other: readonly number[], height: number): number {
  const sum = one.reduce((all, value, i) => all + Math.abs(value - (other[i] ?? value)), 0);
  return one.length > 0 ? sum / one.length / height : 0;
}
