/**
 * The one catalogue of words and the platform's number formats. `say("key", { name: value })` fills `{name}`.
 * Not here: markup, nor any knowledge of pages. A language is one folder of
 * JSON files and one line in `LANGUAGES`. `en/errors.json` is read by the native program too.
 */
import charts from "./en/charts.json" with { type: "json" };
import errors from "./en/errors.json" with { type: "json" };
import lab from "./en/lab.json" with { type: "json" };
import path from "./en/path.json" with { type: "json" };
import presets from "./en/presets.json" with { type: "json" };
import settings from "./en/settings.json" with { type: "json" };

const en: Record<string, string> = { ...charts, ...errors, ...lab, ...path, ...presets, ...settings };
const LANGUAGES: Record<string, Record<string, string>> = { en };
let catalogue = en;
let locale = "en";

/** Chooses the language; unknown ones leave English. */
export function setLanguage(tag: string): void {
  const base = tag.split("-")[0] ?? "en";
  const found = LANGUAGES[base];
  if (found) {
    catalogue = found;
    locale = tag;
    formats.clear();
  }
}

/** Adds words that a page fetches only when they are needed. */
export function learn(language: string, words: Record<string, string>): void {
  LANGUAGES[language] = Object.assign(LANGUAGES[language] ?? {}, words);
}

/** The sentence of a key with its arguments filled in. A key that is missing says its own name, so that tests see it. */
export function say(key: string, args: Record<string, string | number> = {}): string {
  const text = catalogue[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? `{${name}}`));
}

/** Whether the catalogue has a key. */
export function has(key: string): boolean {
  return key in catalogue || key in en;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number with at most `digits` decimals, a true minus sign and no grouping below 10 000. */
export function num(value: number, digits = 0, least = 0): string {
  const key = `${digits}/${least}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      maximumFractionDigits: digits,
      minimumFractionDigits: least,
      useGrouping: "min2",
    } as Intl.NumberFormatOptions);
    formats.set(key, format);
  }
  return format.format(value).replace("-", "\u2212");
}

/** A number with its unit, joined by a thin no-break space. */
export function withUnit(value: number, unit: string, digits = 0, least = 0): string {
  return unit ? `${num(value, digits, least)}\u202f${unit}` : num(value, digits, least);
}
