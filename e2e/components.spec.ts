/** Every component in its states, light and dark: axe finds nothing, nothing throws, and each has a picture. Not here: how they look (shots.ts). */
import { expect, findings, sideways, test } from "./sandbox.ts";

for (const theme of ["light", "dark"] as const) {
  test(`every component in its states: ${theme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1366, height: 900 });
    await page.goto(`/components.html#theme=${theme}`);
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
}

test("no page leads to it", async ({ page }) => {
  for (const address of ["/", "/figures.html", "/lessons.html", "/algorithms.html", "/own.html", "/builder.html"]) {
    await page.goto(address);
    await expect(page.locator("#top a").first()).toBeAttached();
    await expect(page.locator('a[href*="components"]')).toHaveCount(0);
  }
});
