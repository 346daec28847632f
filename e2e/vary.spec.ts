/**
 * A setting with several values: how many runs that makes and how long they take, curves that grow, a run that a point opens, files of the same bytes as the
 * command's, a map with its table, cancellation. Not here: percentiles, lines and theory (wasm-core/sweep), plots by hand (web/src/vary).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { command } from "./command.ts";
import { expect, findings, openLab, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

// Many runs: a shared machine takes its time.
test.describe.configure({ timeout: 180_000 });

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Vary a setting" });
const doing = (page: Page) => dialog(page).locator(".vary-doing");
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name });

/** The queue's limit, with three values and two measures. */
async function vary(page: Page): Promise<void> {
  await page.locator('#sidebar [data-setting="bottleneck.queue.limit_packets"] input[type=range]').focus();
  await page.keyboard.press("v");
  await expect(dialog(page).getByRole("combobox", { name: "Setting" })).toHaveValue("bottleneck.queue.limit_packets");
  await field(page, "Values").fill("3");
  await field(page, "Values").press("Tab");
  await expect(doing(page)).toContainText("15 runs (values: 3, runs of each: 5), up to about");
}

test("curves of a slider's own button: said before, drawn as they grow, the command's bytes, a page of one's own, a point opens its run", async ({
  page,
  context,
}) => {
  await openLab(page, RUN);
  await page.locator('#sidebar [data-setting="bottleneck.queue.limit_packets"]').hover();
  await page.getByRole("button", { name: "Vary: Queue limit, drop tail" }).click();
  await page.keyboard.press("Escape");
  await vary(page);
  expect(await findings(page)).toEqual([]);
  await doing(page).getByRole("button", { name: "Run" }).click();
  await expect(doing(page)).toContainText(/\d+ runs in/, { timeout: 60_000 });
  // Neighbours differ: values were added between them.
  expect(Number.parseInt((await doing(page).textContent()) ?? "", 10)).toBeGreaterThan(15);
  await dialog(page).getByRole("checkbox", { name: "Straight line" }).check();
  await expect(dialog(page).locator(".vary-line")).toHaveCount(3);
  await dialog(page).getByText("Values", { exact: true }).last().click();
  await expect(dialog(page).getByRole("table", { name: "Queueing delay, median" }).getByRole("row")).not.toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  const document = await saved(page, dialog(page).getByRole("button", { name: "Save the document" }));
  const table = await saved(page, dialog(page).getByRole("button", { name: "Save as CSV" }));
  const folder = mkdtempSync(join(tmpdir(), "vary-"));
  writeFileSync(join(folder, "sweep.json"), document.text);
  execFileSync(command(), ["sweep", join(folder, "sweep.json"), "--out", join(folder, "out"), "--csv"]);
  expect(readFileSync(join(folder, "out/results.csv"), "utf8")).toBe(table.text);

  // A page of the reader's own: from a disk, without a network; words are words in it, never markup.
  await dialog(page).getByText("A page of your own").click();
  const title = "</title><script>document.title='run'</script><img src=x onerror=document.title='run'>";
  await field(page, "Title").fill(title);
  await field(page, "Your sentence").fill("A larger queue <b>waits</b> longer.");
  expect(await findings(page)).toEqual([]);
  const own = await saved(page, dialog(page).getByRole("button", { name: "Save the page" }));
  const file = join(folder, "own.html");
  writeFileSync(file, own.text);
  const other = await context.newPage();
  await other.goto(`file://${file}`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(other).toHaveTitle(title);
  await expect(other.getByText("A larger queue <b>waits</b> longer.")).toBeVisible();
  expect(await other.locator("script, h1 *, p b").count()).toBe(0);
  const drawn = other.getByRole("img", { name: title });
  expect(await drawn.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(300);
  await other.locator("summary", { hasText: "Table of all runs" }).click();
  expect(await other.locator("details[open] pre").textContent()).toBe(table.text.replaceAll("\r\n", "\n"));
  await other.locator("summary", { hasText: "Document" }).click();
  expect(await other.locator("details[open] pre").last().textContent()).toBe(document.text);
  expect(await other.getByRole("link", { name: "Open in the laboratory" }).getAttribute("href")).toContain("vary=");
  await other.close();
  rmSync(folder, { recursive: true });

  // By key: the last value, the run nearest to the median.
  const plot = dialog(page).getByRole("group", { name: /^Queueing delay/ });
  await plot.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator("#sidebar").getByRole("textbox", { name: "Queue limit" }).first()).toHaveValue("672");
  // It is still there, and the run before as well.
  await page.keyboard.press("v");
  await expect(doing(page)).toContainText(/\d+ runs in/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(page.locator("#sidebar").getByRole("textbox", { name: "Queue limit" }).first()).toHaveValue("84");
});

test("a table: of this run its points open runs, of another one it is drawn by itself, beside runs it is refused by name", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "table-"));
  const open = (file: string) => dialog(page).getByLabel("Open a table (CSV)").setInputFiles(file);
  const other = "wasm-core/sweep/tests/small.csv";
  await openLab(page, RUN);
  await vary(page);
  await dialog(page).getByRole("combobox", { name: "Measure 1" }).selectOption("goodput_harm");
  await expect(doing(page)).toContainText(/15 runs .* Each takes 2 more runs, of a flow alone, for its harm\./);
  const document = await saved(page, dialog(page).getByRole("button", { name: "Save the document" }));
  writeFileSync(join(folder, "sweep.json"), document.text);
  execFileSync(command(), ["sweep", join(folder, "sweep.json"), "--out", folder, "--csv"]);
  const table = join(folder, "results.csv");
  const lines = readFileSync(table, "utf8").trimEnd().split("\n");
  writeFileSync(join(folder, "part.csv"), lines.slice(0, -1).join("\n"));

  // The document of this run is planned as it is; that of another one is named.
  await open(join(folder, "sweep.json"));
  await expect(doing(page)).toContainText(/15 runs .* about/);
  expect((await saved(page, dialog(page).getByRole("button", { name: "Save the document" }))).text).toBe(document.text);
  writeFileSync(join(folder, "other.json"), document.text.replace(/"limit_packets": \d+/, '"limit_packets": 9'));
  await open(join(folder, "other.json"));
  await expect(dialog(page)).toContainText("other.json is of another scenario. Open its scenario first.");
  await open(other);
  await expect(doing(page)).toContainText(
    "small.csv is not of the run on the page, so its points open no run (runs: 9).",
  );
  await expect(doing(page)).toContainText("`column 4: flows.a.goodput_bps`");
  const timeouts = dialog(page).getByRole("group", { name: /^Timeouts/ });
  await timeouts.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(dialog(page).locator(".plot-at").last()).toHaveText("Random loss 10");
  await expect(doing(page).getByRole("button")).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  // Measured over the whole run in place of the form's span.
  const { from_s, ...whole } = JSON.parse(document.text);
  expect(from_s).toBeGreaterThan(0);
  writeFileSync(join(folder, "whole.json"), JSON.stringify(whole));
  execFileSync(command(), ["sweep", join(folder, "whole.json"), "--out", join(folder, "whole"), "--csv"]);
  renameSync(join(folder, "whole/results.csv"), join(folder, "whole.csv"));
  await open(join(folder, "whole.csv"));
  await expect(doing(page)).toContainText("whole.csv: 15 of 15 runs of the run on the page.");

  await open(join(folder, "part.csv"));
  await expect(doing(page)).toContainText("part.csv: 14 of 15 runs of the run on the page.");
  await doing(page).getByRole("button", { name: "Run the rest" }).click();
  await expect(doing(page)).toContainText("15 runs in", { timeout: 60_000 });
  const again = await saved(page, dialog(page).getByRole("button", { name: "Save as CSV" }));
  expect(again.text).toBe(readFileSync(table, "utf8"));
  await dialog(page)
    .getByRole("group", { name: /^Harm to the goodput/ })
    .focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator("#sidebar").getByRole("textbox", { name: "Queue limit" }).first()).toHaveValue("672");

  await page.keyboard.press("v");
  await dialog(page).getByRole("button", { name: "Close the file" }).click();
  await field(page, "Values").fill("2");
  await field(page, "Values").press("Tab");
  await expect(doing(page)).toContainText(/\(values: 2, .* about/);
  await doing(page).getByRole("button", { name: "Run" }).click();
  await expect(doing(page)).toContainText("runs in", { timeout: 60_000 });
  await open(other);
  await expect(dialog(page)).toContainText("small.csv: `column 4: flows.a.goodput_bps` is not a setting");
  await expect(doing(page)).toContainText("runs in");
  rmSync(folder, { recursive: true });
});

