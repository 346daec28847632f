/**
 * Attacks on the Python package, with the scenarios and links that the command and the pages get. Needs the environment that
 * `npm test -- python` makes. Not here: what is done with them (python.py), what is counted (tries.mjs).
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inside } from "../python.mjs";
import { strangers } from "./command.mjs";
import { address } from "./pages.mjs";
import { FAULTS } from "./tries.mjs";

/** Seconds that the program may take longer than asked, before it hangs. */
const PATIENCE_S = 120;

/** @param {import("./tries.mjs").Tries} tries */
export async function python({ luck, seconds, work, each }) {
  if (!existsSync(inside("python"))) throw new Error("python/.venv is missing: npm test -- python makes it");
  /** @type {{ name: string, ends: Record<string, number>, harm: [import("./tries.mjs").Fault, string][] }[]} */
  const told = [];
  const inputs = function* () {
    for (const document of strangers(luck))
      yield `${JSON.stringify({ document: document.toString("latin1"), link: address(luck, "") })}\n`;
  };
  const program = [join(import.meta.dirname, "python.py"), `${seconds}`, work];
  const child = spawn(inside("python"), program, { stdio: ["pipe", "pipe", "pipe"] });
  // The engine tells of faults that it then rejects, too.
  let errors = "";
  child.stderr.on("data", (text) => (errors = `${errors}${text}`.slice(-2000)));
  const ended = new Promise((done) => child.on("close", (code, signal) => done(signal ?? code)));
  const patience = setTimeout(() => child.kill("SIGKILL"), (seconds + PATIENCE_S) * 1000);
  // It reads as many as it has time for.
  pipeline(Readable.from(inputs()), child.stdin).catch(() => undefined);
  for await (const line of createInterface({ input: child.stdout })) told.push(JSON.parse(line));
  const end = await ended;
  clearTimeout(patience);
  await each(
    Object.fromEntries(
      told.map(({ name, ends, harm }) => [
        name,
        async (row) => {
          for (const [end, count] of Object.entries(ends)) row.add(end, count);
          for (const [fault, what] of harm) row.harm(fault, what);
        },
      ]),
    ),
  );
  if (end === 0 && told.every(({ harm }) => harm.every(([fault]) => FAULTS.includes(fault)))) return;
  await each({
    "Python's process": async (row) => {
      row.add("the process");
      row.harm(
        end === "SIGKILL" ? "hung" : "crashed",
        `it ended with ${end} after ${told.map(({ name }) => name)}: ${errors}`,
      );
    },
  });
}
