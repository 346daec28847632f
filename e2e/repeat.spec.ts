/**
 * The run under many seeds: bands over the charts, the table, progress and its end, what becomes of it when the reader changes
 * the run. Not here: percentiles (ensemble/percentiles.test.ts), sums of a run (wasm-core/measures/src/binned_series.rs).
 */
import type { Page } from "@playwright/test";
import { expect, findings, openLab, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

// Twenty runs, twice: a shared machine takes its time.
test.describe.configure({ timeout: 180_000 });

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
const head = (page: Page) => page.locator("#sidebar .repeat-head");
const repeat = (page: Page) => page.locator("#bar").getByRole("button", { name: "Repeat", exact: true });
const row = (page: Page, name: string) => head(page).locator("tr", { hasText: name }).locator("td");
const numbers = async (page: Page, name: string): Promise<number[]> =>
  (await row(page, name).allTextContents()).map(Number.parseFloat);
const drawing = (page: Page) =>
  page
    .locator('figure[data-chart="stage"] .chart-data:not(.ahead)')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test("bands and table of twenty runs; a change begins them again; the end leaves the run alone", async ({ page }) => {
  const digest = await openLab(page, RUN);
  const before = await drawing(page);
  await repeat(page).click();
  await expect(page.locator("#hook")).toContainText("20 runs, each with its own seed");
  await expect(head(page)).toContainText("20 runs in", { timeout: 45_000 });
  expect(await drawing(page)).not.toBe(before);

  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => sideways(page)).toBe(0);
  expect(await findings(page), "on a phone").toEqual([]);
  await page.setViewportSize({ width: 1366, height: 768 });

  // A picture to take away has the bands as well.
  await page.keyboard.press("l");
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  const picture = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  expect(picture.text.match(/fill-opacity="0\.18"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(picture.text).toContain("20 runs, each with its own seed");
  await page.keyboard.press("Escape");

  // Percentiles are in order, and the two flows share what the link can carry.
  const cdg = await numbers(page, "CDG goodput");
  const newreno = await numbers(page, "NewReno goodput");
  for (const values of [cdg, newreno]) expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(newreno[1] as number).toBeGreaterThan(2 * (cdg[1] as number));
  // The table is of the span that the charts show: alone, CDG has the link.
  await page.locator('figure[data-chart="stage"]').focus();
  const plot = await page.locator('figure[data-chart="stage"] .chart-data:not(.ahead)').boundingBox();
  if (!plot) throw new Error("no plot");
  await page.mouse.move(plot.x + 150, plot.y + 30);
  await page.mouse.down();
  await page.mouse.move(plot.x + 220, plot.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await numbers(page, "CDG goodput"))[1]).toBeGreaterThan(7);
  await expect(row(page, "NewReno goodput").first()).toHaveText("–");

  // Nothing of it is in the address, and the run is as it was.
  expect(await page.evaluate(() => location.hash)).not.toContain("repeat");
  expect(await page.evaluate(() => document.body.dataset.digest)).toBe(digest);

  // Another run, from 26 s on: other runs, begun by themselves where that takes no time, else by the button.
  await page.locator('figure[data-chart="stage"]').focus();
  await page.keyboard.press("0");
  await expect.poll(async () => (await numbers(page, "CDG loss"))[2]).toBeLessThan(1);
  const loss = await numbers(page, "CDG loss");
  await page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }).first().fill("3");
  await page.keyboard.press("Enter");
  const again = head(page).getByRole("button", { name: "Repeat again" });
  await expect(again.or(head(page).locator("progress"))).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(head(page)).toContainText("20 runs in", { timeout: 45_000 });
  await expect.poll(async () => (await numbers(page, "CDG loss"))[0]).toBeGreaterThan(2 * (loss[1] as number));

  await repeat(page).click();
  await expect(head(page)).toHaveCount(0);
});

test("cancelled midway, what is done stays drawn; by key; a fork ends it", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("m");
  await head(page).getByRole("button", { name: "100", exact: true }).click();
  await expect(head(page).locator(".repeat-doing")).toContainText(/[1-9]\d* of 100 runs/, { timeout: 30_000 });
  await head(page).getByRole("button", { name: "Cancel" }).click();
  await expect(head(page)).toContainText(/Cancelled: \d+ of 100 runs are shown/);
  await expect(head(page).getByRole("button", { name: "Repeat again" })).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.locator("#sidebar .fork-head")).toBeVisible();
  await expect(head(page)).toHaveCount(0);
  await expect(repeat(page)).toHaveAttribute("aria-disabled", "true");
});