test("a map on a phone, cancelled at once and gone on with; what cannot be is refused before", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  await page.keyboard.press("v");
  await dialog(page).getByRole("button", { name: "Map" }).click();
  for (const values of await field(page, "Values").all()) {
    await values.fill("4");
    await values.press("Tab");
  }
  await expect(doing(page)).toContainText("80 runs (values: 16, runs of each: 5), up to about");
  expect(await sideways(page)).toBe(0);
  await doing(page).getByRole("button", { name: "Run" }).click();
  await expect(doing(page)).toContainText(/[1-9]\d* of 80 runs/, { timeout: 30_000 });
  await doing(page).getByRole("button", { name: "Cancel" }).click();
  await expect(doing(page)).toContainText(/Cancelled: \d+ of 80 runs are shown/, { timeout: 1000 });
  await doing(page).getByRole("button", { name: "Run the rest" }).click();
  await expect(doing(page)).toContainText("80 runs in", { timeout: 90_000 });
  await expect(dialog(page).locator(".vary-hint")).toHaveText(/^Press on a cell.* Colour: the median/);
  const map = dialog(page).getByRole("group", { name: /^Share of the payload capacity/ });
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(dialog(page).locator(".plot-at")).toHaveText(/most runs [\d.]+ to [\d.]+\); (CDG|NewReno) has more$/);
  expect(await findings(page)).toEqual([]);

  await dialog(page).getByRole("button", { name: "Curve" }).click();
  await field(page, "Values").fill("10000000");
  await field(page, "Values").press("Tab");
  await expect(dialog(page).getByRole("alert")).toHaveText("These are 50,000,000 runs. Allowed: at most 100,000.");
  await expect(doing(page).getByRole("button", { name: "Run" })).toBeDisabled();
});

