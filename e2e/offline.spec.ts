/**
 * Without a network: after one visit every page, lesson, figure and algorithm opens with its server gone; a newer copy is offered, and
 * waits for the reader; the widget keeps nothing; laboratory and lessons run as files from a disk. Not here: which files are
 * kept (scripts/kept-files.ts).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Page, test as unwatched } from "@playwright/test";
import { DEEP_SITE, SITE } from "../playwright.config.ts";
import { listener } from "../scripts/serve.mjs";
import { digestOf, expect, findings, test } from "./sandbox.ts";

test.use({ serviceWorkers: "allow" });
// Of what a browser refuses it tells on its console, too.
unwatched.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 180_000 });

const DIST = join(import.meta.dirname, "../dist");
const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

/** The site on another port, so that it can go away, or have a newer worker. */
class Mirror {
  /** Files that are sent otherwise than they were built: those of a newer version, or of half a deployment. */
  private readonly altered = mkdtempSync(join(tmpdir(), "sawtooth-altered-"));
  private readonly server: Server = createServer(listener({ folders: () => [this.altered, DIST] }));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  alter(file: string, end: string): void {
    writeFileSync(join(this.altered, file), readFileSync(join(DIST, file), "utf8") + end);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.altered, { recursive: true, force: true });
  }
}

let mirror: Mirror;
let site = "";
test.beforeEach(async () => {
  mirror = new Mirror();
  site = await mirror.start();
});
test.afterEach(() => mirror.stop());

/** Visits the laboratory, once, until its copy of the site is whole. */
async function visit(page: Page): Promise<string> {
  await page.goto(`${site}#${RUN}`);
  const digest = await digestOf(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
  return digest;
}

/** Files that these pages may ask for: what they name, what that names, and so on; and every figure and source. */
function namesFrom(pages: readonly string[]): string[] {
  const [assets, found] = [new Set(readdirSync(join(DIST, "assets"))), new Set<string>()];
  const follow = (file: string): void => {
    for (const [name] of readFileSync(file, "utf8").matchAll(/[\w.-]+-[\w-]{8}\.(?:js|css|wasm)/g))
      if (assets.has(name) && !found.has(`assets/${name}`)) {
        found.add(`assets/${name}`);
        if (!name.endsWith(".wasm")) follow(join(DIST, "assets", name));
      }
  };
  for (const page of pages) follow(join(DIST, `${page}.html`));
  const all = readdirSync(DIST, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return [...found, ...all.filter((name) => /^(figures|source)\/.*\w\.\w+$/.test(name))];
}

test("kept at once where the reader asks, with its progress; with its server stopped every file is there and pages of each kind run", async ({
  page,
}) => {
  // While a run plays nothing is kept by itself.
  await page.goto(`${site}#${RUN.replace("autoplay=0", "autoplay=1")}`);
  const digest = await digestOf(page);
  await page.locator("#top").getByRole("button", { name: "Link", exact: true }).click();
  const state = page.locator("dialog .copy-state");
  await expect(state).toContainText("not saved on this device yet");
  await state.getByRole("button", { name: "Save now" }).click();
  await expect(state).toContainText(/\d+ of \d+ files|Kept on this device/);
  // It goes on while the sheet is closed. The run need not be drawn meanwhile.
  await page.keyboard.press("Escape");
  await page.locator("#bar").getByRole("button", { name: "Pause", exact: true }).click();
  await page.locator("#top").getByRole("button", { name: "Link", exact: true }).click();
  await expect(state).toContainText("Saved on this device: every page works", { timeout: 60_000 });
  expect(await findings(page)).toEqual([]);
  await mirror.stop();
  await expect(fetch(site)).rejects.toThrow();

  await page.reload();
  expect(await digestOf(page), "the same run").toBe(digest);
  // Each lesson, figure and algorithm, in each language, is one of these files.
  const names = namesFrom(["index", "lessons", "figures", "algorithms", "own", "builder"]);
  expect(names.length).toBeGreaterThan(200);
  const missing = await page.evaluate(async (names) => {
    const answers = names.map(async (name) => {
      const answer = await fetch(name).catch(() => null);
      return answer?.ok && (await answer.blob()).size > 0 ? [] : [name];
    });
    return (await Promise.all(answers)).flat();
  }, names);
  expect(missing).toEqual([]);
  // Files that the first visit did not ask for: many seeds have workers and an engine of their own.
  await page.locator("#bar").getByRole("button", { name: "Repeat", exact: true }).click();
  await expect(page.locator("#sidebar .repeat-head")).toContainText("20 runs in", { timeout: 90_000 });
  await page.goto(`${site}?lang=de#${RUN}`);
  await expect(page.locator("#top")).toContainText("Labor");
  await page.goto(`${site}figures.html#cdg_fig4&lang=en`);
  await expect(page.locator(".plot-canvas, .figure-rows").first()).toBeVisible();
  await page.goto(`${site}algorithms.html#cdg`);
  await expect(page.frameLocator(".frame-place iframe").locator("canvas").first()).toBeVisible({ timeout: 30_000 });
  await page.goto(`${site}own.html`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator(".results-table tr[data-digest]").first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`${site}lessons.html#lesson=window`);
  await expect(page.locator("#text h1")).not.toBeEmpty();
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
  await page.goto(`${site}sawtooth-laboratory.html`);
  await expect(page.locator("#top")).not.toBeEmpty();
  // Where the browser knows that there is no network: a sandboxed frame is none of the copy's.
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false }));
  await page.goto(`${site}builder.html`);
  await expect(page.frameLocator("#preview").locator("canvas").first()).toBeVisible({ timeout: 30_000 });
});

