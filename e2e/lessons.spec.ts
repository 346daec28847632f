/**
 * The lessons in a browser: some, with every kind of question, taken from the first sentence to the last question by pointer and by
 * keyboard alone, with right and other answers; their links restore them; the gallery, access, sizes. Not here: the other lessons' parts,
 * bands and goals (web/src/lessons/lessons.test.ts), free play (lesson-play.spec.ts), what a sighted reader judges (shots.ts).
 */
import type { Page } from "@playwright/test";
import { LESSONS, TRACKS } from "../web/src/lessons/registry.ts";
import type { Ask } from "../web/src/lessons/types.ts";
import { choose, factsOf, open, press } from "./lesson-acts.ts";
import { back, digestOf, expect, findings, lateWorkers, pass, test } from "./sandbox.ts";

/** Puts cards in the right order by their buttons, or says that they lie as they should. */
async function order(page: Page, ask: Extract<Ask, { kind: "order" }>, by: "pointer" | "keyboard", right: boolean) {
  if (!right) {
    await press(page, "Keep this order", by);
    return;
  }
  const cards = [...ask.cards];
  const rows = page.locator(`#ask-${ask.id} li`);
  for (const [to, card] of ask.right.entries())
    for (let at = cards.indexOf(card); at > to; at--) {
      const up = rows.nth(at).getByRole("button").first();
      if (by === "pointer") await up.click();
      else {
        await up.focus();
        await page.keyboard.press("Enter");
      }
      cards.splice(at - 1, 0, ...cards.splice(at, 1));
      // The focus goes along with the card.
      await expect(rows.nth(at - 1).locator("button:focus")).toHaveCount(1);
    }
}

/** Says how large each point is. */
async function points(page: Page, ask: Extract<Ask, { kind: "points" }>, by: "pointer" | "keyboard", right: boolean) {
  const sliders = page.locator(`#ask-${ask.id} input`);
  for (let i = 0; i < ask.points.length; i++) {
    // All are to be given.
    await expect(page.getByRole("button", { name: "Lock my answer" })).toBeDisabled();
    const slider = sliders.nth(i);
    await expect(slider).toHaveAttribute("aria-valuetext", "no answer yet");
    if (by === "pointer") {
      await slider.scrollIntoViewIfNeeded();
      const box = await slider.boundingBox();
      if (!box) throw new Error("the slider is not on the screen");
      await page.mouse.click(box.x + box.width * (right ? 0.9 : 0.15), box.y + box.height / 2);
    } else {
      await slider.focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press(right ? "PageUp" : "ArrowLeft");
    }
    await expect(slider).not.toHaveAttribute("aria-valuetext", "no answer yet");
  }
  // The reader's curve is there before the runs'.
  if (!ask.compared.curve) return;
  const curves = page.locator("section.is-ask .is-curve");
  await expect(curves.locator("path.you")).toHaveAttribute("d", /^M[\d.]+ [\d.]+[Lh]/);
  await expect(curves.locator("path.run")).toHaveCount(0);
}

