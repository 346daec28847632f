/**
 * Finds a Chromium, or a Firefox, to test with. Node's own modules only, because `lab.mjs` asks before anything is installed.
 * Home-made because Playwright finds only the browsers that it has downloaded.
 * Not here: installing one (setup.mjs).
 */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where Playwright keeps the browsers that it downloads. */
function playwrightFolder() {
  const chosen = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (chosen && chosen !== "0") return chosen;
  if (process.platform === "darwin") return join(homedir(), "Library/Caches/ms-playwright");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? homedir(), "ms-playwright");
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ms-playwright");
}

/** Chromium without windows, a package of Debian's: it opens and closes a page in a third of the processor time. */
export const HEADLESS = "/usr/bin/chromium-headless-shell";

/**
 * The path of an installed Chromium or Chrome; `""` if Playwright has its own, which it finds by itself; null if none.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const usual = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
    HEADLESS,
  ];
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  const folder = playwrightFolder();
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("chromium")) ? "" : null;
}

/** A Chromium to test in: the one without windows if it is there, unless another is named. */
export const findHeadless = () => (!process.env.CHROMIUM_PATH && existsSync(HEADLESS) ? HEADLESS : findChromium());

/**
 * The path of an installed Firefox; null if none.
 * @returns {string | null}
 */
export function findFirefox() {
  const usual = [
    process.env.FIREFOX_PATH ?? "",
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Mozilla Firefox\\firefox.exe"),
  ];
  return usual.find((path) => path !== "" && existsSync(path)) ?? null;
}
