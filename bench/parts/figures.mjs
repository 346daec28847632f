/**
 * What a reader waits for: figure 4 of the CDG paper on its page as it was built (the judged column, all repetitions), from the
 * press of the button to the first partial picture and to the last one; and twenty runs of the laboratory's first scenario
 * by its *Repeat*. The page measures both itself (`performance.measure`). Not here: the engine alone (places.mjs).
 */
import { findChromium } from "../../scripts/browser.mjs";
import { serve } from "../../scripts/serve.mjs";
import { table } from "../table.mjs";

/** Times of each; the fastest counts. */
const TIMES = 5;

/** A page's own measure, in s: of the newest that has come. @param {import("@playwright/test").Page} page */
const measured = (page, /** @type {string} */ name) =>
  page.evaluate((name) => (performance.getEntriesByName(name).at(-1)?.duration ?? Number.NaN) / 1000, name);

/** @param {import("@playwright/test").Page} page */
async function figure(page, /** @type {string} */ site) {
  await page.goto(`${site}figures.html#cdg_fig4`);
  const count = page.locator(".run .count");
  await count.filter({ hasText: /\d/ }).waitFor();
  const runs = Number((await count.textContent())?.replaceAll(/\D/g, ""));
  // Workers stand ready some moments after the page.
  await page.waitForTimeout(1500);
  await page.locator(".run .start").click();
  await page.waitForFunction(() => performance.getEntriesByName("figures.whole").length > 0, null, {
    timeout: 300_000,
  });
  const [first_s, whole_s] = await Promise.all([measured(page, "figures.first"), measured(page, "figures.whole")]);
  return { runs, first_s, whole_s };
}

/** @param {import("@playwright/test").Page} page */
async function repeat(page, /** @type {string} */ site) {
  await page.goto(`${site}index.html#preset=cdg_beside_newreno&autoplay=0&lang=en`);
  await page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached" });
  await page.keyboard.press("m");
  await page.waitForFunction(() => performance.getEntriesByName("repeat.whole").length > 0, null, { timeout: 300_000 });
  return { runs: 20, first_s: await measured(page, "repeat.first"), whole_s: await measured(page, "repeat.whole") };
}

export async function measure() {
  const executablePath = findChromium();
  if (executablePath === null) {
    console.error("No Chromium found: the pages are not measured.");
    return [];
  }
  const { chromium } = await import("@playwright/test");
  const site = `http://127.0.0.1:${await serve({ port: 4329 })}/`;
  const browser = await chromium.launch({ executablePath: executablePath || undefined });
  const rows = [];
  for (const [name, once] of /** @type {const} */ ([
    ["CDG figure 4, judged", figure],
    ["the laboratory's Repeat", repeat],
  ])) {
    /** @type {{ runs: number, first_s: number, whole_s: number }[]} */
    const all = [];
    for (let i = 0; i < TIMES; i++) {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      all.push(await once(page, site));
      await page.close();
    }
    const least = (/** @type {"first_s" | "whole_s"} */ what) => Math.min(...all.map((one) => one[what]));
    rows.push({ name, runs: all[0]?.runs ?? 0, first_s: least("first_s"), whole_s: least("whole_s"), all });
  }
  await browser.close();
  return rows;
}

export function print(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  table(
    `On the page, from the press of the button, fastest of ${TIMES}`,
    ["", "runs", "first picture, ms", "whole, s", "whole, each time, s"],
    rows.map(({ name, runs, first_s, whole_s, all }) => [
      name,
      runs,
      (1000 * first_s).toFixed(0),
      whole_s.toFixed(2),
      all.map((one) => one.whole_s.toFixed(2)).join(" "),
    ]),
  );
}