/** Gives an answer: to the n-th question as the option of that index, or as a number. */
async function give(page: Page, ask: Ask, by: "pointer" | "keyboard", right: boolean): Promise<void> {
  if (ask.kind === "number") {
    const slider = page.locator(`#ask-${ask.id}`);
    if (by === "pointer") {
      await slider.scrollIntoViewIfNeeded();
      const box = await slider.boundingBox();
      if (!box) throw new Error("the slider is not on the screen");
      await page.mouse.click(box.x + box.width * (right ? 0.2 : 0.9), box.y + box.height / 2);
    } else {
      await slider.focus();
      // In the middle, and given only after Enter or a move.
      await expect(slider).toHaveAttribute("aria-valuetext", "no answer yet");
      await page.keyboard.press("Enter");
      await expect(slider).not.toHaveAttribute("aria-valuetext", "no answer yet");
      await page.keyboard.press(right ? "ArrowLeft" : "ArrowRight");
    }
  } else if (ask.kind === "choose") {
    const index = right ? ask.options.indexOf(ask.right) : ask.options.findIndex((one) => one !== ask.right);
    await choose(page, `ask-${ask.id}`, index, by);
  } else if (ask.kind === "order") {
    await order(page, ask, by, right);
  } else if (ask.kind === "points") {
    await points(page, ask, by, right);
  } else if (ask.kind === "draw") {
    const pad = page.locator(".draw-pad");
    await expect(pad).toBeVisible();
    if (by === "keyboard") {
      const handles = pad.getByRole("slider");
      await handles.first().focus();
      await expect(handles.first()).toHaveAttribute("aria-valuetext", /no answer yet$/);
      await page.keyboard.press("PageUp");
      await page.keyboard.press("ArrowRight");
      await expect(handles.nth(1)).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(handles.first()).toHaveAttribute("aria-valuetext", /: \d+(\.\d+)?\s\D+$/u);
    } else if (right) {
      const box = await pad.boundingBox();
      if (!box) throw new Error("the pad is not on the screen");
      const at = (share: number, height: number) => [box.x + share * box.width, box.y + height * box.height] as const;
      await page.mouse.move(...at(0.02, 0.4));
      await page.mouse.down();
      for (let i = 1; i <= 11; i++)
        await page.mouse.move(...at(0.02 + i * 0.088, i % 2 === 0 ? 0.35 : 0.65), { steps: 3 });
      await page.mouse.up();
    } else {
      await page.locator(".sketches button").nth(1).click();
      await expect(page.locator(".sketches button").nth(1)).toHaveAttribute("aria-pressed", "true");
    }
  }
}

/** From the first sentence to the last question. Returns the address at the end. */
async function take(page: Page, id: string, by: "pointer" | "keyboard", right: boolean): Promise<string> {
  const facts = factsOf(id);
  await open(page, id);
  const parts = page.locator("#parts button");
  for (const [i, ask] of facts.asks.entries()) {
    // Nothing of the run may be seen before the answer.
    await expect(page.locator(`#part-reveal-${i}`)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Lock my answer" })).toBeDisabled();
    await give(page, ask, by, right);
    await press(page, "Lock my answer", by);
    await expect(page.locator(`#part-reveal-${i} h2`)).toBeFocused();
    await expect(page.locator(`#part-reveal-${i} .difference`)).toHaveCount(0);
    await press(page, "To the run's end", by, "#run-side");
    await expect(page.locator(`#part-reveal-${i} .difference`)).toContainText(/you said|your curve/i);
    await expect(page.locator("#polite")).toContainText(/you said|your curve/i);
    // Every other run of the figure comes in, too.
    for (const value of await page.locator(`#part-reveal-${i} .bar-value b`).all())
      await expect(value).not.toHaveText("…");
    await expect(page.locator(`#part-reveal-${i} .bars li`)).toHaveCount(ask.compared?.bars?.length ?? 0);
    for (const plot of await page.locator(`#part-reveal-${i} .traces li`).all())
      await expect(plot.locator("path[d^=M]").last()).toBeAttached();
    if (ask.compared?.curve)
      for (const curve of ["run", "you"])
        await expect(page.locator(`#part-reveal-${i} .is-curve path.${curve}`)).toHaveAttribute(
          "d",
          /^M[\d.]+ [\d.]+[Lh]/,
        );
    // Lost packets are listed with the state that was believed.
    if (ask.drops !== undefined)
      await expect(page.locator(`#part-reveal-${i} .drops tbody th`).first()).toHaveText(/\d\s?s$/u);
  }
  await expect(parts.last()).toBeEnabled();
  // Every number of the explanation is of a run that has it.
  for (const value of await page.locator("#part-explain .num[data-of]").all()) await expect(value).toHaveText(/\d/);
  await press(page, "Use the controls", by);
  await expect(page.locator("#run-side .controls :is(input, select)").first()).toBeVisible();
  const { options, right: best } = facts.transfer;
  await choose(page, "ask-transfer", right ? options.indexOf(best) : 0, by);
  await press(page, "Lock my answer", by, "#part-transfer");
  await expect(page.locator("#part-transfer .reply").first()).not.toBeEmpty();
  // No run says it.
  await expect(page.locator("#part-transfer .is-run .tag").last()).toHaveText("correct answer");
  await expect(page.locator("#part-way a").first()).toBeVisible();
  // At the page's top: no button lies half under the bar of parts.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await findings(page)).toEqual([]);
  expect(await page.locator("#text").textContent()).not.toMatch(/undefined|NaN|lesson\.\w+|\[object/);
  return page.url();
}

/**
 * Between them every kind of question, a table of drops, plots of other runs, pointer and keyboard, right answers and others. All kinds
 * by themselves, in every way of giving an answer: lesson-answers.spec.ts.
 */
const TAKEN = [
  ["buffer_size", "pointer", true],
  ["sawtooth", "keyboard", true],
  ["aqm", "keyboard", true],
  ["shadow_window", "pointer", false],
  ["random_loss", "keyboard", false],
  ["two_algorithms", "keyboard", true],
] as const;

for (const [id, by, right] of TAKEN)
  test(`${id} by ${by}, ${right ? "right" : "other"} answers; its link restores them`, async ({ page }) => {
    const address = await take(page, id, by, right);
    expect(address).toMatch(/&a=1[^&]+&d=[0-9a-f]{8}/);
    const shown = await page.locator(".given").allTextContents();
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.locator("#part-way")).toContainText("The run is the same", { timeout: 30_000 });
    expect(await page.locator(".given").allTextContents()).toEqual(shown);
    if (id !== "sawtooth") return;
    await page.goto("about:blank");
    await page.goto(address.replace(/d=[0-9a-f]{8}/, "d=00000000"));
    await expect(page.locator("#part-way")).toContainText("differs from the one", { timeout: 30_000 });
  });

test("before there is a run, nothing is said of its path; then at once what it is", async ({ page }) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const label = document.querySelector("#run-side .path canvas[role=img]")?.getAttribute("aria-label") ?? "";
      if (label !== "" && label !== said.at(-1)) said.push(label);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["aria-label"] });
  });
  await open(page, "window");
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect.poll(async () => (await said()).length, { timeout: 3000 }).toBeGreaterThan(1);
  const [first, second] = await said();
  expect(first).toBe("The path");
  expect(second).toMatch(/^The path: NewReno; a queue, then a link of [\d.]+\s?Mbit\/s/u);
});

