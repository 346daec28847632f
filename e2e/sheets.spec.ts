/**
 * The lessons on paper: a teacher's page for each lesson, worksheets as PDF (pages, text), the overview, the test before and after
 * from its first question to the result. Not here: the lessons themselves (lessons.spec.ts).
 */
import { inflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { LESSONS, TRACKS } from "../web/src/lessons/registry.ts";
import type { Facts } from "../web/src/lessons/types.ts";
import { fileOf } from "./lesson-acts.ts";
import { expect, findings, readCode, sideways, test } from "./sandbox.ts";

/** Markup without its tags. */
const words = (markup: string): string => markup.replaceAll(/<[^>]+>/g, "").replaceAll("&#39;", "'");

async function open(page: Page, fields: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/lessons.html#${fields}`);
  await expect(page.locator("#sheet h1")).not.toBeEmpty();
}

/** How many pages a PDF has, and how many letters its pages show (operators that draw text). */
function measured(pdf: Buffer): { pages: number; glyphs: number } {
  const text = pdf.toString("latin1");
  const pages = text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  let glyphs = 0;
  for (const match of text.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n/g)) {
    const from = match.index + match[0].length;
    const stream = pdf.subarray(from, text.indexOf("endstream", from));
    let drawn = "";
    try {
      drawn = inflateSync(stream).toString("latin1");
    } catch {
      continue;
    }
    // Each glyph of a string is four hexadecimal digits.
    for (const [, shown = ""] of drawn.matchAll(/<([0-9A-Fa-f]+)>\s*Tj|\[([^\]]*)\]\s*TJ/g)) glyphs += shown.length / 4;
  }
  return { pages, glyphs };
}

test("each lesson's page for teachers has aim, ideas, votes, both questions with answers, the minute", async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const id of LESSONS) {
    const { front, parts } = fileOf(id);
    const facts = front as unknown as Facts;
    await page.goto(`/lessons.html#lesson=${id}&page=teacher`);
    const sheet = page.locator(".is-teacher");
    await expect(sheet, id).toContainText(`Students can ${String(front.able)}.`);
    await expect(sheet, id).toContainText(`${facts.minutes}\u202fmin`.replace("\u202f", " "));
    const plain = String(await sheet.textContent()).replaceAll(/\s+/g, " ");
    for (const { text, reply } of [...(parts.discuss?.options ?? []), ...(parts.class?.options ?? [])])
      for (const each of [text, reply].filter((one) => !one.includes("<saw") && one !== ""))
        expect(plain, id).toContain(words(each).replaceAll(/\s+/g, " ").trim());
    await expect(sheet.locator(".vote"), id).toHaveCount(facts.asks.length);
    for (const key of Object.keys(facts.scenarios))
      await expect(sheet).toContainText(`preset=lesson_${id}${key === "a" ? "" : `_${key}`}`);
    expect(plain, id).not.toMatch(/undefined|NaN|sheet\.[a-z]|lesson\.[a-z]|\[object|…\./);
  }
});

/** Opens a lesson's page for paper, complete, as it is printed. */
async function printed(page: Page, id: string, kind: "sheet" | "answers"): Promise<{ pages: number; glyphs: number }> {
  await page.emulateMedia({ media: "screen" });
  await page.goto(`/lessons.html#lesson=${id}&page=${kind}`);
  await expect(page.locator(".is-worksheet .solution").first()).toBeVisible({ visible: kind === "answers" });
  await expect(page.locator("#sheet")).toHaveAttribute("data-made", id, { timeout: 30_000 });
  await expect(page.locator(".is-worksheet .overleaf li").first()).not.toBeEmpty();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#top")).toBeHidden();
  await expect(page.locator(".sheet-ways")).toBeHidden();
  return measured(await page.pdf({ preferCSSPageSize: true }));
}

