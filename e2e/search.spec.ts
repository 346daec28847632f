/**
 * The search of the laboratory in a browser: its keys, its list, where a choice leads, on a laptop and on a phone. Not here: what is found for
 * which words (web/src/laboratory/search-entries.test.ts), the order (web/src/search/finder.test.ts).
 */
import type { Locator, Page } from "@playwright/test";
import { digestOf, expect, findings, nextDigest, openLab, sideways, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=20&autoplay=0&lang=en&show=all";
const field = (page: Page): Locator => page.getByRole("combobox", { name: "Find anything" });
const chosen = (page: Page): Locator => page.locator("dialog.search [role=option][aria-selected=true]");
const control = (page: Page, path: string): Locator =>
  page.locator(`#sidebar [data-setting="${path}"]`).locator("input, select").first();

/** Searches from anywhere for words, whose best result has this name, and goes there. */
async function go(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(words);
  await expect(chosen(page)).toHaveText(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog.search")).toHaveCount(0);
}

test("what is hidden is found by key and has the focus then, and nothing of the run has changed", async ({ page }) => {
  const before = await openLab(page, RUN);

  await test.step("/ opens it, arrows choose, Escape gives the focus back", async () => {
    const fork = page.getByRole("button", { name: "Fork", exact: true });
    await fork.focus();
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("bur");
    await expect(page.locator("dialog.search mark").first()).toHaveText("bur");
    await expect(page.locator("dialog.search [role=status]")).toHaveText(/^\d+ results$/);
    const first = await chosen(page).textContent();
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page)).not.toHaveText(first ?? "");
    await expect(field(page)).toHaveAttribute("aria-activedescendant", (await chosen(page).getAttribute("id")) ?? "");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(page.locator("dialog.search [role=option]").last()).toHaveAttribute("aria-selected", "true");
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog.search")).toHaveCount(0);
    await expect(fork).toBeFocused();
  });

  await test.step("a setting of the path, one that is folded, one of a card, a time in a card's menu", async () => {
    await go(page, "buffer", /^\s*Queue limit/);
    await expect(control(page, "bottleneck.queue.limit_packets")).toBeFocused();
    await go(page, "bursty", /^\s*Gilbert-Elliott/);
    await expect(control(page, "bottleneck.loss.model")).toBeFocused();
    // The list shows what there is to choose: the field itself names what is in use.
    expect(await control(page, "bottleneck.loss.model").evaluate((list) => list.matches(":open"))).toBe(true);
    await page.keyboard.press("Escape");
    await go(page, "timestamps", /^\s*Timestamps/);
    await expect(control(page, "flows.CDG.timestamps")).toBeFocused();
    await go(page, "start jitter", /^\s*Start jitter/);
    await go(page, "flows cdg stop", /^\s*Stop/);
    await expect(control(page, "flows.CDG.stop_s")).toBeFocused();
    await page.keyboard.press("Escape");
  });

  await test.step("a flow, an algorithm", async () => {
    await go(page, "newreno", /^\s*NewReno\s*Flows/);
    await expect(page.locator("#sidebar .card.is-open .card-name")).toBeFocused();
    await expect(page.locator("#sidebar .card.is-open .card-name")).toContainText("NewReno");
    await go(page, "bbr", /^\s*BBR\s*Add a flow/);
    await expect(page.locator("#add-flow").getByRole("button", { name: "BBR", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
  });

  expect(await digestOf(page)).toBe(before);
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeDisabled();

  await test.step("a number that is found or pressed is replaced by what is typed", async () => {
    await go(page, "queue 20", /^\s*Queue limit/);
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await expect(control(page, "bottleneck.queue.limit_packets")).toHaveValue("20");
    await control(page, "bottleneck.rate_bps").click();
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await expect(control(page, "bottleneck.rate_bps")).toHaveValue("5");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => digestOf(page)).toBe(before);
  });

  await test.step("a chart opens and has the focus", async () => {
    await go(page, "throughput of a flow", /^\s*Goodput/);
    await expect(page.locator('figure[data-chart="goodput"]')).toBeFocused();
  });

  await test.step("the picture of a chart is saved", async () => {
    const saved = page.waitForEvent("download");
    await go(page, "save picture", /^\s*Save picture, PNG/);
    expect((await saved).suggestedFilename()).toMatch(/\.png$/);
  });
});

test("a run that was left for another is one step of undo away, with its own steps; a figure has a page", async ({
  page,
}) => {
  const opened = await openLab(page, RUN);
  const undo = page.getByRole("button", { name: "Undo" }).first();
  await go(page, "queue 20", /^\s*Queue limit/);
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  const changed = await nextDigest(page, opened);
  await go(page, "a call and an upload", /^\s*ADSL/);
  await nextDigest(page, changed);
  await undo.click();
  await expect.poll(() => digestOf(page)).toBe(changed);
  await undo.click();
  await expect.poll(() => digestOf(page)).toBe(opened);
  await expect(undo).toBeDisabled();
  await go(page, "figure 4", /^\s*CDG, figure\s4/);
  await expect(page).toHaveURL(/figures\.html#cdg_fig4/);
});

test("fields, dialogs and letters switched off keep their keys; what is typed at once is not lost", async ({
  page,
}) => {
  // Until the script of the search has come, letters are those of its field. The route is there before the page: the first request after
  // a later one is not always seen.
  const script = /\/assets\/search-[^/]*\.js/;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await held;
    await route.continue();
  });
  await openLab(page, RUN);
  const open = page.locator("dialog.search");
  const asked = page.waitForRequest(script);
  await page.keyboard.press("/");
  await asked;
  await page.keyboard.type("ffy");
  release();
  await expect(field(page)).toHaveValue("ffy");
  await page.keyboard.press("Escape");
  await expect(page.locator("#path-b")).toHaveCount(0);
  const seed = page.locator("#sidebar").getByRole("textbox", { name: "Seed" });
  await seed.focus();
  await page.keyboard.type("/");
  await expect(seed).toHaveValue(/\//);
  await expect(open).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fork", exact: true }).focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toContainText("Search (also Ctrl+K)");
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await help.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(open).toHaveCount(0);
});

test("on a phone it fills the screen, and leads into the sheet of controls and to a chart", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  await page.getByRole("button", { name: "Find anything" }).click();
  await field(page).fill("bandwidth");
  expect(await page.locator("dialog.search").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page
    .locator("dialog.search")
    .getByRole("option", { name: /^Link rate/ })
    .click();
  await expect(control(page, "bottleneck.rate_bps")).toBeFocused();
  await expect(control(page, "bottleneck.rate_bps")).toBeInViewport();
  await go(page, "queueing delay", /^\s*Queueing delay/);
  await expect(page.locator('figure[data-chart="queue_delay"]')).toBeFocused();
});
