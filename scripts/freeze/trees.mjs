/**
 * The accessible tree of each page as it opens, in each language and size; of the laboratory also its dialogs, its menus, a decision's
 * explanation, a split run and a presentation; and the order in which Tab goes through each. Masked: the live region, the day of a citation (page.mjs), the queue in the path's description.
 */
import { each, LANGUAGES, lasting, MASK, newPage, SIZES, still } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const RUN = "preset=cdg_beside_newreno&t=26.072&autoplay=0";
const DIGEST = '[data-digest]:not([data-digest=""])';
/** Tab leads no further than so many stops: lists of flows and rows go on alike. */
const MOST_STOPS = 160;

/** Each page with what it is known to be whole by. @type {Record<string, { at: (lang: string) => string, ready: string }>} */
const PAGES = {
  laboratory: { at: (lang) => `#${RUN}&lang=${lang}`, ready: DIGEST },
  charts: { at: (lang) => `#${RUN}&lang=${lang}&view=path,cwnd,queue,state,delay,phase,log`, ready: DIGEST },
  refused: { at: (lang) => `#preset=no_such_preset&t=-4&view=cwnd,nonsense&autoplay=0&lang=${lang}`, ready: DIGEST },
  figures: { at: (lang) => `figures.html#lang=${lang}`, ready: "main a" },
  figure: { at: (lang) => `figures.html?lang=${lang}#cdg_fig4`, ready: "main svg" },
  lessons: { at: (lang) => `lessons.html#lang=${lang}`, ready: "main a" },
  lesson: { at: (lang) => `lessons.html#lesson=backoff_g&lang=${lang}`, ready: "canvas" },
  questions: { at: (lang) => `lessons.html#lesson=sawtooth&lang=${lang}`, ready: "canvas" },
  sheet: { at: (lang) => `lessons.html#lesson=random_loss&page=sheet&lang=${lang}`, ready: "main h1, main h2" },
  algorithms: { at: (lang) => `algorithms.html#lang=${lang}`, ready: "main a" },
  algorithm: { at: (lang) => `algorithms.html#cdg&lang=${lang}`, ready: "main canvas, main svg" },
  own: { at: (lang) => `own.html#lang=${lang}`, ready: "main h1" },
  builder: { at: (lang) => `builder.html?lang=${lang}`, ready: "iframe" },
  widget: {
    at: (lang) =>
      `embed${lang === "en" ? "" : `.${lang}`}.html#${RUN}&view=path,cwnd,queue&controls=loss,g&lang=${lang}`,
    ready: "canvas",
  },
};

/** The laboratory's dialogs and states: what opens each, what is then there, which part of the page is read, and the key that closes it. */
const OPENED = [
  { name: "help", key: "?", of: "dialog", close: "Escape" },
  { name: "link", key: "l", of: "dialog", close: "Escape" },
  { name: "present", key: "p", of: "dialog", close: "Escape" },
  { name: "hidden", key: "h", of: "body", close: "h" },
  { name: "why", key: "Enter", of: "body", ready: ".why-rule", mark: '[data-chart="stage"]', close: "Escape" },
  { name: "split", key: "y", of: "body", ready: "#path-b", close: "y" },
];

/** The path's words about its queue are renewed every few seconds, with the trend since the last time. */
const PATH = /(img "(?:The path|Der Pfad): .*? m?s\. )[^"]*/g;
const tree = async (/** @type {Page} */ page, of = "body") =>
  lasting(await page.locator(of).first().ariaSnapshot()).replaceAll(PATH, `$1${MASK}`);

/** The element with the focus: the first line of its own tree, and its keys; within a frame of the page what has it there. */
async function focused(/** @type {Page} */ page) {
  for (const frame of page.frames().reverse()) {
    // The host of a shadow tree has the focus as well as what is within it.
    const at = frame.locator(":focus").last();
    if ((await at.count()) === 0 || (await at.evaluate((element) => element.localName)) === "iframe") continue;
    const line = (await at.ariaSnapshot()).split("\n")[0] ?? "";
    const keys = await at.evaluate(
      (element) => element.getAttribute("aria-keyshortcuts") ?? element.getAttribute("accesskey"),
    );
    return lasting(`${line}${keys ? ` [keys=${keys}]` : ""}`) || "- (no role or name)";
  }
  return null;
}

