/**
 * Files that a reader takes away, and brings back: pictures, the exact trace, scenario and results, a citation, a dropped file.
 * Not here: the link (laboratory.spec.ts).
 */
import { execFileSync } from "node:child_process";
import type { Locator, Page } from "@playwright/test";
import { command } from "./command.ts";
import { description, digestOf, expect, openLab, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

/** Texts of a path on the page, and of a picture of it. */
const wordsOnPage = (page: Page, host: string): Promise<string[]> =>
  page
    .locator(`${host} :is(.path-label, .path-chip)`)
    .evaluateAll((all) => all.map((one) => one.textContent ?? "").filter((text) => text !== ""));
const wordsIn = (svg: string): string[] =>
  [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map((match) =>
    (match[1] ?? "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

test("scenario, results, trace and pictures are saved, and the scenario opens again when it is dropped", async ({
  page,
}) => {
  const digest = await openLab(page, RUN);
  await expect(page.locator("#path .path-label.is-readout")).toHaveText(/packets/);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Link and files" });

  const scenario = await saved(page, sheet.getByRole("button", { name: "Scenario: JSON" }));
  expect(scenario.name).toBe("cdg-beside-newreno-scenario.json");
  expect(JSON.parse(scenario.text)).toMatchObject({ schema: 1, duration_s: 80 });

  const results = JSON.parse((await saved(page, sheet.getByRole("button", { name: "Results: JSON" }))).text);
  expect(results.summary).toMatchObject({ digest, simulated_s: 80 });
  expect(results.scenario).toEqual(JSON.parse(scenario.text));

  const trace = await saved(page, sheet.getByRole("button", { name: "Trace: Whole run" }));
  const rows = trace.text.trimEnd().split("\n");
  expect(rows[0]).toBe("time_s,source,signal,value");
  expect(rows.at(-1)).toBe(`80,bottleneck,end,${rows.length - 2}`);
  // Not thinned: as many departures as the summary counts.
  const departed = rows.filter((row) => /,(CDG|NewReno),depart,/.test(row)).length;
  expect(departed).toBe(results.summary.bottleneck.departed);

  const svg = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  expect(svg.text).toContain("CDG beside NewReno");
  expect(svg.text).toContain("seed 1");
  expect(svg.text).toContain(`digest ${digest}`);
  expect(svg.text).not.toMatch(/NaN|undefined/);
  const png = await saved(page, sheet.getByRole("button", { name: "Queue: PNG" }));
  expect([...png.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect(png.bytes.readUInt32BE(16)).toBe(1800);

  // The path, with every word that it has on the page.
  const file = await saved(page, sheet.getByRole("button", { name: "Path: SVG" }));
  expect(file.name).toBe("cdg-beside-newreno-path.svg");
  const onPage = await wordsOnPage(page, "#path");
  expect(onPage.length).toBeGreaterThan(12);
  const inFile = wordsIn(file.text);
  expect(inFile).toEqual(expect.arrayContaining(onPage));
  // Nothing else but title, moment and caption.
  expect(inFile.slice(0, onPage.length).sort()).toEqual([...onPage].sort());
  expect(inFile.slice(onPage.length).join(" ")).toMatch(/^CDG beside NewReno The path at 26\.?0*\Ds .*seed 1/);
  expect(file.text).toContain(`digest ${digest}`);

  const pathPng = await saved(page, sheet.getByRole("button", { name: "Path: PNG" }));
  expect(pathPng.name).toBe("cdg-beside-newreno-path.png");
  expect(pathPng.bytes.readUInt32BE(16)).toBe(1800);

  await expect(sheet.getByRole("textbox", { name: "Citation" })).toHaveValue(new RegExp(`Digest ${digest}`));
  await page.keyboard.press("Escape");

  // Another run, from a file; undo brings the first one back.
  const changed = { ...JSON.parse(scenario.text), title: "From a file", seed: 5 };
  const drop = (text: string) =>
    page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "run.json", { type: "application/json" }));
      document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
  await drop(JSON.stringify(changed));
  await expect(page.locator("#top")).toContainText("From a file");
  await expect.poll(() => digestOf(page)).not.toBe(digest);
  // It has no story yet: nothing is said of the run before it.
  await expect(page.locator("#hook p").first()).toHaveText("From a file");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(digest);

  // A mistake in a file is said, and the run stays.
  await drop(JSON.stringify({ ...changed, seed: -1 }));
  await expect(page.locator("#problems")).toContainText("run.json could not be opened");
  expect(await digestOf(page)).toBe(digest);
});

test("a chart is taken away from its own menu", { tag: "@smoke" }, async ({ page }) => {
  await openLab(page, RUN);
  await page.getByRole("button", { name: "Options for Gradient" }).click();
  const csv = await saved(page, page.getByRole("menuitem", { name: "Data, CSV" }));
  const rows = csv.text.trimEnd().split("\n").slice(1);
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows.pop()).toBe(`80,bottleneck,end,${rows.length}`);
  expect(rows.every((row) => row.includes(",CDG,"))).toBe(true);
});

test("files of an exercise that was changed are named so, from its link, too", async ({ page }) => {
  const digest = await openLab(page, "preset=course_bufferbloat_20&autoplay=0");
  const sidebar = page.locator("#sidebar");
  const limit = sidebar
    .getByRole("spinbutton", { name: /limit/i })
    .or(sidebar.getByRole("textbox", { name: /limit/i }))
    .first();
  await limit.fill("100");
  await page.keyboard.press("Enter");
  await expect.poll(() => digestOf(page)).not.toBe(digest);
  await expect.poll(() => page.url()).toContain("#s=");
  await page.reload();
  await digestOf(page);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  const { name } = await saved(page, sheet.getByRole("button", { name: "Scenario: JSON" }));
  expect(name).toBe("bufferbloat-lab-a-queue-of-20-packets-changed-scenario.json");
});

for (const preset of ["course_incast", "course_bufferbloat_20"])
  test(`${preset} in columns has the bytes of the command`, async ({ page }) => {
    await openLab(page, `preset=${preset}&autoplay=0`);
    await page.getByRole("button", { name: "Link", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Link and files" });
    const { text } = await saved(page, sheet.getByRole("button", { name: "Trace: In columns, CSV" }));
    const options = ["run", "--preset", preset, "--trace", "-", "--wide", "--large-trace"];
    const own = execFileSync(command(), options, { encoding: "utf8", maxBuffer: 1e9 });
    expect(text.length).toBeGreaterThan(10_000);
    expect(text === own).toBe(true);
  });

test("of a split run the files are of the branch that the hand is on", async ({ page }) => {
  const digest = await openLab(page, RUN);
  await page.keyboard.press("y");
  const sidebar = page.locator("#sidebar");
  const loss = sidebar
    .getByRole("spinbutton", { name: "Random loss" })
    .or(sidebar.getByRole("textbox", { name: "Random loss" }))
    .first();
  await expect(page.locator("#path-b")).toBeVisible();
  await loss.fill("1");
  await page.keyboard.press("Enter");
  const digestB = (): Promise<string> => page.evaluate(() => document.body.dataset.digestB ?? "");
  await expect.poll(digestB, { timeout: 30_000 }).not.toMatch(new RegExp(`^(${digest})?$`));

  const link = page.getByRole("button", { name: "Link", exact: true });
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  const results = sheet.getByRole("button", { name: "Results: JSON" });
  await link.click();
  await expect(sheet).toContainText("files and citation belong to branch B");
  const b = await saved(page, results);
  expect(b.name).toContain("branch-b");
  const { scenario, summary } = JSON.parse(b.text);
  expect(summary.digest).toBe(await digestB());
  expect(scenario.interventions).toContainEqual({ at_s: 26, path: "bottleneck.loss.probability", value: 0.01 });
  // A picture is of both: its caption tells how the run begins, then what was changed in B and when.
  const picture = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  expect(picture.name).not.toContain("branch");
  expect(picture.text).toContain("Random loss 0");
  expect(picture.text).toMatch(/From 26\Ds on in B: Random loss 1/);
  expect(picture.text).toContain(`digest ${digest}`);
  const path = await saved(page, sheet.getByRole("button", { name: "Path: SVG" }));
  expect(path.name).not.toContain("branch");
  const chance = page.locator("#path-b .path-label", { hasText: /^1\s%$/ });
  await expect(chance).toBeVisible();
  expect(wordsIn(path.text)).toContain(await chance.textContent());
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Controls change A" }).click();
  await link.click();
  await expect(sheet).toContainText("files and citation belong to branch A");
  const a = JSON.parse((await saved(page, results)).text);
  expect(a.summary.digest).toBe(digest);
  expect(a.scenario.interventions ?? []).toEqual([]);
});

test("a chart's picture from its menu is of what the chart showed when the menu opened", async ({ page }) => {
  await openLab(page, RUN);
  const figure = page.locator('figure[data-chart="stage"]');
  const label = figure.locator(".chart-slots .chart-slot", { hasText: "NewReno" }).first();
  await expect(label).toBeVisible();
  const take = async (under: () => Promise<void>): Promise<string> => {
    await figure.locator(".chart-menu").click();
    const item = page.getByRole("menuitem", { name: "SVG" });
    await expect(item).toBeVisible();
    await under();
    await item.focus();
    // Not by the pointer, which would be over the menu.
    const press = { click: () => page.keyboard.press("Enter") } as unknown as Locator;
    return (await saved(page, press)).text;
  };
  const still = await take(async () => undefined);
  const over = await take(async () => {
    await label.hover({ force: true });
    await expect(page.locator("#sidebar .card.is-focused")).toContainText("NewReno");
  });
  expect(over).toBe(still);
});

test("a picture of a forked run has both branches, their values, and the ruler", async ({ page }) => {
  await openLab(page, "preset=cdg_beside_newreno&t=26&autoplay=0");
  await page.keyboard.press("y");
  await expect(page.locator("#path-b")).toBeVisible();
  const sidebar = page.locator("#sidebar");
  await sidebar
    .getByRole("spinbutton", { name: "Random loss" })
    .or(sidebar.getByRole("textbox", { name: "Random loss" }))
    .first()
    .fill("1");
  await page.keyboard.press("Enter");
  await expect(page.locator("#hook")).toContainText("Random loss 1");
  await page.getByRole("slider", { name: "Playback position" }).focus();
  await page.keyboard.press("End");
  const values = page.locator('figure[data-chart="stage"] .chart-slot:not(.chart-slot-head) .chart-slot-value');
  const figure = page.locator('figure[data-chart="stage"]');
  await expect(description(page, "stage")).toContainText("Arrow keys go to");
  await figure.focus();
  for (const key of ["End", "r", "ArrowLeft"]) await page.keyboard.press(key);
  const spoken = page.locator(".chart-stack > [aria-live]").first();
  await expect(spoken).toContainText(/Δt .*Δy/);
  const ruler = /Δt [^,]*/.exec((await spoken.textContent()) ?? "")?.[0] ?? "no ruler";

  await page.keyboard.press("l");
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  const { text } = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  expect(text).toContain(ruler);
  expect(text).toContain(">fork<");
  expect(text).toContain("Same random seed, two branches");
  expect(text).toContain("Random loss 1");
  // The path's, too, has both branches.
  const path = await saved(page, sheet.getByRole("button", { name: "Path: SVG" }));
  const readouts = await page.locator("#path .path-label.is-readout, #path-b .path-label.is-readout").allTextContents();
  expect(new Set(readouts).size).toBe(2);
  expect(wordsIn(path.text)).toEqual(expect.arrayContaining(["Path of branch A", "Path of branch B", ...readouts]));
  // Without the crosshair the screen reads at the playhead, as the picture does: the same values.
  await page.keyboard.press("Escape");
  await figure.focus();
  await page.keyboard.press("Escape");
  const missing = async (): Promise<string[]> =>
    (await values.allTextContents()).filter((value) => /\d/.test(value) && !text.includes(value));
  await expect.poll(missing).toEqual([]);
  expect(await values.count()).toBeGreaterThan(4);
});

test("what no sender can know is not taken away either", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("h");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Link and files" });
  await expect(sheet.getByRole("button", { name: "Window and queue: SVG" })).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Path: SVG" })).toHaveCount(0);
  // Nor is the path's capacity told under the picture of another chart.
  const picture = await saved(page, sheet.getByRole("button", { name: "Window and queue: SVG" }));
  expect(picture.text).toContain("CDG from 0");
  expect(picture.text).not.toContain("Mbit/s");
  await page.keyboard.press("Escape");
});
