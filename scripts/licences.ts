/**
 * The licences of what is sent along: `dist/licences.txt`, from the packages that each build really bundled, its workers included,
 * and the crates within the engine; each build adds what it has. The files that run from a disk hold it in a comment at their
 * end. Not here: the texts of crates and of the file (licence-notices.mjs), where the pages lead to it (web/src/shell/licences.ts).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { metadata } from "./cargo-metadata.mjs";
import { crateNotices, licenceIn, mit, type Notice, written } from "./licence-notices.mjs";

const FILE = "licences.txt";
/** The modules that the pages fetch are built of these crates, and what they use. */
const MODULES = ["sawtooth-wasm", "sawtooth-wasm-figures"];

/** Folders of the packages that this build has bundled so far. */
const bundled = new Set<string>();

/** The package that a module is of; null if it is ours. */
export function packageOf(module: string): string | null {
  return /^\0*(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll("\\", "/"))?.[1] ?? null;
}

/** A package's own licence; without a licence file the MIT licence of its author, if it is under that. */
export function noticeOf(root: string, folder: string): Notice {
  const own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license: licence = "", author } = own;
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  const text = licenceIn(folder) || (licence === "MIT" ? mit(root, [holder]) : "");
  if (text === "") throw new Error(`${folder}: no licence found`);
  return { name, version, licence, text };
}

/** Contents of a package that its own text leaves out. */
function within(root: string, { name }: Notice): Notice[] {
  if (name !== "quickjs-wasi") return [];
  // github.com/quickjs-ng/quickjs, LICENSE; its tables are made from the Unicode Character Database.
  const years = ["2017-2026 Fabrice Bellard", "2017-2024 Charlie Gordon", "2023-2026 Ben Noordhuis"];
  const holders = [...years, "2023-2026 Saúl Ibarra Corretgé"];
  const unicode =
    "libunicode-table.h: derived from the Unicode Character Database, Copyright © 1991-2026 Unicode, Inc., under the\n" +
    "Unicode License V3, https://www.unicode.org/license.txt";
  return [{ name: "QuickJS", version: "(in quickjs-wasi)", licence: "MIT", text: `${mit(root, holders)}\n${unicode}` }];
}

/** Folders of packages and of those that they need. */
function withTheirs(root: string, names: readonly string[]): string[] {
  const seen = new Set(names);
  for (const name of seen) {
    const own = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
    for (const needed of Object.keys(own.dependencies ?? {})) seen.add(needed);
  }
  return [...seen].map((name) => join(root, "node_modules", name));
}

/** The crates within the engine's modules. */
function crates(root: string): Notice[] {
  return crateNotices(root, metadata(root, ["--filter-platform", "wasm32-unknown-unknown"]), MODULES);
}

/** Notes what is bundled; for workers, whose bundles are made before their page's. */
export function bundledPackages(): Plugin {
  return {
    name: "bundled-packages",
    apply: "build",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const module of chunk.moduleIds) {
            const folder = packageOf(module);
            if (folder !== null) bundled.add(folder);
          }
    },
  };
}

/**
 * Writes the file. The first build begins it, with the crates, and with what the service worker is made of: that is built last,
 * from a list of all files with their content. `mode` names the build.
 */
export function licences(root: string, mode: "first" | "more" | "widget" | "file"): Plugin[] {
  const write: Plugin = {
    name: "licences",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const kept = join(root, "dist", FILE);
        const first = mode === "first";
        if (first) for (const folder of withTheirs(root, ["workbox-precaching"])) bundled.add(folder);
        const packages = [...bundled].map((folder) => noticeOf(root, folder));
        const all = [...packages, ...packages.flatMap((each) => within(root, each)), ...(first ? crates(root) : [])];
        const source = written(root, !first && existsSync(kept) ? readFileSync(kept, "utf8") : "", all);
        this.emitFile({ type: "asset", fileName: FILE, source });
        for (const asset of Object.values(bundle)) {
          if (asset.type !== "asset" || !asset.fileName.endsWith(".html")) continue;
          const text = mode === "file" ? source.replaceAll("--", "- -") : `Licences: ${FILE} beside this file`;
          if (mode === "file" || mode === "widget") asset.source = `${asset.source}<!-- ${text} -->\n`;
        }
      },
    },
  };
  return [bundledPackages(), write];
}
