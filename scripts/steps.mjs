/**
 * Runs commands as numbered steps, in lanes beside each other: each is told once it ends, with its duration; quiet when it passes, its
 * whole output shown when it fails. Node's own modules only. Not here: which steps there are (lab.mjs).
 */
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Step
 * @property {string} name What is announced.
 * @property {string} [id] By which other steps need it.
 * @property {string[]} [needs] Ids of steps without which this one cannot run.
 * @property {string} [lane] Steps of one lane run one after another, in order; lanes run beside each other.
 * @property {boolean} [alone] Begins once all steps before it have ended, and those after it wait: it needs the machine for itself.
 * @property {() => Promise<string>} run Does it; resolves with its output, rejects with an Error whose message is its output.
 */

/** Failure of a command: its output is the message. */
export class CommandFailed extends Error {}

/** A command that is not an executable of its own (npm on Windows) needs a shell. */
const shell = (/** @type {string} */ command) => process.platform === "win32" && !command.endsWith(".exe");

/**
 * Runs a command and keeps what it prints; on a terminal the last line is seen while it goes on.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>}
 */
export function command(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      shell: shell(command),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const take = (/** @type {Buffer} */ chunk) => {
      const text = chunk.toString();
      output += text;
      showTail(text);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => reject(new CommandFailed(`${command}: ${error.message}`)));
    child.on("close", (code, signal) => {
      clearTail();
      if (code === 0) resolve(output);
      else
        reject(new CommandFailed(`${output}\n${[command, ...args].join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}

/** Back to the line's beginning, and clear it. */
const clearLine = "\r\u001b[K";
let tail = false;
/** Shows the last whole line under the step, on a terminal only. */
function showTail(/** @type {string} */ text) {
  if (!process.stdout.isTTY) return;
  const plain = stripVTControlCharacters(text).trimEnd().split("\n").pop()?.trim() ?? "";
  if (!plain) return;
  const wide = (process.stdout.columns ?? 80) - 8;
  process.stdout.write(`${clearLine}      ${plain.slice(0, wide)}`);
  tail = true;
}
/** Takes that line away again. */
function clearTail() {
  if (tail) process.stdout.write(clearLine);
  tail = false;
}

/** What the output of a step begins with that could not run here, followed by why. */
const NOT_RUN = "not run: ";

/** What runners say at their end (cargo test, vitest, Playwright), added up. */
function tally(/** @type {string} */ output) {
  let [passed, failed] = [0, 0];
  for (const line of stripVTControlCharacters(output).split("\n")) {
    if (!/^test result:|^\s*Tests\s+\d|^\s*\d+ (passed|failed)\b/.test(line)) continue;
    passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0);
    failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0);
  }
  return passed + failed > 0 ? `${passed} tests passed${failed ? `, ${failed} failed` : ""}` : "";
}

const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs all steps, those of each lane in order; a failed one stops only those that need it.
 * @param {Step[]} steps
 * @param {(text: unknown) => void} [say] Where it is announced.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runSteps(steps, say = console.log) {
  const result = { passed: 0, failed: 0, skipped: 0 };
  /** What became of each step; of one with an id, under it. @type {Map<string, Promise<boolean>>} */
  const ended = new Map();
  /** Ids of the steps that failed. @type {Set<string>} */
  const failures = new Set();
  /** The last step of each lane. @type {Map<string, Promise<unknown>>} */
  const lanes = new Map();
  /** All steps so far, and the last one that is alone. @type {[Promise<unknown>[], Promise<unknown>]} */
  let [all, last] = [[], Promise.resolve()];

  /** @returns {Promise<boolean>} whether what needs it can run */
  const run = async (/** @type {Step} */ step, /** @type {string} */ head) => {
    for (const id of step.needs ?? []) {
      if (await (ended.get(id) ?? true)) continue;
      say(`${head}: not run, because "${id}" ${failures.has(id) ? "failed" : "was not run"}`);
      result.skipped += 1;
      return false;
    }
    if (process.stdout.isTTY) showTail(head);
    const begun = Date.now();
    try {
      const output = await step.run();
      clearTail();
      if (output.startsWith(NOT_RUN)) {
        say(`${head}: ${output}`);
        result.skipped += 1;
        return false;
      }
      say(`${head}: ${[seconds(begun), tally(output)].filter(Boolean).join(", ")}`);
      result.passed += 1;
      return true;
    } catch (error) {
      clearTail();
      say(error instanceof CommandFailed ? error.message : error);
      say(`${head}: FAILED after ${seconds(begun)}`);
      result.failed += 1;
      if (step.id) failures.add(step.id);
      return false;
    }
  };
  for (const [index, step] of steps.entries()) {
    const lane = step.lane ?? "";
    const head = `[${String(index + 1).padStart(2)}/${steps.length}] ${step.name}`;
    const before = step.alone ? Promise.all(all) : Promise.all([last, lanes.get(lane)]);
    const done = before.then(() => run(step, head));
    if (step.id) ended.set(step.id, done);
    lanes.set(lane, done);
    all.push(done);
    if (step.alone) last = done;
  }
  await Promise.all(all);
  return result;
}
