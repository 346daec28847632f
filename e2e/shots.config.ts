/**
 * Pictures of the pages for looking at, not tests: `npm run shots` writes them into `shots/`. Not here: which (shots.ts).
 */
import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

export default defineConfig({ ...base, testDir: ".", testMatch: "shots.ts", outputDir: "../test-results/shots" });
