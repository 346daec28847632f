/**
 * The laboratory without a pointer: Tab, arrows and keys alone start and pause it, change it, take it apart and take it away.
 * The focus is never lost on the way and always seen. And the page at 200 % zoom, in forced colours, with less motion. Not
 * here: what axe finds (access.spec.ts).
 */
import type { Page, Route } from "@playwright/test";
import { askWhy, description, digestOf, expect, openLab, pass, playhead, sideways, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=20&autoplay=0";
const MOST_TABS = 150;

/** Element with the focus, in words; null if nothing has. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { chart } = (element as HTMLElement).dataset;
    if (chart) return `chart ${chart}`;
    const labels = (element as HTMLInputElement).labels;
    const name =
      element.getAttribute("aria-label") ??
      (labels?.[0] ?? document.getElementById(element.getAttribute("aria-labelledby") ?? ""))?.textContent ??
      // Of two words in one room one is hidden.
      (element.querySelector('[aria-hidden="false"]') ?? element).textContent;
    const kind = (element as HTMLInputElement).type === "range" ? "slider" : element.localName;
    return `${element.getAttribute("role") ?? kind} ${(name ?? "").trim().replace(/\s+/g, " ")}`;
  });

/** The focus stands somewhere, within the screen, and is seen. */
async function seen(page: Page): Promise<void> {
  expect(await focused(page), "something has the focus").not.toBeNull();
  const state = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const box = element.getBoundingClientRect();
    const ringed = [element, element.parentElement, element.nextElementSibling].some((one) => {
      if (!one) return false;
      const style = getComputedStyle(one);
      return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    });
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return { ringed, inside };
  });
  expect(state, (await focused(page)) ?? "").toEqual({ ringed: true, inside: true });
}

/** Tabs on until what has the focus reads so. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
  for (let i = 0; i < MOST_TABS; i++) {
    await page.keyboard.press(key);
    if (name.test((await focused(page)) ?? "")) {
      await seen(page);
      return;
    }
  }
  throw new Error(`${MOST_TABS} times ${key} do not lead to ${name}`);
}

const changed = (page: Page, from: string) => expect.poll(() => digestOf(page), { timeout: 30_000 }).not.toBe(from);
/** The moment as it is written, to the microsecond after a step. */
const clock = (page: Page): Promise<string | null> => page.locator("#bar .clock b").textContent();
const cards = (page: Page) => page.locator("#sidebar").getByRole("region", { name: /^Flow \d/ });

