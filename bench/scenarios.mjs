/**
 * The scenarios of the benchmark and of the test that compares digests. Not here: how they are run (bench.mjs, e2e/digest.spec.ts).
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../wasm-core/lab/presets/", import.meta.url));

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

/** Two flows on a fast, long path, so that the work of each packet counts and nothing else. */
const fast = (/** @type {number} */ jitter, /** @type {string[]} */ kinds) => ({
  schema: 1,
  duration_s: 60,
  bottleneck: { rate_bps: 1e8, queue: { discipline: "drop_tail", limit_packets: 400 } },
  flows: kinds.map((kind) => ({ algorithm: { kind }, base_rtt_ms: 40, send_jitter_ms: jitter })),
});

/** What is timed. */
export const cases = [
  { name: "NewReno, 100 Mbit/s, no jitter", scenario: fast(0, ["newreno"]) },
  { name: "CDG + NewReno, 100 Mbit/s, no jitter", scenario: fast(0, ["cdg", "newreno"]) },
  { name: "CDG + NewReno, 100 Mbit/s, jitter 0.1 ms", scenario: fast(0.1, ["cdg", "newreno"]) },
  { name: "the documentation's example", scenario: example },
];
