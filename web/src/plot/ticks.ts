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

/** Steps of a range's end: what it holds fills three quarters of it at least. */
const ENDS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** The least of the round ends from `least` on (1, 1.2, 1.5, 2, ... times a power of ten) that is not under `value`. */
export function rangeEnd(value: number, least: number): number {
  if (!(value > least)) return least;
  if (!Number.isFinite(value)) return value;
  const tens = tensUnder(value);
  const step = ENDS.find((one) => value <= one * tens * (1 + 1e-9)) ?? 10;
  return Number((step * tens).toPrecision(12));
}

const tensUnder = (value: number): number => 10 ** Math.floor(Math.log10(value) + 1e-9);

/** The greatest of 1, 2, 5, 10, 20, 50, ... times a power of ten that is not over `value`. */
export function roundDown(value: number): number {
  const tens = tensUnder(value);
  return ([5, 2].find((step) => step * tens <= value * (1 + 1e-9)) ?? 1) * tens;
}

/** Steps between ticks for which a plot has room: two, three in 80 px, four in 150. */
const stepsIn = (height: number): number => (height >= 150 ? 4 : height >= 80 ? 3 : 2);

/** Ticks keep so far from those that have a meaning of their own, as a share of the range. */
const APART = 0.16;

/**
 * Ticks of a range at 1, 2 or 5 times a power of ten, as many as `height` px have room for; beside them those of `own`, as a
 * capacity or a limit, that lie within it.
 */
export function axisTicks(min: number, max: number, height: number, own: readonly number[] = []): number[] {
  if (!(max > min) || !Number.isFinite(max - min)) return [min];
  const wanted = (max - min) / stepsIn(height);
  const step = Math.min(roundUp(wanted, tensUnder(wanted)), roundDown(max - min));
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  const round = Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  const meant = own.filter((at) => at >= min && at <= max);
  const free = round.filter((at) => meant.every((one) => Math.abs(one - at) >= APART * (max - min)));
  return [...free, ...meant].sort((a, b) => a - b);
}

/** Round instants for the time axis, one for each 130 px or so (60 in the small form), with how to write them; round in units of `round_s`. */
export function timeTicks(t0_s: number, t1_s: number, width: number, unit: number, round_s = 1): Tick[] {
  const count = Math.max(2, Math.round(width / ((width < 460 ? 62 : 140) * unit)));
  const [from, to] = [t0_s / round_s, t1_s / round_s];
  const digits = decimalsOf(tickStep(from, to, count));
  return roundTicks(from, to, count).map((at) => ({ at: at * round_s, text: num(at, digits, digits) }));
}

/** The smallest value with at least the share `q` (0 to 1) of the values at or below it, as in the summary; sorts them. */
export function quantileOf(values: number[] | Float64Array, q: number): number {
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  return values[Math.max(0, Math.ceil(q * values.length * (1 - 1e-12)) - 1)] as number;
}
