/**
 * docs/results/today.md: what the experiments on today's algorithms measured, from the kept results (public/figures), and the verdicts
 * on their claims. `node bench/today.mjs --write` writes the file, without it the file is compared. Nothing is simulated: the results
 * come from `sawtooth experiments run ID --page public/figures`. Not here: what is compared and why it differs (docs/today.md).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { number, rowsOf } from "./results.mjs";

/** @typedef {import("../web/src/ensemble/types.ts").Experiment} Experiment */
/** @typedef {import("../web/src/ensemble/types.ts").Stored} Stored */
/** @typedef {import("../web/src/ensemble/types.ts").Measured} Measured */

const root = join(import.meta.dirname, "..");
const PAGE = join(root, "docs/results/today.md");
const HEAD = `# Results of today's algorithms

Written by \`node bench/today.mjs --write\` from the kept results. [today.md](../today.md) says what is compared, how, and why results differ.
`;

/** @type {<T>(path: string) => T} */
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
/** @param {Measured} measured */
function band({ band: [least, most], strict }) {
  if (least !== null && most !== null) return least === most ? number(least) : `${number(least)} to ${number(most)}`;
  return least === null ? `${strict ? "<" : "≤"} ${number(most)}` : `${strict ? ">" : "≥"} ${number(least)}`;
}

/** @param {Experiment} experiment */
function section({ id, title, caption, claims }) {
  const { figure, claims: verdicts } = /** @type {Stored} */ (read(`public/figures/${id}.json`));
  const lines = [`## ${title}`, "", `\`${id}\`. ${caption}`];
  for (const panel of figure.panels) {
    if (!panel.table) continue;
    const rows = panel.table.rows.map((row) =>
      row.map((entry) =>
        "text" in entry ? entry.text : entry.value === null ? "–" : entry.value.toFixed(entry.digits),
      ),
    );
    lines.push("", `${panel.title}:`, "", ...rowsOf(panel.table.heads, rows));
  }
  const rows = claims.map((claim) => {
    const verdict = verdicts.find((one) => one.id === claim.id);
    const values = verdict?.measured ?? [];
    const said = values.map((one) => `${one.of === "" ? "" : `${one.of}: `}${number(one.value)}`);
    const bands = [...new Set(values.map(band))];
    return [
      `\`${claim.id}\``,
      `${bands.join("; ")}${claim.ours ? " (ours)" : ""}`,
      said.join("; "),
      verdict?.holds ? "reproduced" : "not reproduced",
    ];
  });
  return [...lines, "", "Claims:", "", ...rowsOf(["claim", "expected", "measured", "verdict"], rows), ""];
}

/** The tables as the kept results have them. */
export function page() {
  const experiments = /** @type {Experiment[]} */ (read("web/src/generated/experiments.json"));
  return [HEAD, ...experiments.filter(({ paper }) => paper === "today").flatMap(section)].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) writeFileSync(PAGE, page());
  else if (page() !== readFileSync(PAGE, "utf8")) {
    console.error("docs/results/today.md is stale: node bench/today.mjs --write");
    process.exitCode = 1;
  }
}
