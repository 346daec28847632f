/**
 * "Why?": a mark is asked about by key and by pointer; the numbers told give the decision again when computed by hand. Not
 * here: that every rule has its words (web/src/why/why.test.ts).
 */
import type { Page } from "@playwright/test";
import { askWhy, drawn, expect, openLab, playhead, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
const why = (page: Page) => page.locator(".why");

/** Numbers in the order in which an equation's text has them. */
const numbers = (text: string) =>
  [...text.replaceAll("−", "-").matchAll(/\d+(?:\.\d+)?/g)].map((match) => Number(match[0]));

test("a backoff is told with numbers that give it again, and the decisions beside it are a step away", async ({
  page,
}) => {
  await openLab(page, RUN);
  await askWhy(page, "gradient");
  await expect(why(page)).toContainText(/Why did CDG back off at \d/);
  const at = await playhead(page);
  expect(at).toBeGreaterThan(26);
  const rule = why(page).locator("[data-rule='cdg.delay_backoff']");
  const lines = await rule.locator(".why-line").allTextContents();
  // P = 1 - e^(-g/G) = 1 - e^(-1.88/3) = 0.465; X = 0.336 < P; w <- 0.7 x 10 -> 7
  const [, , g, G, P] = numbers(lines[0] ?? "") as [number, number, number, number, number];
  expect(1 - Math.exp(-g / G)).toBeCloseTo(P, 2);
  const [X, beta, before, after] = numbers(lines.slice(1).join(" ")) as [number, number, number, number];
  expect(X).toBeLessThan(P);
  expect(beta).toBe(0.7);
  expect(after).toBeCloseTo(beta * before, 0);
  // Equation 5's gradient: of the smallest RTT while that grows, else of the largest.
  await expect(rule).toContainText(/The (smallest|largest) RTT rose by/);
  await expect(rule).toContainText("a backoff probability of");
  await expect(rule).toContainText("Hayes and Armitage 2011");
  await expect(rule.locator(".why-truth")).toContainText(
    /true state was “\w+”\. (The gradient looked like a growing queue, [^.]+|It was right to back off: [^.]+)\. The queue now holds \d+ packets, \d+ of them/,
  );

  await why(page).getByRole("button", { name: "Next decision" }).click();
  await expect.poll(() => playhead(page)).toBeGreaterThan(at);
  await why(page).getByRole("button", { name: "Previous decision" }).click();
  await expect.poll(() => playhead(page)).toBeCloseTo(at, 3);
  await page.keyboard.press("Escape");
  await expect(why(page)).toHaveCount(0);
});

test("a key asks about the last congestion event, wherever the playhead is", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("w");
  await expect(why(page)).toContainText(/Why did \w+ (back off|reduce its window) at \d/);
  const at = await playhead(page);
  expect(at).toBeLessThan(26);
  await page.keyboard.press("w");
  await expect.poll(() => playhead(page)).toBeLessThan(at);
  await expect(why(page).locator(".why-rule").first()).toBeVisible();
});

