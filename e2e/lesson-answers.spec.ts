/**
 * A reader's answer is taken as it is given: for one question of every kind (slider and number box, sliders of points, choice, order,
 * drawing, sketch) by mouse, touch, keyboard and typing, the answer on the page, the locked one and the one in the address are
 * the one that was given. Where the focus is meanwhile. Not here: lessons from end to end (lessons.spec.ts), each lesson's questions and their answers in an
 * address (web/src/lessons/lessons.test.ts).
 */
import type { Locator, Page } from "@playwright/test";
import { type Answer, type Asked, readAnswers } from "../web/src/lessons/answers.ts";
import type { AskNumber } from "../web/src/lessons/types.ts";
import { factsOf, questionsOf } from "./lesson-acts.ts";
import { expect, test } from "./sandbox.ts";

/** Opens a lesson at a question: those before it were not known. */
async function open(page: Page, id: string, index: number): Promise<void> {
  const { asks } = factsOf(id);
  const fields = [...asks.map((_, i) => (i < index ? "-" : "_")), "_"];
  await page.goto("about:blank");
  await page.goto(`/lessons.html#lesson=${id}${index > 0 ? `&a=1${fields.join(".")}` : ""}`);
  await expect(page.locator(`#part-ask-${index}`)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
}

/** Holds the engine back until the function that it returns is called. */
async function delayEngine(page: Page): Promise<() => void> {
  let fetched = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    fetched = resolve;
  });
  await page.route(/sawtooth_wasm_bg-[^/]+\.wasm/, async (route) => {
    await late;
    await route.continue();
  });
  return fetched;
}

/** Locks the answer; returns it as the address has it. */
async function locked(page: Page, id: string, index: number): Promise<Answer | null> {
  await page.locator(`#part-ask-${index}`).getByRole("button", { name: "Lock my answer" }).click();
  await expect(page.locator(`#part-reveal-${index} h2`)).toBeFocused();
  const { asks, transfer } = factsOf(id);
  const asked: Asked[] = [...asks, { kind: "choose", options: transfer.options }];
  const field = /&a=([^&]*)/.exec(page.url())?.[1] ?? "";
  const { answers, wrong } = readAnswers(decodeURIComponent(field), asked);
  expect(wrong, field).toBe(false);
  return answers[index]?.first ?? null;
}

const boxOf = async (part: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return box;
};

/** Where a share of a slider's range lies, px: the thumb's middle keeps half its width from either end. */
async function placeOn(slider: Locator, share: number): Promise<[x: number, y: number]> {
  const box = await boxOf(slider);
  return [box.x + 9 + share * (box.width - 18), box.y + box.height / 2];
}

/** The number in a text as "5.2 Mbit/s". */
const numberIn = (text: string | null): number => Number.parseFloat(text ?? "");

/** The slider's value, which its words and the number box say, too. */
async function saidBy(page: Page, ask: AskNumber, index: number): Promise<number> {
  const slider = page.locator(`#ask-${ask.id}`);
  const value = numberIn(await slider.getAttribute("aria-valuetext"));
  expect(numberIn(await page.locator(`#part-ask-${index} .ask-field input`).inputValue())).toBe(value);
  expect(Math.abs(ask.min + Number(await slider.inputValue()) * ask.step - value)).toBeLessThanOrEqual(
    ask.step / 2 + 1e-9,
  );
  return value;
}

/** As a share of what can be answered. */
const shareOf = ({ min, max }: AskNumber, value: number): number => (value - min) / (max - min);

