/**
 * German: no page keeps an English sentence, nothing needs sideways scrolling with the longer words, axe finds nothing; the
 * choice is kept, the address goes before it, the widget's file is found. Not here: whether the catalogues agree
 * (web/src/i18n/catalogue.test.ts).
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { askWhy, digestOf, expect, findings, openLab, pass, sideways, test } from "./sandbox.ts";

type Catalogue = Record<string, string>;
const read = (folder: string): Catalogue =>
  Object.assign(
    {},
    ...readdirSync(new URL(`../web/src/i18n/${folder}/`, import.meta.url))
      .filter((file) => file.endsWith(".json"))
      .map((file) => JSON.parse(readFileSync(new URL(`../web/src/i18n/${folder}/${file}`, import.meta.url), "utf8"))),
  );
const [english, german] = [read("en"), read("de")];

const germanTexts = new Set(Object.values(german));
/** Words that stand alone, of which German has others: each text of a page is looked up among them. */
const foreign = new Set(
  Object.entries(english)
    .filter(([key, text]) => german[key] !== text && !text.includes("{") && !germanTexts.has(text))
    .map(([, text]) => text),
);
/** A text of Rust has its English for a key. */
for (const area of ["experiments", "algorithm-pages", "help", "own-api"]) {
  const file = new URL(`../web/src/i18n/de/${area}.json`, import.meta.url);
  for (const [text, own] of Object.entries(JSON.parse(readFileSync(file, "utf8")) as Catalogue))
    if (own !== text && !germanTexts.has(text)) foreign.add(text.replace(/\s+/g, " ").trim());
}
/** Sentences with arguments, as patterns: what stands between the arguments is said in English only there. */
const patterns = Object.entries(english)
  .filter(
    ([key, text]) =>
      text.includes("{") &&
      german[key] !== text &&
      // A word that German has in its sentence, too, tells nothing.
      (text.replace(/\{\w+\}/g, "").match(/[a-z]{3,}/gi) ?? []).some((word) => !german[key]?.includes(word)),
  )
  .map(([, text]) =>
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".{1,60}?"),
  )
  .map((pattern) => new RegExp(`^${pattern}$`));

/** The read part of a page: its texts and the names of elements without one, but for parts that are marked as English. */
async function textsOf(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('body [lang="en"], script, noscript, textarea')) continue;
      if (node instanceof Text) found.push(node.data);
      else
        for (const name of ["aria-label", "title", "placeholder", "aria-roledescription", "aria-valuetext"])
          found.push(element.getAttribute(name) ?? "");
    }
    return [document.title, ...found];
  });
  return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
}

/** Texts that were compared with all patterns, at whichever width: a page shows most of its texts at each. */
const isEnglish = new Map<string, boolean>();

async function expectGerman(page: Page): Promise<void> {
  const texts = await textsOf(page);
  expect(texts.length).toBeGreaterThan(5);
  for (const text of texts)
    if (!isEnglish.has(text)) isEnglish.set(text, foreign.has(text) || patterns.some((pattern) => pattern.test(text)));
  expect(texts.filter((text) => isEnglish.get(text))).toEqual([]);
}

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0&lang=de";
const PAGES: Record<string, string> = {
  laboratory: `/#${RUN}`,
  figures: "/figures.html#lang=de",
  algorithms: "/algorithms.html#lang=de",
  "queue discipline": "/algorithms.html#red&lang=de",
  "own algorithm": "/own.html#lang=de",
  figure: "/figures.html#cdg_fig4&lang=de",
  builder: "/builder.html#lang=de",
  widget: `/embed.html#${RUN}&view=path,queue&controls=loss`,
};
const SIZES = [
  [360, 740],
  [390, 844],
  [768, 1024],
  [900, 700],
  [1366, 768],
] as const;

async function open(page: Page, name: string): Promise<void> {
  await page.goto(PAGES[name] ?? "");
  if (/laboratory|widget/.test(name)) await digestOf(page);
  else await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
}

test("what is looked for would be found", async ({ page }) => {
  await page.goto("/#preset=cdg_beside_newreno&t=26&autoplay=0&lang=en");
  await digestOf(page);
  const texts = await textsOf(page);
  expect(texts.filter((text) => foreign.has(text)).length).toBeGreaterThan(30);
  expect(texts.filter((text) => patterns.some((pattern) => pattern.test(text))).length).toBeGreaterThan(5);
});

