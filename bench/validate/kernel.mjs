/**
 * Beside this machine's own kernel: its TCP over a user-space bottleneck (bench/kernel/bottleneck.c) in real time, and ours
 * with the host `linux` over the same path. NewReno and CUBIC alone under random loss, how long a lone flow's window
 * grows between two cuts, and how CUBIC and NewReno share a link. Skipped with a word where namespaces, TUN or a C compiler
 * are missing. Not here: the bottleneck, and comparisons with ns-2.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, release, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, output } from "../native.mjs";
import { median, said, table } from "../table.mjs";

const source = fileURLToPath(new URL("../kernel/bottleneck.c", import.meta.url));

const RATE_BPS = 10e6;
const QUEUE_PACKETS = 84;
const PAYLOAD_BYTES = 1460;
/** Bottlenecks at once for each processor, in a first round and for what was late in it: each takes some 5 % of one, and must not be late. */
const AT_ONCE = [7, 2];
/** The bottleneck's exit code where namespaces or TUN are refused. */
const REFUSED = 77;
/** Seeds of ours, whose runs cost little. */
const OWN_SEEDS = 21;

/**
 * One path with some flows, and the figure by which the two are compared.
 * @typedef {object} Case
 * @property {string} name
 * @property {("newreno" | "cubic")[]} flows
 * @property {number} rtt_ms
 * @property {number} loss
 * @property {boolean} [quickAcks] The receiver delays no acknowledgement.
 * @property {number} warm_s
 * @property {number} span_s What is counted, after the warm-up.
 * @property {number} seeds Runs of the kernel.
 * @property {"goodput" | "epoch" | "share"} figure
 * @property {number} bound Greatest difference: relative, of a share absolute.
 */

/**
 * What a run showed of a flow.
 * @typedef {object} Shown
 * @property {number} goodput_bps
 * @property {number | null} epoch_s Mean time between two cuts.
 */

const UNITS = { goodput: "Mbit/s", epoch: "s between reductions", share: "of the goodput" };
const KINDS = /** @type {const} */ (["newreno", "cubic"]);
const NAMES = { newreno: "NewReno", cubic: "CUBIC" };

/** @type {Case[]} */
const CASES = [
  ...KINDS.flatMap((kind) =>
    [0.001, 0.005, 0.01, 0.02, 0.05].map((loss) => ({
      name: `${NAMES[kind]} alone, ${loss * 100} % random loss`,
      flows: [kind],
      rtt_ms: 40,
      loss,
      warm_s: 10,
      span_s: 60,
      seeds: 5,
      figure: /** @type {const} */ ("goodput"),
      bound: kind === "cubic" ? 0.05 : 0.1,
    })),
  ),
  ...KINDS.map((kind) => ({
    name: `${NAMES[kind]} alone on drop tail, 80 ms`,
    flows: [kind],
    rtt_ms: 80,
    loss: 0,
    warm_s: 20,
    span_s: 120,
    seeds: 4,
    figure: /** @type {const} */ ("epoch"),
    bound: 0.05,
  })),
  ...[false, true].map((quickAcks) => ({
    name: `CUBIC beside NewReno, ${quickAcks ? "no delayed ACKs" : "40 ms"}`,
    flows: /** @type {("newreno" | "cubic")[]} */ (["cubic", "newreno"]),
    rtt_ms: 40,
    loss: 0,
    quickAcks,
    warm_s: 20,
    span_s: 120,
    seeds: quickAcks ? 5 : 10,
    figure: /** @type {const} */ ("share"),
    bound: 0.05,
  })),
];

/** When a flow starts: spread over two seconds, differently with each seed. */
const start = (/** @type {number} */ flow, /** @type {number} */ seed) => ((seed * 7 + flow * 11) % 20) / 10;

/** The warm-up: where epochs of two lengths alternate, it ends at another place with each seed. */
const warm = (/** @type {Case} */ of, /** @type {number} */ seed) =>
  of.warm_s + (of.figure === "epoch" ? (seed * 3) % 11 : 0);

