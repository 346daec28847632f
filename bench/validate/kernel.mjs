/**
 * Beside this machine's own kernel: its TCP and ours over one path. NewReno and CUBIC alone under random loss, how long a lone flow's window
 * grows between two cuts, and how CUBIC and NewReno share a link. Not here: the runs (kernel-runs.mjs), BBR (kernel-bbr.mjs), and
 * comparisons with ns-2.
 */
import { release } from "node:os";
import { median, titled } from "../table.mjs";
import { bothRun, QUEUE_PACKETS, RATE_BPS, shownBy } from "./kernel-runs.mjs";

/** @typedef {import("./kernel-runs.mjs").Shown} Shown */
/**
 * A path and the figure by which the two are compared.
 * @typedef {import("./kernel-runs.mjs").Path & {
 *   name: string,
 *   figure: "goodput" | "epoch" | "share",
 *   bound: number,
 * }} Case `bound`: greatest difference: relative, of a share absolute.
 */

/** Seeds of ours, whose runs cost little. */
const OWN_SEEDS = 21;

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
    epochs: true,
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

/** The figure of a case. */
function figure(/** @type {Case} */ of, /** @type {Shown[]} */ flows) {
  const [first] = flows;
  if (!first) return Number.NaN;
  if (of.figure === "goodput") return first.goodput_bps / 1e6;
  if (of.figure === "epoch") return first.epoch_s ?? Number.NaN;
  return first.goodput_bps / flows.reduce((sum, flow) => sum + flow.goodput_bps, 0);
}

/** Sums up a case. */
function row(/** @type {Case} */ of, /** @type {any[]} */ runs, /** @type {number[]} */ ours) {
  const timely = runs.filter((run) => run.valid);
  const theirs = timely.map((run) => figure(of, shownBy(run).flows));
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
  const both = await bothRun(["reno"], CASES, OWN_SEEDS);
  return both.map(({ path, kernel, sawtooth }) =>
    row(
      path,
      kernel,
      sawtooth.map(({ flows }) => figure(path, flows)),
    ),
  );
}

/** Its table; empty if nothing was measured. */
export function tables(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  if (rows.length === 0) return "";
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
  const text = titled(`Beside Linux ${release()}: ${path}; medians (minimum to maximum)`, heads, rows.map(line));
  const invalid = rows.reduce((sum, each) => sum + each.invalid, 0);
  if (invalid === 0) return text;
  return `${text}\n\n${invalid} runs of the kernel were late and are left out: this machine, or another one on the same hardware, is too busy.`;
}
