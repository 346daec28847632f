/**
 * The recorder as an editor: the lecture, a file and a link opened in it, steps edited, moved, copied, deleted and undone, by keyboard and
 * by hand. Not here: recording (present-script.spec.ts), what each act makes of a script (web/src/presenter/draft.test.ts).
 */
import type { Page } from "@playwright/test";
import type { Script } from "../web/src/presenter/script.ts";
import { asked, foot, lecture, pack, RUN, words } from "./present-acts.ts";
import { digestOf, expect, findings, nextDigest, openLab, playhead, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

test.describe.configure({ timeout: 120_000 });

const form = (page: Page) => page.getByRole("region", { name: "Your own script" });
const button = (page: Page, name: string | RegExp) => form(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name, exact: true });
const status = (page: Page) => form(page).getByRole("status");
const stepButton = (page: Page, n: number) => form(page).locator(`[data-step="${n - 1}"]`);
const list = (page: Page) => form(page).locator("[data-step]").allTextContents();
const row = (page: Page, title: string) => page.locator(".present-row", { hasText: title });

/** Moves the focus, as Tab would, and presses keys. */
async function type(page: Page, target: ReturnType<typeof button>, ...keys: string[]): Promise<void> {
  await target.focus();
  for (const key of keys) await page.keyboard.press(key);
}

