/**
 * The figures' page: the gallery, each figure's page with its claims, a live run to its end and one that is cancelled, the way
 * into the laboratory with the same seed and scenario, files, access. Not here: what the figures show (wasm-core/experiments).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DEEP_SITE } from "../playwright.config.ts";
import { back, digestOf, expect, findings, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

interface Described {
  id: string;
  label: string;
  runs: number;
  claims: { id: string; text: string; account: string | null }[];
}

const root = join(import.meta.dirname, "..");
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), "utf8")) as T;
const experiments = read<Described[]>("web/src/generated/experiments.json");

/** How many runs the page would do. */
async function runsOf(page: Page): Promise<number> {
  const text = (await page.locator(".run .count").textContent()) ?? "";
  return Number(text.replaceAll(/\D/g, ""));
}

/** A figure's page once its workers know its runs. */
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/figures.html#${id}`);
  await expect(page.locator(".run .count")).not.toBeEmpty({ timeout: 30_000 });
}

test("the gallery shows every figure, by paper, with what came of its claims", async ({ page }) => {
  await page.goto("/figures.html");
  const cards = page.locator(".card");
  await expect(cards).toHaveCount(experiments.length);
  expect(await page.locator(".card .state").count()).toBe(experiments.length);
  // A thumbnail is made of real results: the first figure with results has one.
  expect(await page.locator(".thumbnail path:not(.ground)").count()).toBeGreaterThan(2);
  const filters = page.getByRole("group", { name: "Filter figures" });
  await filters.getByRole("button", { name: "CDG, 2011" }).click();
  await expect(cards).toHaveCount(experiments.filter((one) => one.id.startsWith("cdg_")).length);
  await filters.getByRole("button", { name: "All" }).click();
  await page.locator('.card[href="#cdg_fig4"]').click();
  await expect(page.getByRole("heading", { level: 1, name: /CDG, figure 4/ })).toBeVisible();
  await back(page);
  await expect(cards).toHaveCount(experiments.length);
});

test("every figure's page opens, with its drawing and all its claims", async ({ page }) => {
  test.setTimeout(180_000);
  for (const { id, claims } of experiments) {
    await page.goto(`/figures.html#${id}`);
    await expect(page.locator(".figure-place")).toBeVisible();
    await expect(page.locator(".claim")).toHaveCount(claims.length);
    await expect(page.locator(".plot-canvas, .figure-rows, .origin").first()).toBeVisible();
    expect(await page.locator("#page").textContent(), id).not.toMatch(/undefined|NaN|figures\.\w+\./);
  }
});

test("a figure begins with its drawing; the run is under it", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  for (const id of ["cdg_fig4", "cdg_fig9", "slowcc_fig16", "voip_fig6"]) {
    // Else what is waited for is there already: the figure's before.
    await page.goto("about:blank");
    await open(page, id);
    await expect(page.locator(".plot-place").first()).toBeVisible();
    const edges = await page.evaluate(() => {
      const box = (part: string): DOMRect => (document.querySelector(part) as Element).getBoundingClientRect();
      return {
        bar: box(".top").bottom,
        panel: box(".plot").top,
        plot: box(".plot-place").bottom,
        run: box(".run").top,
      };
    });
    expect(edges.panel - edges.bar, id).toBeLessThanOrEqual(130);
    expect(edges.run, id).toBeGreaterThan(edges.plot);
  }
});

test("a run with few repetitions goes to its end, and its rows are a file", async ({ page }) => {
  await open(page, "cdg_fig4");
  await page.getByLabel("Runs per configuration").selectOption("1");
  await expect.poll(() => runsOf(page)).toBeLessThan(100);
  const runs = await runsOf(page);
  await page.getByRole("button", { name: "Run it yourself" }).click();
  await expect(page.locator(".origin")).toContainText(`Run here: ${runs} runs`, { timeout: 50_000 });
  await expect(page.locator(".claims-side")).toContainText("no verdict");
  await expect(page.locator('[data-claim="cdg.fig4.newreno_1pct"] dd b')).not.toHaveText(/–|not measured/);
  const csv = await saved(page, page.getByRole("button", { name: "Data: CSV" }));
  const rows = csv.text.trim().split("\n");
  expect(csv.name).toBe("cdg-fig4.csv");
  // Each run has a row at least, and each its own point or seed.
  expect(rows.length).toBeGreaterThan(runs);
  const svg = await saved(page, page.getByRole("button", { name: "Picture: SVG" }));
  const picture = svg.text;
  expect(picture).toContain("CDG, figure\u00a04");
  expect(picture).toContain("NewReno");
  expect(picture).not.toMatch(/NaN|undefined/);
  await page.getByRole("button", { name: "Back to the precomputed results" }).click();
  await expect(page.locator(".origin")).toContainText("Precomputed");
});

