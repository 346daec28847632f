/**
 * The same tests in Firefox: `npm run e2e:firefox`, after `npm run build`. Playwright drives an ordinary Firefox over WebDriver
 * BiDi. It fails, and says how one is installed, where there is no Firefox. Not here: what the tests say.
 */
import { defineConfig } from "@playwright/test";
import config from "../playwright.config.ts";
import { findFirefox } from "../scripts/browser.mjs";

const executablePath = findFirefox();
// A check of imports loads this file, too, where nothing is tested.
if (!executablePath && process.argv.includes("test"))
  throw new Error("No Firefox here: apt-get install firefox-esr, or name one by FIREFOX_PATH.");

/**
 * Colours and fingers are not emulated over BiDi, nor is anything printed or dragged from element to element as a drag of the
 * system's: what follows from them is tested in Chromium only.
 */
const CHROMIUM_ONLY = /forced colours|prints on |by touch|an order by mouse/;

/** Less motion is a preference of the whole browser. The driver lets files of a disk read each other; Firefox itself does not. */
const firefox = (preferences: Record<string, number>) => ({
  browserName: "firefox" as const,
  channel: "moz-firefox",
  launchOptions: {
    executablePath: executablePath ?? undefined,
    firefoxUserPrefs: { "security.fileuri.strict_origin_policy": true, ...preferences },
  },
});

export default defineConfig({
  ...config,
  testDir: ".",
  outputDir: "../test-results",
  // Firefox starts slower, and a machine's cores are shared.
  timeout: 120_000,
  workers: 1,
  projects: [
    { name: "firefox", grepInvert: [CHROMIUM_ONLY, /@less-motion/], use: firefox({}) },
    {
      name: "firefox, less motion",
      grep: /@less-motion/,
      grepInvert: CHROMIUM_ONLY,
      use: firefox({ "ui.prefersReducedMotion": 1 }),
    },
  ],
});
