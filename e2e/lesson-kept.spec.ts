/**
 * A device's memory of a lesson: one's own answers are recognised after a reload, what is not locked and what was written is
 * there again, all of it can be deleted, and the browser's Back shows what the address has. Not here: that every kind of answer is
 * read as it was written (web/src/lessons/lesson-kept.test.ts).
 */
import type { Page } from "@playwright/test";
import { back, expect, test } from "./sandbox.ts";

/** Opens a lesson, or an address. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address.includes(":") ? address : `/lessons.html#lesson=${address}`);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator("#text h1")).not.toBeEmpty();
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await ready(page);
}

const lock = (page: Page, part: string) => page.locator(part).getByRole("button", { name: "Lock my answer" }).click();

/** Answers the first question of the window with a number, and brings its run to the end. */
async function answer(page: Page, value: string): Promise<void> {
  await page.locator("#part-ask-0 .ask-field input").fill(value);
  await lock(page, "#part-ask-0");
  await page.locator("#run-side").getByRole("button", { name: "To the run's end" }).click();
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
}

const handed = (page: Page) => page.locator(".handed");

test("one's own answers are one's own after a reload; on another device they came with a link", async ({
  page,
  browser,
}) => {
  await open(page, "window");
  await expect(page.locator(".kept")).toHaveCount(0);
  await answer(page, "2.5");
  const first = page.url();
  await reload(page);
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
  await expect(handed(page)).toHaveCount(0);
  // A later answer, and the link of before it.
  await page.locator("#part-ask-1 input").first().check();
  await lock(page, "#part-ask-1");
  await expect.poll(() => page.url()).not.toBe(first);
  await open(page, first);
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
  await expect(handed(page)).toHaveCount(0);
  // By an address without answers and from the list all of them come back.
  await open(page, "window");
  await expect(page.locator("#part-ask-1 .given")).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/lessons.html");
  await page.getByRole("link", { name: "Go on: What a window is" }).click();
  await ready(page);
  await expect(page.locator("#part-ask-1 .given")).toBeVisible();
  await expect(page.locator("#part-ask-0 .given")).toContainText("2.5 Mbit/s");
  // A room sees the lesson from its beginning.
  await open(page, "window&profile=projector");
  await expect(page.locator("#part-reveal-0")).toHaveCount(0);
  // Answers that nobody gave here.
  await open(page, first.replace(/a=1[^.]+/, "a=1f"));
  await expect(handed(page)).toContainText("the person who gave them");
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await open(elsewhere, first);
  await expect(handed(elsewhere)).toContainText("the person who gave them");
  await expect(elsewhere.locator(".kept")).not.toContainText(/kept|Delete/);
  await expect(elsewhere.locator(".main-difference")).toHaveCount(0);
  await other.close();
});

test("Back shows the answers that its address has", async ({ page }) => {
  await open(page, "window&a=1n._._");
  await expect(handed(page)).toBeVisible();
  // The page writes its address, with the run's digest.
  await expect.poll(() => page.url()).toMatch(/&d=/);
  const address = page.url();
  await page.getByRole("link", { name: "Answer it yourself" }).click();
  await expect(page.locator("#part-ask-0").getByRole("button", { name: "Lock my answer" })).toBeVisible();
  await back(page);
  await expect(page.locator("#part-ask-0 .given")).toBeVisible();
  expect(page.url()).toBe(address);
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible({ timeout: 30_000 });
});

test("what was written under a run stays on the device, until it is deleted there", async ({ page }) => {
  await open(page, "window");
  await answer(page, "2.5");
  const line = page.locator("#part-reveal-0 .main-difference input");
  await expect(page.locator("#part-reveal-0 .main-difference")).toContainText(
    "why did the run differ from what you expected?",
  );
  await expect(page.locator("#part-reveal-0 .main-difference")).toContainText("(Kept on this device;");
  await line.fill("One window per round trip");
  await reload(page);
  await expect(line).toHaveValue("One window per round trip");
  await page.locator(".kept").getByRole("button", { name: "Delete them and start again" }).click();
  await expect(page.locator("#part-ask-0").getByRole("button", { name: "Lock my answer" })).toBeVisible();
  expect(page.url()).not.toContain("a=1");
  await expect(page.locator(".kept")).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("lesson.")))).toEqual([]);
  await answer(page, "2.5");
  await expect(line).toHaveValue("");
});

test("where storage is refused the page says that nothing is saved, and works", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("refused", "SecurityError");
      },
    }),
  );
  await open(page, "window");
  await answer(page, "2.5");
  await expect(page.locator("#part-reveal-0 .main-difference")).toContainText("(Not kept;");
  await page.locator("#part-reveal-0 .main-difference input").fill("One window per round trip");
  await expect(page.locator(".kept")).not.toContainText(/kept|Delete/);
  await reload(page);
  await expect(handed(page)).toBeVisible();
});

test("an answer that is not locked is there after a reload: a number, a choice, points, an order, a curve, a second answer", async ({
  page,
}) => {
  const unlocked = page.getByText("It is not locked yet.");
  await open(page, "window");
  const field = page.locator("#part-ask-0 .ask-field input");
  await field.fill("2.55");
  await expect(unlocked).toHaveCount(0);
  await reload(page);
  await expect(field).toHaveValue("2.55");
  await expect(unlocked).toBeVisible();
  await field.fill("");
  await reload(page);
  await expect(field).toHaveValue("");
  await answer(page, "2.5");
  await page.locator("#part-ask-1 input").nth(1).check();
  await reload(page);
  await expect(page.locator("#part-ask-1 input").nth(1)).toBeChecked();
  // Once more, before the second question is locked.
  await page.locator("#part-ask-0").getByRole("button", { name: "Answer again" }).click();
  await field.fill("3.5");
  await reload(page);
  await expect(field).toHaveValue("3.5");
  await expect(page.locator("#part-ask-1 input").nth(1)).toBeChecked();

  await open(page, "random_loss");
  await page.locator("#part-ask-0").getByRole("button", { name: "I do not know" }).click();
  await page.locator("#run-side").getByRole("button", { name: "To the run's end" }).click();
  const sliders = page.locator("#ask-shape input");
  await sliders.nth(1).focus();
  await page.keyboard.press("End");
  await reload(page);
  await expect(sliders.nth(1)).toHaveAttribute("aria-valuetext", /^100/);
  await expect(sliders.first()).toHaveAttribute("aria-valuetext", "no answer yet");
  await expect(page.locator("#part-ask-1").getByRole("button", { name: "Lock my answer" })).toBeDisabled();

  await open(page, "sawtooth");
  const sketch = page.locator(".sketches button").nth(1);
  await sketch.click();
  await expect(sketch).toHaveAttribute("aria-pressed", "true");
  await reload(page);
  await expect(sketch).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".draw-pad").getByRole("slider").first()).not.toHaveAttribute(
    "aria-valuetext",
    /no answer/,
  );
  // A lesson that somebody else answers begins without it.
  await open(page, "window&a=1f._._");
  await expect(handed(page)).toBeVisible();
  await expect(page.locator("#part-ask-1 input:checked")).toHaveCount(0);
});