test("a run is cancelled midway: what was done stays drawn, and another one may begin", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 600 });
  await open(page, "cdg_fig4");
  await page.getByLabel("Runs per configuration").selectOption("100");
  await page.getByRole("button", { name: "Run it yourself" }).click();
  // Some are done, and the picture of them is there.
  await expect(page.locator(".progress")).toContainText(/[1-9]\d* of [\d,]+00 runs, \d workers?, about/, {
    timeout: 30_000,
  });
  // Wherever the reader looks at the figure, how far it is stays in view.
  for (const part of [".title", ".panels-beside"]) {
    await page.locator(part).evaluate((one) => one.scrollIntoView());
    await expect(page.locator(".progress")).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".origin")).toContainText(/Cancelled.*of [\d,]+00 runs/);
  await expect(page.locator(".claims-side")).toContainText("Unfinished");
  await page.getByLabel("Runs per configuration").selectOption("1");
  await page.getByRole("button", { name: "Run it again" }).click();
  await expect(page.locator(".origin")).toContainText(/Run here: \d\d runs/, { timeout: 50_000 });
});

test("a single run opens in the laboratory: same scenario, same seed, at the moment that matters", async ({ page }) => {
  await open(page, "cdg_fig4");
  const cells = page.getByLabel(/^Configuration/);
  const cell = cells.locator("option", { hasText: /^CDG, loss 0\.01\b/ }).first();
  await cells.selectOption((await cell.getAttribute("value")) ?? "");
  await page.getByLabel("Seed").selectOption("3");
  const link = page.getByRole("link", { name: "Open in the laboratory" });
  await expect(link).toHaveAttribute("href", /^index\.html#s=/);
  const file = await saved(page, page.getByRole("button", { name: "Scenario of the chosen run: JSON" }));
  const scenario = JSON.parse(file.text);
  expect(scenario).toMatchObject({ seed: 3, duration_s: 60 });
  await link.click();
  const digest = await digestOf(page);
  // The laboratory's scenario is, field by field, the experiment's.
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const opened = await saved(page, page.getByRole("dialog").getByRole("button", { name: "Scenario: JSON" }));
  expect(JSON.parse(opened.text)).toEqual(scenario);
  await page.keyboard.press("Escape");
  await expect(page.locator(".clock b")).toHaveText(/^20\.000/);
  // The same run as in the results: its digest stands in the file of rows.
  await page.goto("/figures.html#cdg_fig4");
  await page.reload();
  await expect(page.locator(".run .count")).not.toBeEmpty({ timeout: 30_000 });
  await page.getByLabel("Runs per configuration").selectOption("3");
  await page.getByRole("button", { name: "Run it yourself" }).click();
  await expect(page.locator(".origin")).toContainText("Run here", { timeout: 50_000 });
  const json = await saved(page, page.getByRole("button", { name: "Data: JSON" }));
  const rows = json.text;
  expect(rows).toContain(`"seed":3,"digest":"${digest}"`);
});

test("values are read by keyboard and pointer, series are hidden and shown, numbers stand in a table", async ({
  page,
}) => {
  await open(page, "cdg_fig4");
  const plot = page.locator(".plot").first();
  await plot.locator(".plot-place").focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await expect(plot.locator(".plot-at")).toHaveText("Probability of random loss 0.01");
  await expect(plot.locator("[aria-live]")).toContainText(/CDG \d/);
  const inPicture = async (name: string): Promise<number> =>
    (await saved(page, page.getByRole("button", { name: "Picture: SVG" }))).text.split(`>${name}<`).length - 1;
  const before = await inPicture("Vegas");
  // Lines have their names at their ends, so the choice of series is folded; what has no line is in the legend.
  await expect(plot.locator("> .plot-legend .plot-series")).toHaveText(["stated: 65 % and 35 %"]);
  await plot.locator(".plot-more summary").click();
  const series = plot.getByRole("button", { name: /^Vegas/ });
  await series.click();
  await expect(series).toHaveAttribute("aria-pressed", "false");
  // The picture shows what the reader sees: the other plots still have this series.
  expect(await inPicture("Vegas")).toBe(before - 1);
  await plot.locator(".plot-table summary").click();
  await expect.poll(() => plot.locator("tbody tr").count()).toBeGreaterThan(20);
  // A knife edge: its range in the table, the setting that decides below the figure.
  await expect(plot.locator("thead th").last()).toHaveText("Range");
  await expect(plot.locator("tbody tr", { hasText: "1.13–9.70" }).locator("th")).toHaveText("Vegas");
  await expect(page.locator(".edges li")).toHaveText(
    "Vegas, Probability of random loss 0. Depends on the initial window: 1.13 Mbit/s with 3 packets, 9.70 with 2 or 4.",
  );
});

test("small multiples have one legend and common heads, and stand in equal plots", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await open(page, "cdg_fig9");
  await expect(page.locator(".plot-grid .plot-place")).toHaveCount(16);
  await expect(page.locator(".plot-series, .plot-rule")).toHaveText(["40 ms", "70 ms", "stated: 30 % for 70 ms"]);
  await expect(page.locator(".grid-column")).toHaveCount(8);
  await expect(page.locator(".grid-row b")).toHaveText([
    "No random send delay",
    "Recovery FreeBSD SACK",
    "Recovery NewReno",
  ]);
  // All 16 with legend, run and caption.
  const [top, bottom] = await page.evaluate(() => {
    const box = (part: string): DOMRect => (document.querySelector(part) as Element).getBoundingClientRect();
    return [box(".panels-main").top, box(".panels-others").bottom] as const;
  });
  expect(bottom - top).toBeLessThan(1250);
  // The value under the pointer is said in words; the numbers of each panel are in one list.
  const grid = page.locator(".figure-place .plot-grid");
  await grid.locator(".plot-place").nth(2).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await expect(grid.locator(".plot-at")).toHaveText(/^CDG, 40 ms first: Time 25; 40 ms [\d.]+; 70 ms [\d.]+$/);
  await grid.locator(".plot-table summary").click();
  await expect(grid.locator(".plot-rows")).toHaveCount(4);
  // A series is hidden in all plots at once.
  await page.getByRole("button", { name: "70 ms" }).click();
  await page.locator(".beside-place .plot-place").first().focus();
  await expect(page.locator(".beside-place .plot-place").first()).toHaveAttribute("aria-label", /: 40 ms\. /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".figure-place .grid-lines")).toHaveCSS("grid-template-columns", /^\S+ \S+ \S+$/);
});

