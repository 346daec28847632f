/**
 * Runs a scenario in the page's own WebAssembly, in Node or handed to a browser as text. Not here: scenarios and tables.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pkg = fileURLToPath(new URL("../web/pkg/", import.meta.url));

/**
 * Runs a scenario to its end. Complete in itself: a browser is given its source.
 * @param {{ Engine: new () => any }} glue
 * @param {string} scenario
 */
export function run({ Engine }, scenario) {
  const engine = new Engine();
  const begun = performance.now();
  const loaded = JSON.parse(engine.load(scenario));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors));
  while (engine.busy()) engine.advance(2000);
  return { seconds: (performance.now() - begun) / 1000, digest: String(engine.digest()), events: engine.events() };
}

/** The glue with the module instantiated, in Node. */
export async function inNode() {
  const glue = await import(`${pkg}sawtooth_wasm.js`);
  glue.initSync({ module: readFileSync(`${pkg}sawtooth_wasm_bg.wasm`) });
  return glue;
}

/**
 * A function that runs a scenario in a page of a browser, where the module is compiled once.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<(scenario: string) => Promise<ReturnType<typeof run>>>}
 */
export async function inPage(page) {
  const glue = readFileSync(`${pkg}sawtooth_wasm.js`, "utf8");
  const module = readFileSync(`${pkg}sawtooth_wasm_bg.wasm`).toString("base64");
  await page.goto("about:blank");
  await page.evaluate(
    async ([glue, module, source]) => {
      const from = (/** @type {string} */ text) => import(`data:text/javascript,${encodeURIComponent(text)}`);
      const loaded = await from(glue ?? "");
      loaded.initSync({ module: Uint8Array.from(atob(module ?? ""), (character) => character.charCodeAt(0)) });
      const { run } = await from(`export ${source}`);
      Object.assign(globalThis, { bench: (/** @type {string} */ scenario) => run(loaded, scenario) });
    },
    [glue, module, run.toString()],
  );
  return (scenario) => page.evaluate((text) => /** @type {any} */ (globalThis).bench(text), scenario);
}
