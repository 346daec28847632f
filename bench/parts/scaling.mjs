/**
 * Cost of a delivered packet from 1 flow to 10,000 and from 1 Mbit/s to 10 Gbit/s, silently. Not here: other paths.
 */
import { timer } from "../native.mjs";
import { dumbbell } from "../scenarios.mjs";
import { each, table, times } from "../table.mjs";

/** Rounds: each path once in turn, so that a machine whose speed wanders is as fast for all; the fastest of each counts. */
const ROUNDS = 8;
/** As many packets as the clock needs. */
const PACKETS = 1e6;
/**
 * Seconds that each run lasts at least. A fast path has its million packets after two or three seconds, and these are nothing
 * but slow start's overshoot (a queue's worth of packets lost at once) and its repair, one packet a round trip: a stretch that
 * every run has once. It is told in a line of its own.
 */
const LEAST_S = 60;

const enough = (/** @type {number} */ rate) => Math.ceil((PACKETS * 12000) / rate);
const rates = [1e6, 1e7, 1e8, 1e9, 1e10];
const flows = [1, 10, 100, 1000, 10_000];

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {object} scenario
 * @property {boolean} start Only the path's start, which its whole run has too.
 * @property {number} packets
 * @property {number} silent_s
 */

/**
 * A path's run, and where a million packets are only its start, that too.
 * @param {number} rate
 * @param {number} rtt_ms
 * @param {number} count
 * @param {number} start_s
 * @returns {Row[]}
 */
function path(rate, rtt_ms, count, start_s) {
  const name = `${count} ${count === 1 ? "flow" : "flows"}, ${rate / 1e6} Mbit/s, ${rtt_ms} ms`;
  const row = (/** @type {string} */ name, /** @type {number} */ duration_s, /** @type {boolean} */ start) => {
    return { name, scenario: dumbbell(count, rate, rtt_ms, duration_s), start, packets: 0, silent_s: Infinity };
  };
  const whole = row(name, Math.max(LEAST_S, start_s), false);
  return start_s < LEAST_S ? [whole, row(`${name}: its first ${start_s} s`, start_s, true)] : [whole];
}

export function measure() {
  const native = timer();
  const series = [
    rates.flatMap((rate) => path(rate, 40, 1, enough(rate))),
    // Three seconds, so that each of ten thousand has a few round trips.
    flows.flatMap((count) => path(1e10, 100, count, 3)),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of series.flat()) {
      const { packets, silent_s } = native(row.scenario, 1, "silent");
      row.packets = packets;
      row.silent_s = Math.min(row.silent_s, silent_s);
    }
  }
  return series.map((rows) => rows.map(({ scenario: _, ...row }) => row));
}

export function print(/** @type {ReturnType<typeof measure>} */ series) {
  for (const rows of series) {
    const cost = rows.map(({ packets, silent_s }) => silent_s / packets);
    const least = Math.min(...cost.filter((_, i) => !rows[i]?.start));
    table(
      "Cost of a delivered packet, silently",
      ["", "packets", "ns a packet", "over the least"],
      rows.map(({ name, packets, silent_s }, i) => [
        name,
        packets,
        each(silent_s, packets),
        times(cost[i] ?? 0, least),
      ]),
    );
  }
}