test("the lecture is opened, edited by keyboard, saved, opened again and presented; wrong keys change nothing (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const own = await openLab(page, RUN);
  await page.keyboard.press("p");
  await type(page, row(page, "Congestion control in 50 minutes").getByRole("button", { name: "Edit" }), "Enter");
  await expect(status(page)).toContainText("A copy is open for editing: 9 steps.");
  await expect(field(page, "Opening sentence")).toBeFocused();
  const names = await list(page);
  expect(names).toHaveLength(9);
  // Nothing to undo but the opening, nothing to redo, nowhere to move to.
  await type(page, button(page, /^Redo/), "Enter", "Control+y", "Control+Shift+z");
  await type(page, stepButton(page, 1), "Alt+ArrowUp", "Backspace", "Alt+Delete", "Escape");
  await type(page, stepButton(page, 9), "Alt+ArrowDown", "Control+ArrowUp", "Shift+Tab", "Tab");
  expect(await list(page)).toEqual(names);
  expect(await digestOf(page), "the run is as it was").toBe(own);

  await type(page, stepButton(page, 2), "Alt+ArrowDown");
  await expect(status(page)).toContainText("The step is now number 3 of 9.");
  await expect(stepButton(page, 3)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(status(page)).toContainText("The step is removed.");
  expect(await list(page)).toHaveLength(8);
  await expect(stepButton(page, 3), "the next one has the focus").toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(stepButton(page, 3)).toContainText("And with a window of 68 packets?");
  await page.keyboard.press("Control+z");
  expect(await list(page)).toEqual(names);
  await page.keyboard.press("Control+y");
  await expect(stepButton(page, 3)).toContainText("And with a window of 68 packets?");
  await page.keyboard.press("Control+z");

  await type(page, stepButton(page, 5), "Enter");
  await expect(stepButton(page, 5)).toHaveAttribute("aria-current", "step");
  // Its run is shown, at its pause.
  const shown = await nextDigest(page, own);
  await expect.poll(() => playhead(page)).toBeCloseTo(9, 5);
  await expect(field(page, "Opening sentence")).toBeFocused();
  const question = "A packet of the call takes 20 ms. And beside a download?";
  await field(page, "Question").fill(question);
  const [votes, answer] = [field(page, "Time to vote, s"), field(page, "Answer shown at, s")];
  await votes.fill("0");
  await expect(votes).toHaveAccessibleDescription("Enter a number from 1 to 600.");
  await expect(votes).toHaveAttribute("aria-invalid", "true");
  await expect(button(page, "Finish editing")).toBeDisabled();
  const why = "Time to vote, s: Enter a number from 1 to 600.";
  await type(page, stepButton(page, 6), "Enter");
  await expect(status(page)).toHaveText(`The step stays open. ${why}`);
  await expect(stepButton(page, 5), "what is wrong is not left").toHaveAttribute("aria-current", "step");
  await expect(votes).toBeFocused();
  for (const [name, not] of [
    ["Save", "Not saved."],
    ["Present", "Not presented."],
    ["Copy link", "No link."],
  ] as const) {
    await type(page, button(page, name), "Enter");
    await expect(status(page)).toHaveText(`${not} ${why}`);
    await expect(votes).toBeFocused();
  }
  expect(await findings(page)).toEqual([]);
  await answer.fill("8");
  await expect(votes, "each at its own field").toHaveAttribute("aria-invalid", "true");
  await votes.fill("45");
  await expect(answer).toHaveAccessibleDescription(/^This is before the run pauses\. Enter 9\s?s or more\.$/u);
  await expect(button(page, "Finish editing")).toBeDisabled();
  await answer.fill("60");
  await expect(answer).toHaveAttribute("aria-invalid", "false");
  await expect(button(page, "Finish editing")).toBeEnabled();
  await type(page, form(page).getByRole("checkbox", { name: /^Second vote/ }), " ");
  await field(page, "Planned, minutes").fill("10");
  await type(page, form(page).locator("summary").first(), "Enter");
  for (const name of ["Window", "Queue", "RTT"])
    await type(page, form(page).getByRole("checkbox", { name, exact: true }).first(), " ");
  const unfit = "Step 5: a projector has room for 2 charts. Not shown to the audience: RTT.";
  await expect(form(page)).toContainText(unfit);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Control+z");
  await expect(form(page)).not.toContainText(unfit);
  // Its run is changed, opened again, changed and taken.
  const loss = page.locator("#sidebar").getByRole("textbox", { name: "Random loss" }).first();
  await loss.fill("2");
  await page.keyboard.press("Enter");
  const changed = await nextDigest(page, shown);
  await type(page, button(page, "Open its run"), "Enter");
  const opened = await nextDigest(page, changed);
  expect(opened).toBe(shown);
  await expect(button(page, "Show the answer here")).toBeEnabled();
  await loss.fill("1");
  await page.keyboard.press("Enter");
  await nextDigest(page, opened);
  await type(page, button(page, "Take the present run"), "Enter");
  await type(page, button(page, /^Copy the step/), "Enter");
  expect(await list(page)).toHaveLength(10);
  await expect(stepButton(page, 6)).toHaveAttribute("aria-current", "step");
  await type(page, button(page, /^Remove the step/), "Enter");

  const file = await saved(page, button(page, "Save"));
  await expect(status(page)).toHaveText(`Saved as ${file.name}.`);
  const { steps } = JSON.parse(file.text) as Script;
  const [before] = lecture.steps.slice(4);
  expect(steps).toHaveLength(9);
  expect([...steps.slice(0, 4), ...steps.slice(5)]).toEqual([...lecture.steps.slice(0, 4), ...lecture.steps.slice(5)]);
  expect(steps[4]).toMatchObject({
    ...before,
    ...{ minutes: 10, set: {}, view: ["path", "cwnd", "queue"] },
    question: { text: question, vote_s: 45 },
  });
  expect(steps[4]?.set.scenario?.interventions).toMatchObject([{ at_s: 9, value: 0.01 }]);
  expect(steps[4]?.question).not.toHaveProperty("second_vote");

  await page.keyboard.press("Escape");
  await button(page, "Close").click();
  await page.keyboard.press("p");
  const input = row(page, "A script from a file").locator("input[type=file]").first();
  await input.setInputFiles({ name: file.name, mimeType: "application/json", buffer: file.bytes });
  await expect(status(page)).toContainText("A copy is open for editing: 9 steps.");
  await type(page, button(page, "Present"), "Enter");
  await expect(foot(page)).toContainText("1 of 9");
  await page.keyboard.press("x");
  for (let step = 2; step <= 5; step++) {
    await page.keyboard.press("Shift+PageDown");
    await expect(foot(page)).toContainText(`${step} of 9`);
  }
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText(question);
  await expect(words(page).getByRole("timer")).toContainText(/4[0-5]\s?s/u);
});

