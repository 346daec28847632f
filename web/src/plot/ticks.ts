/**
 * Round values for axes, on d3-array. Not here: the ranges and ticks that one chart alone has (charts/range.ts).
 */
import { ticks as roundTicks, tickStep } from "d3-array";
import { num } from "../i18n/catalogue.ts";

/** A tick with its text. */
export interface Tick {
  at: number;
  text: string;
}

/** Decimals that the multiples of a step have. */
export const decimalsOf = (step: number): number => Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));

/** Ticks of a logarithmic range from 1 to `top`: powers of ten; under a hundred also twice and five times as much. */
export function factorTicks(top: number): number[] {
  const steps = top < 100 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let tens = 1; tens <= top; tens *= 10) ticks.push(...steps.map((step) => step * tens).filter((at) => at <= top));
  return ticks;
}

/** The least of 1, 2, 5, 10, 20, 50, ... (times `least`) that is not under `value`. */
export function roundUp(value: number, least: number): number {
  for (let tens = least; tens < 1e15; tens *= 10) {
    for (const step of [1, 2, 5]) if (value <= step * tens * (1 + 1e-9)) return step * tens;
  }
  return value;
}

/** Round instants for the time axis, one for each 130 px or so (60 in the small form), with how to write them. */
export function timeTicks(t0_s: number, t1_s: number, width: number, unit: number): Tick[] {
  const count = Math.max(2, Math.round(width / ((width < 460 ? 62 : 140) * unit)));
  const digits = decimalsOf(tickStep(t0_s, t1_s, count));
  return roundTicks(t0_s, t1_s, count).map((at) => ({ at, text: num(at, digits, digits) }));
}

/** The share `q` (0 to 1) of sorted values. */
export function quantileOf(values: number[] | Float64Array, q: number): number {
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(q * values.length))] as number;
}
