/**
 * Before a room: the lecture by its arrow keys from end to end, its answers hidden until they are given, a reload in its
 * middle; the code for phones leads to the same run; a script by file, by link, refused in words, recorded by clicking
 * through once; full screen, access. Not here: what a script may hold (web/src/presenter/script.test.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pressesOf, type Script } from "../web/src/presenter/script.ts";
import {
  back,
  digestOf,
  expect,
  findings,
  lateWorkers,
  nextDigest,
  openLab,
  playhead,
  readCode,
  sideways,
  test,
} from "./sandbox.ts";
import { saved } from "./saved.ts";

test.describe.configure({ timeout: 180_000 });

const root = join(import.meta.dirname, "..");
const lecture = JSON.parse(readFileSync(join(root, "web/src/presenter/lecture.en.json"), "utf8")) as Script;
const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
/** A script as an address has it. */
const pack = (script: unknown): string => `0${Buffer.from(JSON.stringify(script)).toString("base64url")}`;
const words = (page: Page) => page.locator("#presented");
const foot = (page: Page) => page.locator("#presenter");
const chart = (page: Page, id: string) => page.locator(`figure[data-chart="${id}"]`);
/** The run's moment as the bar says it, s: a script hides the scrubber. */
const moment = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator("#bar .clock b").textContent()) ?? "");
/** The question before the presenting ends. */
const asked = (page: Page) => page.getByRole("dialog", { name: "Exit the presentation?" });
const at = async (page: Page): Promise<number> => Number(await foot(page).getAttribute("data-press"));
const stands = (page: Page) => page.locator("#bar").getByRole("button", { name: "Play", exact: true });

/**
 * Brings a stretch that plays to its end, by another press: in the page itself, since one that ends meanwhile would take it for the
 * next step's. The foot says whether one plays as soon as the press's words are there; the bar's button is drawn a frame later.
 */
