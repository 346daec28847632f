/** Queue and capacity, which a real sender cannot know, are hidden at a key; the ruler reads a span by hand and by key; the model's limits in words. */
import { description, expect, look, openLab, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

test("queue and capacity are hidden and shown again at a key; the sidebar says what the model leaves out", async ({
  page,
}) => {
  await openLab(page, RUN);
  const stage = page.locator('figure[data-chart="stage"]');
  await expect(description(page, "stage")).toContainText("Queue:");
  const rate = page.locator('#sidebar [data-setting="bottleneck.rate_bps"]');
  await expect(rate).toBeVisible();
  await page.keyboard.press("h");
  await expect(description(page, "stage")).not.toContainText("Queue:");
  await expect(stage.locator(".chart-slot", { hasText: "limit" })).toHaveCount(0);
  await expect(rate).toBeHidden();
  await expect(page.locator("#sidebar .derived")).toBeHidden();
  // Nor what is lost on the way; the sentence asks instead of telling of the queue.
  const lost = page.locator('#sidebar [data-setting="bottleneck.loss.probability"]');
  const sentence = page.locator("#hook p");
  await expect(lost).toBeHidden();
  await expect(sentence).toContainText("A sender has to infer it");
  await expect(page.getByRole("img", { name: /packets/ })).toHaveCount(0);
  // The sender's own signals stay.
  await expect(page.locator('figure[data-chart="stage"] .chart-slot').first()).toBeVisible();
  await page.keyboard.press("h");
  await expect(rate).toBeVisible();
  await expect(lost).toBeVisible();
  await expect(sentence).not.toContainText("A sender has to infer it");
  await expect(stage.locator(".chart-slot", { hasText: "limit" })).toBeVisible();
  await page.getByText("What the model leaves out").click();
  await expect(page.locator("#sidebar .model")).toContainText("one bottleneck in each direction");
});

test("on a phone the bottom bar has a control that a sender's host has, while the rest is hidden", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  const bottomBar = page.locator("#bottom-bar");
  await expect(bottomBar.getByRole("slider", { name: "Random loss" })).toBeVisible();
  await page.keyboard.press("h");
  await expect(bottomBar.getByRole("slider", { name: "Base RTT" })).toBeVisible();
  await expect(bottomBar.getByRole("slider", { name: "Random loss" })).toHaveCount(0);
});

test("a ruler is dragged, and laid by key from mark to mark", async ({ page }) => {
  await openLab(page, RUN);
  const figure = page.locator('figure[data-chart="stage"]');
  const over = figure.locator("canvas.chart-over");
  const box = await figure.locator(".chart-plot").boundingBox();
  if (!box) throw new Error("no plot");
  const before = await look(over);
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect.poll(() => look(over)).not.toBe(before);

  await figure.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".chart-stack > [aria-live]").first()).toContainText(/Δt .*Δy/);
});