/** Where Tab goes, from the page's start until it leaves the page. */
async function order(/** @type {Page} */ page) {
  const stops = [];
  while (stops.length < MOST_STOPS) {
    // An editor is left by Escape, then Tab.
    if (stops.at(-1)?.startsWith("- textbox")) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops.join("\n");
}

/** Menus of a chart and of a flow: opened last, since Tab goes on from the menu that closed last. */
const OWN = ":is(.chart-menu, .card-menu)";

/** Each menu that is to be seen, opened. */
async function menus(
  /** @type {Page} */ page,
  /** @type {(name: string, text: string) => void} */ keep,
  /** @type {string} */ which,
) {
  const openers = page.locator(`[popovertarget]${which}`).locator("visible=true");
  for (let i = 0; i < (await openers.count()); i++) {
    const id = (await openers.nth(i).getAttribute("popovertarget")) ?? "";
    await openers.nth(i).click();
    const opened = page.locator(`#${CSS_ESCAPE(id)}`);
    await opened.waitFor();
    const text = await tree(page, `#${CSS_ESCAPE(id)}`);
    // By its label: charts number their menus in the order in which their code arrives.
    keep(`menu ${/^- \w+ "([^"]+)":\n/.exec(text)?.[1] ?? id}`, text);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "hidden" });
  }
}
const CSS_ESCAPE = (/** @type {string} */ id) => id.replaceAll(/[^\w-]/g, "\\$&");

/** Opens each of the laboratory's dialogs and states. */
async function states(/** @type {Page} */ page, /** @type {(name: string, text: string) => void} */ keep) {
  for (const { name, key, of, ready, mark, close } of OPENED) {
    if (mark) await page.locator(mark).first().focus();
    if (mark) await page.keyboard.press("ArrowRight");
    await page.keyboard.press(key);
    await still(page, ready ?? of);
    keep(name, await tree(page, of));
    keep(`${name}, focus`, (await focused(page)) ?? "none");
    await page.keyboard.press(close);
    if (of === "dialog") await page.locator(of).waitFor({ state: "detached" });
    // The element with the focus would take the next key for itself.
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  }
}

/** @param {import("./page.mjs").Site} site */
export async function trees(site) {
  const screens = /** @type {[string, number[]][]} */ (Object.entries(SIZES));
  const wanted = Object.entries(PAGES).flatMap(([name, page]) =>
    LANGUAGES.flatMap((lang) => screens.map(([screen, size]) => ({ name, lang, screen, size, ...page }))),
  );
  /** @type {Map<string, Map<string, string>>} */
  const seen = new Map();
  await each(wanted, async ({ name, lang, screen, size, at, ready }) => {
    const blocks = new Map();
    const keep = (/** @type {string} */ what, /** @type {string} */ text) => void blocks.set(what, text.trimEnd());
    seen.set(`${name} ${lang} ${screen}`, blocks);
    const page = await newPage(site, { size, lang });
    await page.goto(site.address + at(lang));
    await still(page, ready);
    keep("tree", await tree(page));
    await menus(page, keep, `:not(${OWN})`);
    keep("order of focus", await order(page));
    await menus(page, keep, OWN);
    if (name === "laboratory") {
      await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
      await states(page, keep);
    }
    await page.context().close();
  });

  // A block that reads as on a screen before is not written twice.
  /** @type {Map<string, Map<string, string>>} */
  const files = new Map();
  for (const { name, lang, screen } of wanted) {
    const file = files.get(`${name}.${lang}`) ?? new Map();
    files.set(`${name}.${lang}`, file);
    for (const [what, text] of seen.get(`${name} ${lang} ${screen}`) ?? []) {
      const alike = Object.keys(SIZES).find((other) => file.get(`${other}: ${what}`) === text);
      file.set(`${screen}: ${what}`, alike ? `as on the ${alike}` : text);
    }
  }
  return files;
}
