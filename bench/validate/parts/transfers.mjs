/**
 * Finite transfers, each alone on an idle path: how long they take, and what they send needlessly. Not here: endless flows.
 */
import { mean, median } from "../statistics.mjs";

/** @typedef {import("../comparison.mjs").Case} Case */
/** @typedef {import("../ns2.mjs").Result} Result */

export const title = "Finite transfers";

/** Transfers of a run, one after another: long enough apart that even one with several timeouts is over. */
const TRANSFERS = 100;
const APART_S = 60;

const known = (/** @type {Result} */ run) => run.completions.filter((time) => time !== null);

/** With `syn_` false ns-2 takes no duplicates of its very first packet for a loss: it waits for its first timer, of 3 s. */
const FIRST_PACKET = "ns-2 repairs a loss of the very first packet only by its first timeout, after 3 s";
/** Where slow start overshoots the queue by itself, or several packets of a window are lost. */
const SACK1 = "ns-2's Sack1 counts lost packets as in flight, so it waits longer in a recovery; RFC 6675 does not";

/** @returns {Case[]} */
export const cases = () =>
  [0, 0.01, 0.03].flatMap((loss) =>
    [10, 30, 100, 300, 1000].map((packets) => {
      // Without loss all transfers are alike.
      const count = loss === 0 ? 1 : TRANSFERS;
      const overshoots = packets >= 300 ? SACK1 : undefined;
      return {
        name: `${packets} packets, ${100 * loss} % random loss`,
        path: {
          rate_bps: 10e6,
          rtt_ms: 40,
          queue: 84,
          jitter_ms: 0.1,
          loss,
          from_s: 0,
          to_s: count * APART_S,
          flows: Array.from({ length: count }, (_, i) => ({
            kind: /** @type {const} */ ("sack"),
            start_s: i * APART_S,
            packets,
          })),
        },
        figures: [
          { name: "median, s", of: (run) => median(known(run)), digits: 3, rule: "5 %", cause: overshoots },
          {
            name: "mean, s",
            of: (run) => mean(known(run)),
            digits: 3,
            rule: "5 %",
            cause: loss > 0 ? FIRST_PACKET : overshoots,
          },
          {
            name: "retransmissions per transfer",
            of: (run) => run.retransmissions / count,
            digits: 2,
            rule: "shown",
          },
          { name: "needless per transfer", of: (run) => run.needless / count, digits: 3, rule: "shown" },
        ],
      };
    }),
  );
