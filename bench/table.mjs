/**
 * Prints figures as a table of Markdown, as BENCHMARKS.md has them, and describes the machine. Not here: the figures.
 */
import { execFileSync } from "node:child_process";
import { cpus, release, totalmem, type } from "node:os";

/**
 * A table under its title.
 * @param {string} title
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 */
export function titled(title, heads, rows) {
  const lines = [heads, heads.map((_, i) => (i === 0 ? "---" : "--:")), ...rows];
  return [title, "", ...lines.map((line) => `| ${line.join(" | ")} |`)].join("\n");
}

/** Prints it. @param {string} title @param {string[]} heads @param {(string | number)[][]} rows */
export const table = (title, heads, rows) => console.log(`\n${titled(title, heads, rows)}`);

/** Millions a second. */
export const millions = (/** @type {number} */ count, /** @type {number} */ seconds) =>
  (count / seconds / 1e6).toFixed(2);

/** How many times. */
export const times = (/** @type {number} */ more, /** @type {number} */ less) => (more / less).toFixed(2);

/** The middle of some figures. */
export function median(/** @type {number[]} */ figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Nanoseconds each. */
export const each = (/** @type {number} */ seconds, /** @type {number} */ count) =>
  ((seconds / count) * 1e9).toFixed(0);

/** Output of a command, or null if there is no such command. */
export function said(/** @type {string} */ command, /** @type {string[]} */ ...args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/** On what it is measured. */
export function machine() {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpus().length} x ${cpu?.model.trim()}, ${memory}, ${type()} ${release()}, Node ${process.version}, ${said("rustc", "--version")}`;
}
