/**
 * Holds what is seen now against what was recorded, a folder of texts each, by `git diff`. Not here: what is seen (freeze.mjs,
 * freeze-pages.mjs).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** So much of a difference is printed, in lines and in letters of a line. */
const [MOST_LINES, MOST_LETTERS] = [60, 200];

/**
 * Records texts by their file's name, or prints how they differ from the recorded ones.
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} files
 * @param {boolean} record
 * @returns {boolean} whether all is as recorded
 */
export function asRecorded(folder, files, record) {
  if (record) rmSync(folder, { recursive: true, force: true });
  if (record) mkdirSync(folder, { recursive: true });
  const now = record ? folder : mkdtempSync(join(tmpdir(), "sawtooth-freeze-"));
  for (const [name, text] of files) writeFileSync(join(now, name), text);
  if (record) return true;
  const difference = ["diff", "--no-index", "--ignore-cr-at-eol"];
  const { status, stdout } = spawnSync("git", [...difference, "--unified=0", "--stat", "--patch", folder, now], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) {
    rmSync(now, { recursive: true });
    return true;
  }
  const lines = stdout.split("\n").map((line) => line.slice(0, MOST_LETTERS));
  console.log(lines.slice(0, MOST_LINES).join("\n"));
  if (lines.length > MOST_LINES) console.log(`... all of it: git ${difference.join(" ")} ${folder} ${now}`);
  return false;
}
