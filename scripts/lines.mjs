/**
 * `npm run lines` counts lines of code by folder: without comments, blank lines, tests and generated files.
 * Home-made because counters of lines (tokei, cloc) count a Rust file's tests as its code.
 * Not here: how long a file may be.
 *
 * A folder is a crate's or `web/src`'s subfolder. A Rust file ends, for this count, at its `#[cfg(test)]` module.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const code = /\.(rs|ts|mjs|js|css)$/;
const test = /(^|\/)(tests?|golden|fuzz|e2e|frozen)\/|\.test\.|\/tests\.rs$|^wasm-core\/testing\//;
const left = /(^|\/)generated\/|^wasm-core\/cli\/src\/figure\.js$|^web\/pkg|\.d\.ts$|^public\//;

/** @param {string} file */
function folder(file) {
  const parts = file.split("/").slice(0, -1);
  if (parts[0] === "wasm-core")
    return parts
      .slice(0, parts[1] === "engine" ? 4 : 2)
      .filter((part) => part !== "src")
      .join("/");
  if (parts[0] === "web") return parts.slice(0, parts[1] === "src" ? 3 : 2).join("/");
  return parts[0] ?? ".";
}

/**
 * Lines that are neither blank nor a comment, nor in the Rust tests at a file's end.
 * @param {string} file
 */
function count(file) {
  const text = readFileSync(join(root, file), "utf8").replace(/\n#\[cfg\(test\)\]\nmod tests \{[\s\S]*$/, "\n");
  const plain = text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, "");
  return plain.split("\n").filter((line) => line.trim() !== "" && !/^\s*\/\//.test(line)).length;
}

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
/** @type {Map<string, { files: number, lines: number }>} */
const folders = new Map();
for (const file of files.filter((name) => code.test(name) && !test.test(name) && !left.test(name))) {
  const entry = folders.get(folder(file)) ?? { files: 0, lines: 0 };
  folders.set(folder(file), { files: entry.files + 1, lines: entry.lines + count(file) });
}
const row = (/** @type {string} */ name, /** @type {number} */ many, /** @type {number} */ lines) =>
  console.log(`${name.padEnd(36)}${String(many).padStart(6)} files${String(lines).padStart(8)} lines`);
for (const [name, entry] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) row(name, entry.files, entry.lines);
const all = [...folders.values()];
row(
  "in all",
  all.reduce((sum, one) => sum + one.files, 0),
  all.reduce((sum, one) => sum + one.lines, 0),
);
