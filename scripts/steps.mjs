/**
 * Runs programs in the terminal, and steps of `package.json` by their runner. Node's own modules only. Not here: programs whose output
 * is wanted (command.mjs), what a step does (package.json). Home-made because it runs before any package is installed.
 */
import { spawn } from "node:child_process";
import { root } from "./setup.mjs";

/**
 * Runs a program with this terminal. Resolves with its exit code.
 * @param {string} program
 * @param {...string} args
 * @returns {Promise<number>}
 */
export function run(program, ...args) {
  // npm and npx are scripts on Windows.
  const child = spawn(program, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a step of `package.json` with those that it needs, unless their inputs are as they were. Resolves with the exit code. */
export function steps(/** @type {string} */ step) {
  // Results are skipped, not stored: a copy of each build would fill the disk.
  process.env.WIREIT_CACHE ??= "none";
  process.env.WIREIT_FAILURES ??= "continue";
  process.env.WIREIT_LOGGER ??= "simple";
  return run("npm", "run", "--silent", step);
}
