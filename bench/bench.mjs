/**
 * `npm run bench`: how many delivered packets and events a second the engine does, natively and in WebAssembly (Node, and
 * Chromium where there is one), recorded as the page records it; and that all of them do the same run, by its digest.
 * `--json` prints the figures as JSON. Not here: the scenarios (scenarios.mjs).
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findChromium } from "../scripts/browser.mjs";
import { cases } from "./scenarios.mjs";
import { inNode, inPage, run } from "./wasm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Runs of each; the fastest counts: what else the machine does only makes a run slower. */
const RUNS = 3;

const native = (/** @type {string} */ scenario) => {
  const args = ["run", "--release", "--quiet", "--locked", "--package", "sawtooth-wasm", "--example", "bench"];
  return JSON.parse(execFileSync("cargo", args, { cwd: root, input: scenario, encoding: "utf8" }));
};

/**
 * @template T
 * @param {() => T | Promise<T>} once
 * @param {(result: T) => number} seconds
 */
async function fastest(once, seconds) {
  let best = await once();
  for (let i = 1; i < RUNS; i++) {
    const next = await once();
    if (seconds(next) < seconds(best)) best = next;
  }
  return best;
}

async function chromium() {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath: executablePath || undefined });
  return { close: () => browser.close(), run: await inPage(await browser.newPage()) };
}

const glue = await inNode();
const browser = await chromium();
if (!browser) console.error("No Chromium found: its column stays empty.");
const results = [];
let different = 0;
for (const { name, scenario } of cases) {
  const text = JSON.stringify(scenario);
  const here = await fastest(
    () => native(text),
    (result) => result.recorded_s,
  );
  const node = await fastest(
    () => run(glue, text),
    (result) => result.seconds,
  );
  const page =
    browser &&
    (await fastest(
      () => browser.run(text),
      ({ seconds }) => seconds,
    ));
  const same = [node, page].every((other) => !other || other.digest === here.digest);
  if (!same) different++;
  results.push({
    name,
    packets: here.packets,
    events: here.events,
    digest: here.digest,
    same,
    native_silent_s: here.silent_s,
    native_s: here.recorded_s,
    node_s: node.seconds,
    chromium_s: page ? page.seconds : null,
  });
}
await browser?.close();

if (process.argv.includes("--json")) {
  console.log(JSON.stringify(results, null, 2));
} else {
  print();
}
process.exit(different > 0 ? 1 : 0);

function print() {
  const million = (/** @type {number} */ count, /** @type {number | null} */ seconds) =>
    (seconds ? (count / seconds / 1e6).toFixed(2) : "-").padStart(9);
  const ratio = (/** @type {number} */ slow, /** @type {number} */ quick) => (slow / quick).toFixed(2).padStart(7);
  const places = /** @type {const} */ (["native_silent_s", "native_s", "node_s", "chromium_s"]);
  for (const [what, count] of /** @type {const} */ ([
    ["delivered packets", "packets"],
    ["events", "events"],
  ])) {
    console.log(`\nMillions of ${what} a second`);
    console.log(`${"".padEnd(44)}   silent   native     Node Chromium  Node/n.`);
    for (const result of results) {
      const cells = places.map((place) => million(result[count], result[place]));
      console.log(`${result.name.padEnd(44)}${cells.join("")}${ratio(result.native_s, result.node_s)}`);
    }
  }
  console.log("\nsilent: native, nobody listens; the others record as the page does.");
  for (const { name, digest, same } of results) console.log(`${digest} ${same ? "everywhere" : "DIFFERS"}  ${name}`);
}
