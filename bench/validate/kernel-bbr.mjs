/**
 * BBR v1 beside this machine's own kernel: one flow over queues from 2 packets to 10 BDP, under random loss up to 15 %: goodput, mean
 * queue, and the share of the packets that the full queue dropped. Not here: the runs (kernel-runs.mjs), NewReno and CUBIC (kernel.mjs).
 */
import { release } from "node:os";
import { median, titled } from "../table.mjs";
import { bothRun, RATE_BPS, shownBy } from "./kernel-runs.mjs";

const QUEUES = [2, 8, 33, 84, 330];
const LOSSES = [0, 0.01, 0.03, 0.05, 0.1, 0.15];
const RTT_MS = 40;
/** Seeds of ours, whose runs cost little. */
const OWN_SEEDS = 9;

/** @type {import("./kernel-runs.mjs").Path[]} */
const PATHS = LOSSES.flatMap((loss) =>
  QUEUES.map((queue_packets) => ({
    flows: ["bbr"],
    rtt_ms: RTT_MS,
    loss,
    queue_packets,
    warm_s: 5,
    span_s: 60,
    seeds: 3,
  })),
);

/** Medians of some runs. */
function middle(/** @type {import("./kernel-runs.mjs").Outcome[]} */ runs) {
  const of = (/** @type {(run: import("./kernel-runs.mjs").Outcome) => number} */ figure) => median(runs.map(figure));
  return {
    goodput_bps: of((run) => run.flows[0]?.goodput_bps ?? Number.NaN),
    queue_packets: of((run) => run.queue_packets),
    dropped_share: of((run) => run.dropped_share),
  };
}

/** The kernel's runs and ours, by path; no path if there is no kernel to be compared with. */
export async function measure() {
  const both = await bothRun(["bbr"], PATHS, OWN_SEEDS);
  return both.map(({ path, kernel, sawtooth }) => {
    const timely = kernel.filter((run) => run.valid);
    return { path, timely: timely.length, kernel: middle(timely.map(shownBy)), sawtooth: middle(sawtooth) };
  });
}

/** Its table; empty if nothing was measured. */
export function tables(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  if (rows.length === 0) return "";
  const pair = (
    /** @type {(of: ReturnType<typeof middle>) => string} */ say,
    /** @type {(typeof rows)[number]} */ row,
  ) => `${row.timely > 0 ? say(row.kernel) : "late"} / ${say(row.sawtooth)}`;
  const path = `${RATE_BPS / 1e6} Mbit/s, ${RTT_MS} ms, drop tail`;
  const heads = ["loss", "queue", "goodput, Mbit/s", "mean queue, packets", "dropped by the queue, %", "runs in time"];
  const lines = rows.map((row) => [
    `${row.path.loss * 100} %`,
    String(row.path.queue_packets),
    pair((of) => (of.goodput_bps / 1e6).toFixed(2), row),
    pair((of) => of.queue_packets.toFixed(1), row),
    pair((of) => (of.dropped_share * 100).toFixed(2), row),
    `${row.timely} of ${row.path.seeds}`,
  ]);
  return titled(`BBR v1, kernel / Sawtooth, beside Linux ${release()}: ${path}; medians`, heads, lines);
}
