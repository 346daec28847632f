/**
 * The one catalogue of words and the platform's formats of numbers. `translate("key", { name: value })` fills `{name}`; `plural`
 * chooses the plural. English is always there and stands in for what another language lacks; `en/errors.json` and
 * `en/parse.json` are read by the native program too. What the laboratory's first picture does without is learned by what says
 * it (charts.ts, settings.ts). Not here: markup, which languages there are (languages.ts), which one a page speaks (address/language.ts).
 */
import errors from "./en/errors.json" with { type: "json" };
import lab from "./en/lab.json" with { type: "json" };
import path from "./en/path.json" with { type: "json" };
import presets from "./en/presets.json" with { type: "json" };

/** Sentences by key. */
export type Catalogue = Record<string, string>;

// Maps: a word may come from outside (an algorithm that a document names), and every object has a `constructor`.
const en = new Map(Object.entries({ ...errors, ...lab, ...path, ...presets }));
const known = new Map([["en", en]]);
let catalogue = en;
let locale = "en";

/** The language that a tag begins with: "de" of "de-AT". */
export const languageOf = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? "en";

/** Chooses the language and the form of its numbers by a tag such as "de-AT"; one whose words are not here leaves all as it is. */
export function setLanguage(tag: string): void {
  const found = known.get(languageOf(tag));
  if (found) {
    catalogue = found;
    locale = tag;
    formats.clear();
    plurals = null;
  }
}

/** The language that is spoken: "en", "de". */
export function language(): string {
  return languageOf(locale);
}

/** Adds words that a page fetches only when they are needed. */
export function addMessages(language: string, words: Catalogue): void {
  const all = known.get(language) ?? new Map<string, string>();
  for (const [key, text] of Object.entries(words)) all.set(key, text);
  known.set(language, all);
}

/** The sentence of a key with its arguments filled in. A key that is missing says its own name, so that tests see it. */
export function translate(key: string, args: Record<string, string | number> = {}): string {
  const words = catalogue.has(key) ? catalogue : en;
  const filled = (_: string, name: string, after: string): string => {
    const value = String(args[name] ?? `{${name}}`);
    return value + (value === "1" && after ? ofOne(after, words.get("count.single")) : after);
  };
  return unbroken((words.get(key) ?? key).replace(/\{(\w+)\}((?:[ \u00a0\u202f]\p{L}+)*)/gu, filled));
}

/** Text after "1", its noun in the singular; `forms`: "packets are=packet is, packets=packet", the longer ones first. */
function ofOne(after: string, forms = ""): string {
  for (const [many = "", one = ""] of forms.split(", ").map((form) => form.split("=")))
    if (`${after.slice(1)} `.startsWith(`${many} `)) return after[0] + one + after.slice(1 + many.length);
  return after;
}

/** With spaces that no line breaks at: before a percent sign, and between "figure" or "section" and its number. */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=%)/g, "$1\u00a0")
    .replace(/\b(figures?|sections?|Abbildung|Abbildungen|Abschnitt|Abschnitte|Abschnitts) (?=\d)/gi, "$1\u00a0");

/** Whether the catalogue has a key. */
export function has(key: string): boolean {
  return catalogue.has(key) || en.has(key);
}

/** Texts of the engine's tables (help, sources, titles): they stand there in English, and that text is their key in other languages. */
export function translateSource(english = ""): string {
  return unbroken(catalogue.get(english) ?? english);
}

/** A unit as it stands behind a number; behind `n` in its plural, where the language has one. */
export function unitWord(unit: string, n?: number): string {
  const key = `control.unit.${unit}`;
  const form = [`${key}.${n === undefined ? "other" : pluralOf(n)}`, key].find(has);
  return form === undefined ? unit : translate(form);
}

let plurals: Intl.PluralRules | null = null;

/** Which plural the language has for so many. */
function pluralOf(n: number): Intl.LDMLPluralRule {
  plurals ??= new Intl.PluralRules(locale);
  return plurals.select(n);
}

/** The sentence for so many: `key.one`, `key.other` and whatever else the language has, with the number as `{n}`. */
export function plural(key: string, n: number, args: Record<string, string | number> = {}): string {
  // A sentence that is not translated is English, and so is its plural.
  const form = `${key}.${catalogue.has(`${key}.other`) ? pluralOf(n) : n === 1 ? "one" : "other"}`;
  return translate(has(form) ? form : `${key}.other`, { ...args, n: num(n) });
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

/** Makes the formats that the first pictures need while the page still waits for other things: each takes some milliseconds. */
export function readyNumbers(): void {
  for (const digits of [0, 1, 2, 3]) num(0, digits);
}

/** So many decimals, or as many as leave a number under 1 three significant digits: 0.101 where one decimal says 0.1. */
export function decimals(value: number, usual: number): number {
  const size = Math.abs(value);
  return size > 0 && size < 1 ? Math.max(usual, Math.min(12, 2 - Math.floor(Math.log10(size)))) : usual;
}

/** A length of time in ms with its unit: 101, 7.2, 0.101. */
export function millis(ms: number): string {
  return withUnit(ms, "ms", decimals(ms, ms < 10 ? 1 : 0));
}

/** A number with its unit, joined by a thin no-break space. */
export function withUnit(value: number, unit: string, digits = 0, least = 0): string {
  return unit ? `${num(value, digits, least)}\u202f${unit}` : num(value, digits, least);
}