test.describe("the slider", () => {
  /** One that is not the first of its lesson, and has steps of its own. */
  const later = questionsOf("number")
    .filter(({ index }) => index > 0)
    .slice(0, 1);
  for (const { id, index, ask } of later) {
    test(`${id}, question ${index + 1}: mouse, drag and keys`, async ({ page }) => {
      await open(page, id, index);
      const slider = page.locator(`#ask-${ask.id}`);
      const share = async (): Promise<number> => shareOf(ask, await saidBy(page, ask, index));
      await expect(slider).toHaveAttribute("aria-valuetext", "no answer yet");
      for (const place of [0.7, 0.2]) {
        await page.mouse.click(...(await placeOn(slider, place)));
        expect(Math.abs((await share()) - place), `a click at ${place}`).toBeLessThan(0.025);
      }
      await page.mouse.move(...(await placeOn(slider, 0.3)));
      await page.mouse.down();
      await page.mouse.move(...(await placeOn(slider, 0.8)), { steps: 6 });
      await page.mouse.up();
      expect(Math.abs((await share()) - 0.8), "a drag to 0.8").toBeLessThan(0.025);
      await slider.focus();
      const before = await saidBy(page, ask, index);
      for (let presses = 0; presses < 10; presses++) await page.keyboard.press("ArrowLeft");
      const after = await saidBy(page, ask, index);
      expect(after, "ten arrow keys").toBeCloseTo(before - 10 * ask.step, 6);
      expect(await locked(page, id, index)).toEqual({ kind: "number", value: after });
      expect(numberIn(await page.locator(`#part-ask-${index} .given span`).textContent())).toBe(after);
    });
  }

  test("by keys alone: the middle is taken by Enter, ends by Home and End", async ({ page }) => {
    await open(page, "window", 0);
    const ask = questionsOf("number").find((one) => one.id === "window")?.ask as AskNumber;
    const slider = page.locator(`#ask-${ask.id}`);
    await slider.focus();
    await page.keyboard.press("Enter");
    expect(await saidBy(page, ask, 0)).toBe(5);
    await page.keyboard.press("End");
    expect(await saidBy(page, ask, 0)).toBe(10);
    await page.keyboard.press("Home");
    expect(await saidBy(page, ask, 0)).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await locked(page, "window", 0)).toEqual({ kind: "number", value: 0.1 });
  });

  test("what is typed keeps the precision of the exact answer; the slider then moves on from there", async ({
    page,
  }) => {
    const ask = questionsOf("number").find((one) => one.id === "window")?.ask as AskNumber;
    const slider = page.locator(`#ask-${ask.id}`);
    const field = page.locator("#part-ask-0 .ask-field input");
    await open(page, "window", 0);
    await field.pressSequentially("2,25");
    await page.keyboard.press("Tab");
    await expect(page.locator("#part-ask-0 .note")).toHaveText("");
    expect(await saidBy(page, ask, 0)).toBe(2.25);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    expect(await saidBy(page, ask, 0)).toBe(2.4);
    await field.fill("2.25");
    expect(await locked(page, "window", 0)).toEqual({ kind: "number", value: 2.25 });
    await expect(page.locator("#part-ask-0 .given")).toContainText("2.25\u202fMbit/s");
    await page.getByRole("button", { name: "To the run's end" }).click();
    await expect(page.locator("#part-reveal-0 .difference")).toContainText("You said 2.25\u202fMbit/s.");
    // Its link holds it.
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.locator("#part-ask-0 .given")).toContainText("2.25\u202fMbit/s");
  });
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a slider, points, a choice, an order, a curve", async ({ page }) => {
    test.setTimeout(120_000);
    const number = questionsOf("number").find((one) => one.id === "window");
    const points = questionsOf("points")[0];
    const choose = questionsOf("choose")[0];
    const order = questionsOf("order")[0];
    const draw = questionsOf("draw")[0];
    if (!number || !points || !choose || !order || !draw) throw new Error("a kind of question is not asked any more");

    await open(page, number.id, number.index);
    await page.touchscreen.tap(...(await placeOn(page.locator(`#ask-${number.ask.id}`), 0.23)));
    const value = await saidBy(page, number.ask, number.index);
    expect(Math.abs(shareOf(number.ask, value) - 0.23)).toBeLessThan(0.03);
    expect(await locked(page, number.id, number.index)).toEqual({ kind: "number", value });

    await open(page, points.id, points.index);
    const sliders = page.locator(`#ask-${points.ask.id} input`);
    const steps: number[] = [];
    for (let i = 0; i < points.ask.points.length; i++) {
      const place = 0.1 + 0.15 * i;
      await page.touchscreen.tap(...(await placeOn(sliders.nth(i), place)));
      const most = (points.ask.max - points.ask.min) / points.ask.step;
      const step = async (): Promise<number> => Number(await sliders.nth(i).inputValue());
      // The browser makes a press of a tap a moment later.
      await expect.poll(async () => Math.abs((await step()) / most - place)).toBeLessThan(0.04);
      steps.push(await step());
    }
    expect(await locked(page, points.id, points.index)).toEqual({ kind: "points", steps });

    await open(page, choose.id, choose.index);
    const option = choose.ask.options.at(-1) ?? "";
    await page.locator(`#ask-${choose.ask.id} label`).last().scrollIntoViewIfNeeded();
    await page.locator(`#ask-${choose.ask.id} label`).last().tap();
    expect(await locked(page, choose.id, choose.index)).toEqual({ kind: "choose", option });

    await open(page, order.id, order.index);
    const last = order.ask.cards.length - 1;
    await page.locator(`#ask-${order.ask.id} li`).nth(last).getByRole("button").first().tap();
    const cards = [...order.ask.cards];
    cards.splice(last - 1, 0, ...cards.splice(last, 1));
    expect(await locked(page, order.id, order.index)).toEqual({ kind: "order", cards });

    await open(page, draw.id, draw.index);
    const pad = await boxOf(page.locator(".draw-pad"));
    // A finger, as the browser reports it to the page.
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", share = 0, height = 0) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: pad.x + share * pad.width, y: pad.y + height * pad.height }],
      });
    await touch("touchStart", 0.02, 0.9);
    for (let i = 1; i <= 12; i++) await touch("touchMove", 0.02 + i * 0.08, 0.9 - i * 0.06);
    await touch("touchEnd");
    const drawn = await locked(page, draw.id, draw.index);
    if (drawn?.kind !== "draw") throw new Error("no curve was taken");
    expect(
      drawn.levels.every((level, i) => i === 0 || level >= (drawn.levels[i - 1] ?? 0)),
      "it rises",
    ).toBe(true);
    expect((drawn.levels.at(-1) ?? 0) - (drawn.levels[0] ?? 0)).toBeGreaterThan(20);
  });
});