async function hurry(page: Page, key: string): Promise<void> {
  await page.evaluate((key) => {
    const plays = document.querySelector<HTMLElement>("#presenter")?.dataset.plays === "true";
    if (plays) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, key);
  await expect(foot(page)).toHaveAttribute("data-plays", "false");
  await expect(stands(page)).toBeVisible();
}

/** Presses a key; what it begins stands at its end. */
async function press(page: Page, key: string, text: RegExp | string): Promise<void> {
  await page.keyboard.press(key);
  await expect(words(page)).toContainText(text);
  await hurry(page, key);
  await expect(words(page), "the second press has only brought it to its end").toContainText(text);
}

/** Opens the lecture at a step, which stands. */
async function open(page: Page, step: number): Promise<void> {
  await page.goto(`/#script=lecture&step=${step}`);
  await expect(foot(page)).toContainText(`${step} of 9`);
  await hurry(page, "PageDown");
}

// Without motion nothing plays, so that no press can come too early or too late; with it: the other tests.
test("the lecture of nine steps by the arrow keys, and back, with less motion", { tag: "@less-motion" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  let presses = 0;
  const press = async (text: string): Promise<void> => {
    await page.keyboard.press("ArrowRight");
    await expect(foot(page)).toHaveAttribute("data-press", String(++presses));
    await expect(words(page)).toContainText(text);
  };
  // Its play button is one that steps.
  await page.goto("/#script=lecture&step=1");
  await expect(foot(page)).toContainText("1 of 9");
  await expect(words(page)).toContainText("A window of eight packets");
  await expect.poll(() => moment(page)).toBeCloseTo(0.2, 5);
  const digests = new Set<string>();
  for (const [i, step] of lecture.steps.entries()) {
    if (i > 0) await press(step.say ?? "");
    await expect(foot(page)).toContainText(`${i + 1} of 9`);
    await expect.poll(() => moment(page), step.id).toBeCloseTo(step.run_to ?? 0, 5);
    digests.add(await digestOf(page));
    for (const panel of step.hide ?? []) await expect(chart(page, panel), step.id).toHaveCount(0);
    const { question, reveal } = step;
    if (question) {
      await press(question.text);
      for (const option of question.options ?? []) await expect(words(page)).toContainText(option);
      if (question.vote_s !== undefined) await expect(words(page).getByRole("timer")).toContainText(/^(30|29|28)/);
      if (question.second_vote) await press("then vote again");
    }
    await press(reveal?.text ?? question?.text ?? "");
    // A rate that is asked for is read as a mean over the stretch, not off the last second.
    if (question?.kind === "number") {
      const mean = words(page).locator(".mean");
      await expect(mean).toContainText(/Mean from 0 to \d+\s?s: NewReno \d+\.\d+\s?Mbit\/s \(\d+\s% of the link\)/u);
      const [rate = 0, share = 0] =
        ((await mean.textContent()) ?? "").match(/\d+\.\d+(?=\s?Mbit\/s)|\d+(?=\s% of)/gu)?.map(Number) ?? [];
      const [least = 0, most = 0] = Array.isArray(question.answer) ? question.answer : [];
      const read = most > 10 ? share : rate;
      expect(read >= least && read <= most, `${step.id}: ${read}`).toBe(true);
    }
    if (question?.options) await expect(words(page)).toContainText(`${question.options[Number(question.answer)]}`);
    const shown = (reveal?.view ?? step.view ?? []).filter((panel) => panel !== "path");
    for (const panel of shown) await expect(chart(page, panel), step.id).toBeVisible();
    await expect.poll(() => moment(page), step.id).toBeCloseTo(reveal?.run_to ?? 0, 5);
    for (const more of step.reveals ?? []) await press(more.text ?? "");
    if ([reveal, ...(step.reveals ?? [])].some((each) => each?.branch))
      await expect(page.locator("body")).toHaveAttribute("data-digest-b", /^[0-9a-f]{16}$/);
    await expect(page.locator("#problems")).toBeHidden();
  }
  // Eight runs: two steps have the same one.
  expect(digests.size).toBeGreaterThanOrEqual(8);
  await expect(foot(page).getByRole("button", { name: "Next" })).toBeDisabled();
  await page.keyboard.press("PageUp");
  await expect(words(page)).toContainText("Beside NewReno CDG gets little.");
  await page.keyboard.press("ArrowLeft");
  await expect(foot(page)).toContainText("8 of 9");
  await expect(words(page)).toContainText("under 10 %");
  await expect.poll(() => moment(page), "as it stood").toBeCloseTo(40, 5);
});

test("what comes after the pause is not on the screen before the answer", async ({ page }) => {
  await open(page, 4);
  await press(page, "PageDown", "The next twelve seconds?");
  const ink = () =>
    chart(page, "cwnd")
      .locator(".chart-data")
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        // Between the pause (8 of 30 s) and the values at the right.
        const [from, to] = [Math.round(width * 0.38), Math.round(width * 0.7)];
        const copy = new OffscreenCanvas(width, height).getContext("2d");
        copy?.drawImage(canvas, 0, 0);
        const data = copy?.getImageData(from, 0, to - from, Math.round(height * 0.85)).data ?? [];
        // NewReno's vermilion.
        let red = 0;
        for (let i = 0; i < data.length; i += 4)
          if ((data[i + 3] ?? 0) > 60 && (data[i] ?? 0) - (data[i + 2] ?? 0) > 60) red += 1;
        return red;
      });
  await expect.poll(ink).toBe(0);
  await press(page, "PageDown", "a drop every 2.2 s");
  await expect.poll(ink).toBeGreaterThan(100);
});

test("a reload goes on at its step; its end leads back into the laboratory with the run", async ({ page }) => {
  await open(page, 5);
  await press(page, "PageDown", "With a download?");
  const digest = await digestOf(page);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("step=5");
  await page.reload();
  await expect(foot(page)).toContainText("5 of 9");
  expect(await digestOf(page)).toBe(digest);
  await page.keyboard.press("Escape");
  await asked(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect(page.locator("#sidebar")).toBeVisible();
  expect(await digestOf(page)).toBe(digest);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#s=/);
});

test("a lecture ends with the reader's own run back: its changes, its undo, its moment, its place in the history", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const unchanged = await openLab(page, RUN);
  const loss = page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }).first();
  await loss.fill("2");
  await page.keyboard.press("Enter");
  await expect(page.locator("#top .scenario")).toContainText("changed");
  const own = await nextDigest(page, unchanged);
  const begin = async (): Promise<void> => {
    await page.locator("#top").getByRole("button", { name: "Present" }).click();
    await page.getByRole("dialog", { name: "Present" }).getByRole("button", { name: "Begin" }).nth(1).click();
    await expect(foot(page)).toContainText("1 of 9");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(foot(page)).toContainText("2 of 9");
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("step=2");
  };
  const end = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await asked(page).getByRole("button", { name: "Exit presentation" }).click();
    await expect(foot(page)).toHaveCount(0);
    await expect(page.locator("#top .scenario")).toContainText("changed");
    await expect.poll(() => digestOf(page)).toBe(own);
    await expect.poll(() => moment(page)).toBeCloseTo(26, 5);
  };
  await begin();
  await end();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(unchanged);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => digestOf(page)).toBe(own);
  // Below the lecture's place in the history is the run's own.
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#s=/);
  await page.evaluate(() => history.go(-2));
  await expect.poll(() => page.evaluate(() => (history.state as { place?: number } | null)?.place ?? 0)).toBe(0);
  expect(await page.evaluate(() => location.hash)).toMatch(/^#s=/);
  expect(await digestOf(page)).toBe(own);

  // Again, with a reload in its middle.
  await begin();
  await page.reload();
  await expect(foot(page)).toContainText("2 of 9");
  await digestOf(page);
  await end();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digestOf(page)).toBe(unchanged);
});

