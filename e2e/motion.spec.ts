/**
 * How the charts change: all at once, never emptied on the way, their numbers of one instant. Not here: when data are asked for
 * (web/src/charts/feed.test.ts), a fork's numbers (fork.spec.ts).
 */
import type { Page } from "@playwright/test";
import { expect, openLab, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=20&autoplay=0";

/** Notes in each frame what a page's charts look like: a number for each drawing, and how much of its right part has a colour. */
async function watch(page: Page): Promise<void> {
  await expect(page.locator(".chart:not(.due)").first()).toBeVisible();
  await expect(page.locator(".chart.due")).toHaveCount(0);
  await page.evaluate(() => {
    const sheet = new OffscreenCanvas(80, 24).getContext("2d", { willReadFrequently: true });
    if (!sheet) throw new Error("no canvas");
    const look = (chart: Element) => {
      const canvas = chart.querySelector<HTMLCanvasElement>(".chart-data");
      sheet.clearRect(0, 0, 80, 24);
      if (canvas?.width) sheet.drawImage(canvas, 0, 0, 80, 24);
      const { data } = sheet.getImageData(0, 0, 80, 24);
      let [hash, coloured] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
        hash = (hash * 31 + r + 7 * g + 13 * b) | 0;
        if ((i / 4) % 80 >= 50 && (i / 4) % 80 < 66 && Math.max(r, g, b) - Math.min(r, g, b) > 20) coloured++;
      }
      return { hash, coloured };
    };
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    const frame = (): void => {
      const charts = [...document.querySelectorAll('.chart[data-axis="time"]')];
      seen.push({ axis: document.querySelector(".chart-axis-labels")?.textContent ?? "", charts: charts.map(look) });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

interface Seen {
  axis: string;
  charts: { hash: number; coloured: number }[];
}
const seen = (page: Page): Promise<Seen[]> => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen);

test("another span is drawn in all charts and under them in one frame", async ({ page }) => {
  await openLab(page, RUN);
  await watch(page);
  await page.locator('figure[data-chart="stage"]').focus();
  const before = (await seen(page)).length;
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(async () => new Set((await seen(page)).map(({ axis }) => axis)).size).toBeGreaterThan(1);
  const frames = (await seen(page)).slice(Math.max(0, before - 1));
  const [first] = frames as [Seen, ...Seen[]];
  const changed = first.charts.map((chart, i) => frames.findIndex(({ charts }) => charts[i]?.hash !== chart.hash));
  const moved = frames.findIndex(({ axis }) => axis !== first.axis);
  expect(changed.length).toBeGreaterThan(2);
  expect(changed).toEqual(changed.map(() => moved));
});

test("while a setting is dragged the charts keep their future until the new one is there", async ({ page }) => {
  await openLab(page, RUN);
  await watch(page);
  const slider = page.locator("#sidebar").getByRole("slider", { name: "Link rate", exact: true });
  await slider.focus();
  const before = (await seen(page)).length - 1;
  const [first] = (await seen(page)).slice(-1) as [Seen];
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await seen(page)).at(-1)?.charts[0]?.hash).not.toBe(first.charts[0]?.hash);
  const all = (await seen(page)).slice(before);
  const least = first.charts.map((_, i) => Math.min(...all.map(({ charts }) => charts[i]?.coloured ?? 0)));
  expect(first.charts.every(({ coloured }) => coloured > 10)).toBe(true);
  expect(least.map((coloured, i) => coloured > (first.charts[i]?.coloured ?? 0) / 3)).toEqual(
    first.charts.map(() => true),
  );
});

test("a page that opens shows no chart before its data", async ({ page }) => {
  await page.addInitScript(() => {
    const early = new Set<string>();
    Object.assign(globalThis, { early });
    const frame = (): void => {
      for (const empty of document.querySelectorAll(".chart-empty:not([hidden])")) early.add(empty.textContent ?? "");
      for (const title of document.querySelectorAll(".chart.due .chart-title"))
        if (getComputedStyle(title).visibility === "visible") early.add(title.textContent ?? "");
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.goto("/");
  await expect(page.locator('figure[data-chart="stage"] .chart-slot-value').first()).toHaveText(/\d|[a-z]/);
  expect(await page.evaluate(() => [...(globalThis as unknown as { early: Set<string> }).early])).toEqual([]);
});
