/**
 * Many flows: above eight the path counts them by algorithm and charts show a median and a band of each, in picture, labels,
 * words, table and file alike. Not here: how percentiles are computed (charts/groups.test.ts).
 */
import { deflateRawSync } from "node:zlib";
import { expect, openLab, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

/** So many flows of each algorithm, the others 3 s later. */
function address(each: number): string {
  const flows = ["cdg", "newreno"].flatMap((kind, place) =>
    Array.from({ length: each }, (_, i) => ({
      name: `${kind} ${i + 1}`,
      algorithm: { kind },
      start_s: 3 * place + i / 20,
    })),
  );
  const bottleneck = { rate_bps: 2e7, queue: { discipline: "drop_tail", limit_packets: 100 } };
  const scenario = { schema: 1, seed: 1, title: "Many", duration_s: 8, bottleneck, flows };
  const packed = deflateRawSync(JSON.stringify(scenario)).toString("base64url");
  return `s=1${packed}&t=7&autoplay=0&view=path,cwnd,rtt,goodput`;
}

test("eighty flows are two medians with their bands, and the flow in focus a line", async ({ page }) => {
  // High enough that each label of an open track has room.
  await page.setViewportSize({ width: 1366, height: 950 });
  await openLab(page, address(40));
  await expect(page.locator("#path")).toContainText("CDG × 40");
  for (const id of ["stage", "rtt", "goodput"]) {
    const figure = page.locator(`figure[data-chart="${id}"]`);
    const labels = figure.locator(".chart-slot-name");
    // In a stage of the windows and of the queue, whose packets are of the first 64 flows and of 16 others.
    await expect(labels.filter({ hasText: /^CDG.×.40$/ })).toHaveCount(id === "stage" ? 2 : 1);
    await expect(labels.filter({ hasText: /^NewReno.×.40$/ })).toHaveCount(1);
    await expect(labels.filter({ hasText: /^NewReno.×.24$/ })).toHaveCount(id === "stage" ? 1 : 0);
    await expect(labels.filter({ hasText: /^(20–80\s%|\d+ flows)$/ })).toHaveCount(2);
    // Of the later flows some are not recorded, and the band says so.
    await expect(labels.filter({ hasText: /^\d+ flows$/ })).not.toHaveCount(0);
    await expect(labels.filter({ hasText: /^CDG 1$/ })).toHaveCount(1);
    await expect(labels.filter({ hasText: /^CDG [2-9]/ })).toHaveCount(0);
    if (id !== "stage") await expect(figure.locator(".chart-unit")).toContainText("median, band of 20–80 %");
    await expect(figure.locator(":scope > .unseen")).toContainText(
      /median of CDG.×.40, [1-4]?\d with a value, .* 20 to 80\s%/,
    );
  }
  // The list has the colours of path and charts: those of the two algorithms.
  const cards = page.locator("#sidebar .card .swatch");
  const colours = () => cards.evaluateAll((all) => all.map((swatch) => swatch.getAttribute("class") ?? ""));
  const listed = await colours();
  for (const from of ["21", "41"]) {
    await page.locator("#sidebar").getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.locator("#sidebar .bounded").first()).toContainText(`${from} to`);
    listed.push(...(await colours()));
  }
  expect(listed).toHaveLength(60);
  expect(new Set(listed).size).toBe(2);
  // The median lies within its band.
  const value = (name: RegExp) =>
    page
      .locator('figure[data-chart="stage"] .chart-slot', { hasText: name })
      .locator(".chart-slot-value")
      .first()
      .textContent();
  const [low, high] = ((await value(/^20–80/)) ?? "").split("–").map(Number);
  const median = Number(await value(/^CDG.×/));
  expect(low as number).toBeLessThanOrEqual(median);
  expect(median).toBeLessThanOrEqual(high as number);

  // Another flow comes forward, and its line's label with it.
  await page.locator('figure[data-chart="stage"]').focus();
  await page.keyboard.press("]");
  await expect(
    page.locator('figure[data-chart="stage"] .chart-slot-name').filter({ hasText: /^CDG 2$/ }),
  ).toBeVisible();

  await page.locator('figure[data-chart="stage"]').focus();
  await page.keyboard.press("t");
  const table = page.locator("dialog table");
  await expect(table.locator("th", { hasText: /^Window: CDG.×.40, median$/ })).toBeVisible();
  await expect(table.locator("th", { hasText: /^Window: NewReno.×.40, 80\s%$/ })).toBeVisible();
  await expect(table.locator("th", { hasText: /: 16 others/ })).toBeVisible();
  await expect(table.locator("tr").first().locator("th")).toHaveCount(13);
  const last = (await table.locator("tr").last().locator("th, td").allTextContents()).map(Number.parseFloat);
  expect(last[2] as number).toBeLessThanOrEqual(last[1] as number);
  expect(last[1] as number).toBeLessThanOrEqual(last[3] as number);
  await page.keyboard.press("Escape");

  await page.locator('figure[data-chart="stage"] .chart-menu').click();
  const { text: svg } = await saved(page, page.getByRole("menuitem", { name: /SVG/ }));
  expect(svg).toMatch(/CDG.×.40/);
  // A band of each algorithm in the plot, and a sample of each at its label.
  expect(svg.match(/fill-opacity="0.18"/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
  expect(svg.match(/fill="(#[0-9a-f]{6}2e|rgba\([^"]*, 0.18\))"/gi)).toHaveLength(2);
});

test("the queue is stacked by algorithm, and its parts add up to what the path says", async ({ page }) => {
  await openLab(page, address(20).replace("view=path,cwnd,rtt", "view=path,rtt,queue"));
  const labels = page.locator('figure[data-chart="queue"] .chart-slot');
  const packets = async (name: RegExp) =>
    Number(await labels.filter({ hasText: name }).locator(".chart-slot-value").textContent());
  await expect(labels.filter({ hasText: /^CDG.×.20/ })).toBeVisible();
  const both = async (): Promise<number> => (await packets(/^CDG.×.20/)) + (await packets(/^NewReno.×.20/));
  const onPath = async (): Promise<number> =>
    Number(/(\d+) packets/.exec((await page.locator("#path").textContent()) ?? "")?.[1]);
  // The first reading is of the coarse picture, until the fine one has been computed.
  await expect.poll(async () => (await both()) - (await onPath())).toBe(0);
  expect(await onPath()).toBeGreaterThan(0);
});

test("eight flows are eight lines", async ({ page }) => {
  await openLab(page, address(4));
  const figure = page.locator('figure[data-chart="goodput"]');
  await expect(figure.locator(".chart-slot-name").first()).toBeVisible();
  await expect(figure.locator(".chart-slot-name").filter({ hasText: "20–80 %" })).toHaveCount(0);
  await expect(figure.locator(".chart-unit")).not.toContainText("median");
});

test("a group's name in the path leads to its number, and the sentence says how many went", async ({ page }) => {
  await openLab(page, "preset=course_incast&show=all&autoplay=0&t=0.2");
  await expect(page.locator("#hook")).toContainText("Nineteen of twenty");
  await page.getByRole("button", { name: /^NewReno × 20/ }).click();
  const count = page.getByRole("textbox", { name: "How many" });
  await expect(count).toHaveValue("20");
  await count.fill("10");
  await count.press("Enter");
  await expect(page.locator("#hook")).toContainText("10 NewReno flows were removed.");
});

test("the sheet of results has no scroll bars where it has room", async ({ page }) => {
  await openLab(page, "preset=course_bufferbloat_20&show=all&autoplay=0&t=20");
  await page.keyboard.press("e");
  const sheet = page.locator("dialog.sheet");
  await expect(sheet.locator(".results-hint")).toBeVisible();
  await expect(sheet).not.toContainText("Jain");
  const over = (node: HTMLElement) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
  expect(await sheet.evaluate(over)).toEqual([0, 0]);
});
