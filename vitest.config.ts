/**
 * The page's tests without a browser: each stands beside what it tests (`web/src/.../*.test.ts`), those of scripts and
 * benchmarks beside them. Not here: tests in a browser (playwright.config.ts).
 */
import { defineConfig } from "vitest/config";
import { figuresData } from "./scripts/figures-data.ts";
import { lessonsData } from "./scripts/lessons-data.ts";
import { wasmModules } from "./scripts/wasm-module.ts";

export default defineConfig({
  plugins: [
    wasmModules(import.meta.dirname, false),
    figuresData(import.meta.dirname),
    lessonsData(import.meta.dirname),
  ],
  test: {
    include: ["web/src/**/*.test.ts", "scripts/**/*.test.mjs", "bench/**/*.test.mjs"],
    environment: "node",
    // Each file has a thread of its own, which starts sooner than a process.
    pool: "threads",
    testTimeout: 20_000,
    // Else Node would import the modules of packages by itself.
    server: { deps: { inline: [/\.wasm/] } },
    // The tokens are read as text by the test that measures them.
    css: { include: /tokens\.css/ },
  },
});
