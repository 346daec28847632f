/**
 * `npm run validate`: the engine beside ns-2 2.35, ns-3 and this machine's own kernel, in tables as docs/results has them. All parts,
 * or those named as arguments: `npm run validate -- timers vegas`. `--write` puts the tables into docs/results/ns2.md, ns3.md, kernel.md and kernel-undo.md,
 * between their marks. What is missing on a machine (ns-2; ns-3; namespaces, TUN) is skipped with a word. Ends with 1 if something differs beside ns-2 or ns-3 whose cause
 * is not written down. Not here: the parts themselves.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { said } from "../table.mjs";
import { compare, holds, tables } from "./comparison.mjs";
import { between } from "./document.mjs";
import { ns2 } from "./ns2.mjs";
import { ns3 } from "./ns3.mjs";
import { sawtooth } from "./sawtooth.mjs";

/** Beside ns-2. */
const PARTS = ["timers", "vegas", "tfrc", "ecn", "single", "transfers", "linux"];
/** Beside the kernel, and the file of their results. */
const KERNEL = {
  kernel: "kernel.md",
  "kernel-bbr": "kernel.md",
  "kernel-offload": "kernel.md",
  "kernel-undo": "kernel-undo.md",
};
const ALL = [...PARTS, "ns3", ...Object.keys(KERNEL)];

const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = named.filter((word) => !ALL.includes(word));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. Allowed: ${ALL.join(", ")}.`);
  process.exit(2);
}
const write = process.argv.includes("--write");
const wanted = (/** @type {string} */ part) => named.length === 0 || named.includes(part);
const parts = PARTS.filter(wanted);
const hasNs2 = said("sh", "-c", "command -v ns") !== null;
if (parts.length > 0 && !hasNs2) {
  console.error("ns-2 is not installed (Debian: apt-get install ns2): the comparison with it is skipped.");
}

/** Puts a part's tables into its file of results, if that is wanted. */
function keep(/** @type {string} */ file, /** @type {string} */ part, /** @type {string} */ text) {
  const path = fileURLToPath(new URL(`../../docs/results/${file}`, import.meta.url));
  if (write && text !== "") writeFileSync(path, between(readFileSync(path, "utf8"), part, text));
}

const ours = sawtooth();
const begun = Date.now();
let unexplained = 0;
/** Compares a part with a simulator, prints its tables and keeps them. */
async function beside(
  /** @type {string} */ name,
  /** @type {string} */ peer,
  /** @type {any} */ simulator,
  /** @type {string} */ file,
) {
  const part = await import(`./parts/${name}.mjs`);
  const since = Date.now();
  const rows = await compare(part.cases(), { ns2: simulator, ours });
  const text = tables(rows, peer);
  console.log(`\n## ${part.title}\n\n${text}\n\n${Math.round((Date.now() - since) / 1000)} s`);
  unexplained += rows.filter((row) => holds(row) === false && row.figure.cause === undefined).length;
  keep(file, name, text);
}
for (const name of hasNs2 ? parts : []) await beside(name, "ns-2", ns2, "ns2.md");
if (wanted("ns3")) {
  const built = ns3();
  if (built === null)
    console.error(
      "ns-3 or a C++ compiler is not installed (Debian: apt-get install libns3-dev): the comparison with it is skipped.",
    );
  else {
    await beside("ns3", "ns-3", built.ns3, "ns3.md");
    built.close();
  }
}
for (const [name, file] of Object.entries(KERNEL).filter(([part]) => wanted(part))) {
  const kernel = await import(`./${name}.mjs`);
  const since = Date.now();
  const text = kernel.tables(await kernel.measure());
  console.log(`\n${text}\n\n${Math.round((Date.now() - since) / 1000)} s`);
  keep(file, name, text);
}
console.log(
  `\n${unexplained} values differ without a written cause. ${Math.round((Date.now() - begun) / 1000)} s in total.`,
);
process.exit(unexplained > 0 ? 1 : 0);
