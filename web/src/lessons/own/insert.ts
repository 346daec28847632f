/**
 * Insertions into the text of a lesson while it is written: a run, a question of each kind with its words, a challenge, measured bands.
 * Edits of the text, whose other lines stay as they are (jsonc-parser). Pure. Not here: the editor and its buttons (write.ts), what
 * the words around are (`say`).
 */
import { type Edit as JsonEdit, modify } from "jsonc-parser";
import { nameText } from "../../engine/protocol.ts";
import { isScenario, nameOf, type Scenario, valueAt } from "../../session/scenario.ts";
import type { Edit } from "../../text_editor/text-editor.ts";
import { readLesson } from "../file/lesson-file.ts";
import { FRONT } from "../file/mistakes.ts";
import type { Ask } from "../types.ts";
import type { Place } from "./measured.ts";

/** Kinds of insertion. */
export const KINDS = ["run", "choose", "number", "order", "draw", "points", "goal"] as const;
export type Kind = (typeof KINDS)[number];

/** Edits of a text, and where in the new one the reader goes on. */
export interface Inserted {
  edits: Edit[];
  at: number;
}

/** Before the front matter's JSON. */
const OPENING = "---\n".length;

/** Values of a sketch. */
const POINTS = 24;

/** The text after its edits. */
export const edited = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A name that is not taken. */
function fresh(name: string, taken: readonly unknown[]): string {
  let n = 1;
  while (taken.includes(`${name}_${n}`)) n += 1;
  return `${name}_${n}`;
}

/** The front matter's JSON; null where the file has none. */
function frontOf(text: string): string | null {
  return /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1] ?? null;
}

const inText = ({ offset, length, content }: JsonEdit): Edit => ({
  from: OPENING + offset,
  to: OPENING + offset + length,
  insert: content,
});

/** Puts a value at the end of a list of the front matter, or under a name. */
function added(front: string, path: (string | number)[], value: unknown): Edit[] {
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 }, isArrayInsertion: path.at(-1) === -1 };
  return modify(front, path, value, options).map((edit) => inText({ ...edit, content: numbersInLine(edit.content) }));
}

/** Lists of numbers each on one line: a sketch is one thing. */
const numbersInLine = (json: string): string =>
  json.replace(/\[[\s\d.,e-]*\]/g, (list) => list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"));

/** Parts of a question of a kind besides its name, for a run of this scenario; and the names of its options. */
function question(kind: Ask["kind"], id: string, scenario: string, run: Scenario): { ask: object; options: string[] } {
  const [entry] = run.flows ?? [];
  const flow = entry ? nameText(nameOf("flows", entry, 0)) : "flow1";
  const rate_bps = Number(valueAt(run, "bottleneck.rate_bps")) || 1e7;
  const rate = Number((rate_bps / 1e6).toPrecision(3));
  const { duration_s } = run;
  const show = { scenario, view: ["path", "goodput"] };
  const rows = [1, 2, 4].map((part) => ({
    ...{
      id: `part_${part}`,
      scenario,
      set: { "bottleneck.rate_bps": rate_bps / part },
      of: `flows.${flow}.goodput_bps`,
    },
  }));
  const rowIds = rows.map((row) => row.id);
  const scale = { min: 0, max: rate, step: rate / 100 };
  if (kind === "choose")
    return { ask: { id, kind, options: ["first", "second"], right: "first", show }, options: ["first", "second"] };
  if (kind === "number") return { ask: { id, kind, ...scale, band: id, on: "goodput", show }, options: [] };
  if (kind === "order") {
    const right = [...rowIds].reverse();
    return { ask: { id, kind, cards: rowIds, right, show, compared: { bars: rows, max: rate } }, options: rowIds };
  }
  if (kind === "points")
    return {
      ask: { id, kind, points: rowIds, ...scale, unit: "Mbit/s", show, compared: { bars: rows, max: rate } },
      options: rowIds,
    };
  const [from_s, to_s] = [duration_s * 0.4, duration_s * 0.8].map((s) => Number(s.toPrecision(3)));
  const line = (to: number): number[] =>
    Array.from({ length: POINTS }, (_, i) => Math.round(20 + ((to - 20) * i) / (POINTS - 1)));
  const sketches = { flat: line(20), rising: line(66) };
  return {
    ask: {
      ...{ id, kind, flow, signal: "cwnd_packets", chart: "cwnd", from_s, to_s, max: 100, unit: "packets" },
      ...{ features: [{ name: "highest", band: [0, 100] }], sketches },
      show: { scenario, view: ["cwnd"] },
    },
    options: Object.keys(sketches),
  };
}

/** The line on which a part begins, as a place in the text; its end where there is none of that name. */
function placeOf(text: string, line: number | undefined): number {
  if (line === undefined) return text.length;
  return (
    text
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0)
  );
}

/** The words to begin with that are there to be replaced. */
const TO_REPLACE = ["reply", "ask.text", "reveal.text", "goal.text"];

/** Lines, from 1, with words to begin with that nobody has replaced, and those words. */
export const unreplaced = (text: string, say: (key: string) => string): { line: number; words: string }[] =>
  text.split("\n").flatMap((line, i) => {
    const words = TO_REPLACE.map(say).find((each) => line.endsWith(each));
    return words === undefined ? [] : [{ line: i + 1, words }];
  });

