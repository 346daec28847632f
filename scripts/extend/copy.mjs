/**
 * A copy of the project with some files changed: only what differs from the last copy is written, so that Cargo builds no more than
 * that again. Not here: what is changed (extend.mjs).
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const git = (/** @type {string} */ root, /** @type {string[]} */ ...args) =>
  execFileSync("git", ["ls-files", "-z", ...args], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)));

/** Files that belong to the project, committed or about to be. */
export const files = (/** @type {string} */ root) => git(root, "--cached", "--others", "--exclude-standard");

/** Installed and built folders, used where they are. */
const LINKED = ["node_modules", "web/pkg", "web/pkg-figures"];
const LIST = ".files.json";

/**
 * Makes the copy, or brings it up to date.
 * @param {string} root
 * @param {string} copy
 * @param {ReadonlyMap<string, string>} changed Texts by path that differ from the project's or are new.
 */
export function copyOf(root, copy, changed) {
  mkdirSync(copy, { recursive: true });
  const paths = [...new Set([...files(root), ...changed.keys()])];
  for (const path of paths) {
    const to = join(copy, path);
    const text = changed.get(path);
    const bytes = text === undefined ? readFileSync(join(root, path)) : Buffer.from(text);
    if (existsSync(to) && readFileSync(to).equals(bytes)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes);
  }
  // A file that was renamed since must not stay.
  const list = join(copy, LIST);
  const before = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  const present = new Set(paths);
  for (const path of before) if (!present.has(path)) rmSync(join(copy, path), { force: true });
  writeFileSync(list, JSON.stringify(paths));
  for (const path of LINKED)
    if (!existsSync(join(copy, path))) symlinkSync(join(root, path), join(copy, path), "junction");
}
