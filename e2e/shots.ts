/**
 * Pictures of the laboratory and the widget at the sizes that people have, light and dark: the opening, mid-run, an
 * address that is wrong; and the README's picture. `npm run shots` makes them; each is to be looked at.
 */
import { type Page, test } from "@playwright/test";

const SIZES = [
  [390, 844],
  [390, 664],
  [768, 1024],
  [844, 390],
  [1366, 768],
  [1366, 640],
  [1920, 1080],
] as const;
const WIDGETS = [
  [640, 400],
  [320, 240],
] as const;
const THEMES = ["light", "dark"] as const;

/** A moment with everything in view: NewReno's queue is full, CDG has backed off. */
const MID_RUN = "preset=cdg_beside_newreno&t=26.072&autoplay=0";
const STATES = { opening: "", "mid-run": MID_RUN, error: "preset=no_such_preset&t=-4&view=cwnd,nonsense" };

/** Opens an address and waits until the run behind it is computed and drawn. */
async function show(page: Page, address: string, settle_ms = 0): Promise<void> {
  await page.goto(address);
  await page.locator("canvas").first().waitFor();
  await page.locator('[data-digest]:not([data-digest=""])').first().waitFor({ state: "attached", timeout: 40_000 });
  await page.waitForTimeout(800 + settle_ms);
}

for (const theme of THEMES) {
  for (const [width, height] of SIZES) {
    for (const [state, address] of Object.entries(STATES)) {
      test(`laboratory ${width}x${height} ${theme} ${state}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme });
        await show(page, `/#${address}`, state === "opening" ? 6000 : 0);
        await page.screenshot({ path: `shots/laboratory-${width}x${height}-${theme}-${state}.png` });
      });
    }
  }
  for (const [width, height] of WIDGETS) {
    test(`widget ${width} ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await show(page, `/embed.html#${MID_RUN}&view=path,queue&controls=loss&theme=${theme}`);
      await page.screenshot({ path: `shots/widget-${width}-${theme}.png` });
    });
  }
}

test("the README's picture", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await show(page, `/#${MID_RUN}&theme=light`, 2000);
  await page.screenshot({ path: "docs/laboratory.png" });
});
