/** A lit template as a text, without a document: for tests of what a page's functions draw. Not here: what a browser makes of it. */
import { nothing } from "lit";

/** The markup of a template, of several, or of a value within one; what is called, as on a press, leaves no trace. */
export function markupOf(value: unknown): string {
  if (value === null || value === undefined || value === nothing || typeof value === "function") return "";
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (typeof value !== "object") return String(value);
  const { strings, values = [] } = value as { strings?: readonly string[]; values?: readonly unknown[] };
  // A directive stands for its values.
  if (!strings) return values.map(markupOf).join("");
  return strings.map((text, i) => text + (i < values.length ? markupOf(values[i]) : "")).join("");
}

/** Its words, without the markup. */
export const wordsOf = (value: unknown): string =>
  markupOf(value)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
