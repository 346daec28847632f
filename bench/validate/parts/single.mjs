/**
 * One flow alone: what slow start overshoots by, and its epochs in five minutes. Without jitter, so that it can agree to the packet.
 * Not here: finite transfers (transfers.mjs).
 */

/** @typedef {import("../comparison.mjs").Case} Case */
/** @typedef {import("../comparison.mjs").Figure} Figure */

export const title = "One flow: slow start and epochs";

const kinds = /** @type {const} */ (["sack", "newreno", "reno", "tahoe"]);
const OPEN = "open: one or two packets of slow start's bursts into a queue of nine";
const label = { sack: "SACK", newreno: "NewReno", reno: "Reno", tahoe: "Tahoe" };

/** @returns {Case[]} */
const overshoot = () =>
  [
    { rate_bps: 10e6, rtt_ms: 40, queue: 84 },
    { rate_bps: 10e6, rtt_ms: 40, queue: 34 },
    { rate_bps: 10e6, rtt_ms: 40, queue: 9 },
    { rate_bps: 100e6, rtt_ms: 80, queue: 667 },
  ].flatMap((link) =>
    kinds.map((kind) => ({
      name: `first ${link.queue === 9 ? 2 : 5} s, ${link.rate_bps / 1e6} Mbit/s, queue ${link.queue}, ${label[kind]}`,
      seeds: 1,
      path: { ...link, jitter_ms: 0, from_s: 0, to_s: link.queue === 9 ? 2 : 5, flows: [{ kind, start_s: 0 }] },
      figures: [
        { name: "dropped, packets", of: (run) => run.drops, rule: "5 %", cause: link.queue === 9 ? OPEN : undefined },
        { name: "timeouts", of: (run) => run.timeouts, rule: "5 %" },
        {
          name: "retransmissions",
          of: (run) => run.retransmissions,
          rule: "5 %",
          cause: link.queue === 9 ? OPEN : undefined,
        },
      ],
    })),
  );

/** @returns {Case[]} */
const epochs = () =>
  [false, true].flatMap((delayedAck) =>
    kinds.slice(1).map((kind) => ({
      name: `300 s, queue 84, ${label[kind]}, ${delayedAck ? "delayed ACKs" : "an ACK per packet"}`,
      seeds: 1,
      path: {
        rate_bps: 10e6,
        rtt_ms: 40,
        queue: 84,
        jitter_ms: 0,
        delayedAck,
        from_s: 0,
        to_s: 300,
        flows: [{ kind, start_s: 0 }],
      },
      figures: [
        // Tahoe has no recovery that could be counted.
        ...(kind === "tahoe"
          ? []
          : [/** @type {Figure} */ ({ name: "window reductions", of: (run) => run.cuts, rule: "5 %" })]),
        { name: "dropped, packets", of: (run) => run.drops, rule: "5 %" },
        { name: "goodput, Mbit/s", of: (run) => run.goodput_bps / 1e6, digits: 2, rule: "5 %" },
      ],
    })),
  );

/** @returns {Case[]} */
export const cases = () => [...overshoot(), ...epochs()];
