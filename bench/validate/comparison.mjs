/**
 * Runs a part's cases on both simulators for all seeds, and makes tables of what they give. Not here: the cases (parts).
 */
import { agrees, mainMode, median, timeoutsAgree } from "./statistics.mjs";

/** @typedef {import("./ns2.mjs").Path} Path */
/** @typedef {import("./ns2.mjs").Result} Result */
/** @typedef {(path: Path, seed: number) => Promise<Result>} Simulator */

/** Eleven seeds, 1 to 11, so that a median is one of the values. */
const SEEDS = 11;

/**
 * One figure of a case.
 * @typedef {object} Figure
 * @property {string} name With its unit.
 * @property {(result: Result) => number} of
 * @property {number} [digits] After the point.
 * @property {"timeouts" | "needless" | "5 %" | "10 %" | "shown"} rule How the medians are judged.
 * @property {string} [cause] Reason for a difference.
 * @property {number} [old] Median of version 0.1, which was measured once: its program is not part of this repository.
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {Path} path
 * @property {number} [seeds] How many; eleven if absent. One where nothing is random.
 * @property {boolean} [byMode] Timeouts have modes: each side's main mode is compared.
 * @property {Figure[]} figures
 */

/**
 * One line of the tables.
 * @typedef {object} Row
 * @property {string} of The case.
 * @property {Figure} figure
 * @property {number[]} theirs ns-2's, in the order of the seeds.
 * @property {number[]} ours
 * @property {number[]} theirPlaces Places of the seeds that count for the median.
 * @property {number[]} ourPlaces
 */

/**
 * Runs so many tasks at once, in order.
 * @template T
 * @param {(() => Promise<T>)[]} tasks
 * @param {number} atOnce
 */
export async function inTurn(tasks, atOnce) {
  /** @type {T[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const place = next++;
      results[place] = await /** @type {() => Promise<T>} */ (tasks[place])();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/**
 * Runs all seeds of all cases on both, two processes at once.
 * @param {Case[]} cases
 * @param {{ ns2: Simulator, ours: Simulator }} simulators
 * @returns {Promise<Row[]>}
 */
export async function compare(cases, { ns2, ours }) {
  const runs = cases.flatMap(({ path, seeds = SEEDS }) =>
    [ns2, ours].map((simulator) => Array.from({ length: seeds }, (_, i) => () => simulator(path, i + 1))),
  );
  const results = await inTurn(runs.flat(), 2);
  return cases.flatMap((each, at) => {
    const theirs = results.splice(0, runs[2 * at]?.length);
    const mine = results.splice(0, runs[2 * at + 1]?.length);
    const places = (/** @type {Result[]} */ side) =>
      each.byMode ? mainMode(side.map(({ timeouts }) => timeouts)) : side.map((_, place) => place);
    return each.figures.map((figure) => ({
      of: each.name,
      figure,
      theirs: theirs.map(figure.of),
      ours: mine.map(figure.of),
      theirPlaces: places(theirs),
      ourPlaces: places(mine),
    }));
  });
}

const middle = (/** @type {number[]} */ values, /** @type {number[]} */ places) =>
  median(places.map((place) => Number(values[place])));

/** ns-2's median and ours. */
export const medians = (/** @type {Row} */ { theirs, ours, theirPlaces, ourPlaces }) => ({
  theirs: middle(theirs, theirPlaces),
  ours: middle(ours, ourPlaces),
});

/** Whether a row keeps its figure's rule; null if it is only shown. */
export function holds(/** @type {Row} */ row) {
  const { rule, old } = row.figure;
  const { theirs, ours } = medians(row);
  if (rule === "timeouts") return timeoutsAgree(ours, theirs);
  if (rule === "5 %") return agrees(ours, theirs);
  if (rule === "10 %") return agrees(ours, theirs, 0.1);
  if (rule === "needless" && old !== undefined) return ours <= old / 4;
  return null;
}

/** Verdict of the row's rule, in words. */
function verdict(/** @type {Row} */ row) {
  const kept = holds(row);
  if (kept === null) return "shown";
  if (kept) return "agrees";
  return row.figure.cause === undefined ? "**differs**" : `differs: ${row.figure.cause}`;
}

const share = (/** @type {number} */ part) => `${part >= 0 ? "+" : "-"}${Math.abs(part * 100).toFixed(1)} %`;

/**
 * The tables of a part as Markdown: medians with their verdict, then every value in the order of the seeds.
 * @param {Row[]} rows
 * @param {string} peer The other simulator.
 */
export function tables(rows, peer = "ns-2") {
  const withOld = rows.some(({ figure }) => figure.old !== undefined);
  const show = (/** @type {number | undefined} */ value, /** @type {number} */ digits) =>
    value === undefined || Number.isNaN(value) ? "-" : value.toFixed(digits);
  const heads = ["case", "quantity", peer, ...(withOld ? ["version 0.1"] : []), "Sawtooth", "difference", "verdict"];
  const lines = rows.map((row) => {
    const { digits = 0, name, old } = row.figure;
    const { theirs, ours } = medians(row);
    return [
      row.of,
      name,
      show(theirs, digits),
      ...(withOld ? [show(old, digits)] : []),
      show(ours, digits),
      theirs === 0 ? "-" : share(ours / theirs - 1),
      verdict(row),
    ];
  });
  // A value outside the mode that the median is taken of stands in parentheses.
  const every = (/** @type {number[]} */ values, /** @type {number[]} */ places, /** @type {number} */ digits) =>
    values.map((value, at) => (places.includes(at) ? show(value, digits) : `(${show(value, digits)})`)).join(" ");
  const values = rows.map((row) => [
    row.of,
    row.figure.name,
    every(row.theirs, row.theirPlaces, row.figure.digits ?? 0),
    every(row.ours, row.ourPlaces, row.figure.digits ?? 0),
  ]);
  return [
    markdown(heads, lines),
    "All values, in the order of the seeds:",
    markdown(["case", "quantity", peer, "Sawtooth"], values),
  ].join("\n\n");
}

/** A table of Markdown. */
function markdown(/** @type {string[]} */ heads, /** @type {string[][]} */ rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [heads, heads.map((_, i) => (i < 2 ? "---" : "--:")), ...rows].map(line).join("\n");
}
