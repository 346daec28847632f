/**
 * `npm run edges -- ID` (or `--all`): runs figures again with each setting that is not stated moved by its smallest step, keeps the table of
 * their knife edges (docs/results/knife-edges/ID.json), and writes docs/results/knife-edges.md from all tables. `node bench/knife-edges.mjs --write` only writes
 * the document. All figures take hours on two cores, most of them for the SlowCC paper; an interrupted command goes on where it was. Not here: the steps and
 * what counts as an edge (wasm-core/experiments/src/edges).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "./native.mjs";
import { number, rowsOf } from "./results.mjs";

/** @typedef {import("../web/src/ensemble/types.ts").Experiment} Experiment */
/** @typedef {import("../web/src/ensemble/types.ts").KnifeEdge} KnifeEdge */
/** @typedef {import("../web/src/ensemble/types.ts").KnifeEdges} KnifeEdges */
/** @typedef {import("../web/src/ensemble/types.ts").Stored} Stored */

const root = join(import.meta.dirname, "..");
const TABLES = "docs/results/knife-edges";
const PAGE = join(root, `${TABLES}.md`);
const HEAD = `# Knife edges

Written by \`npm run edges\` from the tables in [knife-edges](knife-edges). A value is a knife edge if it depends on a setting that its paper does not state: each such
setting is moved by its smallest step, all runs that are evaluated or that an explanation quotes are made again, with the same seeds, and the results are compared with the kept ones.

| step | what is moved |
| --- | --- |
| IW - 1, IW + 1 | the initial window of each flow, by one packet |
| later | all flows but the first start later by half of a packet's transmission time at the bottleneck; a flow that is alone does, too |
| earlier | the first of several flows starts later by as much, so the others start earlier, relative to it |
| jitter | the send jitter of each flow becomes one packet's transmission time |

A move counts if the seeds do not explain it: the kept value is outside of what 20 samples of the runs after the step have (drawn with replacement), by half of their range on each
side. A claim's value is listed if it enters or leaves its band, or moves by more than a third of itself and of the smaller bound. A drawn point is listed if it moves by more than a third, out of the interval of its
seeds, and by at least 2 % of what its axis shows; a number of a table if it moves by more than a third and by at least three units of its last digit. Lines over time and histograms are not compared. In
the tables, a dash is a value that does not move so far. \`figures.html\` draws the range of each value and names the setting below the figure and at the claim.
`;

/** Steps and the heads of their columns. */
const STEPS = new Map([
  ["initial_window_less", "IW - 1"],
  ["initial_window_more", "IW + 1"],
  ["start_earlier", "earlier"],
  ["start_later", "later"],
  ["send_jitter", "jitter"],
]);

/** @type {<T>(path: string) => T} */
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Non-empty parts in one text. @param {(string | undefined)[]} parts */
const joined = (parts) => parts.filter((part) => part).join(", ");

/**
 * The edges of a figure with the names of their values.
 * @param {KnifeEdges} edges
 * @param {Stored["figure"]} figure
 * @returns {[string, KnifeEdge][]}
 */
function named({ claims, points, entries }, { panels }) {
  const ofClaims = claims.map((edge) => [joined([`\`${edge.id}\``, edge.of]), edge]);
  const ofPoints = points.map((edge) => {
    const { title, plot } = panels[edge.panel] ?? {};
    const place = plot?.x.names[edge.x] ?? `${plot?.x.label} ${number(edge.x)} ${plot?.x.unit}`.trim();
    return [joined([title || plot?.y.label, plot?.series[edge.series]?.name, place]), edge];
  });
  const ofEntries = entries.map((edge) => {
    const { title, table } = panels[edge.panel] ?? {};
    const [first] = table?.rows[edge.row] ?? [];
    const row = first && ("text" in first ? first.text : `${table?.heads[0]} ${number(first.value)}`);
    return [joined([title, row, table?.heads[edge.column]]), edge];
  });
  return /** @type {[string, KnifeEdge][]} */ ([...ofClaims, ...ofPoints, ...ofEntries]);
}

/** @param {Experiment} experiment @param {KnifeEdges} edges */
function section({ id, label, title }, edges) {
  const { figure } = /** @type {Stored} */ (read(`public/figures/${id}.json`));
  const all = named(edges, figure);
  if (all.length === 0) return [];
  const tried = [...STEPS].filter(([step]) => edges.steps.includes(step));
  const rows = all.map(([name, { value, moved }]) => [
    name,
    number(value),
    ...tried.map(([step]) => (step in moved ? number(moved[step] ?? null) : "–")),
  ]);
  const packets = edges.initial_window_packets;
  const window =
    packets !== null && edges.steps.includes("initial_window_less") ? ` Initial window: ${packets} packets.` : "";
  const heads = ["value", "kept", ...tried.map(([, head]) => head)];
  return [`## ${title}`, "", `\`${id}\` (${label}).${window}`, "", ...rowsOf(heads, rows), ""];
}

/** The document as the kept tables have it. */
export function page() {
  const experiments = /** @type {Experiment[]} */ (read("web/src/generated/experiments.json"));
  /** @type {{ sections: string[], none: string[], missing: string[] }} */
  const { sections, none, missing } = { sections: [], none: [], missing: [] };
  for (const experiment of experiments) {
    const file = `${TABLES}/${experiment.id}.json`;
    if (!existsSync(join(root, file))) {
      missing.push(`\`${experiment.id}\``);
      continue;
    }
    const lines = section(experiment, read(file));
    if (lines.length === 0) none.push(`\`${experiment.id}\``);
    sections.push(...lines);
  }
  const rest = ["## Without a knife edge", "", none.length > 0 ? `${none.join(", ")}.` : "None.", ""];
  if (missing.length > 0) rest.push("## Not run yet", "", `${missing.join(", ")}.`, "");
  return [HEAD, ...sections, ...rest].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  if (args.length === 0) {
    console.error("Give IDs of figures, --all, or --write to write the document only.");
    process.exitCode = 2;
  } else if (!args.includes("--write")) {
    const places = ["--page", "public/figures", "--out", TABLES];
    const run = ["experiments", "edges", ...args, ...places];
    process.exitCode = spawnSync(command(), run, { cwd: root, stdio: "inherit" }).status ?? 3;
  }
  if (!process.exitCode) writeFileSync(PAGE, page());
}