for (const name of Object.keys(PAGES)) {
  test(`in German: ${name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.clock.install();
    // The other theme than that in which axe looks through the English pages.
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, name);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // A part that is drawn again for the width has its words a moment later, the path after five seconds.
      if (width === SIZES[0][0]) await pass(page, 6);
      await expectGerman(page);
      expect(await sideways(page), `${width}`).toBeLessThanOrEqual(0);
    }
    await pass(page, 6);
    await expectGerman(page);
    expect(await findings(page, /builder|discipline/.test(name))).toEqual([]);
  });
}

test("sheets, menus, a fork and Why? are in German", async ({ page }) => {
  await open(page, "laboratory");
  for (const key of ["?", "l"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGerman(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await page.keyboard.press("y");
  await expect(page.locator("#path-b")).toBeVisible();
  await askWhy(page, "stage");
  await expect(page.locator(".why-rule").first()).toBeVisible();
  await expectGerman(page);
  for (const list of await page.locator("#sidebar [popover]").all()) {
    await list.evaluate((each: HTMLElement) => each.showPopover());
    await expectGerman(page);
  }
});

test("a choice in the bar is kept on every page, and the run stays", async ({ page }) => {
  await page.goto("/#preset=cdg_fig4&t=7.5&autoplay=0");
  const digest = await digestOf(page);
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await digestOf(page)).toBe(digest);
  expect(page.url()).toContain("t=7.5");
  await expect(page.locator(".clock")).toContainText("7,5");
  await page.getByRole("link", { name: "Abbildungen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Drei Artikel und heutige Algorithmen: jede Abbildung aus neuen Läufen",
  );
  await page.getByRole("button", { name: "Sprache: Deutsch" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test.describe("a browser in German", () => {
  test.use({ locale: "de-AT" });
  test("is spoken to in German, an address with another language goes before it", async ({ page }) => {
    await page.goto("/#preset=cdg_fig4&autoplay=0&t=1");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.goto("/figures.html#lang=en");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    // It holds in this tab, for the pages that it leads to.
    await page.goto("/builder.html");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("a widget speaks what its address says, not the browser's language", async ({ page }) => {
    await page.goto("/embed.html#preset=cdg_fig4&autoplay=0");
    await digestOf(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test("the query may ask for a language, too; what stands after # and what is chosen goes before it", async ({
  page,
}) => {
  for (const name of ["index", "figures", "embed"]) {
    await page.goto(
      `/${name}.html?lang=de${name === "index" || name === "embed" ? "#preset=cdg_fig4&autoplay=0&t=1" : ""}`,
    );
    await expect(page.locator("html"), name).toHaveAttribute("lang", "de");
  }
  await page.goto("/figures.html?lang=de#lang=en");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/builder.html?lang=de");
  await page.getByRole("button", { name: "Sprache: Deutsch" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(page.url()).not.toContain("lang=");
});

test("what is wrong in an address is said in German; so is, in English, a language that is not here", async ({
  page,
}) => {
  await page.goto("/#preset=nobody&t=soon&autoplay=0&lang=de");
  await digestOf(page);
  await expect(page.locator("#problems")).toContainText("nobody");
  await expectGerman(page);
  await page.goto("about:blank");
  await page.goto("/#preset=cdg_fig4&autoplay=0&t=1&lang=tlh");
  await expect(page.locator("#problems")).toContainText("lang=tlh");
});

test("the sandboxed widget in German hears its host from its load on", async ({ page }) => {
  await page.goto("/examples/plain.html");
  const reply = await page.evaluate(
    (address) =>
      new Promise<unknown>((done) => {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts");
        frame.src = address;
        frame.addEventListener("load", () =>
          frame.contentWindow?.postMessage({ sawtooth: 1, type: "load", preset: "nobody", id: 7 }, "*"),
        );
        addEventListener("message", ({ data }) => {
          if (data?.type === "reply" && data.id === 7) done(data.error.message);
        });
        document.body.append(frame);
      }),
    `/embed.html#${RUN}`,
  );
  expect(reply).toContain("kein bekannter Name");
});

test("the help names keys as German keyboards do, and draws each sign that it explains", async ({ page }) => {
  await openLab(page, "preset=cdg_beside_newreno&t=26&autoplay=0&lang=de");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog");
  await expect(help.locator(".keys kbd").first()).toHaveText("Leertaste");
  await expect(help.locator(".keys kbd", { hasText: /^(Pos1|Ende|Strg|Umschalt)$/ })).toHaveCount(5);
  await expect(help.locator(".signs dd")).toHaveCount(12);
  await expect(help.locator(".signs dd", { hasText: /^(chart|lab)\./ })).toHaveCount(0);
});
