/**
 * Proves that one file and one line add a chart, an algorithm, an experiment or a lesson, and one folder and one line a language: adds
 * one of each to a copy of the project (`target/extended`, built in `target/extended-build`; both are used again), as CONTRIBUTING.md
 * says it, and checks that each is there. The lines that register algorithm, experiment and button are the very blocks of CONTRIBUTING.md and of button.md.
 * Node's own modules only.
 * Home-made because it carries out what a document says.
 * Not here: what is asked of the page's parts (extended.test.ts), how a copy is kept (copy.mjs).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.mjs";
import { copyOf, files } from "./copy.mjs";
import { blocksIn, withLines, withWords } from "./document.mjs";

const root = join(import.meta.dirname, "../..");
const copy = join(root, "target/extended");
const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/** Files of the copy that differ from the project's, by path. @type {Map<string, string>} */
const changed = new Map();
const now = (/** @type {string} */ path) => changed.get(path) ?? read(path);
const addLine = (/** @type {string} */ path, /** @type {string} */ after, /** @type {string} */ line) =>
  changed.set(path, withLines(now(path), [` ${after}`, `+${line}`]));
const addWords = (/** @type {string} */ path, /** @type {Record<string, string>} */ words) =>
  changed.set(path, withWords(now(path), words));

// A chart: a file, a line, words.
changed.set("web/src/charts/threshold.ts", read("scripts/extend/threshold.ts"));
addLine(
  "web/src/charts/registry.ts",
  'overTime("state", () => import("./state.ts").then((file) => file.stateChart)),',
  '  overTime("threshold", () => import("./threshold.ts").then((file) => file.thresholdChart)),',
);
addWords("web/src/i18n/en/charts.json", {
  "chart.threshold": "Threshold",
  "chart.threshold.unit": "slow-start threshold, packets",
  "chart.threshold.empty": "The threshold appears with the first window cut.",
  "chart.threshold.describe": "Threshold: {flows} packets.",
});

// A chart with an axis of its own: the same.
changed.set("web/src/charts/rtt-histogram.ts", read("scripts/extend/rtt-histogram.ts"));
addLine(
  "web/src/charts/registry.ts",
  'ownAxis("log", () => import("./log.ts").then((file) => file.logChart)),',
  '  ownAxis("rtt_histogram", () => import("./rtt-histogram.ts").then((file) => file.rttHistogramChart)),',
);
addWords("web/src/i18n/en/charts.json", {
  "chart.rtt_histogram": "RTT histogram",
  "chart.rtt_histogram.unit": "share of the samples of the last {s} s",
  "chart.rtt_histogram.empty": "The histogram appears with the first RTT sample.",
  "chart.rtt_histogram.axis": "RTT, ms",
  "chart.rtt_histogram.share": "share of the samples",
  "chart.rtt_histogram.describe": "RTT histogram of {n} samples.",
});

// An algorithm, an experiment and a button: files, and the lines that the documents add to others.
changed.set("wasm-core/engine/src/cc/multcp.rs", read("scripts/extend/multcp.rs"));
changed.set("wasm-core/experiments/src/cdg/buffer.rs", read("scripts/extend/buffer.rs"));
for (const document of ["CONTRIBUTING.md", "scripts/extend/button.md"])
  for (const { path, lines } of blocksIn(read(document))) changed.set(path, withLines(now(path), lines));

// A lesson: a file in each language, an id in a track.
for (const lang of ["en", "de"])
  changed.set(`web/src/lessons/texts/one_more.${lang}.md`, read(`web/src/lessons/texts/window.${lang}.md`));
changed.set(
  "web/src/lessons/registry.ts",
  now("web/src/lessons/registry.ts").replace('"envelope",', '"envelope", "one_more",'),
);

// A language: a folder, a line. Its words are German's, but for one file that is still empty.
const tag = "nl";
for (const path of files(root).filter((each) => each.startsWith("web/src/i18n/de/")))
  changed.set(path.replace("/de/", `/${tag}/`), path.endsWith("/start.json") ? "{}\n" : now(path));
addLine(
  "web/src/i18n/languages.ts",
  '["de", { name: "Deutsch", fetch: inPage ? null : () => import("./de/index.ts") }],',
  `  ["${tag}", { name: "Nederlands", fetch: inPage ? null : () => import("./${tag}/index.ts") }],`,
);

changed.set("web/src/extended.test.ts", read("scripts/extend/extended.test.ts"));
copyOf(root, copy, changed);

/** Runs a command in the copy. Cargo does not tell two workspaces in one target folder apart: it would take the copy's crates for ours. */
const run = (/** @type {string} */ name, /** @type {string[]} */ args, env = {}) =>
  command(name, args, { cwd: copy, env: { CARGO_TARGET_DIR: join(root, "target/extended-build"), ...env } });
/** Runs one of the project's programs, of the profile that is quickest to compile. */
const cargo = (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
  run("cargo", ["run", "--quiet", "--locked", "--profile", "tools", "--package", name, "--", ...args]);
const sawtooth = (/** @type {string[]} */ ...args) => cargo("sawtooth", ...args);
const vitest = (/** @type {string[]} */ ...args) =>
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args], { CI: "", SAWTOOTH_LESSON: "one_more" });

await cargo("xtask", "generate");
assert.match(await sawtooth("experiments"), /\bcdg_buffer\b/);
const summary = JSON.parse(await sawtooth("run", "scripts/extend/multcp.json", "--summary", "json"));
assert.ok(summary.flows[0].goodput_bps > 1e6, "the new algorithm delivers data");
// This program has no Parquet, unlike that of the Rust tests: it names the build that has.
for (const option of ["--out", "--trace"])
  await assert.rejects(sawtooth("run", "scripts/extend/multcp.json", option, "x.parquet"), /--features parquet/);
await Promise.all([
  run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"]),
  run(process.execPath, ["scripts/imports.mjs"]),
]);
// The new charts' pictures are written; all else is compared.
console.log(
  await vitest(
    ...[
      "web/src/extended.test.ts",
      "web/src/charts/charts.test.ts",
      "web/src/i18n/catalogue.test.ts",
      "web/src/laboratory/actions.test.ts",
    ],
    ...["scripts/long-texts.test.mjs", "scripts/catalogue.test.mjs", "--update"],
  ),
);
console.log(await vitest("web/src/lessons/lessons.test.ts", "--testNamePattern", "^one_more "));
