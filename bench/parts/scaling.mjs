/**
 * What a delivered packet costs from 1 flow to 10,000 and from 1 Mbit/s to 10 Gbit/s, silently: about a million packets each.
 */
import { timer } from "../native.mjs";
import { dumbbell } from "../scenarios.mjs";
import { each, table, times } from "../table.mjs";

const RUNS = 3;
const PACKETS = 1e6;

const seconds = (/** @type {number} */ rate) => Math.ceil((PACKETS * 12000) / rate);
const rates = [1e6, 1e7, 1e8, 1e9, 1e10];
const flows = [1, 10, 100, 1000, 10_000];

export function measure() {
  const native = timer();
  const row = (/** @type {string} */ name, /** @type {object} */ scenario) => {
    const { packets, silent_s } = native(scenario, RUNS, "silent");
    return { name, packets, silent_s };
  };
  return [
    rates.map((rate) => row(`1 flow, ${rate / 1e6} Mbit/s, 40 ms`, dumbbell(1, rate, 40, seconds(rate)))),
    // Enough for each of ten thousand to keep a window.
    flows.map((count) => row(`${count} flows, 10 Gbit/s, 100 ms`, dumbbell(count, 1e10, 100, 3))),
  ];
}

export function print(/** @type {ReturnType<typeof measure>} */ series) {
  for (const rows of series) {
    const cost = rows.map(({ packets, silent_s }) => silent_s / packets);
    table(
      "Cost of a delivered packet, silently",
      ["", "packets", "ns a packet", "over the least"],
      rows.map(({ name, packets, silent_s }, i) => [
        name,
        packets,
        each(silent_s, packets),
        times(cost[i] ?? 0, Math.min(...cost)),
      ]),
    );
  }
}
