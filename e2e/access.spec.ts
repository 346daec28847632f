/**
 * Access: no finding of axe on the laboratory and the widget, on a laptop and on a phone; sizes; focus. In the dark: language.spec.ts. Not here:
 * contrast of the colours (web/src/design/tokens.test.ts), what a sighted reader judges (shots.ts).
 */
import { askWhy, digestOf, expect, findings, sideways, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
/** Addresses on a laptop, then on a phone. The laboratory on a laptop has errors here; without them it is looked through behind its menus. */
const PAGES = {
  laboratory: ["/#preset=nobody&t=soon&autoplay=0", `/#${RUN}`],
  widget: [`/embed.html#${RUN}&view=path,queue&controls=loss`, `/embed.html#${RUN}&view=path,queue&controls=loss`],
};
const [LAPTOP, PHONE] = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

for (const [name, addresses] of Object.entries(PAGES))
  test(`axe finds nothing: ${name}, on a laptop and on a phone`, async ({ page }) => {
    for (const [i, address] of addresses.entries()) {
      await page.setViewportSize(i === 0 ? LAPTOP : PHONE);
      await page.goto("about:blank");
      await page.goto(address);
      await digestOf(page);
      expect(await findings(page), address).toEqual([]);
    }
  });

test("axe finds nothing in the sheets and menus", async ({ page }) => {
  await page.goto(`/#${RUN}`);
  await digestOf(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator('[popovertarget="scenarios"]').click();
  expect(await findings(page)).toEqual([]);
});

test("axe finds nothing in a fork, in Why?, with what is hidden, on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/#${RUN}`);
  await digestOf(page);
  await page.keyboard.press("y");
  await expect(page.locator("#path-b")).toBeVisible();
  await askWhy(page, "stage");
  await expect(page.locator(".why-rule").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("h");
  expect(await findings(page)).toEqual([]);
});

test("nothing needs sideways scrolling at any size", async ({ page }) => {
  await page.goto(`/#${RUN}`);
  await digestOf(page);
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [390, 664],
    [683, 384],
    [768, 1024],
    [844, 390],
    [1366, 640],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => sideways(page), `${width}x${height}`).toBeLessThanOrEqual(0);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeInViewport();
  }
});

test("the focus is seen on everything that Tab reaches", async ({ page }) => {
  await page.goto(`/#${RUN}`);
  await digestOf(page);
  const unseen: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return null;
      // The ring stands on the control itself, on the field that it is in, or on the switch that stands for it.
      const ringed = [element, element.parentElement, element.nextElementSibling].some((one) => {
        if (!one) return false;
        const style = getComputedStyle(one);
        return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
      });
      const box = element.getBoundingClientRect();
      const label = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? ""}`;
      return {
        label,
        outlined: ringed,
        on: box.width > 0,
      };
    });
    if (!seen) break;
    if (!seen.outlined || !seen.on) unseen.push(seen.label);
  }
  expect(unseen).toEqual([]);
});
