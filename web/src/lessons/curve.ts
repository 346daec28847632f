/**
 * Measures of a curve, times and values alternating: for bands that no summary has (`max one.cwnd_packets 8 20`), and for what
 * a reader drew. Some are of several curves. Pure. Not here: where a curve comes from, how a difference is worded (tell.ts).
 */

import { jainIndex } from "../engine/formulas.ts";
import { type SeriesRequest, type SourceName, sourceName } from "../engine/protocol.ts";
import { ALGORITHM_SIGNALS, DISCIPLINE_SIGNALS, SIGNALS } from "../generated/signals.ts";
import type { AskDraw } from "./file/facts.ts";

/** A curve: t0, v0, t1, v1, … in order of time. */
export type Curve = ArrayLike<number>;

/** The values of a curve, in order. */
export const valuesIn = (curve: Curve): number[] => Array.from(curve).filter((_, i) => i % 2 === 1);

/** Gain of a curve from its first value to its last. */
const gain = (curve: Curve): number => (curve[curve.length - 1] ?? Number.NaN) - (curve[1] ?? Number.NaN);
const first = (curves: readonly Curve[]): Curve => curves[0] ?? [];

/** Measures by name, of the curves that are named; `bound` where the name asks for one. */
type Take = (curves: readonly Curve[], bound: number, span_s: number, t0_s: number) => number;
const MEASURES: ReadonlyMap<string, Take> = new Map(
  Object.entries<Take>({
    max: (curves) => Math.max(...valuesIn(first(curves))),
    min: (curves) => Math.min(...valuesIn(first(curves))),
    /** How far it swings: the greatest over the least value. */
    ratio: (curves) => Math.max(...valuesIn(first(curves))) / Math.min(...valuesIn(first(curves))),
    /** When the greatest value is first reached. */
    top_s: (curves) => {
      const values = valuesIn(first(curves));
      return first(curves)[2 * values.indexOf(Math.max(...values))] ?? Number.NaN;
    },
    /** How many there are, and what they add up to: of marks and samples. */
    count: (curves) => curves.reduce((sum, curve) => sum + curve.length / 2, 0),
    sum: (curves) => valuesIn(first(curves)).reduce((sum, value) => sum + value, 0),
    /** When the bound is first reached. */
    reach_s: (curves, bound) =>
      first(curves)[2 * valuesIn(first(curves)).findIndex((value) => value >= bound)] ?? Number.NaN,
    /** When a value first lies under the bound. */
    under_s: (curves, bound) =>
      first(curves)[2 * valuesIn(first(curves)).findIndex((value) => value < bound)] ?? Number.NaN,
    /** For how long from the beginning on the bound is held, a state by its number. */
    held_s: (curves, bound, _, t0_s) =>
      (first(curves)[2 * valuesIn(first(curves)).findIndex((value) => value !== bound)] ?? Number.NaN) - t0_s,
    /** Rate of a total of bytes, Mbit/s. */
    mbps: (curves, _, span_s) => (gain(first(curves)) * MBPS) / span_s,
    /** The same in parts of a rate: the bound, Mbit/s. */
    part: (curves, bound, span_s) => (gain(first(curves)) * MBPS) / span_s / bound,
    /** Gain of the first, as a share of the gain of all. */
    share: (curves) => gain(first(curves)) / curves.reduce((sum, curve) => sum + gain(curve), 0),
    /** Gain of the first, divided by the second's. */
    times: (curves) => gain(first(curves)) / gain(curves[1] ?? []),
    /** After which time the first first has so great a part (the bound) of its equal share, over the stretch before. Not a number: never. */
    even_s: (curves, bound, span_s, t0_s) => {
      const equal = bound / curves.length;
      for (let t_s = t0_s + STRETCH_S; t_s <= t0_s + span_s; t_s += STRETCH_S / 40) {
        const gains = curves.map((curve) => valueOn(curve, t_s) - valueOn(curve, t_s - STRETCH_S));
        if ((gains[0] ?? 0) >= equal * gains.reduce((all, one) => all + one, 0)) return t_s - t0_s;
      }
      return Number.NaN;
    },
    /** Jain's index of what they gain. */
    jain: (curves) => jainIndex(curves.map(gain)) ?? Number.NaN,
  }),
);

