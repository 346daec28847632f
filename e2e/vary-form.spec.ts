/**
 * The form of *Vary*: each picture has its own choice, a choice stays for another run, the span that is measured, playback behind the dialog; on a phone the
 * way to it and what a run draws. Not here: the runs and their files (vary.spec.ts), ranges by hand (web/src/vary/offered.test.ts).
 */
import type { Page } from "@playwright/test";
import { expect, openLab, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Vary a setting" });
const settings = (page: Page) => dialog(page).getByRole("combobox", { name: "Setting" });
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name });
const picture = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const bar = (page: Page, name: string) => page.locator("#bar").getByRole("button", { name, exact: true });

test("each picture keeps its choice, also for another run, and playback pauses meanwhile", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(bar(page, "Pause")).toBeVisible();
  await page.keyboard.press("v");
  await expect(bar(page, "Play")).toBeVisible();
  await dialog(page).getByRole("button", { name: "10", exact: true }).click();
  await picture(page, "Map").click();
  await settings(page).nth(1).selectOption({ label: "Rate" });
  const chosen = async (): Promise<string[]> =>
    settings(page).evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
  const map = await chosen();
  expect(map).toEqual(["bottleneck.queue.limit_packets", "bottleneck.rate_bps"]);
  await picture(page, "Pairs").click();
  await expect(settings(page).first()).toHaveValue("flows.CDG.algorithm.kind");
  await expect(settings(page).first().locator("option:checked")).toHaveText("Algorithm, flow 1");
  // From the start of the second flow on.
  await expect(field(page, "Measured from")).toHaveValue("12");
  await picture(page, "Find").click();
  await expect(settings(page)).toHaveValue("bottleneck.queue.limit_packets");
  await picture(page, "Map").click();
  expect(await chosen()).toEqual(map);
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await expect(dialog(page).getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(bar(page, "Pause")).toBeVisible();
  await page.keyboard.press("Space");

  // Another run.
  const rate = page.locator('#sidebar [data-setting="bottleneck.rate_bps"] input[type=range]');
  await rate.focus();
  await page.keyboard.press("ArrowRight");
  await rate.blur();
  await page.keyboard.press("v");
  await expect.poll(chosen).toEqual(map);
  await expect(dialog(page).getByRole("button", { name: "10", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("on a projector the dialog has the screen's width, and no button or list is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openLab(page, `${RUN}&profile=projector`);
  await page.keyboard.press("v");
  await expect(dialog(page).locator(".segments")).toHaveCount(3);
  expect((await dialog(page).boundingBox())?.width).toBeGreaterThan(1700);
  const cut = await dialog(page)
    .locator(".segments, select")
    .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight).map((each) => each.outerHTML));
  expect(cut).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a setting's button is visible, and what a run draws comes into view", async ({ page }) => {
    await openLab(page, RUN);
    const button = page.getByRole("button", { name: "Vary: Random loss" });
    await expect(button).toHaveCSS("opacity", "1");
    await button.tap();
    await field(page, "Values").fill("2");
    await field(page, "Values").press("Tab");
    await dialog(page).getByRole("button", { name: "1", exact: true }).tap();
    await expect(dialog(page).locator(".vary-doing")).toContainText("2 runs (values: 2, runs of each: 1)");
    await dialog(page).getByRole("button", { name: "Run", exact: true }).tap();
    await expect(dialog(page).locator(".vary-plots .plot-place").first()).toBeInViewport({ ratio: 0.5 });
  });
});
