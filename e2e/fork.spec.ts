/**
 * A run split in two: the same until the change, different after it, with the same luck; its table, its address, undo.
 * Not here: what the branches are made of (session/fork.test.ts).
 */
import type { Locator, Page } from "@playwright/test";
import { digestOf, expect, openLab, playhead, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=18&autoplay=0";
const digestB = (page: Page) => page.evaluate(() => document.body.dataset.digestB ?? "");
const fork = (page: Page) => page.locator("#bar").getByRole("button", { name: "Fork", exact: true });
const loss = (page: Page) =>
  page
    .locator("#sidebar")
    .getByRole("spinbutton", { name: "Random loss" })
    .or(page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }));

test("while nothing differs both branches are one picture with one set of numbers, also while the run plays", async ({
  page,
}) => {
  await openLab(page, "preset=cdg_beside_newreno&t=30&autoplay=0&view=path,rtt,queue");
  await fork(page).click();
  await expect(page.locator("#path-b .path-label.is-readout")).toHaveText(/packets/);
  const queue = page.locator('figure[data-chart="queue"]');
  await expect(queue.locator(".chart-slot-value.second").last()).toHaveText(/\d/);
  await page.locator("#bar").getByRole("button", { name: "Play", exact: true }).click();
  const seen = await page.evaluate(async () => {
    const text = (of: Element | null | undefined): string => of?.textContent ?? "";
    const read = (path: string): string => text(document.querySelector(`${path} .is-readout`));
    const ms = (words: string): string => /([\d.]+)\s*ms/.exec(words)?.[1] ?? "";
    const seen = { paths: 0, numbers: 0, delays: 0, moved: new Set<string>() };
    // However slowly the machine plays: until it has moved often.
    for (let frame = 0; frame < 150 || (seen.moved.size <= 3 && frame < 1500); frame++) {
      await new Promise(requestAnimationFrame);
      if (read("#path") !== read("#path-b")) seen.paths += 1;
      const seconds = [...document.querySelectorAll(".chart-slot:not(.chart-slot-head) > .second")];
      if (seconds.some((second) => text(second) !== text(second.previousElementSibling))) seen.numbers += 1;
      const delay = text(document.querySelector('figure[data-chart="queue"] .chart-slots > :last-child > .second'));
      if (ms(read("#path")) !== ms(delay)) seen.delays += 1;
      seen.moved.add(read("#path"));
    }
    return { ...seen, moved: seen.moved.size > 3 };
  });
  expect(seen).toEqual({ paths: 0, numbers: 0, delays: 0, moved: true });
});

test("a fork says how it ends, what it compares and whose strip is shown; no button moves", async ({ page }) => {
  await openLab(page, RUN);
  const menus = page.locator("#bar .menus > button");
  const places = () => menus.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  const before = await places();
  await fork(page).click();
  await expect(page.locator("#path-b")).toBeVisible();
  await expect(menus).toHaveCount(3);
  expect(await places()).toEqual(before);
  await expect(page.locator("#hook")).toContainText("alike until one is changed.");
  // No line is of one branch alone yet, so none is named.
  await expect(page.locator(".branch-name")).toHaveText([/^A\s*as it was$/, /^B\s*as A until it is changed$/]);
  await expect(page.locator("#sidebar .fork-head")).toContainText("The branches are identical. Change B, then play.");
  const repeat = page.locator("#bar").getByRole("button", { name: "Repeat" });
  await expect(repeat).toHaveAttribute("aria-disabled", "true");
  await expect(repeat).toHaveAttribute("title", /end the fork first/);
  // Each pair of values has its heads, and what only A has is named.
  for (const chart of ["stage", "gradient"])
    await expect(page.locator(`figure[data-chart="${chart}"] .chart-slot-head`)).toHaveText("AB");
  await page.locator("#bar").getByRole("button", { name: "End fork" }).click();
  await expect(page.locator("#path-b")).toHaveCount(0);
  expect(await places()).toEqual(before);
});

/** On a phone. */
async function valuesAreRows(page: Page): Promise<void> {
  const rows = page.locator('figure[data-chart="stage"] .chart-readout .chart-slot');
  await expect(rows).toHaveCount(4);
  // A second value comes once B's engine has run to the playhead.
  await expect(rows.locator(".chart-slot-value")).toHaveCount(8);
  const places = await rows.evaluateAll((all) =>
    all.map((row) => ({
      top: row.getBoundingClientRect().top,
      ends: [...row.querySelectorAll(".chart-slot-value")].map((value) => value.getBoundingClientRect().right),
    })),
  );
  for (const [i, { top, ends }] of places.entries()) {
    expect(ends).toEqual(places[0]?.ends);
    if (i > 0) expect(top).toBeGreaterThan(places[i - 1]?.top as number);
  }
}

test("on a phone the values are rows under A and B, and the slider has beside it which branch it changes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  await page.keyboard.press("y");
  await valuesAreRows(page);
  const bar = page.locator("#bottom-bar");
  const [a, b] = ["A", "B"].map((name) => bar.getByRole("button", { name, exact: true }));
  await expect(b as Locator).toHaveAttribute("aria-pressed", "true");
  await a?.click();
  await expect(a as Locator).toHaveAttribute("aria-pressed", "true");
  await bar.getByRole("slider", { name: "Random loss" }).press("PageUp");
  await expect(page.locator(".branch-name")).toHaveText([/^A\s*Random loss 0.01/, /^B\s*as it was/]);
});

