/**
 * The project's few commands: `node scripts/lab.mjs start | test [quick | python] | build | bench | shots`. Each sets up whatever is
 * missing first, so that a clean clone needs nothing but Node, rustup and a C compiler. Node's own modules only.
 * Not here: how a step is announced (steps.mjs), what is installed and how (setup.mjs).
 */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { python } from "./python.mjs";
import { pythonSteps } from "./python-steps.mjs";
import { browser, missingPrerequisites, packages, root, toolchain } from "./setup.mjs";
import { command, runSteps } from "./steps.mjs";

/** @typedef {import("./steps.mjs").Step} Step */

const cargo = (/** @type {string[]} */ ...args) => command("cargo", args, { cwd: root });
const node = (/** @type {string[]} */ ...args) => command(process.execPath, args, { cwd: root });
/** The script behind a package's command: run by Node itself, so that no shell and no search path is needed. */
const tool = (/** @type {string} */ path, /** @type {string[]} */ ...args) => node(join("node_modules", path), ...args);
const vite = (/** @type {string[]} */ ...args) => tool("vite/bin/vite.js", ...args);

/** What Cargo does runs beside the rest, one after another: its commands wait for each other's lock anyway. */
const RUST = "rust";

/** @type {Step[]} */
const prepare = [
  { id: "toolchain", name: "Rust toolchain", lane: RUST, run: toolchain },
  { id: "packages", name: "npm packages", run: packages },
  {
    id: "wasm",
    name: "engine for the browser (WebAssembly)",
    lane: RUST,
    needs: ["toolchain"],
    run: () => cargo("xtask", "wasm"),
  },
];

/** @type {Step[]} */
const build = [
  {
    id: "pages",
    name: "pages",
    needs: ["packages", "wasm"],
    run: () => vite("build"),
  },
  {
    id: "algorithms",
    name: "page of the algorithms",
    needs: ["pages"],
    run: () => vite("build", "--mode", "algorithms"),
  },
  {
    id: "own",
    name: "page of the reader's own algorithm",
    needs: ["pages"],
    run: () => vite("build", "--mode", "own"),
  },
  {
    id: "widget",
    name: "widget, one file",
    needs: ["pages"],
    run: () => vite("build", "--mode", "embed"),
  },
  {
    id: "laboratory-file",
    name: "laboratory, one file",
    needs: ["pages"],
    run: () => vite("build", "--mode", "laboratory-file"),
  },
  {
    id: "lessons-file",
    name: "lessons, one file",
    needs: ["pages"],
    run: () => vite("build", "--mode", "lessons-file"),
  },
  {
    id: "offline",
    name: "what is kept for use without a network",
    needs: ["widget", "algorithms", "own", "laboratory-file", "lessons-file"],
    run: () => vite("build", "--mode", "offline"),
  },
  {
    id: "components",
    name: "page of all components",
    needs: ["pages"],
    run: () => vite("build", "--mode", "components"),
  },
  { id: "extras", name: "custom element, example site", needs: ["pages"], run: () => node("scripts/extras.mjs") },
];

/** @type {Step} */
const chromium = { id: "browser", name: "a browser to test in", needs: ["packages"], run: browser };

/** The command as it is released. */
const RELEASED = ["-p", "sawtooth-sweep", "-p", "sawtooth", "--features", "sawtooth/parquet"];

/** What is built of the engine: the command line has texts for readers, the modules have none, one of them runs readers' algorithms. */
const SHIPPED = [
  ["--workspace"],
  ["-p", "sawtooth-wasm", "-p", "sawtooth-wasm-figures"],
  ["-p", "sawtooth-wasm", "--features", "own"],
  RELEASED,
];

/** All Rust files: `cargo fmt` does not see modules that a macro declares. */
function rustFiles() {
  const files = readdirSync(join(root, "wasm-core"), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".rs")).map((file) => join("wasm-core", file));
}

/** @type {Step[]} */
const looks = [
  {
    name: "Rust format",
    needs: ["toolchain"],
    run: () => command("rustfmt", ["--edition", "2024", "--check", ...rustFiles()], { cwd: root }),
  },
  {
    name: "TypeScript format and lint",
    needs: ["packages"],
    run: () => tool("@biomejs/biome/bin/biome", "check", "."),
  },
  { name: "who imports whom", run: () => node("scripts/imports.mjs") },
  {
    name: "types",
    needs: ["packages", "wasm"],
    run: async () =>
      (await tool("typescript/bin/tsc", "-p", "tsconfig.json")) +
      (await tool("typescript/bin/tsc", "-p", "e2e/tsconfig.json")),
  },
];

/** @type {Step} */
const unit = { name: "TypeScript tests", needs: ["packages", "wasm"], run: () => tool("vitest/vitest.mjs", "run") };
/** @type {Step} */
const sizes = { name: "sizes", needs: ["pages", "widget"], run: () => node("scripts/sizes.mjs") };