test("the smallest queue that keeps the link busy: the answer of the command, and a link to the question", async ({
  page,
  context,
}) => {
  await openLab(page, RUN);
  await page.keyboard.press("v");
  await dialog(page).getByRole("button", { name: "Find" }).click();
  await field(page, "Bound").fill("97");
  await field(page, "Bound").press("Tab");
  await expect(doing(page)).toContainText(/At most \d+ runs .* about/);
  expect(await findings(page)).toEqual([]);
  await doing(page).getByRole("button", { name: "Run" }).click();
  await expect(dialog(page).locator(".vary-answer")).toContainText(
    /Smallest value of Queue limit with .* at least 97\s%: \d+\spackets/,
    {
      timeout: 90_000,
    },
  );
  const said = /%: (\d+)/.exec((await dialog(page).locator(".vary-answer").textContent()) ?? "")?.[1];
  const document = await saved(page, dialog(page).getByRole("button", { name: "Save the document" }));
  const folder = mkdtempSync(join(tmpdir(), "find-"));
  writeFileSync(join(folder, "find.json"), document.text);
  const answer = execFileSync(command(), ["find", join(folder, "find.json"), "--json"], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(answer).value).toBe(Number(said));

  // The link offers the same, and runs nothing.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog(page).getByRole("button", { name: "Copy a link" }).click();
  await expect(dialog(page)).toContainText("The link is copied.");
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await page.reload();
  await expect(field(page, "Bound")).toHaveValue("97");
  await expect(doing(page).getByRole("button", { name: "Run" })).toBeEnabled();
});
