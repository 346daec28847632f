/**
 * Ensembles: one scenario under many seeds, on two threads natively and in two workers of the page, against one.
 */
import { ensemble } from "../native.mjs";
import { lucky } from "../scenarios.mjs";
import { table, times } from "../table.mjs";
import { chromium } from "./places.mjs";

const SEEDS = 16;
const RUNS = 3;

export async function measure() {
  const scenario = lucky(20);
  const native = ensemble()(scenario, SEEDS, RUNS);
  const rows = [{ name: "native, threads", ...native }];
  const browser = await chromium();
  if (browser) {
    const scenarios = Array.from({ length: SEEDS }, (_, seed) => JSON.stringify({ ...scenario, seed }));
    const [one_s, two_s] = [Infinity, Infinity];
    const best = { name: "Chromium, workers", one_s, two_s };
    for (let i = 0; i < RUNS; i++) {
      best.one_s = Math.min(best.one_s, (await browser.run(scenarios, 1)).seconds);
      best.two_s = Math.min(best.two_s, (await browser.run(scenarios, 2)).seconds);
    }
    rows.push(best);
    await browser.close();
  }
  return rows;
}

export function print(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  table(
    `Ensembles of ${SEEDS} seeds: two against one`,
    ["", "one, s", "two, s", "times"],
    rows.map(({ name, one_s, two_s }) => [name, one_s.toFixed(3), two_s.toFixed(3), times(one_s, two_s)]),
  );
}
