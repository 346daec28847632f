/**
 * The algorithms' page: the index, each entry's page with equations, states, settings and a live run, the ways to and from it,
 * access. Not here: what the pages say (the source files), what the algorithms do (the engine's tests).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DEEP_SITE } from "../playwright.config.ts";
import { askWhy, expect, findings, openLab, sideways, test } from "./sandbox.ts";

interface Described {
  kind: string;
  title: string;
  parameters: { name: string; default: unknown }[];
}
interface Generated {
  kind: string;
  file: string;
  text: { equations: unknown[]; states: { ways: unknown[] } | null };
}

const root = join(import.meta.dirname, "..");
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), "utf8")) as T;
const pages = read<Generated[]>("web/src/generated/pages.json");
/** Output of `sawtooth algorithms --json`. */
const algorithms = read<Described[]>("web/src/generated/algorithms.json");

/** Opens no widget in a page's frame: it has tests of its own, and thirty of them take their time. */
async function withoutRuns(page: Page): Promise<void> {
  const body = "<!doctype html><html lang=en><title>run</title></html>";
  await page.route("**/embed.html*", (route) => route.fulfill({ contentType: "text/html", body }));
}

async function open(page: Page, kind: string): Promise<void> {
  await page.goto(`/algorithms.html#${kind}`);
  await expect(page.locator(kind === "" ? ".families" : `[data-kind="${kind}"]`)).toBeVisible();
}

test("the sidebar leads to the pages of the queue's discipline and of the loss model", async ({ page }) => {
  await page.goto("/index.html#show=all");
  const more = page.locator(".path-details");
  await more.locator("summary").first().click();
  const queue = more.locator('[data-setting="bottleneck.queue.discipline"] select');
  await queue.selectOption("codel");
  await expect(more.getByRole("link", { name: "About CoDel" })).toHaveAttribute("href", "algorithms.html#codel");
  await expect(more.locator(".about a").nth(1)).toHaveAttribute("href", "algorithms.html#bernoulli");
  await more.getByRole("link", { name: "About CoDel" }).click();
  await expect(page.locator("#page h1")).toHaveText("CoDel");
});

test("the index has a line for each, and leads to its page and back", async ({ page }) => {
  await page.goto("/algorithms.html");
  await expect(page.locator(".family a")).toHaveCount(pages.length);
  await page.getByRole("link", { name: "CDG", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CDG");
  await expect(page).toHaveTitle("CDG: Sawtooth");
  await page.getByRole("link", { name: "All algorithms" }).click();
  await expect(page.locator(".family a")).toHaveCount(pages.length);
});

// All of them, one after the other; two tests, for two workers.
for (const half of [0, 1])
  test(`each page opens: equations in MathML, states, its file, its defaults, nothing wider than a phone, part ${half + 1} of 2`, async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 390, height: 844 });
    await withoutRuns(page);
    await page.goto("/algorithms.html");
    for (const { kind, file, text } of pages.filter((_, i) => i % 2 === half)) {
      await open(page, kind);
      const math = page.locator(".equations .math > math");
      await expect(math, kind).toHaveCount(text.equations.length);
      const drawn = await math.evaluateAll((all) =>
        all.every(
          (each) =>
            each.namespaceURI === "http://www.w3.org/1998/Math/MathML" && each.getBoundingClientRect().height > 8,
        ),
      );
      expect(drawn, kind).toBe(true);
      await expect(page.locator(".states .way"), kind).toHaveCount(text.states?.ways.length ?? 0);
      const link = page.locator('.source a[href^="source/"]');
      await expect(link).toHaveText(file);
      const sent = await request.get(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
      expect((await sent.text()).replace(/^\ufeff/, ""), kind).toBe(readFileSync(join(root, file), "utf8"));
      await hasDefaults(page, kind);
      expect(await sideways(page), kind).toBeLessThanOrEqual(0);
    }
  });

