/** A run is a document: a reload loses nothing, back and forward go between runs with their steps of undo. */
import { digestOf, expect, nextDigest, openLab, playhead, test } from "./sandbox.ts";

test("a reload keeps run, playhead and undo; back and forward go between runs", async ({ page }) => {
  const before = await openLab(page, "preset=cdg_beside_newreno&t=20&autoplay=0");
  const loss = page.locator("#sidebar").getByRole("slider", { name: "Random loss", exact: true });
  await loss.focus();
  await page.keyboard.press("PageUp");
  const changed = await nextDigest(page, before);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("s=");

  await page.reload();
  expect(await digestOf(page)).toBe(changed);
  expect(await playhead(page)).toBeCloseTo(20, 3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => digestOf(page)).toBe(changed);

  // Another run, and back: the first one as it was left, its undo too.
  await page.locator("#top .scenario").click();
  await page.getByRole("button", { name: /Vegas beside NewReno/ }).click();
  await expect(page.locator("#top .scenario")).toContainText("Vegas");
  const other = await digestOf(page);
  expect(other).not.toBe(changed);
  await page.goBack();
  await expect.poll(() => digestOf(page)).toBe(changed);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(before);
  await page.goForward();
  await expect.poll(() => digestOf(page)).toBe(other);
});
