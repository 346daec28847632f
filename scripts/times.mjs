/**
 * `npm run times -- [start] [quick] [test] [--record]`: how long the README's commands take in a clean clone of the last commit, in a
 * temporary folder: new, and again with nothing changed. All of them unless some are named. `--record` writes the table of
 * docs/testing.md and, once all are measured, the README's sentence. Node's own modules only; not on Windows.
 * Home-made because hyperfine repeats one command, and does not clone, stop a server or write a table.
 * Not here: the seconds of single steps (step.mjs).
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** Each task: its name in the table, its arguments of npm, and what it prints when it is done, unless that is its end. */
const TASKS = new Map([
  ["start", { label: "`npm start`, until the first page is served", args: ["start"], done: "The laboratory runs at" }],
  ["quick", { label: "`npm test -- quick`", args: ["test", "--", "quick"] }],
  ["test", { label: "`npm test`", args: ["test"] }],
]);

const minutes = (/** @type {number} */ seconds) =>
  seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;

/** A document with other text between its marks. @param {string} document @param {(there: string) => string} change */
function marked(document, change) {
  const [before, there, after] = document.split(/(?<=<!-- times -->)|(?=<!-- \/times -->)/);
  if (before === undefined || there === undefined || after === undefined) throw new Error("no marks: <!-- times -->");
  return before + change(there) + after;
}

/**
 * docs/testing.md with what was measured; rows of other tasks stay.
 * @param {string} document
 * @param {ReadonlyMap<string, readonly number[]>} measured Seconds by task, new and again.
 * @param {string} where
 */
export const table = (document, measured, where) =>
  marked(document, (there) =>
    [...measured].reduce((text, [task, seconds]) => {
      const label = TASKS.get(task)?.label;
      const row = `| ${[label, ...seconds.map(minutes)].join(" | ")} | ${where} |`;
      return text
        .split("\n")
        .map((line) => (line.startsWith(`| ${label} |`) ? row : line))
        .join("\n");
    }, there),
  );

/** The README with the numbers of docs/testing.md, once all are there. @param {string} readme @param {string} testing */
export function sentence(readme, testing) {
  const lines = testing.split(/<!-- \/?times -->/)[1]?.split("\n") ?? [];
  const rows = [...TASKS.values()].map(
    ({ label }) =>
      lines
        .find((line) => line.startsWith(`| ${label} |`))
        ?.split(" | ")
        .slice(1) ?? [],
  );
  if (rows.flat().some((cell) => cell.includes("npm run times"))) return readme;
  const [start = [], quick = [], test = []] = rows;
  return marked(
    readme,
    () => `On ${start[2]?.split(",")[0]}, the first \`npm start\` serves the laboratory after ${start[0]}, later
ones after ${start[1]}; the first \`npm test\` takes ${test[0]}, the first \`npm test -- quick\` ${quick[0]}.`,
  );
}

/** Runs a task in a clone. Resolves with its seconds. @param {string} clone @param {{ args: string[], done?: string }} task */
function seconds(clone, { args, done }) {
  const { CARGO_TARGET_DIR: _, ...env } = process.env;
  const begun = Date.now();
  const child = spawn("npm", args, { cwd: clone, env: { ...env, PORT: "0" }, detached: true });
  let output = "";
  let end = 0;
  return new Promise((resolve, reject) => {
    const hear = (/** @type {Buffer} */ text) => {
      process.stdout.write(text);
      output += text;
      if (done === undefined || end > 0 || child.pid === undefined || !output.includes(done)) return;
      end = Date.now();
      process.kill(-child.pid, "SIGINT"); // what it builds further is not waited for
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("close", (code) => {
      if (end > 0 || code === 0) resolve(((end || Date.now()) - begun) / 1000);
      else reject(new Error(`npm ${args.join(" ")} ended with ${code}`));
    });
  });
}

if (process.argv[1] === import.meta.filename) {
  const words = process.argv.slice(2).filter((word) => word !== "--record");
  const measured = new Map();
  for (const [name, task] of TASKS) {
    if (words.length > 0 && !words.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), "sawtooth-times-"));
    execFileSync("git", ["clone", "--quiet", root, folder]);
    measured.set(name, [await seconds(folder, task), await seconds(folder, task)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 1000 });
    console.log(`\n${task.label}: ${measured.get(name).map(minutes).join(", then ")}`);
  }
  if (process.argv.includes("--record")) {
    const [testing, readme] = [join(root, "docs/testing.md"), join(root, "README.md")];
    const where = `${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`;
    const text = table(readFileSync(testing, "utf8"), measured, where);
    writeFileSync(testing, text);
    writeFileSync(readme, sentence(readFileSync(readme, "utf8"), text));
  }
}
