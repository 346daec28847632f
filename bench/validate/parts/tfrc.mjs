/**
 * TFRC as ns-2 has it by default: at random loss, and beside TCP on RED. Not here: RFC 5348's TFRC, which ns-2 does not have.
 */
import { mean } from "../statistics.mjs";

/** @typedef {import("../comparison.mjs").Case} Case */

export const title = "TFRC";

const LINK = { rate_bps: 10e6, rtt_ms: 40, jitter_ms: 0.1 };

/** @returns {Case[]} */
const atLoss = () =>
  [0.001, 0.01, 0.03, 0.1].map((loss) => ({
    name: `${100 * loss} % random loss`,
    path: { ...LINK, queue: 84, loss, from_s: 20, to_s: 320, flows: [{ kind: "tfrc", start_s: 0 }] },
    figures: [{ name: "rate, Mbit/s", of: (run) => Number(run.rates[0]) / 1e6, digits: 3, rule: "5 %" }],
  }));

/** Half of the flows are TFRC, taking turns with TCP in the list; they start evenly over five seconds. */
const kinds = /** @type {const} */ (["tfrc", "sack"]);

/** @returns {Case[]} */
const besideTcp = () =>
  [2, 8, 32].map((tcp) => ({
    name: `${tcp} beside ${tcp} SACK, RED 25/75`,
    path: {
      ...LINK,
      queue: 225,
      red: { min: 25, max: 75, probability: 0.1, weight: 0.002, ecn: false },
      from_s: 20,
      to_s: 220,
      flows: Array.from({ length: 2 * tcp }, (_, i) => ({
        kind: /** @type {"tfrc" | "sack"} */ (kinds[i % 2]),
        start_s: (5 * i) / (2 * tcp),
      })),
    },
    figures: [
      {
        name: "rate of TFRC over rate of SACK",
        of: ({ rates }) => mean(rates.filter((_, i) => i % 2 === 0)) / mean(rates.filter((_, i) => i % 2 === 1)),
        digits: 3,
        rule: "5 %",
      },
      { name: "queue's mean, packets", of: (run) => run.queue.mean, digits: 1, rule: "5 %" },
      { name: "loss, %", of: (run) => 100 * run.loss, digits: 2, rule: "5 %" },
    ],
  }));

/** @returns {Case[]} */
export const cases = () => [...atLoss(), ...besideTcp()];
