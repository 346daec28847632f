/**
 * `node scripts/freeze-pages.mjs [trees | messages | addresses | exports]... [--record] [--dist DIR]`: what a reader, a reader's
 * assistive technology and a host see of the built pages, as texts in `e2e/frozen/pages/`. Without `--record` it compares and names
 * each difference; exit code 1 if there is one. Needs `npm run build` and Chromium. What is frozen and what is masked: each part's file
 * in `freeze/`. Not here: what the engine and the command say (freeze.mjs).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.mjs";
import { addresses } from "./freeze/addresses.mjs";
import { exportsOf } from "./freeze/exports.mjs";
import { messages } from "./freeze/messages.mjs";
import { trees } from "./freeze/trees.mjs";
import { serve } from "./serve.mjs";

/** @typedef {import("./freeze/page.mjs").Site} Site */

/** Each part gives files of named blocks of text. @type {Record<string, (site: Site) => Promise<Map<string, Map<string, string>>>>} */
const PARTS = { trees, messages, addresses, exports: exportsOf };
const MOST_LINES = 12;

const options = process.argv.slice(2);
const take = (/** @type {string} */ name, count = 1) => {
  const at = options.indexOf(name);
  return at < 0 ? null : (options.splice(at, count).at(-1) ?? "");
};
const record = take("--record") !== null;
const dist = resolve(take("--dist", 2) ?? join(import.meta.dirname, "..", "dist"));
const wanted = options.length > 0 ? options : Object.keys(PARTS);
if (wanted.some((name) => !Object.hasOwn(PARTS, name))) {
  console.error(`Usage: freeze-pages.mjs [${Object.keys(PARTS).join(" | ")}]... [--record] [--dist DIR]`);
  process.exit(2);
}

/** A file's text: each block under a line with its name. */
const written = (/** @type {Map<string, string>} */ blocks) =>
  [...blocks].map(([name, text]) => `=== ${name}\n${text.trimEnd()}\n`).join("");
const read = (/** @type {string} */ text) =>
  new Map(
    text
      .split(/^=== /m)
      .slice(1)
      .map((block) => [block.slice(0, block.indexOf("\n")), block.slice(block.indexOf("\n") + 1)]),
  );

/** What differs between two texts: the lines between what they begin and end with alike. */
function difference(/** @type {string} */ before, /** @type {string} */ after) {
  const [old, now] = [before.trimEnd().split("\n"), after.trimEnd().split("\n")];
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) [old, now].forEach((lines) => void lines.shift());
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) [old, now].forEach((lines) => void lines.pop());
  // Of a long line, what stands about its first difference.
  const [one = "", other = ""] = [old[0], now[0]];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  const shown = (/** @type {string[]} */ lines, /** @type {string} */ sign) => [
    ...lines.slice(0, MOST_LINES).map((line, i) => `    ${sign} ${line.slice(i === 0 ? from : 0).slice(0, 200)}`),
    ...(lines.length > MOST_LINES ? [`    ${sign} ... ${lines.length - MOST_LINES} more lines`] : []),
  ];
  return [...shown(old, "-"), ...shown(now, "+")].join("\n");
}

/** Prints and counts what a file says now that it did not say, or no longer says. */
function compare(
  /** @type {string} */ file,
  /** @type {Map<string, string>} */ frozen,
  /** @type {Map<string, string>} */ now,
) {
  let count = 0;
  for (const name of new Set([...frozen.keys(), ...now.keys()])) {
    const [before, after] = [frozen.get(name), now.get(name)];
    if (before?.trimEnd() === after?.trimEnd()) continue;
    count += 1;
    console.log(`  ${file}: ${name}${before === undefined ? ": new" : after === undefined ? ": gone" : ""}`);
    if (before !== undefined && after !== undefined) console.log(difference(before, after));
  }
  return count;
}

const browser = await chromium.launch({ executablePath: findChromium() || undefined });
const site = { address: `http://127.0.0.1:${await serve({ port: 4840, folders: () => [dist] })}/`, browser };
let differences = 0;
for (const part of wanted) {
  const begun = performance.now();
  const files = (await PARTS[part]?.(site)) ?? new Map();
  const folder = join(import.meta.dirname, "../e2e/frozen/pages", part);
  const blocks = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  const took = `${Math.round((performance.now() - begun) / 1000)} s`;
  if (record) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, file] of files) writeFileSync(join(folder, `${name}.txt`), written(file));
    console.log(`${part}: ${blocks} blocks in ${files.size} files, ${took}`);
    continue;
  }
  const names = new Set([...readdirSync(folder).map((name) => name.replace(/\.txt$/, "")), ...files.keys()]);
  let found = 0;
  for (const name of names) {
    const now = read(written(files.get(name) ?? new Map()));
    let frozen = new Map();
    try {
      frozen = read(readFileSync(join(folder, `${name}.txt`), "utf8"));
    } catch {
      // A file that is new: each of its blocks is.
    }
    found += compare(`${part}/${name}`, frozen, now);
  }
  console.log(`${part}: ${blocks} blocks, ${found === 0 ? "as frozen" : `${found} differ`}, ${took}`);
  differences += found;
}
await browser.close();
process.exit(differences > 0 ? 1 : 0);
