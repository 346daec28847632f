/**
 * Attacks on the built pages, in Chromium and, where there is one, in Firefox: strangers' links, and a host that floods the widget with
 * messages, some of them cyclic, shared or transferred. Needs `npm run build`. Not here: what is counted (tries.mjs), chosen messages
 * (e2e/hostile.spec.ts).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium, firefox } from "@playwright/test";
import presets from "../../web/src/generated/presets.json" with { type: "json" };
import { findChromium, findFirefox } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { root } from "../setup.mjs";

/** @typedef {import("./tries.mjs").Luck} Luck */
/** @typedef {import("./tries.mjs").Row} Row */
/** @typedef {import("./tries.mjs").Tries} Tries */
/** @typedef {import("@playwright/test").Browser} Browser */
/** @typedef {import("@playwright/test").Page} Page */

/** A page that stands still for longer hangs, ms. */
const PATIENCE_MS = 10_000;

/** Replacements of a value or a name. */
const AWKWARD = [
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "then", "length", "", "<img src=x onerror=alert(1)>"],
  ...[null, true, 0, -1, 1e308, "1e999", [], {}, [null], "javascript:alert(1)", "\u202e\u0000", "x".repeat(5000)],
];

/** A JSON value with one place of it changed. */
function mutated(/** @type {Luck} */ luck, /** @type {any} */ value) {
  if (typeof value !== "object" || value === null || luck.random() < 0.15) return structuredClone(luck.oneOf(AWKWARD));
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0 || luck.random() < 0.1) {
    if (Array.isArray(copy)) copy.push(luck.oneOf(AWKWARD));
    // An own property, as JSON.parse makes it.
    else Object.defineProperty(copy, String(luck.oneOf(AWKWARD)), { value: 1, enumerable: true, configurable: true });
    return copy;
  }
  const key = luck.oneOf(keys);
  copy[key] = mutated(luck, copy[key]);
  return copy;
}

const pack = (/** @type {unknown} */ document) =>
  `1${deflateRawSync(JSON.stringify(document) ?? "null").toString("base64url")}`;
const FORK = { at_s: 20, interventions: [{ at_s: 21, path: "bottleneck.loss.probability", value: 0.01 }] };

/** Fields of an address that is good but for one thing, or not at all. */
export function address(/** @type {Luck} */ luck, /** @type {string} */ page) {
  /** @type {[string, string][]} */
  const fields = [["autoplay", luck.oneOf(["0", "1"])]];
  const scenario = luck.oneOf(presets).scenario;
  if (luck.random() < 0.5) fields.push(["s", pack(luck.random() < 0.8 ? mutated(luck, scenario) : scenario)]);
  else fields.push(["preset", luck.random() < 0.7 ? luck.oneOf(presets).id : String(luck.oneOf(AWKWARD))]);
  if (luck.random() < 0.3) fields.push(["fork", pack(luck.random() < 0.6 ? mutated(luck, FORK) : FORK)]);
  if (luck.random() < 0.5)
    fields.push(["view", luck.oneOf(["path,cwnd", "queue,rtt,log", "constructor", "__proto__,cwnd", ""])]);
  if (luck.random() < 0.3)
    fields.push(["controls", luck.oneOf(["loss", "flows.__proto__.algorithm.kind", "none", "x,y"])]);
  if (luck.random() < 0.3) fields.push(["t", luck.oneOf(["5", "-1", "1e400", "NaN", ""])]);
  if (luck.random() < 0.2) fields.push(["lang", luck.oneOf(["de", "en", "constructor", "../x"])]);
  if (luck.random() < 0.2) fields.push(["origin", luck.oneOf(["*", "https://a.example", "null", "javascript:1"])]);
  if (page === "lessons.html")
    fields.push(["lesson", luck.oneOf(["window", "sawtooth", "constructor", "x"])], ["a", "1b.c"]);
  if (page === "own.html") fields.push(["program", pack(luck.oneOf(AWKWARD))]);
  let text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (page === "figures.html" || page === "algorithms.html")
    text = luck.oneOf(["cdg_fig4", "cubic", "constructor", "__proto__", "toString", text]);
  // A letter lost, changed or added, as a mail program does.
  for (let times = luck.below(3); times > 0; times--) {
    const at = luck.below(text.length + 1);
    text =
      text.slice(0, at) +
      (luck.random() < 0.5 ? luck.oneOf([..."%&=#_-A0~\u00e9"]) : "") +
      text.slice(at + luck.below(2));
  }
  return text;
}

/** Starts a browser; null where there is none. */
export async function browserOf(/** @type {"Chromium" | "Firefox"} */ name) {
  if (!existsSync(join(root, "dist/index.html"))) throw new Error("dist/ has no pages. Build them with: npm run build");
  try {
    if (name === "Chromium") return await chromium.launch({ executablePath: findChromium() || undefined });
    return await firefox.launch({ channel: "moz-firefox", executablePath: findFirefox() ?? undefined });
  } catch (error) {
    console.log(`${name}: not run: ${String(error).split("\n")[0]}`);
    return null;
  }
}

