/**
 * Tests in a real browser, on what was built: `dist/` served as a plain static host does, once at the root and once
 * under a sub-path. Not here: building it and finding a browser (scripts/lab.mjs), screenshots (e2e/shots.config.ts).
 */
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/browser.mjs";

export const executablePath = findChromium() || undefined;
/** The first of two free ports; another where these are taken: `SAWTOOTH_E2E_PORT=5000 npm test`. */
const port = Number(process.env.SAWTOOTH_E2E_PORT ?? 4317);
/** The site at the root of its host, and deep within another. */
export const SITE = `http://127.0.0.1:${port}/`;
export const DEEP_SITE = `http://127.0.0.1:${port + 1}/~course/week-3/sawtooth/`;

export default defineConfig({
  // A shared machine may stall for seconds: once more there, and the report calls such a test flaky.
  retries: process.env.CI ? 1 : 0,
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: SITE,
    viewport: { width: 1366, height: 768 },
    // Recording costs a third of the time: on CI only the second try is told in full.
    trace: process.env.CI ? "on-first-retry" : "retain-on-failure",
    // Else each page would fetch the whole site for later; offline.spec.ts allows it.
    serviceWorkers: "block",
  },
  projects: [{ name: "chromium", use: { browserName: "chromium", launchOptions: { executablePath } } }],
  webServer: [
    { command: `node scripts/serve.mjs --strict --port ${port}`, url: SITE, cwd: import.meta.dirname },
    {
      command: `node scripts/serve.mjs --strict --port ${port + 1} --base /~course/week-3/sawtooth/`,
      url: DEEP_SITE,
      cwd: import.meta.dirname,
    },
  ],
});
