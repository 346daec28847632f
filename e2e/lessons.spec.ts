/**
 * The lessons in a browser: each taken from its first sentence to its last question by pointer and by keyboard alone, with
 * right and other answers; its link restores them; the gallery, access, sizes. Not here: bands and goals of the runs
 * (web/src/lessons/lessons.test.ts), what a sighted reader judges (shots.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readLesson } from "../scripts/lesson-file.ts";
import { LESSONS, TRACKS } from "../web/src/lessons/registry.ts";
import type { Ask, Facts } from "../web/src/lessons/types.ts";
import { back, digestOf, expect, findings, pass, sideways, test } from "./sandbox.ts";

const root = join(import.meta.dirname, "..");
const files = new Map(
  LESSONS.map((id) => [id, readLesson(readFileSync(join(root, `web/src/lessons/texts/${id}.en.md`), "utf8"), id)]),
);
const factsOf = (id: string): Facts => files.get(id)?.front as unknown as Facts;

/** Opens a lesson; its loop has begun. */
async function open(page: Page, id: string, fields = ""): Promise<void> {
  await page.goto(`/lessons.html#lesson=${id}${fields}`);
  await expect(page.locator("#text h1")).not.toBeEmpty();
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
}

/** Waits until the controls change the run on show: while that opens they are inert, and faint. */
const controlsWork = (page: Page): Promise<void> =>
  expect(page.locator("#run-side .controls:not([inert])")).toBeVisible();

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

async function choose(page: Page, id: string, index: number, by: "pointer" | "keyboard"): Promise<void> {
  const options = page.locator(`#${id} input`);
  if (by === "pointer") await options.nth(index).check();
  else {
    await options.first().focus();
    await page.keyboard.press("Space");
    for (let i = 0; i < index; i++) await page.keyboard.press("ArrowDown");
    await expect(options.nth(index)).toBeChecked();
  }
}

/** Presses a button by its words. */
async function press(page: Page, name: string | RegExp, by: "pointer" | "keyboard", within = "#lesson"): Promise<void> {
  const button = page.locator(within).getByRole("button", { name }).first();
  await expect(button).toBeEnabled();
  if (by === "pointer") await button.click();
  else {
    await button.focus();
    await page.keyboard.press("Enter");
  }
}

