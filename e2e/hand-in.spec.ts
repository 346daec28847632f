/**
 * Handing in and marking, by keyboard: a lesson's link opened elsewhere, the test's, a run of the laboratory; sixty links marked, their
 * table saved, on a phone and with axe. Not here: the remarks on bad hand-ins (web/src/lessons/marking), the addresses of before
 * (links.spec.ts).
 */
import { readFileSync } from "node:fs";
import { type Browser, expect as expectThat, type Page } from "@playwright/test";
import { factsOf, open, press } from "./lesson-acts.ts";
import { digestOf, expect, findings, sideways, test } from "./sandbox.ts";

/** Answers the first question of the window, with a sentence, and hands in by keyboard. Returns the link. */
async function handInWindow(page: Page, name: string): Promise<string> {
  await open(page, "window");
  await page.locator("#part-ask-0 .ask-field input").fill("2.3");
  await press(page, "Lock my answer", "keyboard", "#part-ask-0");
  await press(page, "To the run's end", "keyboard", "#run-side");
  await page.locator("#part-reveal-0 .main-difference input").fill("Eight packets per round trip, then silence.");
  await press(page, "Hand in", "keyboard", ".kept");
  return takeLink(page, name);
}

/** Fills the sheet and takes its link. */
async function takeLink(page: Page, name: string): Promise<string> {
  const sheet = page.locator("dialog.sheet");
  await sheet.getByLabel("Name (if you wish)").focus();
  await page.keyboard.type(name);
  await expect(sheet).toContainText(/does not prove/);
  const link = await sheet.locator(".hand-link").inputValue();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  return link;
}

/** A page of somebody else's browser. */
async function elsewhere(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await page.goto(address);
  return page;
}

test("a lesson is handed in by keyboard and opened elsewhere with name, answers and sentence; a file says the same", async ({
  page,
  browser,
}) => {
  const link = await handInWindow(page, 'Ada <b>"L"</b>');
  const other = await elsewhere(browser, link);
  await expect(other.locator("#part-reveal-0 .difference")).toContainText("You said 2.3", { timeout: 30_000 });
  await expect(other.locator(".handed")).toContainText('Ada <b>"L"</b>');
  await expect(other.locator("#part-reveal-0")).toContainText("Eight packets per round trip, then silence.");
  // It stays what it was while nobody answers more.
  expect(other.url()).toBe(link);
  await other.context().close();

  await press(page, "Hand in", "keyboard", ".kept");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).press("Enter");
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^hand-in-what-a-window-is-ada.*\.json$/);
  const document = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(document).toMatchObject({
    kind: "hand_in",
    schema: 1,
    of: "lesson",
    id: "window",
    name: 'Ada <b>"L"</b>',
    answers: "1n._._",
  });
  expect(document.run.digest).toMatch(/^[0-9a-f]{16}$/);
});

test("the test is handed in after its first part; whoever opens it sees answers and score", async ({
  page,
  browser,
}) => {
  await page.goto("/lessons.html#page=test&path=newcomer");
  await page.locator(".questions input").first().focus();
  await page.keyboard.press("Space");
  await press(page, "Finish this part", "keyboard", "#sheet");
  await press(page, "Finish this part", "keyboard", "dialog.sheet");
  await expect(page.locator(".is-test .lead").first()).toContainText("kept on this device");
  await press(page, "Hand in", "keyboard", "#sheet");
  const link = await takeLink(page, "Ada");
  const other = await elsewhere(browser, link);
  await expect(other.locator(".is-test .handed")).toContainText("Ada");
  await expect(other.locator(".is-test .lead").first()).toContainText(/Before: \d of 10\./);
  await expect(other.locator(".is-test")).not.toContainText("kept on this device");
  // A hand-in of somebody else has no way into the second part.
  await expect(other.getByRole("button", { name: "Begin the second part" })).toHaveCount(0);
  expect(await other.evaluate(() => localStorage.length)).toBe(0);
  expect(await findings(other)).toEqual([]);
  // Nothing has to be computed, so nothing is offered to be.
  await other.goto("about:blank");
  await other.goto("/lessons.html#page=mark");
  await other.locator(".mark-input textarea").fill(link);
  await press(other, "Read", "keyboard", ".mark-input");
  await expect(other.locator(".mark-asking")).toContainText("No run has to be computed.");
  await expect(other.locator(".mark-go")).toHaveText("Mark");
  await other.context().close();
});

test("a run of the laboratory is handed in with a sentence, and opens there", async ({ page, browser }) => {
  await page.goto("/#preset=adsl&autoplay=0");
  const digest = await digestOf(page);
  await page.getByRole("button", { name: "Link", exact: true }).press("Enter");
  await press(page, "Hand in", "keyboard", "dialog.sheet");
  await expect(page.locator("dialog.sheet button").first()).toBeFocused();
  await page.getByLabel("what does this run show?").fill("The upload delays the call.");
  expect(await findings(page)).toEqual([]);
  const link = await takeLink(page, "Ada");
  const other = await elsewhere(browser, link);
  await expect(other.locator("article.sheet")).toContainText("The upload delays the call.");
  await expect(other.locator(".digest")).toHaveText(digest);
  await other.getByRole("link", { name: "Open this run in the laboratory" }).press("Enter");
  expectThat(await digestOf(other)).toBe(digest);
  await other.goto("about:blank");
  await other.goto(link.slice(0, -20));
  await expect(other.locator("article.sheet")).toContainText("damaged or was cut");
  await other.context().close();
});

