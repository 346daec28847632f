/**
 * Notices in the laboratory that say what would end them: one press sets it, as one step of undo. Not here: which notices there are
 * (wasm-core/measures), their words (web/src/session/notices.test.ts).
 */
import { expect, test } from "./sandbox.ts";

test("the remedy of a notice is one press, by keyboard too, and one step of undo; the sidebar does not scroll sideways", async ({
  page,
}) => {
  await page.goto("/#preset=lesson_fairness_rtt&show=all");
  const notice = page.getByRole("note").filter({ hasText: "phase effects" });
  const remedy = notice.getByRole("button", { name: "Set Send jitter to 1.2" });
  await expect(remedy).toBeVisible();
  const sideways = () =>
    remedy.evaluate((button) => {
      const sidebar = button.closest("aside") ?? document.body;
      return sidebar.scrollWidth - sidebar.clientWidth;
    });
  expect(await sideways()).toBe(0);
  await remedy.press("Enter");
  await expect(notice).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(remedy).toBeVisible();
});
