/**
 * How the engine arrives, from hosts of three kinds, and what the page says where it does not. Not here: the ways by themselves
 * (web/src/engine/module.test.ts), an engine that ends (lost.spec.ts).
 */
import { type Page, test as unwatched } from "@playwright/test";
import { serve } from "../scripts/serve.mjs";
import { digestOf, expect, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

/** The ends of the addresses by which the engine is asked for, in order. */
function asked(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const name = /\/sawtooth_wasm_bg-[\w-]+(\.wasm.*)$/.exec(request.url())?.[1];
    if (name) seen.push(name);
  });
  return seen;
}

/** Counts how often a module was compiled while it arrived, and how often from its bytes. */
async function countWays(page: Page): Promise<() => Promise<{ streamed: number; whole: number }>> {
  await page.addInitScript(() => {
    const ways = { streamed: 0, whole: 0 };
    const { compile, compileStreaming } = WebAssembly;
    WebAssembly.compile = (bytes) => {
      ways.whole++;
      return compile(bytes);
    };
    WebAssembly.compileStreaming = (source) => {
      ways.streamed++;
      return compileStreaming(source);
    };
    Object.assign(window, { ways });
  });
  return () => page.evaluate(() => (window as unknown as { ways: { streamed: number; whole: number } }).ways);
}

const HOSTS = [
  {
    host: "compresses it",
    options: { gzip: true },
    requests: [".wasm"],
    ways: { streamed: 1, whole: 0 },
  },
  {
    host: "does not compress it",
    options: {},
    requests: [".wasm", ".wasm.gz"],
    ways: { streamed: 1, whole: 0 },
  },
  {
    host: "does not know its media type",
    options: { gzip: true, types: { ".wasm": "application/octet-stream" } },
    requests: [".wasm"],
    ways: { streamed: 0, whole: 1 },
  },
];
for (const { host, options, requests, ways } of HOSTS) {
  test(`from a host that ${host}`, async ({ page }) => {
    const port = await serve({ port: 0, ...options });
    const seen = asked(page);
    const counted = await countWays(page);
    await page.goto(`http://127.0.0.1:${port}/#${RUN}`);
    await digestOf(page);
    // The files that the head asked for early are those that the script gets: nothing comes twice.
    expect(seen).toEqual(requests);
    expect(await counted()).toEqual(ways);
  });
}

unwatched("an engine that does not arrive: the page says so, and runs once it does", async ({ page }) => {
  await page.route(/\.wasm(\.gz)?$/, (route) => route.abort());
  await page.goto(`/#${RUN}`);
  await expect(
    page
      .locator("#problems, .failed")
      .filter({ hasText: /The engine did not load: .*(Failed to fetch|NetworkError)/ })
      .first(),
  ).toBeVisible();
  await page.unroute(/\.wasm(\.gz)?$/);
  await page.reload();
  await digestOf(page);
  await expect(page.locator(".failed")).toHaveCount(0);
});
