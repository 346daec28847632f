/**
 * Pasted or dropped text as hand-ins: links one a line, files, tables with any columns. Each row becomes one entry, readable or
 * with what is wrong with it; nothing is run. Pure. Not here: the document's validator (hand_in/document.ts), marking (mark.ts).
 */
import { dsvFormat } from "d3-dsv";
import { decoded } from "../../address/fields.ts";
import { unpack } from "../../address/link.ts";
import {
  emptyHandIn,
  type HandIn,
  type Read,
  readHandIn,
  readText,
  unpackHandIn,
  type Wrong,
} from "../../hand_in/document.ts";
import { MOST } from "../../hand_in/limits.ts";
import { presetOf } from "../../session/presets.ts";
import { isScenario, parsed, type Scenario } from "../../session/scenario.ts";
import { testPath } from "../test-kept.ts";

/** A text and where it comes from: a file's name; empty for what was pasted. */
export interface Source {
  name: string;
  text: string;
}

/** One row. */
export interface Entry {
  /** From 1, over all sources. */
  row: number;
  /** The file, or empty. */
  source: string;
  /** The student in a table: the name, or else what stands for it; empty if there is none. */
  listed: string;
  /** Whether `listed` is a name, which a hand-in's can be compared with. */
  isName: boolean;
  /** The row of the table that was read, by its columns; empty for a list of links. */
  cells: ReadonlyMap<string, string>;
  /** The link, where it came by one. */
  link: string;
  handIn: HandIn | null;
  wrong: readonly Wrong[];
}

/** Rows at most; what follows is left out, and said so. */
export const MOST_ROWS = 20_000;

type Found = Pick<Entry, "link" | "handIn" | "wrong"> & Partial<Pick<Entry, "listed" | "isName" | "cells">>;

/** Reads everything; `left`: rows that are too many. */
export function readSources(sources: readonly Source[]): { entries: Entry[]; left: number } {
  const all = sources.flatMap(({ name, text }) => readSource(text).map((found) => ({ ...found, source: name })));
  const none = { listed: "", isName: false, cells: new Map<string, string>() };
  const entries = all.slice(0, MOST_ROWS).map((found, i) => ({ ...none, ...found, row: i + 1 }));
  return { entries, left: all.length - entries.length };
}

