/**
 * Shared by the walks: a browser that finds no host but this machine, servers of notebooks, and a laboratory's frame as its reader meets
 * it. Not here: the walks (jupyterlab.mjs, marimo.mjs, link.mjs).
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect } from "@playwright/test";
import { findChromium } from "../../scripts/browser.mjs";

/** Where screenshots are put, if anybody wants them. */
const SHOTS = process.env.SAWTOOTH_WALK_SHOTS;
/** A notebook's server and its first kernel start slowly on a busy machine, ms. */
export const PATIENCE = { timeout: 60_000 };

/**
 * Starts a server and resolves with the first address that it prints, and how it is ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} options
 * @returns {Promise<{ address: string, end: () => Promise<void> }>}
 */
export async function serve(command, args, { cwd, env }) {
  const server = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => server.once("close", resolve));
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const listen = (/** @type {Buffer} */ text) => {
      said += text;
      const found = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+\S*/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.once("error", reject);
    void ended.then(() => reject(new Error(`${command} has ended: ${said}`)));
  });
  const end = async () => {
    server.kill();
    await ended;
  };
  return { address, end };
}

/** A page in a browser that reaches nothing but this machine, and what it did that it should not. */
export async function open() {
  const browser = await chromium.launch({
    executablePath: findChromium() || undefined,
    args: ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
  });
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !["127.0.0.1", "localhost"].includes(hostname)) wrong.push(request.url());
  });
  context.on("weberror", (error) => wrong.push(String(error.error())));
  return { browser, page, wrong };
}

/** A picture of what is seen, for those who asked for pictures. */
export async function shot(/** @type {import("@playwright/test").Page} */ page, /** @type {string} */ name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** A laboratory on the page: its frame, as its reader meets it. */
export class Shown {
  /** @param {import("@playwright/test").Locator} frame the frame's element */
  constructor(frame) {
    this.element = frame;
    this.frame = frame.contentFrame();
  }

  /** Path and charts are drawn: no canvas is of one colour. */
  async isDrawn() {
    await this.element.scrollIntoViewIfNeeded();
    await expect(this.frame.locator("body")).toHaveAttribute("data-digest", /^[0-9a-f]{16}$/, PATIENCE);
    const canvases = this.frame.locator("canvas:visible");
    await expect(canvases.first()).toBeVisible();
    for (const canvas of await canvases.all()) await expect.poll(() => colours(canvas), PATIENCE).toBeGreaterThan(1);
  }

  digest() {
    return this.frame.locator("body").getAttribute("data-digest");
  }

  /** Where the frame's playhead is, s: its own reply. */
  async time() {
    const { t } = await this.element.evaluate((frame) => {
      const { contentWindow } = /** @type {HTMLIFrameElement} */ (frame);
      const asked = { sawtooth: 1, type: "state", id: `walk at ${performance.now()}` };
      return new Promise((resolve) => {
        addEventListener("message", function take({ source, data }) {
          if (source !== contentWindow || data.id !== asked.id) return;
          removeEventListener("message", take);
          resolve(data);
        });
        contentWindow?.postMessage(asked, "*");
      });
    });
    return t;
  }

  /** Nothing in the frame scrolls, down or sideways. */
  async isWhole() {
    await expect
      .poll(() =>
        this.frame
          .locator("html")
          .evaluate((root) => [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth]),
      )
      .toEqual([0, 0]);
  }
}

/** How many colours a canvas has. */
function colours(/** @type {import("@playwright/test").Locator} */ canvas) {
  return canvas.evaluate((element) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (element);
    if (width === 0 || height === 0) return 0;
    // A chart's canvas only shows a picture: it is copied to be read.
    const copy = new OffscreenCanvas(width, height).getContext("2d");
    copy?.drawImage(/** @type {HTMLCanvasElement} */ (element), 0, 0);
    const data = copy?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    return new Set(new Uint32Array(data.buffer)).size;
  });
}
