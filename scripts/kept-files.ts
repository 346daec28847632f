/**
 * Which files the service worker keeps: all of `dist/` that a page may ask for, with its hash, and a revision where the name does not
 * say it (`virtual:kept-files`), read when the worker is built, which is after the pages and the widget. Left out: the custom element, the example site, what only developers see,
 * and the compressed copies of WebAssembly, since the modules themselves are kept. Not here: the worker (web/src/offline).
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:kept-files";
const LEFT_OUT = /^(element|examples|oembed|run)\/|^sw\.js$|^components\.html$|^_headers$|\.wasm\.gz$/;
/** Vite puts a hash of the content into these names. */
const NAMED_BY_CONTENT = /^assets\/.+-[\w-]{8}\.\w+$/;

export interface KeptFile {
  url: string;
  revision: string | null;
  /** A copy that differs is not kept: half a new version beside half an old one would stay until the next. */
  integrity: string;
}

/** The files of a built site, in order. */
function keptFiles(dist: string): KeptFile[] {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dist.length + 1)
        .replaceAll("\\", "/"),
    );
  const kept = names.filter((name) => !LEFT_OUT.test(name)).sort();
  return kept.map((url) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(dist, url)))
      .digest();
    const revision = NAMED_BY_CONTENT.test(url) ? null : digest.toString("hex").slice(0, 16);
    return { url, revision, integrity: `sha256-${digest.toString("base64")}` };
  });
}

export function keptFilesData(root: string): Plugin {
  return {
    name: "kept-files",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(keptFiles(join(root, "dist")))};` : null),
  };
}