test("the explanation's numbers are of a run that keeps its settings, of question 1", async ({ page }) => {
  // The second question's run is on show, whose window changes halfway.
  await open(page, "window", "&a=1n.c._");
  const part = page.locator("#part-explain");
  await expect(part).toContainText("the run of question 1", { timeout: 30_000 });
  await expect(part.locator('[data-of$="receive_window_packets"]')).toHaveText(/^8\spackets$/u);
  await expect(part.locator('[data-of$="rtt_ms.p50"]')).toHaveText(/^41\.2\sms$/u);
  await expect(part.locator('[data-of$="queue_packets.p50"]')).toHaveText(/^0\s/u);
  await expect(part.locator('[data-of$="goodput_bps"]')).toHaveText(/^2\.25\sMbit\/s$/u);
  // The bar is at the last run that was seen, not at the parts that may now be opened.
  const parts = page.locator("#parts button");
  await expect(parts.and(page.locator(".is-last"))).toHaveAttribute("title", "Run 2");
  await expect(parts.last()).toHaveClass("is-ahead");
  await parts.last().click();
  await expect(parts.last()).toHaveClass("is-last");
  await part.locator("..").locator("#part-play button").click();
  await expect(part).toContainText("below is the one on show");
});

test("a lesson's scenario opens in laboratory and widget by its preset's id", async ({ page }) => {
  for (const name of ["index.html", "embed.html"]) {
    await page.goto(`/${name}#preset=lesson_window&autoplay=0`);
    await digestOf(page);
    await expect(page.getByText("A window of 8 packets").first()).toBeVisible();
    await expect(page.locator("#problems")).toBeHidden();
  }
});

test("a value that the first run has shown is known in the second question, on the screen alone", async ({ page }) => {
  await open(page, "random_loss", "&a=1-._._");
  const known = page.locator("#ask-shape .is-known");
  await expect(known).toHaveText(/1\s%\s+32\.9\s%\s+Run 1/u, { timeout: 30_000 });
  await expect(page.locator("#ask-shape input")).toHaveCount(5);
  await page.goto("about:blank");
  await page.goto("/lessons.html#lesson=random_loss&page=sheet");
  await expect(page.locator("ul.points li")).toHaveCount(5);
  await expect(page.locator(".is-worksheet")).not.toContainText("32.9");
});

