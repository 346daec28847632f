/**
 * Figures, lessons and algorithms before a room: full screen by button and key, controls away, a code that leads to the page, a
 * reload that goes on, the way out; a lesson gone through by a clicker. Not here: the laboratory's runs and scripts
 * (present.spec.ts).
 */
import type { Page } from "@playwright/test";
import { expect, findings, pass, readCode, sideways, test } from "./sandbox.ts";

test.describe.configure({ timeout: 120_000 });

const foot = (page: Page) => page.locator("#presenter");
const hash = (page: Page) => page.evaluate(() => location.hash);
const filled = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);
const shown = (page: Page) => page.locator(".text-side > .part:visible");

test("a figure: full screen and back, a code for phones, a reload goes on", async ({ page }) => {
  const [address, heading] = ["/figures.html#cdg_fig4", "CDG, figure 4"];
  await page.goto(address);
  await expect(page.locator("#page h1")).toContainText(heading);
  await page.locator("#top").getByRole("button", { name: "Present", exact: true }).click();
  await expect.poll(() => filled(page)).toBe(true);
  await expect(page.locator("#top")).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-profile", "projector");
  expect(await hash(page)).toMatch(/^#\w+&profile=projector$/);
  // Arrows are the page's own here: it scrolls.
  await page.keyboard.press("PageDown");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await page.keyboard.press(".");
  await expect(page.locator("body")).toHaveClass(/blank/);
  await page.keyboard.press(".");
  await expect(page.locator("body")).not.toHaveClass(/blank/);
  await foot(page).getByRole("button", { name: "In the window" }).click();
  await expect.poll(() => filled(page)).toBe(false);
  await expect(foot(page)).toBeVisible();

  await page.reload();
  await expect(foot(page)).toBeVisible();
  await expect(page.locator("#page h1")).toContainText(heading);
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("dialog")).toContainText("This figure");
  const read = await readCode(page.getByRole("img", { name: "QR code of the page's address" }));
  expect(new URL(read).pathname + new URL(read).hash).toBe(address);
  await page.keyboard.press("Escape");
  expect(await findings(page, true)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  // It asks first.
  const asked = page.getByRole("dialog", { name: "Exit the presentation?" });
  await page.keyboard.press("Escape");
  await expect(asked.getByRole("button", { name: "Continue presenting" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(asked).toHaveCount(0);
  await expect(foot(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await asked.getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect(page.locator("#top")).toBeVisible();
  expect(await hash(page)).toBe(address.slice(address.indexOf("#")));
  await expect(page.locator("html")).not.toHaveAttribute("data-profile");
});

test("where there is nothing to present, and where letters are no keys, P does nothing", async ({ page }) => {
  await page.goto("/figures.html");
  await expect(page.locator(".cards").first()).toBeVisible();
  await expect(page.locator("#top").getByRole("button", { name: "Present", exact: true })).toHaveCount(0);
  await page.keyboard.press("p");
  await page.evaluate(() => localStorage.setItem("sawtooth.letters", "off"));
  await page.goto("/figures.html#cdg_fig4");
  await expect(page.locator("#page h1")).toContainText("CDG, figure 4");
  await page.keyboard.press("p");
  await page.evaluate(() => localStorage.removeItem("sawtooth.letters"));
  await expect(foot(page)).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(foot(page)).toBeVisible();
});

test("an algorithm is in large type while it is presented, its states and its live run, and the code leads to it", async ({
  page,
}) => {
  await page.goto("/algorithms.html#cdg&profile=projector");
  const name = page.locator(".states .state-name").first();
  const type = () => name.evaluate((text: SVGTextElement) => 13 * (text.getScreenCTM()?.a ?? 0));
  await expect.poll(type, "a state's name, px").toBeGreaterThan(18);
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("dialog")).toContainText("This page");
  const read = new URL(await readCode(page.getByRole("img", { name: "QR code of the page's address" })));
  expect(read.pathname + read.hash).toBe("/algorithms.html#cdg");
  await page.keyboard.press("Escape");
  expect(await findings(page, true)).toEqual([]);
  await page.locator(".frame-place").scrollIntoViewIfNeeded();
  const run = page.frameLocator(".frame-place iframe");
  await expect(run.locator("html")).toHaveAttribute("data-profile", "projector");
  await expect(run.locator("canvas").first()).toBeVisible();
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect(run.locator("html")).not.toHaveAttribute("data-profile", "projector");
});

test("the reader's own algorithm before a room: what is typed is no key, a reload goes on, the code has the program", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/own.html");
  const code = page.locator("#editor .cm-content");
  await expect(code).toBeVisible();
  await code.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// p. b");
  await expect(foot(page)).toHaveCount(0);
  await page.locator("#top").getByRole("button", { name: "Present", exact: true }).click();
  await expect(foot(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-profile", "projector");
  await code.click();
  await page.keyboard.press("Control+End");
  const before = await hash(page);
  await page.keyboard.type(" b.");
  await expect(page.locator("body")).not.toHaveClass(/blank/);
  // It is kept a moment after the last key.
  await expect.poll(() => hash(page)).not.toBe(before);
  await pass(page, 1);
  expect(await hash(page)).toMatch(/^#program=.*&profile=projector$/);
  await page.reload();
  await expect(foot(page)).toBeVisible();
  await expect(page.locator("#editor")).toContainText("// p. b b.");
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  await expect(page.getByRole("dialog")).toContainText("This program");
  const read = new URL(await readCode(page.getByRole("img", { name: "QR code of the page's address" })));
  expect(read.pathname).toBe("/own.html");
  expect(`${read.hash}&profile=projector`).toBe(await hash(page));
  await page.keyboard.press("Escape");
  expect(await findings(page, true)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-profile");
  expect(await hash(page)).not.toContain("profile");
});

test("a lesson by a clicker: a part at a time, the room's answer or the lecturer's, its run, and back", async ({
  page,
}) => {
  await page.goto("/lessons.html#lesson=queue_delay");
  await expect(page.locator("#lesson h1")).not.toBeEmpty();
  await page.keyboard.press("p");
  await expect(foot(page)).toContainText("1 of 10");
  await expect(page.locator("#parts")).toBeHidden();
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toHaveAttribute("id", "part-hook");
  await page.keyboard.press("PageDown");
  await expect(shown(page)).toHaveAttribute("id", "part-ask-0");
  await expect(page.locator("#part-reveal-0")).toHaveCount(0);
  // The room has voted: nothing is given here, and the run begins.
  await page.keyboard.press("PageDown");
  await expect(shown(page)).toHaveAttribute("id", "part-reveal-0");
  await expect(shown(page)).toContainText("The run is playing");
  await expect(page.locator(".run-side .play")).toBeEnabled();
  await page.keyboard.press("PageDown");
  await expect(shown(page), "the run is at its end, the part is the same").toHaveAttribute("id", "part-reveal-0");
  await expect(shown(page)).not.toContainText("The run is playing");
  // Nobody here has answered, and nobody writes.
  await expect(shown(page)).not.toContainText("did not know");
  await expect(shown(page).locator(".main-difference")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toHaveAttribute("id", "part-ask-1");
  // The lecturer's choice is locked.
  await shown(page).getByRole("radio").first().check();
  await page.keyboard.press("PageDown");
  await expect(shown(page)).toHaveAttribute("id", "part-reveal-1");
  expect(await hash(page)).toMatch(/^#lesson=queue_delay&a=\w*-\.a.*&profile=projector$/);
  await page.keyboard.press("PageUp");
  await expect(shown(page)).toHaveAttribute("id", "part-ask-1");
  await foot(page).getByRole("button", { name: "Code for phones" }).click();
  const read = await readCode(page.getByRole("img", { name: "QR code of the page's address" }));
  expect(new URL(read).hash, "phones begin before the first answer").toBe("#lesson=queue_delay");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await foot(page).getByRole("button", { name: "Exit presentation" }).click();
  await expect(page.locator("#parts")).toBeVisible();
  // At once: a part comes into sight by itself when its run ends, too.
  const top = await page.locator("#part-ask-1").evaluate((part) => part.getBoundingClientRect().top / innerHeight);
  expect(top).toBeLessThan(0.5);
  await expect(page.locator("#part-hook")).toHaveCount(1);
  expect(await hash(page)).toMatch(/^#lesson=queue_delay&a=[^&]*&d=\w{8}$/);
});

test("a lesson speaks German on an old projector, and axe finds nothing in any kind of part", {
  tag: "@less-motion",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/lessons.html#lesson=backoff_g&profile=projector&lang=de");
  await expect(foot(page)).toContainText(/1 von \d+/);
  const all = Number(/von (\d+)/.exec((await foot(page).textContent()) ?? "")?.[1]);
  const seen = new Set<string>();
  const kinds = new Set<string>();
  for (let presses = 0; presses < 3 * all && seen.size < all; presses++) {
    const id = (await shown(page).getAttribute("id")) ?? "";
    if (!seen.has(id)) {
      seen.add(id);
      expect(await sideways(page), id).toBe(0);
      const kind = (await shown(page).getAttribute("class")) ?? "";
      if (!kinds.has(kind)) expect(await findings(page), id).toEqual([]);
      kinds.add(kind);
    }
    await page.keyboard.press("PageDown");
    await pass(page, 1);
  }
  expect(seen.size).toBe(all);
  await expect(foot(page).getByRole("button", { name: "Vortrag beenden" })).toBeInViewport();
});
