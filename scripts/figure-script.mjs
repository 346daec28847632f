/**
 * `node scripts/figure-script.mjs` makes the one script with which the command `sawtooth` draws figures out of the page's own code
 * (web/src/figures/command_line), as wasm-core/cli/src/figure.js. Part of `npm run generate`.
 * Home-made around Vite, whose configuration builds pages.
 * Not here: who evaluates it (wasm-core/cli/src/drawing.rs).
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = join(root, "web/src/figures/command_line");
const catalogue = join(root, "web/src/i18n/catalogue.ts");

/** Where the script is kept, since Cargo needs no Node. */
export const FIGURE_SCRIPT = join(root, "wasm-core/cli/src/figure.js");

const NOTICE = `/*! Made by scripts/figure-script.mjs from web/src/figures. Contains parts of D3 (d3-array, d3-color, d3-format,
d3-interpolate, d3-path, d3-scale, d3-time), copyright Mike Bostock and Observable, ISC licence: https://d3js.org */
`;

/** English without `Intl` instead of the catalogue. */
const inEnglish = /** @type {import("vite").Plugin} */ ({
  name: "in-english",
  enforce: "pre",
  resolveId: (id, importer) =>
    importer && resolve(importer, "..", id) === catalogue ? join(from, "english.ts") : null,
});

/** The script's text. */
export async function figureScript() {
  const made = await build({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [inEnglish],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: join(from, "draw.ts"), formats: ["iife"], name: "figures" },
    },
  });
  const output = /** @type {{ output: { type: string, code?: string }[] }[]} */ (made)[0]?.output ?? [];
  return NOTICE + (output.find((part) => part.type === "chunk")?.code ?? "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FIGURE_SCRIPT, await figureScript());
