/**
 * Runs commands as numbered steps: each announced with its number, then its duration; quiet when it passes, its whole
 * output shown when it fails. Node's own modules only. Not here: which steps there are (lab.mjs).
 */
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Step
 * @property {string} name What is announced.
 * @property {string} [id] By which other steps need it.
 * @property {string[]} [needs] Ids of steps without which this one cannot run.
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
 * Runs all steps in order; a failed one stops only those that need it.
 * @param {Step[]} steps
 * @param {(text: unknown) => void} [say] Where it is announced.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runSteps(steps, say = console.log) {
  const lost = new Set();
  const result = { passed: 0, failed: 0, skipped: 0 };
  for (const [index, step] of steps.entries()) {
    const head = `[${String(index + 1).padStart(2)}/${steps.length}] ${step.name}`;
    const missing = step.needs?.find((id) => lost.has(id));
    if (missing) {
      say(`${head}: not run, because "${missing}" failed`);
      if (step.id) lost.add(step.id);
      result.skipped += 1;
      continue;
    }
    say(head);
    const begun = Date.now();
    try {
      const output = await step.run();
      say(`        done, ${[seconds(begun), tally(output)].filter(Boolean).join(", ")}`);
      result.passed += 1;
    } catch (error) {
      clearTail();
      say(error instanceof CommandFailed ? error.message : error);
      say(`        FAILED after ${seconds(begun)}: ${step.name}`);
      if (step.id) lost.add(step.id);
      result.failed += 1;
    }
  }
  return result;
}
