/**
 * How smooth the page is: frames per second and long tasks on the main thread, with four flows and all charts, at
 * several speeds, for a short run and one ten times as long (drawing must not grow with it), and for presets whose link's
 * rate changes. Prints a table; nothing is judged, because machines differ. The last three columns say how busy the main thread is, in ms of each second: all of
 * it, script, style and layout. `npm run fps` after `npm run build`.
 * Home-made because no tool plays a run at several speeds while it counts frames.
 */
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { rate, smoothness } from "./watch-page.mjs";

/** Span that is watched in the page, s. */
const WATCHED_S = 8;

/** Four flows that compete from early on. */
const scenario = (/** @type {number} */ duration_s) => ({
  schema: 1,
  duration_s,
  bottleneck: { rate_bps: 10e6, queue: { discipline: "drop_tail", limit_packets: 84 } },
  flows: ["cdg", "newreno", "cubic", "htcp"].map((kind, i) => ({ name: kind, algorithm: { kind }, start_s: i })),
});
const address = (/** @type {unknown} */ document) => `0${Buffer.from(JSON.stringify(document)).toString("base64url")}`;

const port = await serve({ port: 4319 });
const browser = await chromium.launch({ executablePath: findChromium() || undefined });
console.log(
  "run          speed   frames/s   median ms   p95 ms   worst ms   tasks over 50 ms (worst)    busy  script  layout",
);
const flows = (/** @type {number} */ duration_s) => ({
  name: `${duration_s} s`,
  fields: [`s=${address(scenario(duration_s))}`, "view=path,cwnd,queue,rtt,gradient,backoff,goodput"],
});
const preset = (/** @type {string} */ name) => ({ name, fields: [`preset=${name}`] });
for (const [run, speed] of /** @type {const} */ ([
  [flows(80), 0.01],
  [flows(80), 0.1],
  [flows(80), 1],
  [flows(80), 10],
  [flows(800), 0.1],
  [flows(800), 1],
  [flows(800), 10],
  [preset("cellular"), 0.1],
  [preset("cellular"), 1],
  [preset("satellite"), 0.1],
  [preset("satellite"), 1],
])) {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const fields = [...run.fields, `t=${speed > 1 ? 5 : 20}`, `speed=${speed}`, "autoplay=1"];
  await page.goto(`http://127.0.0.1:${port}/#${fields.join("&")}`);
  await page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached", timeout: 120_000 });
  await page.waitForTimeout(1000);
  const { tasks, frames, busy } = await smoothness(page, WATCHED_S);
  const sorted = [...frames].sort((a, b) => a - b);
  const share = (/** @type {number} */ part) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  const columns = [
    run.name.padEnd(10),
    `${speed}x`.padStart(7),
    rate(frames).toFixed(1).padStart(10),
    share(0.5).toFixed(1).padStart(11),
    share(0.95).toFixed(1).padStart(8),
    share(1).toFixed(1).padStart(10),
    `${tasks.length} (${Math.max(0, ...tasks).toFixed(0)} ms)`.padStart(27),
    ...busy.map((value) => value.toFixed(0).padStart(7)),
  ];
  console.log(columns.join(" "));
  await page.close();
}
await browser.close();
process.exit(0);
