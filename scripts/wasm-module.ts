/**
 * `import load from "./engine.wasm?module"` is a function that loads a WebAssembly module (web/src/engine/module.ts). Pages fetch it,
 * with a compressed copy beside it for hosts that do not compress it; the widget and the single files, which can fetch nothing, have
 * it within, as gzip in base64. Not here: how it is loaded.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { HtmlTagDescriptor, Plugin } from "vite";

const SUFFIX = ".wasm?module";

const gzip = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 9 });

/** `isWithin`: the module lies within the page. */
export function wasmModules(root: string, isWithin: boolean): Plugin {
  const loader = JSON.stringify(join(root, "web/src/engine/module.ts"));
  let isBuild = false;
  return {
    name: "wasm-module",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const file = id.slice(0, -"?module".length);
      if (isWithin) {
        const packed = gzip(readFileSync(file)).toString("base64");
        return `import { once, within } from ${loader};\nexport default once(() => within("${packed}"));`;
      }
      // The development server has no compressed copies.
      const packed = isBuild ? 'address + ".gz"' : "null";
      return [
        `import address from ${JSON.stringify(`${file}?url`)};`,
        `import { fetched, once } from ${loader};`,
        `export default once(() => fetched(address, ${packed}));`,
      ].join("\n");
    },
    generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".wasm")) continue;
        this.emitFile({
          type: "asset",
          fileName: `${asset.fileName}.gz`,
          source: gzip(Buffer.from(asset.source)),
        });
      }
    },
  };
}

/** Builds a page before the module of the experiments is there: what needs it says so. */
export function withoutFigures(): Plugin {
  return {
    name: "without-figures",
    enforce: "pre",
    resolveId: (id) => (/pkg-figures|ensemble\.worker\.ts/.test(id) ? "\0without-figures" : null),
    load: (id) =>
      id === "\0without-figures"
        ? 'export default () => Promise.reject(new Error("this part is still being built: reload the page in a minute"));'
        : null,
  };
}

/** Lets a page fetch its engine beside its scripts, after them in the line, and not once they have run. */
export function engineEarly(page: string): Plugin {
  return {
    name: "engine-early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { path, bundle }): HtmlTagDescriptor[] {
        if (!path.endsWith(page)) return [];
        const file = Object.keys(bundle ?? {}).find((name) => /sawtooth_wasm_bg-[^/]+\.wasm$/.test(name));
        if (!file) throw new Error("no engine in the bundle");
        const attrs = { rel: "preload", as: "fetch", crossorigin: true, fetchpriority: "low", href: `./${file}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}
