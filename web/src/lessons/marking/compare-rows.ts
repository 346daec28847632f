/** Remarks on rows that resemble an earlier one: handed in twice, more than once by one name, copied. Not here: runs. */
import { num } from "../../i18n/catalogue.ts";
import { levelsOf } from "../../run_view/drawn-curve.ts";
import { equal } from "../../session/scenario.ts";
import type { Lesson } from "../types.ts";
import type { Row } from "./row.ts";

/** A sentence that is as long as this is hardly written twice, characters. */
const LONG = 20;

/** Calls `remark` for each row that has a key of an earlier one. */
function pairs(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  remark: (row: Row, other: Row) => void,
): void {
  const known = new Map<string, Row>();
  for (const row of rows)
    for (const key of row.counts ? keysOf(row) : []) {
      const other = known.get(key);
      if (other) remark(row, other);
      else known.set(key, row);
    }
}

const rowOf = ({ entry }: Row): { row: string } => ({ row: num(entry.row) });

const seedOf = ({ handIn }: Row): unknown => handIn?.run?.scenario?.seed;

/** Whether the answers have something that hardly two people give: a curve of one's own, or points. */
function isOwnWork(row: Row, lesson: Lesson | undefined): boolean {
  return row.given.some(({ answered: { first } }, i) => {
    const ask = lesson?.asks[i];
    if (first?.kind === "draw" && ask?.kind === "draw")
      return !Object.values(ask.sketches).some((values) => equal(levelsOf(ask, values), first.levels));
    return first?.kind === "points";
  });
}

const isCopied = (row: Row): boolean =>
  row.remarks.some((remark) => "code" in remark && remark.code.startsWith("copied"));

/** Remarks on all rows. */
export function compareRows(rows: readonly Row[], lessonOf: (row: Row) => Lesson | undefined): void {
  const whole = ({ handIn, entry }: Row): string[] => [
    JSON.stringify({ ...handIn, version: "", sentences: [...(handIn?.sentences ?? [])], listed: entry.listed }),
  ];
  pairs(rows, whole, (row, other) => {
    // Without a name two people may have answered alike.
    const isNamed = `${row.handIn?.name ?? ""}${row.entry.listed}` !== "";
    if (isNamed) row.counts = false;
    row.remarks.push({ code: isNamed ? "twice" : "same", args: rowOf(other) });
  });
  // Of the laboratory one hands in as many runs as one likes.
  const named = ({ handIn }: Row): string[] =>
    handIn && handIn.name !== "" && handIn.of !== "run" ? [JSON.stringify([handIn.of, handIn.id, handIn.name])] : [];
  pairs(rows, named, (row, other) => row.remarks.push({ code: "again", args: rowOf(other) }));
  const answers = (row: Row): string[] =>
    row.handIn?.of === "lesson" && row.tries > 0 ? [JSON.stringify([row.handIn.id, row.handIn.answers])] : [];
  pairs(rows, answers, (row, other) => {
    const isOther = row.handIn?.name !== other.handIn?.name;
    const isOfSeed = seedOf(row) !== seedOf(other) && seedOf(row) !== undefined && seedOf(other) !== undefined;
    if (isOther && isOfSeed) row.remarks.push({ code: "copied.seed", args: rowOf(other) });
    else if (isOther && isOwnWork(row, lessonOf(row))) row.remarks.push({ code: "copied", args: rowOf(other) });
  });
  const sentences = ({ handIn }: Row): string[] =>
    [...(handIn?.sentences.values() ?? [])].map((text) => text.trim()).filter((text) => text.length >= LONG);
  pairs(rows, sentences, (row, other) => {
    if (row !== other && row.handIn?.name !== other.handIn?.name && !isCopied(row))
      row.remarks.push({ code: "copied.sentence", args: rowOf(other) });
  });
}
