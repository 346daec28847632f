/** Numbers with their unit, with as many digits as count. Not here: numbers of a given precision (catalogue.ts). */
import { num, unitWord, withUnit } from "./catalogue.ts";

/** Two or three digits that count, as many as the size needs. */
export function digitsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
}

/** A number as it is shown. */
export const asShown = (value: number): number => Number(value.toFixed(digitsOf(value)));

/**
 * A moment of a run in s to the millisecond, or to `digits`, with as many decimals at least as `least`. What is beyond is left out, not
 * rounded: clock, sentences and *Why?* name one moment by one number, and no step on leads to a smaller one.
 */
export function momentText(t_s: number, least = 3, digits = 3): string {
  const scale = 10 ** digits;
  // Half a nanosecond is what a number in binary may lack.
  return withUnit(Math.floor((t_s + 5e-10) * scale) / scale, "s", digits, least);
}

/** A number with its unit. */
export function amount(value: number, unit: string): string {
  return withUnit(value, unitWord(unit, value), digitsOf(value));
}

/** Run seconds per second on screen: "0.05×". */
export function speedText(speed: number): string {
  const digits = Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(speed) + 1e-9)));
  return `${num(speed, digits)}\u00d7`;
}

/** A rate in the unit that suits it. */
export function rateText(bps: number): string {
  const [value, unit] = bps >= 1e9 ? [bps / 1e9, "Gbit/s"] : bps >= 1e6 ? [bps / 1e6, "Mbit/s"] : [bps / 1e3, "kbit/s"];
  return withUnit(value, unit, value < 10 ? 2 : value < 100 ? 1 : 0);
}
