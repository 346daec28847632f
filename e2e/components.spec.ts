/** Every component in its states: axe finds nothing, nothing throws, and each has a picture. Not here: that no page leads to it (column.spec.ts), how they look (shots.ts). */
import { expect, findings, sideways, test } from "./sandbox.ts";

test("every component in its states", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto("/components.html");
  await expect(page.locator("#components figure")).not.toHaveCount(0);
  await expect(page.locator("#paths canvas").first()).toBeVisible();
  expect(await page.locator("#components section").count()).toBeGreaterThan(10);
  // Each path is drawn: some pixel of its canvas is not its ground.
  const drawn = await page.locator("#paths canvas, #components figure canvas").evaluateAll((all) =>
    (all as HTMLCanvasElement[])
      .filter((canvas) => canvas.width > 0 && canvas.offsetParent !== null)
      .map((canvas) => {
        // A chart's canvas only shows a picture: it is copied to be read.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        copy?.drawImage(canvas, 0, 0);
        const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return data.some((value, i) => i % 4 === 3 && value > 0);
      }),
  );
  expect(drawn.length).toBeGreaterThan(30);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
});