test("branches are one until the change and differ after it; undo, address and both ends of a fork", async ({
  page,
}) => {
  const digest = await openLab(page, RUN);
  await fork(page).click();
  await expect(page.locator("#hook")).toContainText("Same random seed, two branches");
  // Nothing is changed yet: the very same run.
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toBe(digest);

  await loss(page).first().fill("1");
  await page.keyboard.press("Enter");
  // While the engine takes the change there is no digest: one that is there, and another than A's.
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toMatch(new RegExp(`^(?!${digest})[0-9a-f]{16}$`));
  const changed = await digestB(page);
  // A is as it was.
  expect(await digestOf(page)).toBe(digest);
  await expect(page.locator("#hook")).toContainText("Random loss 1");

  // Before the fork both read alike, after it they do not: the table measures the stretch after the fork.
  await expect(page.locator("#sidebar .fork-head")).toContainText("The branches are identical until");
  await page.getByRole("slider", { name: "Playback position" }).focus();
  await page.keyboard.press("End");
  const row = page.locator(".differences tr", { hasText: "NewReno goodput" });
  await expect(row).toBeVisible();
  const [a, b, less] = (await row.locator("td").allTextContents()).map((text) =>
    Number.parseFloat(text.replace("−", "-")),
  );
  expect(a as number).toBeGreaterThan(2 * (b as number));
  expect(less as number).toBeCloseTo((b as number) - (a as number), 1);
  await expect(page.locator('figure[data-chart="stage"] .chart-slot-value.second').first()).toBeVisible();

  // The address carries both, and where the playhead went: it follows a moment later.
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/fork=.*&t=80(&|$)/);
  const hash = await page.evaluate(() => location.hash);
  await page.goto("about:blank");
  await page.goto(`/${hash}`);
  expect(await digestOf(page)).toBe(digest);
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toBe(changed);
  // From a link, too, it is B that is tried out.
  await expect(page.locator("#sidebar").getByRole("button", { name: "B", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(loss(page).first()).toHaveValue("1");

  // B may become the run; one step of undo brings the fork back.
  await page.getByRole("button", { name: "End the fork and keep B" }).click();
  await expect.poll(() => digestOf(page)).toBe(changed);
  await expect(page.locator("#path-b")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(digest);
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toBe(changed);
  await page.getByRole("button", { name: "End the fork and keep A" }).click();
  await expect(page.locator("#path-b")).toHaveCount(0);
  expect(await playhead(page)).toBeGreaterThan(18);
});

test("the hand moves the branch that it is on, and a refused change leaves both", { tag: "@smoke" }, async ({
  page,
}) => {
  const digest = await openLab(page, RUN);
  await page.keyboard.press("y");
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toBe(digest);
  await page.locator("#sidebar").getByRole("button", { name: "A", exact: true }).click();
  await loss(page).first().fill("2");
  await page.keyboard.press("Enter");
  await expect.poll(() => digestOf(page)).not.toBe(digest);
  // B keeps the run as it was.
  await expect.poll(() => digestB(page)).toBe(digest);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(digest);
});

test("a change of B that the engine rejects is said as a change, and both branches stay", async ({ page }) => {
  const queue = { discipline: "red", limit_packets: 84, min_threshold_packets: 5, max_threshold_packets: 15 };
  const flows = [{ algorithm: { kind: "newreno" } }];
  const scenario = { schema: 1, duration_s: 30, bottleneck: { rate_bps: 1e7, queue }, flows };
  const digest = await openLab(
    page,
    `t=10&autoplay=0&s=0${Buffer.from(JSON.stringify(scenario)).toString("base64url")}`,
  );
  await page.keyboard.press("y");
  await expect.poll(() => digestB(page), { timeout: 30_000 }).toBe(digest);
  await page.locator("#sidebar summary").filter({ hasText: "More path settings" }).click();
  await page.locator("#sidebar").getByRole("textbox", { name: "Lower threshold" }).fill("20");
  await page.keyboard.press("Enter");
  await expect(page.locator("#problems strong")).toHaveText("This change was rejected:");
  await expect.poll(() => digestB(page)).toBe(digest);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator("#problems")).toBeHidden();
});

test("a fork at the end says that the run goes on, and its end gives the length back", async ({ page }) => {
  const digest = await openLab(page, "preset=cdg_beside_newreno&t=80&autoplay=0");
  const clock = page.locator("#bar .clock");
  await expect(clock).toContainText("80\u202fs");
  await fork(page).click();
  await expect(page.locator("#sidebar .fork-head")).toContainText("both branches now continue to 160");
  await expect(clock).toContainText("160\u202fs");
  await page.getByRole("button", { name: "End the fork and keep A" }).click();
  await expect(page.locator("#sidebar .fork-head")).toHaveCount(0);
  await expect(clock).not.toContainText("160");
  await expect.poll(() => digestOf(page), { timeout: 30_000 }).toBe(digest);
});

test("a later change of B is told with its moment, beside the earlier one", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("y");
  await loss(page).first().fill("2");
  await page.keyboard.press("Enter");
  await expect(page.locator("#hook p")).toContainText(/in B: Random loss 2\s%\.$/u);
  await page.keyboard.press("Escape");
  await page.locator("#bar").getByRole("button", { name: "To the next congestion event" }).click();
  await expect(page.locator("#bar .clock")).not.toContainText("18.000");
  const g = page.locator("#sidebar").getByRole("textbox", { name: "Scaling parameter (G)" });
  await g.first().fill("10");
  await page.keyboard.press("Enter");
  await expect(page.locator("#hook p")).toContainText(
    /in B: Random loss 2\s%; Scaling parameter \(G\), .* 10\sms \(at 18\.\d+\ss\)\.$/u,
  );
});
