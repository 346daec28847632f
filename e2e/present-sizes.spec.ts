/**
 * The lecture on a phone, on an old projector and in German; what it shows when one goes back; access. Not here: its steps
 * (present.spec.ts).
 */
import type { Locator } from "@playwright/test";
import { pressesOf } from "../web/src/presenter/script.ts";
import { foot, hurry, lecture, moment, press, words } from "./present-acts.ts";
import { digestOf, expect, findings, openLab, sideways, test } from "./sandbox.ts";

test.describe.configure({ timeout: 120_000 });

test("a question that is gone back to never shows the path as it is after the answer (less motion)", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#script=lecture&step=5");
  await expect.poll(() => moment(page)).toBeCloseTo(9, 5);
  await page.keyboard.press("PageDown");
  await expect(words(page)).toContainText("beside a download?");
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
  await expect(words(page)).toContainText("beside a download?");
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
  await press(page, "PageDown", "beside a download?");
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await press(page, "PageDown", "then vote again");
  await press(page, "PageDown", "300 ms");
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("img", { name: "QR code of the run's address" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await page.keyboard.press("p");
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
for (const size of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
])
  test(`no press of the lecture is wider than a phone or a tablet, in German (${size.width} px)`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(size);
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

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
])
  test(`alone under its sentence, the path fills a room's screen, and stays for the question (${size.width} px)`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(size);
    await page.goto("/#script=lecture&step=1");
    await expect(words(page)).toContainText("A window of eight packets");
    const box = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    const stage = page.locator(".stage").first();
    const path = await box(stage);
    const told = await box(words(page).locator("p").first());
    const blank = path.y - told.y - told.height + (await box(foot(page))).y - path.y - path.height;
    expect(blank / size.height).toBeLessThan(0.25);
    await page.keyboard.press("PageDown");
    await expect(words(page)).toContainText("What is the goodput");
    expect(await box(stage)).toEqual(path);
  });

test("charts of a step have equal heights, also if the lecture begins beside a stage with tracks", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openLab(page, "preset=cdg_beside_newreno&t=26&autoplay=0&view=path,cwnd,queue,rtt,goodput");
  await page.keyboard.press("p");
  const row = page.locator(".present-row", { hasText: "Congestion control in 50 minutes" });
  await row.getByRole("button", { name: "Begin" }).click();
  await expect(foot(page)).toContainText("1 of 9");
  await page.keyboard.press("Shift+PageDown");
  await expect(foot(page)).toContainText("2 of 9");
  const heights = (): Promise<number[]> =>
    page.locator("figure[data-chart]").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  await expect.poll(async () => (await heights()).length).toBe(2);
  await expect.poll(async () => Math.max(...(await heights())) / Math.min(...(await heights()))).toBeLessThan(1.2);
});
