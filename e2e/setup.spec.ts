/**
 * A lab set up from nothing, as a student does: an empty scenario, what a flow sends, its name, a schedule of losses, changes from the start,
 * and the results as a table. Not here: what the numbers are (web/src/laboratory/results.test.ts), single changes of the document.
 */
import { expect, findings, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

/** The scenario of the address, as its text is in the sheet. */
const scenarioOf = async (page: import("@playwright/test").Page): Promise<Record<string, unknown>> => {
  await page.getByRole("button", { name: "Scenario as text" }).click();
  const sheet = page.getByRole("dialog", { name: "Scenario as text" });
  const text = await sheet.getByRole("textbox").inputValue();
  await page.keyboard.press("Escape");
  return JSON.parse(text);
};

test("a scenario of one's own: flows, names, schedule, changes from the start, results", async ({ page }) => {
  await page.goto("/#show=all");
  await page.locator("[popovertarget=scenarios]").click();
  await page.getByRole("button", { name: "New scenario" }).click();
  await expect(page.locator("#hook")).toContainText("One NewReno flow alone");
  await expect(page.locator(".clock b")).toHaveText(/^0/);
  const sidebar = page.locator("#sidebar");

  // The flow's data are not among the options of its TCP stack.
  await sidebar.getByRole("button", { name: "What it sends: bulk data" }).click();
  await sidebar.getByRole("textbox", { name: "Transfer size" }).fill("500000");
  await page.keyboard.press("Enter");
  await expect(sidebar.getByRole("button", { name: /What it sends: 500,000\sbytes/ })).toBeVisible();
  await expect(sidebar.getByRole("textbox", { name: "Start", exact: true })).toBeVisible();

  // Its name.
  await sidebar.getByRole("button", { name: "Options for NewReno" }).click();
  const name = sidebar.getByRole("textbox", { name: "Name" });
  await name.fill("a.b");
  await page.keyboard.press("Enter");
  await expect(sidebar.locator(".named .field-error")).toContainText("a.b");
  await name.fill("download");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(sidebar.getByRole("button", { name: "Options for download" })).toBeVisible();
  await expect(sidebar.getByRole("button", { name: "What it sends" })).toBeVisible();

  // A schedule of losses in rows, and what is wrong with a row at it.
  await sidebar.getByText("More path settings").click();
  await sidebar.locator("[data-setting='bottleneck.loss.model'] select").selectOption("schedule");
  const rows = sidebar.locator(".entries tbody tr");
  await expect(rows).toHaveCount(2);
  await sidebar.getByRole("button", { name: "Add a row" }).click();
  await expect(rows).toHaveCount(3);
  await sidebar.getByRole("textbox", { name: "Lost: every n-th, row 3" }).fill("2.5");
  await page.keyboard.press("Enter");
  await expect(rows.nth(3).getByRole("alert")).toContainText("2.5");
  await sidebar.getByRole("textbox", { name: "Lost: every n-th, row 3" }).fill("50");
  await page.keyboard.press("Enter");
  await sidebar.getByRole("button", { name: "Remove row 1" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.locator("#path")).toContainText("planned loss");
  expect(await scenarioOf(page)).toMatchObject({
    bottleneck: {
      loss: {
        model: "schedule",
        phases: [
          { duration_s: 1, every: 4 },
          { duration_s: 1, every: 50 },
        ],
      },
    },
    flows: [{ name: "download", transfer_bytes: 500000 }],
  });

  // At 20 s: from here, then that change from the start, then all from the start.
  await page.locator("#bar .strip").press("End");
  await sidebar.getByRole("textbox", { name: "Base RTT", exact: true }).fill("80");
  await page.keyboard.press("Enter");
  expect(await scenarioOf(page)).toMatchObject({ interventions: [{ value: 80 }] });
  await sidebar.getByRole("button", { name: "Last change: from the start instead" }).click();
  await sidebar.getByRole("button", { name: "from the start", exact: true }).click();
  await sidebar.getByRole("textbox", { name: "Base RTT", exact: true }).fill("60");
  await page.keyboard.press("Enter");
  const set = await scenarioOf(page);
  expect(set).toMatchObject({ flows: [{ base_rtt_ms: 60 }] });
  expect(set).not.toHaveProperty("interventions");

  // The results, by key.
  await page.keyboard.press("e");
  const sheet = page.getByRole("dialog", { name: "Results" });
  await expect(sheet.getByRole("row", { name: /download/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "From, to" }).click();
  await sheet.getByRole("spinbutton", { name: "To" }).fill("0");
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("alert")).toContainText("To is 0");
  await sheet.getByRole("spinbutton", { name: "To" }).fill("10");
  await page.keyboard.press("Enter");
  await expect(sheet.locator("caption")).toHaveText(/0 to 10\ss/);
  const file = await saved(page, sheet.getByRole("button", { name: "Save as CSV" }));
  expect(file.name).toMatch(/results-0-to-10-s\.csv$/);
  expect(file.text).toMatch(
    /^name,algorithm,goodput_bps,of_capacity,loss_rate,packets_retransmitted,timeouts,rtt_ms\.p50,rtt_ms\.p90,/,
  );
  expect(file.text).toMatch(/\ndownload,newreno,\d/);
});