test("where the reader has changed nothing, the laboratory goes on with the lecture's run", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("dialog", { name: "Present" }).getByRole("button", { name: "Begin" }).nth(1).click();
  await expect(foot(page)).toContainText("1 of 9");
  const shown = await nextDigest(page, before);
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  expect(await digestOf(page)).toBe(shown);
});

test("a reload goes on at the press that was reached, not at its step's beginning", { tag: "@less-motion" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=4");
  await expect(foot(page)).toContainText("4 of 9");
  for (const text of ["The next twelve seconds?", "a drop every 2.2 s"]) {
    await page.keyboard.press("PageDown");
    await expect(words(page)).toContainText(text);
  }
  // The run that the reveal shows has been computed up to its moment.
  await expect.poll(() => moment(page)).toBeCloseTo(20, 5);
  const stood = await at(page);
  await page.reload();
  await expect(words(page)).toContainText("a drop every 2.2 s");
  expect(await at(page)).toBe(stood);
  await expect.poll(() => moment(page)).toBeCloseTo(20, 5);
  // The same address opened anew is a link to the step.
  await page.goto("/lessons.html");
  await page.goto("/#script=lecture&step=4");
  await expect(foot(page)).toContainText("4 of 9");
  await expect(words(page)).not.toContainText("a drop every 2.2 s");
});

test("Escape asks before a lecture ends, and one that was left goes on where it stood", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=3");
  await expect(foot(page)).toContainText("3 of 9");
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("When is the link full?");
  const stood = await at(page);
  const stay = asked(page).getByRole("button", { name: "Continue presenting" });
  // To stay is the first answer: Enter, Escape, and a clicker's key, which then does not go on besides.
  for (const key of ["Enter", "Escape", "PageDown", "PageUp"]) {
    await page.keyboard.press("Escape");
    await expect(stay).toBeFocused();
    await page.keyboard.press(key);
    await expect(asked(page)).toHaveCount(0);
    expect(await at(page), key).toBe(stood);
  }
  await page.keyboard.press("Escape");
  expect(await findings(page)).toEqual([]);
  await asked(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await page.keyboard.press("p");
  const sheet = page.getByRole("dialog", { name: "Present", exact: true });
  await expect(sheet.getByRole("button", { name: "Continue at step 3" })).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(words(page)).toContainText("When is the link full?");
  expect(await at(page)).toBe(stood);
});

test("a question that is asked at once after one was put away stays", { tag: "@less-motion" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=3");
  await expect(foot(page)).toContainText("3 of 9");
  await page.keyboard.press("Escape");
  const stay = asked(page).getByRole("button", { name: "Continue presenting" });
  await expect(stay).toBeFocused();
  const open = await page.evaluate(async () => {
    for (let i = 0; i < 2; i += 1)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    // The event of closing is a task of its own, queued before this one.
    await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(done));
    return document.querySelector("dialog[open]") !== null;
  });
  expect(open).toBe(true);
  await expect(stay).toBeFocused();
});

test("the end of the whole screen asks, too; who stays has it again", { tag: "@less-motion" }, async ({ page }) => {
  const filled = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("dialog", { name: "Present" }).getByRole("button", { name: "Begin" }).nth(1).click();
  await expect(foot(page)).toContainText("1 of 9");
  await expect.poll(filled).toBe(true);
  // As the browser's own Escape does, of which the page hears nothing else.
  await page.evaluate(() => document.exitFullscreen());
  await asked(page).getByRole("button", { name: "Continue presenting" }).click();
  await expect.poll(filled).toBe(true);
  await expect(foot(page)).toContainText("1 of 9");
});

