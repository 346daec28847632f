/**
 * Numbers in fields: written by the reader's locale, read from what people type ("1,5", "1.5", "500 kbit/s", "10 000").
 * Not here: ranges (controls/field.ts says what is allowed).
 */
import { num, unitWord } from "../i18n/catalogue.ts";

/** Digits that a value deserves: three significant ones, more where it has more and is no more than six. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  const digits = size === 0 ? 0 : Math.max(0, Math.min(9, 5 - Math.floor(Math.log10(size))));
  return num(value, digits);
}

/** The locale's decimal sign. */
function decimalSign(): string {
  return num(1.5, 1).replace(/\d/g, "");
}

/** Factor of a typed unit, relative to the base of its family. */
const UNITS: Readonly<Record<string, readonly [family: string, factor: number]>> = {
  bps: ["rate", 1],
  "bit/s": ["rate", 1],
  kbps: ["rate", 1e3],
  "kbit/s": ["rate", 1e3],
  mbps: ["rate", 1e6],
  "mbit/s": ["rate", 1e6],
  gbps: ["rate", 1e9],
  "gbit/s": ["rate", 1e9],
  us: ["time", 1e-3],
  ms: ["time", 1],
  s: ["time", 1e3],
  b: ["bytes", 1],
  bytes: ["bytes", 1],
  kb: ["bytes", 1e3],
  mb: ["bytes", 1e6],
};

/** Splits at the last sign that can be a decimal sign; null where the signs make no number. */
function readDigits(text: string, decimal: string): number | null {
  const body = text.replace(/[\s\u202f\u00a0']/g, "").replace("\u2212", "-");
  if (!/^[+-]?[\d.,]*\d[\d.,]*(e[+-]?\d+)?$/i.test(body)) return null;
  const group = decimal === "," ? "." : ",";
  const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  const plain = grouped.test(body) ? body.replaceAll(group, "") : body;
  if ((plain.match(/[.,]/g) ?? []).length > 1) return null;
  const value = Number(plain.replace(",", "."));
  return Number.isFinite(value) ? value : null;
}

/**
 * Reads what was typed as a value in `unit`. Both signs are taken as decimal signs unless the one that is not the
 * locale's is where it groups thousands. A unit of the same family is converted; any other is refused with null.
 */
export function read(text: string, unit: string, decimal: string = decimalSign()): number | null {
  const match = text.trim().match(/^(.*?[\d.,])\s*([a-zA-Z%µ/]+[a-zA-Z]*)?$/u);
  if (!match) return null;
  const value = readDigits(match[1] ?? "", decimal);
  const typed = (match[2] ?? "").replace("µ", "u").toLowerCase();
  if (value === null || typed === "" || [unit, unitWord(unit)].some((word) => typed === word.toLowerCase()))
    return value;
  const from = UNITS[typed];
  const to = UNITS[unit.toLowerCase()];
  if (!from || !to || from[0] !== to[0]) return null;
  return Number(((value * from[1]) / to[1]).toPrecision(12));
}
