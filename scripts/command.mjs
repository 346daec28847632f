/**
 * Runs commands and keeps what they print. Home-made, of Node's own modules only, because it runs before anything is installed.
 */
import { spawn } from "node:child_process";

/** Failure of a command: its output is the message. */
export class CommandFailed extends Error {}

/** A command that is not an executable of its own (npm on Windows) needs a shell. */
const shell = (/** @type {string} */ program) => process.platform === "win32" && !program.endsWith(".exe");

/**
 * Runs a program. Resolves with its output; rejects with a `CommandFailed` when it ends with another code than 0.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options] `shell`: `program` is a line for the shell.
 * @returns {Promise<string>}
 */
export function command(program, args = [], options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      shell: options.shell ?? shell(program),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => reject(new CommandFailed(`${program}: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(new CommandFailed(`${output}\n${[program, ...args].join(" ")} ended with ${signal ?? `code ${code}`}`));
    });
  });
}
