/**
 * All pages but laboratory and widget have one column, one left edge and the same three voices. Not here: a page's own parts.
 */
import { expect, test } from "./sandbox.ts";

const PAGES = {
  lessons: "/lessons.html",
  figures: "/figures.html",
  "a figure": "/figures.html#cdg_fig4",
  algorithms: "/algorithms.html",
  "an algorithm": "/algorithms.html#cdg",
  "own algorithm": "/own.html",
  builder: "/builder.html",
};
const LEAD = "main :is(p.lead, .lead p, .title > p)";

for (const [width, edge, title] of [
  [390, 16, "24px"],
  [1366, 24, "28px"],
  [1920, 264, "28px"],
] as const)
  test(`titles and leads have one left edge and one size at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, address] of Object.entries(PAGES)) {
      await page.goto("about:blank");
      await page.goto(address);
      const heads = [
        [page.locator("main h1").first(), title],
        [page.locator(LEAD).first(), "18px"],
      ] as const;
      for (const [head, size] of heads) {
        await expect(head, name).toBeVisible();
        expect((await head.boundingBox())?.x, name).toBe(edge);
        await expect(head, name).toHaveCSS("font-size", size);
        await expect(head, name).toHaveCSS("font-family", /Iowan/);
      }
    }
  });
