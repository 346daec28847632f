/**
 * A lesson of one's own: opened by file, by drop and by link, mistakes in words while the rest opens, nothing of a hostile file run; written by
 * keyboard from a lesson of ours, with what is put in, measured, saved, linked and found again after a reload; phone and access. Not here: the
 * reader (web/src/lessons/own/opened.test.ts), what is put in (insert.test.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { expect, findings, pasteOver, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

const FIRST = readFileSync(join(import.meta.dirname, "../web/src/lessons/own/first.en.md"), "utf8");
const HOSTILE = FIRST.replace(
  "The sender does not know",
  '<script>globalThis.broken = true</script> <img src="x" onerror="globalThis.broken = true"> [go](javascript:alert(1))\n\nThe sender does not know',
);
const WRONG = FIRST.replace('"right": "link"', '"right": "whole"').replace("term:newreno", "term:newrino");

/** The field of a lesson that is not packed. */
const pack = (text: string): string => `0${Buffer.from(JSON.stringify(text)).toString("base64url")}`;

const editor = (page: Page) => page.locator(".cm-content");
const live = (page: Page): FrameLocator => page.frameLocator(".pane iframe");
const file = (text: string, name = "mine.md") => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
const mistakes = (page: Page) => page.locator(".mistakes li");

/** Puts a text into the editor, in one piece. */
const paste = (page: Page, text: string): Promise<void> => pasteOver(editor(page), text);

test("a lesson's file opens from the list, is answered, and is there again by its link", async ({ page, browser }) => {
  await page.goto("/lessons.html");
  await page.locator(".own-lessons input").setInputFiles(file(FIRST));
  await expect(page.locator("#text h1")).toHaveText("A lesson of my own");
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("nearly all of that").check();
  await page.getByRole("button", { name: "Lock my answer" }).click();
  await page.getByRole("button", { name: "To the run's end" }).click();
  await expect(page.locator("#text .difference")).toHaveText("You said: nearly all of that. Correct.", {
    timeout: 30_000,
  });
  await expect(page.getByText("What would twice the link rate change?")).toBeVisible();
  // It has no challenge, and no pages for paper.
  await expect(page.getByRole("heading", { name: "Challenge" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Worksheet to print" })).toHaveCount(0);
  await expect(page).toHaveURL(/#source=1[\w-]+&a=1b/);
  // Kept on this device, under the lesson's own name.
  await page.goto("/lessons.html#");
  await page.locator(".own-lessons input").setInputFiles(file(FIRST, "again.md"));
  await expect(page.locator("#text .difference")).toHaveText("You said: nearly all of that. Correct.", {
    timeout: 30_000,
  });
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url().replace(/&a=.*/, ""));
  await expect(other.locator("#text h1")).toHaveText("A lesson of my own");
  await other.close();
});

test("a file dropped on the list opens; mistakes are named with their line, and the rest is there", async ({
  page,
}) => {
  await page.goto("/lessons.html");
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "mine.md", { type: "text/markdown" }));
    return data;
  }, WRONG);
  await page.dispatchEvent(".own-lessons", "drop", { dataTransfer: data });
  await expect(mistakes(page)).toHaveText([
    'Line 20: asks.0.right: found "whole". Allowed: half, link.',
    "Line 36: [hook]: found newrino. Allowed: a term of the glossary.",
  ]);
  await expect(page.locator("#text")).toContainText("Move the link's rate");
});

test("nothing of a hostile lesson is run, and its tags are named", async ({ page }) => {
  await page.goto(`/lessons.html#source=${pack(HOSTILE)}&a=1-.-`);
  await expect(page.locator("#text")).toContainText("<script>globalThis.broken = true</script>", { timeout: 30_000 });
  expect(await page.evaluate(() => "broken" in globalThis)).toBe(false);
  await expect(page.locator("#text a[href^='javascript'], #text img, #text script")).toHaveCount(0);
  await expect(mistakes(page).filter({ hasText: "<script>" })).toHaveCount(1);
});

