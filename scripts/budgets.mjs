/**
 * The page's budgets, measured: bytes, first moments on a slow connection and a slow processor, layout shift, the answer to
 * the hand, frames a second, memory. Prints each with its budget, and ends with code 1 where one is missed: the median of three
 * runs counts, the worst is printed beside it. On a machine that has other work, times mean little; its load is printed first.
 * `npm run budgets` after `npm run build`; `npm run budgets -- times hour`: parts (bytes times hand frames memory), and memory
 * after an hour against five minutes instead of five minutes against one. Figures are kept in BENCHMARKS.md.
 * Home-made because Lighthouse judges how a page opens, not hand, frames and memory of one that runs for an hour.
 */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { median } from "../bench/table.mjs";
import { findChromium } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { memory, rate, smoothness } from "./watch-page.mjs";

/** A slow telephone line and a slow telephone: bytes a second, ms each way there and back, times slower. */
const SLOW = { bytes_s: 1.6e6 / 8, latency_ms: 150, cpu: 4 };
/** The first packet on the screen, s: 2.3 with one engine, and 0.3 for the algorithms that came after it was measured (their code is fetched first). */
const FIRST_PACKET_S = 2.3 + 0.3;
/** Each figure is the median of so many runs. */
const RUNS = 3;
const SCREENS = { phone: { width: 390, height: 844 }, laptop: { width: 1366, height: 768 } };
const ALL_CHARTS = "path,cwnd,queue,rtt,gradient,backoff,goodput,delay,delay_cdf,phase,state";

const asked = process.argv.slice(2);
const hour = asked.includes("hour") || asked.includes("--hour");
const parts = asked.filter((each) => !/hour$/.test(each));
const wanted = (/** @type {string} */ part) => parts.length === 0 || parts.includes(part);
const line = (/** @type {string} */ what, /** @type {string} */ found, /** @type {string} */ budget) =>
  console.log(`${what.padEnd(52)} ${found.padStart(22)}   ${budget}`);

/**
 * Prints the median of some runs with its budget and judges it; the worst run stands beside it. A `least` budget is one from below.
 * @param {string} what
 * @param {readonly number[]} runs
 * @param {{ limit: number, unit: string, digits: number, least?: boolean, note?: string }} budget
 */
function judge(what, runs, { limit, unit, digits, least = false, note = "" }) {
  const [middle, worst] = [median([...runs]), least ? Math.min(...runs) : Math.max(...runs)];
  // The printed figure is the judged one.
  const [shown, bound] = [Number(middle.toFixed(digits)), Number(limit.toFixed(digits))];
  const missed = !(least ? shown >= bound : shown <= bound);
  if (missed) process.exitCode = 1;
  const found = `${middle.toFixed(digits)} ${unit} (worst ${worst.toFixed(digits)})`.replace("  ", " ");
  line(what, found, `${least ? "at least" : "at most"} ${bound} ${unit}${missed ? "   MISSED" : ""}${note}`);
}

/** Eight flows of eight algorithms, and a call, so that every chart has something to draw. */
const eightFlows = (/** @type {number} */ duration_s) => ({
  schema: 1,
  duration_s,
  bottleneck: { rate_bps: 10e6, queue: { discipline: "drop_tail", limit_packets: 84 } },
  flows: ["cdg", "newreno", "cubic", "htcp", "vegas", "compound", "africa", "tfrc"].map((kind, i) => ({
    name: kind,
    algorithm: { kind },
    start_s: i,
  })),
  cross_traffic: [{ kind: "voip" }],
});
const port = await serve({ port: 4327, gzip: true });
const browser = await chromium.launch({ executablePath: findChromium() || undefined });
/** Frame of a window around a page's view, px, generously. */
const FRAME = 200;
const address = (/** @type {number} */ duration_s, /** @type {string} */ fields) => {
  const packed = Buffer.from(JSON.stringify(eightFlows(duration_s))).toString("base64url");
  return `http://127.0.0.1:${port}/#s=0${packed}&view=${ALL_CHARTS}&${fields}`;
};
const computed = (/** @type {import("@playwright/test").Page} */ page) =>
  page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached", timeout: 240_000 });

