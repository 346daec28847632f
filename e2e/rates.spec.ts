/**
 * Rates, In flight, ECN marks and Queueing delay: a run opens with those that it has data for, and they say what they show; in the widget
 * and where the capacity is hidden too. Not here: how they are drawn (charts/model.test.ts).
 */
import { description, expect, openLab, test } from "./sandbox.ts";

const BBR = "preset=bbr_beside_cubic&t=20.5&autoplay=0";
const PRAGUE = "preset=prague_beside_cubic&t=30&autoplay=0";
const figure = (id: string): string => `figure[data-chart="${id}"]`;

test("BBR beside CUBIC opens with rates, phases and packets in flight", async ({ page }) => {
  // High enough for the labels of all four lines.
  await page.setViewportSize({ width: 1366, height: 960 });
  await openLab(page, BBR);
  for (const id of ["stage", "rates", "in_flight"]) await expect(page.locator(figure(id))).toBeVisible();
  await expect(page.locator(figure("gradient"))).toHaveCount(0);
  // Every ten seconds BBR empties the path: four packets in flight.
  await expect(description(page, "rates")).toContainText("Phase of BBR: Probe RTT.");
  await expect(description(page, "rates")).toContainText(/BBR estimates \d/);
  await expect(description(page, "in_flight")).toContainText(/BBR 4 packets, BDP estimate \d+.*BDP 33 packets/);
  const labels = page.locator(`${figure("rates")} .chart-slot-name`);
  await expect(labels).toHaveText(["BBR", "pacing", "estimate", "delivery"]);
  // A track has no title with room beside it: the key of the textures would lie on their strip, and opens under it.
  const key = page.locator(`${figure("rates")} .chart-key`);
  await expect(key).toHaveCount(0);
  const strip = await page
    .locator(`${figure("rates")} .chart-data`)
    .first()
    .boundingBox();
  await page.mouse.move((strip?.x ?? 0) + 400, (strip?.y ?? 0) + 12);
  await expect(key).toContainText("Probe down");
});

test("DualPI2's queues and the marks of Prague are seen and read", async ({ page }) => {
  await openLab(page, PRAGUE);
  await expect(description(page, "queue_delay")).toContainText(/Queueing delay: L queue 0\.\d ms, C queue \d+/);
  await expect(description(page, "marks")).toContainText(/Prague α \d+\s%, \d+\s% marked\. \d+ marks per second/);
  await page.locator(figure("queue_delay")).focus();
  await page.keyboard.press("t");
  const table = page.getByRole("dialog", { name: /Queueing delay/ });
  await expect(table.getByRole("columnheader")).toHaveText(["time, s", "L queue", "C queue"]);
});

test("the widget shows a chart by its address, and hides what no sender knows", async ({ page }) => {
  await page.goto(`/embed.html#${BBR}&view=rates`);
  await expect(page.locator(figure("rates"))).toBeVisible();
  await openLab(page, `${PRAGUE}&view=queue_delay,in_flight`);
  await expect(description(page, "in_flight")).toContainText("BDP 33");
  await page.keyboard.press("h");
  await expect(page.locator(figure("queue_delay"))).toContainText("a real sender cannot know this");
  await expect(description(page, "in_flight")).not.toContainText("BDP 33");
});

test("a run without rates says so", async ({ page }) => {
  await openLab(page, "preset=vegas_beside_newreno&t=20&autoplay=0&view=rates,marks");
  await expect(page.locator(figure("rates"))).toContainText(
    "No flow of this run is paced or measures a delivery rate.",
  );
  await expect(page.locator(figure("marks"))).toContainText("No packet of this run was marked.");
});