/** Marks and samples are all counted. */
const MARKS = 100_000;
/** Over which a share is read while it changes, s: some tens of round trips. */
const STRETCH_S = 2;
/** Bytes per second to Mbit/s. */
const MBPS = 8e-6;

/** How a signal is asked for: marks and samples each for itself, a state as its runs, all else as a line, or as a rate over so many seconds. */
export function seriesOf(source: SourceName, signal: string, rate_s?: number): SeriesRequest {
  if (rate_s !== undefined) return { source, signal, mode: "rate", window_s: rate_s };
  const all = [SIGNALS, ...ALGORITHM_SIGNALS.values()].flat();
  const kind = all.find((each) => each.name === signal)?.kind;
  if (kind === "state") return { source, signal, mode: "state" };
  const each = kind === "mark" || kind === "sample";
  return { source, signal, ...(each ? { mode: "marks", limit: MARKS } : { mode: "line" }) };
}

/** Whether there is a signal of this name. */
export const isSignal = (name: string): boolean =>
  [SIGNALS, ...ALGORITHM_SIGNALS.values(), ...DISCIPLINE_SIGNALS.values()].some((all) =>
    all.some((each) => each.name === name),
  );

/** A rate of bytes per second as Mbit/s. */
export function inMbps(points: Float64Array): Float64Array {
  return points.map((value, i) => (i % 2 === 1 ? value * MBPS : value));
}

/** A measure of curves, taken apart. */
export interface CurveMeasure {
  sources: SourceName[];
  signal: string;
  t0_s: number;
  t1_s: number;
  /** Of the sources' curves, in their order. */
  of(curves: readonly Curve[]): number;
}

/** A measure's name, taken apart: `reach_s one.cwnd_packets 0 1 34`, `share far,near.delivered_bytes 10 20`. Null if it is none. */
export function curveMeasure(of: string): CurveMeasure | null {
  const found = /^(\w+) ([\w,-]+)\.(\w+) ([\d.]+) ([\d.]+)(?: ([\d.]+))?$/.exec(of);
  const take = MEASURES.get(found?.[1] ?? "");
  if (!found || !take) return null;
  const [, , sources = "", signal = "", from, to, bound = "0"] = found;
  const [t0_s, t1_s] = [Number(from), Number(to)];
  const measured = (curves: readonly Curve[]): number => take(curves, Number(bound), t1_s - t0_s, t0_s);
  return { sources: sources.split(",").map(sourceName), signal, t0_s, t1_s, of: measured };
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

/** Value at a moment of a curve that keeps each value until the next. */
export function valueOn(curve: Curve, t_s: number): number {
  let value = curve[1] ?? 0;
  for (let i = 0; i + 1 < curve.length && (curve[i] ?? 0) <= t_s; i += 2) value = curve[i + 1] ?? value;
  return value;
}

/** Quantities by which a drawing is judged. */
export type Feature = AskDraw["features"][number]["name"];

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

/** So far off a straight line, in parts of what they span, values still lie on it. */
const STRAIGHT = 0.08;

/** Whether values lie on a straight line that rises or falls, over places in any order. */
export function isStraight(places: readonly number[], values: readonly number[]): boolean {
  const n = values.length;
  const span = Math.max(...values) - Math.min(...values);
  if (n < 3 || span === 0) return false;
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / n;
  const [x, y] = [mean(places), mean(values)];
  const square = places.reduce((sum, one) => sum + (one - x) ** 2, 0);
  const slope = places.reduce((sum, one, i) => sum + (one - x) * ((values[i] ?? y) - y), 0) / square;
  return values.every((value, i) => Math.abs(value - y - slope * ((places[i] ?? x) - x)) <= STRAIGHT * span);
}