test("the browser's Back goes back in the script, never off the site; after its end it leads there again", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/lessons.html");
  await page.goto("/#script=lecture&step=1");
  await expect(foot(page)).toContainText("1 of 9");
  for (const press of [1, 2, 3]) {
    await page.keyboard.press("PageDown");
    await expect(foot(page)).toHaveAttribute("data-press", String(press));
  }
  for (const press of [2, 1, 0]) {
    await back(page);
    await expect(foot(page)).toHaveAttribute("data-press", String(press));
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("script=lecture&step=");
  }
  // Before the first press there is nothing: it asks, as Escape does, and puts the question away again.
  for (const asks of [1, 0, 1, 0]) {
    await back(page);
    await expect(asked(page)).toHaveCount(asks);
    await expect(foot(page)).toHaveAttribute("data-press", "0");
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("script=lecture&step=1");
  }
  await expect(foot(page)).toContainText("1 of 9");
  await page.keyboard.press("Shift+PageDown");
  await expect(foot(page)).toContainText("2 of 9");
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#(s|preset)=/);
  await back(page);
  await expect(foot(page)).toContainText("2 of 9");
});

test("the laboratory's keys do nothing in a script; what is still to be revealed cannot be reached", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=4");
  await expect(words(page)).toContainText("");
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("The next twelve seconds?");
  const digest = await digestOf(page);
  await expect.poll(() => moment(page)).toBeCloseTo(8, 5);
  // The scene's chart comes after the words: counted before, it would be one that a key has opened.
  await expect(page.locator("figure[data-chart]")).toHaveCount(1);
  for (const key of [
    "l",
    "a",
    "c",
    "h",
    "y",
    "m",
    "p",
    "t",
    "n",
    "f",
    "0",
    "?",
    "+",
    "-",
    "[",
    "Home",
    "End",
    "Control+z",
  ]) {
    await page.keyboard.press(key);
    expect(await page.locator("dialog[open], :popover-open").count(), key).toBe(0);
    await expect.poll(() => moment(page), key).toBeCloseTo(8, 5);
  }
  await expect(page.locator("figure[data-chart]")).toHaveCount(1);
  expect(await digestOf(page)).toBe(digest);
  await expect(page.locator("body")).not.toHaveAttribute("data-digest-b", /./);
  // The playhead's own keys, on its chart, come to the pause and no further.
  await page.getByRole("slider", { name: "Playhead" }).focus();
  await page.keyboard.press("Home");
  await expect.poll(() => moment(page)).toBeCloseTo(0, 5);
  await page.keyboard.press("End");
  await expect.poll(() => moment(page)).toBeCloseTo(8, 5);
});

test("a press that comes before the step's run has opened finds it at its pause", { tag: "@less-motion" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=4");
  await expect.poll(() => moment(page)).toBeCloseTo(8, 5);
  // Both in one task: the second finds the next step's run still opening.
  await page.evaluate(() => {
    for (const shiftKey of [true, false])
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "PageDown", shiftKey, bubbles: true, cancelable: true }),
      );
  });
  await expect(words(page)).toContainText("With a download?");
  await expect(foot(page)).toContainText("5 of 9");
  await expect.poll(() => moment(page)).toBeCloseTo(lecture.steps[4]?.run_to ?? 0, 5);
  await expect(foot(page).getByRole("timer"), "the lecture has begun").toHaveText(/^0:0[1-9]$/);
});

