/**
 * `npm run attack -- [parts | files | documents]... [--seed N] [--sample]`: attacks the command `sawtooth`
 * as bad disks, impatient people and strangers' files do, and says what came of it; exit code 1 if anything did that should
 * not. A run of it is a function of its seed. All of it takes some minutes; `--sample` takes a fiftieth of each.
 * Needs `cargo build --release -p sawtooth`. Home-made because fuzzers attack functions, and no process, disk or folder of files.
 * Node's own modules only. Not here: attacks on the engine's functions (fuzz.mjs),
 * on the pages (e2e/hostile.spec.ts).
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { asked, lucky } from "./luck.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const attacks = /** @type {Record<string, (work: string) => Promise<boolean>>} */ ({
  parts: damagedParts,
  files: interruptedFiles,
  documents: mutatedDocuments,
});

const { chosen, seed, share } = asked(Object.keys(attacks));
const program = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/sawtooth");
if (spawnSync(program, ["--version"]).status !== 0) {
  console.error(`${program} does not run. Build it with: cargo build --release -p sawtooth`);
  process.exit(2);
}

let random = lucky(seed);
const below = (/** @type {number} */ count) => Math.floor(random() * count);
const oneOf = (/** @type {readonly any[]} */ list) => list[below(list.length)];

/** @typedef {{ code: number | null, signal: string | null, out: string, errors: string }} Ended */

/**
 * Runs the program to its end, with a text on its standard input.
 * @returns {Promise<Ended>}
 */
function run(/** @type {string[]} */ args, /** @type {string | Buffer} */ input = "") {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    let [out, errors] = ["", ""];
    child.stdout.on("data", (text) => (out += text));
    child.stderr.on("data", (text) => (errors += text));
    // A program that refuses early does not read all of it.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("close", (code, signal) => done({ code, signal, out, errors }));
  });
}

