/**
 * Attacks on the command `sawtooth`: parts, stores and documents of strangers, kills, full disks. Needs `cargo build --release -p sawtooth`.
 * Node's own modules only. Not here: what is counted (tries.mjs).
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { meanwhile } from "./tries.mjs";

/** @typedef {import("./tries.mjs").Luck} Luck */
/** @typedef {import("./tries.mjs").Tries} Tries */

const program = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/sawtooth");

/** A program that takes longer hangs, ms. */
const PATIENCE_MS = 60_000;

function needProgram() {
  if (spawnSync(program, ["--version"]).status !== 0)
    throw new Error(`${program} does not run. Build it with: cargo build --release -p sawtooth`);
}

/** @typedef {{ code: number | null, signal: string | null, out: string, errors: string, isHung: boolean }} Ended */

/**
 * Runs the program to its end, with a text on its standard input.
 * @returns {Promise<Ended>}
 */
function run(/** @type {string[]} */ args, /** @type {string | Buffer} */ input = "") {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    let [out, errors, isHung] = ["", "", false];
    const patience = setTimeout(() => {
      isHung = true;
      child.kill("SIGKILL");
    }, PATIENCE_MS);
    child.stdout.on("data", (text) => (out += text));
    child.stderr.on("data", (text) => (errors += text));
    // A program that refuses early does not read all of it.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("close", (code, signal) => {
      clearTimeout(patience);
      done({ code, signal, out, errors, isHung });
    });
  });
}

const panicked = (/** @type {Ended} */ ended) => ended.signal !== null || /panicked|fault in a run/.test(ended.errors);

/** Bytes that differ from some in one place. */
function damaged(/** @type {Luck} */ luck, /** @type {Buffer} */ bytes) {
  for (;;) {
    const other = changed(luck, bytes);
    if (!other.equals(bytes)) return other;
  }
}

/** One place of some bytes: a byte or a few, gone, new, doubled, exchanged; or the end cut off. Perhaps they were so before. */
function changed(/** @type {Luck} */ luck, /** @type {Buffer} */ bytes) {
  const place = luck.below(bytes.length);
  const [before, rest] = [bytes.subarray(0, place), bytes.subarray(place)];
  const letter = () => Buffer.from(luck.oneOf([...'0123456789.eE-+",:[]{}\\ \n\0aZ_', "1e308", "null", "\u00e9"]));
  switch (luck.below(8)) {
    case 0:
      return Buffer.concat([before, rest.subarray(1)]);
    case 1:
      return Buffer.concat([before, letter(), rest]);
    case 2:
      return Buffer.concat([before, letter(), rest.subarray(1)]);
    case 3:
      return Buffer.concat([before, Buffer.from([(rest[0] ?? 0) ^ (1 << luck.below(8))]), rest.subarray(1)]);
    case 4:
      return Buffer.concat([before, rest.subarray(1 + luck.below(40))]);
    case 5:
      return Buffer.concat([before, rest.subarray(0, 1 + luck.below(40)), rest]);
    case 6:
      return Buffer.concat([before, rest.subarray(1, 2), rest.subarray(0, 1), rest.subarray(2)]);
    default:
      return Buffer.from(before);
  }
}

