/**
 * Ranges that move in few, fixed steps, and ticks at round values. Not here: the easing between two ranges (data-canvas.ts).
 */
import { rangeEnd, roundDown } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { ChartContext } from "./chart.ts";

/** The least range of the Window, packets: a window of a few packets is not drawn as high as one of twenty. */
const LEAST_WINDOW = 20;

/** The end of a range from 0 that holds windows up to `max` packets. */
export const windowTop = (max: number): number => rangeEnd(max, LEAST_WINDOW);

/** A range this many times as high as necessary is dropped. */
const LETS_GO = 2;

/** The same, or what is held: a range that is much too high for what is seen now was another span's, or another run's. */
export function heldTop(max: number, { held, must }: Pick<ChartContext, "held" | "must">): number {
  const holds = held && (must || held.max < LETS_GO * windowTop(max));
  return windowTop(holds ? Math.max(max, held.max) : max);
}

/** Digits of a flow's rate on this link, Mbit/s. */
export function rateDigits({ rate_bps }: RunFacts): number {
  return rate_bps < 1e6 ? 3 : rate_bps <= 1e7 ? 2 : rate_bps < 1e8 ? 1 : 0;
}

/** An x axis of a chart's own has as many ticks as a plot of this height, px. */
export const OWN_AXIS = 100;

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

/** Room over what is usual, and how many times as high as both a peak may be before it leaves the range. */
const ROOM = 1.2;
const BEYOND = 2;

/** The same for a chart in which peaks are what is looked for: only one that is far beyond all the rest leaves its range. */
export function usualMost(points: Float64Array, t0_s: number, t1_s: number): number {
  let most = 0;
  for (let i = 1; i < points.length; i += 2) if ((points[i] as number) > most) most = points[i] as number;
  const usual = ROOM * mostOf(points, t0_s, t1_s);
  return most > BEYOND * usual ? usual : most;
}

/** The tick of the symmetric range of gradients that ends at `end`: 1, 2, 5, 10, 20, 50, ... ms per RTT. */
export const gradientTick = (end: number): number => Math.max(1, roundDown(end));