test("who does not know sees the run, too; a second answer is marked as second", async ({ page }) => {
  await open(page, "window");
  await press(page, "I do not know", "keyboard");
  await press(page, "To the run's end", "pointer", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toContainText("The run shows: 2.25");
  await press(page, "Answer again", "pointer");
  const typed = page.locator("#part-ask-0 .ask-field input");
  await typed.fill("2.3");
  await typed.press("Enter");
  await press(page, "Lock my second answer", "pointer");
  await expect(page.locator("#part-reveal-0 .difference").nth(1)).toContainText("Correct, within the tolerance");
  expect(page.url()).toContain("a=1-!n._._");
});

test("the end of a run may be asked for before the run is there", async ({ page }) => {
  await open(page, "window");
  // The button is pressed in the very frame in which it comes, while the run is still being computed.
  await page.evaluate(
    () =>
      new Promise<void>((pressed) => {
        const all = [...document.querySelectorAll<HTMLButtonElement>("#part-ask-0 button")];
        all.find((each) => each.textContent?.trim() === "I do not know")?.click();
        const look = (): void => {
          const buttons = [...document.querySelectorAll<HTMLButtonElement>("#run-side button")];
          const end = buttons.find((each) => each.textContent?.trim() === "To the run's end");
          if (!end) return void requestAnimationFrame(look);
          end.click();
          pressed();
        };
        look();
      }),
  );
  await expect(page.locator("#part-reveal-0 .difference")).toContainText("The run shows: 2.25");
});

test("a number is an answer while it is typed, and none beyond the ends: that is said, and nothing is kept", async ({
  page,
}) => {
  await open(page, "window");
  const field = page.locator("#part-ask-0 .ask-field input");
  const note = page.locator("#part-ask-0 .note");
  const lock = page.getByRole("button", { name: "Lock my answer" });
  await expect(page.locator("#part-ask-0 .ends")).toContainText("touch or drag");
  await field.pressSequentially("5");
  await expect(lock).toBeEnabled();
  await field.pressSequentially("5");
  await expect(note).toHaveText("Enter a number from 0\u202fMbit/s to 10\u202fMbit/s.");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(lock).toBeDisabled();
  await field.blur();
  await expect(field).toHaveValue("55");
  await expect(lock).toBeDisabled();
  await field.fill("2.346");
  await expect(note).toHaveText("Counts as 2.35\u202fMbit/s.");
  await lock.click();
  await expect(page.locator("#part-ask-0 .given")).toContainText("2.35\u202fMbit/s");
});

test("the run of the window begins slowly; its pictures show the packets, not a solid bar, and no queue where none is needed", async ({
  page,
}) => {
  await open(page, "window");
  await expect(page.locator("#run-side .path-label").filter({ hasText: "on screen" })).toBeVisible();
  await expect(page.locator("#run-side .path-label.is-readout").filter({ hasText: /./ })).toHaveCount(0);
  await press(page, "I do not know", "pointer");
  const scale = page.locator("#run-side .path-label").filter({ hasText: "on screen" });
  await expect(scale).toHaveText(/= 20\sms/);
  await press(page, "To the run's end", "pointer", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
  await expect(page.locator("#run-side .clock")).toHaveText(/^10\.000/);
  await expect(scale).toHaveText(/= 20\sms/);
});

test("the list ticks a lesson that was finished on this device, not one that came by a link", async ({ page }) => {
  const done = page.locator(".lesson-list .done");
  await page.goto("/lessons.html");
  await expect(page.locator(".lesson-list > li").first()).toBeVisible();
  await expect(done).toHaveCount(0);
  await page.goto("about:blank");
  await open(page, "window", "&a=1n.c.b");
  await page.goto("about:blank");
  await page.goto("/lessons.html");
  await expect(page.locator(".lesson-list > li").first()).toBeVisible();
  await expect(done).toHaveCount(0);
  await page.goto("about:blank");
  await open(page, "window", "&a=1n.c._");
  await choose(page, "ask-transfer", 1, "pointer");
  await press(page, "Lock my answer", "pointer", "#part-transfer");
  await page.goto("about:blank");
  await page.goto("/lessons.html");
  await expect(page.locator(".lesson-list > li", { has: page.locator('a[href="#lesson=window"]') })).toContainText(
    "finished on this device",
  );
  await expect(done).toHaveCount(1);
});

test("the gallery lists each lesson once, and what is not there is told", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/lessons.html#lesson=nothing");
  await expect(page.locator("#gallery .problem")).toContainText("nothing");
  await page.goto("/lessons.html");
  const links = page.locator(".lesson-list .title a");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
    LESSONS.map((id) => `#lesson=${id}`),
  );
  for (const lesson of await page.locator(".lesson-list > li").all()) {
    await expect(lesson.locator("p")).not.toBeEmpty();
    await expect(lesson.locator(".tags li")).not.toHaveCount(0);
    await expect(lesson.locator(".sketch .is-first")).toHaveAttribute("d", /^M[\d.]+,[\d.]+L/);
  }
  await page.locator('.lesson-list a[href="#lesson=window"]').click();
  await expect(page.getByRole("heading", { level: 1, name: "What a window is" })).toBeVisible();
  await back(page);
  await expect(page.locator(".track")).not.toHaveCount(0);
});

