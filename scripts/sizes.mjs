/**
 * What a reader's connection has to carry, compressed as hosts do (gzip, 1 KB = 1000 bytes), held to its budget.
 * Reads `dist/`, `web/pkg` and `web/pkg-first`; ends with code 1 above a budget, or above today's bound where one is not met yet. Node's own modules only.
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
      ? [...text.matchAll(/(?:src|href)="(\.\/[^"]+\.(?:js|css))"/g)]
      : [...text.matchAll(/(?:^|[;}\n])\s*import\s*(?:[\w${},*\s]+from)?\s*["'`](\.[^"'`]+\.js)["'`]/g)];
    for (const name of names) seen.add(join(dirname(file), name[1] ?? ""));
  }
  return [...seen];
}

/** A built file by its name without the hash: what a script asks for by `import()` is not seen in the page. */
const built = (/** @type {string} */ name, /** @type {string} */ kind) =>
  readdirSync(join(dist, "assets"))
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith(kind))
    .map((file) => join(dist, "assets", file));

/** What the laboratory fetches, unasked, for its first packet: page, first picture and first engine; then the laboratory itself,
 * charts and controls. The whole engine follows when the reader does something, or opens what the first one has not. */
const untilPacket = withImports([join(dist, "index.html"), ...built("first.worker", ".js")]);
const firstView = withImports([
  ...untilPacket,
  ...built("lab", ".js"),
  ...built("charts", ".js"),
  ...built("rail", ".js"),
  ...built("stack", ".css"),
]);

/** A packed module (packed-wasm.mjs): sent within base64, of which a host's gzip takes off what that adds. */
const module = (/** @type {string} */ folder) =>
  readdirSync(join(root, "web", folder))
    .filter((name) => name.endsWith(".wasm.packed"))
    .map((name) => join(root, "web", folder, name));

/** @type {{ name: string, files: string[], limit: number, today?: number, packed?: boolean }[]} In KB; `today`: what it may not exceed while the budget is not met. */
const budgets = [
  { name: "laboratory, first view", files: firstView, limit: 250 },
  { name: "  before its first packet", files: untilPacket, limit: 150, today: 148 },
  { name: "figures, first view", files: withImports([join(dist, "figures.html")]), limit: 100 },
  { name: "algorithms, first view", files: withImports([join(dist, "algorithms.html")]), limit: 100 },
  { name: "own algorithm, first view", files: withImports([join(dist, "own.html")]), limit: 60 },
  // Beside the first view, which shows the program meanwhile: CodeMirror with JavaScript's grammar, completion and marks.
  { name: "  its editor", files: built("editor", ".js"), limit: 160 },
  // All charts and controls in one file, asked for or not.
  { name: "widget, whole", files: [join(dist, "embed.html")], limit: 180, today: 277 },
  { name: "first engine, as sent", files: module("pkg-first"), limit: 90, packed: true },
  // Not within its budget yet: 12 KB of it make it 1.4 to 1.8 times as fast (Cargo.toml).
  { name: "engine, as sent", files: module("pkg"), limit: 90, today: 163, packed: true },
];
let over = 0;
for (const { name, files, limit, today, packed } of budgets) {
  const sizes = files.map((file) => (packed ? readFileSync(file).length : weigh(file)));
  const sum = sizes.reduce((all, one) => all + one, 0) / 1000;
  const bound = today ?? limit;
  if (sum > bound || files.length === 0) over += 1;
  const verdict = sum > bound ? "  TOO LARGE" : sum > limit ? `  over its budget; fails above ${bound} KB` : "";
  console.log(`${name.padEnd(24)} ${sum.toFixed(1).padStart(7)} KB of ${limit} KB${verdict}`);
  if (files.length > 1) {
    for (const [index, file] of files.entries()) {
      console.log(`  ${((sizes[index] ?? 0) / 1000).toFixed(1).padStart(7)}  ${relative(root, file)}`);
    }
  }
}
process.exit(over > 0 ? 1 : 0);