/** A page that notes, from before its first request, what it shows when and how it answers. */
async function watched(/** @type {{ width: number, height: number }} */ viewport, /** @type {boolean} */ slow) {
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.addInitScript(() => {
    const notes = {
      lcp: 0,
      what: "",
      shift: 0,
      shifts: /** @type {string[]} */ ([]),
      answers: /** @type {any[]} */ ([]),
    };
    Object.assign(globalThis, { notes });
    const observe = (/** @type {any} */ options, /** @type {(entry: any) => void} */ note) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ buffered: true, ...options });
    observe({ type: "largest-contentful-paint" }, (entry) => {
      notes.lcp = entry.startTime;
      notes.what = `${entry.element?.localName ?? ""}${entry.element?.id ? `#${entry.element.id}` : ""}`;
    });
    observe({ type: "layout-shift" }, (entry) => {
      if (entry.hadRecentInput) return;
      notes.shift += entry.value;
      for (const { node } of entry.sources) notes.shifts.push(String(node?.id || node?.className || node?.nodeName));
    });
    observe({ type: "event", durationThreshold: 16 }, (entry) => {
      if (entry.interactionId) notes.answers.push({ id: entry.interactionId, name: entry.name, ms: entry.duration });
    });
  });
  const session = await page.context().newCDPSession(page);
  // The driver makes the window as large as the view, with the browser's own bars in it: what lies beyond its edge is drawn, but
  // never shown, and an answer there (Play stands at the view's foot) waits for one elsewhere.
  const { windowId } = await session.send("Browser.getWindowForTarget");
  const bounds = { width: viewport.width + FRAME, height: viewport.height + FRAME };
  await session.send("Browser.setWindowBounds", { windowId, bounds });
  if (slow) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: SLOW.latency_ms,
      downloadThroughput: SLOW.bytes_s,
      uploadThroughput: SLOW.bytes_s,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpu });
  }
  const notes = () => page.evaluate(() => /** @type {any} */ (globalThis).notes);
  return { page, notes };
}

function bytes() {
  try {
    console.log(execFileSync(process.execPath, ["scripts/sizes.mjs"], { encoding: "utf8" }).trimEnd());
  } catch (error) {
    console.log(/** @type {any} */ (error).stdout.trimEnd());
    process.exitCode = 1;
  }
}

async function times() {
  for (const [name, viewport] of Object.entries(SCREENS)) {
    /** @type {any[]} */
    const seen = [];
    for (let visit = 0; visit < RUNS; visit++) {
      const { page, notes } = await watched(viewport, true);
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.waitForFunction(() => performance.getEntriesByName("first-packet").length > 0, null, {
        timeout: 60_000,
      });
      const packet = await page.evaluate(() => performance.getEntriesByName("first-packet")[0]?.startTime ?? 0);
      // Whatever arrives late may still move things, or be larger.
      await page.waitForTimeout(6000);
      seen.push({ packet, ...(await notes()) });
      await page.context().close();
    }
    const of = (/** @type {string} */ key, scale = 1) => seen.map((each) => each[key] / scale);
    const what = `${name}: largest contentful paint (${seen[0]?.what})`;
    judge(what, of("lcp", 1000), { limit: 1.5, unit: "s", digits: 2 });
    judge(`${name}: first simulated packet`, of("packet", 1000), { limit: FIRST_PACKET_S, unit: "s", digits: 2 });
    const moved = [...new Set(seen.flatMap((each) => each.shifts))].slice(0, 6).join(", ");
    judge(`${name}: layout shift${moved && ` (${moved})`}`, of("shift"), { limit: 0, unit: "", digits: 4 });
  }
}

