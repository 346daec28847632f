/**
 * `node scripts/step.mjs [--no-warnings] NAME COMMAND` runs a line of the shell as one step of `package.json`: a line with its duration
 * and its tests when it passes, its whole output when it fails, so that steps beside each other do not mix theirs. Each step's seconds
 * are appended to `.wireit/steps.jsonl`. `--no-warnings`: a warning fails it.
 * Home-made because the runner (wireit) neither measures nor adds up.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CommandFailed, command } from "./command.mjs";

const root = join(import.meta.dirname, "..");
/** Where the seconds of each step are kept. */
export const STEPS = join(root, ".wireit/steps.jsonl");
/** Begins the output of a step that could not run here, followed by the reason. */
const NOT_RUN = "not run: ";

/**
 * Adds up what runners print at their end (cargo test, vitest, Playwright, pytest).
 * @param {string} output
 */
export function tally(output) {
  let [passed, failed] = [0, 0];
  for (const line of stripVTControlCharacters(output).split("\n")) {
    if (!/^test result:|^\s*Tests\s+\d|^\s*\d+ (passed|failed)\b/.test(line)) continue;
    passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0);
    failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0);
  }
  return { passed, failed };
}

/** The line about a step that has passed. */
export function summary(/** @type {string} */ name, /** @type {number} */ seconds, /** @type {string} */ output) {
  if (output.startsWith(NOT_RUN)) return `${name}: ${output.trim()}`;
  const { passed } = tally(output);
  return `${name}: ${seconds.toFixed(1)} s${passed > 0 ? `, ${passed} tests passed` : ""}`;
}

if (process.argv[1] === import.meta.filename) {
  const strict = process.argv[2] === "--no-warnings";
  const [name = "", line = ""] = process.argv.slice(strict ? 3 : 2);
  const begun = Date.now();
  let failure = "";
  let output = "";
  try {
    output = await command(line, [], { shell: true });
    if (strict && /^warning\b/m.test(stripVTControlCharacters(output))) failure = output;
  } catch (error) {
    failure = error instanceof CommandFailed ? error.message : String(error);
  }
  const seconds = (Date.now() - begun) / 1000;
  mkdirSync(join(root, ".wireit"), { recursive: true });
  appendFileSync(STEPS, `${JSON.stringify({ name, begun, seconds, isFailed: failure !== "", ...tally(output) })}\n`);
  if (failure) {
    console.log(`${failure}\n${name}: FAILED after ${seconds.toFixed(1)} s`);
    process.exitCode = 1;
  } else {
    console.log(summary(name, seconds, output));
  }
}
