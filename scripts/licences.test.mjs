/** Everything that is sent along is named with its licence: packages by the modules that were bundled, crates by what is linked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { metadata } from "./cargo-metadata.mjs";
import { crateNotices, cratesOf, written } from "./licence-notices.mjs";
import { noticeOf, packageOf } from "./licences.ts";

const root = join(import.meta.dirname, "..");
const folder = (/** @type {string} */ name) => join(root, "node_modules", name);

test("a module's package is the innermost one, with its scope; ours has none", () => {
  expect(packageOf("/a/node_modules/lit/html.js")).toBe("/a/node_modules/lit");
  expect(packageOf("\0/a/node_modules/@codemirror/view/dist/index.js?x")).toBe("/a/node_modules/@codemirror/view");
  expect(packageOf("C:\\a\\node_modules\\one\\node_modules\\two\\x.js")).toBe("C:/a/node_modules/one/node_modules/two");
  expect(packageOf("/a/web/src/laboratory/laboratory.ts")).toBeNull();
});

test("a package has its own text, or the MIT licence of its author where it has none", () => {
  const lit = noticeOf(root, folder("lit"));
  expect(lit.licence).toBe("BSD-3-Clause");
  expect(lit.text).toBe(readFileSync(join(folder("lit"), "LICENSE"), "utf8"));
  const bare = noticeOf(root, folder("qrcode-generator"));
  expect(bare.text).toMatch(/^MIT License\n\nCopyright \(c\) .*Kazuhiko Arase/);
  expect(bare.text).not.toContain("Sawtooth");
});

test("builds add to what is there: each package once, in order of names, its text whole", () => {
  const [lit, fflate] = [noticeOf(root, folder("lit")), noticeOf(root, folder("fflate"))];
  const first = written(root, "", [lit]);
  const both = written(root, first, [fflate, lit]);
  expect(both.match(/^={80}\n.*$/gm)?.map((head) => head.slice(81))).toEqual([
    `fflate ${fflate.version}: MIT`,
    `lit ${lit.version}: BSD-3-Clause`,
  ]);
  for (const { text } of [lit, fflate]) expect(both).toContain(text.trim());
  expect(both).toContain(readFileSync(join(root, "LICENSE"), "utf8").trim());
  expect(written(root, both, [])).toBe(both);
});

test("the crates are those that a module or the wheel is linked with, not those that build it", () => {
  const wasm = metadata(root, ["--filter-platform", "wasm32-unknown-unknown"]);
  const names = cratesOf(wasm, ["sawtooth-wasm"]).map((each) => each.name);
  expect(names).toEqual(expect.arrayContaining(["libm", "wasm-bindgen"]));
  for (const builds of ["syn", "quote", "proc-macro2", "sawtooth-engine"]) expect(names).not.toContain(builds);
});

test("a crate without a licence file has the text of its licence: MIT of its authors, or Apache's", () => {
  const crate = (/** @type {string} */ name, /** @type {string} */ license, /** @type {string} */ at) => ({
    id: name,
    name,
    version: "1.0.0",
    license,
    source: "registry",
    manifest_path: join(at, "Cargo.toml"),
    targets: [{ kind: ["lib"] }],
  });
  const bare = join(root, "bench");
  const read = (/** @type {string} */ license) => ({
    packages: [crate("ours", "MIT", root), crate("bare", license, bare), crate("arrow-array", "Apache-2.0", root)],
    resolve: {
      nodes: [{ id: "ours", deps: ["bare", "arrow-array"].map((pkg) => ({ pkg, dep_kinds: [{ kind: null }] })) }],
    },
  });
  const textOf = (/** @type {string} */ license) =>
    crateNotices(root, read(license), ["ours"]).find(({ name }) => name === "bare (crate)")?.text;
  expect(textOf("MIT OR Apache-2.0")).toMatch(/^MIT License\n\nCopyright \(c\) the authors of bare\n/);
  expect(textOf("Apache-2.0")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  expect(() => textOf("BSL-1.0")).toThrow("bare: no licence found");
});
