/**
 * Ensembles: one scenario under many seeds, on two threads and in two processes natively and in two workers of the page,
 * against one. Not here: the native program (`measures/examples/ensemble.rs`).
 */
import { ensemble } from "../native.mjs";
import { lucky } from "../scenarios.mjs";
import { median, table, times } from "../table.mjs";
import { chromium } from "./places.mjs";

const SEEDS = 16;
/**
 * Rounds: one and two in turn. A virtual machine's second processor comes and goes with its neighbours: within a minute the
 * same work took one thread .28 s and .57, two threads .15 and .30. So many rounds meet quiet moments of both.
 */
const ROUNDS = 24;

/**
 * The fastest of each counts; the median of the pairs' ratios tells how it wanders.
 * @param {string} name
 * @param {{ one_s: number, two_s: number }[]} rounds
 */
const row = (name, rounds) => ({
  name,
  one_s: Math.min(...rounds.map(({ one_s }) => one_s)),
  two_s: Math.min(...rounds.map(({ two_s }) => two_s)),
  median: median(rounds.map(({ one_s, two_s }) => one_s / two_s)),
});

export async function measure() {
  const scenario = lucky(20);
  const native = ensemble()(scenario, SEEDS, ROUNDS);
  const rows = [
    row("native, threads", native),
    row(
      "native, processes",
      native.map(({ one_s, processes_s }) => ({ one_s, two_s: processes_s })),
    ),
  ];
  const browser = await chromium();
  if (browser) {
    const scenarios = Array.from({ length: SEEDS }, (_, seed) => JSON.stringify({ ...scenario, seed }));
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) {
      const one_s = (await browser.run(scenarios, 1)).seconds;
      rounds.push({ one_s, two_s: (await browser.run(scenarios, 2)).seconds });
    }
    rows.push(row("Chromium, workers", rounds));
    await browser.close();
  }
  return rows;
}

export function print(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  table(
    `Ensembles of ${SEEDS} seeds: two against one, the fastest of ${ROUNDS} rounds`,
    ["", "one, s", "two, s", "times", "median of the rounds' ratios"],
    rows.map(({ name, one_s, two_s, median }) => [
      name,
      one_s.toFixed(3),
      two_s.toFixed(3),
      times(one_s, two_s),
      median.toFixed(2),
    ]),
  );
}
