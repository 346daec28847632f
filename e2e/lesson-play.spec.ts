/**
 * Free play in a lesson: its controls, its goals, what is handed in and what goes along to the laboratory. Not here: the questions before
 * it (lessons.spec.ts), goals at every end of their controls (web/src/lessons/lessons.test.ts).
 */
import { readFileSync } from "node:fs";
import { controlsWork, open, press } from "./lesson-acts.ts";
import { digestOf, expect, test } from "./sandbox.ts";

test("a goal fails where free play begins, holds at its stated solution; controls take no input before their own run is there", async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const controls = document.querySelector("#run-side .controls");
      if (controls) document.documentElement.dataset.firstControls ??= controls.matches("[inert]") ? "inert" : "open";
    }).observe(document, { subtree: true, childList: true });
  });
  await open(page, "window", "&a=1n.c._");
  await press(page, "Use the controls", "pointer");
  await controlsWork(page);
  await expect(page.locator("html")).toHaveAttribute("data-first-controls", "inert");
  const state = page.locator("#part-try .state");
  await expect(state).toContainText("Not yet: the share of the link is 23.1");
  await expect(state).toContainText("at least 96");
  const field = page.locator("#run-side .controls:not([inert]) input[type=text]").first();
  await field.fill("35");
  await field.press("Enter");
  await expect(state).toContainText("Reached:");
  await expect(page.locator("#part-explain .num[data-of]").nth(1)).toHaveText(/^35\s/u);
  await press(page, "Reset", "keyboard");
  await expect(state).toContainText("Not yet:");
  // The run that reached it is handed in, whatever is tried afterwards.
  await press(page, "Hand in", "keyboard", ".kept");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const { goals } = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  expect(goals).toMatchObject([{ id: "full", scenario: { flows: [{ receive_window_packets: 35 }] } }]);
});

test("a run that was changed goes to the laboratory under the lesson's name, not under its settings of before", async ({
  page,
}) => {
  await open(page, "window", "&a=1n.c._");
  await press(page, "Use the controls", "pointer");
  const field = page.locator("#run-side .controls:not([inert]) input[type=text]").first();
  await field.fill("68");
  await field.press("Enter");
  await expect(page.locator("#part-try .state")).toContainText("RTT", { timeout: 30_000 });
  await page.getByRole("link", { name: "Open this run in the laboratory" }).click();
  await digestOf(page);
  await expect(page.locator("#hook")).toContainText("What a window is");
  await expect(page.locator("#hook")).not.toContainText("8 packets");
});

test("the page stays where its reader scrolls while the controls' run is computed", async ({ page }) => {
  await open(page, "window", "&a=1n.c._");
  const button = page.locator("#lesson").getByRole("button", { name: "Use the controls" });
  await button.scrollIntoViewIfNeeded();
  await button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click();
    scrollTo(0, 0);
  });
  await controlsWork(page);
  const settled = await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    return scrollY;
  });
  expect(settled).toBe(0);
});

test("what was handed in says so, and holds the goals that were reached, whatever is tried next", async ({ page }) => {
  const answers = "&a=1d.a._";
  await open(page, "queue_delay");
  await expect(page.locator(".handed")).toHaveCount(0);
  // Its first question asks how long the queue is in time: the picture does not tell it.
  await expect(page.locator("#run-side .path-label.is-readout")).toHaveText(/^\d+ packets$/);
  await expect(page.locator("#run-side .path-label.is-axis")).toHaveCount(0);
  await page.goto("about:blank");
  await open(page, "queue_delay", answers);
  await expect(page.locator(".handed")).toContainText("the person who gave them");
  const [first, second] = [page.locator("#goal-both"), page.locator("#goal-algorithm")];
  await press(page, "Try it", "pointer", "#goal-both");
  const field = page.locator("#run-side .controls:not([inert]) input[type=text]").first();
  await field.fill("20");
  await field.press("Enter");
  await expect(first.locator(".state")).toContainText("Reached:", { timeout: 30_000 });
  await press(page, "Try it", "pointer", "#goal-algorithm");
  await expect(second.locator(".state")).toContainText("Not yet: the call's median delay is 87.5", { timeout: 30_000 });
  await expect(first.locator(".state")).toHaveText("Reached in an earlier attempt.");
  expect(page.url()).toMatch(/&g=both$/);
  // A recipient opens it.
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(first).toHaveClass("holds", { timeout: 30_000 });
  await expect(second).not.toHaveClass("holds");
  // The values that the worksheet asks for are there to be copied.
  const digits = /&d=([0-9a-f]{8})/.exec(address)?.[1] ?? "";
  await expect(page.locator("#part-way .digest")).toHaveText(digits);
  await page.getByRole("link", { name: "Answer it yourself" }).click();
  await expect(page.getByRole("button", { name: "Lock my answer" })).toBeVisible();
  await expect(page.locator(".handed")).toHaveCount(0);
  expect(page.url()).not.toMatch(/[&#][adg]=/);
});

test("no threshold at all is the largest: the slider's thumb stands at its end", async ({ page }) => {
  await open(page, "slow_start", "&a=1a.c._");
  await press(page, "Use the controls", "pointer");
  const slider = page.locator('[data-setting$="initial_ssthresh_packets"] input[type=range]');
  await expect(slider).toHaveValue("1");
  await controlsWork(page);
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveValue("0");
});

test("a moment is found by the playhead, by keyboard: not where nothing is known yet, but where belief and truth differ", async ({
  page,
}) => {
  await open(page, "envelope", "&a=1b.p._");
  await press(page, "Use the controls", "keyboard");
  const playhead = page.locator("#run-side .chart-stack [role=slider]").first();
  await expect(playhead).toBeVisible();
  await press(page, "Pause", "keyboard", "#run-side");
  await playhead.focus();
  await page.keyboard.press("Home");
  await press(page, "This moment", "keyboard", "#part-try");
  await expect(page.locator("#part-try .state").first()).toContainText("Not this moment: at 0");
  await playhead.focus();
  // Four and a half seconds: the queue is full, and believed to rise.
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press("ArrowRight");
    if (/^4\.[3-7]/.test((await page.locator("#run-side .clock").textContent()) ?? "")) break;
  }
  await press(page, "This moment", "keyboard", "#part-try");
  await expect(page.locator("#part-try .state").first()).toContainText(
    /Found: at 4\.\d.* infers .rising.; the true state is .full./u,
  );
  await expect(page.locator("#part-try .holds .reply")).not.toBeEmpty();
});
