/**
 * Notices in the laboratory that say what would end them: one press sets it, as one step of undo. What may have decided the shares in the charts is over
 * them, and its press runs again. Not here: which notices there are (wasm-core/measures), their words (web/src/session/notices.test.ts).
 */
import { expect, test } from "./sandbox.ts";

test("a notice on phase effects is once on the page, over the charts; its remedy is one press, by keyboard too, and one step of undo", async ({
  page,
}) => {
  await page.goto("/#preset=lesson_fairness_rtt&show=all&t=30&autoplay=0");
  const notice = page.getByRole("note").filter({ hasText: "phase effects" });
  await expect(notice).toHaveCount(1);
  const remedy = page.locator("#charts").getByRole("button", { name: /^Set Send jitter to 1\.2.* and run again$/ });
  await expect(remedy).toBeVisible();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const over = () => notice.evaluate((one) => one.scrollWidth - one.clientWidth);
    await expect.poll(over).toBeLessThanOrEqual(0);
  }
  await remedy.press("Enter");
  await expect(notice).toHaveCount(0);
  // It plays from the start, and the keyboard is where it can be paused.
  const pause = page.locator("#bar").getByRole("button", { name: "Pause" });
  await expect(pause).toBeFocused();
  await expect(page.locator(".clock b")).toHaveText(/^[0-9]\./);
  await page.keyboard.press("Control+z");
  await expect(remedy).toBeVisible();
});