/** Counts whatever a page does that it should not. */
export function watch(/** @type {Page} */ page, /** @type {Row} */ row, /** @type {string} */ site) {
  page.on("pageerror", ({ message }) => {
    // Firefox says so of a page that is left while it fetches a part; one that stays tells its reader (`.failed`).
    if (!message.startsWith("error loading dynamically imported module"))
      row.harm("crashed", `uncaught: ${message.slice(0, 300)} at ${page.url()}`);
  });
  page.on("crash", () => row.harm("crashed", page.url()));
  page.on("dialog", (dialog) => {
    row.harm("accepted wrongly", `dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedS/.test(message.text())) row.harm("accepted wrongly", message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site) && !/^(blob|data|about):/.test(request.url()))
      row.harm("accepted wrongly", `asked ${request.url().slice(0, 80)}`);
  });
  return page;
}

/** Pages that read an address, and how many links each gets before the next one. */
const EACH = { "": 20, "embed.html": 20, "own.html": 10, "lessons.html": 10, "figures.html": 5, "algorithms.html": 5 };

/** Links in real pages: the first opens the page, the others change the address of the one that is open. */
async function links(
  /** @type {Browser} */ browser,
  /** @type {string} */ site,
  /** @type {Luck} */ luck,
  /** @type {Row} */ row,
  /** @type {() => boolean} */ over,
) {
  do {
    for (const [path, count] of Object.entries(EACH)) {
      if (over() && row.inputs > 0) break;
      const page = watch(await browser.newPage({ viewport: { width: 1366, height: 768 } }), row, site);
      page.setDefaultTimeout(PATIENCE_MS);
      let hash = "";
      try {
        for (let link = 0; link < count && (link === 0 || !over()); link++) {
          hash = address(luck, path);
          if (link === 0) await page.goto(`${site}${path}?${row.inputs}#${hash}`);
          const turned = page.evaluate((hash) => {
            location.hash = hash;
            return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(0))));
          }, hash);
          // An address in another language loads the page anew.
          await within(turned.catch(() => page.waitForLoadState()));
          row.add(path || "index.html");
        }
        // The last one may have another language, too.
        const polluted = () => within(page.evaluate(() => Object.keys(Object.prototype).length > 0));
        if (await polluted().catch(() => page.waitForLoadState().then(polluted)))
          row.harm("accepted wrongly", `Object.prototype was changed at ${path}`);
        if ((await page.locator(".failed").count()) > 0) row.harm("crashed", `${path} said that it failed`);
        // A good address is still understood.
        await within(
          page.evaluate(() => {
            location.hash = "";
          }),
        );
        await page.waitForFunction(() => (document.body.textContent ?? "").trim().length > 60);
      } catch (error) {
        row.harm("hung", `${path}#${hash}: ${error}`);
      }
      await page.close();
    }
  } while (!over());
}

/** Waits for something, not for ever. */
const within = (/** @type {Promise<unknown>} */ work) =>
  Promise.race([
    work,
    new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error(`stood still for ${PATIENCE_MS} ms`)).unref()),
  ]);

const TYPES = ["seek", "set", "play", "pause", "state", "load", "step"];
/** How a message is made in the host's page; only plain data may be obeyed. */
const FORMS = [...Array(12).fill("plain"), "ring", "shared", "port", "buffer", "map", "bigint"];
/** Messages without an envelope; they get no answer. */
const STRAYS = [null, 0, "play", [], { type: "play" }, { sawtooth: "1", type: "play" }, { sawtooth: 1 }];