/** The figure of a case. */
function figure(/** @type {Case} */ of, /** @type {Shown[]} */ flows) {
  const [first] = flows;
  if (!first) return Number.NaN;
  if (of.figure === "goodput") return first.goodput_bps / 1e6;
  if (of.figure === "epoch") return first.epoch_s ?? Number.NaN;
  return first.goodput_bps / flows.reduce((sum, flow) => sum + flow.goodput_bps, 0);
}

/** Builds the bottleneck; null if that cannot be, or may not run here. */
function bottleneck(/** @type {string} */ folder) {
  const skipped = (/** @type {string} */ why) => {
    console.error(`${why}: the comparison with the kernel is skipped.`);
    return null;
  };
  if (process.platform !== "linux") return skipped("This is not Linux");
  if (said("cc", "--version") === null) return skipped("There is no C compiler (cc)");
  const program = join(folder, "bottleneck");
  execFileSync("cc", ["-std=c11", "-O2", "-o", program, source], { stdio: ["ignore", "inherit", "inherit"] });
  try {
    execFileSync(program, ["--flow", "reno", "--warm", "0", "--duration", "0.2"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { status, stderr } = /** @type {{ status: number, stderr: Buffer }} */ (error);
    if (status === REFUSED) return skipped(String(stderr).trim());
    throw error;
  }
  return program;
}

/** A run of the kernel. */
function kernelRun(/** @type {string} */ program, /** @type {Case} */ of, /** @type {number} */ seed) {
  const flows = of.flows.flatMap((kind, i) => [
    "--flow",
    `${kind === "newreno" ? "reno" : kind}@${of.flows.length > 1 ? start(i, seed) : 0}`,
  ]);
  const path = ["--rate", RATE_BPS, "--rtt", of.rtt_ms, "--queue", QUEUE_PACKETS, "--loss", of.loss, "--seed", seed];
  const quick = of.quickAcks ? ["--quick-acks"] : [];
  const args = [...path, "--warm", warm(of, seed), "--duration", of.span_s, ...quick, ...flows].map(String);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`bottleneck: ${code}`))));
  });
}

/** All runs of the kernel, some at once, the longest first, by case. Those that were late are run again, fewer at once. */
async function kernelRuns(/** @type {string} */ program) {
  const runs = /** @type {any[][]} */ (CASES.map((of) => Array.from({ length: of.seeds })));
  let jobs = CASES.flatMap((of, place) => Array.from({ length: of.seeds }, (_, i) => ({ of, place, i })));
  jobs.sort((a, b) => b.of.warm_s + b.of.span_s - a.of.warm_s - a.of.span_s);
  for (const share of AT_ONCE) {
    const waiting = [...jobs];
    const worker = async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const all = runs[job.place];
        if (all) all[job.i] = await kernelRun(program, job.of, job.i + 1);
      }
    };
    await Promise.all(Array.from({ length: share * availableParallelism() }, worker));
    jobs = jobs.filter(({ place, i }) => !runs[place]?.[i].valid);
    if (jobs.length > 0)
      console.error(`${jobs.length} runs of the kernel were late with ${share} at once on each processor.`);
  }
  return runs;
}

/** A run of ours; the warm-up is removed by running it alone, too, and subtracting. */
function ownRun(/** @type {string} */ program, /** @type {Case} */ of, /** @type {number} */ seed) {
  const flows = of.flows.map((kind, i) => ({
    base_rtt_ms: of.rtt_ms,
    start_s: of.flows.length > 1 ? start(i, seed) : 0,
    host: "linux",
    // As much as a kernel's own: see the lateness in the table.
    send_jitter_ms: 0.1,
    ...(of.quickAcks && { delayed_ack: false }),
    algorithm: kind === "cubic" ? { kind, variant: "linux" } : { kind },
  }));
  const path = {
    rate_bps: RATE_BPS,
    queue: { discipline: "drop_tail", limit_packets: QUEUE_PACKETS },
    ...(of.loss > 0 && { loss: { model: "bernoulli", probability: of.loss } }),
  };
  const run = (/** @type {number} */ duration_s) => {
    const scenario = { schema: 1, seed, duration_s, bottleneck: path, flows };
    return JSON.parse(output(program, ["run", "-", "--summary", "json"], JSON.stringify(scenario))).flows;
  };
  const [early, whole] = [run(warm(of, seed)), run(warm(of, seed) + of.span_s)];
  const sum = (/** @type {any} */ epochs) => epochs.count * (epochs.mean ?? 0);
  return whole.map((/** @type {any} */ flow, /** @type {number} */ i) => {
    const before = early[i];
    const epochs = flow.epoch_s.count - before.epoch_s.count;
    return {
      goodput_bps: ((flow.packets_delivered - before.packets_delivered) * PAYLOAD_BYTES * 8) / of.span_s,
      epoch_s: epochs > 0 ? (sum(flow.epoch_s) - sum(before.epoch_s)) / epochs : null,
    };
  });
}

