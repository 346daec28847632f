/**
 * Pictures of every page at a phone's, a laptop's and a projector's width, light and dark, in each language; of the laboratory at
 * more sizes: the opening, mid-run, an address that is wrong; and the README's picture. `npm run shots` makes them; each is to be
 * looked at (`npm run shots -- -g "every page.* de"` makes some).
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
/** Every page by what it is called in the pictures' names; the widget's own file is of its language. */
const PAGES: Record<string, { at: (lang: string) => string; ready: string; whole?: boolean }> = {
  laboratory: { at: (lang) => `/#${MID_RUN}&lang=${lang}`, ready: '[data-digest]:not([data-digest=""])' },
  charts: {
    at: (lang) => `/#${MID_RUN}&lang=${lang}&view=path,cwnd,queue,state,phase,log`,
    ready: '[data-digest]:not([data-digest=""])',
  },
  figures: { at: (lang) => `/figures.html#lang=${lang}`, ready: "main a", whole: true },
  figure: { at: (lang) => `/figures.html?lang=${lang}#cdg_fig4`, ready: "main svg", whole: true },
  lessons: { at: (lang) => `/lessons.html#lang=${lang}`, ready: "main a", whole: true },
  lesson: { at: (lang) => `/lessons.html#lesson=backoff_g&lang=${lang}`, ready: "canvas", whole: true },
  algorithms: { at: (lang) => `/algorithms.html#lang=${lang}`, ready: "main a", whole: true },
  algorithm: { at: (lang) => `/algorithms.html#cdg&lang=${lang}`, ready: "main canvas, main svg", whole: true },
  own: { at: (lang) => `/own.html#lang=${lang}`, ready: "main h1" },
  builder: { at: (lang) => `/builder.html?lang=${lang}`, ready: "iframe", whole: true },
  widget: {
    at: (lang) =>
      `/embed${lang === "en" ? "" : `.${lang}`}.html#${MID_RUN}&view=path,cwnd,queue&controls=loss,g&lang=${lang}`,
    ready: "canvas",
  },
  examples: { at: () => "/examples/index.html", ready: "iframe", whole: true },
  plain: { at: () => "/examples/plain.html", ready: "iframe", whole: true },
  slides: { at: () => "/examples/slides.html", ready: "iframe" },
  notebook: { at: () => "/examples/notebook.html", ready: "iframe", whole: true },
  lms: { at: () => "/examples/lms.html", ready: "iframe", whole: true },
};
const WIDTHS = { phone: [390, 844], laptop: [1366, 768], projector: [1920, 1080] } as const;
const LANGUAGES = ["en", "de"] as const;

for (const [name, { at, ready, whole }] of Object.entries(PAGES)) {
  for (const [screen, [width, height]] of Object.entries(WIDTHS)) {
    for (const theme of THEMES) {
      for (const lang of LANGUAGES) {
        test(`every page: ${name} ${screen} ${theme} ${lang}`, async ({ page }) => {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme: theme });
          await page.goto(at(lang));
          await page.locator(ready).first().waitFor({ state: "attached", timeout: 40_000 });
          // Frames are drawn for what is in sight: the window grows, since a picture of more than it would catch them half way.
          const room = whole ? await page.evaluate(() => document.documentElement.scrollHeight) : 0;
          if (room > height) await page.setViewportSize({ width, height: Math.min(room, 9000) });
          await page.waitForTimeout(2500);
          await page.screenshot({ path: `shots/pages/${name}-${screen}-${theme}-${lang}.png` });
        });
      }
    }
  }
}

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