test("on a phone the names of lines are in the legend, without series that nobody asked for", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "cdg_fig4");
  const keys = page.locator(".figure-place .plot > .plot-legend .plot-series span");
  await expect(keys).toHaveText(["NewReno", "Vegas", "CDG", "1/√p", "stated: 65 % and 35 %"]);
});

test("the way back and the way there, from deep within another site", async ({ page }) => {
  await page.goto(`${DEEP_SITE}index.html#autoplay=0`);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Figures" }).click();
  await expect(page.locator(".card")).toHaveCount(experiments.length);
  await page.getByRole("link", { name: "Laboratory", exact: true }).click();
  await expect(page).toHaveURL(/index\.html/);
});

test("an address that names no figure says so and shows them all", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/figures.html#cdg_fig99&theme=dark");
  await expect(page.getByRole("alert")).toContainText("cdg_fig99");
  await expect(page.locator(".card")).toHaveCount(experiments.length);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("axe finds nothing, nothing is wider than the page, on a laptop and on a phone", async ({ page }) => {
  for (const id of ["", "cdg_fig4", "cdg_fig1", "cdg_fig9"]) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`/figures.html#${id}`);
    await expect(page.locator(id === "" ? ".card" : ".claim").first()).toBeVisible();
    if (id !== "") await expect(page.locator(".run .count")).not.toBeEmpty({ timeout: 30_000 });
    expect(await findings(page), id).toEqual([]);
    expect(await sideways(page), id).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => sideways(page), id).toBeLessThanOrEqual(0);
  }
});

test("a card colours only what is not reproduced, and no name in the wall of claims is cut", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/figures.html#lang=de");
  await expect(page.locator(".wall-name").first()).toBeVisible();
  const cut = await page
    .locator(".wall-name")
    .evaluateAll((names) => names.filter((e) => e.scrollWidth > e.clientWidth).length);
  expect(cut).toBe(0);
  await expect(page.locator(".wall-name", { hasText: "andere Lesart" })).toBeVisible();
  const both = page.locator(".card .state:is(.is-differs, .is-accounted):has(.held)").first();
  const colours = await both.evaluate((e) =>
    [e, e.querySelector(".held") as Element].map((each) => getComputedStyle(each).color),
  );
  expect(new Set(colours).size).toBe(2);
});

test("a small multiple that is the figure itself says so in its place", async ({ page }) => {
  await page.goto("/figures.html#cdg_fig4");
  await expect(page.locator(".grid-none")).toHaveText("in the figure above");
});

test("each dot in the wall of claims says its claim, to the pointer and to the arrow keys on a figure's name", async ({
  page,
}) => {
  await page.goto("/figures.html");
  const note = page.locator(".wall-note");
  await page.locator("[data-dot] .dot").nth(40).hover();
  await expect(note).toBeVisible();
  await expect(note).toHaveText(/expected\s*\S.*here\s*\S/s);
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await page.locator(".wall-name").nth(3).focus();
  await page.keyboard.press("ArrowRight");
  await expect(note).toBeVisible();
  const first = await note.textContent();
  await page.keyboard.press("ArrowRight");
  await expect(note).not.toHaveText(first ?? "");
  await expect(page.locator("[data-dot].is-read")).toHaveCount(1);
});

test("an explanation names a claim by its words", async ({ page }) => {
  await page.goto("/figures.html#cdg_fig8");
  const reference = page.locator("details.account a").first();
  await expect(reference).toHaveText(/^“Goodput of the first CDG flow/);
  await expect(page.locator("details.account").first()).not.toContainText("cdg.fig8a");
});