test("from a black screen a key brings the picture back and does nothing else; Q shows the code; the lecture's time runs", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=1");
  const time = foot(page).getByRole("timer", { name: "Time since the lecture began" });
  await expect(time).toHaveText("0:00");
  await page.keyboard.press("PageDown");
  await expect(foot(page)).toHaveAttribute("data-press", "1");
  for (const key of ["PageDown", "PageUp", "Escape", "x", "."]) {
    await page.keyboard.press(".");
    await expect(page.locator("body")).toHaveClass(/blank/);
    await page.keyboard.press(key);
    await expect(page.locator("body")).not.toHaveClass(/blank/);
    await expect(page.locator("dialog")).toHaveCount(0);
    expect(await at(page), key).toBe(1);
  }
  await page.keyboard.press(".");
  await page.mouse.click(300, 300);
  await expect(page.locator("body")).not.toHaveClass(/blank/);
  await page.keyboard.press("q");
  await expect(page.getByRole("img", { name: "QR code of the run's address" })).toBeVisible();
  // A clicker puts the sheet away, and does not go on under it.
  await page.keyboard.press("PageDown");
  await expect(page.locator("dialog")).toHaveCount(0);
  expect(await at(page)).toBe(1);
  await expect(time).toHaveText(/^0:0[1-9]$/);
  await page.keyboard.press("PageDown");
  await expect(foot(page)).toHaveAttribute("data-press", "2");
  const shown = (await time.textContent()) ?? "";
  await page.reload();
  await expect(foot(page)).toContainText("of 9");
  // It goes on after a reload.
  await expect.poll(async () => ((await time.textContent()) ?? "") >= shown).toBe(true);
});

test("the code leads a phone to the very same run", async ({ page, context }) => {
  // A step whose run was changed, and split: nothing of it is a preset's.
  await open(page, 6);
  await press(page, "PageDown", "the same download");
  const digest = await digestOf(page);
  // Branch B is computed after A.
  await expect(page.locator("body")).toHaveAttribute("data-digest-b", /./, { timeout: 30_000 });
  const digestB = await page.locator("body").getAttribute("data-digest-b");
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("dialog")).toContainText("phones cannot open its address");

  const address = await readCode(page.getByRole("img", { name: "QR code of the run's address" }));
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(address);
  expect(await digestOf(phone)).toBe(digest);
  await expect(phone.locator("body")).toHaveAttribute("data-digest-b", digestB ?? "");
  await expect(phone.locator("#presenter")).toHaveCount(0);
});

test("a run as it is: the whole screen, its keys, the way out", async ({ page }) => {
  const digest = await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("dialog", { name: "Present" }).getByRole("button", { name: "Begin" }).first().click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.locator("#sidebar")).toBeHidden();
  await expect(page.locator("#top")).toBeHidden();
  await expect(page.locator("figure[data-chart]")).toHaveCount(2);
  // The keys are the laboratory's: to the next event.
  await page.keyboard.press("n");
  await expect.poll(() => moment(page)).toBeGreaterThan(26);
  await page.keyboard.press(".");
  await expect(page.locator("body")).toHaveClass(/blank/);
  await page.keyboard.press(".");
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(page.locator("#sidebar")).toBeVisible();
  await expect(page.locator("figure[data-chart]")).toHaveCount(3);
  expect(await digestOf(page)).toBe(digest);
});

test("an order is asked; the control that the step names acts; a curve is drawn on the chart and stays; whole steps are gone (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const [asked, drawn] = [
    { kind: "order", text: "Who gets most?", options: ["CDG", "NewReno"], answer: [1, 0] },
    { kind: "draw", signal: "cwnd_packets", flow: "one", from_s: 8, to_s: 20, text: "And then?" },
  ];
  const steps = [
    {
      ...{ id: "a", set: { preset: "cdg_beside_newreno" }, view: ["path"], control: "loss", run_to: 20 },
      ...{ say: "First.", question: asked, reveal: { run_to: 40 } },
    },
    { id: "b", set: { preset: "lesson_sawtooth" }, view: ["cwnd"], run_to: 8, question: drawn, reveal: { run_to: 20 } },
    { id: "c", set: { preset: "cdg_fig4" }, say: "Last.", view: ["cwnd"] },
  ];
  const control = page.locator("#one-control");
  await page.goto(`/#script=${pack({ schema: 1, kind: "script", steps })}`);
  await expect(words(page)).toContainText("First.");
  // Nothing but play, the clock and the one control.
  await expect(page.locator("#bar").getByRole("button")).toHaveCount(1);
  const digest = await digestOf(page);
  await control.getByRole("textbox", { name: "Random loss" }).fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.body.dataset.digest)).not.toBe(digest);
  // The focus is still in the control: its arrows are its own, a clicker's keys are not.
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("In which order?");
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("Answer: B: NewReno; A: CDG");
  await page.keyboard.press("PageDown");
  await expect(foot(page)).toContainText("2 of 3");
  await expect(control).toBeEmpty();
  await page.keyboard.press("ArrowRight");
  const pad = page.getByRole("group", { name: "And then?" });
  const box = await pad.boundingBox();
  if (!box) throw new Error("no pad");
  const line = () =>
    chart(page, "cwnd")
      .locator(".chart-data")
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await line();
  await page.mouse.move(box.x + 2, box.y + box.height * 0.8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height * 0.2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(line).not.toBe(before);
  const handle = pad.getByRole("slider").first();
  await expect(handle, "the paper is as high as the run's own axis").toHaveAttribute("aria-valuemax", "80");
  await handle.focus();
  const value = Number(await handle.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => Number(await handle.getAttribute("aria-valuenow"))).toBeGreaterThan(value);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("PageDown");
  await expect.poll(() => moment(page)).toBeCloseTo(20, 5);
  await expect(pad).toHaveCount(0);

  await page.keyboard.press("Shift+ArrowLeft");
  await expect(words(page)).toContainText("First.");
  // A clicker that sends Space or Enter goes on, too; a button that has the focus is pressed by them.
  await page.keyboard.press(" ");
  await expect(words(page)).toContainText("Who gets most?");
  await page.keyboard.press("Enter");
  await expect(words(page)).toContainText("Answer: B: NewReno");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(words(page)).toContainText("First.");
  await foot(page).getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press(" ");
  await expect(words(page)).toContainText("Who gets most?");
  await page.keyboard.press("ArrowLeft");
  await expect(words(page)).toContainText("First.");
  await page.keyboard.press("Shift+PageDown");
  await page.keyboard.press("Shift+PageDown");
  await expect(words(page)).toContainText("Last.");
  await page.keyboard.press("Shift+PageDown");
  await expect(foot(page)).toContainText("3 of 3");
});