unwatched("a kept file that was replaced is fetched again, and without a server not served", async ({ page }) => {
  await visit(page);
  const poison = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          await cache.put(request, new Response("poisoned", { headers: { "Content-Type": "text/html" } }));
      }
    });
  const names = ["lessons.html", "licences.txt", ...namesFrom(["index"]).filter((name) => /\.(wasm|css)$/.test(name))];
  const served = () =>
    page.evaluate(
      (names) => Promise.all(names.map((name) => fetch(name).then((answer) => answer.text(), String))),
      names,
    );
  /** Files that are answered otherwise than they were built. */
  const wrong = async (): Promise<string[]> => {
    const answers = await served();
    return names.filter((name, index) => answers[index] !== readFileSync(join(DIST, name), "utf8"));
  };
  await poison();
  expect(await wrong()).toEqual([]);
  await mirror.stop();
  expect(await wrong(), "what was fetched is kept again").toEqual([]);
  await poison();
  expect((await served()).filter((answer) => !answer.startsWith("TypeError"))).toEqual([]);
});

unwatched(
  "a file that is not the one of this version is not kept, and the site goes on from the network",
  async ({ page }) => {
    mirror.alter("lessons.html", "<!-- another version -->");
    await page.goto(`${site}#${RUN}`);
    await page.locator("#top").getByRole("button", { name: "Link", exact: true }).click();
    const state = page.locator("dialog .copy-state");
    await state.getByRole("button", { name: "Save now" }).click();
    await expect(state).toContainText("could not be saved", { timeout: 100_000 });
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  },
);

