/**
 * The licences of what is sent along: `dist/licences.txt`, from the packages that each build really bundled, its workers included,
 * and the crates within the engine; each build adds what it has. The files that run from a disk hold it in a comment at their
 * end. Not here: where the pages lead to it (web/src/shell/licences.ts).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FILE = "licences.txt";
const RULE = "=".repeat(80);
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** The modules that the pages fetch are built of these crates, and what they use. */
const MODULES = ["sawtooth-wasm", "sawtooth-wasm-figures"];

export interface Notice {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** Folders of the packages that this build has bundled so far. */
const bundled = new Set<string>();

/** The package that a module is of; null if it is ours. */
export function packageOf(module: string): string | null {
  return /^\0*(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll("\\", "/"))?.[1] ?? null;
}

/** The MIT licence, in the words of ours, of somebody else. */
function mit(root: string, holders: readonly string[]): string {
  const lines = holders.map((holder) => `Copyright (c) ${holder}`).join("\n");
  return readFileSync(join(root, "LICENSE"), "utf8").replace(/^Copyright .*$/m, lines);
}

/** What stands in a folder's licence files; of several to choose from, MIT, and what holds besides. */
function licenceIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  const chosen = names.filter((name) => /mit|unicode|notice/i.test(name));
  return (chosen.length > 0 ? chosen : names).map((name) => readFileSync(join(folder, name), "utf8")).join("\n\n");
}

/** What a package says of itself; without a licence file the MIT licence of its author, if it is under that. */
export function noticeOf(root: string, folder: string): Notice {
  const own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license: licence = "", author } = own;
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  const text = licenceIn(folder) || (licence === "MIT" ? mit(root, [holder]) : "");
  if (text === "") throw new Error(`${folder}: no licence found`);
  return { name, version, licence, text };
}

/** What a package's own text leaves out of what it holds. */
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

interface Metadata {
  packages: {
    id: string;
    name: string;
    version: string;
    license: string | null;
    source: string | null;
    manifest_path: string;
    targets: { kind: string[] }[];
  }[];
  resolve: { nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[] };
}

/** The crates within the engine's modules: what they are linked with, not what builds them. */
export function cratesOf({ packages, resolve }: Metadata): Metadata["packages"] {
  const known = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set(packages.filter((each) => MODULES.includes(each.name)).map((each) => each.id));
  for (const id of seen)
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? []) {
      const macro = known.get(pkg)?.targets.some((target) => target.kind.includes("proc-macro"));
      if (!macro && dep_kinds.some(({ kind }) => kind === null)) seen.add(pkg);
    }
  return [...seen].flatMap((id) => known.get(id) ?? []).filter((each) => each.source !== null);
}

function crates(root: string): Notice[] {
  const platform = ["--filter-platform", "wasm32-unknown-unknown"];
  const args = ["metadata", "--format-version", "1", "--locked", ...platform];
  const most = 64 * 1024 * 1024;
  const read = JSON.parse(execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: most })) as Metadata;
  const found = cratesOf(read).map(({ name, version, license, manifest_path }) => {
    const text = licenceIn(join(manifest_path, ".."));
    if (text === "") throw new Error(`${name}: no licence found beside ${manifest_path}`);
    return { name: `${name} (crate)`, version, licence: license ?? "", text };
  });
  const std = { name: "Rust's standard library", version: "", licence: "MIT OR Apache-2.0" };
  return [...found, { ...std, text: mit(root, ["The Rust Project Contributors"]) }];
}

/** The text, in order of names; `before`: what other builds have written. */
export function written(root: string, before: string, notices: readonly Notice[]): string {
  const parts = new Map(
    before
      .split(`\n${RULE}\n`)
      .slice(1)
      .map((part) => [part.split("\n")[0] ?? "", part.trim()]),
  );
  for (const { name, version, licence, text } of notices) {
    const head = `${[name, version].filter((word) => word !== "").join(" ")}: ${licence}`;
    parts.set(head, `${head}\n\n${text.trim().replaceAll("\r\n", "\n")}`);
  }
  const own = `Sawtooth\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}\n\nIt is sent with parts of others, under these licences:`;
  const sorted = [...parts].sort(([one], [other]) => one.localeCompare(other, "en")).map(([, part]) => part);
  return `${[own, ...sorted].join(`\n\n${RULE}\n`)}\n`;
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