test("with a slow engine a step's mean and its paper are of its own run, not of the one before (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lateWorkers(page, 1000);
  const drawn = { kind: "draw", signal: "cwnd_packets", flow: "one", from_s: 8, to_s: 20, text: "And then?" };
  const steps = [
    { id: "a", set: { preset: "cdg_beside_newreno" }, view: ["path"], say: "First.", run_to: 20 },
    { id: "b", set: { preset: "lesson_sawtooth" }, view: ["cwnd"], run_to: 8, question: drawn },
    { id: "c", set: { preset: "cdg_beside_newreno" }, view: ["path"], say: "Both." },
    {
      id: "d",
      set: { preset: "lesson_random_loss" },
      view: ["goodput"],
      say: "One.",
      reveal: { run_to: 40, text: "Mean." },
    },
  ];
  await page.goto(`/#script=${pack({ schema: 1, kind: "script", steps })}`);
  await expect(words(page)).toContainText("First.");
  // The second press comes while the first one's run opens.
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  const handle = page.getByRole("group", { name: "And then?" }).getByRole("slider").first();
  await expect(handle).toHaveAttribute("aria-valuemax", "80");
  for (const say of ["Both.", "One.", "Mean."]) {
    await page.keyboard.press("PageDown");
    await expect(words(page)).toContainText(say);
  }
  await expect(words(page).locator(".mean")).toContainText(/Mean from 0 to 40\s?s: .*\d\s?Mbit\/s/u);
});