test("a newer copy is offered, waits while another page is open, and is taken only when the reader says so", async ({
  page,
  context,
}) => {
  await visit(page);
  const other = await context.newPage();
  await other.goto(`${site}lessons.html#lesson=window`);
  await expect(other.locator("#text h1")).not.toBeEmpty();
  mirror.alter("sw.js", "\n// newer");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const offer = page.getByRole("complementary", { name: "New version" });
  await expect(offer).toContainText("A new version is available.");
  expect(await findings(page)).toEqual([]);

  const scripts = () => page.evaluate(() => performance.timeOrigin);
  const loaded = await scripts();
  await offer.getByRole("button", { name: "Load it" }).click();
  await expect(offer).toContainText("once the other Sawtooth page is closed");
  expect(await scripts(), "nothing was loaded anew").toBe(loaded);
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toBeHidden();

  await other.close();
  await page.reload();
  await expect(offer).toBeVisible({ timeout: 20_000 });
  const reloaded = page.waitForEvent("load");
  await offer.getByRole("button", { name: "Load it" }).click();
  await reloaded;
  const digest = await digestOf(page);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
  ).toBeNull();
  // A page that was kept without being asked for works without its server, too.
  await mirror.stop();
  await page.reload();
  expect(await digestOf(page)).toBe(digest);
});

test("it is installable, from any folder", async ({ page, request }) => {
  await page.goto(`${DEEP_SITE}lessons.html`);
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const address = new URL(href ?? "", page.url());
  const manifest = await (await request.get(address.href)).json();
  expect(new URL(manifest.start_url, address).href).toBe(`${DEEP_SITE}index.html`);
  expect(new URL(manifest.scope, address).href).toBe(DEEP_SITE);
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  for (const { src, sizes } of [...manifest.icons, { src: touch, sizes: "180x180" }]) {
    const bytes = await (await request.get(new URL(src, address).href)).body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test("the widget keeps nothing in the pages where it is a guest: it knows of no service worker", () => {
  for (const file of ["embed.html", "embed.de.html"])
    expect(readFileSync(join(DIST, file), "utf8")).not.toMatch(/serviceWorker|sw\.js|manifest/);
});

const disk = (file: string): string => pathToFileURL(join(DIST, file)).href;

test("the laboratory as one file computes the same run from a disk, many seeds too, in both languages", async ({
  page,
}) => {
  await page.goto(`${SITE}#${RUN}`);
  const digest = await digestOf(page);
  await page.goto(`${disk("sawtooth-laboratory.html")}#${RUN}&show=all`);
  expect(await digestOf(page)).toBe(digest);
  await page.locator("#bar").getByRole("button", { name: "Repeat", exact: true }).click();
  await expect(page.locator("#sidebar .repeat-head")).toContainText("20 runs in", { timeout: 90_000 });
  // The files that lie beside it, and nothing that is not there.
  const links = await page
    .locator("#top .site.wide a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(["sawtooth-lessons.html"]);
  await page.goto("about:blank");
  await page.goto(`${disk("sawtooth-laboratory.html")}#${RUN}&lang=de`);
  await expect(page.locator("#top")).toContainText("Labor");
});

test("the lessons as one file run from a disk and lead to the laboratory beside them", async ({ page }) => {
  await page.goto(disk("sawtooth-lessons.html"));
  await page.locator(".lesson-list .title a").first().click();
  await expect(page.locator("#text h1")).not.toBeEmpty();
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
  await expect(page.locator("#run-side canvas").first()).toBeVisible();
  await page.locator("#top .site.wide a").first().click();
  await expect(page).toHaveURL(/sawtooth-laboratory\.html/);
  await digestOf(page);
});

unwatched("a page that cannot run from a disk says what to open instead", async ({ page }) => {
  for (const file of ["index.html", "lessons.html", "own.html"]) {
    await page.goto(disk(file));
    const said = page.getByRole("alert");
    await expect(said).toContainText("This page cannot run from a disk.");
    await expect(said.getByRole("link", { name: "sawtooth-laboratory.html" }).first()).toBeVisible();
  }
});

test("both files are offered where their pages are", async ({ page, request }) => {
  await page.goto(`${SITE}lessons.html`);
  const offered = page.locator(".downloads a");
  await expect(offered).toHaveCount(2);
  for (const href of await offered.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
    expect((await request.get(href)).ok(), href).toBe(true);
  await page.goto(`${SITE}#${RUN}`);
  await page.locator("#top").getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.locator("dialog .downloads a")).toHaveCount(2);
});
