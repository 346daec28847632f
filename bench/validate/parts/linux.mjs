/**
 * Modules of Linux 2.6.22, as ns-2's frame for them runs them, beside the stack `linux_2_6`: one flow under random loss, a flow beside NewReno,
 * and four flows of one algorithm. Not here: NV, CDG and other algorithms that came later (no module of that time).
 */

/** @typedef {import("../comparison.mjs").Case} Case */
/** @typedef {import("../comparison.mjs").Figure} Figure */
/** @typedef {import("../ns2.mjs").Result} Result */

export const title = "Linux 2.6: one flow under random loss, beside NewReno, four flows";

/** Modules of Linux, by their names there. */
export const MODULES = /** @type {const} */ ([
  "reno",
  "bic",
  "compound",
  "cubic",
  "highspeed",
  "htcp",
  "hybla",
  "illinois",
  "lp",
  "scalable",
  "vegas",
  "veno",
  "westwood",
  "yeah",
]);
const LINK = { rate_bps: 10e6, rtt_ms: 40, queue: 84, jitter_ms: 0 };
const SEEDS = 5;

/** Why a module's figure differs by more than a tenth, from the sources. */
const END =
  "ns-2's frame ends a recovery with three packets above what is in flight, a kernel with one (`tcp_cwnd_down`); with three ours is within 9 %";
const ONE_RUN = "without jitter or random loss each has a single run, in which the flows keep in step";
const CAUSES = new Map([
  ["reno, 3 % lost", END],
  ["compound, 3 % lost", END],
  ["scalable, 3 % lost", END],
  ["yeah, 3 % lost", END],
  [
    "illinois",
    "below 15 packets it is Reno. ns-2's frame cuts the window to ssthresh/2 at once, a kernel by a packet with every second ACK, so that it rarely gets there; with a threshold of 25 packets ours has 3.75 Mbit/s at 1 %",
  ],
  [
    "lp",
    "the module divides 1000 by its estimate of the receiver's clock rate in whole numbers; above 1000 Hz that is 0, and the one-way delay is without meaning. Ours has the delay",
  ],
  ["vegas", "open: the module is of 2.6.22 and reads the window of the round trip before, ours is of 5.x"],
  [
    "westwood",
    "ns-2's frame sets the estimated BDP at the loss, and raises it to ssthresh at the end; a kernel sets it at the end (`CA_EVENT_COMPLETE_CWR`)",
  ],
  ["four of htcp", ONE_RUN],
  ["four of scalable", ONE_RUN],
  ["four of yeah", ONE_RUN],
]);

/** A case with the cause that is known for it, or for its module. */
function explained(/** @type {Case} */ each) {
  const module = MODULES.find((module) => each.name.includes(module)) ?? "";
  const cause = CAUSES.get(each.name) ?? CAUSES.get(module);
  return { ...each, figures: each.figures.map((figure) => ({ ...figure, ...(cause && { cause }) })) };
}

/** Goodput, Mbit/s. */
const goodput = (/** @type {Result} */ run) => run.goodput_bps / 1e6;
/** The first flow's share of both rates. */
const share = (/** @type {Result} */ { rates: [own = 0, other = 0] }) => own / (own + other);

/** @returns {Case[]} */
const alone = () =>
  MODULES.flatMap((module) =>
    [0, 0.001, 0.01, 0.03].map((loss) => ({
      name: `${module}, ${loss * 100} % lost`,
      seeds: loss > 0 ? SEEDS : 1,
      path: { ...LINK, loss, from_s: 0, to_s: 60, flows: [{ kind: `linux.${module}`, start_s: 0 }] },
      figures: [
        { name: "goodput, Mbit/s", of: goodput, digits: 2, rule: "10 %" },
        { name: "timeouts", of: (run) => run.timeouts, rule: "shown" },
        ...(loss === 0
          ? [
              /** @type {Figure} */ ({
                name: "queue mean, packets",
                of: (run) => run.queue.mean,
                digits: 1,
                rule: "10 %",
              }),
            ]
          : []),
      ],
    })),
  );

/** @returns {Case[]} */
const together = () =>
  MODULES.flatMap((module) => {
    const kind = /** @type {const} */ (`linux.${module}`);
    return [
      {
        name: `${module} beside NewReno`,
        seeds: 1,
        path: {
          ...LINK,
          from_s: 20,
          to_s: 110,
          flows: [
            { kind, start_s: 0 },
            { kind: "linux.reno", start_s: 0.5 },
          ],
        },
        figures: [{ name: "share", of: share, digits: 3, rule: "10 %" }],
      },
      {
        name: `four of ${module}`,
        seeds: 1,
        path: { ...LINK, from_s: 20, to_s: 110, flows: [0, 0.5, 1, 1.5].map((start_s) => ({ kind, start_s })) },
        figures: [
          { name: "Jain's index", of: (run) => run.jain, digits: 3, rule: "10 %" },
          { name: "queue mean, packets", of: (run) => run.queue.mean, digits: 1, rule: "10 %" },
          { name: "dropped, per mille", of: (run) => 1000 * run.loss, digits: 2, rule: "10 %" },
        ],
      },
    ];
  });

/** @returns {Case[]} */
export const cases = () => [...alone(), ...together()].map(explained);
