/**
 * The effect of segmentation offload on the shares of CUBIC and BBR v1 at 100 Mbit/s and 10 ms in queues of half a BDP and one, beside this
 * machine's own kernel, whose bursts are on or off. Ours has none. Not here: the runs (kernel-runs.mjs).
 */
import { release } from "node:os";
import { median, titled } from "../table.mjs";
import { bothRun, shownBy } from "./kernel-runs.mjs";

const RATE_BPS = 100e6;
const RTT_MS = 10;
const PACKET_US = (1500 * 8 * 1e6) / RATE_BPS;
/** Queues, packets, by their length in BDP. */
const QUEUES = /** @type {const} */ ({ 0.5: 42, 1: 83 });
/** Seeds of ours, whose runs cost little. */
const OWN_SEEDS = 9;

/** @type {import("./kernel-runs.mjs").Path[]} */
const PATHS = [false, true].flatMap((offload) =>
  Object.values(QUEUES).map((queue_packets) => ({
    flows: ["cubic", "bbr"],
    rate_bps: RATE_BPS,
    rtt_ms: RTT_MS,
    loss: 0,
    queue_packets,
    offload,
    warm_s: 5,
    span_s: 30,
    seeds: 5,
  })),
);

/** At this rate half a packet's time is less than any host's noise: a run counts if 99 % of its packets were late by less. */
const inTime = (/** @type {any} */ run) => run.lateness_us.p99 <= PACKET_US / 2 && run.lateness_us.max <= 50_000;

/** @typedef {import("./kernel-runs.mjs").Outcome} Outcome */

/** CUBIC's share of both, per cent. */
function share(/** @type {Outcome} */ { flows }) {
  const [cubic = Number.NaN, bbr = Number.NaN] = flows.map((flow) => flow.goodput_bps);
  return (100 * cubic) / (cubic + bbr);
}

/** The kernel's timely runs and ours, by path; no path if there is no kernel to be compared with. */
export async function measure() {
  const both = await bothRun(["cubic", "bbr"], PATHS, OWN_SEEDS, inTime);
  return both.map(({ path, kernel, sawtooth }) => {
    const timely = kernel.filter((run) => inTime(run));
    return { path, timely: timely.length, kernel: timely.map(shownBy), sawtooth };
  });
}

/** Its table; empty if nothing was measured. */
export function tables(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  if (rows.length === 0) return "";
  const range = (/** @type {Outcome[]} */ runs, /** @type {(run: Outcome) => number} */ of, digits = 1) => {
    const all = runs.map(of);
    if (all.length === 0) return "late";
    const [least, most] = [Math.min(...all).toFixed(digits), Math.max(...all).toFixed(digits)];
    return `${median(all).toFixed(digits)} (${least} to ${most})`;
  };
  const figures = /** @type {const} */ ([
    [share, 1],
    [(/** @type {Outcome} */ run) => run.queue_packets, 1],
    [(/** @type {Outcome} */ run) => run.dropped_share * 100, 2],
  ]);
  const line = (/** @type {string} */ name, /** @type {Outcome[]} */ runs, /** @type {string} */ timely) => [
    name,
    ...figures.map(([of, digits]) => range(runs, of, digits)),
    timely,
  ];
  const lines = Object.entries(QUEUES).flatMap(([bdp, packets]) => {
    const here = rows.filter(({ path }) => path.queue_packets === packets);
    const kernel = here.map((row) =>
      line(
        `${bdp} BDP, kernel, offload ${row.path.offload ? "on" : "off"}`,
        row.kernel,
        `${row.timely} of ${row.path.seeds}`,
      ),
    );
    return [...kernel, line(`${bdp} BDP, Sawtooth`, here[0]?.sawtooth ?? [], "-")];
  });
  const path = `CUBIC beside BBR v1, ${RATE_BPS / 1e6} Mbit/s, ${RTT_MS} ms, drop tail, Linux ${release()}, 30 s`;
  const heads = ["case", "CUBIC's share, %", "mean queue, packets", "dropped by the queue, %", "runs in time"];
  return titled(`${path}; medians (minimum to maximum)`, heads, lines);
}
