/**
 * The pictures of the pages, measured: over all presets, figures and steps of the lecture, how much of a plot's height its curves
 * fill, which words lie on data or on other words, and the contrast of each colour with the ground. `npm run pictures` after
 * `npm run build`; `npm run pictures -- 1920x1080 dark de`: another screen, theme, language; `preset`, `figure`, `lecture`: only those;
 * `--check`: ends with code 1 where words lie on anything.
 * Home-made because tools for contrast and overlap read a page's elements, and not what a canvas holds.
 * Not here: how a canvas is recorded (record-canvas.mjs).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { median } from "../bench/table.mjs";
import { findChromium } from "./browser.mjs";
import { recordCanvases } from "./record-canvas.mjs";
import { serve } from "./serve.mjs";

/** @typedef {import("./record-canvas.mjs").Box} Box @typedef {import("./record-canvas.mjs").Ink} Ink @typedef {import("./record-canvas.mjs").Drawing} Drawing */
/** @typedef {{ where: string, chart: string, filled: number | null, hits: string[], colors: [string, number][] }} Measured */

const KINDS = ["preset", "figure", "lecture"];
const root = join(import.meta.dirname, "..");
/** Weaker areas are a ground for words; stronger lines of one colour, such as the grid, are told by their contrast. */
const LEAST_ALPHA = 0.3;
/** Words keep so many px from data only by luck. */
const SLACK = 1;
/** Lines of less contrast with the ground are grid and frame. */
const GRID = 1.6;

