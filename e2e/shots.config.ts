/**
 * Pictures of the pages for looking at, not tests: `npm run shots` writes them into `shots/`. Not here: which (shots.ts).
 */
import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

// Without traces: their own pictures leave frames painted as they were.
export default defineConfig({
  ...base,
  use: { ...base.use, trace: "off" },
  testDir: ".",
  testMatch: "shots.ts",
  outputDir: "../test-results/shots",
});
