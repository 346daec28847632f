/**
 * Holds what is seen now against what was recorded, a folder of texts each, by `git diff`. Not here: what is seen (freeze.mjs,
 * freeze-pages.mjs).
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** So much of a difference is printed, in lines and in letters of a line. */
const [MOST_LINES, MOST_LETTERS] = [60, 200];

/**
 * Prints how texts by their file's name differ from the recorded ones, and with `record` takes their place.
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} files
 * @param {boolean} record
 * @returns {boolean} whether all is as recorded
 */
export function asRecorded(folder, files, record) {
  const now = mkdtempSync(join(tmpdir(), "sawtooth-freeze-"));
  for (const [name, text] of files) writeFileSync(join(now, name), text);
  mkdirSync(folder, { recursive: true });
  const all = ["diff", "--no-index", "--ignore-cr-at-eol", "--unified=0", "--stat", "--patch", folder, now];
  const { status, stdout } = spawnSync("git", all, { encoding: "utf8", maxBuffer: 1 << 28 });
  const lines = status === 0 ? [] : stdout.split("\n").map((line) => line.slice(0, MOST_LETTERS));
  if (lines.length > 0) console.log(lines.slice(0, MOST_LINES).join("\n"));
  if (lines.length > MOST_LINES && !record) console.log(`... all of it: git ${all.join(" ")}`);
  if (record) {
    rmSync(folder, { recursive: true });
    cpSync(now, folder, { recursive: true });
  }
  if (record || status === 0) rmSync(now, { recursive: true });
  return record || status === 0;
}
