/**
 * Runs over one path, by this machine's own kernel in real time (bench/kernel/bottleneck.c) and by ours with the host `linux`. Skipped
 * with a word where namespaces, TUN or a C compiler are missing. Not here: what is compared (kernel.mjs, kernel-bbr.mjs, kernel-offload.mjs, kernel-undo.mjs).
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, output } from "../native.mjs";
import { said } from "../table.mjs";

const source = fileURLToPath(new URL("../kernel/bottleneck.c", import.meta.url));

export const RATE_BPS = 10e6;
export const QUEUE_PACKETS = 84;
const PAYLOAD_BYTES = 1460;
/** Bottlenecks of `RATE_BPS` at once for each processor, in a first round and for what was late in it: each takes some 5 % of one, and must not be late. */
const AT_ONCE = [7, 2];
/** The bottleneck's exit code where namespaces or TUN are refused. */
const REFUSED = 77;

/**
 * One path with some flows.
 * @typedef {object} Path
 * @property {("newreno" | "cubic" | "bbr")[]} flows
 * @property {number} rtt_ms
 * @property {number} loss
 * @property {number} [rate_bps] `RATE_BPS` if not given.
 * @property {number} [queue_packets] `QUEUE_PACKETS` if not given.
 * @property {boolean} [offload] The kernel hands its segments over in bursts; ours has no such thing.
 * @property {boolean} [quickAcks] The receiver delays no acknowledgement.
 * @property {number} warm_s
 * @property {number} span_s What is counted, after the warm-up.
 * @property {number} seeds Runs of the kernel.
 * @property {boolean} [epochs] Its epochs are compared.
 */

/**
 * The run of both.
 * @template O What a run of ours showed.
 * @typedef {object} Cell
 * @property {number} seeds Runs of the kernel.
 * @property {number} length_s
 * @property {number} [rate_bps] `RATE_BPS` if not given.
 * @property {(seed: number) => (string | number)[]} theirs The bottleneck's arguments.
 * @property {(program: string, seed: number) => O} ours A run of our command.
 * @property {(run: any) => boolean} [inTime] Whether a run of the kernel was in time, if not as the bottleneck says (`valid`).
 */

/**
 * Results of a flow in a run.
 * @typedef {object} Shown
 * @property {number} goodput_bps
 * @property {number | null} epoch_s Mean time between two cuts.
 */

/** Results of a run: its flows, the mean queue in packets, and the share of the arrivals that a full queue dropped.
 * @typedef {{ flows: Shown[], queue_packets: number, dropped_share: number }} Outcome
 */

const queueOf = (/** @type {Path} */ of) => of.queue_packets ?? QUEUE_PACKETS;
const rateOf = (/** @type {Pick<Path, "rate_bps">} */ of) => of.rate_bps ?? RATE_BPS;

/** When a flow starts: spread over two seconds, differently with each seed. */
const start = (/** @type {number} */ flow, /** @type {number} */ seed) => ((seed * 7 + flow * 11) % 20) / 10;

/** The warm-up: where epochs of two lengths alternate, it ends at another place with each seed. */
const warm = (/** @type {Path} */ of, /** @type {number} */ seed) => of.warm_s + (of.epochs ? (seed * 3) % 11 : 0);

/**
 * Builds the bottleneck; null if that cannot be, if it may not run here, or if the kernel refuses an algorithm.
 * @param {string} folder
 * @param {string[]} algorithms As the kernel names them.
 */
