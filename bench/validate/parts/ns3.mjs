/**
 * Algorithms of ns-3 beside the stack `linux`: one flow without loss and with 1 %. ns-3's sender has SACK, PRR and time stamps, but neither
 * RACK nor what takes a reduction back. Not here: several flows.
 */

import { MODULES } from "./linux.mjs";

/** @typedef {import("../comparison.mjs").Case} Case */

export const title = "ns-3: one flow";

/** Those of Linux that ns-3 has, and LEDBAT. */
const ALGORITHMS = [...MODULES.filter((module) => module !== "compound"), "ledbat"];
const LINK = { rate_bps: 10e6, rtt_ms: 40, queue: 84, jitter_ms: 0.1 };

/** Why a module's figure differs by more than a tenth, by case or module. */
const CAUSES = new Map([
  ["reno, 1 % lost", "ns-3 lies above √(1.5/p) packets, which are 3.46 Mbit/s"],
  ["bic, 1 % lost", "open: ns-2's module has 5.30, ours on `linux_2_6` 5.08"],
  [
    "cubic, 1 % lost",
    "this version of ns-3 has no Reno-friendly region; a kernel agrees with ours within 1 % (kernel.md)",
  ],
  ["illinois, 0 % lost", "open: ns-2's module has 61.9"],
  ["illinois, 1 % lost", "open: at the edge of its threshold of 15 packets (ns2.md)"],
  ["ledbat", "open: our queue of 89 ms is near the target of 100 ms, ns-3's of 30 ms is not"],
  ["lp", "open: ns-3 reads the one-way delay from time stamps of 1 ms, as the module does"],
  [
    "scalable, 1 % lost",
    "AIMD with 1 and 1/8 has a mean of 27.4 packets, 7.8 Mbit/s; ns-3 grows as Reno does in small windows",
  ],
  ["vegas", "ns-3 takes one packet off the window at a loss, Linux half of it (`tcp_reno_ssthresh`)"],
  ["veno, 1 % lost", "open: ns-2's module has 5.72"],
  [
    "westwood, 1 % lost",
    "ns-3 sets the estimated BDP at the loss, as variant `paper` does (9.2); Linux halves the window and sets it at the end",
  ],
  ["yeah, 1 % lost", "below 100 packets it is AIMD with 1 and 1/8, 7.8 Mbit/s; ns-2's module has 6.6"],
]);

/** @returns {Case[]} */
export const cases = () =>
  ALGORITHMS.flatMap((module) =>
    [0, 0.01].map((loss) => {
      const name = `${module}, ${loss * 100} % lost`;
      const cause = CAUSES.get(name) ?? CAUSES.get(module);
      const path = {
        ...LINK,
        loss,
        from_s: 20,
        to_s: 80,
        flows: [{ kind: /** @type {const} */ (`ns3.${module}`), start_s: 0 }],
      };
      /** @type {import("../comparison.mjs").Figure[]} */
      const figures = [{ name: "goodput, Mbit/s", of: (run) => run.goodput_bps / 1e6, digits: 2, rule: "10 %", cause }];
      if (loss === 0)
        figures.push({ name: "queue mean, packets", of: (run) => run.queue.mean, digits: 1, rule: "10 %", cause });
      return { name, seeds: loss > 0 ? 5 : 1, path, figures };
    }),
  );
