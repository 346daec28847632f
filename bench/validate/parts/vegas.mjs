/**
 * Vegas as ns-2 has it: beside NewReno at three sizes of the queue, and alone with and without delayed ACKs. Not here: the
 * other variants of Vegas, which ns-2 does not have.
 */

/** @typedef {import("../comparison.mjs").Case} Case */

export const title = "Vegas";

const LINK = { rate_bps: 10e6, jitter_ms: 0.1 };
const vegas = /** @type {const} */ ({ kind: "vegas", start_s: 0 });
const rate = (/** @type {import("../ns2.mjs").Result} */ run) => Number(run.rates[0]) / 1e6;

/** @returns {Case[]} */
const beside = () =>
  [20, 84, 200].map((queue) => ({
    name: `beside NewReno, queue ${queue}`,
    path: {
      ...LINK,
      rtt_ms: 40,
      queue,
      from_s: 20,
      to_s: 120,
      flows: [vegas, { kind: "newreno", start_s: 0.5 }],
    },
    figures: [{ name: "rate, Mbit/s", of: rate, digits: 3, rule: "5 %" }],
  }));

/** @returns {Case[]} */
const alone = () =>
  [40, 100].flatMap((rtt_ms) =>
    [false, true].map((delayedAck) => ({
      name: `alone, ${rtt_ms} ms, ${delayedAck ? "delayed ACKs" : "an ACK per packet"}`,
      path: { ...LINK, rtt_ms, queue: 84, delayedAck, from_s: 20, to_s: 50, flows: [vegas] },
      figures: [
        { name: "rate, Mbit/s", of: rate, digits: 3, rule: "5 %" },
        { name: "queue mean, packets", of: (run) => run.queue.mean, digits: 2, rule: "shown" },
      ],
    })),
  );

/** @returns {Case[]} */
export const cases = () => [...beside(), ...alone()];