test("a tour of the laboratory by keyboard alone", async ({ page, browserName }) => {
  test.setTimeout(240_000);
  const first = await openLab(page, RUN);

  await test.step("start and pause", async () => {
    await tabTo(page, /^button Play$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => playhead(page)).toBeGreaterThan(20.1);
    await expect.poll(() => focused(page)).toBe("button Pause");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("button Play");
    await seen(page);
  });

  await test.step("scrub and step", async () => {
    await tabTo(page, /^slider Playback position/);
    const before = await playhead(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => playhead(page)).toBeGreaterThan(before);
    await page.keyboard.press("Home");
    await expect.poll(() => playhead(page)).toBe(0);
    await page.keyboard.press("End");
    await expect.poll(() => playhead(page)).toBe(80);
    await tabTo(page, /^button .*[Bb]ack/, "Shift+Tab");
    const stood = await clock(page);
    await page.keyboard.press("Enter");
    // An event is microseconds away: only the clock shows it.
    await expect.poll(() => clock(page)).not.toBe(stood);
    await seen(page);
    await tabTo(page, /^slider Playback position/);
    await page.keyboard.press("Home");
    await expect.poll(() => playhead(page)).toBe(0);
  });

  await test.step("change the loss, and take it back", async () => {
    await tabTo(page, /^slider Random loss/, "Shift+Tab");
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("PageUp");
    await expect(page.locator("#sidebar").getByRole("slider", { name: "Random loss" })).not.toHaveAttribute(
      "aria-valuetext",
      /^0\s%$/,
    );
    await changed(page, first);
    await seen(page);
    await page.keyboard.press("Control+z");
    await expect.poll(() => digestOf(page)).toBe(first);
    expect(await focused(page)).not.toBeNull();
  });

  await test.step("add a flow, change its algorithm, undo both", async () => {
    await page.keyboard.press("Home");
    await tabTo(page, /^button (Add a flow|\+ ?Add)/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^button CUBIC$/);
    await page.keyboard.press("Enter");
    await expect(cards(page)).toHaveCount(3);
    // The focus goes to the new flow's card.
    await expect.poll(() => focused(page)).toMatch(/CUBIC/);
    await seen(page);
    await tabTo(page, /^select .*Algorithm/);
    await page.keyboard.press("h");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+z");
    await expect
      .poll(async () => {
        if ((await cards(page).count()) > 2) await page.keyboard.press("Control+z");
        return cards(page).count();
      })
      .toBe(2);
    await expect.poll(() => digestOf(page)).toBe(first);
    expect(await focused(page)).not.toBeNull();
  });

  await test.step("ask why, step between decisions, close", async () => {
    await tabTo(page, /^chart stage$/, "Shift+Tab");
    // Its keys go to marks once it has some.
    await expect(description(page, "stage")).toContainText("Arrow keys go to");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.locator(".why-rule").first()).toBeVisible();
    // The chart lets go of its mark first.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page.locator(".why-rule")).toHaveCount(0);
    expect(await focused(page)).not.toBeNull();
  });

  await test.step("fork and join", async () => {
    await tabTo(page, /^button Fork$/);
    await page.keyboard.press("Enter");
    await expect(page.locator("#path-b")).toBeVisible();
    await expect.poll(() => focused(page)).not.toBeNull();
    await page.keyboard.press("y");
    await expect(page.locator("#path-b")).toHaveCount(0);
    expect(await focused(page)).not.toBeNull();
  });

  await test.step("help and take away open as dialogs, keep the focus in, give it back", async () => {
    // Back, not on: driven from outside, Firefox shows no ring for the rest of its days once the focus was with its own bars.
    await tabTo(page, /^button Play$/, "Shift+Tab");
    for (const key of ["?", "l"]) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      const stops = await dialog.locator("button, a, input, textarea, select, summary").count();
      const tabs = browserName === "firefox" ? Math.min(6, stops - 1) : 6;
      for (let i = 0; i < tabs; i++) {
        await page.keyboard.press("Tab");
        const inside = await dialog.evaluate((each) => each.contains(document.activeElement) || !document.hasFocus());
        // A dialog may hand the focus to the browser's own bars between its last and its first.
        const nowhere = (await focused(page)) === null;
        expect(inside || nowhere, (await focused(page)) ?? "").toBe(true);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => focused(page)).toBe("button Play");
      await seen(page);
    }
  });
});

test("Space plays after a click and on a slider; it presses what the keyboard reached", async ({ page }) => {
  await openLab(page, RUN);
  const playing = (on: boolean) =>
    expect(page.getByRole("button", { name: on ? "Pause" : "Play" }).first()).toBeVisible();
  const toggle = async (): Promise<void> => {
    for (const on of [true, false]) {
      await page.keyboard.press("Space");
      await playing(on);
    }
  };

  await test.step("a slider", async () => {
    await page.locator("#sidebar").getByRole("slider", { name: "Base RTT" }).focus();
    const scrolled = () => page.locator("#sidebar .controls").evaluate((controls) => controls.scrollTop);
    const before = await scrolled();
    await toggle();
    expect(await scrolled()).toBe(before);
  });

  await test.step("buttons that were clicked", async () => {
    await page.getByRole("button", { name: "Fork", exact: true }).click();
    await expect(page.locator("#path-b")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await toggle();
    await expect(page.locator("#path-b")).toBeVisible();
    await page.locator(".fork-head h2 button").click();
    await expect(page.locator("#path-b")).toHaveCount(0);
    await expect.poll(() => focused(page)).toBe("button Fork");
    await toggle();
    await expect(page.locator("#path-b")).toHaveCount(0);
  });

  await test.step("a menu that Escape closed", async () => {
    const rest = page.locator(".track-more > .popup");
    await page.getByRole("button", { name: /^\d+ more:/ }).click();
    await expect(rest).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rest).toBeHidden();
    await toggle();
    await expect(rest).toBeHidden();
  });

  await test.step("Why? closed by its button gives the focus back", async () => {
    await askWhy(page, "stage");
    await expect(page.locator(".why-rule").first()).toBeVisible();
    await page.locator(".why header button").last().click();
    await expect(page.locator(".why")).toHaveCount(0);
    await expect.poll(() => focused(page)).toBe("chart stage");
    await toggle();
  });

  await test.step("the keyboard's own button", async () => {
    await tabTo(page, /^button Fork$/);
    await page.keyboard.press("Space");
    await expect(page.locator("#path-b")).toBeVisible();
  });
});

