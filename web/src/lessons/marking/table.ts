/** The table of marked hand-ins as a file. Not here: the table on the page (page.ts), CSV as such (ui/save-file.ts). */

import { remarkText } from "./remarks.ts";
import type { Row } from "./row.ts";

/** Names of the columns, the same in every language: programs read them. */
export const COLUMNS = [
  ...["row", "name", "listed", "what", "id", "tries", "before", "right", "questions", "points", "most_points"],
  ...["goals", "sentences", "remarks", "answers", "digest", "run_digest", "version", "source"],
] as const;

/** Sentences in one cell. */
export const sentencesOf = ({ handIn }: Row): string =>
  [...(handIn?.sentences.values() ?? [])].filter((text) => text.trim() !== "").join(" | ");

/** A row of the file. */
export function cellsOf(row: Row): (string | number)[] {
  const { entry, handIn, before, tries, right, questions, points, most } = row;
  return [
    ...[entry.row, handIn?.name ?? "", entry.listed, handIn?.of ?? "", handIn?.id || row.what, tries, before ?? ""],
    ...[right, questions, points, most, row.goals.join(" "), sentencesOf(row), row.remarks.map(remarkText).join(" ")],
    ...[handIn?.answers ?? "", handIn?.run?.digest ?? "", row.digest, handIn?.version ?? "", entry.source],
  ];
}
