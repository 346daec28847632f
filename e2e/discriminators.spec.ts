/**
 * The loss discriminators' scores in the laboratory: computed only while their chart is open, with the counts of the command's
 * `--discriminators`, over one run and over many, read by keys and by hand, taken away as a picture. Not here: places, words and
 * intervals (charts/discriminators.test.ts), judging (crate `measures`).
 */
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { description, expect, openLab, test, testAccess } from "./sandbox.ts";
import { saved } from "./saved.ts";

// Ten runs, on a machine that others share.
test.describe.configure({ timeout: 120_000 });

/** That of wasm-core/wasm-figures/src/judged.rs. */
const SCENARIO = {
  schema: 1,
  duration_s: 60,
  seed: 7,
  bottleneck: {
    rate_bps: 1e7,
    queue: { limit_packets: 33 },
    loss: { model: "bernoulli", probability: 0.001 },
  },
  flows: [
    { name: "a", algorithm: { kind: "newreno" } },
    { name: "late", start_s: 90 },
  ],
};
const pack = (scenario: unknown): string => `1${deflateRawSync(JSON.stringify(scenario)).toString("base64url")}`;
const RUN = `s=${pack(SCENARIO)}&t=60&autoplay=0`;
const SHOWN = `${RUN}&view=cwnd,discriminators`;
const figure = 'figure[data-chart="discriminators"]';
const words = (page: Page) => description(page, "discriminators");
const scores = (page: Page) => page.getByRole("dialog", { name: /Discriminators/ });

/** The numbers of the table, by rule. */
async function table(page: Page): Promise<Map<string, string[]>> {
  await page.locator(figure).focus();
  await page.keyboard.press("t");
  const rows = await scores(page)
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  await page.keyboard.press("Escape");
  return new Map(rows.map(([rule = "", ...cells]) => [rule, cells]));
}

test("nothing is computed until it is opened; then its counts are the command's", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await openLab(page, RUN);
  const extra = () => fetched.filter((url) => /discriminators-|judge-|wasm_figures/.test(url));
  await expect(page.locator(figure)).toHaveCount(0);
  expect(extra()).toEqual([]);
  await page.getByRole("button", { name: /^\d+ more:/ }).click();
  await page.getByRole("menuitem", { name: "Discriminators" }).click();
  await expect(words(page)).toContainText("78 congestion losses", { timeout: 60_000 });
  expect(extra().length).toBeGreaterThan(0);
  expect(await page.evaluate(() => location.hash)).toContain("discriminators");

  const rows = await table(page);
  expect(rows.size).toBe(11);
  // 78 of 78 and 31 of 43, as wasm-core/wasm-figures/src/judged.rs counts them; 31/43 = 0.7209.
  expect(rows.get("spike")).toEqual([
    "100.0",
    "95.3 to 100.0",
    "78",
    "72.1",
    "57.3 to 83.3",
    "43",
    "0.72",
    "0.57 to 0.83",
  ]);
  expect(rows.get("wmta")).toEqual(["–", "–", "0", "–", "–", "0", "–", "–"]);
});

test("points are read by keys and by hand, and are hidden with the queue", async ({ page }) => {
  await openLab(page, SHOWN);
  await expect(words(page)).toContainText("78 congestion losses", { timeout: 60_000 });
  await expect(words(page)).toContainText("not judged by wmta");
  const chart = page.locator(figure);
  await chart.focus();
  // From left to right: cdg_queue, then spike.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const spoken = page.locator(".chart-stack > [aria-live]");
  const spike = /spike: of 78 congestion losses 78 called so, A_c 100\.0.% \(95\.3 to 100\.0\); of 43 random losses 31/;
  await expect(spoken.filter({ hasText: spike })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(scores(page)).toContainText(spike);
  await page.keyboard.press("Escape");

  const menu = page.getByRole("button", { name: "Options for Discriminators" });
  await menu.click();
  await expect(page.getByRole("menuitem", { name: /CSV/ })).toHaveCount(0);
  const svg = await saved(page, page.getByRole("menuitem", { name: /SVG/ }));
  for (const text of ["spike", "a coin", "costs the flow", "costs others"]) expect(svg.text).toContain(text);
  expect(svg.text).not.toMatch(/NaN|undefined/);

  await page.keyboard.press("h");
  await expect(chart).toContainText("Hidden: a real sender cannot know this.");
});

test("a change computes them again; repeated, the runs' losses are counted together", async ({ page }) => {
  await openLab(page, SHOWN);
  await expect(words(page)).toContainText("this run: 78 congestion losses", { timeout: 60_000 });
  await page.locator("#bar").getByRole("button", { name: "Repeat", exact: true }).click();
  await page.locator("#sidebar .repeat-head").getByRole("button", { name: "10", exact: true }).click();
  await expect(words(page)).toContainText("10 runs:", { timeout: 100_000 });
  const count = async (): Promise<number> =>
    Number(/(\d+) congestion/.exec((await words(page).textContent()) ?? "")?.[1]);
  expect(await count()).toBeGreaterThan(500);
  await page.locator("#bar").getByRole("button", { name: "Repeat", exact: true }).click();
  await expect(words(page)).toContainText("this run: 78 congestion losses", { timeout: 60_000 });

  // Without random loss the run is another one.
  const loss = page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }).first();
  await page.keyboard.press("Home");
  await loss.fill("0");
  await page.keyboard.press("Enter");
  await expect(words(page)).not.toContainText("78 congestion losses", { timeout: 60_000 });
});

test("of a run without random loss there is one error, and the other is said to be missing", async ({ page }) => {
  const { loss: _, ...bottleneck } = SCENARIO.bottleneck;
  await openLab(page, `s=${pack({ ...SCENARIO, bottleneck })}&t=60&autoplay=0&view=discriminators`);
  await expect(words(page)).toContainText("0 random losses", { timeout: 60_000 });
  await expect(words(page)).toContainText("No random loss in this span.");
});

testAccess(`/#${RUN}&view=discriminators`, (page) =>
  expect(words(page)).toContainText("78 congestion losses", { timeout: 60_000 }),
);
