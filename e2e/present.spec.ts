/**
 * Before a room: the lecture by its arrow keys from end to end, its answers hidden until they are given, a reload in its
 * middle; the code for phones leads to the same run; full screen. Not here: scripts of one's own (present-script.spec.ts), languages,
 * sizes and access (present-sizes.spec.ts), what a script may hold (web/src/presenter/script.test.ts).
 */
import { asked, at, chart, foot, lecture, moment, open, press, RUN, words } from "./present-acts.ts";
import { back, digestOf, expect, findings, nextDigest, openLab, readCode, test } from "./sandbox.ts";

test.describe.configure({ timeout: 120_000 });

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
  await expect(words(page)).toContainText("Beside NewReno CDG gets little of a drop-tail queue.");
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
      .locator(".chart-data:not([hidden])")
      .evaluateAll((canvases) => {
        // NewReno's vermilion, in what is played and in what is still to come.
        let red = 0;
        for (const canvas of canvases as HTMLCanvasElement[]) {
          const { width, height } = canvas;
          // Between the pause (8 of 30 s) and the values at the right.
          const [from, to] = [Math.round(width * 0.38), Math.round(width * 0.7)];
          const copy = new OffscreenCanvas(width, height).getContext("2d");
          copy?.drawImage(canvas, 0, 0);
          const data = copy?.getImageData(from, 0, to - from, Math.round(height * 0.85)).data ?? [];
          for (let i = 0; i < data.length; i += 4)
            if ((data[i + 3] ?? 0) > 60 && (data[i] ?? 0) - (data[i + 2] ?? 0) > 60) red += 1;
        }
        return red;
      });
  await expect.poll(ink).toBe(0);
  // Nor do words speak of lines that are not drawn.
  const thin = page.getByText("thin lines: computed ahead, not played yet").first();
  await expect(thin).toBeHidden();
  await press(page, "PageDown", "a drop every 2.2 s");
  await expect.poll(ink).toBeGreaterThan(100);
  await expect(thin).toBeVisible();
});

test("a reload goes on at the press that was reached; the end leads back into the laboratory with the run", {
  tag: "@less-motion",
}, async ({ page }) => {
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
  const digest = await digestOf(page);
  await page.reload();
  await expect(words(page)).toContainText("a drop every 2.2 s");
  expect(await at(page)).toBe(stood);
  await expect.poll(() => moment(page)).toBeCloseTo(20, 5);
  expect(await digestOf(page)).toBe(digest);
  // The same address opened anew is a link to the step.
  await page.goto("/lessons.html");
  await page.goto("/#script=lecture&step=4");
  await expect(foot(page)).toContainText("4 of 9");
  await expect(words(page)).not.toContainText("a drop every 2.2 s");
  // Its end leads back into the laboratory with the run.
  const shown = await digestOf(page);
  await page.keyboard.press("Escape");
  await asked(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect(page.locator("#sidebar")).toBeVisible();
  expect(await digestOf(page)).toBe(shown);
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
  await page.keyboard.press("Control+Shift+z");
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
  // A question that is asked at once after one was put away stays.
  await page.keyboard.press("Escape");
  await expect(stay).toBeFocused();
  const isOpen = await page.evaluate(async () => {
    for (let i = 0; i < 2; i += 1)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    // The event of closing is a task of its own, queued before this one.
    await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(done));
    return document.querySelector("dialog[open]") !== null;
  });
  expect(isOpen).toBe(true);
  await expect(stay).toBeFocused();
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
  for (const key of ["l", "a", "c", "h", "y", "m", "p", "t", "n", "f", "0", "?", "+", "-", "[", "Control+z"]) {
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

test("Home, End and Backspace lead to the first step, the last and back; a button that was clicked does not keep Space and Enter; no way past nothing covers the sentence", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=4");
  await expect(foot(page)).toContainText("4 of 9");
  await page.keyboard.press("End");
  await expect(foot(page)).toContainText("9 of 9");
  await page.keyboard.press("Home");
  await expect(foot(page)).toHaveAttribute("data-press", "0");
  for (const [i, key] of [" ", "Enter"].entries()) {
    await foot(page)
      .getByRole("button", { name: /^(Light|Dark|Theme|As the)/ })
      .click();
    await page.keyboard.press(key);
    await expect(foot(page)).toHaveAttribute("data-press", String(i + 1));
  }
  await page.keyboard.press("Backspace");
  await expect(foot(page)).toHaveAttribute("data-press", "1");
  // One that is reached by the keyboard is pressed by it, as anywhere.
  await foot(page).getByRole("button", { name: "Back", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(foot(page)).toHaveAttribute("data-press", "0");
  for (const link of await page.locator("#skips a").all()) await expect(link).toBeHidden();
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
  await expect(words(page)).toContainText("beside a download?");
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
  // While the question is open no phone gets the run, whose future is the answer.
  await page.keyboard.press("q");
  await expect(page.getByRole("dialog")).toContainText("Until the answer is shown there is no QR code");
  await expect(page.getByRole("dialog").locator("textarea, svg.code")).toHaveCount(0);
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
  // It goes on after a reload, and from the first press again.
  await expect.poll(async () => ((await time.textContent()) ?? "") >= shown).toBe(true);
  await expect.poll(async () => ((await time.textContent()) ?? "") >= "0:03").toBe(true);
  await page.keyboard.press("Home");
  await expect(foot(page)).toHaveAttribute("data-press", "0");
  await page.keyboard.press("PageDown");
  await expect(foot(page)).toHaveAttribute("data-press", "1");
  expect((await time.textContent()) ?? "").toMatch(/^0:(0[3-9]|[1-5]\d)$/);
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
