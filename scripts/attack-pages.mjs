/**
 * `npm run attack:pages -- [links | messages]... [--seed N] [--sample]`: attacks the built pages as strangers' links and hosts do, in
 * Chromium: 10,000 mutated addresses by `hashchange` and 20,000 messages to the widget. Says what came of it; exit code 1 if anything
 * did that should not: an error that nobody caught, a script that ran, a request to another host, a page that hangs. A run of it is a
 * function of its seed. All of it takes some ten minutes, `--sample` a fiftieth. Needs `npm run build`.
 * Home-made because no fuzzer of pages knows their addresses and messages. Not here: the command (attack.mjs).
 */
import { deflateRawSync } from "node:zlib";
import { chromium } from "@playwright/test";
import presets from "../web/src/generated/presets.json" with { type: "json" };
import { findChromium } from "./browser.mjs";
import { asked, lucky } from "./luck.mjs";
import { serve } from "./serve.mjs";

const parts = /** @type {Record<string, () => Promise<void>>} */ ({ links: mutatedLinks, messages: manyMessages });
const { chosen, seed, share } = asked(Object.keys(parts));
const random = lucky(seed);
const below = (/** @type {number} */ count) => Math.floor(random() * count);
const oneOf = (/** @type {readonly any[]} */ list) => list[below(list.length)];

/** What is put in place of a value, or for a name. */
const AWKWARD = [
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "then", "length", "", "<img src=x onerror=alert(1)>"],
  ...[null, true, 0, -1, 1e308, "1e999", [], {}, [null], "javascript:alert(1)", "\u202e\u0000", "x".repeat(5000)],
];

/** A JSON value with one place of it changed. */
function mutated(/** @type {any} */ value) {
  if (typeof value !== "object" || value === null || random() < 0.15) return structuredClone(oneOf(AWKWARD));
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0 || random() < 0.1) {
    if (Array.isArray(copy)) copy.push(oneOf(AWKWARD));
    // An own property, as JSON.parse makes it.
    else Object.defineProperty(copy, String(oneOf(AWKWARD)), { value: 1, enumerable: true, configurable: true });
    return copy;
  }
  const key = oneOf(keys);
  copy[key] = mutated(copy[key]);
  return copy;
}

const pack = (/** @type {unknown} */ document) =>
  `1${deflateRawSync(JSON.stringify(document) ?? "null").toString("base64url")}`;
const FORK = { at_s: 20, interventions: [{ at_s: 21, path: "bottleneck.loss.probability", value: 0.01 }] };

/** Fields of an address that is good but for one thing, or not at all. */
function address(/** @type {string} */ page) {
  /** @type {[string, string][]} */
  const fields = [["autoplay", oneOf(["0", "1"])]];
  const scenario = oneOf(presets).scenario;
  if (random() < 0.5) fields.push(["s", pack(random() < 0.8 ? mutated(scenario) : scenario)]);
  else fields.push(["preset", random() < 0.7 ? oneOf(presets).id : String(oneOf(AWKWARD))]);
  if (random() < 0.3) fields.push(["fork", pack(random() < 0.6 ? mutated(FORK) : FORK)]);
  if (random() < 0.5) fields.push(["view", oneOf(["path,cwnd", "queue,rtt,log", "constructor", "__proto__,cwnd", ""])]);
  if (random() < 0.3) fields.push(["controls", oneOf(["loss", "flows.__proto__.algorithm.kind", "none", "x,y"])]);
  if (random() < 0.3) fields.push(["t", oneOf(["5", "-1", "1e400", "NaN", ""])]);
  if (random() < 0.2) fields.push(["lang", oneOf(["de", "en", "constructor", "../x"])]);
  if (random() < 0.2) fields.push(["origin", oneOf(["*", "https://a.example", "null", "javascript:1"])]);
  if (page === "lessons.html")
    fields.push(["lesson", oneOf(["window", "sawtooth", "constructor", "x"])], ["a", "1b.c"]);
  if (page === "own.html") fields.push(["program", pack(oneOf(AWKWARD))]);
  let text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (page === "figures.html" || page === "algorithms.html")
    text = oneOf(["cdg_fig4", "cubic", "constructor", "__proto__", "toString", text]);
  // A letter lost, changed or added, as a mail program does.
  for (let times = below(3); times > 0; times--) {
    const at = below(text.length + 1);
    text = text.slice(0, at) + (random() < 0.5 ? oneOf([..."%&=#_-A0~\u00e9"]) : "") + text.slice(at + below(2));
  }
  return text;
}

const site = `http://127.0.0.1:${await serve({ port: 4820 })}/`;
const browser = await chromium.launch({ executablePath: findChromium() || undefined });
let wrong = 0;