test("a track filters the list, in its order, and the address keeps it", async ({ page }) => {
  const ids = () =>
    page
      .locator(".lesson-list .title a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.replace("#lesson=", "")));
  await page.goto("/lessons.html");
  const seminar = page.getByRole("button", { name: "For a research seminar" });
  await seminar.press("Enter");
  await expect(seminar).toHaveAttribute("aria-pressed", "true");
  await expect(seminar).toBeFocused();
  expect(await ids()).toEqual([...TRACKS.seminar]);
  await page.locator(".lesson-list .title a").first().click();
  await expect(page.locator("#text h1")).toBeVisible();
  await back(page);
  await expect(seminar).toHaveAttribute("aria-pressed", "true");
  expect(await ids()).toEqual([...TRACKS.seminar]);
  await page.getByRole("button", { name: "All lessons" }).click();
  expect(await ids()).toEqual([...LESSONS]);
  await expect(page).toHaveURL(/lessons\.html#?$/);
});

test("with less motion nothing moves by itself: the run is told in pictures, step by step", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await open(page, "window");
  const clock = page.locator("#run-side .clock");
  await expect(clock).toHaveText("1.012\u202fs");
  await pass(page, 2);
  await expect(clock).toHaveText("1.012\u202fs");
  await press(page, "I do not know", "pointer");
  await press(page, "Next picture", "keyboard", "#run-side");
  await press(page, "Next picture", "keyboard", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
});

test("with a slow engine a press for the next picture that comes while the run opens counts (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lateWorkers(page, 300);
  await open(page, "window");
  await press(page, "I do not know", "pointer");
  await press(page, "Next picture", "keyboard", "#run-side");
  // The run begins, and is not on show yet.
  await page.waitForFunction(() => document.querySelector("#run-side .clock")?.textContent === "0.000\u202fs");
  await expect(page.locator("#run-side .clock")).toHaveText("1.000\u202fs");
  await press(page, "Next picture", "keyboard", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
});

test("the doubling on a logarithmic axis; the switch and the chart's menu turn it off and on", async ({ page }) => {
  await open(page, "slow_start", "&a=1a._");
  const unit = page.locator("#run-side .chart-unit");
  const log = page.locator("#run-side .bar").getByRole("button", { name: "Logarithmic axis" });
  await expect(unit).toHaveText("packets allowed in flight (cwnd), logarithmic", { timeout: 30_000 });
  await expect(log).toHaveAttribute("aria-pressed", "true");
  await log.focus();
  await page.keyboard.press("Space");
  await expect(unit).toHaveText("packets allowed in flight (cwnd)");
  await expect(log).toHaveAttribute("aria-pressed", "false");
  await page.locator("#run-side .chart-menu").click();
  await page.getByRole("menuitem", { name: "Logarithmic axis" }).click();
  await expect(unit).toHaveText("packets allowed in flight (cwnd), logarithmic");
  await expect(log).toHaveAttribute("aria-pressed", "true");
});

test("German: words, numbers and the lesson itself", async ({ page }) => {
  await open(page, "window", "&lang=de");
  await expect(page.getByRole("heading", { level: 1, name: "Was ein Fenster ist" })).toBeVisible();
  await press(page, "Ich weiß es nicht", "pointer");
  await press(page, "Zum Ende des Laufs", "pointer", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toContainText("2,25");
});