for (const by of ["mouse", "keyboard"] as const) {
  for (const { id, index, ask } of questionsOf("points").slice(0, 1))
    test(`${id}, question ${index + 1}: points by ${by}`, async ({ page }) => {
      await open(page, id, index);
      const sliders = page.locator(`#ask-${ask.id} input`);
      const most = Math.round((ask.max - ask.min) / ask.step);
      const steps: number[] = [];
      for (let i = 0; i < ask.points.length; i++) {
        if (by === "mouse") {
          const place = 0.9 - 0.13 * i;
          // Clicked as a locator, which waits until the page above has its height and the slider stands.
          const { width, height } = await boxOf(sliders.nth(i));
          await sliders.nth(i).click({ position: { x: 9 + place * (width - 18), y: height / 2 } });
          steps.push(Number(await sliders.nth(i).inputValue()));
          expect(Math.abs((steps[i] ?? 0) / most - place)).toBeLessThan(0.03);
        } else {
          await sliders.nth(i).focus();
          for (let presses = 0; presses <= i; presses++) await page.keyboard.press("ArrowRight");
          steps.push(Math.round(most / 2) + i + 1);
        }
      }
      expect(await locked(page, id, index)).toEqual({ kind: "points", steps });
    });

  for (const { id, index, ask } of questionsOf("choose").slice(0, 1))
    test(`${id}, question ${index + 1}: a choice by ${by}`, async ({ page }) => {
      await open(page, id, index);
      if (by === "mouse") await page.locator(`#ask-${ask.id} label`).nth(1).click();
      else {
        await page.locator(`#ask-${ask.id} input`).first().focus();
        await page.keyboard.press("ArrowDown");
      }
      expect(await locked(page, id, index)).toEqual({ kind: "choose", option: ask.options[1] });
    });

  for (const { id, index, ask } of questionsOf("order").slice(0, 1))
    test(`${id}, question ${index + 1}: an order by ${by}`, async ({ page }) => {
      await open(page, id, index);
      const rows = page.locator(`#ask-${ask.id} li`);
      const cards = [...ask.cards];
      if (by === "mouse") {
        await rows.nth(0).scrollIntoViewIfNeeded();
        const [to, past] = [await boxOf(rows.nth(0)), await boxOf(rows.nth(1))];
        await rows.nth(2).locator("span").hover();
        await page.mouse.down();
        await page.mouse.move(past.x + 40, past.y + past.height / 2, { steps: 4 });
        // The page is drawn anew while the card is on its way.
        await page.evaluate(() => document.querySelector<HTMLElement>("#run-side .play")?.click());
        await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 4 });
        await page.mouse.up();
        cards.splice(0, 0, ...cards.splice(2, 1));
      } else {
        await rows.nth(0).getByRole("button").last().focus();
        await page.keyboard.press("Enter");
        cards.splice(1, 0, ...cards.splice(0, 1));
      }
      expect(await locked(page, id, index)).toEqual({ kind: "order", cards });
    });

  for (const { id, index, ask } of questionsOf("draw").slice(0, 1)) {
    test(`${id}, question ${index + 1}: a curve by ${by}`, async ({ page }) => {
      await open(page, id, index);
      const pad = page.locator(".draw-pad");
      if (by === "mouse") {
        const box = await boxOf(pad);
        await page.mouse.move(box.x + 0.01 * box.width, box.y + 0.2 * box.height);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.99 * box.width, box.y + 0.8 * box.height, { steps: 20 });
        await page.mouse.up();
      } else {
        const handles = pad.getByRole("slider");
        await handles.first().focus();
        for (let presses = 0; presses < 3; presses++) await page.keyboard.press("PageUp");
        // To the last handle: the other end goes down.
        for (let moves = 1; moves < (await handles.count()); moves++) await page.keyboard.press("ArrowRight");
        for (let presses = 0; presses < 3; presses++) await page.keyboard.press("PageDown");
      }
      const drawn = await locked(page, id, index);
      if (drawn?.kind !== "draw") throw new Error("no curve was taken");
      expect((drawn.levels[0] ?? 0) - (drawn.levels.at(-1) ?? 0), "it falls").toBeGreaterThan(20);
    });

    test(`${id}, question ${index + 1}: a sketch by ${by}, also before the chart is there`, async ({ page }) => {
      // With the engine the chart is late.
      const fetched = await delayEngine(page);
      await page.goto(`/lessons.html#lesson=${id}`);
      const [, name = ""] = Object.keys(ask.sketches);
      const sketch = page.locator(".sketches button").nth(1);
      if (by === "mouse") await sketch.click();
      else {
        await sketch.focus();
        await page.keyboard.press("Space");
      }
      await expect(sketch).toHaveAttribute("aria-pressed", "true");
      fetched();
      await expect(page.locator(".draw-handle.is-set").first()).toBeVisible({ timeout: 30_000 });
      await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
      const levels = ask.sketches[name]?.map((value) => Math.min(63, Math.max(0, Math.round((value / ask.max) * 63))));
      expect(await locked(page, id, index)).toEqual({ kind: "draw", levels });
    });
  }
}

