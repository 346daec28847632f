/**
 * The project's few commands for a fresh machine: `node scripts/lab.mjs start | build | test [quick | python] | bench | shots`. Each
 * installs the toolchain and the packages, then hands over to the steps of `package.json`, of which those run whose inputs have changed.
 * Node's own modules only.
 * Home-made because it installs what a task runner needs itself.
 * Not here: what a step does (package.json), what is installed and how (setup.mjs).
 */
import { packages, prerequisites, toolchain } from "./setup.mjs";
import { run, steps } from "./steps.mjs";

/** Steps of each task, in phases: a phase begins once the one before has ended, passed or not. Browser tests run alone. */
const PHASES = new Map([
  ["start", ["page"]],
  ["build", ["build:all"]],
  ["test", ["check", "check:browser"]],
  ["test quick", ["check:quick", "check:smoke"]],
  ["test python", ["check:python"]],
  ["bench", ["site"]],
  ["shots", ["site", "browser"]],
]);
const [task = "", ...words] = process.argv.slice(2);
const phases = PHASES.get(task === "test" ? [task, ...words].join(" ") : task);
if (!phases) {
  console.error(`Usage: node scripts/lab.mjs ${[...PHASES.keys()].join(" | ")}`);
  process.exit(2);
}

const begun = Date.now();
prerequisites();
await Promise.all([toolchain(), packages()]);
if (task === "start") console.log("Building the laboratory, a minute or two where nothing is compiled yet.");
let failed = false;
for (const phase of phases) if ((await steps(phase)) !== 0) failed = true;
console.log(`\n${Math.round((Date.now() - begun) / 1000)} s in all${failed ? "; failed steps are named above" : ""}`);
if (failed) process.exit(1);

if (task === "start") await (await import("./start.mjs")).start();
if (task === "bench") process.exitCode = await run(process.execPath, "bench/bench.mjs", ...words);
if (task === "shots")
  process.exitCode = await run("npx", "playwright", "test", "--config", "e2e/shots.config.ts", ...words);
