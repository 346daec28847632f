/**
 * TFRC as ns-2 has it by default: at random loss, and beside TCP on RED. Not here: RFC 5348's TFRC, which ns-2 does not have.
 */
import { TFRC_TICK_S } from "../ns2.mjs";
import { mean } from "../statistics.mjs";

/** @typedef {import("../comparison.mjs").Case} Case */

export const title = "TFRC";

const LINK = { rate_bps: 10e6, rtt_ms: 40, jitter_ms: 0.1 };

/**
 * ns-2 counts the timeout of TFRC's equation in ticks of 0.1 s: at 40 ms it is 0.3 s whatever is measured, and beyond 1 % of loss it decides
 * the rate. With a tick of a millisecond it is what is measured, SRTT + 4 RTTVAR.
 */
const FINE_TICK_S = 0.001;
const OPEN = "open: at this loss rate the first intervals and the no-feedback timer decide";

/** @returns {Case[]} */
const atLoss = () =>
  [FINE_TICK_S, TFRC_TICK_S].flatMap((tfrcTick_s) =>
    [0.001, 0.01, 0.03, 0.1].map((loss) => ({
      name: `${100 * loss} % random loss, tick ${tfrcTick_s} s`,
      path: { ...LINK, tfrcTick_s, queue: 84, loss, from_s: 20, to_s: 320, flows: [{ kind: "tfrc", start_s: 0 }] },
      figures: [
        {
          name: "rate, Mbit/s",
          of: (run) => Number(run.rates[0]) / 1e6,
          digits: 3,
          rule: "5 %",
          cause: loss === 0.1 ? OPEN : undefined,
        },
      ],
    })),
  );

/** As many TFRC as TCP, taking turns in the list; they start evenly over five seconds. */
const kinds = /** @type {const} */ (["tfrc", "sack"]);

/** @returns {Case[]} */
const besideTcp = () =>
  [FINE_TICK_S, TFRC_TICK_S].flatMap((tfrcTick_s) =>
    [2, 8, 32].map((tcp) => ({
      name: `${tcp} beside ${tcp} SACK, RED 25/75, tick ${tfrcTick_s} s`,
      path: {
        ...LINK,
        tfrcTick_s,
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
        { name: "queue mean, packets", of: (run) => run.queue.mean, digits: 1, rule: "5 %" },
        { name: "loss, %", of: (run) => 100 * run.loss, digits: 2, rule: "5 %" },
      ],
    })),
  );

/** @returns {Case[]} */
export const cases = () => [...atLoss(), ...besideTcp()];
