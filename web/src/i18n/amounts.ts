/** Numbers with their unit, with as many digits as count. Not here: numbers of a given precision (catalogue.ts). */
import { unitWord, withUnit } from "./catalogue.ts";

/** Two or three digits that count, as many as the size needs. */
export function digitsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
}

/** A number as it is shown. */
export const asShown = (value: number): number => Number(value.toFixed(digitsOf(value)));

/** A number with its unit. */
export function amount(value: number, unit: string): string {
  return withUnit(value, unitWord(unit, value), digitsOf(value));
}