test("a script that is wrong is refused in words, from a link and from a file", async ({ page }) => {
  const step = { id: "one", set: { preset: "cdg_fig4", values: { "bottleneck.rate_bps": -1 } }, run_too: 3 };
  await page.goto(`/#script=${pack({ schema: 1, kind: "script", steps: [step] })}`);
  await expect(page.locator("#problems")).toContainText("`steps[0].run_too`");
  await expect(page.locator("#problems")).toContainText("Did you mean `run_to`?");
  // Its own fields are right now: the engine judges the run.
  const { run_too: _, ...own } = step;
  await page.goto(`/#script=${pack({ schema: 1, kind: "script", steps: [own] })}`);
  await expect(page.locator("#problems")).toContainText("steps[0].set: `bottleneck.rate_bps` is -1");
  await page.goto("/#script=lectures");
  await expect(page.locator("#problems")).toContainText("Did you mean `lecture`?");
  await digestOf(page);
  await page.locator("#top").getByRole("button", { name: "Present" }).click();
  const file = (text: string) => ({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const input = page.getByRole("dialog").locator("input[type=file]");
  await input.setInputFiles(file("{"));
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("not JSON");
  await input.setInputFiles(file(JSON.stringify(lecture)));
  await expect(foot(page)).toContainText("1 of 9");
});

test("a script is recorded by clicking through once, and its link presents it", async ({ page, context }) => {
  const unchanged = await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const form = page.getByRole("region", { name: "Your own script" });
  await form.getByRole("textbox", { name: "Question" }).fill("One packet in a hundred is lost. Who slows down?");
  const next = form.getByRole("button", { name: "Next step" });
  const shown = form.getByRole("group", { name: "As the audience will see it" });
  await form.getByRole("button", { name: "Pause here" }).click();
  await expect(form.getByRole("status")).toContainText(/Pauses at 26\s?s/u);
  // No right answer is taken as such unsaid: it is chosen in the preview, or has its star.
  await form.getByRole("textbox", { name: "Options" }).fill("CDG\nNewReno\nboth");
  await expect(shown).toContainText("Choose the right answer.");
  await expect(next).toBeDisabled();
  await shown.getByRole("radio", { name: "CDG" }).check();
  await expect(shown).toContainText("Answer A: CDG");
  await expect(next).toBeEnabled();
  await form.getByRole("textbox", { name: "Options" }).fill("CDG\nNewReno*\nboth");
  await expect(shown).toContainText("Answer B: NewReno");
  await expect(shown.getByRole("radio", { name: "NewReno" })).toBeChecked();
  const field = page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }).first();
  await field.fill("1");
  await page.keyboard.press("Enter");
  const changed = await nextDigest(page, unchanged);
  await page.locator("#bar").getByRole("slider", { name: "Playback position" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => playhead(page)).toBeGreaterThan(79);
  await form.getByRole("textbox", { name: "Sentence shown with the answer" }).fill("NewReno, by two thirds");
  await form.getByRole("button", { name: "Show the answer here" }).click();
  await next.click();
  await expect(form.locator("header li")).toContainText("Who slows down?");
  // A step with nothing to say, ask or tell is none.
  await form.getByRole("button", { name: "Pause here" }).click();
  await expect(next).toBeDisabled();
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  // It outlives a reload, with the step in hand; while it is saved nowhere else the browser asks first.
  await form.getByRole("textbox", { name: "Opening sentence" }).fill("And now");
  const warned: string[] = [];
  page.on("dialog", (dialog) => {
    warned.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(warned).toEqual(["beforeunload"]);
  await digestOf(page);
  await expect(form.locator("header li")).toContainText("Who slows down?");
  await expect(form.getByRole("textbox", { name: "Opening sentence" })).toHaveValue("And now");
  await expect(next, "its pause is there, too").toBeEnabled();
  await form.getByRole("textbox", { name: "Opening sentence" }).fill("");
  // Put away it waits: the sheet offers to go on.
  await form.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await digestOf(page);
  await expect(form).toHaveCount(0);
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Continue recording" }).click();
  await expect(form.locator("header li")).toContainText("Who slows down?");
  await saved(page, form.getByRole("button", { name: "Save" }));
  warned.splice(0);
  await page.reload();
  expect(warned, "what is saved is not lost").toEqual([]);
  await expect(form.locator("header li")).toContainText("Who slows down?");
  await form.getByRole("button", { name: "Present" }).click();
  await expect(foot(page)).toContainText("1 of 1");
  // The address follows calmly, at most once a second.
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("script=1");
  const hash = await page.evaluate(() => location.hash);

  const other = await context.newPage();
  await other.goto(`/${hash}`);
  await expect(foot(other)).toContainText("1 of 1");
  await hurry(other, "PageDown");
  await expect.poll(() => moment(other)).toBeCloseTo(26, 5);
  expect(await digestOf(other), "the run with what the hand did").toBe(changed);
  await press(other, "PageDown", "Who slows down?");
  await press(other, "PageDown", "NewReno, by two thirds");
  await expect(words(other)).toContainText("Answer B: NewReno");
});

test("a draft is deleted when the lecturer says so", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const form = page.getByRole("region", { name: "Your own script" });
  await expect(form.getByRole("button", { name: "Start again" })).toHaveCount(0);
  await form.getByRole("textbox", { name: "Opening sentence" }).fill("One flow.");
  await form.getByRole("button", { name: "Start again" }).click();
  const asks = page.getByRole("dialog", { name: "Delete this draft?" });
  await expect(asks.getByRole("button", { name: "Keep" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByRole("textbox", { name: "Opening sentence" })).toHaveValue("One flow.");
  await form.getByRole("button", { name: "Start again" }).click();
  await asks.getByRole("button", { name: "Delete" }).click();
  await expect(form.getByRole("textbox", { name: "Opening sentence" })).toHaveValue("");
  // Nothing is left to lose: no question, and nothing to go on with.
  await form.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Record", exact: true })).toBeVisible();
});

test("a question that is gone back to never shows the path as it is after the answer (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=5");
  await expect.poll(() => moment(page)).toBeCloseTo(9, 5);
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("With a download?");
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("then vote again");
  await page.keyboard.press("PageDown");
  await expect.poll(() => moment(page)).toBeCloseTo(60, 5);
  // Everything that the path says from the way back on.
  await page.evaluate(() => {
    const said = new Set<string>();
    const words = document.querySelector(".path-words");
    const note = (): void => void said.add(/\d+ packets? = \d+.ms/u.exec(words?.textContent ?? "")?.[0] ?? "");
    const path = words?.parentElement;
    const frame = (): void => {
      if (path?.checkVisibility()) note();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { said });
  });
  await page.keyboard.press("PageUp");
  await expect(words(page)).toContainText("With a download?");
  const said = () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  await expect.poll(said).toContainEqual(expect.stringMatching(/^0 packets/));
  await expect.poll(() => moment(page)).toBeCloseTo(9, 5);
  await digestOf(page);
  expect((await said()).filter((text) => !/^(0 packets.*)?$/.test(text))).toEqual([]);
});

test("axe finds nothing while it is presented and in its sheets", async ({ page }) => {
  await page.goto("/#script=lecture&step=5&theme=dark");
  await expect(foot(page)).toContainText("5 of 9");
  await hurry(page, "PageDown");
  await press(page, "PageDown", "With a download?");
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("img", { name: "QR code of the run's address" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await page.locator("#top").getByRole("button", { name: "Present" }).click();
  await expect(page.getByRole("dialog", { name: "Present" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("the foot says when a step is planned; the gallery and the teachers' list say how long one lasts", async ({
  page,
}) => {
  await page.goto("/#script=lecture&step=2");
  await expect(page.locator("#presenter .count small")).toHaveText("min 6 to 9 of 50");
  // Firefox calls it an error when a page is left whose parts are still on their way.
  await digestOf(page);
  await expect(page.locator("figure[data-chart] .chart-data").first()).toBeVisible();
  await page.goto("/lessons.html");
  const lesson = page.locator(".lesson-list > li", { has: page.locator('a[href="#lesson=window"]') });
  await expect(lesson.locator("small").first()).toHaveText(/^6\s?min$/u);
  await page.goto("/lessons.html#page=teachers");
  await expect(page.locator(".all-lessons tr", { hasText: "What a window is" })).toContainText(/6\s?min/u);
});

test("the lecture speaks German, and fits an old projector", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto("/#script=lecture&step=8&lang=de");
  await expect(foot(page)).toContainText("8 von 9");
  // The step stands at its end: the next press is the next step's.
  await expect(foot(page)).toHaveAttribute("data-plays", "false");
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("Vegas neben NewReno");
  expect(await sideways(page)).toBe(0);
  await expect(foot(page).getByRole("button", { name: "Vortrag beenden" })).toBeInViewport();
});

// German's words are the longer ones.
test("no press of the lecture is wider than a phone, in German", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/#script=lecture&step=1&lang=de");
  const presses = pressesOf(lecture).length;
  const forth = foot(page).getByRole("button", { name: "Weiter", exact: true });
  for (let at = 0; ; at++) {
    await expect(foot(page)).toHaveAttribute("data-press", String(at));
    expect(await sideways(page), `press ${at}`).toBe(0);
    for (const part of ["#presented", "#presenter", "#bar .clock"])
      await expect(page.locator(part), `press ${at}`).toBeInViewport({ ratio: 1 });
    if (at + 1 === presses) break;
    await forth.click();
  }
});

test("question and path stay where the sentence began, and its title is German", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto("/#script=lecture&step=5&lang=de");
  await expect(words(page)).toContainText("Ein Anruf hinter einem Download");
  const tops = async (): Promise<number[]> => {
    const boxes = [
      await words(page).locator("p").first().boundingBox(),
      await page.locator(".stage").first().boundingBox(),
    ];
    return boxes.map((box) => Math.round(box?.y ?? -1));
  };
  const before = await tops();
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("mehr als 200 ms");
  expect(await tops()).toEqual(before);
});