function readSource(text: string): Found[] {
  const clean = text.replace(/^\ufeff/, "");
  if (!/^\s*[[{]/.test(clean)) return readRows(clean);
  const value = parsed(clean);
  // Text that is not JSON may be a list of links in brackets, or damaged: the rows say so.
  if (value === null) return clean.includes("#") ? readRows(clean) : [notRead(none(clean))];
  return (Array.isArray(value) ? value : [value]).map((one) => foundBy(readHandIn(one)));
}

const none = (found: string): Wrong => {
  const text = found.trim();
  const short = text.length > 60 ? `${text.slice(0, 59)}\u2026` : text;
  return { code: "hand_in.none", place: "", found: short, allowed: "", nearest: "" };
};
const notRead = (wrong: Wrong): Found => ({ link: "", handIn: null, wrong: [wrong] });
const foundBy = (read: Read, link = ""): Found =>
  "wrong" in read ? { link, handIn: null, wrong: read.wrong } : { link, handIn: read.handIn, wrong: [] };

/** Columns of a table that say who it is: by name, or else in another way. */
const NAME = /^(?!.*(?:user|login|benutzer|anmelde|file|datei)).*name/i;
const WHO = /name|student|user|mail|matri|teilnehm|person|login/i;
/** Separators of columns in tables that programs write. */
const SEPARATORS = ["\t", ";", ","];

/** Whether a cell has a link with fields. No pattern here may look back: what is pasted may be made to keep one busy. */
const isLink = (cell: string): boolean => {
  const hash = cell.indexOf("#");
  return hash < 0 ? cell.trimStart().startsWith("h=") : cell.includes("=", hash);
};

/** Rows of cells: a table's, or lines with one link each. */
function rowsOf(text: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  // A comma may be part of a link: lines that begin with one are no table.
  const isList = lines.every((line) => !isLink(line) || /^\s*<?(\w+:|[\w./-]*#|h=)/.test(line));
  const separator = SEPARATORS.find((one) => lines.some((line) => line.includes(one)) && !(one === "," && isList));
  if (separator === undefined) return lines.map((line) => [line]);
  const rows = dsvFormat(separator)
    .parseRows(text)
    .filter((row) => row.some((cell) => cell.trim() !== ""));
  // A quotation mark that is not closed takes all rows after it into its cell.
  const isWhole = rows.every((row) =>
    row.every(
      (cell) =>
        !cell
          .split(/[\r\n]/)
          .slice(1)
          .some(isLink),
    ),
  );
  return isWhole ? rows : lines.map((line) => line.split(separator).map((cell) => cell.replaceAll('"', "")));
}

function readRows(text: string): Found[] {
  const rows = rowsOf(text);
  const [head = []] = rows;
  const hasHead = head.length > 1 && rows.length > 1 && !head.some(isLink);
  const titled = (pattern: RegExp): number[] => head.flatMap((title, i) => (hasHead && pattern.test(title) ? [i] : []));
  const names = titled(NAME);
  const columns = names.length > 0 ? names : titled(WHO);
  return rows.slice(hasHead ? 1 : 0).map((row) => {
    const [only = ""] = row;
    if (row.length === 1 && only.trimStart().startsWith("{")) return foundBy(readText(only));
    const link = row.find(isLink)?.trim() ?? "";
    const others = row.filter((cell) => cell.trim() !== "" && !isLink(cell));
    const who =
      columns.length > 0 ? columns.map((i) => row[i] ?? "").filter((cell) => !isLink(cell)) : others.slice(0, 1);
    const listed = link !== "" || columns.length > 0 ? who.join(" ").trim().slice(0, MOST.name) : "";
    const isName = names.length > 0 || columns.length === 0;
    const cells = row.length > 1 ? cellsOf(row, hasHead ? head : []) : new Map<string, string>();
    return { ...(link === "" ? notRead(none(row.join(" "))) : readLink(link)), listed, isName, cells };
  });
}

/** The cells of a row by the titles of their columns, or by their numbers. */
function cellsOf(row: readonly string[], head: readonly string[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [i, cell] of row.entries()) {
    const title = head[i]?.trim() ?? "";
    cells.set(title === "" || cells.has(title) ? `column_${i + 1}` : title, cell);
  }
  return cells;
}

/** Fields of a link; what mail programs put around it is left out. */
function fieldsOf(link: string): Map<string, string> {
  let end = link.length;
  while (`>)]"'.,; `.includes(link.charAt(end - 1)) && end > 0) end -= 1;
  const hash = link.slice(link.indexOf("#") + 1, end);
  const pairs = hash.split("&").map((part): [string, string] => {
    const cut = part.indexOf("=");
    const value = cut < 0 ? "" : part.slice(cut + 1);
    return [cut < 0 ? part : part.slice(0, cut), decoded(value) ?? value];
  });
  // The first of two is used, as in every address.
  return new Map(pairs.reverse());
}

/** Reads a link: a hand-in's own, or one with the fields of an address, which has neither name nor sentences. */
function readLink(link: string): Found {
  const fields = fieldsOf(link);
  const field = (name: string): string => fields.get(name) ?? "";
  const packed = fields.get("h");
  if (packed !== undefined) return foundBy(unpackHandIn(packed), link);
  const old = (handIn: HandIn): Found => foundBy({ handIn: { ...handIn, version: "" } }, link);
  const answers = field("a").slice(0, MOST.answers);
  if (field("page") === "test") return old({ ...emptyHandIn("test", testPath(field("path"))), answers });
  if (fields.has("lesson") && !fields.has("page")) {
    const goals = field("g")
      .split(",")
      .filter((id) => id !== "");
    const digest = field("d");
    return old({
      ...emptyHandIn("lesson", field("lesson").slice(0, MOST.id)),
      ...{ answers, goals: goals.slice(0, MOST.id).map((id) => ({ id, scenario: null })) },
      run: digest === "" ? null : { scenario: null, digest },
    });
  }
  const run = scenarioOf(field("s"), field("preset"));
  if (!run) return { ...notRead(none(link)), link };
  if ("wrong" in run) return { link, handIn: null, wrong: [run.wrong] };
  return old({ ...emptyHandIn("run", ""), run: { scenario: run.scenario, digest: "" } });
}

/** The run of a laboratory's link; null if it names none. */
function scenarioOf(packed: string, preset: string): { scenario: Scenario } | { wrong: Wrong } | null {
  const wrong = (code: string): { wrong: Wrong } => ({ wrong: { ...none(""), code, place: "s" } });
  if (packed === "") {
    const found = preset === "" ? undefined : presetOf(preset);
    return found ? { scenario: found.scenario } : null;
  }
  const unpacked = unpack(packed);
  if ("problem" in unpacked) return wrong(`hand_in.${unpacked.problem.code}`);
  const scenario = parsed(unpacked.text);
  return isScenario(scenario) ? { scenario } : wrong("hand_in.link.damaged");
}
