/**
 * Flows named like what every JavaScript object answers to, in every chart, card and file (messages: embed.spec.ts); and what a page says when
 * something in it fails after all. Not here: other hostile input (hostile.spec.ts, own.spec.ts).
 */
import { deflateRawSync } from "node:zlib";
import { test as unwatched } from "@playwright/test";
import { CHARTS } from "../web/src/charts/registry.ts";
import { expect, openLab, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

const NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "then", "length"];
const KINDS = ["cdg", "newreno", "cubic"];
const SCENARIO = {
  schema: 1,
  seed: 1,
  title: "Names",
  duration_s: 12,
  bottleneck: { rate_bps: 2e7, queue: { discipline: "drop_tail", limit_packets: 80 } },
  flows: NAMES.map((name, i) => ({ name, algorithm: { kind: KINDS[i % 3] }, start_s: i / 10 })),
  cross_traffic: [{ name: "isPrototypeOf", kind: "voip" }],
  interventions: NAMES.map((name, i) => ({ at_s: 5, path: `flows.${name}.algorithm.kind`, value: KINDS[(i + 1) % 3] })),
};
const pack = (scenario: unknown): string => `1${deflateRawSync(JSON.stringify(scenario)).toString("base64url")}`;
const RUN = `s=${pack(SCENARIO)}&t=8&autoplay=0`;

test("seven such flows are drawn, listed, changed, explained and saved like any others", async ({ page }) => {
  // Two are open at once under the stage of window and queue.
  const tracks = CHARTS.map(({ id }) => id).filter((id) => !["cwnd", "queue"].includes(id));
  for (let i = 0; i < tracks.length; i += 2) {
    const open = tracks.slice(i, i + 2);
    await openLab(page, `${RUN}&view=path,cwnd,${open.join(",")}`);
    for (const id of ["stage", ...open]) await expect(page.locator(`figure[data-chart="${id}"]`)).toBeAttached();
    await expect(page.locator(".failed")).toHaveCount(0);
  }
  await openLab(page, `${RUN}&view=cwnd`);
  for (const name of NAMES) {
    await expect(page.locator('figure[data-chart="stage"] .chart-slot-name').filter({ hasText: name })).toBeVisible();
    await expect(page.locator("#sidebar .card-name").filter({ hasText: name })).toBeVisible();
  }
  await expect(page.locator(".failed")).toHaveCount(0);

  // A change by hand goes to the flow of that name.
  const card = page.locator("#sidebar .card").filter({ hasText: "__proto__" });
  await card.locator(".card-name").click();
  await card.getByRole("combobox", { name: "Algorithm" }).selectOption("vegas");
  await expect(card).toContainText("Vegas");

  await page.getByRole("button", { name: "Link", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  const results = JSON.parse((await saved(page, sheet.getByRole("button", { name: "Results: JSON" }))).text);
  expect(results.summary.flows.map(({ name }: { name: string }) => name)).toEqual(NAMES);
  const trace = await saved(page, sheet.getByRole("button", { name: "Trace: Whole run" }));
  for (const name of NAMES) expect(trace.text).toContain(`,${name},cwnd_packets,`);
  const svg = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  for (const name of NAMES) expect(svg.text).toContain(`${name}<`);
});

const PAGES = ["", "lessons.html", "figures.html", "algorithms.html", "own.html", "builder.html", "embed.html"];
unwatched("each page shows an error that nobody caught, and a way on", async ({ page }) => {
  const fail = (text: string): Promise<void> =>
    page.evaluate(
      (text) =>
        void setTimeout(() => {
          throw new TypeError(text);
        }),
      text,
    );
  const failed = (text: string) => page.getByRole("alert").filter({ hasText: text });
  for (const path of PAGES) {
    await page.goto(`/${path}`);
    await fail("it broke");
    await expect(failed("it broke"), path).toBeVisible();
    await expect(failed("it broke"), path).toContainText("An error occurred on this page.");
  }
  // It stays one, however often it fails; and a promise's error counts as well.
  await page.evaluate(() => void Promise.reject(new Error("again")));
  await expect(page.locator(".failed")).toHaveCount(1);
  await failed("it broke").getByRole("button", { name: "Continue anyway" }).click();
  await expect(page.locator(".failed")).toHaveCount(0);
  await page.evaluate(() => void Promise.reject(new Error("a promise broke")));
  await expect(failed("a promise broke")).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator(".failed")).toHaveCount(0);
});
