/**
 * Ranges that move in few, fixed steps, and ticks at round values. Not here: the easing between two ranges (panel.ts).
 */
import { ticks as roundTicks } from "d3-array";

/**
 * The steps of the Window's range: 20, 50, 100, 140, 200, 300, 500, and so on by tens. 300 is among them because slow start on the
 * opening's path overshoots to a little over 200, and would lie flat under 500.
 */
export function windowTop(max: number): number {
  for (const top of [20, 50]) if (max <= top) return top;
  for (let tens = 100; ; tens *= 10) {
    for (const step of [1, 1.4, 2, 3, 5]) if (max <= Math.round(step * tens)) return Math.round(step * tens);
    if (!Number.isFinite(tens)) return max;
  }
}

/** A peak that lasts less than this share of the span, and of what is seen of its flow, may leave the range. */
const BRIEF = 0.04;
const BRIEF_OF_FLOW = 0.25;
/** It does where the range would have to be this many times as high for it. */
const FAR = 1.5;

/** The value that a level passes only for `share_s` seconds in all, from its points to `end_s`. */
export function levelFor(points: Float64Array, end_s: number, share_s: number): number {
  const held: [value: number, length_s: number][] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const value = points[i + 1] as number;
    const until = Math.min(end_s, points[i + 2] ?? end_s);
    if (Number.isFinite(value)) held.push([value, Math.max(0, until - (points[i] as number))]);
  }
  held.sort((a, b) => b[0] - a[0]);
  let left = share_s;
  for (const [value, length_s] of held) {
    left -= length_s;
    if (left < 0) return value;
  }
  return held.at(-1)?.[0] ?? 0;
}

/**
 * The greatest value that a range of the Window has to hold of a flow in a span: its greatest, or, where a brief peak stands far
 * over all the rest, what it passes only for that moment. The peak then leaves the range; a shorter span shows it whole.
 */
export function mostOf(points: Float64Array, t0_s: number, t1_s: number): number {
  const count = points.length >> 1;
  if (count === 0) return 0;
  let most = 0;
  for (let i = 1; i < points.length; i += 2) if ((points[i] as number) > most) most = points[i] as number;
  const seen_s = Math.max(0, t1_s - Math.max(t0_s, points[0] as number));
  const level = levelFor(points, t1_s, Math.min(BRIEF * (t1_s - t0_s), BRIEF_OF_FLOW * seen_s));
  return windowTop(Math.max(most, 1)) > FAR * windowTop(Math.max(level, 1)) ? level : most;
}

/** Three ticks of a range from 0 to `top`, four of 140 where there is room. */
export function windowTicks(top: number, height: number): number[] {
  const digits = top / 10 ** Math.floor(Math.log10(top));
  if (Math.abs(digits - 3) < 0.01) return height >= 90 ? [0, top / 3, (2 * top) / 3, top] : [0, (2 * top) / 3];
  if (Math.abs(digits - 1.4) > 0.01) return [0, top / 2, top];
  const unit = top / 14;
  return height >= 150 ? [0, 4 * unit, 8 * unit, 12 * unit] : [0, 5 * unit, 10 * unit];
}

/**
 * Ticks of rates from 0 to `max`: what the link carries and its half where that is a round number which has its place, else round
 * values.
 */
export function rateTicks(max: number, capacity: number): number[] {
  const isRound = Number(capacity.toPrecision(2)) === capacity;
  if (isRound && max >= capacity && max < 2 * capacity) return [0, capacity / 2, capacity];
  return roundTicks(0, max, 2);
}

/** The tick of the symmetric range of gradients: 1, 2, 3, 5, 10, 20, 30, 50, ... ms per RTT. */
export function gradientTick(value: number): number {
  for (let tens = 1; tens < 1e15; tens *= 10) {
    for (const step of [1, 2, 3, 5]) if (value <= step * tens * (1 + 1e-9)) return step * tens;
  }
  return value;
}
