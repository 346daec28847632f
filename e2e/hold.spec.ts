/**
 * Pressing and holding the path: by pointer, finger, key and the caption's button it plays slowly, and goes on as before when it is let go.
 * Not here: which packets are drawn or followed (web/src/path), the clock (web/src/session).
 */
import type { Page } from "@playwright/test";
import { expect, openLab, playhead, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26";

const speed = (page: Page) => page.locator(".speed-words:visible");
const caption = (page: Page) => page.locator("#path .path-hold");
/** A point of the tray, where no button is. */
async function tray(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator("#path canvas").boundingBox();
  if (!box) throw new Error("no path");
  return { x: box.x + box.width * 0.45, y: box.y + 40 };
}

/** It plays at 0.05x, and shows which packets have waited how long. */
async function holds(page: Page): Promise<void> {
  await expect(speed(page)).toHaveText(/held\s*0\.05×/);
  await expect(page.locator("#path .path-words")).toContainText("1 s on screen = 50 ms");
  await expect(page.locator("#path .path-words")).toContainText(/waited \d/);
}

/** It is let go: the speed is the chosen one. */
async function plays(page: Page): Promise<void> {
  await expect(speed(page)).toHaveText(/^Speed\s*1×$/);
  await expect(caption(page)).toHaveText("hold to see packets (0.05×)");
}

test("while it plays: by a pointer, by a key, by its caption", async ({ page }) => {
  await openLab(page, RUN);
  await plays(page);

  await test.step("a pointer, also let go outside the path; a click is none", async () => {
    const { x, y } = await tray(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await holds(page);
    await page.mouse.move(x, y + 300);
    await page.mouse.up();
    await plays(page);
    await page.mouse.click(x, y);
    await plays(page);
  });

  await test.step("a key, until it is let go", async () => {
    await page.keyboard.down("s");
    await holds(page);
    await page.keyboard.up("s");
    await plays(page);
  });

  await test.step("the caption: its keys, and a screen reader's press", async () => {
    await caption(page).focus();
    await page.keyboard.down("Space");
    await holds(page);
    await expect(caption(page)).toBeFocused();
    await page.keyboard.up("Space");
    await plays(page);
    const press = (): Promise<void> => caption(page).evaluate((button: HTMLButtonElement) => button.click());
    await press();
    await holds(page);
    await expect(caption(page)).toHaveAttribute("aria-pressed", "true");
    await press();
    await plays(page);
  });
});

test("by a finger, which then does not scroll", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  const page = await context.newPage();
  await openLab(page, RUN);
  await plays(page);
  const at = await tray(page);
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [at]);
  await holds(page);
  await touch("touchMove", [{ ...at, y: at.y + 60 }]);
  await holds(page);
  await touch("touchEnd", []);
  await plays(page);
  // A finger that moves at once scrolls.
  await touch("touchStart", [at]);
  await touch("touchMove", [{ ...at, y: at.y - 60 }]);
  await touch("touchEnd", []);
  await plays(page);
  await context.close();
});

test("paused it plays while it is held, and then is paused again, where it came to", async ({ page }) => {
  await openLab(page, `${RUN}&autoplay=0`);
  await expect(caption(page)).toHaveText("hold to see packets move (0.05×)");
  const before = await playhead(page);
  await page.keyboard.down("s");
  await holds(page);
  await page.keyboard.up("s");
  await expect(caption(page)).toHaveText("hold to see packets move (0.05×)");
  expect(await playhead(page)).toBeGreaterThan(before);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("on a phone packets are followed only while the path is tapped open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, RUN);
  await expect(caption(page)).toHaveText("hold to see packets (0.05×)");
  const opener = page.getByRole("button", { name: "Larger path" });
  const words = page.locator("#path .path-words");
  await page.keyboard.down("s");
  await expect(caption(page)).toBeHidden();
  await expect(words).not.toContainText("waited");
  await page.keyboard.up("s");
  await expect(caption(page)).toBeVisible();
  const { x, y } = await tray(page);
  await page.mouse.click(x, y);
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.down("s");
  await expect(words).toContainText(/waited \d/);
  await page.keyboard.up("s");
  await opener.click();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
});
