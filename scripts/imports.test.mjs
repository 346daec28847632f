/** That `scripts/imports.mjs` finds what breaks its rules: each is planted once, in a project of a few files. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const PAGE = "web/src/";

/** The check's standard error about a project of these files, and its code. The page's folders are documented as is right. */
function checked(/** @type {Record<string, string>} */ files) {
  const root = mkdtempSync(join(tmpdir(), "sawtooth-imports-"));
  const put = (/** @type {string} */ name, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [join(root, "scripts/imports.mjs"), ...args], { encoding: "utf8" });
  try {
    const paths = Object.keys(files).filter((name) => name.startsWith(PAGE));
    const folders = new Set(paths.map((name) => name.slice(PAGE.length).split("/")[0]));
    put("ARCHITECTURE.md", [...folders].map((folder) => `| \`${folder}\` |`).join("\n"));
    for (const folder of folders) put(`${PAGE}${folder}/README.md`, "- **Imported by:** to be written\n");
    for (const folder of ["scripts", PAGE]) mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(import.meta.dirname, "imports.mjs"), join(root, "scripts/imports.mjs"));
    for (const [name, text] of Object.entries(files)) if (name.endsWith(".ts")) put(name, text);
    run("--write");
    for (const [name, text] of Object.entries(files)) put(name, text);
    const { stderr, status } = run();
    return { found: stderr, status };
  } finally {
    rmSync(root, { recursive: true });
  }
}
const RIGHT = { found: "", status: 0 };

test("only the scheduler asks for animation frames, or takes them back", () => {
  const scheduler = { "web/src/ui/frame-scheduler.ts": "requestAnimationFrame(draw);\n" };
  expect(checked(scheduler)).toEqual(RIGHT);
  for (const call of [
    "requestAnimationFrame(draw);",
    "cancelAnimationFrame(frame);",
    "window.requestAnimationFrame;",
  ]) {
    const { found, status } = checked({ ...scheduler, "web/src/lessons/planted.ts": `// A frame.\n${call}\n` });
    expect(found).toContain(`web/src/lessons/planted.ts:2: ${call}  <- frames come from the scheduler`);
    expect(status).toBe(1);
  }
});

test("each folder of the page says who imports it, and the picture of the whole lists it", () => {
  const files = {
    "web/src/ui/dom.ts": "export const one = 1;\n",
    "web/src/plot/axes.ts": "export const two = 2;\n",
    "web/src/charts/panel.ts": 'import { one } from "../ui/dom.ts";\n',
  };
  expect(checked(files)).toEqual(RIGHT);
  const stale = checked({ ...files, "web/src/ui/README.md": "- **Imported by:** nobody.\n" });
  expect(stale.found).toContain("web/src/ui/README.md:0: does not say who imports it");
  const missing = checked({ ...files, "ARCHITECTURE.md": "| `ui` |\n| `plot` |\n" });
  expect(missing.found).toContain("ARCHITECTURE.md:0: does not list charts");
  expect(missing.found).not.toContain("does not list ui");
});

test("no folder of the page may use one that stands below it in the table", () => {
  const table = readFileSync(join(import.meta.dirname, "imports.mjs"), "utf8");
  const turned = table.replace("session: { folders: [", 'session: { folders: ["charts/registry.ts", ');
  expect(checked({ "scripts/imports.mjs": turned }).found).toContain("session may not stand above charts in the table");
});

test.each([
  ["use crate::cc::cubic::Cubic;", "cubic"],
  ["use crate::cc::{\n    CongestionControl,\n    newreno::SECTION,\n};", "newreno"],
])("no module outside cc names an algorithm: %s", (line, algorithm) => {
  const sender = "wasm-core/engine/src/tcp/sender/mod.rs";
  expect(checked({ [sender]: "use crate::cc::{Algorithm, CongestionControl};\n" })).toEqual(RIGHT);
  expect(checked({ [sender]: `${line}\n` }).found).toContain(`${sender}:1: tcp may not name cc::${algorithm}`);
  const variant = checked({ [sender]: "if let Algorithm::NewReno(_) = algorithm {}\n" });
  expect(variant.found).toContain(`${sender}:1: tcp may not name Algorithm::NewReno`);
});

test("Rust files and scripts import each other in one direction", () => {
  const parent = { "wasm-core/engine/src/cc/mod.rs": "mod context;\npub use context::Ack;\n" };
  const child = { "wasm-core/engine/src/cc/context.rs": "use super::Window;\n" };
  const axes = { "wasm-core/sweep/src/axes.rs": "use crate::{\n    document::{self, MAX},\n    table,\n};\n" };
  const tested = "pub const MAX: usize = 1;\n\n#[cfg(test)]\nmod tests {\n    use crate::axes::Axis;\n}\n";
  const right = { ...parent, ...child, ...axes, "wasm-core/sweep/src/document.rs": tested };
  expect(checked({ ...right, "scripts/one.mjs": 'import { b } from "./two.ts";\n', "scripts/two.ts": "" })).toEqual(
    RIGHT,
  );
  const names = { ...right, "wasm-core/sweep/src/document.rs": "fn first() -> super::axes::Axis {}\n" };
  const circle = "wasm-core/sweep/src/axes.rs:1: imports in a circle: axes.rs -> document.rs -> axes.rs";
  expect(checked(names).found).toContain(circle);
  const scripts = checked({
    "scripts/one.mjs": 'import { b } from "./two.ts";\n',
    "scripts/two.ts": 'import type { A } from "./one.mjs";\n',
  });
  expect(scripts.found).toContain("scripts/one.mjs:1: imports in a circle: one.mjs -> two.ts -> one.mjs");
});