const linear = (/** @type {number} */ c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** Red, green and blue, 0 to 1, of `#rgb`, `#rrggbb` or `rgb(r, g, b)`. */
function channels(/** @type {string} */ color) {
  const long = color.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  const parts = long.startsWith("#")
    ? (long.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
    : (long.match(/[\d.]+/g) ?? []).map(Number);
  if (parts.length < 3) throw new Error(`no colour: “${color}”`);
  return parts.slice(0, 3).map((part) => part / 255);
}

/** Contrast of a colour of some strength on a ground with that ground (WCAG 2.2). */
export function contrast(/** @type {string} */ color, /** @type {number} */ alpha, /** @type {string} */ ground) {
  const [own, under] = [channels(color), channels(ground)];
  const light = (/** @type {number[]} */ [r = 0, g = 0, b = 0]) =>
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const mixed = own.map((value, i) => alpha * value + (1 - alpha) * (under[i] ?? 0));
  const [a, b] = [light(mixed), light(under)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Whether a straight line meets a box. */
export function meets(
  /** @type {Box} */ box,
  /** @type {number} */ xa,
  /** @type {number} */ ya,
  /** @type {number} */ xb,
  /** @type {number} */ yb,
) {
  let [from, to] = [0, 1];
  for (const [p, d, low, high] of /** @type {const} */ ([
    [xa, xb - xa, box.x0, box.x1],
    [ya, yb - ya, box.y0, box.y1],
  ])) {
    if (d === 0) {
      if (p < low || p > high) return false;
      continue;
    }
    const [near, far] = [(low - p) / d, (high - p) / d].sort((a, b) => a - b);
    from = Math.max(from, near ?? 0);
    to = Math.min(to, far ?? 1);
  }
  return from <= to;
}

const overlap = (/** @type {Box} */ a, /** @type {Box} */ b) =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const within = (/** @type {Box} */ a, /** @type {Box | null} */ b) =>
  b ? { x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1) } : a;

/** Whether a point is in a closed shape. */
function inside(/** @type {number[]} */ points, /** @type {number} */ x, /** @type {number} */ y) {
  let odd = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [xi, yi] = [Number(points[i]), Number(points[i + 1])];
    const [xj, yj] = [Number(points[j]), Number(points[j + 1])];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** Whether ink lies under a box. */
export function covers(/** @type {Ink} */ ink, /** @type {Box} */ all) {
  const box = within(all, ink.clip);
  if (box.x0 >= box.x1 || box.y0 >= box.y1) return false;
  const { points } = ink;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [xa, ya, xb, yb] = points.slice(i, i + 4);
    if ([xa, ya, xb, yb].every(Number.isFinite) && meets(box, Number(xa), Number(ya), Number(xb), Number(yb)))
      return true;
  }
  const closed = points.filter(Number.isFinite);
  return ink.kind === "fill" && inside(closed, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
}

/** Measures of a canvas; `ground`: the plot's colour, `flows`: those of data. */
export function measure(
  /** @type {Drawing} */ { ink, words },
  /** @type {string} */ ground,
  /** @type {readonly string[]} */ flows,
) {
  // The axis line ends the plot: level, from its left edge to its right one.
  const axes = ink.filter(
    ({ kind, points }) => kind === "line" && points.length === 6 && points[2] === 0 && points[3] === points[5],
  );
  const height = Math.max(0, ...axes.map(({ points }) => Number(points[3])));
  const isData = (/** @type {Ink} */ each) => flows.includes(each.color) && each.alpha >= LEAST_ALPHA;
  const ys = ink
    .filter(isData)
    .flatMap(({ points }) => points.filter((value, i) => i % 2 === 1 && value >= 0 && value <= height));
  const filled =
    height > 0 && ys.length > 0
      ? (ys.reduce((a, b) => Math.max(a, b)) - ys.reduce((a, b) => Math.min(a, b))) / height
      : null;
  const strong = ink.filter(
    (each) =>
      each.color !== ground &&
      each.alpha >= LEAST_ALPHA &&
      (each.color === "pattern" || contrast(each.color, each.alpha, ground) >= GRID),
  );
  const hits = words
    .filter(({ halo }) => halo)
    .flatMap(({ text, box }, i, all) => {
      const small = { x0: box.x0 + SLACK, y0: box.y0 + SLACK, x1: box.x1 - SLACK, y1: box.y1 - SLACK };
      const under = strong.filter((each) => covers(each, small)).map(({ color }) => color);
      const others = all.filter((other, k) => k < i && overlap(other.box, small)).map((other) => `“${other.text}”`);
      return under.length + others.length > 0 ? [`“${text}” on ${[...new Set([...under, ...others])].join(", ")}`] : [];
    });
  const colors = new Map(
    strong
      .filter(isData)
      .map(({ color, alpha }) => [`${color} ${Math.round(100 * alpha)} %`, contrast(color, alpha, ground)]),
  );
  return { filled, hits, colors: [...colors] };
}

/** The pages to look at: an address, keys to press there, and what it is. */
function* pages() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const presets = read("web/src/generated/presets.json");
  for (const { id } of Array.isArray(presets) ? presets : presets.presets)
    for (const view of [
      "path,cwnd,queue,gradient",
      "rtt,backoff,goodput",
      "rates,in_flight,marks,queue_delay",
      "delay,delay_cdf,phase,teeth",
    ])
      yield {
        kind: "preset",
        where: `${id} ${view}`,
        path: `index.html#preset=${id}&t=30&autoplay=0&view=${view}`,
        presses: 0,
      };
  const experiments = read("web/src/generated/experiments.json");
  for (const { id } of Array.isArray(experiments) ? experiments : experiments.experiments)
    yield { kind: "figure", where: id, path: `figures.html#${id}`, presses: 0 };
  const { steps } = read("web/src/presenter/lecture.en.json");
  for (let step = 1; step <= steps.length; step++)
    for (const presses of [0, 1, 2])
      yield {
        kind: "lecture",
        where: `step ${step}, ${presses} on`,
        path: `index.html#script=lecture&step=${step}`,
        presses,
      };
}

async function main(/** @type {string[]} */ asked) {
  const [width = 1366, height = 900] = (asked.find((each) => /^\d+x\d+$/.test(each)) ?? "1366x900")
    .split("x")
    .map(Number);
  const colorScheme = asked.includes("dark") ? "dark" : "light";
  const port = await serve({ port: 4329, gzip: true });
  const browser = await chromium.launch({ executablePath: findChromium() || undefined });
  const locale = asked.includes("de") ? "de" : "en";
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: "reduce",
  });
  await context.addInitScript(recordCanvases);
  const page = await context.newPage();
  const found = /** @type {(Measured & { kind: string })[]} */ ([]);
  const kinds = KINDS.filter((kind) => asked.includes(kind));
  for (const { kind, where, path, presses } of pages()) {
    if (kinds.length > 0 && !kinds.includes(kind)) continue;
    await page.goto("about:blank");
    await page.goto(`http://127.0.0.1:${port}/${path}`);
    if (kind === "figure") await page.locator(".claims-side").first().waitFor();
    else
      await page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached", timeout: 60_000 });
    for (let i = 0; i < presses; i++) {
      await page.keyboard.press("PageDown");
      await page.waitForTimeout(1500);
    }
    // On a busy machine a chart may have no data yet; one that gets none is measured as it is.
    const isDrawn = () =>
      ![...document.querySelectorAll(".chart.due")].some((each) => each.getClientRects().length > 0);
    await page.waitForFunction(isDrawn, null, { timeout: 20_000 }).catch(() => {});
    await page.waitForTimeout(1000);
    const { ground, flows, drawings, labels } = await page.evaluate(() => {
      // As a canvas writes it: a token has a light and a dark form.
      const probe = document.documentElement.appendChild(document.createElement("span"));
      const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
      const token = (/** @type {string} */ name) => {
        probe.style.color = `var(${name})`;
        pen.fillStyle = getComputedStyle(probe).color;
        return String(pen.fillStyle);
      };
      const drawingOf = /** @type {any} */ (globalThis).drawingOf;
      const canvases = [...document.querySelectorAll("figure[data-chart] canvas, .figure-place canvas")];
      const visible = canvases.filter((canvas) => canvas.getClientRects().length > 0);
      return {
        ground: token("--plate"),
        flows: Array.from({ length: 8 }, (_, i) => token(`--flow-${i + 1}`)),
        // A chart's words are on a canvas over that of its data.
        drawings: visible.flatMap((canvas, i) => {
          const figure = canvas.closest("figure");
          const own = figure?.dataset.chart ? visible.filter((each) => each.closest("figure") === figure) : [canvas];
          if (own[0] !== canvas) return [];
          const all = own.map((each) => drawingOf(each));
          const drawing = { ink: all.flatMap(({ ink }) => ink), words: all.flatMap(({ words }) => words) };
          return [{ chart: figure?.dataset.chart ?? `plot ${i + 1}`, drawing }];
        }),
        labels: [...document.querySelectorAll(".path-label")].flatMap((label) => {
          const { left, top, right, bottom, width } = label.getBoundingClientRect();
          const text = label.textContent ?? "";
          return width > 0 && text !== "" ? [{ text, box: { x0: left, y0: top, x1: right, y1: bottom } }] : [];
        }),
      };
    });
    for (const { chart, drawing } of drawings) found.push({ kind, where, chart, ...measure(drawing, ground, flows) });
    const hits = labels.flatMap(({ text, box }, i) =>
      labels.slice(0, i).flatMap((other) => (overlap(other.box, box) ? [`“${text}” on “${other.text}”`] : [])),
    );
    if (labels.length > 0) found.push({ kind, where, chart: "path", filled: null, hits, colors: [] });
  }
  await browser.close();
  report(found);
  if (asked.includes("--check") && found.some(({ hits }) => hits.length > 0)) process.exitCode = 1;
}

function report(/** @type {(Measured & { kind: string })[]} */ found) {
  for (const kind of KINDS) {
    const own = found.filter((each) => each.kind === kind);
    const filled = own.flatMap(({ filled, chart }) => (filled === null || chart === "delay_cdf" ? [] : [filled]));
    const hits = own.reduce((sum, each) => sum + each.hits.length, 0);
    console.log(
      `${kind}: ${own.length} pictures; curves fill ${percent(median(filled))} of the plot (median), ` +
        `${filled.filter((share) => share < 0.6).length} of ${filled.length} less than 60 %; words on data or words: ${hits}`,
    );
  }
  for (const { where, chart, hits } of found) for (const hit of hits) console.log(`  ${where}, ${chart}: ${hit}`);
  // The axes of figures are the papers'.
  for (const { where, chart, filled, kind } of found)
    if (kind !== "figure" && filled !== null && filled < 0.6)
      console.log(`  ${where}, ${chart}: ${percent(filled)} filled`);
  const weakest = new Map();
  for (const [color, ratio] of found.flatMap(({ colors }) => colors)) {
    const [name = ""] = color.split(" ");
    if (ratio < 3 && !(weakest.get(name)?.ratio < ratio)) weakest.set(name, { color, ratio });
  }
  console.log("weakest of each colour under 3:1 (old, not in focus, in a trail):");
  for (const { color, ratio } of weakest.values()) console.log(`  ${color}: ${ratio.toFixed(1)}`);
}

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(0)} %`;

if (process.argv[1] === import.meta.filename) {
  await main(process.argv.slice(2));
  process.exit();
}
