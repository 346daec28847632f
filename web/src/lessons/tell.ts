/**
 * Values and differences in words: a number with the unit that its name says, a band, and what lies between an answer and the
 * run. Words, never marks. Not here: which values there are (session/measures.ts), markup.
 */

import { amount, asShown, digitsOf } from "../i18n/amounts.ts";
import { num, translate, unitWord, withUnit } from "../i18n/catalogue.ts";
import type { Band } from "./types.ts";

/** How the values of a name are shown: factor to the screen's unit, and the unit's key. */
export function faceOf(of: string, unit?: string): { factor: number; unit: string } {
  // How many marks there are, and what samples add up to, has no unit of its own.
  if (/^(count|sum|ratio) /.test(of)) return { factor: 1, unit: unit ?? "" };
  if (unit !== undefined) return { factor: unit === "%" ? 100 : 1, unit };
  // A measure of times is in seconds, whatever its curve is in: `top_s one.rtt_max_ms 3 6`.
  if (/^\w+_s /.test(of)) return { factor: 1, unit: "s" };
  if (/_bps\b/.test(of)) return { factor: 1e-6, unit: "Mbit/s" };
  if (/_ms\b/.test(of)) return { factor: 1, unit: "ms" };
  if (/_s\b/.test(of)) return { factor: 1, unit: "s" };
  if (/_packets\b|packets_|dropped|arrived|\.(sent|lost)$/.test(of)) return { factor: 1, unit: "packets" };
  if (/of_capacity|of_rate|share|utilisation|probability|time_above/.test(of)) return { factor: 100, unit: "%" };
  return { factor: 1, unit: "" };
}

/** The catalogue's key for what a condition's value is called, whichever flow it is of: `flows.one.rtt_ms.p90`, `rtt_ms.p90`. */
export function nameKey(path: string): string {
  const parts = path.split(".");
  return `lesson.name.${parts.slice(parts[0] === "bottleneck" ? 1 : 2).join(".") || parts[0]}`;
}

/** The words of an option before the colon: its name without the explanation. */
export function shortName(words: string): string {
  return words.split(": ")[0] ?? words;
}

/** A value of the run in words; a dash where there is none. */
export function valueText(of: string, value: number | null, unit?: string): string {
  if (value === null) return "–";
  const face = faceOf(of, unit);
  return amount(value * face.factor, face.unit);
}

/** "2.2 to 2.3 Mbit/s"; one number where both ends are the same. */
export function rangeText(low: number, high: number, unit: string): string {
  if (low === high) return amount(low, unit);
  const digits = Math.max(digitsOf(low), digitsOf(high));
  return translate("lesson.range", { low: num(low, digits), high: withUnit(high, unitWord(unit, high), digits) });
}

/** A band's ends in the screen's unit. */
export function endsOf(band: Band): { low: number; high: number; unit: string; factor: number } {
  const face = faceOf(band.of, band.unit);
  const [low, high] = band.band;
  return { low: (low ?? high ?? 0) * face.factor, high: (high ?? low ?? 0) * face.factor, ...face };
}

/** A band in words. */
export function bandText(band: Band): string {
  const { low, high, unit } = endsOf(band);
  return rangeText(low, high, unit);
}

/**
 * A lesson's sentence about a band: the run's value, one number, and what other seeds give, null where they print the same. Without a
 * known value: the band.
 */
export function bandSaid(band: Band): { value: string; seeds: string | null } {
  if (!band.seen) return { value: bandText(band), seeds: null };
  const { factor, unit } = faceOf(band.of, band.unit);
  const [own, low, high] = band.seen.map((value) => value * factor) as [number, number, number];
  const value = amount(own, unit);
  const same = amount(low, unit) === value && amount(high, unit) === value;
  return { value, seeds: same ? null : rangeText(low, high, unit) };
}

/** How near a number is to a band: within it, within twice its width, or too much or too little. */
export type Nearness = "inside" | "close" | "more" | "less";
export function nearness(said: number, low: number, high: number): Nearness {
  const middle = (low + high) / 2;
  if (said >= low && said <= high) return "inside";
  if (Math.abs(said - middle) <= high - low) return "close";
  return said > middle ? "more" : "less";
}

/** The difference between a number that was said and the run, in a sentence; `settled`: it follows from the settings. */
export function numberDifference(
  said: number,
  run: number,
  { low, high, unit, settled }: { low: number; high: number; unit: string; settled: boolean },
): string {
  const verdict = nearness(said, low, high);
  // The quotient of the two numbers as the sentence shows them.
  const [one, other] = [asShown(said), asShown(run)];
  const ratio = verdict === "more" ? one / other : other / one;
  const args = { said: amount(said, unit), run: amount(run, unit) };
  if ((verdict === "less" || verdict === "more") && (!Number.isFinite(ratio) || ratio < 1.15))
    return translate("lesson.difference.off", args);
  if (verdict === "inside" && (settled || args.said === args.run)) return translate("lesson.difference.settled", args);
  return translate(`lesson.difference.${verdict}`, { ...args, ratio: num(ratio, ratio < 10 ? 1 : 0) });
}