test("a hand-in of a lesson from outside says which one: its file opens it, another one does not, and it is marked beside it", async ({
  page,
  browser,
}) => {
  await page.goto(`/lessons.html#source=${pack(FIRST)}`);
  await page.getByLabel("nearly all of that").check();
  await page.getByRole("button", { name: "Lock my answer" }).click();
  await page.getByRole("button", { name: "To the run's end" }).click();
  await expect(page.locator("#text .difference")).toHaveText(/Correct/, { timeout: 30_000 });
  await page.getByRole("button", { name: "Hand in" }).click();
  const link = await page.locator("dialog.sheet .hand-link").inputValue();
  const other = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await other.goto(link);
  await expect(other.getByRole("alert")).toContainText("This hand-in is of a lesson that is none of ours.");
  await other
    .locator(".own-lessons input")
    .setInputFiles(file(FIRST.replaceAll('"speed"', '"faster"').replaceAll(" speed]", " faster]")));
  await expect(other.getByRole("alert")).toContainText("This is not the lesson that was handed in");
  await other.locator(".own-lessons input").setInputFiles(file(FIRST.replaceAll("\n", "\r\n")));
  await expect(other.locator(".handed")).toContainText("The answers on this page came with its link");
  await expect(other.locator("#text .difference")).toHaveText(/Correct/, { timeout: 30_000 });
  // Marked with its file beside it; without it the row says what is missing.
  await other.goto("/lessons.html#page=mark");
  await other.locator(".mark-input textarea").fill(link);
  await other.getByRole("button", { name: "Read" }).click();
  await expect(other.locator(".mark-asking")).toContainText("1 row is of a lesson or test that is not known here.");
  await other.locator(".mark-go").click();
  await expect(other.locator(".mark-table tbody tr")).toContainText("If it is a lesson of your own, open its file");
  await other.locator(".mark-input input[type=file]").setInputFiles(file(FIRST.replace("Nobody else", "No one else")));
  await expect(other.locator(".mark-said")).toHaveText(/^The lesson “A lesson of my own” is open.* 1 row read\.$/);
  // It stays open, whatever is read next.
  await other.getByRole("button", { name: "Read" }).click();
  await expect(other.locator(".mark-said")).toHaveText("1 row read.");
  await other.locator(".mark-go").click();
  await expect(other.locator(".mark-table tbody tr")).toContainText("A lesson of my own");
  await expect(other.locator(".mark-table tbody tr")).toContainText("1 of 2");
  await other.context().close();
});

test("the widget goes on to a lesson, in a frame that may run scripts and nothing else", async ({ page }) => {
  await page.goto("/licences.txt");
  await page.evaluate(
    (address) => {
      const frame = document.createElement("iframe");
      frame.sandbox.add("allow-scripts");
      frame.src = address;
      frame.width = "900";
      frame.height = "700";
      document.body.replaceChildren(frame);
    },
    `/embed.html#source=${pack(FIRST)}`,
  );
  const lesson = page.frameLocator("iframe");
  await expect(lesson.locator("#text h1")).toHaveText("A lesson of my own");
  await lesson.getByLabel("nearly all of that").check();
  await lesson.getByRole("button", { name: "Lock my answer" }).click();
  await lesson.getByRole("button", { name: "To the run's end" }).click();
  await expect(lesson.locator("#text .difference")).toHaveText("You said: nearly all of that. Correct.", {
    timeout: 30_000,
  });
});

test("a link that was cut, and a file that is too long, say so in the list", async ({ page }) => {
  const field = pack(FIRST);
  await page.goto(`/lessons.html#source=${field.slice(0, field.length - 40)}`);
  await expect(page.getByRole("alert")).toContainText("The link is damaged: its lesson cannot be read.");
  await page.locator(".own-lessons input").setInputFiles(file("x".repeat(1_000_000)));
  await expect(page.getByRole("alert")).toContainText("longer than 50,000 characters");
});

