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

test("titles and leads have one left edge and one size on a phone, a laptop and a large screen; their foot leads to the licences, no link to the components", async ({
  page,
}) => {
  for (const [name, address] of Object.entries(PAGES)) {
    await page.goto("about:blank");
    await page.goto(address);
    const heads = [page.locator("main h1").first(), page.locator(LEAD).first()] as const;
    for (const [width, edge, title] of [
      [390, 16, "24px"],
      [1366, 24, "28px"],
      [1920, 264, "28px"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const [i, head] of heads.entries()) {
        await expect(head, name).toBeVisible();
        await expect.poll(async () => (await head.boundingBox())?.x, `${name}, ${width} px`).toBe(edge);
        await expect(head, name).toHaveCSS("font-size", i === 0 ? title : "18px");
        await expect(head, name).toHaveCSS("font-family", /Iowan/);
      }
    }
    await expect(page.locator('a[href*="components"]')).toHaveCount(0);
    if (name !== "builder") await expect(page.locator(".foot a"), name).toHaveAttribute("href", "./licences.txt");
  }
});