/** From the first sentence to the last question. Returns the address at the end. */
async function take(page: Page, id: string, by: "pointer" | "keyboard", right: boolean): Promise<string> {
  const facts = factsOf(id);
  await open(page, id);
  const parts = page.locator("#parts button");
  // The whole page once for each lesson, and each question while it is open where all ways are taken: axe takes as long as the rest.
  const accessible = async (): Promise<void> => {
    // At the page's top: no button lies half under the bar of parts.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await findings(page)).toEqual([]);
  };
  for (const [i, ask] of facts.asks.entries()) {
    if (EVERY) await accessible();
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
    // What was lost is listed with what was believed.
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
  await accessible();
  expect(await page.locator("#text").textContent()).not.toMatch(/undefined|NaN|lesson\.\w+|\[object/);
  return page.url();
}

/**
 * Each lesson once, by pointer and by keyboard in turns, with the right answers and with others in turns; all four ways of each where
 * `SAWTOOTH_EVERY` is set: they take a quarter of an hour. Each question by itself, in every way of giving an answer: lesson-answers.spec.ts.
 */
const EVERY = process.env["SAWTOOTH_EVERY"] !== undefined;

for (const [place, id] of LESSONS.entries()) {
  const ways = [true, false].flatMap((right) => (["pointer", "keyboard"] as const).map((by) => ({ by, right })));
  for (const { by, right } of EVERY ? ways : ways.slice(place % 4, (place % 4) + 1)) {
    test(`${id} by ${by}, ${right ? "right" : "other"} answers; its link restores them`, async ({ page }) => {
      // A lesson, its link, and up to four searches of axe.
      test.setTimeout(240_000);
      const address = await take(page, id, by, right);
      expect(address).toMatch(/&a=1[^&]+&d=[0-9a-f]{8}/);
      const shown = await page.locator(".given").allTextContents();
      await page.goto("about:blank");
      await page.goto(address);
      await expect(page.locator("#part-way")).toContainText("The run is the same", { timeout: 30_000 });
      expect(await page.locator(".given").allTextContents()).toEqual(shown);
      if (place > 0) return;
      await page.goto("about:blank");
      await page.goto(address.replace(/d=[0-9a-f]{8}/, "d=00000000"));
      await expect(page.locator("#part-way")).toContainText("differs from the one", { timeout: 30_000 });
    });
  }
}

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

test("a goal fails where free play begins, and holds at its stated solution", async ({ page }) => {
  await open(page, "window", "&a=1n.c._");
  await press(page, "Use the controls", "pointer");
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

test("controls take no input before their own run is there", async ({ page }) => {
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
  // As whoever receives it opens it.
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(first).toHaveClass("holds", { timeout: 30_000 });
  await expect(second).not.toHaveClass("holds");
  // What the worksheet asks for is there to be copied.
  const digits = /&d=([0-9a-f]{8})/.exec(address)?.[1] ?? "";
  await expect(page.locator("#part-way .digest")).toHaveText(digits);
  await page.getByRole("link", { name: "Answer it yourself" }).click();
  await expect(page.getByRole("button", { name: "Lock my answer" })).toBeVisible();
  await expect(page.locator(".handed")).toHaveCount(0);
  expect(page.url()).not.toMatch(/[&#][adg]=/);
});

test("the explanation's numbers are of a run that keeps its settings, in both languages", async ({ page }) => {
  for (const [lang, packets, told] of [
    ["en", /^8\spackets$/u, "the run of question 1"],
    ["de", /^8\sPakete$/u, "aus dem Lauf der Frage 1"],
  ] as const) {
    await page.goto("about:blank");
    // The second question's run is on show, whose window changes halfway.
    await open(page, "window", `&a=1n.c._&lang=${lang}`);
    const part = page.locator("#part-explain");
    await expect(part).toContainText(told, { timeout: 30_000 });
    await expect(part.locator('[data-of$="receive_window_packets"]')).toHaveText(packets);
    await expect(part.locator('[data-of$="rtt_ms.p50"]')).toHaveText(/^41[.,]2\sms$/u);
    await expect(part.locator('[data-of$="queue_packets.p50"]')).toHaveText(/^0\s/u);
    await expect(part.locator('[data-of$="goodput_bps"]')).toHaveText(/^2[.,]25\sMbit\/s$/u);
    await part.locator("..").locator("#part-play button").click();
    await expect(part).not.toContainText(told);
  }
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

test("a term's meaning opens beside it, on the screen, as a whole sentence", async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await open(page, "window");
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
  }
});

test("pictures of ACKs and of duplicate ACKs have words for those who do not see them, in both languages", async ({
  page,
}) => {
  for (const [lang, ack, duplicate] of [
    ["en", /^Sender on the left.*ACK/, /packet 3 is lost/],
    ["de", /^Links der Sender.*ACK/, /Paket 3 geht unterwegs verloren/],
  ] as const) {
    await page.goto("about:blank");
    await open(page, "window", `&lang=${lang}`);
    await expect(page.locator("#part-hook .picture [role=img]")).toHaveAttribute("aria-label", ack);
    await page.goto("about:blank");
    await open(page, "slow_start", `&a=1a.o._&lang=${lang}`);
    await expect(page.locator("#part-reveal-1 .picture [role=img]")).toHaveAttribute("aria-label", duplicate);
  }
});

test("the run of the window begins slowly, and its last picture shows the packets, not a solid bar", async ({
  page,
}) => {
  await open(page, "window");
  await press(page, "I do not know", "pointer");
  const scale = page.locator("#run-side .path-label").filter({ hasText: "on screen" });
  await expect(scale).toHaveText(/= 20\sms/);
  await press(page, "To the run's end", "pointer", "#run-side");
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

test("on a phone the lone chart is named, the drops are in view, and what a run showed comes to the screen's top", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "slow_start");
  for (const [i, name] of ["Window", "Queue"].entries()) {
    await press(page, "I do not know", "pointer");
    const panel = page.locator("#run-side .tabs :is(.only, [aria-selected=true])");
    await expect(panel).toHaveText(name);
    await press(page, "To the run's end", "pointer", "#run-side");
    const heading = page.locator(`#part-reveal-${i} h2`);
    const top = async (): Promise<number> => (await heading.boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThan(844 / 4);
    expect(await top()).toBeGreaterThan(0);
    await expect(page.locator(`#part-reveal-${i} .difference`)).toBeInViewport();
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

test("a phone names the open question and the run that plays, although the page is too short to bring them to its top", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const here = page.locator("#parts .here");
  for (const id of ["slow_start", "random_loss"]) {
    await page.goto("about:blank");
    await open(page, id);
    await expect(here).toHaveText("Question 1, 2 of 10");
    await press(page, "I do not know", "pointer");
    await expect(here).toHaveText("Run 1, 3 of 10");
    await press(page, "To the run's end", "pointer", "#run-side");
    await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
    await expect(here).toHaveText("Run 1, 3 of 10");
    await press(page, "I do not know", "pointer", "#part-ask-1");
    await expect(here).toHaveText("Run 2, 5 of 10");
  }
});

test("the first picture shows no queue where none is needed", async ({ page }) => {
  await open(page, "window");
  await expect(page.locator("#run-side .path-label").filter({ hasText: "on screen" })).toBeVisible();
  await expect(page.locator("#run-side .path-label.is-readout").filter({ hasText: /./ })).toHaveCount(0);
  await press(page, "I do not know", "pointer");
  await press(page, "To the run's end", "pointer", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toBeVisible();
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

test("German: words, numbers and the lesson itself", async ({ page }) => {
  await open(page, "window", "&lang=de");
  await expect(page.getByRole("heading", { level: 1, name: "Was ein Fenster ist" })).toBeVisible();
  await press(page, "Ich weiß es nicht", "pointer");
  await press(page, "Zum Ende des Laufs", "pointer", "#run-side");
  await expect(page.locator("#part-reveal-0 .difference")).toContainText("2,25");
});

for (const [lang, take, width, height] of [
  ["en", "Try it", 390, 844],
  ["de", "Versuchen", 390, 844],
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
      ["two_algorithms", "1-._"],
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

for (const theme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [1366, 768],
  ] as const) {
    test(`axe finds nothing, nothing scrolls sideways: ${width}x${height}, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto("/lessons.html");
      await expect(page.locator(".track").first()).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await open(page, "window");
      expect(await findings(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await open(page, "window", "&a=11o!n.a.b");
      await expect(page.locator("#part-way")).toBeVisible({ timeout: 30_000 });
      await press(page, "Use the controls", "pointer");
      await expect(page.locator("#run-side .controls input").first()).toBeVisible();
      await controlsWork(page);
      expect(await findings(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    });
  }
}

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing in points and orders, before and after, on a phone, ${theme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.emulateMedia({ colorScheme: theme });
    for (const [id, after, rows] of [
      ["buffer_size", "&a=1~MMMMMM._._", 6],
      ["aqm", "&a=1badc._._", 5],
    ] as const) {
      for (const answers of ["", after]) {
        await page.goto("about:blank");
        await open(page, id, answers);
        if (answers === after) {
          await expect(page.locator(".bars li")).toHaveCount(rows);
          await expect(page.locator(".bars")).not.toContainText("…", { timeout: 30_000 });
        }
        expect(await findings(page)).toEqual([]);
        expect(await sideways(page)).toBeLessThanOrEqual(0);
      }
    }
  });
}

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