test("a pad is empty but for a dot where the known part ends; its points come with the focus (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "sawtooth", 0);
  const pad = page.locator(".draw-pad");
  const seen = () =>
    pad.locator(".draw-handle").evaluateAll((all) => {
      return all.filter((handle) => getComputedStyle(handle, "::after").display !== "none").length;
    });
  await expect(pad).toBeVisible();
  expect(await seen()).toBe(0);
  // At 2.7 s the window is 67 or 68 packets of an axis of 100.
  const share = async () => {
    const [dot, box] = [await boxOf(pad.locator(".draw-pencil")), await boxOf(pad)];
    return 1 - (dot.y + dot.height / 2 - box.y) / box.height;
  };
  await expect.poll(share).toBeGreaterThan(0.66);
  expect(await share()).toBeLessThan(0.7);
  await pad.getByRole("slider").first().focus();
  expect(await seen()).toBe(12);
  await page.locator("body").press("Tab");
  expect(await seen()).toBe(0);
  await page.locator(".sketches button").first().click();
  expect(await seen()).toBe(12);
});

test("with less motion, too, the pad lies over the whole plot, from the chart's zero to its top", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const [draw] = questionsOf("draw");
  if (!draw) throw new Error("no question asks for a curve");
  // The pad comes before the chart has its place and its range.
  const fetched = await delayEngine(page);
  const opening = open(page, draw.id, draw.index);
  await expect(page.locator(`#part-ask-${draw.index}`)).toBeVisible();
  fetched();
  await opening;
  // The canvas reaches a few px over both ends.
  const beyond = async (): Promise<number> => {
    const pad = await boxOf(page.locator(".draw-pad"));
    return (await boxOf(page.locator("#run-side .chart-data:not(.ahead)"))).height - pad.height;
  };
  await expect.poll(beyond).toBeLessThan(40);
  await page.setViewportSize({ width: 390, height: 664 });
  await expect.poll(beyond).toBeLessThan(40);
});