// Room that a lesson's words need on a sheet, which only a browser knows; two tests, for two workers.
for (const half of [0, 1])
  test(`each worksheet prints on two sides, part ${half + 1} of 2`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const id of LESSONS.filter((_, i) => i % 2 === half)) {
      const { pages, glyphs } = await printed(page, id, "sheet");
      expect(pages, id).toBe(2);
      await expect(page.locator(".is-worksheet")).toContainText(words(fileOf(id).parts.transfer?.title ?? ""));
      const shown = String(await page.locator(".is-worksheet").textContent()).replaceAll(/\s+/g, "").length;
      // Nearly all that is shown is drawn as text: ligatures make two letters one.
      expect(glyphs, id).toBeGreaterThan(0.8 * shown);
    }
  });

test("with answers a worksheet prints on up to four sides", async ({ page }) => {
  // Those with most words, and one whose chart is to be continued.
  const length = (id: string): number => JSON.stringify(fileOf(id).parts).length;
  const longest = [...LESSONS].sort((a, b) => length(b) - length(a)).slice(0, 3);
  for (const id of [...longest, "sawtooth"]) {
    const { pages } = await printed(page, id, "answers");
    expect(pages, id).toBeGreaterThanOrEqual(2);
    expect(pages, id).toBeLessThanOrEqual(4);
    await expect(page.locator("b.solution")).toHaveText(/^[0-9a-f]{8}$/);
  }
});

test("codes on paper lead to the lesson, and to its runs in the laboratory", async ({ page }) => {
  const codes = page.locator("#sheet .code");
  const read = async (which: number) => {
    const { pathname, hash } = new URL(await readCode(codes.nth(which)));
    return pathname + hash;
  };
  await open(page, "lesson=aqm&page=sheet");
  await expect(codes).toHaveCount(1);
  expect(await read(0)).toBe("/lessons.html#lesson=aqm");
  await open(page, "lesson=aqm&page=teacher");
  await expect(codes).toHaveCount(1 + Object.keys((fileOf("aqm").front as unknown as Facts).scenarios).length);
  expect(await read(0)).toBe("/lessons.html#lesson=aqm");
  expect(await read(1)).toBe("/index.html#preset=lesson_aqm");
});