test("a loss, a drop and a crowd are told too; a change of the run closes it", async ({ page }) => {
  await openLab(page, `${RUN}&view=path,rtt,queue,cwnd`);
  await askWhy(page, "queue");
  await expect(why(page)).toContainText("The queue was full (84 of 84 packets)");
  // NewReno's cut, by the second flow of the window's marks.
  await page.locator('figure[data-chart="cwnd"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(why(page)).toContainText("Why did NewReno reduce its window");
  // The question stands there before its answer.
  const told = why(page).locator(".why-line").first().locator("mn");
  await expect(told).not.toHaveCount(0);
  const parts = await told.allTextContents();
  const [base, two, half] = parts.map(Number) as [number, number, number];
  expect(half).toBeCloseTo(Math.floor(base / two), 6);
  // The simulator's knowledge beside it.
  await expect(why(page).locator(".why-truth")).toContainText(
    "The queue dropped the packet, with 84 packets in it. It was right to treat this loss as congestion.",
  );
  await page.getByRole("slider", { name: "Random loss" }).focus();
  await page.keyboard.press("PageUp");
  await expect(why(page)).toHaveCount(0);
});

for (const [width, height] of [
  [1366, 768],
  [1920, 1080],
] as const)
  test(`at ${width}x${height} no panel moves a slider, and its buttons stay where they are`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openLab(page, RUN);
    const sidebar = page.locator("#sidebar");
    const controls = sidebar.locator(".controls");
    const place = (name: string) =>
      sidebar.getByRole("slider", { name }).evaluate((slider) => slider.getBoundingClientRect().top);
    const places = async () => [
      await place("Random loss"),
      await place("Base RTT"),
      await place("Scaling parameter (G)"),
    ];
    await controls.evaluate((each) => each.scrollTo({ top: 40 }));
    const before = await places();
    const panel = sidebar.locator(".panel");
    const button = (name: string) => panel.getByRole("button", { name });

    await askWhy(page, "gradient");
    const next = button("Next decision");
    await expect(panel.locator(".why-rule").first()).toBeInViewport();
    expect(await places()).toEqual(before);
    const at = await next.boundingBox();
    for (let i = 0; i < 3; i++) {
      const told = (await panel.textContent()) ?? "";
      await next.click();
      await expect(panel).not.toHaveText(told);
      expect(await next.boundingBox()).toEqual(at);
      expect(await places()).toEqual(before);
    }
    await button("Close").click();
    await expect(panel).toHaveCount(0);

    for (const [key, head] of [
      ["y", ".fork-head"],
      ["m", ".repeat-head"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(panel.locator(`${head} h2`)).toBeInViewport({ ratio: 1 });
      expect(await places()).toEqual(before);
      // A control under the panel comes into view with the focus.
      const last = sidebar.getByRole("textbox", { name: "Seed" });
      await last.focus();
      const edge = (await panel.boundingBox())?.y ?? 0;
      const box = await last.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge);
      await page.locator('figure[data-chart="stage"]').focus();
      await page.keyboard.press(key);
      await expect(panel).toHaveCount(0);
      // Two scrolls: where the list nearly fits, one to the same place is none, and the browser goes back to the control above.
      await controls.evaluate((each) => each.scrollTo({ top: 0 }));
      await controls.evaluate((each) => each.scrollTo({ top: 40 }));
    }
  });

test("on a phone it is a sheet in place of bottom bar and bar, never over the chart", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  await askWhy(page, "stage");
  const sheet = page.locator(".why-sheet");
  // While it is looked for, the sheet is lower.
  await expect(sheet.locator(".why-rule").first()).toBeVisible();
  const plot = page.locator('figure[data-chart="stage"] .chart-plot');
  const covered = async (): Promise<number> => {
    const chart = await plot.boundingBox();
    const box = await sheet.boundingBox();
    return (chart?.y ?? 0) + (chart?.height ?? 0) - (box?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThanOrEqual(24);
  // And the chart has not become too low to be read.
  await expect.poll(async () => (await plot.boundingBox())?.height).toBeGreaterThan(100);
});

test("after a click the charts' numbers are of the mark's instant, until the pointer moves away", async ({ page }) => {
  await openLab(page, RUN);
  const chart = page.locator('figure[data-chart="gradient"]');
  const reading = page.locator(".chart-axis-reading");
  await expect(chart.locator(".chart-slot-value").first()).toHaveText(/\d/);
  const plot = await chart.locator(".chart-plot").boundingBox();
  if (!plot) throw new Error("the chart has no place");
  // Along the draws that were below their probability, each click too far from the last one for a double click.
  const y = plot.y + plot.height - 15;
  let x = plot.x + 300;
  for (; x < plot.x + plot.width && (await playhead(page)) === 26; x += 30) {
    await page.mouse.click(x, y);
    await drawn(page, 4);
  }
  x -= 30;
  const at = numbers((await why(page).locator("h2").textContent()) ?? "")[0] ?? Number.NaN;
  const seconds = async (): Promise<number> => Number.parseFloat((await reading.textContent()) ?? "");
  await expect.poll(seconds).toBe(Number(at.toFixed(1)));
  await page.mouse.move(x + 1, y + 1);
  await expect(reading).toHaveText(/\d/);
  expect(await seconds()).toBe(Number(at.toFixed(1)));
  const rose = numbers((await why(page).locator("[data-rule='cdg.delay_backoff'] > p").first().textContent()) ?? "")[0];
  await expect(chart.locator(".chart-slot", { hasText: "g min" })).toContainText(String(rose));
  await page.mouse.move(x + 60, y);
  await expect.poll(seconds).toBeGreaterThan(at + 1);
});

test("it follows the steps of the playhead, closes with Escape and when the run plays on, and makes room for a fork", async ({
  page,
}) => {
  await openLab(page, RUN);
  await askWhy(page, "gradient");
  const title = why(page).locator("h2");
  await expect(title).toContainText("back off at 26.249 s");
  await page.keyboard.press("n");
  await expect(title).toContainText("dropped at 26.530 s");
  await page.getByRole("slider", { name: "Playback position" }).press("ArrowRight");
  await expect(why(page)).toHaveCount(0);

  // The chart has a crosshair of its own, which Escape would put away.
  await askWhy(page, "gradient");
  await expect(title).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(why(page)).toHaveCount(0);

  await askWhy(page, "gradient");
  await expect(title).toBeVisible();
  await page.locator("#bar").getByRole("button", { name: "Play", exact: true }).click();
  await expect(why(page)).toHaveCount(0);
  await page.locator("#bar").getByRole("button", { name: "Pause", exact: true }).click();

  await askWhy(page, "gradient");
  await expect(title).toBeVisible();
  await page.locator("#bar").getByRole("button", { name: "Fork", exact: true }).click();
  await expect(why(page)).toHaveCount(0);
  await expect(page.locator(".fork-head table, .fork-head p").first()).toBeInViewport();
});

test("on a phone the menu closes once something of it is chosen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  const menu = page.locator("#more");
  for (const [name, done] of [
    ["Fork the run here", "#path-b"],
    ["Help", "dialog[open]"],
  ] as const) {
    await page.locator("#top").getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("button", { name }).click();
    await expect(page.locator(done)).toBeVisible();
    await expect(menu).toBeHidden();
  }
});