test("a choice is not told back as a number that nobody said", async ({ page }) => {
  await open(page, "delay_signal", 0);
  await page.locator("#ask-beside label", { hasText: "more than half" }).click();
  expect(await locked(page, "delay_signal", 0)).toEqual({ kind: "choose", option: "more" });
  await page.getByRole("button", { name: "To the run's end" }).click();
  const row = page.locator("#part-reveal-0 .bars li").first();
  await expect(row.locator("b").last()).toContainText("%", { timeout: 30_000 });
  await expect(row.locator("path.you")).toHaveCount(1);
  await expect(row.locator("small")).toHaveText(["you"]);
  await expect(page.locator("#part-reveal-0 .answered li", { hasText: "more than half" })).toContainText("you");
});

test("by keyboard: two tabs lead to the first answer, and the focus is never lost", async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? "");
  await open(page, "window", 0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the question" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#ask-speed")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.locator("#part-ask-0").getByRole("button", { name: "Lock my answer" }).press("Enter");
  await expect(page.locator("#part-reveal-0 h2")).toBeFocused();
  await page.getByRole("button", { name: "To the run's end" }).press("Enter");
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
  await expect(page.locator("#part-reveal-0 h2")).toBeFocused();
  // A button that goes away when it is pressed leaves the focus in its part.
  await page.locator("#part-ask-0").getByRole("button", { name: "Answer again" }).press("Enter");
  await expect(page.locator("#part-ask-0").getByRole("button", { name: "Lock my second answer" })).toBeVisible();
  expect(await focused()).not.toBe("BODY");
  await page.locator("#ask-speed").press("ArrowLeft");
  await page.getByRole("button", { name: "Lock my second answer" }).press("Enter");
  await expect(page.locator("#part-reveal-0 .difference")).toHaveCount(2);
  expect(await focused()).not.toBe("BODY");
  await page.keyboard.press("Home");

  // The next question's way leads to it.
  await page.getByRole("link", { name: "To the question" }).press("Enter");
  await expect(page.locator("#part-ask-1").locator(":focus")).toHaveCount(1);
  await page.locator("#part-ask-1").getByRole("button", { name: "I do not know" }).press("Enter");
  await page.getByRole("button", { name: "To the run's end" }).press("Enter");
  await expect(page.locator("#part-reveal-1 h2")).toBeFocused();
  await page.getByRole("button", { name: "Use the controls" }).press("Enter");
  await expect(page.getByRole("button", { name: "Reset" })).toBeFocused();
  await page.getByRole("button", { name: "To the run's end" }).press("Enter");
  await expect(page.locator("#run-side .play")).toBeFocused();
  await page.locator("#ask-transfer input").first().press("Space");
  await page.locator("#part-transfer").getByRole("button", { name: "Lock my answer" }).press("Enter");
  await expect(page.locator("#part-transfer .reply").first()).toBeVisible();
  expect(await focused()).not.toBe("BODY");

  const order = questionsOf("order")[0];
  if (!order) return;
  await open(page, order.id, order.index);
  await page.getByRole("button", { name: "Keep this order" }).press("Enter");
  await expect(page.getByRole("button", { name: "Lock my answer" })).toBeFocused();
});
