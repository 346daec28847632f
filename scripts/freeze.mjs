/**
 * `npm run freeze` compares what the outside sees of the project with what was recorded in e2e/frozen: `npm run freeze -- native`
 * only the engine and the command, `-- pages` only the built pages, `-- --record` records anew. A wanted difference is recorded in
 * the commit that makes it, and named there. Here: the native half. Not here: the pages' half (freeze-pages.mjs), what a
 * run shows (wasm-core/measures/examples/frozen.rs).
 *
 * Recorded, for every preset and 300 random scenarios: digest, summary, trace, decisions (as hashes; a preset's summary as
 * it is); refused documents with their codes; refused command lines; `--help`; the names in schema and tables, without their texts.
 * The program's version and build do not count. Home-made because no snapshot tool makes the texts; git compares them.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, example } from "../bench/native.mjs";
import { asRecorded } from "./freeze/compare.mjs";
import { root } from "./setup.mjs";

const folder = join(root, "e2e/frozen/native");
const arguments_ = process.argv.slice(2);
const record = arguments_.includes("--record");
const halves = arguments_.filter((argument) => !argument.startsWith("--"));
const wanted = (/** @type {string} */ half) => halves.length === 0 || halves.includes(half);

/** Documents that are refused each for its own reason: what is done to a valid one. */
const damages = /** @type {[string, (text: string) => string][]} */ ([
  ["not JSON", (text) => text.slice(0, -1)],
  ["not JSON: a comma too many", (text) => text.replace("}", ",}")],
  ["not an object", () => "[]"],
  ["too large", (text) => `${" ".repeat(2e7)}${text}`],
  ["nothing", () => ""],
  ["too deep", () => `${"[".repeat(300)}${"]".repeat(300)}`],
  ["one name twice", (text) => text.replace('"seed":', '"seed":1,"seed":')],
  ["another schema", (text) => text.replace('"schema":1', '"schema":2')],
  ["a schema that is a word", (text) => text.replace('"schema":1', '"schema":"one"')],
  ...edits([
    ["a seed that is a word", (one) => (one.seed = "seven")],
    ["a seed with a fraction", (one) => (one.seed = 1.5)],
    ["no duration", (one) => delete one.duration_s],
    ["a duration of 0", (one) => (one.duration_s = 0)],
    ["a negative duration", (one) => (one.duration_s = -3)],
    ["an endless duration", (one) => (one.duration_s = 1e300)],
    ["an unknown field", (one) => (one.durations = 3)],
    ["an unknown field of the bottleneck", (one) => (one.bottleneck.rate = 3)],
    ["no bottleneck", (one) => delete one.bottleneck],
    ["a bottleneck that is a number", (one) => (one.bottleneck = 3)],
    ["an unknown discipline", (one) => (one.bottleneck.queue = { discipline: "droptail" })],
    ["no discipline", (one) => (one.bottleneck.queue = {})],
    ["two limits", (one) => Object.assign(one.bottleneck.queue, { limit_packets: 3, limit_bytes: 4500 })],
    [
      "RED's thresholds the wrong way round",
      (one) => {
        one.bottleneck.queue = {
          discipline: "red",
          limit_packets: 50,
          min_threshold_packets: 40,
          max_threshold_packets: 10,
        };
      },
    ],
    ["an unknown loss model", (one) => (one.bottleneck.loss = { model: "gilbert" })],
    ["a probability above 1", (one) => (one.bottleneck.loss = { model: "bernoulli", probability: 1.5 })],
    ["gaps that are words", (one) => (one.bottleneck.loss = { model: "periodic", gaps: ["x"] })],
    ["no flows and no cross traffic", (one) => Object.assign(one, { flows: [], cross_traffic: [], interventions: [] })],
    ["flows that are an object", (one) => (one.flows = {})],
    [
      "too many flows",
      (one) => (one.flows = Array.from({ length: 100_001 }, () => ({ algorithm: { kind: "newreno" } }))),
    ],
    ["an unknown algorithm", (one) => (one.flows[0].algorithm = { kind: "newrneo" })],
    ["an algorithm without a kind", (one) => (one.flows[0].algorithm = {})],
    ["an unknown parameter", (one) => (one.flows[0].algorithm = { kind: "cdg", g: 3 })],
    ["an unknown variant", (one) => (one.flows[0].algorithm = { kind: "cubic", variant: "linux_9" })],
    [
      "a setting that the variant lacks",
      (one) => (one.flows[0].algorithm = { kind: "cdg", variant: "linux", ignored_backoffs: 4 }),
    ],
    ["a bad name", (one) => (one.flows[0].name = "a b,c")],
    ["a reserved name", (one) => (one.flows[0].name = "bottleneck")],
    ["one name for two flows", (one) => one.flows.push({ ...one.flows[0], stream: 99 })],
    ["one stream for two flows", (one) => one.flows.push({ ...one.flows[0], name: "another" })],
    [
      "reverse without a reverse bottleneck",
      (one) => {
        delete one.reverse_bottleneck;
        one.interventions = [];
        one.flows[0].direction = "reverse";
      },
    ],
    ["an unknown host", (one) => (one.flows[0].host = "windows")],
    ["an RTT of a word", (one) => (one.flows[0].base_rtt_ms = "long")],
    ["an on period of 0", (one) => (one.flows[0].application = { kind: "on_off", on_s: 0 })],
    ["an unknown application", (one) => (one.flows[0].application = { kind: "video" })],
    [
      "accurate feedback without ECN",
      (one) => {
        delete one.flows[0].algorithm;
        one.interventions = [];
        Object.assign(one.flows[0], { ecn: false, ecn_feedback: "accurate" });
      },
    ],
    ["a limit in bytes for DualPI2", (one) => (one.bottleneck.queue = { discipline: "dualpi2", limit_bytes: 9000 })],
    ["an unknown kind of cross traffic", (one) => (one.cross_traffic = [{ name: "x", kind: "flood" }])],
    ["a change of nothing", (one) => (one.interventions = [{ at_s: 0.1, path: "flows[99].algorithm.g", value: 1 }])],
    ["a change whose path ends too soon", (one) => (one.interventions = [{ at_s: 0.1, path: "bottleneck", value: 1 }])],
    [
      "a change whose path goes on too long",
      (one) => (one.interventions = [{ at_s: 0.1, path: "bottleneck.rate_bps.x", value: 1 }]),
    ],
    ["a change of what cannot change", (one) => (one.interventions = [{ at_s: 0.1, path: "seed", value: 1 }])],
    [
      "a change before the start",
      (one) => (one.interventions = [{ at_s: -1, path: "bottleneck.rate_bps", value: 1e6 }]),
    ],
    ["a change without a value", (one) => (one.interventions = [{ at_s: 0.1, path: "bottleneck.rate_bps" }])],
    [
      "many faults at once",
      (one) => {
        one.seed = -1;
        one.packet_bytes = 1;
        one.flows[0].base_rtt_ms = 0;
        one.bottleneck.rate_bps = "fast";
      },
    ],
  ]),
]);

