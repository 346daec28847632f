/**
 * `npm run bench`: how fast the engine is, in tables as BENCHMARKS.md has them. All parts, or those named as arguments:
 * `npm run bench -- ns2 places`. `--json` prints the figures as JSON. Not here: the parts themselves.
 */
import { machine } from "./table.mjs";

const PARTS = ["ns2", "places", "limit", "scaling", "memory", "ensembles", "figures"];

const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = named.filter((word) => !PARTS.includes(word));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. Allowed: ${PARTS.join(", ")}.`);
  process.exit(2);
}
const json = process.argv.includes("--json");
/** @type {Record<string, unknown>} */
const figures = { machine: machine() };
let failed = false;
if (!json) console.log(figures.machine);
for (const name of named.length > 0 ? named : PARTS) {
  const part = await import(`./parts/${name}.mjs`);
  const rows = await part.measure();
  failed ||= part.failed?.(rows) ?? false;
  figures[name] = rows;
  if (!json) part.print(rows);
}
if (json) console.log(JSON.stringify(figures, null, 2));
process.exit(failed ? 1 : 0);
