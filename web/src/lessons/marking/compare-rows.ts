/** Remarks on rows that resemble each other, on both of them: handed in twice, more than once by one name, first alone and then whole, the same answers. Not here: runs. */
import { levelsOf } from "../../run_view/drawn-curve.ts";
import { equal } from "../../session/scenario.ts";
import type { Lesson } from "../types.ts";
import type { Row } from "./row.ts";

/** A sentence that is as long as this is hardly written twice, characters. */
const LONG = 20;

/** Adds a remark to each row that has a key of an earlier one, and to that one; null: there is none to make. */
function pairs(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  codeOf: (row: Row, other: Row) => string | null,
): void {
  const known = new Map<string, Row>();
  for (const row of rows)
    for (const key of row.counts ? keysOf(row) : []) {
      const other = known.get(key);
      if (!other) known.set(key, row);
      const code = other && other !== row ? codeOf(row, other) : null;
      if (!other || code === null) continue;
      note(row, code, other);
      note(other, code === "twice" ? "twice.first" : code, row);
    }
}

/** Adds another row to a row's remark. */
function note(row: Row, code: string, { entry }: Row): void {
  const [rows] = row.remarks.flatMap((one) => ("code" in one && one.code === code && one.rows ? [one.rows] : []));
  if (!rows) row.remarks.push({ code, rows: [entry.row] });
  else if (rows.at(-1) !== entry.row) rows.push(entry.row);
}

/** Of a test that one name has handed in whole and with its first part alone, the whole one counts. */
function keepWhole(rows: readonly Row[]): void {
  const isWhole = ({ remarks }: Row): boolean => !remarks.some((one) => "code" in one && one.code === "before_only");
  const given = rows.filter(({ counts, handIn, reached }) => counts && handIn?.of === "test" && reached > 0);
  const whole = new Map(given.filter(isWhole).flatMap((row) => named(row).map((key) => [key, row] as const)));
  for (const row of given) {
    const [key = ""] = named(row);
    const other = whole.get(key);
    if (isWhole(row) || !other) continue;
    row.counts = false;
    note(row, "part", other);
    note(other, "part.whole", row);
  }
}

/** Under which name a lesson or a test is handed in; none for runs of the laboratory, of which one hands in as many as one likes. */
const named = ({ handIn, entry }: Row): string[] => {
  const name = handIn?.name || (entry.isName ? entry.listed : "");
  return handIn && name !== "" && handIn.of !== "run" ? [JSON.stringify([handIn.of, handIn.id, name])] : [];
};

const seedOf = ({ handIn }: Row): unknown => handIn?.run?.scenario?.seed;

/** Meaning of equal answers: `copied`: of a curve of one's own, or of points, which hardly two people give; `sketch`: of a curve that the lesson offers; else nothing. */
function sameOf(row: Row, lesson: Lesson | undefined): string | null {
  const own = row.given.map(({ answered: { first } }, i) => {
    const ask = lesson?.asks[i];
    if (first?.kind !== "draw" || ask?.kind !== "draw") return first?.kind === "points" ? "copied" : null;
    return Object.values(ask.sketches).some((values) => equal(levelsOf(ask, values), first.levels))
      ? "sketch"
      : "copied";
  });
  return own.includes("copied") ? "copied" : (own.find(Boolean) ?? null);
}

const isCopied = (row: Row): boolean =>
  row.remarks.some((remark) => "code" in remark && remark.code.startsWith("copied"));

/** Remarks on all rows. */
export function compareRows(rows: readonly Row[], lessonOf: (row: Row) => Lesson | undefined): void {
  const whole = ({ handIn, entry }: Row): string[] => [
    JSON.stringify({ ...handIn, version: "", sentences: [...(handIn?.sentences ?? [])], listed: entry.listed }),
  ];
  pairs(rows, whole, (row) => {
    // Without a name two people may have answered alike.
    const isNamed = `${row.handIn?.name ?? ""}${row.entry.listed}` !== "";
    if (isNamed) row.counts = false;
    return isNamed ? "twice" : "same";
  });
  keepWhole(rows);
  pairs(rows, named, () => "again");
  const answers = (row: Row): string[] =>
    row.handIn?.of === "lesson" && row.reached > 0 ? [JSON.stringify([row.handIn.id, row.handIn.answers])] : [];
  pairs(rows, answers, (row, other) => {
    if (row.handIn?.name === other.handIn?.name) return null;
    const isOfSeed = seedOf(row) !== seedOf(other) && seedOf(row) !== undefined && seedOf(other) !== undefined;
    return isOfSeed ? "copied.seed" : sameOf(row, lessonOf(row));
  });
  const sentences = ({ handIn }: Row): string[] =>
    [...(handIn?.sentences.values() ?? [])].map((text) => text.trim()).filter((text) => text.length >= LONG);
  pairs(rows, sentences, (row, other) =>
    row.handIn?.name !== other.handIn?.name && !isCopied(row) ? "copied.sentence" : null,
  );
}
