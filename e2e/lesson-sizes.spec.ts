/**
 * A lesson on screens of several sizes: what is named, what stays in view and what covers nothing on a phone; access. Not here: what the
 * lesson does (lessons.spec.ts, lesson-play.spec.ts).
 */
import type { Page } from "@playwright/test";
import { controlsWork, open, press } from "./lesson-acts.ts";
import { expect, findings, sideways, test } from "./sandbox.ts";

test("a term's meaning opens beside it, on the screen, as a whole sentence", async ({ page }) => {
  await open(page, "window");
  for (const [width, height] of [
    [1280, 800],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const term = page.locator("#part-hook .term").first();
    await term.click();
    const meaning = page.locator("#part-hook .meaning").first();
    await expect(meaning).toHaveText(/^An ACK \(acknowledgement\) is .*\.$/);
    await expect
      .poll(async () => {
        const [one, other] = [await term.boundingBox(), await meaning.boundingBox()];
        return one && other ? Math.abs(other.y - one.y - one.height) : Number.NaN;
      })
      .toBeLessThan(16);
    const box = await meaning.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await expect(meaning).toBeHidden();
  }
});

test("a phone names chart, question and run; what a run showed comes to the screen's top, also where the page is short", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "slow_start");
  const here = page.locator("#parts .here");
  await expect(here).toHaveText("Question 1, 2 of 10");
  for (const [i, name] of ["Window", "Queue"].entries()) {
    await press(page, "I do not know", "pointer", `#part-ask-${i}`);
    await expect(here).toHaveText(`Run ${i + 1}, ${3 + 2 * i} of 10`);
    const panel = page.locator("#run-side .tabs :is(.only, [aria-selected=true])");
    await expect(panel).toHaveText(name);
    await press(page, "To the run's end", "pointer", "#run-side");
    const heading = page.locator(`#part-reveal-${i} h2`);
    const top = async (): Promise<number> => (await heading.boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThan(844 / 4);
    expect(await top()).toBeGreaterThan(0);
    await expect(page.locator(`#part-reveal-${i} .difference`)).toBeInViewport();
    if (i === 0) await expect(here).toHaveText("Run 1, 3 of 10");
  }
});

test("a phone names the part that is read; in free play the goal has half of the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "window", "&a=1n.c._");
  const here = page.locator("#parts .here");
  await expect(here).toHaveText("Begin, 1 of 10");
  await page.locator("#part-explain").evaluate((part) => part.scrollIntoView());
  await expect(here).toHaveText("Explanation, 6 of 10");
  await press(page, "Use the controls", "pointer");
  await expect(page.locator("#run-side .controls input").first()).toBeVisible();
  const panel = async (): Promise<number> => (await page.locator("#run-side").boundingBox())?.height ?? 844;
  await expect.poll(panel).toBeLessThan(844 / 2);
});

for (const [lang, take, width, height] of [
  ["de", "Versuchen", 360, 640],
  ["en", "Try it", 640, 360],
] as const) {
  test(`a phone's panel with its controls leaves the goal's card free: ${width}x${height}, ${lang}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // The most controls, and the longest card.
    for (const [id, answers] of [
      ["shadow_window", "1-.-._"],
      ["two_algorithms", "1-.-._"],
    ] as const) {
      await page.goto("about:blank");
      await open(page, id, `&a=${answers}&lang=${lang}`);
      const card = page.locator(".goals li").first();
      await card.getByRole("button", { name: take }).click();
      await expect(card.locator(".state")).not.toBeEmpty();
      await expect(page.locator("#run-side .controls input").first()).toBeInViewport();
      const box = async (name: string) => await page.locator(name).first().boundingBox();
      const barEnd = async (): Promise<number> => {
        const bar = await box("#parts");
        return (bar?.y ?? 0) + (bar?.height ?? 0);
      };
      const free = async (): Promise<boolean> => {
        const [goal, panel, bar] = await Promise.all([box(".goals li"), box("#run-side"), box("#parts")]);
        if (!goal || !panel || !bar) return false;
        const beside = goal.x + goal.width <= panel.x;
        const foot = beside ? height : panel.y;
        return goal.y >= bar.y + bar.height && goal.y + goal.height <= foot;
      };
      await expect.poll(free).toBe(true);
      // As where the panel was higher for a moment: the card's beginning comes to be under the bar.
      await card.evaluate((element) => element.scrollIntoView({ block: "start" }));
      expect((await box(".goals li"))?.y).toBeGreaterThanOrEqual(await barEnd());
      // Its last control can be reached, too.
      const last = page.locator("#run-side .controls :is(input, select)").last();
      await last.focus();
      await expect(last).toBeInViewport();
    }
  });
}

test("axe finds nothing: the list, a lesson, its controls, points and orders", async ({ page }) => {
  await page.goto("/lessons.html");
  await expect(page.locator(".track").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await open(page, "window", "&a=11o!n.a.b");
  await expect(page.locator("#part-way")).toBeVisible({ timeout: 30_000 });
  await press(page, "Use the controls", "pointer");
  await expect(page.locator("#run-side .controls input").first()).toBeVisible();
  await controlsWork(page);
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const id of ["buffer_size", "aqm"]) {
    await page.goto("about:blank");
    await open(page, id);
    expect(await findings(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
  // Curves over a setting, of words, too.
  await page.goto("about:blank");
  await open(page, "two_algorithms", "&a=1c.~ZeaMFe._");
  await expect(page.locator("#part-reveal-1 .is-words path.run")).toHaveAttribute("d", /(M[^M]+){6}/, {
    timeout: 30_000,
  });
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("nothing scrolls sideways: a question, controls, bars", async ({ page }) => {
  const fits = async (): Promise<void> => {
    for (const [width, height] of [
      [360, 640],
      [640, 360],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => sideways(page), `${width}x${height}`).toBeLessThanOrEqual(0);
    }
  };
  await open(page, "window");
  await fits();
  await page.goto("about:blank");
  await open(page, "buffer_size", "&a=1~MMMMMM._._");
  await expect(page.locator(".bars li")).toHaveCount(6);
  await expect(page.locator(".bars")).not.toContainText("…", { timeout: 30_000 });
  await fits();
  await page.goto("about:blank");
  await open(page, "window", "&a=11o!n.a.b");
  await press(page, "Use the controls", "pointer");
  await controlsWork(page);
  await fits();
});

test("after an answer the bar of parts cuts no line, and on a phone all of a question is over the run", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/lessons.html#lesson=queue_delay");
  const lock = page.getByRole("button", { name: "Lock my answer" });
  await expect(lock).toBeVisible();
  await expect(page.locator(".run-side .stage")).toBeVisible();
  const bottom = async (of: ReturnType<Page["locator"]>): Promise<number> => {
    const box = await of.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const run = await page.locator(".run-side").boundingBox();
  expect(await bottom(lock)).toBeLessThanOrEqual(run?.y ?? 0);

  await page.setViewportSize({ width: 1366, height: 900 });
  await page.getByRole("radio").nth(1).click({ force: true });
  await lock.click();
  await expect(page.locator("#part-reveal-0")).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const bar = await bottom(page.locator(".parts-side"));
  for (const heading of await page.locator(".text-side h2:not(.unseen)").all()) {
    const box = await heading.boundingBox();
    const isCut = box !== null && box.y < bar && box.y + box.height > bar;
    expect(isCut, (await heading.textContent()) ?? "").toBe(false);
  }
});