test("at 200 % zoom of a laptop all is there and works, and nothing scrolls sideways", async ({ page }) => {
  // To a page zoom is half as many, twice as large pixels.
  await page.setViewportSize({ width: 1366 / 2, height: 768 / 2 });
  const first = await openLab(page, RUN);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeInViewport();
  await page.keyboard.press("n");
  await expect.poll(() => playhead(page)).toBeGreaterThan(20);
  await page.getByRole("button", { name: /[Aa]ll controls/ }).click();
  const loss = page.locator("#sidebar").getByRole("slider", { name: "Random loss" });
  await loss.focus();
  await expect(loss).toBeInViewport();
  await page.keyboard.press("PageUp");
  await changed(page, first);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("in forced colours controls keep their edges, and what is drawn keeps its colours apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openLab(page, RUN);
  expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
  await tabTo(page, /^button Play$/);
  for (const name of [/^Play$/, /^Fork$/]) {
    const edge = await page.getByRole("button", { name }).evaluate((button) => {
      const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(button);
      return (borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0) || outlineStyle !== "none";
    });
    expect(edge, String(name)).toBe(true);
  }
  // The chart's canvas is drawn: more than one colour stands on it.
  const colours = await page
    .locator('figure[data-chart="stage"] canvas')
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext("2d");
      copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const data = copy?.getImageData(0, 0, width, height).data ?? [];
      const found = new Set<number>();
      for (let i = 0; i < data.length; i += 4)
        if ((data[i + 3] ?? 0) > 200)
          found.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      return found.size;
    });
  expect(colours).toBeGreaterThan(3);
});

test("with less motion wished nothing moves by itself, and play steps", { tag: "@less-motion" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await openLab(page, "preset=cdg_beside_newreno&t=20");
  const stood = await playhead(page);
  await pass(page, 2);
  expect(await playhead(page)).toBe(stood);
  const moving = await page.evaluate(
    () => document.getAnimations().filter((each) => each.playState === "running").length,
  );
  expect(moving).toBe(0);
  // Each step is far enough to be seen, and on; the number of decimals stays.
  let stepped = await playhead(page);
  for (let i = 0; i < 4; i++) {
    expect(await clock(page)).toMatch(/^\d+\.\d{6}\s/);
    await page.keyboard.press("Space");
    await expect.poll(() => playhead(page)).toBeGreaterThan(stepped + 0.005);
    stepped = await playhead(page);
  }
  const shown = await clock(page);
  await pass(page, 2);
  expect(await clock(page)).toBe(shown);
});

test("a key pressed before the laboratory is there is answered when it has come", async ({ page }) => {
  const asked = new Promise<Route>((resolve) => void page.route(/\/assets\/laboratory-[^/]*\.js/, resolve));
  await page.goto(`/#${RUN}`);
  const route = await asked;
  await page.keyboard.press("l");
  await route.continue();
  await expect(page.getByRole("link", { name: "Embed in a page" })).toBeVisible();
});

test("letters after a press of what cannot answer yet are no keys of the laboratory", async ({ page }) => {
  const asked = new Promise<Route>((resolve) => void page.route(/\/assets\/laboratory-[^/]*\.js/, resolve));
  await page.goto(`/#${RUN}`);
  const route = await asked;
  await page.mouse.click(700, 300);
  await page.keyboard.press("l");
  await route.continue();
  await digestOf(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Embed in a page" })).toHaveCount(0);
});

test("a key that comes while a closed dialog still has the focus is the page's", async ({ page }) => {
  await openLab(page, RUN);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.evaluate(() => {
    const dialog = document.querySelector("dialog");
    const button = dialog?.querySelector("button");
    dialog?.close();
    button?.dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole("textbox", { name: "Address" })).toBeVisible();
});
