/**
 * Beginning of every test in a browser: a page that is watched. A request to another host fails the test, and so does an error
 * on the console. Here too: the few gestures that several tests make. Not here: that no other host is found (the configuration).
 */
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, type ConsoleMessage, expect, type Locator, type Page } from "@playwright/test";

/** Hosts that the site itself is served from, and the one that digest.spec.ts answers for itself. */
const OWN = /^(http:\/\/(127\.0\.0\.1|localhost)[:/]|http:\/\/bench\.invalid\/|data:|blob:|about:|file:\/\/)/;

/** Firefox's message about a request, without naming one, that a service worker was answering when its page was left. */
const FIREFOX_LEFT = /^Failed to load ‘’\. A ServiceWorker intercepted the request/;

/** Notes errors and requests to other hosts in the list that it returns. */
export function watch(page: Page): string[] {
  const seen: string[] = [];
  page.context().on("request", (request) => {
    if (!OWN.test(request.url())) seen.push(`asked another host: ${request.url()}`);
  });
  page.on("pageerror", (error) => {
    if (!FIREFOX_LEFT.test(error.message)) seen.push(`uncaught: ${error.message}`);
  });
  page.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") seen.push(`console: ${message.text()}`);
  });
  return seen;
}

/** A test whose page is watched from before its first request to its end. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page }, use) => {
      const seen = watch(page);
      await use(undefined);
      expect(seen, "no error, and no request to another host").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** As the browser's button does. Playwright's `goBack` waits for a page to load, which a step between two addresses of one page need not do. */
export const back = (page: Page): Promise<void> => page.evaluate(() => history.back());

/**
 * Lets the page's own clock go on, all its timers and frames with it, whatever the machine does meanwhile: what has not happened after it
 * does not happen. The page was opened after `page.clock.install()`.
 */
export const pass = (page: Page, seconds: number): Promise<void> => page.clock.runFor(1000 * seconds);

/** Lets each message to a worker of the pages that are opened next arrive late, as on a busy machine; their order stays. */
export const lateWorkers = (page: Page, ms: number): Promise<unknown> =>
  page.addInitScript((ms) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), ms);
    } as typeof post;
  }, ms);

/** Waits until the page has drawn so often. */
export const drawn = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, frames);

/** Findings of axe, a line each. `framed`: the page holds widgets, each a document of its own, whose landmarks axe counts as one page's. */
export async function findings(page: Page, framed = false): Promise<string[]> {
  // A colour halfway through a transition is nobody's contrast.
  await page.evaluate(() => {
    const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter((one) => one.playState === "running" && ends(one));
    return Promise.allSettled(moving.map((one) => one.finished)).then(() => undefined);
  });
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  if (framed) axe.disableRules(["landmark-unique"]);
  // One document is looked through in place; else a second page puts the frames' findings together, which takes twice as long.
  else axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${each.help}: ${node.html.slice(0, 160)}`));
}

/** How far the page scrolls sideways, px. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** A test that axe finds nothing in the laboratory at this address, and nothing scrolls sideways, on a laptop and on a phone. */
export function testAccess(address: string, isReady: (page: Page) => Promise<void>): void {
  test("axe finds nothing, and nothing scrolls sideways: a laptop and a phone", async ({ page }) => {
    await page.goto(address);
    await digestOf(page);
    await isReady(page);
    expect(await findings(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await isReady(page);
    await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  });
}

/** The digest that the page shows once the run is computed to its end. */
export async function digestOf(page: Page): Promise<string> {
  const shown = page.locator("[data-digest]").first();
  await expect(shown).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/, { timeout: 40_000 });
  return (await shown.getAttribute("data-digest")) ?? "";
}

/**
 * The digest of the run that follows the one of this digest: until the engine has taken a change, the run and its digest are the ones
 * before it.
 */
export async function nextDigest(page: Page, before: string): Promise<string> {
  await expect.poll(() => digestOf(page)).not.toBe(before);
  return digestOf(page);
}

/** Drags a slider by mouse from its thumb to a share of its width, in steps as a hand does. */
export async function dragTo(page: Page, slider: Locator, share: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error("the slider is not on the screen");
  const now = Number(await slider.inputValue());
  const y = box.y + box.height / 2;
  // The thumb's centre keeps half its width from either end.
  const at = (place: number) => box.x + 9 + place * (box.width - 18);
  await page.mouse.move(at(now), y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) await page.mouse.move(at(now + ((share - now) * step) / 12), y);
  await page.mouse.up();
}

/** How much of a canvas is drawn in each colour, as a text that changes when the drawing does. */
export async function look(canvas: Locator): Promise<string> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    // A chart's canvas only shows a picture: it is copied to be read.
    const copy = new OffscreenCanvas(width, height).getContext("2d");
    copy?.drawImage(element as HTMLCanvasElement, 0, 0);
    const data = copy?.getImageData(0, 0, width, height).data;
    let hash = 2166136261;
    for (const byte of data ?? []) hash = Math.imul(hash ^ byte, 16777619);
    return `${width}x${height} ${(hash >>> 0).toString(16)}`;
  });
}

/** The moment of the run that is on the screen, in s. */
export async function playhead(page: Page): Promise<number> {
  return Number(await page.getByRole("slider", { name: "Playback position" }).getAttribute("aria-valuenow"));
}

/** Description of a chart for those who do not see it; renewed every few seconds. */
export function description(page: Page, chart: string): Locator {
  return page.locator(`figure[data-chart="${chart}"] > p`);
}

/** Asks by keyboard why a chart's next event happened, once the chart has marks to go to: its description says so. */
export async function askWhy(page: Page, chart: string, key = "ArrowRight"): Promise<void> {
  await expect(description(page, chart)).toContainText(/Arrow keys go to|Pfeiltasten/);
  await page.locator(`figure[data-chart="${chart}"]`).focus();
  await page.keyboard.press(key);
  await page.keyboard.press("Enter");
}

/** Opens an address of the laboratory and waits until its run is computed. Returns the digest. */
export async function openLab(page: Page, hash: string): Promise<string> {
  await page.goto(`/#${hash}`);
  return digestOf(page);
}

/**
 * Text of a code on the page, read by another program than the one that drew it. The picture is painted by the browser, not taken
 * from the screen: in Firefox Playwright's screenshots put a style into the page, which our policy refuses and the console tells.
 */
export async function readCode(code: Locator): Promise<string> {
  const source = await code.evaluate((picture) => {
    const copy = picture.cloneNode(true) as SVGElement;
    copy.setAttribute("width", "600");
    copy.setAttribute("height", "600");
    return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  });
  const reader = await code.page().context().newPage();
  await reader.addScriptTag({ path: createRequire(import.meta.url).resolve("jsqr") });
  const text = await reader.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const paper = canvas.getContext("2d") as CanvasRenderingContext2D;
    paper.drawImage(image, 0, 0);
    const { data, width, height } = paper.getImageData(0, 0, canvas.width, canvas.height);
    const { jsQR } = globalThis as unknown as { jsQR: (...all: unknown[]) => { data: string } | null };
    return jsQR(data, width, height)?.data ?? "";
  }, source);
  await reader.close();
  return text;
}

/** Puts a text into an editor in place of its own, in one piece, as a paste does. */
export async function pasteOver(editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await editor.page().keyboard.press("ControlOrMeta+a");
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    // Firefox makes no such event with data in it.
    const event = Object.defineProperty(new Event("paste", { bubbles: true, cancelable: true }), "clipboardData", {
      value: clipboardData,
    });
    element.dispatchEvent(event);
  }, text);
}
