/**
 * Marks instead of drops: how often RED marks one, five and ten flows that understand ECN. Not here: drops (timers.mjs).
 */

/** @typedef {import("../comparison.mjs").Case} Case */

export const title = "ECN";

/** @returns {Case[]} */
export const cases = () =>
  [1, 5, 10].map((count) => ({
    name: `${count} SACK, RED 5/15`,
    path: {
      rate_bps: 10e6,
      rtt_ms: 40,
      jitter_ms: 0.1,
      queue: 100,
      red: { min: 5, max: 15, probability: 0.1, weight: 0.002, ecn: true },
      from_s: 20,
      to_s: 320,
      flows: Array.from({ length: count }, (_, i) => ({ kind: "sack", start_s: (5 * i) / count })),
    },
    figures: [
      { name: "marked, %", of: (run) => 100 * run.marks, digits: 3, rule: "5 %" },
      { name: "dropped, packets", of: (run) => run.drops, rule: "shown" },
      { name: "queue mean, packets", of: (run) => run.queue.mean, digits: 2, rule: "5 %" },
    ],
  }));
