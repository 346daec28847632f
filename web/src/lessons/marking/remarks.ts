/** Remarks on a hand-in, in words, and what they mean for its points. Not here: when one is made (mark.ts, compare-rows.ts). */
import type { Wrong } from "../../hand_in/document.ts";
import { num, translate } from "../../i18n/catalogue.ts";
import { errorText } from "../../i18n/errors.ts";
import type { Remark, Row } from "./row.ts";

/** Result of a row: `check`: it has points, and a remark that asks for a look. */
export type Status = "marked" | "check" | "not_marked" | "duplicate";
export const STATUSES: readonly Status[] = ["marked", "check", "not_marked", "duplicate"];

/** Remarks that only inform. */
const PLAIN = new Set(["old", "sketch", "twice.first", "part.whole"]);
/** Remarks that say themselves what becomes of the points. */
const SAYING = new Set(["before_only", "answers", "empty", "goal.unknown", "goal.no_run", "goal.unmet"]);
/** Other rows that a remark lists. */
const MOST_LISTED = 8;
/** Takes the place of the listed rows in a remark until they are links. */
const HERE = "\u0001";

/** Code of a remark; of a document or a run that is refused the error's, or `refused`. */
export function codeOf(remark: Remark): string {
  if ("text" in remark) return "refused";
  return "wrong" in remark ? remark.wrong.code : remark.code;
}

const has = ({ remarks }: Row, code: string): boolean => remarks.some((remark) => codeOf(remark) === code);

/** Whether answers were judged: a row without has no points, not 0. */
export const hasPoints = (row: Row): boolean => row.given.length > 0 && !has(row, "unjudged");

export function statusOf(row: Row): Status {
  if (has(row, "twice") || has(row, "part")) return "duplicate";
  if (!hasPoints(row)) return "not_marked";
  return row.remarks.every((remark) => PLAIN.has(codeOf(remark))) ? "marked" : "check";
}

/** Whether a row is part of the class. */
export const isCounted = (row: Row): boolean => ["marked", "check"].includes(statusOf(row));

/** An error of a document in words. */
export const wrongText = (wrong: Wrong): string =>
  wrong.code === "bad_schema_version" && Number(wrong.found) > Number(wrong.allowed)
    ? translate("mark.remark.schema", { found: wrong.found, own: wrong.allowed })
    : errorText(wrong);

/** A remark as words and numbers of other rows. */
function partsOf(remark: Remark): (string | number)[] {
  if ("text" in remark) return [remark.text];
  if ("wrong" in remark) return [wrongText(remark.wrong)];
  const { code, args, rows = [] } = remark;
  const [before = "", after] = translate(`mark.remark.${code}`, { ...args, row: HERE }).split(HERE);
  if (after === undefined) return [before];
  const listed = rows.slice(0, MOST_LISTED).flatMap((row, i) => (i === 0 ? [row] : [", ", row]));
  return [before, ...listed, rows.length > MOST_LISTED ? ` \u2026${after}` : after];
}

/** All remarks on a row, as words and numbers of other rows; after those that leave the points as they are, that they do. */
export function remarksOn(row: Row): (string | number)[][] {
  const isLeft = row.remarks.map(codeOf).some((code) => !PLAIN.has(code) && !SAYING.has(code));
  const stand = statusOf(row) === "check" && isLeft ? [[translate("mark.stand")]] : [];
  return [...row.remarks.map(partsOf), ...stand];
}

/** The number of a row in words. */
export const rowText = (row: number): string => translate("mark.row", { n: num(row) });

/** Parts of a remark as text. */
export const plainText = (parts: readonly (string | number)[]): string =>
  parts.map((part) => (typeof part === "number" ? rowText(part) : part)).join("");
