/** The table of marked hand-ins as a file. Not here: the table on the page (page.ts), CSV as such (ui/save-file.ts). */

import { codeOf, hasPoints, isCounted, plainText, remarksOn, statusOf } from "./remarks.ts";
import type { Row } from "./row.ts";

/** Names of the columns, the same in every language: programs read them. */
const COLUMNS: readonly string[] = [
  ...["row", "name", "listed", "what", "id", "tries", "before", "right", "questions", "points", "most_points"],
  ...["goals", "sentences", "remarks", "answers", "digest", "run_digest", "version", "source"],
  ...["status", "counts", "remark_codes", "title"],
];

/** Sentences in one cell. */
export const sentencesOf = ({ handIn }: Row): string =>
  [...(handIn?.sentences.values() ?? [])].filter((text) => text.trim() !== "").join(" | ");

/** Heads and rows of the file: the columns of a table that was read follow as they were. */
export function tableOf(rows: readonly Row[]): [string[], (string | number)[][]] {
  const read = [...new Set(rows.flatMap(({ entry }) => [...entry.cells.keys()]))];
  const heads = read.map((title) => (COLUMNS.includes(title) ? `${title} (table)` : title));
  const cells = rows.map((row) => [...cellsOf(row), ...read.map((title) => row.entry.cells.get(title) ?? "")]);
  return [[...COLUMNS, ...heads], cells];
}

function cellsOf(row: Row): (string | number)[] {
  const { entry, handIn, before, tries, right, questions, points, most } = row;
  const numbers = hasPoints(row) ? [tries, before ?? "", right, questions, points, most] : Array<string>(6).fill("");
  return [
    ...[entry.row, handIn?.name ?? "", entry.listed, handIn?.of ?? "", handIn?.id || row.what, ...numbers],
    ...[row.goals.join(" "), sentencesOf(row), remarksOn(row).map(plainText).join(" ")],
    ...[handIn?.answers ?? "", handIn?.run?.digest ?? "", row.digest, handIn?.version ?? "", entry.source],
    ...[statusOf(row), isCounted(row) ? 1 : 0, row.remarks.map(codeOf).join(" "), row.what],
  ];
}
