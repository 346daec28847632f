/**
 * Bundles a WebAssembly module as text: `import packed from "./engine.wasm?packed"` is its raw-deflated bytes in base64. The
 * module must lie within the script (sandboxed frames and files can fetch nothing); base64 of the plain bytes would
 * compress a third worse on its way. Not here: unpacking (web/src/engine/engine.worker.ts). Node's own modules only.
 */
import { readFileSync } from "node:fs";
import { constants, deflateRawSync } from "node:zlib";

const SUFFIX = ".wasm?packed";

/** A plugin for Vite, pages and workers alike. */
export function packedWasm() {
  return {
    name: "packed-wasm",
    /** @type {"pre"} */
    enforce: "pre",
    load(/** @type {string} */ id) {
      if (!id.endsWith(SUFFIX)) return null;
      const bytes = readFileSync(id.slice(0, -"?packed".length));
      const options = { level: constants.Z_BEST_COMPRESSION, memLevel: constants.Z_MAX_MEMLEVEL };
      return `export default "${deflateRawSync(bytes, options).toString("base64")}";`;
    },
  };
}