test("the end of presenting leads back to the draft, its step and its run; also after a reload (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const own = await openLab(page, RUN);
  await page.keyboard.press("p");
  await row(page, "Congestion control in 50 minutes").getByRole("button", { name: "Edit" }).click();
  await stepButton(page, 4).click();
  const shown = await nextDigest(page, own);
  const asks = form(page).getByRole("group", { name: "As the audience will see it" });
  await expect(asks, "how it is answered").toContainText(/Draw it on the chart, or in the air, from 8 to 20\s?s/u);
  await expect(asks).toContainText("The run shows the answer.");
  await field(page, "Question").fill("How does it go on?");
  await button(page, "Present").click();
  for (const reload of [false, true]) {
    await expect(foot(page)).toContainText("1 of 9");
    await expect(form(page)).toBeHidden();
    await page.keyboard.press("PageDown");
    await expect(words(page)).toContainText("What is the goodput");
    if (reload) {
      // The address follows calmly.
      await expect.poll(() => page.evaluate(() => location.hash)).toContain("script=");
      await page.reload();
      await expect(words(page)).toContainText("What is the goodput");
    }
    await page.keyboard.press("Escape");
    await asked(page).getByRole("button", { name: "Exit presentation" }).click();
    await expect(foot(page)).toHaveCount(0);
    await expect(field(page, "Question")).toHaveValue("How does it go on?");
    await expect(stepButton(page, 4)).toHaveAttribute("aria-current", "step");
    await expect.poll(() => digestOf(page)).toBe(shown);
    await expect.poll(() => playhead(page)).toBeCloseTo(8, 5);
    if (!reload) await button(page, "Present").click();
  }
  // So does a reload of the editor.
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain("script=");
  await page.reload();
  await expect(stepButton(page, 4)).toHaveAttribute("aria-current", "step");
  expect(await digestOf(page)).toBe(shown);
});

test("a link's script is edited by hand on a phone; a draft that is saved nowhere is not lost unasked (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const steps = ["One.", "Two.", "Three."].map((say, i) => ({
    id: `s${i}`,
    set: { preset: "cdg_fig4" },
    view: ["path"],
    say,
  }));
  await page.goto(`/#script=${pack({ schema: 1, kind: "script", title: "Mine", steps })}`);
  await expect(words(page)).toContainText("One.");
  await page.keyboard.press("Escape");
  await asked(page).getByRole("button", { name: "Exit presentation" }).click();
  await page.keyboard.press("p");
  await row(page, "The lecture you left").getByRole("button", { name: "Edit" }).click();
  await expect(field(page, "Title")).toHaveValue("Mine");
  await stepButton(page, 3).dragTo(stepButton(page, 1));
  await expect(stepButton(page, 1)).toHaveText(/Three/);
  expect(await list(page)).toEqual(["1. Three.", "2. One.", "3. Two."]);

  await page.setViewportSize({ width: 390, height: 844 });
  await stepButton(page, 2).click();
  await field(page, "Opening sentence").fill("One more.");
  await button(page, /^Move the step .* up$/).click();
  // At the top it keeps the focus, and does nothing.
  await page.keyboard.press("Enter");
  expect(await sideways(page)).toBe(0);
  expect(await findings(page)).toEqual([]);
  await button(page, "Finish editing").click();
  expect(await list(page)).toEqual(["1. One more.", "2. Three.", "3. Two."]);

  await page.setViewportSize({ width: 1366, height: 768 });
  await button(page, "Close").click();
  await page.keyboard.press("p");
  await row(page, "Congestion control in 50 minutes").getByRole("button", { name: "Edit" }).click();
  await page
    .getByRole("dialog", { name: /^Delete the draft “.+”\?$/ })
    .getByRole("button", { name: "Keep" })
    .click();
  expect(await list(page)).toEqual(["1. One more.", "2. Three.", "3. Two."]);
});

test("a chart that a projector has no room for is said as soon as it is open while recording", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const said = form(page).getByText("A projector has room for 2 charts. Not shown to the audience: RTT.");
  await expect(said).toHaveCount(0);
  await page.getByRole("button", { name: /^Round trip/ }).click();
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: /^Round trip/ }).click();
  await expect(said).toHaveCount(0);
});