/** The slowest answer of one visit to acts of a hand, ms. */
async function slowestAnswer() {
  const { page, notes } = await watched(SCREENS.laptop, true);
  await page.goto(address(80, "t=20&speed=1&autoplay=1"));
  await computed(page);
  await page.waitForTimeout(2000);
  const slider = page.locator("#sidebar").getByRole("slider", { name: "Random loss", exact: true });
  const play = page.getByRole("button", { name: /^(Play|Pause)$/ });
  const name = (/** @type {number} */ i) => page.locator("#sidebar .card-name").nth(i);
  /**
   * A bare click: Playwright's own looks within the page for what lies under the pointer, which a hand does not, and at this speed takes 10 ms.
   * @param {import("@playwright/test").Locator} place
   * @param {{ x: number, y: number }} [at]
   */
  const click = async (place, at) => {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error("there is nothing to click");
    const { x, y } = at ?? { x: box.width / 2, y: box.height / 2 };
    await page.mouse.move(box.x + x, box.y + y);
    await page.waitForTimeout(100);
    await page.mouse.click(box.x + x, box.y + y);
  };
  const acts = [
    () => click(play),
    () => click(play),
    () => click(name(2)),
    () => click(name(5)),
    () => page.keyboard.press("f"),
    () => page.keyboard.press("Escape"),
    () => slider.focus().then(() => slider.press("ArrowRight")),
    () => slider.press("ArrowRight"),
    () => click(slider, { x: 60, y: 8 }),
    () => click(slider, { x: 20, y: 8 }),
  ];
  for (const act of acts) {
    await act();
    await page.waitForTimeout(700);
  }
  /** @type {{ id: number, name: string, ms: number }[]} */
  const answers = (await notes()).answers;
  const worst = new Map();
  for (const { id, ms } of answers) worst.set(id, Math.max(ms, worst.get(id) ?? 0));
  await page.context().close();
  return Math.max(0, ...worst.values());
}

async function hand() {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await slowestAnswer());
  judge("interaction to next paint, eight flows, ten acts", runs, { limit: 200, unit: "ms", digits: 0 });
}

async function frames() {
  for (const speed of [0.01, 0.1, 1]) {
    const { page } = await watched({ width: 1920, height: 1080 }, false);
    await page.goto(address(80, `t=20&speed=${speed}&autoplay=1`));
    await computed(page);
    await page.waitForTimeout(1000);
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await smoothness(page, 8));
    const [long, busy] = [runs.map(({ tasks }) => tasks.length), runs.map((run) => run.busy[0] ?? Number.NaN)];
    const note = `   (${median(long)} tasks over 50 ms, main thread busy ${median(busy).toFixed(0)} ms a second)`;
    const rates = runs.map(({ frames }) => rate(frames));
    const what = `frames a second, eight flows, all charts, ${speed}x`;
    judge(what, rates, { limit: 60, unit: "", digits: 0, least: true, note });
    await page.context().close();
  }
}

async function held() {
  const [early_s, late_s] = hour ? [300, 3600] : [60, 300];
  const { page } = await watched(SCREENS.laptop, false);
  const begun = Date.now();
  await page.goto(address(late_s + 120, "t=0&speed=1&autoplay=1"));
  const at = async (/** @type {number} */ s) => {
    await page.waitForTimeout(Math.max(0, begun + s * 1000 - Date.now()));
    return memory(page);
  };
  const [early, late] = [await at(early_s), await at(late_s)];
  const told = (/** @type {number | null} */ a, /** @type {number | null} */ b) =>
    a === null || b === null ? "not known here" : `${a.toFixed(1)} to ${b.toFixed(1)} MB, x${(b / a).toFixed(2)}`;
  const when = `${early_s / 60} min to ${late_s / 60} min`;
  line(
    `memory, scripts' objects, ${when}`,
    told(early.heap, late.heap),
    hour ? "x0.8 to 1.2" : "(x0.8 to 1.2 in an hour)",
  );
  line(`memory, the page's process, ${when}`, told(early.resident, late.resident), "");
  await page.context().close();
}

console.log(`1.6 Mbit/s, 150 ms, ${SLOW.cpu}x CPU throttling for times and interactions; medians of ${RUNS} runs.`);
const load = loadavg()[0] ?? 0;
console.log(
  `Load of the machine at the start: ${load.toFixed(1)}${load > 0.5 ? " (not quiet: times mean little)" : ""}\n`,
);
if (wanted("bytes")) bytes();
if (wanted("times")) await times();
if (wanted("hand")) await hand();
if (wanted("frames")) await frames();
if (wanted("memory")) await held();
await browser.close();
process.exit();
