/**
 * Bundles a WebAssembly module as text: `import packed from "./engine.wasm?packed"` is its bytes, packed by LZMA, in base64.
 * Its code is taken apart by kind before (split-wasm.ts).
 * The module must lie within the script (sandboxed frames and files can fetch nothing); LZMA, because it is a quarter
 * smaller than what a host would make of it (deflate). Not here: unpacking (web/src/engine/unlzma.ts, unsplit.ts).
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { compress } from "lzma1";
import { split } from "./split-wasm.ts";

const SUFFIX = ".wasm?packed";
/** The slowest and smallest. */
const MODE = 9;

/** The packed bytes. Packing takes seconds, so they are kept beside the module until that is built anew. */
export function packed(/** @type {string} */ module) {
  const kept = `${module}.packed`;
  if (existsSync(kept) && statSync(kept).mtimeMs > statSync(module).mtimeMs) return readFileSync(kept);
  const bytes = Buffer.from(compress(split(readFileSync(module)), MODE));
  writeFileSync(kept, bytes);
  return bytes;
}

/** A plugin for Vite, pages and workers alike. */
export function packedWasm() {
  return {
    name: "packed-wasm",
    /** @type {"pre"} */
    enforce: "pre",
    load(/** @type {string} */ id) {
      if (!id.endsWith(SUFFIX)) return null;
      return `export default "${packed(id.slice(0, -"?packed".length)).toString("base64")}";`;
    },
  };
}
