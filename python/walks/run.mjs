/**
 * Walks the package in a browser: `node python/walks/run.mjs ENVIRONMENT [NAME...]`. The environment (a folder of `python -m venv`) has the
 * wheel, JupyterLab, marimo and anywidget, installed by pip; all walks run unless some are named. Ends with code 1 if one fails. Not
 * here: making the environment (`npm test -- python`). With SAWTOOTH_WALK_SHOTS=FOLDER the walks leave pictures there.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { programOf } from "../../scripts/python-environment.mjs";
import { jupyterlab } from "./jupyterlab.mjs";
import { link } from "./link.mjs";
import { marimo } from "./marimo.mjs";

/** @type {Record<string, (environment: string) => Promise<void>>} */
const WALKS = { link, jupyterlab, marimo };

const [folder = "", ...named] = process.argv.slice(2);
const environment = resolve(folder);
const unknown = named.filter((name) => !WALKS[name]);
if (unknown.length > 0 || !existsSync(programOf(environment, "python"))) {
  console.error(`Usage: node python/walks/run.mjs ENVIRONMENT [${Object.keys(WALKS).join(" | ")}]...`);
  process.exit(2);
}
let failed = 0;
for (const name of named.length > 0 ? named : Object.keys(WALKS)) {
  const begun = performance.now();
  const problem = await WALKS[name]?.(environment).then(
    () => "",
    (/** @type {Error} */ error) => `${error.stack ?? error}\n`,
  );
  if (problem) failed += 1;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`${problem}walk of ${name}: ${problem ? "failed" : "passed"}, ${seconds} s\n`);
}
process.exit(failed > 0 ? 1 : 0);