/** Puts something into a lesson; null where its front matter cannot be read. `say` has the words to begin with. */
export function inserted(text: string, kind: Kind, say: (key: string) => string): Inserted | null {
  const { front, parts, mistakes, headings } = readLesson(text);
  const json = frontOf(text);
  if (json === null || mistakes.some(({ place }) => place === FRONT)) return null;
  const scenarios = isObject(front.scenarios) ? front.scenarios : {};
  const [first] = Object.entries(scenarios).filter((pair): pair is [string, Scenario] => isScenario(pair[1]));
  if (!first) return null;
  const [scenario, run] = first;
  if (kind === "run") {
    const name =
      "abcdefghijklmnopqrstuvwxyz".split("").find((letter) => !(letter in scenarios)) ??
      fresh("run", Object.keys(scenarios));
    const edits = added(json, ["scenarios", name], run);
    const [one] = edits;
    return { edits, at: one ? one.from + one.insert.indexOf(`"${name}"`) : 0 };
  }
  const options = (ids: readonly string[]): string =>
    ids.map((id, i) => `- \`${id}\` ${say("option")} ${i + 1}\n  - ${say("reply")}\n`).join("");
  const part = (name: string, title: string, body: string): string => `## [${name}] ${title}\n\n${body}\n`;
  const lines = [...headings];
  if (kind === "goal") {
    const id = fresh(
      "goal",
      listOf(front.goals).map((one) => one.id),
    );
    const [entry] = run.flows ?? [];
    const flow = entry ? nameText(nameOf("flows", entry, 0)) : "flow1";
    // More than the link has to give, until its rate is several times as high.
    const rate_bps = Number(valueAt(run, "bottleneck.rate_bps"));
    const goal = {
      id,
      all: [[`flows.${flow}.goodput_bps`, ">=", rate_bps]],
      solution: { "bottleneck.rate_bps": rate_bps * 2 * Math.max(1, run.flows?.length ?? 1) },
    };
    const item = `- \`${id}\` ${say("goal.text")}\n  - ${say("reply")}\n`;
    const edits = added(json, ["goals", -1], goal);
    const at = lines.findIndex(([name]) => name === "try");
    if (at < 0) return whole(text, edits, placeOf(text, headings.get("transfer")), part("try", say("try"), item));
    // Right behind the others: a line between would make paragraphs of them.
    const end = text.slice(0, placeOf(text, lines[at + 1]?.[1])).trimEnd().length;
    const isFirst = parts.try?.options.length === 0;
    return whole(text, edits, end, `${isFirst ? "\n\n" : "\n"}${item.trimEnd()}`, "");
  }
  const id = fresh(
    "question",
    listOf(front.asks).map((one) => one.id),
  );
  const made = question(kind, id, scenario, run);
  // A number is judged by a band of its own.
  const band = {
    id,
    scenario,
    of: `flows.${nameText(nameOf("flows", run.flows?.[0] ?? {}, 0))}.goodput_bps`,
    band: [0, valueAt(run, "bottleneck.rate_bps")],
  };
  const edits = [
    ...added(json, ["asks", -1], made.ask),
    ...(kind === "number" ? added(json, ["bands", -1], band) : []),
  ];
  const words =
    part(
      `ask ${id}`,
      say("ask"),
      `${say("ask.text")}\n${made.options.length > 0 ? `\n${options(made.options)}` : ""}`,
    ) + part(`reveal ${id}`, say("reveal"), `${say("reveal.text")}\n`);
  return whole(text, edits, placeOf(text, headings.get("explain")), words);
}

/** Edits of the front matter with a part's words behind them, which begin a line after `before`. */
function whole(text: string, edits: Edit[], from: number, words: string, before = startOf(text, from)): Inserted {
  const grown = edits.reduce((sum, each) => sum + each.insert.length - (each.to - each.from), 0);
  const blank = words.length - words.trimStart().length;
  return { edits: [...edits, { from, to: from, insert: before + words }], at: from + grown + before.length + blank };
}

/** Text that has to stand before a part that begins there. */
const startOf = (text: string, from: number): string =>
  from > 0 && text[from - 1] !== "\n" ? "\n\n" : from === text.length ? "\n" : "";

/** Writes measured tolerances into a lesson where they stand; where a band says no source, that it was measured. */
export function bandsWritten(
  text: string,
  found: readonly { place: Place; suggested: readonly [number, number] | null }[],
  version: string,
): Edit[] {
  const json = frontOf(text);
  if (json === null) return [];
  const { front } = readLesson(text);
  const from = { measured: version, because: "seeds 1 to 5" };
  const indexOf = (list: unknown, id: string): number =>
    Array.isArray(list) ? list.findIndex((one) => isObject(one) && one.id === id) : -1;
  return found.flatMap(({ place, suggested }): Edit[] => {
    const isBand = "band" in place;
    const [list, id] = isBand ? (["bands", place.band] as const) : (["asks", place.ask] as const);
    const i = indexOf(front[list], id);
    if (suggested === null || i < 0) return [];
    const path = isBand ? [list, i] : [list, i, "features", place.feature];
    const edits = modify(json, [...path, "band"], suggested, {});
    const isSaid = !isBand || listOf(front.bands)[i]?.from !== undefined;
    return [...edits, ...(isSaid ? [] : modify(json, [...path, "from"], from, {}))].map(inText);
  });
}