/** Does so many things, as many at once as the machine has cores. */
async function each(/** @type {number} */ count, /** @type {(index: number) => Promise<void>} */ act) {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** How often each thing happened, for a line of the report. */
class Counts {
  /** @type {Map<string, number>} */
  counts = new Map();
  add(/** @type {string} */ what) {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
  of(/** @type {string} */ what) {
    return this.counts.get(what) ?? 0;
  }
  toString() {
    return [...this.counts].map(([what, count]) => `${count} ${what}`).join(", ");
  }
}

const panicked = (/** @type {Ended} */ ended) => ended.signal !== null || /panicked|fault in a run/.test(ended.errors);

/** Bytes that differ from some in one place. */
function damaged(/** @type {Buffer} */ bytes) {
  for (;;) {
    const other = changed(bytes);
    if (!other.equals(bytes)) return other;
  }
}

/** One place of some bytes: a byte or a few, gone, new, doubled, exchanged; or the end cut off. Perhaps they were so before. */
function changed(/** @type {Buffer} */ bytes) {
  const place = below(bytes.length);
  const [before, rest] = [bytes.subarray(0, place), bytes.subarray(place)];
  const letter = () => Buffer.from(oneOf([...'0123456789.eE-+",:[]{}\\ \n\0aZ_', "1e308", "null", "\u00e9"]));
  switch (below(8)) {
    case 0:
      return Buffer.concat([before, rest.subarray(1)]);
    case 1:
      return Buffer.concat([before, letter(), rest]);
    case 2:
      return Buffer.concat([before, letter(), rest.subarray(1)]);
    case 3:
      return Buffer.concat([before, Buffer.from([(rest[0] ?? 0) ^ (1 << below(8))]), rest.subarray(1)]);
    case 4:
      return Buffer.concat([before, rest.subarray(1 + below(40))]);
    case 5:
      return Buffer.concat([before, rest.subarray(0, 1 + below(40)), rest]);
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

/** 2,000 parts damaged in one place: none may be taken with another result. */
async function damagedParts(/** @type {string} */ work) {
  const [parts, whole] = [join(work, "parts"), join(work, "whole")];
  for (const shard of ["1/3", "2/3", "3/3"]) {
    const made = await run(["experiments", "run", "voip_fig1", "--quick", "--shard", shard, "--out", parts]);
    if (made.code !== 0) throw new Error(made.errors);
  }
  if ((await run(["experiments", "merge", parts, "--out", whole])).code !== 0)
    throw new Error("good parts are rejected");
  const good = contents(whole);
  const files = readdirSync(parts).sort();
  const originals = files.map((file) => readFileSync(join(parts, file)));
  const counts = new Counts();
  const count = Math.ceil(2000 * share);
  const changes = Array.from({ length: count }, () => {
    const which = below(files.length);
    return { which, bytes: damaged(/** @type {Buffer} */ (originals[which])) };
  });
  await each(count, async (index) => {
    const { which, bytes } = /** @type {{ which: number, bytes: Buffer }} */ (changes[index]);
    const [own, out] = [join(work, `parts-${index}`), join(work, `out-${index}`)];
    mkdirSync(own);
    files.forEach((file, place) => {
      writeFileSync(join(own, file), place === which ? bytes : /** @type {Buffer} */ (originals[place]));
    });
    const ended = await run(["experiments", "merge", own, "--out", out]);
    if (panicked(ended)) counts.add("PANICS");
    else if (ended.code === 2 && ended.errors.includes(files[which] ?? "?")) counts.add("refused by name");
    else if (ended.code === 2) counts.add("refused WITHOUT THE FILE'S NAME");
    else if (ended.code !== 0) counts.add(`with the WRONG CODE ${ended.code}`);
    else counts.add(contents(out) === good ? "taken, with the same result" : "TAKEN WITH ANOTHER RESULT");
    for (const folder of [own, out]) rmSync(folder, { recursive: true, force: true });
  });
  console.log(`damaged parts: ${count}: ${counts}`);
  return counts.of("refused by name") + counts.of("taken, with the same result") === count;
}

/** A run whose trace takes longer than anyone waits here. */
const long = JSON.stringify({
  schema: 1,
  duration_s: 1e6,
  bottleneck: { rate_bps: 1e8, queue: { limit_packets: 400 } },
  flows: [{}],
});
const old = "of another run\n";

/** 40 traces interrupted, 40 on a disk that fills up: what stood there stays, and nothing beside it. */
async function interruptedFiles(/** @type {string} */ work) {
  const counts = new Counts();
  const count = Math.ceil(40 * share);
  const folder = join(work, "interrupted");
  mkdirSync(folder);
  const file = join(folder, "trace.csv");
  const harmless = () => {
    const left = readdirSync(folder);
    if (readFileSync(file, "utf8") !== old) return "HARMED";
    return left.length === 1 ? "unharmed" : "unharmed, with a draft LEFT";
  };
  for (let index = 0; index < count; index++) {
    writeFileSync(file, old);
    const child = spawn(program, ["run", "-", "--force", "--large-trace", "--trace", file], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.stdin.end(long);
    const ended = new Promise((done) => child.on("close", (_, signal) => done(signal)));
    const bytes = below(3_000_000);
    // Until so much is written, by whatever name.
    const written = () =>
      readdirSync(folder).some((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > bytes);
    while (child.exitCode === null && !written()) await new Promise(setImmediate);
    const signal = index % 2 === 0 ? "SIGINT" : "SIGTERM";
    child.kill(signal);
    counts.add((await ended) === signal ? harmless() : "with the WRONG END");
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  }
  console.log(`interrupted traces: ${count}: ${counts}`);
  const full = await fullDisk(work);
  return counts.of("unharmed") === count && full;
}

/** On a small disk of its own, where the machine lets one be made. */
async function fullDisk(/** @type {string} */ work) {
  const disk = join(work, "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
  if (mounted.status !== 0) {
    console.log("full disk: not checked (a tmpfs cannot be mounted here)");
    return true;
  }
  const counts = new Counts();
  const count = Math.ceil(40 * share);
  try {
    for (let index = 0; index < count; index++) {
      const experiment = index % 4 === 3;
      const file = join(disk, experiment ? "cdg_fig1.json" : "trace.csv");
      writeFileSync(file, old);
      // What else lies there: from little room to none.
      writeFileSync(join(disk, "filler"), Buffer.alloc(4096 * (experiment ? 56 + (index % 8) : below(63))));
      const ended = await (experiment
        ? run(["experiments", "run", "cdg_fig1", "--repetitions", "1", "--force", "--out", disk])
        : run(["run", "-", "--duration", "20", "--force", "--trace", file], long));
      const left = readdirSync(disk).filter((name) => !["filler", "trace.csv", "cdg_fig1.json"].includes(name));
      const same = readFileSync(file, "utf8") === old;
      counts.add(
        ended.code !== 3
          ? `with the WRONG CODE ${ended.code}`
          : !same
            ? "HARMED"
            : left.length
              ? "unharmed, with a draft LEFT"
              : "unharmed",
      );
      for (const name of readdirSync(disk)) rmSync(join(disk, name));
    }
  } finally {
    spawnSync("umount", [disk]);
  }
  console.log(`full disk: ${count}: ${counts}`);
  return counts.of("unharmed") === count;
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
function mutated(/** @type {any[]} */ documents, /** @type {string[]} */ names) {
  const document = structuredClone(oneOf(documents));
  for (let change = below(3); change >= 0; change--) {
    const all = places(document);
    if (all.length === 0) break;
    const { holder, key } = oneOf(all);
    const number = holder[key];
    // Most numbers of a document may be others: then it runs, and that must end well, too.
    if (typeof number === "number" && random() < 0.8) {
      holder[key] = number * oneOf([0, 0.01, 0.5, 1.5, 2, 10, 1000]);
      continue;
    }
    switch (below(6)) {
      case 0:
        delete holder[key];
        break;
      case 1:
        holder[oneOf(names)] = structuredClone(oneOf(values));
        break;
      case 2:
        holder[key] = typeof number === "number" ? number * oneOf([-1, 1e12, 1e300]) : structuredClone(oneOf(values));
        break;
      case 3: {
        const other = oneOf(all);
        holder[key] = structuredClone(other.holder[other.key]);
        break;
      }
      case 4:
        if (Array.isArray(holder))
          holder.push(...Array.from({ length: 1 + below(5) }, () => structuredClone(holder[key])));
        else holder[oneOf(names)] = structuredClone(number);
        break;
      default:
        holder[key] = structuredClone(oneOf(values));
    }
  }
  let bytes = Buffer.from(JSON.stringify(document));
  if (random() < 0.25) bytes = damaged(bytes);
  return bytes;
}

/** 20,000 scenarios of strangers: refused with a reason, run, or ended by a limit; nothing else. */
async function mutatedDocuments() {
  const presets = JSON.parse((await run(["presets", "--json"])).out);
  const documents = presets.map((/** @type {any} */ preset) => preset.scenario);
  const schema = (await run(["schema"])).out;
  const names = [...new Set([...schema.matchAll(/"(\w{1,40})": \{/g)].map((match) => match[1] ?? ""))];
  const counts = new Counts();
  const count = Math.ceil(20_000 * share);
  const inputs = function* () {
    for (;;) yield mutated(documents, names);
  };
  const next = inputs();
  // A limit of events bounds it alike on every machine, that of time where single events are dear.
  const limits = ["--limit-events", "3000000", "--limit-seconds", "10"];
  await each(count, async () => {
    const input = /** @type {Buffer} */ (next.next().value);
    const ended = await run(["run", "-", "--summary", "json", ...limits], input);
    const verdict = verdictOf(ended);
    counts.add(verdict);
    if (/[A-Z]{4}/.test(verdict)) console.log(`${verdict}: ${ended.errors.slice(0, 300)}\n${input}`);
  });
  console.log(`mutated documents: ${count}: ${counts}`);
  const expected = ["run", "refused with a reason", "ended by a limit", "too large for the memory that a run may take"];
  return expected.reduce((sum, what) => sum + counts.of(what), 0) === count;
}

/** What came of a document. */
function verdictOf(/** @type {Ended} */ { code, signal, out, errors }) {
  if (panicked({ code, signal, out, errors })) return "PANIC";
  if (code === 0) {
    try {
      return JSON.parse(out).schema === 1 ? "run" : "WITH NO SUMMARY";
    } catch {
      return "WITH NO JSON";
    }
  }
  if (out !== "") return "with output although it FAILED";
  if (code === 2) return /^sawtooth: ./m.test(errors) ? "refused with a reason" : "refused WITHOUT a reason";
  if (code === 3 && /--limit-(events|seconds) is/.test(errors)) return "ended by a limit";
  if (code === 3 && /packets would be in flight/.test(errors)) return "too large for the memory that a run may take";
  return `with the WRONG CODE ${code}`;
}

let held = true;
for (const name of chosen) {
  // Each by itself gives what it gives among others.
  random = lucky(seed);
  const work = mkdtempSync(join(tmpdir(), "sawtooth-attack-"));
  const begun = Date.now();
  try {
    held = (await /** @type {(work: string) => Promise<boolean>} */ (attacks[name])(work)) && held;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(0)} s`);
}
process.exit(held ? 0 : 1);