test("the chart to be continued is empty after its known part, and whole for the teacher", async ({ page }) => {
  await open(page, "lesson=sawtooth&page=sheet");
  const chart = page.locator(".empty-chart").first();
  await expect(chart.locator(".known")).toHaveAttribute("d", /^M.*L/, { timeout: 30_000 });
  // It only rises: no halving is given away, neither before nor after.
  const heights = [...((await chart.locator(".known").getAttribute("d")) ?? "").matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(
    (match) => Number(match[1]),
  );
  expect([...heights].sort((a, b) => b - a)).toEqual(heights);
  await expect(chart.locator(".solution")).toHaveCount(0);
  await open(page, "lesson=sawtooth&page=answers&lang=de");
  await expect(page.locator(".empty-chart .solution").first()).toHaveAttribute("d", /^M.*L/, { timeout: 30_000 });
  await expect(page.locator(".is-worksheet")).toContainText("Das erwarte ich, weil");
});

test("the overview lists each lesson with its pages; what is not there leads to the gallery", async ({ page }) => {
  await open(page, "page=teachers");
  await expect(page.locator(".all-lessons tbody tr")).toHaveCount(LESSONS.length);
  await page.locator(".all-lessons a", { hasText: "Worksheet" }).first().click();
  await expect(page.locator(".is-worksheet h1")).not.toBeEmpty();
  await page.goto("about:blank");
  await page.goto("/lessons.html#page=nothing");
  await expect(page.locator(".track").first()).toBeVisible();
});

interface Asked {
  id: string;
  right: string;
}

/** Takes the right option of each question in a form. */
async function answerRight(page: Page, questions: readonly Asked[], form: "a" | "b"): Promise<void> {
  const { parts } = fileOf("test");
  for (const { id, right } of questions) {
    const option = parts[`${id} ${form}`]?.options.find((one) => one.id === right)?.text ?? "";
    const number = /is="([^"]*)" unit="([^"]*)"/.exec(option);
    const text = number ? `${number[1]}\u202f${number[2]}` : words(option).trim();
    await page.locator(`#test-${id} label`, { hasText: text }).first().click();
  }
}

test("the test in two forms: nothing is told between, this device remembers, results and reasons at the end", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { front } = fileOf("test");
  const questions = (front as unknown as { questions: Asked[] }).questions.slice(0, 10);
  await page.goto("/lessons.html");
  await page.locator('.track a[href="#page=test&path=newcomer"]').click();
  const titles = () => page.locator(".questions h2").allTextContents();
  await expect(page.locator(".questions h2")).toHaveCount(10);
  const before = await titles();
  // Each can be answered with not knowing; one is left out.
  await expect(page.locator(".questions .is-unknown")).toHaveCount(10);
  for (const { id } of questions.slice(1, 9)) {
    await page.locator(`#test-${id} input`).first().focus();
    await page.keyboard.press("Space");
  }
  await page.locator(`#test-${questions[9]?.id} .is-unknown`).click();
  await expect(page.locator(".acts [role=status]")).toContainText("9 of 10");
  // Left in the middle, and come back to without its address.
  await page.goto("about:blank");
  await page.goto("/lessons.html");
  await expect(page.locator(".tracks")).toContainText("begun on this device");
  await page.goto("about:blank");
  await open(page, "page=test");
  await expect(page.locator(".is-test .handed")).toContainText("began this test earlier");
  await expect(page.locator(".acts [role=status]")).toContainText("9 of 10");
  await expect(page.locator(`#test-${questions[9]?.id} .is-unknown input`)).toBeChecked();
  // A question that is left is asked about first, and Escape goes back to it.
  const finish = page.getByRole("button", { name: "Finish this part" });
  await finish.click();
  const asking = page.locator("dialog.sheet");
  await expect(asking).toContainText("1 question has no answer");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(asking).toHaveCount(0);
  await expect(finish).toBeFocused();
  await expect(page.locator(".acts [role=status]")).toContainText("9 of 10");
  await finish.click();
  await asking.getByRole("button", { name: "Finish this part" }).click();
  await expect(page.locator(".is-test h1")).toBeFocused();
  await expect(page.locator(".is-test .lead").first()).toContainText("kept on this device");
  // The lessons come first; the second part is not on the page before it is begun.
  await expect(page.locator(".is-test .button.is-main")).toHaveText("To the lessons");
  await expect(page.locator(".is-test .questions")).toHaveCount(0);
  await expect(page.locator(".is-test")).not.toContainText("Correct answer:");
  await expect(page.locator(".is-test")).toContainText("to everyone who opens it");
  // The other tests stay within reach.
  await expect(page.locator('.is-test .besides a[href="#page=test&path=course"]')).toBeVisible();
  // Once its lessons are taken, the second part comes first.
  await page.evaluate((done) => localStorage.setItem("sawtooth.lessons.done", done), TRACKS.newcomer.join());
  // Another day: by this device, then by the link alone.
  const address = page.url();
  await page.goto("about:blank");
  await open(page, "page=test&path=newcomer");
  await expect(page.locator(".is-test .lead").first()).toContainText("kept on this device");
  await expect(page.locator(".is-test .button.is-main")).toHaveText("Begin the second part");
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(address);
  // The address of a first part may be the reader's own, so it shows no result before it is asked for one.
  await expect(page.locator(".is-test .lead")).toContainText("not answered on this device");
  await expect(page.locator(".is-test .questions")).toHaveCount(0);
  await page.getByRole("button", { name: "Show answers and score" }).click();
  await expect(page.locator(".is-test .handed")).toContainText("not given on this device");
  await expect(page.locator(".is-test .lead").first()).toContainText(/Before: \d of 10\./);
  await expect(page.locator(".questions dd").first()).toContainText(/Correct:|Not correct:|I do not know/);
  await expect(page.getByRole("button", { name: "Begin the second part" })).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Begin the second part" }).click();
  await expect(page.locator(".is-test")).not.toContainText("Correct answer:");
  const after = await titles();
  expect(after.length).toBe(10);
  expect(after.filter((title) => before.includes(title))).toEqual([]);
  await answerRight(page, questions, "b");
  // All are answered: nothing is left to ask about.
  await finish.click();
  await expect(page.locator(".is-test .lead")).toContainText(/Before: \d of 10\. After: 10 of 10\./);
  await expect(page.locator(".questions dd b").first()).not.toBeEmpty();
  // In the second part's order, each with its number in both, and the reason of both forms.
  expect(await page.locator(".questions .forms > :nth-child(2) h2").allTextContents()).toEqual(after);
  const first = page.locator(".questions > li").first();
  const number = before.indexOf(String(await first.locator("h2").first().textContent())) + 1;
  await expect(first.locator(".forms > :nth-child(1) dt").first()).toHaveText(`Answer before (question ${number}):`);
  // A right answer is not said twice, and the reason once.
  await expect(first.locator(".forms > :nth-child(2) dt")).toHaveText(["Answer after (question 1):"]);
  await expect(page.locator(".questions .reason")).toHaveText(Array(10).fill(/\S+\s+\S+.*\.$/s));
  await expect(page.locator(".is-test .handed")).toHaveText(/“For a networking course”: 10 of 17\./);
  // Nothing is deleted before it is asked.
  const forget = page.getByRole("button", { name: "Delete my answers and start again" });
  await forget.click();
  await expect(asking).toContainText("cannot be restored");
  await asking.getByRole("button", { name: "Keep my answers" }).click();
  await expect(page.locator(".is-test .lead")).toContainText("After: 10 of 10.");
  await forget.click();
  await asking.getByRole("button", { name: "Delete my answers and start again" }).click();
  await expect(page.locator(".questions h2")).toHaveCount(10);
  expect(page.url()).not.toMatch(/[&#]a=/);
});

test("the course is asked more; the seminar has a test of its own, and questions to talk about", async ({ page }) => {
  await open(page, "page=test&path=course");
  await expect(page.locator(".questions h2")).toHaveCount(17);
  await open(page, "page=test&path=seminar");
  await expect(page.locator(".questions h2")).toHaveCount(12);
  await page.locator("#test-chance .is-unknown").click();
  await expect(page.locator(".acts [role=status]")).toContainText("1 of 12");
  // Its answers are not beside the questions.
  await expect(page.locator(".talk")).toHaveCount(0);
  await page.getByRole("button", { name: "Finish this part" }).click();
  await expect(page.locator("dialog.sheet")).toContainText("11 questions have no answer");
  await page.locator("dialog.sheet").getByRole("button", { name: "Finish this part" }).click();
  await page.locator(".talk summary").first().click();
  await expect(page.locator(".talk details").first()).toContainText("Independent draws keep them apart.");
});

test("the key has the right answer of both forms of each question, and is linked for teachers alone", async ({
  page,
}) => {
  await open(page, "page=test");
  await expect(page.locator('a[href*="page=key"]')).toHaveCount(0);
  await open(page, "page=teachers");
  await page.locator('.is-teacher a[href="#page=key"]').click();
  await expect(page.locator(".is-key .questions > li")).toHaveCount(10);
  await expect(page).toHaveTitle(/Answer key of the test/);
  await page.locator(".is-key a", { hasText: "For a research seminar" }).click();
  const chance = page.locator(".is-key .questions > li", { hasText: "CDG has G = 3" });
  await expect(chance.locator("dd b")).toHaveText([/^86\s%$/u, /^95\s%$/u]);
  await expect(chance).toContainText("In a student's link: c. Taught in: ");
  await expect(page.locator(".is-key")).toContainText("Independent draws keep them apart.");
  expect(String(await page.locator(".is-key").textContent())).not.toMatch(/undefined|NaN|sheet\.[a-z]|\[object/);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".sheet-ways")).toBeHidden();
});

test("axe finds nothing on paper's pages, and nothing scrolls sideways", async ({ page }) => {
  for (const fields of [
    "page=teachers",
    "page=test",
    "page=key",
    "lesson=sawtooth&page=teacher",
    "lesson=sawtooth&page=answers",
  ]) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, fields);
    expect(await findings(page), fields).toEqual([]);
    expect(await sideways(page), fields).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => sideways(page), fields).toBeLessThanOrEqual(0);
  }
});
