/**
 * Exercises of a course, walked through as a newcomer does: what a change did, a change at the end, undo in a field, another exercise
 * while runs are repeated. Not here: the parts that these meet (controls.spec.ts, history.spec.ts, repeat.spec.ts).
 */
import { expect, test } from "./sandbox.ts";

test("on a fast link a window that falls to a tenth is not “almost the same”", async ({ page }) => {
  await page.goto("/#preset=new_scenario&show=all&t=0&autoplay=0");
  const sidebar = page.locator("#sidebar");
  for (const [setting, value] of [
    ["flows.NewReno.base_rtt_ms", "1000"],
    ["bottleneck.rate_bps", "100"],
  ] as const) {
    await sidebar.locator(`[data-setting='${setting}'] input[type=text]`).fill(value);
    await page.keyboard.press("Enter");
  }
  await sidebar.getByText("More path settings").click();
  await sidebar.locator("[data-setting='bottleneck.loss.model'] select").selectOption("schedule");
  await expect(page.locator("#hook")).toContainText(/will (use|have a mean goodput of) .+\(before:/);
});

test("a change at the end says that the run goes on; from the start it has its old length, and undo brings back both", async ({
  page,
}) => {
  await page.goto("/#preset=course_bufferbloat_20&show=all&t=90&autoplay=0");
  const length = page.locator("#bar .clock");
  await expect(length).toContainText(/90\ss/);
  await page.locator("#sidebar .card-algorithm select").first().selectOption("bbr");
  const note = page.getByRole("note");
  await expect(note).toHaveText(/The run goes on to 180\ss: the change acts from 90\ss\./);
  await note.getByRole("button", { name: "From the start instead" }).click();
  await expect(note).toHaveCount(0);
  await expect(length).toContainText(/of 90\ss/);
  await page.keyboard.press("Control+z");
  await expect(length).toContainText(/of 180\ss/);
  await expect(note).toHaveText(/The run goes on to 180\ss/);
});

test("once its value is entered, undo in a field and in a list is the run's; while something is typed it is the browser's", async ({
  page,
}) => {
  await page.goto("/#preset=course_bufferbloat_20&show=all&t=30&autoplay=0");
  const sidebar = page.locator("#sidebar");
  const limit = sidebar.locator("[data-setting='bottleneck.queue.limit_packets'] input[type=text]");
  const old = await limit.inputValue();
  await limit.click();
  await page.keyboard.type("50");
  await page.keyboard.press("Enter");
  await expect(page.locator("#hook")).toContainText("50");
  await page.keyboard.press("Control+z");
  await expect(limit).toHaveValue(old);
  await expect(page.locator("#hook")).not.toContainText("50");
  await page.keyboard.press("Control+Shift+z");
  await expect(limit).toHaveValue("50");
  await page.keyboard.press("Control+z");
  await expect(limit).toHaveValue(old);
  // Typed, and not entered.
  await page.keyboard.press("End");
  await page.keyboard.type("7");
  await expect(limit).toHaveValue(`${old}7`);
  await page.keyboard.press("Control+z");
  await expect(limit).not.toHaveValue(`${old}7`);
  await page.keyboard.press("Escape");
  const list = sidebar.locator(".card-algorithm select").first();
  const kind = await list.inputValue();
  await list.selectOption("bbr");
  await expect(page.locator("#hook")).toContainText("BBR");
  await list.focus();
  await page.keyboard.press("Control+z");
  await expect(list).toHaveValue(kind);
});

test("another exercise ends the runs with other seeds", async ({ page }) => {
  await page.goto("/#preset=course_bufferbloat_20&show=all&autoplay=0");
  await page.locator("#bar .repeat").click();
  await expect(page.locator(".repeat-head")).toBeVisible();
  await page.evaluate(() => {
    location.hash = "#preset=satellite&show=all&autoplay=0";
  });
  await expect(page.locator("[popovertarget=scenarios]")).toContainText(/satellite/i);
  await expect(page.locator(".repeat-head")).toHaveCount(0);
});

test("a flow's menu closes when its number is entered, with the focus on its button", async ({ page }) => {
  await page.goto("/#preset=new_scenario&show=all&t=0&autoplay=0");
  const sidebar = page.locator("#sidebar");
  const button = sidebar.locator(".card-menu").first();
  await button.click();
  const field = sidebar.locator(".menu-fields [data-setting$='.count'] input");
  await field.fill("3");
  await page.keyboard.press("Enter");
  await expect(sidebar.locator(".popup:popover-open")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("cross traffic of transfers has the options of TCP folded, and the menu opens a file", async ({ page }) => {
  await page.goto("/#preset=new_scenario&show=all&t=0&autoplay=0");
  const sidebar = page.locator("#sidebar");
  await sidebar.locator("[popovertarget=add-traffic]").click();
  await sidebar.getByRole("button", { name: "fetch", exact: true }).click();
  await sidebar.locator(".crossing > summary").click();
  await expect(sidebar.locator("[data-setting$='.interval_s'] input").first()).toBeVisible();
  const delayed = sidebar.locator(".crossing [data-setting$='.delayed_ack_ms']");
  await expect(delayed).toBeHidden();
  await sidebar.locator(".crossing summary", { hasText: "TCP stack" }).click();
  await expect(delayed).toBeVisible();

  await page.locator("[popovertarget=more]").click();
  const chosen = page.waitForEvent("filechooser");
  await page.locator("#more").getByRole("button", { name: "Open a file" }).click();
  const scenario = {
    schema: 1,
    title: "Mine",
    duration_s: 5,
    bottleneck: { rate_bps: 1e7, queue: { limit_packets: 84 } },
  };
  const buffer = Buffer.from(JSON.stringify({ ...scenario, flows: [{ name: "one" }] }));
  await (await chosen).setFiles({ name: "mine.json", mimeType: "application/json", buffer });
  await expect(page.locator("[popovertarget=scenarios]")).toContainText("Mine");
});