/**
 * @param {[string, (document: any) => unknown][]} list
 * @returns {[string, (text: string) => string][]}
 */
function edits(list) {
  return list.map(([name, edit]) => [
    name,
    (text) => {
      const document = JSON.parse(text);
      edit(document);
      return JSON.stringify(document);
    },
  ]);
}

/** Command lines that are refused, or that are about nothing that runs. */
const lines = [
  [],
  ["fly"],
  ["run"],
  ["run", "no-such-file.json"],
  ["run", "--preset"],
  ["run", "--preset", "nothing"],
  ["run", "--preset", "cdg_fig3", "--seed", "x"],
  ["run", "--preset", "cdg_fig3", "--duration", "0"],
  ["run", "--preset", "cdg_fig3", "--from", "9", "--to", "3"],
  ["run", "--preset", "cdg_fig3", "--summary", "xml"],
  ["run", "--preset", "cdg_fig3", "--signals", "nothing", "--trace", "-"],
  ["run", "--preset", "cdg_fig3", "--sources", "nobody", "--trace", "-"],
  ["run", "--preset", "cdg_fig3", "--every", "0", "--trace", "-"],
  ["run", "--preset", "cdg_fig3", "--limit-events", "10"],
  ["run", "--wings"],
  ["experiments", "run"],
  ["experiments", "run", "nothing"],
  ["experiments", "run", "--shard", "0/3"],
  ["experiments", "merge"],
  ["claims", "--experiment", "nothing"],
  ["presets", "x"],
  ["--version"],
];

/** Texts for readers, which are no names. */
const SAYS = new Set(["about", "help", "source", "title", "description"]);

/**
 * A document as lines: the place of each object, and its plain fields. A field that is added or changed is one line of a difference.
 * @param {unknown} value
 * @param {string} [at]
 * @returns {string}
 */