/** Files of a folder with what is in them, as one text. */
const contents = (/** @type {string} */ folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), "latin1")}`)
    .join("\0");

/** Harm of a program that panicked or did not end; whether it did. */
function broke(/** @type {import("./tries.mjs").Row} */ row, /** @type {Ended} */ ended, input = "") {
  if (ended.isHung) row.harm("hung", input);
  else if (panicked(ended)) row.harm("crashed", `${ended.signal} ${ended.errors.slice(0, 300)} ${input}`);
  else return false;
  row.add("broken");
  return true;
}

/** Parts damaged in one place: none may be taken with another result. */
export async function parts(/** @type {Tries} */ { luck, work, each }) {
  needProgram();
  const [parts, whole] = [join(work, "parts"), join(work, "whole")];
  for (const shard of ["1/3", "2/3", "3/3"]) {
    const made = await run(["experiments", "run", "voip_fig1", "--quick", "--shard", shard, "--out", parts]);
    if (made.code !== 0) throw new Error(made.errors);
  }
  if ((await run(["experiments", "merge", parts, "--out", whole])).code !== 0)
    throw new Error("good parts are rejected");
  const good = contents(whole);
  const files = readdirSync(parts).sort();
  await each({
    "damaged parts of experiments": async (row, over) => {
      await meanwhile(over, async () => {
        const file = luck.oneOf(files);
        const folder = mkdtempSync(join(work, "try-"));
        const [own, out] = [join(folder, "parts"), join(folder, "out")];
        cpSync(parts, own, { recursive: true });
        writeFileSync(join(own, file), damaged(luck, readFileSync(join(parts, file))));
        const ended = await run(["experiments", "merge", own, "--out", out]);
        if (!broke(row, ended)) {
          if (ended.code === 0 && contents(out) === good) row.add("taken, with the same result");
          else if (ended.code === 2 && ended.errors.includes(file)) row.add("refused by name");
          else {
            row.add("answered wrongly");
            row.harm("accepted wrongly", `code ${ended.code} ${ended.errors.slice(0, 300)}`);
          }
        }
        rmSync(folder, { recursive: true });
      });
    },
  });
}

/** A run whose trace takes longer than anyone waits here. */
const long = JSON.stringify({
  schema: 1,
  duration_s: 1e6,
  bottleneck: { rate_bps: 1e8, queue: { limit_packets: 400 } },
  flows: [{}],
});
const old = "of another run\n";

/** A sweep of some tenths of a second. */
const plan = JSON.stringify({
  schema: 1,
  scenario: {
    schema: 1,
    duration_s: 60,
    bottleneck: { rate_bps: 3e7, queue: { limit_packets: 25 } },
    flows: [{ name: "a" }],
  },
  axes: [
    { path: "bottleneck.loss.probability", values: [0, 0.01] },
    { path: "flows.a.algorithm.kind", values: ["newreno", "cubic", "cdg"] },
  ],
  seeds: { from: 1, to: 8 },
  measures: ["flows.a.goodput_bps", "flows.a.timeouts"],
});
const FINISHED = "finished.jsonl";
const DEADLY = /** @type {const} */ (["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Stores of sweeps: killed at random moments and resumed, or damaged in one place: the table has the same bytes, or none is made. */
export async function stores(/** @type {Tries} */ { luck, work, each }) {
  needProgram();
  const document = join(work, "sweep.json");
  writeFileSync(document, plan);
  const sweep = (/** @type {string} */ out) => ["sweep", document, "--jobs", "1", "--out", out];
  const whole = join(work, "whole");
  const begun = Date.now();
  const made = await run(sweep(whole));
  if (made.code !== 0) throw new Error(made.errors);
  const took_ms = Date.now() - begun;
  const names = readdirSync(whole).sort();
  const table = /** @type {string} */ (names.find((name) => name.startsWith("results.")));
  const expected = readFileSync(join(whole, table));
  const hasTable = (/** @type {string} */ folder) =>
    existsSync(join(folder, table)) && readFileSync(join(folder, table)).equals(expected);
  await each({
    "kills of a sweep": (row, over) =>
      meanwhile(over, async () => {
        const out = mkdtempSync(join(work, "killed-"));
        for (let kill = luck.below(4); kill >= 0; kill--) {
          const [signal, after_ms] = [luck.oneOf(DEADLY), luck.random() * took_ms];
          const child = spawn(program, sweep(out), { stdio: "ignore" });
          const timer = setTimeout(() => child.kill(signal), after_ms);
          await new Promise((done) => child.on("close", done));
          clearTimeout(timer);
          row.add(`by ${signal}, or just before its end`);
        }
        const ended = await run(sweep(out));
        const isSame = ended.code === 0 && hasTable(out) && `${readdirSync(out).sort()}` === `${names}`;
        if (!broke(row, ended) && !isSame) row.harm("lost", `${ended.errors.slice(0, 300)} ${readdirSync(out)}`);
        rmSync(out, { recursive: true });
      }),
    "damaged stores of sweeps": (row, over) =>
      meanwhile(over, async () => {
        const out = mkdtempSync(join(work, "damaged-"));
        const bytes = damaged(luck, readFileSync(join(whole, FINISHED)));
        writeFileSync(join(out, FINISHED), bytes);
        const ended = await run(sweep(out));
        if (!broke(row, ended)) {
          if (ended.code === 0 && hasTable(out)) row.add("the same table");
          else if (ended.code === 0 || !/finished\.jsonl.*line \d/.test(ended.errors)) {
            row.add("answered wrongly");
            row.harm("accepted wrongly", `code ${ended.code} ${ended.errors.slice(0, 300)}`);
          } else if (readFileSync(join(out, FINISHED)).equals(bytes)) row.add("refused with its line");
          else row.harm("lost", "a refused store was changed");
        }
        rmSync(out, { recursive: true });
      }),
  });
}

/** Traces interrupted, and on a disk that fills up: what stood there stays, and nothing beside it. */
export async function files(/** @type {Tries} */ { luck, work, each }) {
  needProgram();
  const [folder, disk] = [join(work, "interrupted"), join(work, "disk")];
  for (const each of [folder, disk]) mkdirSync(each);
  /** @type {Parameters<Tries["each"]>[0]} */
  const attacks = {
    "interrupted traces": async (row, over) => {
      const file = join(folder, "trace.csv");
      do {
        writeFileSync(file, old);
        const child = spawn(program, ["run", "-", "--force", "--large-trace", "--trace", file], {
          stdio: ["pipe", "ignore", "ignore"],
        });
        child.stdin.end(long);
        const ended = new Promise((done) => child.on("close", (_, signal) => done(signal)));
        const bytes = luck.below(3_000_000);
        // Until so much is written, by whatever name.
        const written = () =>
          readdirSync(folder).some(
            (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > bytes,
          );
        while (child.exitCode === null && !written()) await new Promise(setImmediate);
        const signal = luck.oneOf(["SIGINT", "SIGTERM", "SIGHUP"]);
        child.kill(signal);
        if ((await ended) !== signal) row.harm("accepted wrongly", `another end than by ${signal}`);
        if (readFileSync(file, "utf8") !== old || readdirSync(folder).length > 1)
          row.harm("lost", `${readdirSync(folder)}`);
        row.add(`by ${signal}`);
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
      } while (!over());
    },
  };
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
  if (mounted.status !== 0) console.log("full disks: not run: a tmpfs cannot be mounted here");
  else
    attacks["full disks"] = async (row, over) => {
      for (let index = 0; !over(); index++) {
        const experiment = index % 4 === 3;
        const file = join(disk, experiment ? "cdg_fig1.json" : "trace.csv");
        writeFileSync(file, old);
        // Other files there: from little room to none.
        writeFileSync(join(disk, "filler"), Buffer.alloc(4096 * (experiment ? 56 + (index % 8) : luck.below(63))));
        const ended = await (experiment
          ? run(["experiments", "run", "cdg_fig1", "--repetitions", "1", "--force", "--out", disk])
          : run(["run", "-", "--duration", "20", "--force", "--trace", file], long));
        const left = readdirSync(disk).filter((name) => !["filler", "trace.csv", "cdg_fig1.json"].includes(name));
        if (!broke(row, ended)) row.add(`code ${ended.code}`);
        if (ended.code !== 3) row.harm("accepted wrongly", `code ${ended.code}`);
        if (readFileSync(file, "utf8") !== old || left.length > 0) row.harm("lost", `beside it: ${left}`);
        for (const name of readdirSync(disk)) rmSync(join(disk, name));
      }
    };
  try {
    await each(attacks);
  } finally {
    if (mounted.status === 0) spawnSync("umount", [disk]);
  }
}

/** Values that documents of strangers hold. */
const values = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  1e-9,
  1e9,
  1e308,
  2 ** 53,
  -5e-324,
  "",
  "cdg",
  "newreno",
  "tfrc",
  "cubic",
  "red",
  "codel",
  "fq_codel",
  "gilbert_elliott",
  "reverse",
  "__proto__",
  "x".repeat(70),
  "\u0000",
  "\ud83d\ude00",
  [],
  {},
  [[]],
  [{}],
  { kind: "voip" },
  { kind: "bbr" },
  { model: "bernoulli", probability: 0.1 },
  { discipline: "pie" },
];

/** Names and places of a document, to be changed. */
function places(/** @type {any} */ node, /** @type {{ holder: any, key: string | number }[]} */ found = []) {
  if (typeof node !== "object" || node === null) return found;
  for (const key of Object.keys(node)) {
    found.push({ holder: node, key });
    places(node[key], found);
  }
  return found;
}

/** Some fields of a document changed, removed, renamed or exchanged; then perhaps some of its letters. */
function mutated(/** @type {Luck} */ luck, /** @type {any[]} */ documents, /** @type {string[]} */ names) {
  const document = structuredClone(luck.oneOf(documents));
  for (let change = luck.below(3); change >= 0; change--) {
    const all = places(document);
    if (all.length === 0) break;
    const { holder, key } = luck.oneOf(all);
    const number = holder[key];
    // Most numbers of a document may be others: then it runs, and that must end well, too.
    if (typeof number === "number" && luck.random() < 0.8) {
      holder[key] = number * luck.oneOf([0, 0.01, 0.5, 1.5, 2, 10, 1000]);
      continue;
    }
    switch (luck.below(6)) {
      case 0:
        delete holder[key];
        break;
      case 1:
        holder[luck.oneOf(names)] = structuredClone(luck.oneOf(values));
        break;
      case 2:
        holder[key] =
          typeof number === "number" ? number * luck.oneOf([-1, 1e12, 1e300]) : structuredClone(luck.oneOf(values));
        break;
      case 3: {
        const other = luck.oneOf(all);
        holder[key] = structuredClone(other.holder[other.key]);
        break;
      }
      case 4:
        if (Array.isArray(holder))
          holder.push(...Array.from({ length: 1 + luck.below(5) }, () => structuredClone(holder[key])));
        else holder[luck.oneOf(names)] = structuredClone(number);
        break;
      default:
        holder[key] = structuredClone(luck.oneOf(values));
    }
  }
  let bytes = Buffer.from(JSON.stringify(document));
  if (luck.random() < 0.25) bytes = damaged(luck, bytes);
  return bytes;
}

/** Endless scenarios of strangers. */
export function* strangers(/** @type {Luck} */ luck) {
  needProgram();
  const asked = (/** @type {string[]} */ ...args) =>
    spawnSync(program, args, { encoding: "utf8", maxBuffer: 1e9 }).stdout;
  const documents = JSON.parse(asked("presets", "--json")).map((/** @type {any} */ preset) => preset.scenario);
  const names = [...new Set([...asked("schema").matchAll(/"(\w{1,40})": \{/g)].map((match) => match[1] ?? ""))];
  for (;;) yield mutated(luck, documents, names);
}

/** Scenarios of strangers: refused with a reason, run, or ended by a limit; nothing else. */
export async function documents(/** @type {Tries} */ { luck, each }) {
  needProgram();
  const inputs = strangers(luck);
  // A limit of events bounds it alike on every machine, that of time where single events are dear.
  const limits = ["--limit-events", "3000000", "--limit-seconds", "10"];
  await each({
    "mutated scenarios": (row, over) =>
      meanwhile(over, async () => {
        const input = /** @type {Buffer} */ (inputs.next().value);
        const ended = await run(["run", "-", "--summary", "json", ...limits], input);
        if (broke(row, ended, `${input}`)) return;
        const verdict = verdictOf(ended);
        row.add(verdict);
        if (!EXPECTED.includes(verdict))
          row.harm("accepted wrongly", `${verdict}: ${ended.errors.slice(0, 300)}\n${input}`);
      }),
  });
}

const EXPECTED = ["run", "refused with a reason", "ended by a limit", "too large for the memory that a run may take"];

/** Outcome of a document. */
function verdictOf(/** @type {Ended} */ { code, out, errors }) {
  if (code === 0) {
    try {
      return JSON.parse(out).schema === 1 ? "run" : "without a summary";
    } catch {
      return "without JSON";
    }
  }
  if (out !== "") return "with output although it failed";
  if (code === 2) return /^sawtooth: ./m.test(errors) ? "refused with a reason" : "refused without a reason";
  if (code === 3 && /--limit-(events|seconds) is/.test(errors)) return "ended by a limit";
  if (code === 3 && /packets would be in flight/.test(errors)) return "too large for the memory that a run may take";
  return `with the wrong code ${code}`;
}
