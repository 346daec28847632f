/**
 * Puts the pages that the Python package carries from `dist/` into it: the widget in each language, for notebooks, and the laboratory as
 * one file; beside them the licences of all that pages and wheel contain (`licences.txt`). Run after `npm run build` and before maturin,
 * which packs them. Home-made because it copies files and no more. Not here: building either.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { metadata } from "./cargo-metadata.mjs";
import { crateNotices, written } from "./licence-notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const target = join(root, "python", "sawtooth_lab", "static");
const LABORATORY = "sawtooth-laboratory.html";
const LICENCES = "licences.txt";

/** Copies them; whatever pages an older build has left go. */
export function pythonPages() {
  const built = existsSync(dist) ? readdirSync(dist) : [];
  const widgets = built.filter((name) => /^embed(\.\w+)?\.html$/.test(name));
  if (widgets.length === 0 || !built.includes(LABORATORY))
    throw new Error(`dist/ has no widget or no ${LABORATORY}: run \`npm run build\` first`);
  mkdirSync(target, { recursive: true });
  for (const old of readdirSync(target)) if (old.endsWith(".html")) rmSync(join(target, old));
  for (const name of [...widgets, LABORATORY]) copyFileSync(join(dist, name), join(target, name));
  // Of all platforms, since the pages are put here once for the wheels of each.
  const crates = crateNotices(root, metadata(join(root, "python"), []), ["sawtooth-python"]);
  writeFileSync(join(target, LICENCES), written(root, readFileSync(join(dist, LICENCES), "utf8"), crates));
  return `python/sawtooth_lab/static: ${[...widgets, LABORATORY, LICENCES].join(", ")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(pythonPages());