/** Sums up a case. */
function row(/** @type {Case} */ of, /** @type {any[]} */ runs, /** @type {number[]} */ ours) {
  const timely = runs.filter((run) => run.valid);
  const theirs = timely.map((run) =>
    figure(
      of,
      run.flows.map((/** @type {any} */ flow) => ({
        goodput_bps: flow.goodput_bps,
        epoch_s: flow.epochs > 0 ? flow.epoch_s_mean : null,
      })),
    ),
  );
  const [kernel, sawtooth] = [median(theirs), median(ours)];
  const difference = of.figure === "share" ? sawtooth - kernel : sawtooth / kernel - 1;
  const most = (/** @type {string} */ which) => Math.max(...runs.map((run) => run.lateness_us[which]));
  return {
    name: of.name,
    figure: of.figure,
    kernel,
    kernel_all: theirs,
    sawtooth,
    sawtooth_all: ours,
    difference,
    bound: of.bound,
    agrees: Math.abs(difference) <= of.bound,
    invalid: runs.length - timely.length,
    lateness_us: { p99: most("p99"), max: most("max") },
    stalled_share: Math.max(...runs.map((run) => run.stalled_share)),
  };
}

/** @returns {Promise<ReturnType<typeof row>[]>} */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-validate-"));
  try {
    const program = bottleneck(folder);
    if (program === null) return [];
    const sawtooth = command();
    const runs = await kernelRuns(program);
    return CASES.map((of, place) => {
      const seeds = Array.from({ length: OWN_SEEDS }, (_, i) => i + 1);
      const ours = seeds.map((seed) => figure(of, ownRun(sawtooth, of, seed)));
      return row(of, runs[place] ?? [], ours);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function print(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  if (rows.length === 0) return;
  const range = (/** @type {number} */ middle, /** @type {number[]} */ all) =>
    all.length === 0
      ? "late"
      : `${middle.toFixed(3)} (${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)})`;
  const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;
  const heads = ["case", "quantity", "kernel", "Sawtooth", "difference", "allowed", "agrees", "lateness p99, max"];
  const line = (/** @type {(typeof rows)[number]} */ each) => {
    const absolute = each.figure === "share";
    const sign = each.difference > 0 ? "+" : "";
    const difference = absolute ? each.difference.toFixed(3) : percent(each.difference);
    const measured = each.kernel_all.length > 0;
    return [
      each.name,
      UNITS[each.figure],
      range(each.kernel, each.kernel_all),
      range(each.sawtooth, each.sawtooth_all),
      measured ? sign + difference : "-",
      absolute ? String(each.bound) : percent(each.bound),
      measured ? (each.agrees ? "yes" : "no") : "-",
      `${each.lateness_us.p99} us, ${(each.lateness_us.max / 1000).toFixed(0)} ms`,
    ];
  };
  const path = `${RATE_BPS / 1e6} Mbit/s, drop tail of ${QUEUE_PACKETS} packets, 40 ms unless stated otherwise`;
  table(`Beside Linux ${release()}: ${path}; medians (minimum to maximum)`, heads, rows.map(line));
  const invalid = rows.reduce((sum, each) => sum + each.invalid, 0);
  if (invalid > 0)
    console.log(
      `\n${invalid} runs of the kernel were late and are left out: this machine, or another one on the same hardware, is too busy.`,
    );
}
