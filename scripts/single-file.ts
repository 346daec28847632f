/**
 * A page as one file that runs from a disk: `vite build --mode laboratory-file` makes `sawtooth-laboratory.html`, `--mode
 * lessons-file` `sawtooth-lessons.html`. Everything lies within: scripts, styles, engines (wasm-module.ts), all languages.
 * Not here: the inlining itself (vite-plugin-singlefile), what a page does otherwise in such a file (`import.meta.env.SINGLE_FILE`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Page that each mode makes a file of. */
export const SINGLE_FILES: Readonly<Record<string, string>> = {
  "laboratory-file": "index.html",
  "lessons-file": "lessons.html",
};

/** The file's name. */
export const fileName = (mode: string): string => `sawtooth-${mode.replace(/-file$/, "")}.html`;

/** The build's differences for such a file; `mode` names it. */
export function singleFile(root: string, mode: string): Plugin {
  const icon = `data:image/svg+xml;base64,${readFileSync(join(root, "public/icon.svg")).toString("base64")}`;
  return {
    name: "single-file",
    enforce: "pre",
    transformIndexHtml: { order: "pre", handler: (html) => html.replace('href="/icon.svg"', `href="${icon}"`) },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle[SINGLE_FILES[mode] ?? ""];
        if (page) page.fileName = fileName(mode);
      },
    },
  };
}