/** The defaults of a page are those of `sawtooth algorithms --json`. */
async function hasDefaults(page: Page, kind: string): Promise<void> {
  const parameters = algorithms.find((one) => one.kind === kind)?.parameters;
  if (!parameters) return;
  const rows = await page.locator("[data-setting]").evaluateAll((all) =>
    all.map((row) => {
      const value = row.querySelector<HTMLElement>(".default b");
      return {
        name: row.getAttribute("data-setting"),
        shown: value?.textContent ?? "",
        given: value?.dataset.default ?? "",
      };
    }),
  );
  expect(
    rows.map(({ name, given }) => ({ name, default: JSON.parse(given) })),
    kind,
  ).toEqual(parameters.map(({ name, default: value }) => ({ name, default: value })));
  // The spoken value is that one, too.
  for (const [i, { default: value }] of parameters.entries()) {
    const shown = rows[i]?.shown ?? "";
    if (typeof value === "number") expect(Number(shown.replaceAll(",", "")), kind).toBeCloseTo(value, 6);
    if (typeof value === "boolean") expect(shown, kind).toBe(value ? "on" : "off");
  }
}

test("the run is fetched when its place is seen, and plays", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 1366, height: 120 });
  await open(page, "cdg");
  // An IntersectionObserver that is older than this one has reported by the time this one does.
  await page
    .locator(".frame-place")
    .evaluate((place) => new Promise((told) => new IntersectionObserver(told).observe(place)));
  expect(asked.filter((url) => url.includes("embed"))).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 768 });
  const frame = page.frameLocator(".frame-place iframe");
  await expect(frame.locator("canvas").first()).toBeVisible({ timeout: 30_000 });
  await expect(frame.locator('[data-digest]:not([data-digest=""])').first()).toBeAttached({ timeout: 30_000 });
});

test("an address that names nothing says so and shows the index", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/algorithms.html#cdgg&theme=dark");
  await expect(page.getByRole("alert")).toContainText("cdgg");
  await expect(page.locator(".family a")).toHaveCount(pages.length);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the laboratory leads there, from a flow's menu and from Why?", async ({ page }) => {
  await openLab(page, "preset=cdg_beside_newreno&t=26&autoplay=0");
  await page.locator("#sidebar").getByRole("button", { name: "Options for CDG" }).click();
  await expect(page.getByRole("link", { name: "About CDG" })).toHaveAttribute("href", "algorithms.html#cdg");
  await page.keyboard.press("Escape");
  await askWhy(page, "gradient");
  await page.locator('.why [data-rule^="cdg."] small a').first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CDG");
});

test("in German the page speaks German: texts, equations' words, states", async ({ page }) => {
  await page.goto(`${DEEP_SITE}algorithms.html#cdg&lang=de`);
  await expect(page.getByRole("heading", { name: "Gleichungen" })).toBeVisible();
  await expect(page.locator(".choices .prose")).toContainText("Abweichung:");
  await expect(page.locator(".equations .math").first()).toBeVisible();
  await expect(page.locator(".equations")).toContainText("sonst");
  await expect(page.locator(".machine svg")).toContainText("Stauvermeidung");
  await expect(page.locator(".machine svg")).toContainText("jeder Zustand");
});

test("axe finds nothing on the index and on a page of each group", async ({ page }) => {
  test.setTimeout(120_000);
  await withoutRuns(page);
  await page.goto("/algorithms.html");
  const firsts = await page
    .locator(".family")
    .evaluateAll((all) => all.map((one) => one.querySelector("a")?.hash.slice(1)));
  for (const kind of ["", ...firsts, "cdg"]) {
    await open(page, kind ?? "");
    expect(await findings(page), kind).toEqual([]);
  }
});

test("no equation is cut on a laptop", async ({ page }) => {
  for (const width of [1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/algorithms.html#tfrc");
    await expect(page.locator(".equations .math").first()).toBeVisible();
    const cut = () =>
      page
        .locator(".equations .math")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    await expect.poll(cut).toBe(0);
  }
});