function bottleneck(folder, algorithms) {
  const skipped = (/** @type {string} */ why) => {
    console.error(`${why}: the comparison with the kernel is skipped.`);
    return null;
  };
  if (process.platform !== "linux") return skipped("This is not Linux");
  if (said("cc", "--version") === null) return skipped("There is no C compiler (cc)");
  const program = join(folder, "bottleneck");
  execFileSync("cc", ["-std=c11", "-O2", "-o", program, source], { stdio: ["ignore", "inherit", "inherit"] });
  try {
    const flows = algorithms.flatMap((algorithm) => ["--flow", algorithm]);
    execFileSync(program, [...flows, "--warm", "0", "--duration", "0.2"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { status, stderr } = /** @type {{ status: number, stderr: Buffer }} */ (error);
    if (status === REFUSED) return skipped(String(stderr).trim());
    throw error;
  }
  return program;
}

/** An algorithm as the kernel names it. */
export const kernelName = (/** @type {string} */ kind) => (kind === "newreno" ? "reno" : kind);

/** An algorithm of ours as the kernel has it. */
export const ownAlgorithm = (/** @type {string} */ kind) => (kind === "cubic" ? { kind, variant: "linux" } : { kind });

/** The bottleneck's arguments for a run. */
function kernelArguments(/** @type {Path} */ of, /** @type {number} */ seed) {
  const flows = of.flows.flatMap((kind, i) => [
    "--flow",
    `${kernelName(kind)}@${of.flows.length > 1 ? start(i, seed) : 0}`,
  ]);
  const path = ["--rate", rateOf(of), "--rtt", of.rtt_ms, "--queue", queueOf(of), "--loss", of.loss, "--seed", seed];
  const switches = [...(of.quickAcks ? ["--quick-acks"] : []), ...(of.offload ? ["--offload"] : [])];
  return [...path, "--warm", warm(of, seed), "--duration", of.span_s, ...switches, ...flows];
}

/** A run of the kernel. */
function kernelRun(/** @type {string} */ program, /** @type {(string | number)[]} */ args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args.map(String), { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`bottleneck: ${code}`))));
  });
}

/** Whether a run of the kernel counts. */
export const isInTime = (/** @type {Cell<any>} */ cell, /** @type {any} */ run) => cell.inTime?.(run) ?? run.valid;

/** All runs of the kernel, some at once, the longest first, by cell. Those that were late are run again, fewer at once. */
async function kernelRuns(/** @type {string} */ program, /** @type {Cell<any>[]} */ cells) {
  const runs = /** @type {any[][]} */ (cells.map((cell) => Array.from({ length: cell.seeds })));
  let jobs = cells.flatMap((cell, place) => Array.from({ length: cell.seeds }, (_, i) => ({ cell, place, i })));
  jobs.sort((a, b) => b.cell.length_s - a.cell.length_s);
  for (const share of AT_ONCE) {
    const waiting = [...jobs];
    const worker = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const all = runs[job.place];
        if (all) all[job.i] = await kernelRun(program, job.cell.theirs(job.i + 1));
      }
    };
    const fastest_bps = Math.max(...jobs.map(({ cell }) => rateOf(cell)));
    const atOnce = Math.max(1, Math.floor((share * availableParallelism() * RATE_BPS) / fastest_bps));
    await Promise.all(Array.from({ length: atOnce }, worker));
    jobs = jobs.filter(({ cell, place, i }) => !isInTime(cell, runs[place]?.[i]));
    if (jobs.length > 0) console.error(`${jobs.length} runs of the kernel were late with ${atOnce} at once.`);
  }
  return runs;
}

/** Results of a timely run of the kernel.
 * @returns {Outcome}
 */
export function shownBy(/** @type {any} */ run) {
  return {
    flows: run.flows.map((/** @type {any} */ flow) => ({
      goodput_bps: flow.goodput_bps,
      epoch_s: flow.epochs > 0 ? flow.epoch_s_mean : null,
    })),
    queue_packets: run.bottleneck.queue_packets_mean,
    dropped_share: run.bottleneck.dropped_queue / run.bottleneck.arrived,
  };
}

/** A run of ours; the warm-up is removed by running it alone, too, and subtracting.
 * @returns {Outcome}
 */
