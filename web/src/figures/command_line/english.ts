/**
 * Part of the catalogue (i18n/catalogue.ts) that a drawing uses, for the command `sawtooth`: English, and numbers without `Intl`, which
 * its JavaScript engine lacks. Stands in for the catalogue when scripts/figure-script.mjs makes the script. Not here: the page's words.
 */

/** Words of a drawing that are not its data. */
const WORDS: Readonly<Record<string, string>> = { "figures.empty": "Nothing has been run yet." };

export const language = (): string => "en";
export const has = (key: string): boolean => Object.hasOwn(WORDS, key);
export const translate = (key: string): string => WORDS[key] ?? key;
export const translateSource = (english = ""): string => english;

/** Rounds what a number's shortest decimals say, as `Intl` does: 0.305 is 0.31, though the nearest double is less. */
function rounded(value: number, digits: number): number {
  const [mantissa, exponent = 0] = String(value).split("e");
  return Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))}e-${digits}`);
}

/** A number with at most `digits` decimals, a true minus sign and no grouping below 10 000. */
export function num(value: number, digits = 0, least = 0): string {
  const [whole = "", decimals = ""] = rounded(Math.abs(value), digits).toFixed(digits).split(".");
  const sign = value < 0 || Object.is(value, -0) ? "\u2212" : "";
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  const kept = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, "");
  return sign + grouped + (kept === "" ? "" : `.${kept}`);
}