/** A page that is watched; its list tells what it did that it should not. */
async function watched() {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  /** @type {string[]} */
  const seen = [];
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.message.slice(0, 120)}`));
  page.on("crash", () => seen.push("crashed"));
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedS/.test(message.text())) seen.push(`policy: ${message.text().slice(0, 120)}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site) && !/^(blob|data|about):/.test(request.url()))
      seen.push(`asked ${request.url().slice(0, 80)}`);
  });
  return { page, seen };
}

/** Prints what was seen, and counts it. */
function report(/** @type {string} */ what, /** @type {string[]} */ seen, /** @type {string} */ more) {
  console.log(`${what}: ${seen.length === 0 ? "nothing wrong" : `${seen.length} wrong`}; ${more}`);
  for (const one of [...new Set(seen)].slice(0, 10)) console.log(`  ${one}`);
  wrong += seen.length;
}

const EACH = {
  "": 3000,
  "embed.html": 2500,
  "own.html": 1500,
  "lessons.html": 1500,
  "figures.html": 750,
  "algorithms.html": 750,
};

async function mutatedLinks() {
  for (const [path, count] of Object.entries(EACH)) {
    const { page, seen } = await watched();
    await page.goto(site + path);
    const hashes = Array.from({ length: Math.ceil(count * share) }, () => address(path));
    let slowest_ms = 0;
    for (const hash of hashes) {
      const begun = performance.now();
      await page
        .evaluate((hash) => {
          location.hash = hash;
          return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }, hash)
        // An address in another language loads the page anew.
        .catch(() => page.waitForLoadState());
      slowest_ms = Math.max(slowest_ms, performance.now() - begun);
    }
    if (slowest_ms > 5000) seen.push(`the page stood still for ${Math.round(slowest_ms)} ms`);
    if ((await page.evaluate(() => Object.keys(Object.prototype).length)) > 0)
      seen.push("Object.prototype was changed");
    if ((await page.locator(".failed").count()) > 0) seen.push("the page said that it failed");
    // A good address is still understood.
    await page.evaluate(() => {
      location.hash = "";
    });
    await page.waitForFunction(() => (document.body.textContent ?? "").trim().length > 60, null, { timeout: 30_000 });
    report(`${hashes.length} links to /${path}`, seen, `slowest ${Math.round(slowest_ms)} ms`);
    await page.close();
  }
}

async function manyMessages() {
  const { page, seen } = await watched();
  await page.setContent(
    `<iframe sandbox="allow-scripts" width="640" height="400" src="${site}embed.html#preset=cdg_beside_newreno&autoplay=0"></iframe>`,
  );
  await page.evaluate(() => {
    /** @type {any[]} */
    const said = [];
    Object.assign(window, { said });
    addEventListener("message", ({ data }) => said.push(data));
  });
  await page.waitForFunction(() =>
    /** @type {any} */ (window).said.some((/** @type {any} */ one) => one.type === "ready"),
  );
  const count = Math.ceil(20_000 * share);
  const messages = Array.from({ length: count }, (_, id) => {
    const type = oneOf(["seek", "set", "play", "pause", "state", "load", "step", "constructor", ""]);
    const path = oneOf([
      "bottleneck.loss.probability",
      "speed",
      "theme",
      "__proto__.x",
      "flows.constructor.base_rtt_ms",
    ]);
    return {
      sawtooth: 1,
      id,
      type,
      t: oneOf(AWKWARD),
      path,
      value: oneOf(AWKWARD),
      scenario: mutated(oneOf(presets).scenario),
    };
  });
  const took_ms = await page.evaluate(async (messages) => {
    const begun = performance.now();
    const frame = document.querySelector("iframe")?.contentWindow;
    for (const message of messages) frame?.postMessage(message, "*");
    const said = /** @type {any} */ (window).said;
    while (said.filter((/** @type {any} */ one) => one.type === "reply").length < messages.length)
      await new Promise((done) => setTimeout(done, 50));
    return performance.now() - begun;
  }, messages);
  // Afterwards it does what it is told.
  await page.waitForTimeout(1100);
  const state = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("message", ({ data }) => data.id === "last" && resolve(data));
        const frame = document.querySelector("iframe")?.contentWindow;
        frame?.postMessage({ sawtooth: 1, id: "first", type: "load", preset: "cdg_fig4" }, "*");
        frame?.postMessage({ sawtooth: 1, id: "last", type: "state" }, "*");
      }),
  );
  if (!(/** @type {any} */ (state).ok)) seen.push("it no longer answers");
  report(`${count} messages`, seen, `all answered after ${Math.round(took_ms)} ms`);
  await page.close();
}

for (const name of chosen) await parts[name]?.();
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
