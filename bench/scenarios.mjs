/**
 * The scenarios of the benchmark and of the test that compares digests. Not here: how they are run (bench.mjs, e2e/digest.spec.ts).
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../wasm-core/measures/presets/", import.meta.url));

/** The example of the documentation: two flows, a call, random loss, two changes while the run goes on. */
export const example = {
  schema: 1,
  title: "CDG against NewReno, 1 % random loss",
  seed: 1,
  duration_s: 80,
  packet_bytes: 1500,
  bottleneck: {
    rate_bps: 10000000,
    queue: { discipline: "drop_tail", limit_packets: 84 },
    loss: { model: "bernoulli", probability: 0.01 },
  },
  flows: [
    { name: "cdg", algorithm: { kind: "cdg", g_ms: 3 }, base_rtt_ms: 40, start_s: 0, stop_s: 80 },
    { name: "newreno", algorithm: { kind: "newreno" }, base_rtt_ms: 40, start_s: 20, stop_s: 80 },
  ],
  cross_traffic: [
    { kind: "voip", name: "voip", packet_bytes: 200, interval_ms: 20, base_rtt_ms: 40, start_s: 0, stop_s: 80 },
  ],
  interventions: [
    { at_s: 30, path: "bottleneck.loss.probability", value: 0.02 },
    { at_s: 45, path: "flows.cdg.algorithm.g_ms", value: 6 },
  ],
};

/** Scenarios of the laboratory's presets, by their ids. */
export const presets = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(folder + name, "utf8")))
  .map(({ id, scenario }) => ({ id, scenario }));

const LIMIT_BITS = 8 * 1500;

/**
 * NewReno flows that all start at 0 behind drop tail of one BDP, without jitter or delayed acknowledgements; the hosts are
 * ns-2's, and so is the recovery, so that ns-2 does the same run but for its phases.
 * @param {number} flows
 * @param {number} rate_bps
 * @param {number} rtt_ms
 * @param {number} duration_s
 * @param {number} [limit_packets]
 */
export function dumbbell(flows, rate_bps, rtt_ms, duration_s, limit_packets) {
  const limit = limit_packets ?? Math.max(10, Math.round((rate_bps * rtt_ms) / 1000 / LIMIT_BITS));
  const flow = { base_rtt_ms: rtt_ms, send_jitter_ms: 0, host: "ns2", recovery: "newreno" };
  return {
    schema: 1,
    duration_s,
    bottleneck: { rate_bps, queue: { discipline: "drop_tail", limit_packets: limit } },
    flows: Array.from({ length: flows }, () => flow),
  };
}

/** The four cases that are held against ns-2: flows, rate, round-trip time, duration, limit of the queue. */
export const yardstick = /** @type {const} */ ([
  ["1 flow, 100 Mbit/s, 160 ms, 60 s", [1, 1e8, 160, 60, 1333]],
  ["50 flows, 1 Gbit/s, 40 ms, 10 s", [50, 1e9, 40, 10, 3333]],
  ["1000 flows, 1 Gbit/s, 40 ms, 10 s", [1000, 1e9, 40, 10, 3333]],
  ["1 flow, 10 Mbit/s, 40 ms, 600 s", [1, 1e7, 40, 600, 84]],
]).map(([name, path]) => ({ name, path, scenario: dumbbell(path[0], path[1], path[2], path[3], path[4]) }));

/** Two flows on a fast path with luck: jitter, and loss by chance. */
export const lucky = (/** @type {number} */ duration_s, /** @type {string[]} */ kinds = ["cdg", "newreno"]) => ({
  schema: 1,
  duration_s,
  bottleneck: {
    rate_bps: 1e8,
    queue: { discipline: "drop_tail", limit_packets: 400 },
    loss: { model: "bernoulli", probability: 1e-4 },
  },
  flows: kinds.map((kind) => ({ algorithm: { kind }, base_rtt_ms: 40, send_jitter_ms: 0.1 })),
});

/** Scenarios that are timed in every place: the yardstick, and those that a reader of the page runs. */
export const cases = [
  ...yardstick,
  { name: "CDG and NewReno, jitter, loss, 100 Mbit/s, 60 s", scenario: lucky(60) },
  { name: "the documentation's example", scenario: example },
];
