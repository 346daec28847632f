/**
 * `npm run attack -- [KIND]... [--seconds N] [--seed N]`: attacks the command, its stores, the Python package, the built pages, their
 * offline copy and the server of `npm start` as bad disks, impatient people and strangers' files, links and messages do. Each kind takes
 * N seconds (default: 300). Prints a row for each attack: inputs, and how many were accepted wrongly, crashed something, hung it, or lost
 * what was there; exit code 1 if any did, 2 if a kind cannot run here. Its inputs are a function of its seed, their number of the time.
 * Home-made because fuzzers attack functions, and no process, disk, folder of files, page or cache.
 * Not here: the kinds (scripts/attack), attacks on the engine's functions (fuzz.mjs).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { documents, files, parts, stores } from "./attack/command.mjs";
import { copies } from "./attack/copies.mjs";
import { pages } from "./attack/pages.mjs";
import { python } from "./attack/python.mjs";
import { server } from "./attack/server.mjs";
import { FAULTS, Tries } from "./attack/tries.mjs";

const kinds = /** @type {Record<string, (tries: Tries) => Promise<void>>} */ ({
  parts,
  stores,
  files,
  documents,
  python,
  pages,
  copies,
  server,
});
const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isSafeInteger(seed) || positionals.some((word) => !(word in kinds))) {
  console.error(`Wanted: [${Object.keys(kinds).join(" | ")}]... [--seconds N] [--seed N]`);
  process.exit(2);
}

/** @type {(string | number)[][]} */
const table = [["attack", "inputs", ...FAULTS]];
let [harm, missing] = [false, false];
for (const name of positionals.length > 0 ? positionals : Object.keys(kinds)) {
  const work = mkdtempSync(join(tmpdir(), "sawtooth-attack-"));
  // Each by itself gives what it gives among others.
  const tries = new Tries(seed, seconds, work);
  try {
    await kinds[name]?.(tries);
  } catch (error) {
    console.error(`${name}: not run: ${error instanceof Error ? error.message : error}`);
    missing = true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const row of tries.rows) {
    console.log(`${name}: ${row}`);
    table.push([row.name, row.inputs, ...FAULTS.map((fault) => row.faults[fault])]);
    harm ||= row.inputs === 0 || FAULTS.some((fault) => row.faults[fault] > 0);
  }
}
console.log(`\n${table.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`);
process.exit(harm ? 1 : missing ? 2 : 0);
