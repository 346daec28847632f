/**
 * Runs scenarios in the page's own WebAssembly, in Node or in a page of a browser. Not here: scenarios and tables.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pkg = fileURLToPath(new URL("../web/pkg/", import.meta.url));

/**
 * Runs a scenario to its end, recorded as the page records it, and then for its summary. Complete in itself: a browser is
 * given its source.
 * @param {{ Engine: new () => any }} glue
 * @param {string} scenario
 */
export function run({ Engine }, scenario) {
  const engine = new Engine();
  const begun = performance.now();
  const loaded = JSON.parse(engine.load(scenario));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors));
  while (engine.busy()) engine.advance(20_000);
  const recorded = performance.now();
  while (engine.summarise(1e6) === "");
  const seconds = (recorded - begun) / 1000;
  const summary_s = (performance.now() - recorded) / 1000;
  const result = { seconds, summary_s, digest: String(engine.digest()), events: engine.events() };
  engine.free();
  return result;
}

/** The glue with the module instantiated, in Node. */
export async function inNode() {
  const glue = await import(`${pkg}sawtooth_wasm.js`);
  glue.initSync({ module: readFileSync(`${pkg}sawtooth_wasm_bg.wasm`) });
  return glue;
}

/** A worker that answers a scenario with its result. */
const worker = `
  import * as glue from "./glue.js";
  const module = new Uint8Array(await (await fetch("./module.wasm")).arrayBuffer());
  glue.initSync({ module });
  ${run}
  addEventListener("message", ({ data }) => postMessage(run(glue, data)));
  postMessage("ready");
`;

/** Origin of the page's requests; the answers come from here, nothing goes over a network. */
const ORIGIN = "http://bench.invalid";
const files = () => ({
  "/": { contentType: "text/html", body: "<!doctype html><title>bench</title>" },
  "/glue.js": { contentType: "text/javascript", body: readFileSync(`${pkg}sawtooth_wasm.js`) },
  "/module.wasm": { contentType: "application/wasm", body: readFileSync(`${pkg}sawtooth_wasm_bg.wasm`) },
  "/worker.js": { contentType: "text/javascript", body: worker },
});

/**
 * A function that runs scenarios in so many workers of a page, each worker taking the next one when it is free, and gives
 * the results with the seconds from the first to the last.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<(scenarios: string[], workers?: number) => Promise<{ seconds: number, results: ReturnType<typeof run>[] }>>}
 */
export async function inPage(page) {
  const known = files();
  await page.route(`${ORIGIN}/**`, (route) => {
    const file = known[/** @type {keyof typeof known} */ (new URL(route.request().url()).pathname)];
    return file ? route.fulfill(file) : route.fulfill({ status: 404 });
  });
  await page.goto(`${ORIGIN}/`);
  return (scenarios, workers = 1) => page.evaluate(inWorkers, { scenarios, workers });
}

/**
 * Complete in itself: the browser is given its source.
 * @param {{ scenarios: string[], workers: number }} wanted
 */
async function inWorkers({ scenarios, workers }) {
  const answer = (/** @type {Worker} */ worker) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  const all = await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker("./worker.js", { type: "module" });
      await answer(worker);
      // Once over, so that its code is compiled to the end.
      worker.postMessage(scenarios[0]);
      await answer(worker);
      return worker;
    }),
  );
  const begun = performance.now();
  /** @type {any[]} */
  const results = [];
  let next = 0;
  await Promise.all(
    all.map(async (worker) => {
      while (next < scenarios.length) {
        const place = next++;
        worker.postMessage(scenarios[place]);
        results[place] = await answer(worker);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const worker of all) worker.terminate();
  return { seconds, results };
}