const endToEnd = (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
  /** @type {Step} */ ({
    name,
    needs: ["pages", "widget", "extras", "browser"],
    alone: true,
    run: () => tool("@playwright/test/cli.js", "test", ...args),
  });

/** @type {Step} */
const pythonPackage = {
  id: "python",
  name: "Python package",
  lane: RUST,
  // It carries pages.
  needs: ["toolchain", "widget", "laboratory-file"],
  run: python,
};

/** @type {Step[]} */
const checks = [
  ...looks,
  {
    name: "licences, sources and hashes of others' packages",
    lane: RUST,
    needs: ["packages", "toolchain"],
    // It asks no network itself: on a fresh machine the crates that no build has needed so far are still to be fetched.
    run: async () => {
      const fetched = await cargo("fetch", "--locked");
      const ofPython = await cargo("fetch", "--locked", "--manifest-path", "python/Cargo.toml");
      return fetched + ofPython + (await node("scripts/supply.mjs"));
    },
  },
  {
    name: "Rust lint (clippy)",
    lane: RUST,
    needs: ["toolchain"],
    run: async () => {
      let said = "";
      for (const built of SHIPPED) {
        said += await cargo("clippy", "--locked", ...built, "--all-targets", "--", "-D", "warnings");
      }
      return said;
    },
  },
  { name: "Rust tests", lane: RUST, needs: ["toolchain"], run: () => cargo("test", "--locked", "--no-fail-fast") },
  {
    name: "Rust tests of files as Parquet",
    lane: RUST,
    needs: ["toolchain"],
    run: () => cargo("test", "--locked", ...RELEASED, "--test", "parquet", "--test", "many", "--test", "sweep"),
  },
  {
    name: "Rust tests of the modules for the browser",
    lane: RUST,
    needs: ["toolchain"],
    run: async () =>
      (await cargo("test", "--locked", "-p", "sawtooth-wasm", "-p", "sawtooth-wasm-figures")) +
      (await cargo("test", "--locked", "-p", "sawtooth-engine", "-p", "sawtooth-wasm", "--features", "own", "--lib")),
  },
  pythonPackage,
  {
    name: "one more chart, algorithm, experiment, lesson, language",
    lane: RUST,
    needs: ["packages", "wasm"],
    run: () => node("scripts/extend/extend.mjs"),
  },
  unit,
  ...build,
  sizes,
  chromium,
  endToEnd("end-to-end tests in Chromium"),
];

/** What tells most in a short time: everything but whole runs, lint of Rust, files that few open, and most of the browser. */
const quick = [
  ...looks,
  {
    name: "Rust tests within the crates",
    lane: RUST,
    needs: ["toolchain"],
    run: () => cargo("test", "--locked", "--no-fail-fast", "--lib"),
  },
  unit,
  ...build,
  chromium,
  endToEnd("some end-to-end tests in Chromium", "--grep", "@smoke"),
];

/** The Python package with what is used beside it: notebooks, Dask, JupyterLab, marimo. */
const ofPython = [
  ...build,
  {
    name: "the command, as it is released",
    lane: RUST,
    needs: ["toolchain"],
    run: () => cargo("build", "--locked", ...RELEASED),
  },
  pythonPackage,
  chromium,
  ...pythonSteps,
];

/** What is tested, by the words after `test`. */
const tests = new Map([
  ["", checks],
  ["quick", quick],
  ["python", ofPython],
]);
const words = process.argv.slice(3).join(" ");

/** @type {Record<string, Step[]>} */
const tasks = {
  start: [...prepare, ...build],
  build: [...prepare, ...build, sizes],
  test: [...prepare, ...(tests.get(words) ?? [])],
  bench: [...prepare, ...build],
  shots: [...prepare, ...build, chromium],
};

/** What follows a task's steps, with its output shown as it comes. */
const then = {
  start: async () => {
    const { serve } = await import("./serve.mjs");
    const port = await serve({ port: Number(process.env.PORT ?? 4173) });
    console.log(`\nThe laboratory runs at http://localhost:${port}/ (stop with Ctrl+C)`);
  },
  bench: () =>
    execFileSync(process.execPath, ["bench/bench.mjs", ...process.argv.slice(3)], { cwd: root, stdio: "inherit" }),
  shots: () => {
    const cli = "node_modules/@playwright/test/cli.js";
    const args = [cli, "test", "--config", "e2e/shots.config.ts", ...process.argv.slice(3)];
    execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  },
};

const task = process.argv[2] ?? "";
const steps = tasks[task];
if (!steps || (task === "test" && !tests.has(words))) {
  console.error(`Usage: node scripts/lab.mjs ${Object.keys(tasks).join(" | ")}; test quick, test python`);
  process.exit(2);
}
const missing = missingPrerequisites();
if (missing.length > 0) {
  console.error(`Missing, each with the command that installs it:\n${missing.map((line) => `  - ${line}`).join("\n")}`);
  process.exit(2);
}
const begun = Date.now();
const { passed, failed, skipped } = await runSteps(steps);
console.log(`\n${((Date.now() - begun) / 1000).toFixed(0)} s in total`);
if (task === "test" || failed > 0) {
  console.log(`checks: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} not run` : ""}`);
}
if (failed > 0) process.exit(1);
await then[/** @type {keyof typeof then} */ (task)]?.();
