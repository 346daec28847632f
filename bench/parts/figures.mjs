/**
 * A reader's waiting time: figure 4 of the CDG paper on its page as it was built (the judged column, all repetitions), from the
 * press of the button to the first partial picture, to the last run of the three algorithms that the figure draws, and to the
 * last picture (CUBIC's and Compound's runs, which only its claims want, come last); and twenty runs of the laboratory's first
 * scenario by its *Repeat*. The page measures them itself (`performance.measure`), but for the three algorithms' runs: those are
 * seen in what its workers answer. Not here: the engine alone (places.mjs).
 */
import { findChromium } from "../../scripts/browser.mjs";
import { serve } from "../../scripts/serve.mjs";
import { table } from "../table.mjs";

/** Times of each; the fastest counts. */
const TIMES = 5;

/** A page's own measure, in s: of the newest that has come. @param {import("@playwright/test").Page} page */
const measured = (page, /** @type {string} */ name) =>
  page.evaluate((name) => (performance.getEntriesByName(name).at(-1)?.duration ?? Number.NaN) / 1000, name);

/** The algorithms that figure 4 draws. */
const DRAWN = ["newreno", "vegas", "cdg"];

/** Notes when each run was answered, and of which algorithm it was. Complete in itself: the browser is given its source. */
function watch() {
  /** @type {{ at: { algorithm?: string }, beside: boolean }[]} */
  let jobs = [];
  /** @type {{ algorithm: string | undefined, at_ms: number }[]} */
  const answered = [];
  Object.assign(window, { answered });
  const post = Worker.prototype.postMessage;
  /** @type {WeakMap<Worker, Map<number, { name: string, job?: number }>>} */
  const asked = new WeakMap();
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any[]} */ ...rest) {
    let own = asked.get(this);
    if (!own) {
      const calls = new Map();
      own = calls;
      asked.set(this, calls);
      this.addEventListener("message", ({ data }) => {
        const call = calls.get(data?.call);
        if (!call || !("answer" in data)) return;
        if (call.name === "jobs") jobs = data.answer;
        else if (call.name === "run")
          answered.push({ algorithm: jobs[call.job]?.at.algorithm, at_ms: performance.now() });
      });
    }
    if (message?.call) own.set(message.call, { name: message.name, job: message.argument?.job });
    return Reflect.apply(post, this, [message, ...rest]);
  };
}

/** @param {import("@playwright/test").Page} page */
async function figure(page, /** @type {string} */ site) {
  await page.addInitScript(watch);
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
  const drawn = await page.evaluate((drawn) => {
    const begun = performance.getEntriesByName("figures.whole").at(-1)?.startTime ?? Number.NaN;
    const { answered } = /** @type {any} */ (window);
    const theirs = answered.filter((/** @type {any} */ one) => one.at_ms > begun && drawn.includes(one.algorithm));
    return {
      runs: theirs.length,
      seconds: (Math.max(...theirs.map((/** @type {any} */ one) => one.at_ms)) - begun) / 1000,
    };
  }, DRAWN);
  return { runs, first_s, whole_s, drawn };
}

/** @param {import("@playwright/test").Page} page */
async function repeat(page, /** @type {string} */ site) {
  await page.goto(`${site}index.html#preset=cdg_beside_newreno&autoplay=0&lang=en`);
  await page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached" });
  await page.keyboard.press("m");
  await page.waitForFunction(() => performance.getEntriesByName("repeat.whole").length > 0, null, { timeout: 300_000 });
  return {
    runs: 20,
    first_s: await measured(page, "repeat.first"),
    whole_s: await measured(page, "repeat.whole"),
    drawn: null,
  };
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
    /** @type {{ runs: number, first_s: number, whole_s: number, drawn: { runs: number, seconds: number } | null }[]} */
    const all = [];
    for (let i = 0; i < TIMES; i++) {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      all.push(await once(page, site));
      await page.close();
    }
    const least = (/** @type {"first_s" | "whole_s"} */ what) => Math.min(...all.map((one) => one[what]));
    rows.push({ name, runs: all[0]?.runs ?? 0, first_s: least("first_s"), whole_s: least("whole_s"), all });
    const drawn = all.flatMap((one) => one.drawn ?? []);
    if (drawn[0]) {
      const of = drawn.map(({ runs, seconds }) => ({ runs, first_s: Number.NaN, whole_s: seconds, drawn: null }));
      const whole_s = Math.min(...of.map((one) => one.whole_s));
      rows.push({
        name: "of it the three algorithms drawn",
        runs: drawn[0].runs,
        first_s: Number.NaN,
        whole_s,
        all: of,
      });
    }
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
      Number.isNaN(first_s) ? "" : (1000 * first_s).toFixed(0),
      whole_s.toFixed(2),
      all.map((one) => one.whole_s.toFixed(2)).join(" "),
    ]),
  );
}