function namesIn(value, at = "") {
  if (value === null || typeof value !== "object") return "";
  const entries = Object.entries(value).filter(([name]) => !SAYS.has(name));
  const holdsMore = (/** @type {unknown} */ each) =>
    each !== null &&
    typeof each === "object" &&
    Object.values(each).some((one) => one !== null && typeof one === "object");
  const isPlain = (/** @type {unknown} */ each) =>
    each === null || typeof each !== "object" || (Array.isArray(each) && !holdsMore(each));
  const plain = entries.filter(([, each]) => isPlain(each));
  const own = plain.length > 0 ? `${at} ${JSON.stringify(Object.fromEntries(plain))}\n` : "";
  const more = entries.filter(([, each]) => !isPlain(each));
  // Entries of a list by their names, so that one more renumbers no other.
  const called = (/** @type {any} */ each) =>
    [each.kind, each.name, ...Object.values(each.properties ?? {}).map((one) => one.const)].find(
      (one) => typeof one === "string",
    );
  return own + more.map(([name, each]) => namesIn(each, [at, called(each) ?? name].filter(Boolean).join("."))).join("");
}

/** A digest of a text, to compare. */
const sha = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Recorded texts by their file's name. */
function native() {
  const program = command();
  const frozen = example("sawtooth-measures", "frozen");
  const here = { encoding: /** @type {"utf8"} */ ("utf8"), cwd: tmpdir(), maxBuffer: 1 << 28 };
  const shown = (/** @type {string[]} */ ...args) => execFileSync(program, args, here);
  const names = (/** @type {string[]} */ ...args) => namesIn(JSON.parse(shown(...args)));
  const runs = (/** @type {string[]} */ documents) =>
    execFileSync(frozen, [], { ...here, input: `${documents.join("\n")}\n` })
      .trim()
      .split("\n");

  const presets = /** @type {{ id: string, scenario: object }[]} */ (JSON.parse(shown("presets", "--json")));
  const documents = readFileSync(join(folder, "scenarios.jsonl"), "utf8").trim().split("\n");
  const named = [
    ...presets.map(({ id, scenario }) => [`preset ${id}`, JSON.stringify(scenario)]),
    ...documents.map((document, index) => [`scenario ${index + 1}`, document]),
  ];
  const results = runs(named.map(([, document]) => /** @type {string} */ (document)));
  const valid = documents.find((document) => JSON.parse(document).flows.length === 2) ?? "";
  const refused = damages.map(([name, damage]) => [name, damage(valid)]);
  const codes = runs(refused.map(([, document]) => /** @type {string} */ (document)));

  return new Map([
    ["scenarios.jsonl", `${documents.join("\n")}\n`], // what is run is kept as it is
    ["runs.txt", named.map(([name], index) => `${name} ${results[index]}\n`).join("")],
    ["refusals.txt", refused.map(([name], index) => `${name}: ${codes[index]}\n`).join("")],
    ["commands.txt", lines.map(refusal(program, here)).join("\n")],
    [
      "summaries.json",
      `${JSON.stringify(
        presets.map(({ id }) => summary(shown, id)),
        null,
        1,
      )}\n`,
    ],
    ["help.txt", shown("--help")],
    ["names.txt", names("schema") + names("algorithms", "--json")],
    ["presets.txt", presets.map(({ id, scenario }) => `${id} ${sha(JSON.stringify(scenario))}\n`).join("")],
    ["experiments.txt", shown("experiments")],
  ]);
}

/**
 * @param {(...args: string[]) => string} shown
 * @param {string} id
 */
function summary(shown, id) {
  const { build, ...rest } = JSON.parse(shown("run", "--preset", id, "--summary", "json"));
  return { preset: id, ...rest };
}

/**
 * @param {string} program
 * @param {import("node:child_process").SpawnSyncOptionsWithStringEncoding} here
 */
function refusal(program, here) {
  return (/** @type {string[]} */ args) => {
    const { status, stdout, stderr } = spawnSync(program, args, here);
    const said = args.includes("--version") ? "" : `${stdout.slice(0, 200)}${stderr}`;
    return `sawtooth ${args.join(" ")}\n[${status}] ${said.trim()}\n`;
  };
}

if (wanted("native")) {
  const held = asRecorded(folder, native(), record);
  const next = "a wanted difference is recorded by `npm run freeze -- native --record`, and named in its commit";
  console.log(`native: ${held ? "as recorded" : next}`);
  if (!held) process.exitCode = 1;
}
if (wanted("pages")) {
  const { status } = spawnSync(process.execPath, ["scripts/freeze-pages.mjs", ...(record ? ["--record"] : [])], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
