/**
 * Tests in a real browser, on what was built: `dist/` served as a plain static host does, once at the root and once
 * under a sub-path. Not here: building it and finding a browser (scripts/lab.mjs), screenshots (e2e/shots.config.ts).
 */
import { defineConfig } from "@playwright/test";
import { findHeadless } from "./scripts/browser.mjs";

export const executablePath = findHeadless() || undefined;
/** The first of two free ports; another where these are taken: `SAWTOOTH_E2E_PORT=5000 npm test`. */
const port = Number(process.env.SAWTOOTH_E2E_PORT ?? 4317);
/** The site at the root of its host, and deep within another. */
export const SITE = `http://127.0.0.1:${port}/`;
export const DEEP_SITE = `http://127.0.0.1:${port + 1}/~course/week-3/sawtooth/`;

/**
 * No host but this machine is found: to look at each request instead would send all of them through the test's process, past the cache.
 * And no page for the popup of an address bar that nobody sees, which took as much time as a page of ours. A second switch of this name
 * replaces Playwright's own, whose features follow.
 */
const args = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose," +
    "DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning," +
    "Translate,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled",
];

export default defineConfig({
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
    // A trace costs a third of the time: it is recorded where somebody looks at it, `npm run e2e -- --trace retain-on-failure`.
    screenshot: "only-on-failure",
    // Else each page would fetch the whole site for later; offline.spec.ts allows it.
    serviceWorkers: "block",
  },
  projects: [{ name: "chromium", use: { browserName: "chromium", launchOptions: { executablePath, args } } }],
  webServer: [
    { command: `node scripts/serve.mjs --strict --port ${port}`, url: SITE, cwd: import.meta.dirname },
    {
      command: `node scripts/serve.mjs --strict --port ${port + 1} --base /~course/week-3/sawtooth/`,
      url: DEEP_SITE,
      cwd: import.meta.dirname,
    },
  ],
});