/** Messages of one second, or a flood. Each has one answer; none is obeyed that should not be. */
async function messages(
  /** @type {Browser} */ browser,
  /** @type {string} */ site,
  /** @type {Luck} */ luck,
  /** @type {Row} */ row,
  /** @type {() => boolean} */ over,
) {
  const page = watch(await browser.newPage(), row, site);
  await page.evaluate(hostsPage, `${site}embed.html#preset=cdg_beside_newreno&autoplay=0`);
  await page.waitForFunction(() => /** @type {any} */ (window).replies.has("ready"));
  do {
    const isFlood = luck.random() < 0.2;
    const some = Array.from({ length: isFlood ? 2000 : 45 }, (_, place) => ({
      stray: luck.random() < 0.1 ? luck.oneOf(STRAYS) : undefined,
      form: luck.oneOf(FORMS),
      message: {
        sawtooth: 1,
        id: row.inputs + place,
        type: luck.oneOf([...TYPES, "constructor", "", "toString"]),
        t: luck.oneOf([...AWKWARD, 3, 40]),
        path: luck.oneOf([
          "bottleneck.loss.probability",
          "speed",
          "theme",
          "__proto__.x",
          "flows.constructor.base_rtt_ms",
        ]),
        value: luck.oneOf(AWKWARD),
        unit: luck.oneOf(["event", "__proto__", 5]),
        scenario: mutated(luck, luck.oneOf(presets).scenario),
      },
    }));
    const obeyed = await within(page.evaluate((some) => /** @type {any} */ (window).attack(some), some)).catch(
      (error) => {
        row.harm("hung", `${error}`);
        return [];
      },
    );
    for (const { stray, form, message } of some) {
      const answers = /** @type {any} */ (obeyed)[message.id] ?? [];
      row.add(stray !== undefined ? "without an envelope" : form);
      const what = `${form} ${JSON.stringify(message).slice(0, 300)}: ${JSON.stringify(answers)}`;
      if (answers.length < (stray === undefined ? 1 : 0)) row.harm("lost", what);
      else if (answers.length > 1 || (stray !== undefined && answers.length > 0)) row.harm("accepted wrongly", what);
      const isHostile =
        form !== "plain" ||
        !TYPES.includes(message.type) ||
        (message.type === "set" && /proto|constr/.test(message.path));
      if (answers.includes(true) && isHostile) row.harm("accepted wrongly", what);
    }
    // A second later it does what it is told.
    const isWell = await within(page.evaluate(() => /** @type {any} */ (window).isWell())).catch(() => false);
    if (!isWell) {
      row.harm("hung", "it no longer answers");
      break;
    }
  } while (!over());
  await page.close();
}

/** Script of the host's page: it sends messages that no JSON holds, and keeps the answers, by the message's number. */
function hostsPage(/** @type {string} */ address) {
  /** @type {Map<unknown, boolean[]>} */
  const replies = new Map();
  addEventListener("message", ({ data }) => {
    if (data?.type === "ready") replies.set("ready", []);
    if (data?.type === "reply") replies.set(data.id, [...(replies.get(data.id) ?? []), data.ok]);
  });
  const widget = document.createElement("iframe");
  widget.setAttribute("sandbox", "allow-scripts");
  widget.src = address;
  document.body.append(widget);
  const frame = /** @type {Window} */ (widget.contentWindow);
  const forms = /** @type {Record<string, (message: any) => Transferable[]>} */ ({
    plain: () => [],
    ring: (message) => {
      message.scenario = { flows: [message] };
      return [];
    },
    shared: (message) => {
      let part = /** @type {unknown} */ ([0]);
      for (let level = 0; level < 28; level++) part = [part, part];
      message.value = part;
      return [];
    },
    port: (message) => {
      message.value = new MessageChannel().port1;
      return [message.value];
    },
    buffer: (message) => {
      message.scenario = new ArrayBuffer(100_000);
      return [message.scenario];
    },
    map: (message) => {
      message.value = new Map([["sawtooth", 1]]);
      return [];
    },
    bigint: (message) => {
      message.t = 5n;
      return [];
    },
  });
  const until = async (/** @type {() => boolean} */ isTrue) => {
    while (!isTrue()) await new Promise((done) => setTimeout(done, 20));
  };
  const attack = async (/** @type {any[]} */ some) => {
    for (const { stray, form, message } of some) {
      const transferred = forms[form]?.(message);
      if (stray === undefined) frame.postMessage(message, "*", transferred);
      else frame.postMessage(stray, "*");
    }
    const asked = some.filter((one) => one.stray === undefined).map((one) => one.message.id);
    await Promise.race([
      until(() => asked.every((id) => replies.has(id))),
      new Promise((done) => setTimeout(done, 8000)),
    ]);
    return Object.fromEntries(replies);
  };
  const isWell = async () => {
    await new Promise((done) => setTimeout(done, 1010));
    replies.clear();
    frame.postMessage({ sawtooth: 1, id: "load", type: "load", preset: "cdg_fig4" }, "*");
    frame.postMessage({ sawtooth: 1, id: "state", type: "state" }, "*");
    await until(() => replies.has("load") && replies.has("state"));
    return [...replies.values()].every(([isOk]) => isOk);
  };
  Object.assign(window, { replies, attack, isWell });
}

export async function pages(/** @type {Tries} */ { luck, each }) {
  const site = `http://127.0.0.1:${await serve({ port: 4820 })}/`;
  /** @type {Parameters<Tries["each"]>[0]} */
  const attacks = {};
  /** @type {Browser[]} */
  const browsers = [];
  for (const name of /** @type {const} */ (["Chromium", "Firefox"])) {
    const browser = await browserOf(name);
    if (browser === null) continue;
    browsers.push(browser);
    attacks[`links in ${name}`] = (row, over) => links(browser, site, luck, row, over);
    attacks[`messages to the widget in ${name}`] = (row, over) => messages(browser, site, luck, row, over);
  }
  try {
    await each(attacks);
  } finally {
    for (const browser of browsers) await browser.close();
  }
}
