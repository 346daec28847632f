/** Common part of the freeze: a page that is opened for it, when it stands still, the labels of its masks. Not here: what is read from it. */

/** @typedef {{ address: string, browser: import("@playwright/test").Browser }} Site */
/** @typedef {import("@playwright/test").Page} Page */

export const LANGUAGES = ["en", "de"];
export const SIZES = { laptop: [1280, 800], phone: [390, 844], projector: [1920, 1080] };
/** Texts for values that wander. */
export const MASK = "…";
/** A page stands still when nothing of it changed for so long: more than it waits between two changes of its own, such as a chart's words. */
const STILL_MS = 1500;
const MOST_MS = 60_000;

/**
 * A page in a profile of its own, in a given size; still pictures, no service worker.
 * @param {Site} site
 * @param {{ size?: number[], lang?: string }} [wanted]
 */
export async function newPage({ browser }, { size = SIZES.laptop, lang = "en" } = {}) {
  const [width = 0, height = 0] = size;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: lang,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // The live region's words depend on how many of its sentences fall into one pause.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.getElementById("polite")?.setAttribute("aria-hidden", "true"));
  });
  return page;
}

/**
 * Waits until a page has what it is known to be whole by, and then until it stands still, frames of the same host included.
 * @param {Page} page
 * @param {string} ready
 */
export async function still(page, ready) {
  await page.locator(ready).first().waitFor({ state: "attached", timeout: MOST_MS });
  await page.evaluate(
    ({ still_ms, most_ms }) =>
      new Promise((resolve) => {
        const polite = document.getElementById("polite");
        let last = performance.now();
        const observer = new MutationObserver((changes) => {
          if (changes.some(({ target }) => !polite?.contains(target))) last = performance.now();
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const begun = last;
        const look = () => {
          const now = performance.now();
          if (now - last < still_ms && now - begun < most_ms) return void setTimeout(look, 100);
          observer.disconnect();
          resolve(null);
        };
        look();
      }),
    { still_ms: STILL_MS, most_ms: MOST_MS },
  );
}

/** A text without what depends on the port and on the day: a citation names both. */
export const lasting = (/** @type {string} */ text) =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "http://host").replaceAll(/\b20\d\d-\d\d-\d\d\b/g, MASK);

/**
 * Runs so many at a time: most of a page's time is waiting for it to stand still.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => Promise<void>} act
 */
export async function each(list, act, atOnce = 4) {
  const waiting = [...list];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
