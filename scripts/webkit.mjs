/**
 * A look at the pages in Safari's engine: `npm run e2e:webkit` after `npm run build`. Opens laboratory and widget in WebKitGTK's
 * little browser, by plain WebDriver requests, and checks that each computes the run that Chromium computes. Where WebKit is not
 * installed it says so and ends well: nothing was tested then.
 * Home-made because Playwright drives a WebKit that it downloads itself, not the system's.
 * Not here: the tests proper (e2e/).
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.mjs";
import { serve } from "./serve.mjs";

const PAGES = ["index.html#preset=cdg_beside_newreno&autoplay=0", "embed.html#preset=cdg_beside_newreno&autoplay=0"];
const DRIVER_PORT = 4331;

/** The driver and the little browser, wherever the system has put them. */
function find() {
  const driver = ["/usr/bin/WebKitWebDriver", "/usr/local/bin/WebKitWebDriver"].find((path) => existsSync(path));
  const roots = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/libexec"];
  const folders = roots
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((name) => join(root, name)));
  const browser = folders
    .filter((folder) => /webkit(2gtk|gtk)-/.test(folder))
    .map((folder) => join(folder, "MiniBrowser"))
    .find((path) => existsSync(path));
  return driver && browser ? { driver, browser } : null;
}

const found = find();
if (!found) {
  console.log("WebKit: not tested, it is not installed here (apt-get install webkit2gtk-driver xvfb).");
  process.exit(0);
}
const site = await serve({ port: 4329 });

/** A request of the WebDriver protocol; its value, or an error in words. */
async function request(/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) {
  const response = await fetch(`http://127.0.0.1:${DRIVER_PORT}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value?.message ?? response.status}`);
  return value;
}

/** The digest that Chromium comes to. */
async function expected() {
  const browser = await chromium.launch({ executablePath: findChromium() || undefined });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site}/${PAGES[0]}`);
  const shown = page.locator('[data-digest]:not([data-digest=""])').first();
  await shown.waitFor({ state: "attached", timeout: 120_000 });
  const digest = await shown.getAttribute("data-digest");
  await browser.close();
  return digest;
}

const headless = process.env.DISPLAY ? [] : ["xvfb-run", "--auto-servernum"];
const [command = "", ...args] = [...headless, found.driver, `--port=${DRIVER_PORT}`];
const driver = spawn(command, args, { stdio: "ignore", detached: true });
let failed = 0;
try {
  const digest = await expected();
  const options = { binary: found.browser, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  for (const page of PAGES) {
    let session = null;
    for (let tries = 0; !session; tries++) {
      // The driver takes a moment to stand.
      session = await request("POST", "/session", { capabilities }).catch(async (error) => {
        if (tries > 20) throw error;
        await pause(500);
        return null;
      });
    }
    const base = `/session/${session.sessionId}`;
    await request("POST", `${base}/url`, { url: `http://127.0.0.1:${site}/${page}` });
    let seen = "";
    for (let tries = 0; seen === "" && tries < 120; tries++) {
      await pause(500);
      const script = "return document.body.dataset.digest || ''";
      seen = await request("POST", `${base}/execute/sync`, { script, args: [] });
    }
    await request("DELETE", base, undefined);
    if (seen !== digest) failed += 1;
    console.log(`WebKit: ${page}: ${seen === digest ? `the same run, ${seen}` : `"${seen}" instead of "${digest}"`}`);
  }
} finally {
  if (driver.pid) process.kill(-driver.pid);
}
process.exit(failed > 0 ? 1 : 0);