test("sixty links are marked by keyboard: nothing runs before it is agreed to, the table says who and what, and is saved", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const link = await handInWindow(page, "=Ada");
  const digest = /d=[0-9a-f]{8}/.exec(page.url())?.[0];
  const { options, right } = factsOf("window").asks[1] as { options: string[]; right: string };
  const letter = String.fromCharCode(97 + options.indexOf(right));
  const old = (i: number): string =>
    `http://127.0.0.1/lessons.html#lesson=window&a=1${(i % 50).toString(36)}.${i % 2 ? letter : "-"}._&${digest}`;
  const links = [link, link.slice(0, -9), "no link", ...Array.from({ length: 57 }, (_, i) => old(i))];
  let workers = 0;
  page.on("worker", () => workers++);
  await page.goto("about:blank");
  await page.goto("/lessons.html#page=teachers");
  await page.locator(".sheet-ways").getByRole("link", { name: "Mark hand-ins" }).press("Enter");
  await page.getByLabel(/Links, one a line/).fill(links.join("\n"));
  await press(page, "Read", "keyboard", "#sheet");
  const go = page.getByRole("button", { name: "Compute and mark" });
  await expect(go).toBeFocused();
  await expect(page.locator(".mark-asking")).toContainText(/2 rows cannot be read.*computes 1 run/s);
  expect(workers).toBe(0);
  await page.keyboard.press("Enter");
  await expect(page.locator("#marked")).toBeFocused({ timeout: 60_000 });
  const rows = page.locator(".mark-table tbody tr");
  await expect(rows).toHaveCount(60);
  await expect(rows.first()).toContainText(/=Ada.*What a window is.*Eight packets per round trip/s);
  await expect(rows.nth(1)).toContainText("damaged or was cut");
  await expect(rows.nth(2)).toContainText("no hand-in here: no link");
  await expect(page.locator(".mark-said")).toContainText(/^\d+ marked, \d+ to check, 2 not marked\./);
  await expect(page.locator(".class-of")).toContainText(/58 hand-ins, \d+ of them to check/);
  expect(await findings(page)).toEqual([]);
  // A row's number leads there, also to one that the filter leaves out; what cannot be read stays in any choice.
  await page.getByLabel("Show").selectOption("What a window is");
  await expect(rows).toHaveCount(60);
  await page.getByLabel("Show").selectOption("what needs a look");
  await expect(rows.first()).toContainText("damaged or was cut");
  const alike = rows.filter({ hasText: "none gives a name" }).first();
  expect(await rows.count()).toBeLessThan(60);
  await alike.getByRole("link", { name: /^row/ }).first().press("Enter");
  await expect(page.locator("th:focus")).toHaveAttribute("id", /^mark-row-/);
  await page.getByLabel("Show").selectOption("everything");
  // Marks are lost by loading the page again: the browser asks, until they are saved.
  const warns = (): Promise<boolean> =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await warns()).toBe(true);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the table" }).press("Enter");
  const table = readFileSync(await (await saved).path(), "utf8");
  expect(await warns()).toBe(false);
  expect(table).toMatch(/^\ufeffrow,name,listed,what,id,tries,.*,source,status,counts,remark_codes,title\r\n/);
  expect(table).toMatch(/\r\n3,(,){9}.*,not_marked,0,hand_in.none,\r\n/);
  expect(table.trim().split("\r\n")).toHaveLength(61);
  expect(table).toContain("\r\n1,'=Ada,,lesson,window,1,,1,3,1,");
  // On a phone each row is as wide as the page, on paper all is; the link opens what was handed in.
  const tableIn = page.locator(".mark-table");
  const cut = (): Promise<number> => tableIn.evaluate((table) => table.scrollWidth - table.clientWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  expect(await cut()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  // A4 between its margins, px.
  await page.setViewportSize({ width: 673, height: 1000 });
  expect(await cut()).toBe(0);
  await expect(page.locator(".mark-input, .is-marking button").filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  const opened = page.context().waitForEvent("page");
  await rows.first().getByRole("link", { name: "Open" }).press("Enter");
  await expect((await opened).locator(".given").first()).toContainText("2.3", { timeout: 30_000 });
  // Where nothing has to be computed the page says so.
  await page.getByLabel(/Links, one a line/).fill("no link");
  await press(page, "Read", "keyboard", "#sheet");
  await expect(page.locator(".mark-asking")).toContainText("No run has to be computed.");
});
