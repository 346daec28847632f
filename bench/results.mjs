/**
 * Numbers and tables of the kept results in Markdown, as docs/results has them. Not here: which results (today.mjs, knife-edges.mjs).
 */

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");

/**
 * The lines of a table.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
export const rowsOf = (heads, rows) =>
  [heads, heads.map((_, i) => (i === 0 ? "---" : "--:")), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);

/** A value with four significant digits, a dash where it could not be measured. @param {number | null} value */
export const number = (value) => (value === null ? "–" : String(Number(value.toPrecision(4))));
