/**
 * Scripts of a lecturer's own: by file, by link, refused in words, recorded by clicking through once; questions of each kind. Not here:
 * the lecture that comes along (present.spec.ts), what a script may hold (web/src/presenter/script.test.ts).
 */
import { chart, foot, hurry, lecture, moment, pack, press, RUN, words } from "./present-acts.ts";
import { digestOf, expect, findings, lateWorkers, nextDigest, openLab, playhead, sideways, test } from "./sandbox.ts";
import { saved } from "./saved.ts";

test.describe.configure({ timeout: 120_000 });

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
  await expect(words(page)).toContainText("Answer: NewReno; CDG");
  await page.keyboard.press("PageDown");
  await expect(foot(page)).toContainText("2 of 3");
  await expect(control).toBeEmpty();
  await page.keyboard.press("ArrowRight");
  const pad = page.getByRole("group", { name: "And then?" });
  const box = await pad.boundingBox();
  if (!box) throw new Error("no pad");
  const line = () =>
    chart(page, "cwnd")
      .locator(".chart-data:not([hidden])")
      .last()
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
  await expect(words(page)).toContainText("Answer: NewReno; CDG");
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

test("with a slow engine the address names the step whose run has come (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lateWorkers(page, 1000);
  await page.goto("/#script=lecture&step=1");
  await expect(foot(page)).toContainText("1 of 9");
  await page.keyboard.press("Shift+PageDown");
  await expect(foot(page)).toContainText("2 of 9");
  // It is due while the run's settings are still on their way.
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("step=2");
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
  await page.keyboard.press("p");
  const file = (text: string) => ({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const input = page.getByRole("dialog").locator("input[type=file]").last();
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
  await expect(shown).toContainText("Answer 1: CDG");
  await expect(next).toBeEnabled();
  await form.getByRole("textbox", { name: "Options" }).fill("CDG\nNewReno*\nboth");
  await expect(shown).toContainText("Answer 2: NewReno");
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
  await expect(form.getByRole("status")).toHaveText("Step 1 is recorded.");
  await expect(form.locator("[data-step]")).toContainText("Who slows down?");
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
  await expect(form.locator("[data-step]")).toContainText("Who slows down?");
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
  await expect(form.locator("[data-step]")).toContainText("Who slows down?");
  await saved(page, form.getByRole("button", { name: "Save" }));
  await expect(form.getByRole("status")).toHaveText(/^Saved as .*\.json\.$/);
  warned.splice(0);
  await page.reload();
  expect(warned, "what is saved is not lost").toEqual([]);
  await expect(form.locator("[data-step]")).toContainText("Who slows down?");
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
  await expect(words(other)).toContainText("Answer 2: NewReno");
});

test("a draft is deleted when the lecturer says so", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const form = page.getByRole("region", { name: "Your own script" });
  await expect(form.getByRole("button", { name: "Start again" })).toHaveCount(0);
  await form.getByRole("textbox", { name: "Opening sentence" }).fill("One flow.");
  await form.getByRole("button", { name: "Start again" }).click();
  const asks = page.getByRole("dialog", { name: /^Delete the draft “.+”\?$/ });
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
