/**
 * The most memory of a process that runs a scenario, silently, with the summary and recorded, over its length.
 */
import { timer } from "../native.mjs";
import { dumbbell } from "../scenarios.mjs";
import { table } from "../table.mjs";

const lengths = [60, 600, 6000];

export function measure() {
  const native = timer();
  return lengths.map((seconds) => {
    const scenario = dumbbell(1, 1e7, 40, seconds, 84);
    const peak = (/** @type {string} */ what) => native(scenario, 1, what).peak_bytes;
    return { seconds, silent: peak("silent"), summary: peak("summary"), recorded: peak("recorded") };
  });
}

export function print(/** @type {ReturnType<typeof measure>} */ rows) {
  const mib = (/** @type {number | null} */ bytes) => (bytes === null ? "-" : (bytes / 2 ** 20).toFixed(1));
  table(
    "Most memory of a process, MiB: 1 flow, 10 Mbit/s, 40 ms",
    ["length of the run", "silent", "summary", "recorded"],
    rows.map(({ seconds, silent, summary, recorded }) => [`${seconds} s`, mib(silent), mib(summary), mib(recorded)]),
  );
}
