/**
 * How long a map of *Vary* takes: the first picture, the whole map, the longest task of the main thread, and the answer to *Cancel*, on all cores and,
 * where `taskset` is, on one, each in a new browser. `npm run maps` after `npm run build`, in Chromium; `npm run maps -- firefox`: in Firefox, which notes no long
 * tasks, so the longest time between two frames stands for them. Prints each beside its aim; figures are kept in BENCHMARKS.md.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { chromium, firefox } from "@playwright/test";
import { findChromium, findFirefox } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** A map over queue limit and base RTT. @typedef {{ name: string, rate_bps: number, duration_s: number, limit: [number, number], steps: number }} Map */
/** @type {readonly Map[]} */
const MAPS = [
  { name: "24 x 24, 30 s at 10 Mbit/s", rate_bps: 10e6, duration_s: 30, limit: [10, 400], steps: 24 },
  { name: "8 x 8, 60 s at 50 Mbit/s", rate_bps: 50e6, duration_s: 60, limit: [50, 2000], steps: 8 },
];
const SEEDS = 5;
const RTTS_MS = [10, 200];

const CORES = availableParallelism();
const isFirefox = process.argv.includes("firefox");
const port = await serve({ port: 4331, gzip: true });
const packed = (/** @type {unknown} */ value) => `0${Buffer.from(JSON.stringify(value)).toString("base64url")}`;

/** CUBIC beside BBR, with the choice of a map. @param {Map} map */
function address({ rate_bps, duration_s, limit, steps }) {
  const scenario = {
    schema: 1,
    duration_s,
    bottleneck: { rate_bps, queue: { discipline: "drop_tail", limit_packets: 100 } },
    flows: ["cubic", "bbr"].map((kind) => ({ name: kind, algorithm: { kind }, base_rtt_ms: 40 })),
  };
  const axis = (/** @type {string} */ path, /** @type {number[]} */ [from, to]) => ({
    ...{ path, from, to, steps, logarithmic: true, words: [] },
  });
  const choice = {
    axes: [axis("bottleneck.queue.limit_packets", limit), axis("flows.cubic.base_rtt_ms", RTTS_MS)],
    ...{ seeds: SEEDS, fields: ["of_capacity"], flow: 1 },
  };
  return `http://127.0.0.1:${port}/#s=${packed(scenario)}&autoplay=0&vary=${packed(choice)}`;
}

/** @param {Map} map @param {boolean} isCancelled */
async function measured(map, isCancelled) {
  const executablePath = (isFirefox ? findFirefox() : findChromium()) || undefined;
  const browser = isFirefox
    ? await firefox.launch({ executablePath, channel: "moz-firefox" })
    : await chromium.launch({ executablePath });
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.addInitScript(() => {
    const notes = { task: 0, frame: 0 };
    Object.assign(globalThis, { notes });
    if (PerformanceObserver.supportedEntryTypes.includes("longtask"))
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) notes.task = Math.max(notes.task, duration);
      }).observe({ type: "longtask" });
  });
  await page.goto(address(map));
  const dialog = page.getByRole("dialog");
  const status = dialog.locator(".vary-doing");
  // The time is estimated once the dearest run is measured.
  await page.waitForFunction(() => /about/.test(document.querySelector(".vary-doing")?.textContent ?? ""));
  const said = ((await status.locator("[role=status]").textContent()) ?? "").trim();
  await page.evaluate(() => {
    const { notes } = /** @type {any} */ (globalThis);
    Object.assign(notes, { task: 0, frame: 0 });
    let last = performance.now();
    const tick = (/** @type {number} */ now) => {
      notes.frame = Math.max(notes.frame, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await status.locator("button").click();
  const spent = (/** @type {string} */ name) =>
    page
      .waitForFunction((name) => performance.getEntriesByName(name)[0]?.duration ?? 0, name, { timeout: 600_000 })
      .then((handle) => handle.jsonValue());
  const first = await spent("vary.first");
  let [whole, cancel] = [0, 0];
  if (isCancelled)
    cancel = await page.evaluate(async () => {
      const place = document.querySelector(".vary-doing");
      const begun = performance.now();
      await new Promise((resolve) => {
        new MutationObserver(() => !place?.querySelector("progress") && resolve(undefined)).observe(
          /** @type {Element} */ (place),
          { childList: true, subtree: true, characterData: true },
        );
        place?.querySelector("button")?.click();
      });
      return performance.now() - begun;
    });
  else whole = await spent("vary.whole");
  const { task, frame } = await page.evaluate(() => /** @type {any} */ (globalThis).notes);
  await browser.close();
  return { said, first, whole, cancel, longest: isFirefox ? frame : task };
}

/** Gives this process, and so the browsers that it starts, a number of cores. False where there is no command for it and not all are asked for. */
function cores(/** @type {number} */ count) {
  try {
    execFileSync("taskset", ["-acp", `0-${count - 1}`, String(process.pid)], { stdio: "ignore" });
    return true;
  } catch {
    return count === CORES;
  }
}

const line = (/** @type {string} */ what, /** @type {string} */ found, aim = "") =>
  console.log(`  ${what.padEnd(34)} ${found.padStart(9)}   ${aim}`);
console.log(`${isFirefox ? "Firefox" : "Chromium"}, load at the start ${(loadavg()[0] ?? 0).toFixed(1)}`);
for (const map of MAPS)
  for (const count of [CORES, 1]) {
    if (!cores(count)) continue;
    const { said, first, whole, longest } = await measured(map, false);
    const { cancel } = await measured(map, true);
    console.log(`${map.name}, ${SEEDS} runs of each cell, on ${count === 1 ? "one core" : `${count} cores`}: ${said}`);
    line("first picture", `${(first / 1000).toFixed(2)} s`, "aim: 1 s");
    line("whole map", `${(whole / 1000).toFixed(1)} s`, map === MAPS[0] && count === 2 ? "aim: 40 s" : "");
    line(isFirefox ? "longest time between frames" : "longest task", `${longest.toFixed(0)} ms`);
    line("from Cancel to its answer", `${cancel.toFixed(0)} ms`, "aim: 200 ms");
  }
process.exit();
