/**
 * A running page in Chromium as numbers: its frames and long tasks, how busy it is, what memory it holds.
 * Shared by fps.mjs and budgets.mjs.
 * Home-made on Chromium's own protocol, which has these numbers; Playwright gives none of them.
 * Not here: which pages are watched, nor any judgement.
 */
import { execFileSync } from "node:child_process";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Frames (ms from one to the next), tasks over 50 ms (ms), and how busy the main thread was, in ms of each second: all of it,
 * script, style and layout.
 * @param {Page} page
 * @param {number} watched_s
 */
export async function smoothness(page, watched_s) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return [of("TaskDuration"), of("ScriptDuration"), of("LayoutDuration") + of("RecalcStyleDuration")];
  };
  const before = await spent();
  const seen = await page.evaluate(async (watched_s) => {
    const tasks = /** @type {number[]} */ ([]);
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ entryTypes: ["longtask"] });
    const frames = /** @type {number[]} */ ([]);
    await new Promise((resolve) => {
      const begun = performance.now();
      let last = begun;
      const tick = (/** @type {number} */ now) => {
        frames.push(now - last);
        last = now;
        if (now - begun < watched_s * 1000) requestAnimationFrame(tick);
        else resolve(undefined);
      };
      requestAnimationFrame(tick);
    });
    observer.disconnect();
    return { tasks, frames: frames.slice(1) };
  }, watched_s);
  const after = await spent();
  await session.detach();
  return { ...seen, busy: after.map((value, i) => ((value - (before[i] ?? 0)) / watched_s) * 1000) };
}

/** Frames a second. */
export function rate(/** @type {number[]} */ frames) {
  return (1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0);
}

/**
 * MB that the page holds once its garbage is collected: its scripts' objects, and (null where the system's `ps` says nothing)
 * all processes of pages, which includes workers and their WebAssembly.
 * @param {Page} page
 * @returns {Promise<{ heap: number, resident: number | null }>}
 */
export async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  await browser?.detach();
  const pids = processInfo.filter((each) => each.type === "renderer").map((each) => String(each.id));
  let resident = null;
  try {
    const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", pids.join()], { encoding: "utf8" }).trim().split(/\s+/);
    resident = kilobytes.reduce((sum, one) => sum + Number(one), 0) / 1000;
  } catch {
    // No such command here.
  }
  return { heap: usedSize / 1e6, resident };
}