test("a lesson too long for a link stays open in its tab, and says so", async ({ page }) => {
  const noise = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join("");
  await page.goto("/lessons.html");
  await page.locator(".own-lessons input").setInputFiles(file(`${FIRST}\n${noise}\n`));
  await expect(page.locator("#own")).toContainText("too long for a link");
  await expect(page).toHaveURL(/#page=own$/);
  await page.reload();
  await expect(page.locator("#text h1")).toHaveText("A lesson of my own");
});

test("a lesson is written by keyboard: started from one of ours, a question put in, measured, kept, saved and linked", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/lessons.html#page=write");
  await expect(editor(page)).toBeVisible();
  await expect(page.getByText("No mistake was found.")).toBeVisible();
  await expect(live(page).locator("h1")).toHaveText("A lesson of my own");
  // Started from a lesson of ours.
  await page.getByRole("button", { name: "Start from" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "What a window is" }).focus();
  await page.keyboard.press("Enter");
  await expect(live(page).locator("h1")).toHaveText("What a window is");
  // One word of its text is another, and the lesson follows.
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\n## [tried] Tried\n");
  await expect(mistakes(page)).toHaveText([/\[tried\]: found tried\. Allowed: hook,/]);
  await expect(page.locator(".count")).toHaveText(/One mistake\./);
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("No mistake was found.")).toBeVisible();
  await page.getByRole("button", { name: "Insert" }).focus();
  for (const key of ["ArrowDown", "End", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByRole("button", { name: "Question: number" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(mistakes(page)).toHaveText([
    /Say what the reader has to know.* Allowed: words of your own/,
    /Say why it is so\./,
  ]);
  // The insertion is in sight.
  await expect(page.locator(".cm-activeLine")).toHaveText("## [ask question_1] What will happen?");
  await expect(page.locator(".cm-activeLine")).toBeInViewport();
  await page.getByLabel("Open all parts").check();
  await expect(live(page).getByRole("heading", { name: "What will happen?" })).toBeVisible({ timeout: 60_000 });
  expect(await findings(page, true)).toEqual([]);
  // Five seeds: the new band does not hold too little, all others hold.
  await page.getByRole("button", { name: "Measure tolerances" }).click();
  await expect(page.locator(".measured tbody tr")).toHaveCount(9, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Seeds 1 to 5" })).toBeFocused();
  await expect(page.locator(".measured tr.is-off")).toHaveCount(0);
  const own = page.locator(".measured tbody tr").filter({ hasText: "question_1" });
  await own.getByRole("button").click();
  await expect(own.locator("td").nth(1)).not.toHaveText(/^0/);
  await expect(page.getByText("Kept on this device.")).toBeVisible();
  const { name, text } = await saved(page, page.getByRole("button", { name: "Save file" }));
  expect(name).toBe("what-a-window-is.md");
  expect(text).toMatch(/"band": \[2\d{6},2\d{6}\]/);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied. It contains the whole lesson.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.reload();
  await expect(page.locator(".cm-line").first()).toHaveText("---");
  await expect(live(page).locator("h1")).toHaveText("What a window is");
  await page.goto(link);
  await expect(page.locator("#text h1")).toHaveText("What a window is");
  await expect(page.locator(".mistakes")).toHaveCount(0);
});

test("while words change, answers given in the live lesson stay; another question begins it anew; undo takes it back", async ({
  page,
}) => {
  await page.goto("/lessons.html#page=write");
  await live(page).getByLabel("nearly all of that").check();
  await live(page).getByRole("button", { name: "Lock my answer" }).click();
  await live(page).getByRole("button", { name: "To the run's end" }).click();
  const difference = live(page).locator("#text .difference");
  await expect(difference).toHaveText(/Correct/, { timeout: 30_000 });
  await paste(page, FIRST.replaceAll("nearly all of that", "almost all of it"));
  await expect(live(page).locator("#text")).toContainText("almost all of it");
  await expect(difference).toHaveText("You said: almost all of it. Correct.");
  await paste(page, FIRST.replaceAll('"speed"', '"faster"').replaceAll(" speed]", " faster]"));
  await expect(difference).toHaveCount(0);
  await expect(live(page).getByRole("button", { name: "Lock my answer" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(live(page).locator("#text")).toContainText("almost all of it");
  // Answers to the lesson in the frame are nobody's: nothing is kept of them.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /lesson\.own/.test(key)))).toEqual([]);
});

/** A question that is drawn, for the run of the short lesson. */
const line = (to: number): number[] => Array.from({ length: 24 }, (_, i) => Math.round(20 + ((to - 20) * i) / 23));
const DRAWING = JSON.stringify({
  ...{ id: "curve", kind: "draw", flow: "one", signal: "cwnd_packets", chart: "cwnd", from_s: 8, to_s: 16, max: 100 },
  ...{
    unit: "packets",
    features: [{ name: "highest", band: [70, 95] }],
    sketches: { flat: line(20), rising: line(66) },
  },
  show: { scenario: "a", view: ["path", "cwnd"] },
});
const DRAWN = "## [ask curve] Go on\n\n- `flat` flat\n- `rising` rising\n\n## [reveal curve] So\n\nIt rises.\n\n";

for (const first of [true, false])
  test(`a drawing is made on its own chart, empty where it is asked for, ${first ? "at the beginning" : "after another run"}`, async ({
    page,
  }) => {
    const facts = FIRST.replace(
      first ? '"asks": [' : '\n  ],\n  "play"',
      first ? `"asks": [${DRAWING},` : `,${DRAWING}\n  ],\n  "play"`,
    );
    await page.goto(`/lessons.html#source=${pack(facts.replace("## [explain]", `${DRAWN}## [explain]`))}`);
    await expect(page.locator(".mistakes")).toHaveCount(0);
    const pad = page.locator(".draw-pad");
    const lock = page.locator(".part.is-ask").last().getByRole("button", { name: "Lock my answer" });
    if (!first) {
      await page.getByLabel("nearly all of that").check();
      await lock.click();
      await page.getByRole("button", { name: "To the run's end" }).click();
      await expect(page.locator("#text .difference")).toHaveText(/Correct/, { timeout: 30_000 });
      // The run that was seen stays until the drawing is turned to.
      await page.getByRole("button", { name: "rising" }).click();
    }
    await expect(pad).toBeVisible({ timeout: 30_000 });
    await expect(page.locator("#run-side .stage")).toBeHidden();
    // From 8 to 16 of the 16 s that the axis shows.
    const [own, chart] = [await pad.boundingBox(), await page.locator("#run-side .charts").boundingBox()];
    if (!own || !chart) throw new Error("no chart");
    expect(own.width / chart.width).toBeGreaterThan(0.35);
    await page.mouse.move(own.x + 5, own.y + own.height / 2);
    await page.mouse.down();
    await page.mouse.move(own.x + own.width - 5, own.y + own.height / 4, { steps: 6 });
    await page.mouse.up();
    await lock.click();
    await expect(pad).toHaveCount(0);
    await page.getByRole("button", { name: "To the run's end" }).click();
    await expect(page.getByText("It rises.")).toBeVisible({ timeout: 30_000 });
    await expect(page.locator("#text .difference").last()).toContainText("maximum");
  });

test("Tab passes the text without a change; a tolerance that no run has counts once it is measured", async ({
  page,
}) => {
  await page.goto("/lessons.html#page=teachers");
  await page.getByRole("link", { name: "Write a lesson" }).click();
  await expect(editor(page)).toBeVisible();
  await paste(page, FIRST.replace("[9000000, 9740000]", "[1, 2]"));
  await expect(page.locator(".count")).toHaveText("No mistake was found.");
  await editor(page).focus();
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
  await expect(page.locator(".cm-line").nth(1)).toHaveText("{");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("button", { name: "Question: drawing" }).click();
  await expect(page.locator(".count")).toHaveText(/4 mistakes\./);
  const { text } = await saved(page, page.getByRole("button", { name: "Save file" }));
  await paste(page, text.replace(/(Say (what the reader|why)|The reply to) .*/g, "Words of mine."));
  await expect(page.locator(".count")).toHaveText(/Its tolerances have not been measured yet/);
  await page.getByRole("button", { name: "Measure tolerances" }).click();
  // The band, and what is judged of the drawing.
  await expect(page.locator(".measured tbody tr")).toHaveCount(2, { timeout: 60_000 });
  await expect(page.locator(".count")).toContainText("One mistake.");
  await expect(mistakes(page)).toHaveText([/bands\.0\.band: found \[1,2\]\. Allowed: values that its run has/]);
  await page.locator(".measured tr.is-off").getByRole("button").click();
  await expect(page.locator(".count")).toHaveText("No mistake was found.");
});

test("where a result is named, those of the run are offered in plain words, and one is taken", async ({ page }) => {
  await page.goto("/lessons.html#page=write");
  await expect(page.locator(".count")).toHaveText("No mistake was found.");
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText('\n"of": "flows.one.goodput');
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".cm-tooltip-autocomplete li").first();
  await expect(offered).toHaveText("flows.one.goodput_bpsthe goodput, Mbit/s");
  expect(await findings(page, true)).toEqual([]);
  await offered.click();
  await expect(page.locator(".cm-activeLine")).toHaveText('"of": "flows.one.goodput_bps');
});

test("a phone has text and lesson under tabs; what is written there is shown, and nothing scrolls sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/lessons.html#page=write");
  await expect(editor(page)).toBeVisible();
  await paste(page, WRONG);
  await expect(mistakes(page)).toHaveCount(2);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.getByRole("tab", { name: "Lesson" }).click();
  await expect(editor(page)).toBeHidden();
  await expect(live(page).locator("h1")).toHaveText("A lesson of my own");
  expect(await findings(page, true)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.getByRole("tab", { name: "Text" }).click();
  await page.getByRole("button", { name: "Line 20:" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText('"right": "whole"');
});