function ownRun(/** @type {string} */ program, /** @type {Path} */ of, /** @type {number} */ seed) {
  const flows = of.flows.map((kind, i) => ({
    base_rtt_ms: of.rtt_ms,
    start_s: of.flows.length > 1 ? start(i, seed) : 0,
    host: "linux",
    // As much as a kernel's own: see the lateness in the table.
    send_jitter_ms: 0.1,
    ...(of.quickAcks && { delayed_ack: false }),
    algorithm: ownAlgorithm(kind),
  }));
  const path = {
    rate_bps: rateOf(of),
    queue: { discipline: "drop_tail", limit_packets: queueOf(of) },
    ...(of.loss > 0 && { loss: { model: "bernoulli", probability: of.loss } }),
  };
  const run = (/** @type {number} */ duration_s) => {
    const scenario = { schema: 1, seed, duration_s, bottleneck: path, flows };
    return JSON.parse(output(program, ["run", "-", "--summary", "json"], JSON.stringify(scenario)));
  };
  const warm_s = warm(of, seed);
  const [early, whole] = [run(warm_s), run(warm_s + of.span_s)];
  const sum = (/** @type {any} */ epochs) => epochs.count * (epochs.mean ?? 0);
  const flow = (/** @type {any} */ after, /** @type {any} */ before) => {
    const epochs = after.epoch_s.count - before.epoch_s.count;
    return {
      goodput_bps: ((after.packets_delivered - before.packets_delivered) * PAYLOAD_BYTES * 8) / of.span_s,
      epoch_s: epochs > 0 ? (sum(after.epoch_s) - sum(before.epoch_s)) / epochs : null,
    };
  };
  const [before, after] = [early.bottleneck, whole.bottleneck];
  const queued = after.queue_packets.mean * (warm_s + of.span_s) - before.queue_packets.mean * warm_s;
  return {
    flows: whole.flows.map((/** @type {any} */ each, /** @type {number} */ i) => flow(each, early.flows[i])),
    queue_packets: queued / of.span_s,
    dropped_share: (after.dropped_queue - before.dropped_queue) / (after.arrived - before.arrived),
  };
}

/**
 * Runs of the kernel and of ours for each cell; no cell where there is no kernel to be compared with.
 * @template O
 * @template {Cell<O>} C
 * @param {string[]} algorithms Those that the kernel has to have, as it names them.
 * @param {C[]} cells
 * @param {number} seeds Runs of ours for each cell.
 * @returns {Promise<{ cell: C, kernel: any[], sawtooth: O[] }[]>} `kernel`: what the bottleneck prints, late runs included.
 */
export async function bothRunCells(algorithms, cells, seeds) {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-validate-"));
  try {
    const program = bottleneck(folder, algorithms);
    if (program === null) return [];
    const own = command();
    const runs = await kernelRuns(program, cells);
    return cells.map((cell, place) => {
      const sawtooth = Array.from({ length: seeds }, (_, i) => cell.ours(own, i + 1));
      return { cell, kernel: runs[place] ?? [], sawtooth };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The same over each path.
 * @template {Path} P
 * @param {string[]} algorithms Those that the kernel has to have, as it names them.
 * @param {P[]} paths
 * @param {number} seeds
 * @param {(run: any) => boolean} [inTime] As a cell has it.
 * @returns {Promise<{ path: P, kernel: any[], sawtooth: Outcome[] }[]>}
 */
export async function bothRun(algorithms, paths, seeds, inTime) {
  const cells = paths.map((path) => ({
    path,
    seeds: path.seeds,
    rate_bps: rateOf(path),
    ...(inTime && { inTime }),
    length_s: path.warm_s + path.span_s,
    theirs: (/** @type {number} */ seed) => kernelArguments(path, seed),
    ours: (/** @type {string} */ program, /** @type {number} */ seed) => ownRun(program, path, seed),
  }));
  const both = await bothRunCells(algorithms, cells, seeds);
  return both.map(({ cell, kernel, sawtooth }) => ({ path: cell.path, kernel, sawtooth }));
}
