/**
 * Bytes that a reader's connection has to carry, compressed as hosts do (gzip, 1 KB = 1000 bytes), held to its budget.
 * Reads `dist/`; ends with code 1 above a budget. Node's own modules only.
 * Home-made because size-limit weighs given files: the first view's have to be found first, which is most of this file.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** Gzipped size in bytes. */
const weigh = (/** @type {string} */ file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** The files that these pages and scripts name, and what those import at once. */
function withImports(/** @type {string[]} */ files) {
  const seen = new Set(files);
  for (const file of seen) {
    const text = readFileSync(file, "utf8");
    const names = file.endsWith(".html")
      ? [...text.matchAll(/(?:src|href)="(\.\/[^"]+\.(?:js|css|wasm))"/g)]
      : [...text.matchAll(/(?:^|[;}\n])\s*import\s*(?:[\w${},*\s]+from)?\s*["'`](\.[^"'`]+\.js)["'`]/g)];
    for (const name of names) seen.add(join(dirname(file), name[1] ?? ""));
  }
  return [...seen];
}

/** Built files by their name without the hash: what a script asks for by `import()` is not seen in the page. */
function built(/** @type {string} */ name, /** @type {string} */ kind) {
  const files = readdirSync(join(dist, "assets")).filter((file) => file.startsWith(`${name}-`) && file.endsWith(kind));
  if (files.length === 0) throw new Error(`no ${name}-*${kind} was built`);
  return files.map((file) => join(dist, "assets", file));
}

/** Files that the laboratory fetches, unasked, for its first packet: page, first picture and engine; then the laboratory itself, charts
 * and controls. */
const untilPacket = withImports([join(dist, "index.html")]);
const firstView = withImports([
  ...untilPacket,
  ...built("laboratory", ".js"),
  ...built("charts", ".js"),
  ...built("sidebar", ".js"),
  ...built("stack", ".css"),
]);

/** Limits of a reader's download, KB. */
/** @type {{ name: string, files: string[], limit: number }[]} */
const budgets = [
  // Little above what is reached since the engine was cut (18 KB).
  { name: "laboratory, first view", files: firstView, limit: 499 },
  { name: "figures, first view", files: withImports([join(dist, "figures.html")]), limit: 102 },
  { name: "algorithms, first view", files: withImports([join(dist, "algorithms.html")]), limit: 100 },
  { name: "own algorithm, first view", files: withImports([join(dist, "own.html")]), limit: 60 },
  // Beside the first view, which shows the program meanwhile: CodeMirror with JavaScript's grammar, completion and marks.
  { name: "  its editor", files: built("editor", ".js"), limit: 160 },
  // All charts and controls in one file, asked for or not; a file for each language. Little above the largest.
  ...readdirSync(dist)
    .filter((name) => /^embed.*\.html$/.test(name))
    .map((name) => ({ name: `widget, ${name}`, files: [join(dist, name)], limit: 481 })),
];
let over = 0;
for (const { name, files, limit } of budgets) {
  const sizes = files.map(weigh);
  const sum = sizes.reduce((all, one) => all + one, 0) / 1000;
  if (sum > limit || files.length === 0) over += 1;
  const verdict = sum > limit ? "  TOO LARGE" : "";
  console.log(`${name.padEnd(26)} ${sum.toFixed(1).padStart(7)} KB of ${limit} KB${verdict}`);
  if (files.length > 1) {
    for (const [index, file] of files.entries()) {
      console.log(`  ${((sizes[index] ?? 0) / 1000).toFixed(1).padStart(7)}  ${relative(root, file)}`);
    }
  }
}
process.exit(over > 0 ? 1 : 0);
