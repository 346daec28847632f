/**
 * Many flows on one link: timeouts, retransmissions and needless ones, drop tail and RED. Not here: single flows (single.mjs).
 */

/** @typedef {import("../comparison.mjs").Case} Case */
/** @typedef {import("../comparison.mjs").Figure} Figure */
/** @typedef {import("../ns2.mjs").Path} Path */

export const title = "Many flows: the retransmission timer";

/** The flows of a case start evenly over the first five seconds, in both simulators from this list. */
const START_WITHIN_S = 5;

const flows = (/** @type {number} */ count, /** @type {"newreno" | "sack"} */ kind) =>
  Array.from({ length: count }, (_, i) => ({ kind, start_s: (i * START_WITHIN_S) / count }));

const red = (/** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ weight) => ({
  min,
  max,
  probability: 0.1,
  weight,
  ecn: false,
});

const SLOW = { rate_bps: 10e6, rtt_ms: 40, jitter_ms: 0.1, from_s: 10, to_s: 60 };
const FAST = { rate_bps: 100e6, rtt_ms: 100, jitter_ms: 0.1, from_s: 10, to_s: 40 };

/** The paths, by the names of the rows. */
/** @type {Record<string, Path>} */
const PATHS = {
  "20 SACK, RED 25/75": { ...SLOW, queue: 225, red: red(25, 75, 0.002), flows: flows(20, "sack") },
  "20 NewReno, RED 25/75": { ...SLOW, queue: 225, red: red(25, 75, 0.002), flows: flows(20, "newreno") },
  "50 SACK, drop tail 84": { ...SLOW, queue: 84, flows: flows(50, "sack") },
  "50 NewReno, drop tail 84": { ...SLOW, queue: 84, flows: flows(50, "newreno") },
  "50 SACK, RED 25/75": { ...SLOW, queue: 225, red: red(25, 75, 0.002), flows: flows(50, "sack") },
  "500 SACK, drop tail 833": { ...FAST, queue: 833, flows: flows(500, "sack") },
  "500 SACK, RED 100/400": { ...FAST, queue: 1200, red: red(100, 400, 0.0002), flows: flows(500, "sack") },
};

/**
 * Medians of eleven seeds of version 0.1 (commit 289b5b7, whose program is not part of this repository), measured once on these paths:
 * timeouts, retransmissions, needless ones. The last were counted at the receiver by the same observer as today's, put into 0.1.
 * @type {Record<string, [number, number, number]>}
 */
const VERSION_0_1 = {
  "20 SACK, RED 25/75": [1052, 3619, 1430],
  "20 NewReno, RED 25/75": [974, 3574, 1428],
  "50 SACK, drop tail 84": [3919, 7883, 2584],
  "50 NewReno, drop tail 84": [3449, 7830, 3135],
  "50 SACK, RED 25/75": [4026, 8244, 1704],
  "500 SACK, drop tail 833": [14793, 39619, 13353],
  "500 SACK, RED 100/400": [20788, 54149, 10645],
};

const SACK1 = "ns-2's Sack1 counts lost packets as in flight and stalls until its timer fires; RFC 6675 does not";
const NEWRENO =
  "ns-2's NewReno ends a recovery with its whole window, ours with the packets in flight plus one (RFC 6582); that explains 2 percentage points, the rest is open";

/** Causes of differences, by row and figure. */
/** @type {Record<string, Record<string, string>>} */
const CAUSES = {
  "50 SACK, drop tail 84": { timeouts: SACK1, "loss, %": SACK1 },
  "50 NewReno, drop tail 84": { "loss, %": NEWRENO },
  "500 SACK, drop tail 833": { "queue mean, packets": SACK1 },
};

/** @returns {Figure[]} */
function figures(/** @type {string} */ row) {
  const [timeouts, retransmissions, needless] = VERSION_0_1[row] ?? [];
  /** @type {Figure[]} */
  const all = [
    { name: "timeouts", of: (run) => run.timeouts, rule: "timeouts", old: timeouts },
    { name: "retransmissions", of: (run) => run.retransmissions, rule: "shown", old: retransmissions },
    { name: "needless retransmissions", of: (run) => run.needless, rule: "needless", old: needless },
    { name: "loss, %", of: (run) => 100 * run.loss, digits: 2, rule: "5 %" },
    { name: "goodput, Mbit/s", of: (run) => run.goodput_bps / 1e6, digits: 2, rule: "5 %" },
    { name: "queue mean, packets", of: (run) => run.queue.mean, digits: 1, rule: "5 %" },
    { name: "queue p10, packets", of: (run) => run.queue.p10, rule: "shown" },
    { name: "queue p50, packets", of: (run) => run.queue.p50, rule: "shown" },
    { name: "queue p90, packets", of: (run) => run.queue.p90, rule: "shown" },
    { name: "Jain's index", of: (run) => run.jain, digits: 3, rule: "5 %" },
  ];
  return all.map((figure) => ({ ...figure, cause: CAUSES[row]?.[figure.name] }));
}

/** @returns {Case[]} */
export const cases = () =>
  Object.entries(PATHS).map(([name, path]) => ({
    name,
    path,
    byMode: name.startsWith("50 NewReno"),
    figures: figures(name),
  }));
