/**
 * `node scripts/freeze-pages.mjs [trees | messages | addresses | exports]... [--record] [--dist DIR]`: what a reader, a reader's
 * assistive technology and a host see of the built pages, as texts in `e2e/frozen/pages/`. Without `--record` it compares and names
 * each difference; exit code 1 if there is one. Needs `npm run build` and Chromium. What is frozen and what is masked: each part's file
 * in `freeze/`.
 * Home-made because snapshots of Playwright's tests keep one picture or tree each, not menus, focus, messages and files.
 * Not here: what the engine and the command say (freeze.mjs).
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.mjs";
import { addresses } from "./freeze/addresses.mjs";
import { asRecorded } from "./freeze/compare.mjs";
import { exportsOf } from "./freeze/exports.mjs";
import { messages } from "./freeze/messages.mjs";
import { trees } from "./freeze/trees.mjs";
import { serve } from "./serve.mjs";

/** @typedef {import("./freeze/page.mjs").Site} Site */

/** Each part gives files of named blocks of text. @type {Record<string, (site: Site) => Promise<Map<string, Map<string, string>>>>} */
const PARTS = { trees, messages, addresses, exports: exportsOf };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false }, dist: { type: "string", default: "dist" } },
});
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
if (wanted.some((name) => !Object.hasOwn(PARTS, name))) {
  console.error(`Usage: freeze-pages.mjs [${Object.keys(PARTS).join(" | ")}]... [--record] [--dist DIR]`);
  process.exit(2);
}

/** A file's text: each block under a line with its name. */
const written = (/** @type {Map<string, string>} */ blocks) =>
  [...blocks].map(([name, text]) => `=== ${name}\n${text.trimEnd()}\n`).join("");

const browser = await chromium.launch({ executablePath: findChromium() || undefined });
const dist = resolve(import.meta.dirname, "..", values.dist);
const site = { address: `http://127.0.0.1:${await serve({ port: 4840, folders: () => [dist] })}/`, browser };
let held = true;
for (const part of wanted) {
  const begun = performance.now();
  const files = [...((await PARTS[part]?.(site)) ?? [])];
  const texts = new Map(files.map(([name, blocks]) => [`${name}.txt`, written(blocks)]));
  const same = asRecorded(join(import.meta.dirname, "../e2e/frozen/pages", part), texts, values.record);
  const blocks = files.reduce((sum, [, file]) => sum + file.size, 0);
  const took = `${Math.round((performance.now() - begun) / 1000)} s`;
  console.log(
    `${part}: ${blocks} blocks in ${files.length} files, ${same ? "as recorded" : "with differences"}, ${took}`,
  );
  held &&= same;
}
await browser.close();
process.exit(held ? 0 : 1);
