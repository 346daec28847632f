/**
 * Attacks on the offline copy of the site, in Chromium: a cache whose files were replaced, moved or lost, worse copies instead of a newer
 * one, a clock that is set. Needs `npm run build`. Not here: what is counted (tries.mjs).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listener } from "../serve.mjs";
import { root } from "../setup.mjs";
import { browserOf, watch } from "./pages.mjs";

/** @typedef {import("./tries.mjs").Luck} Luck */
/** @typedef {import("@playwright/test").Page} Page */

const DIST = join(root, "dist");
const PAGES = ["index.html", "lessons.html", "figures.html", "algorithms.html", "own.html", "builder.html"];
/** Something that hangs does so for longer, ms. */
const PATIENCE_MS = 60_000;
const RUN = "preset=cdg_beside_newreno&autoplay=0";

/** Acts on files of the copy, in the page; `luck` is a number from 0 to below 1. */
async function poison(/** @type {{ how: string, luck: number[] }} */ { how, luck }) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = await cache.keys();
    const picked = luck.map((part) => kept[Math.floor(part * kept.length)]).filter((one) => one !== undefined);
    for (const [place, request] of picked.entries()) {
      const good = await cache.match(request);
      const other = await cache.match(picked[(place + 1) % picked.length] ?? request);
      const text = (await good?.text()) ?? "";
      const html = { headers: { "Content-Type": "text/html" } };
      if (how === "replaced") await cache.put(request, new Response("<script>alert(1)</script>", html));
      else if (how === "empty") await cache.put(request, new Response(""));
      else if (how === "cut off") await cache.put(request, new Response(text.slice(0, text.length / 2), html));
      else if (how === "extended") await cache.put(request, new Response(`${text} `, html));
      else if (how === "an error") await cache.put(request, new Response("no", { status: 500 }));
      else if (how === "exchanged" && other) await cache.put(request, other);
      else if (how === "gone") await cache.delete(request);
      else if (how === "shadowed") await cache.put(request.url.split("?")[0] ?? "", new Response("shadow", html));
      else if (how === "in another cache") await (await caches.open("a")).put(request, new Response("other", html));
    }
    if (how === "all gone") await caches.delete(name);
  }
}
const HOW = [
  ...["replaced", "empty", "cut off", "extended", "an error", "exchanged", "gone", "shadowed", "in another cache"],
  "all gone",
];

/** Answers of a host instead of a newer `sw.js`; null: none. */
const WORKERS = /** @type {((good: string) => string | null)[]} */ ([
  (good) => good,
  (good) => good.slice(0, good.length / 2),
  () => "<!doctype html><title>Not found</title>",
  (good) => `throw new Error("early");${good}`,
  (good) => good.replace(/sha256-[\w+/]{43}=/, `sha256-${"A".repeat(43)}=`),
  (good) => good.replace(/"?url"?:\s*["'`][^"'`]+["'`]/, 'url:"missing.html"'),
  () => null,
]);

/** Hashes of files as the page gets them; null for one without an answer. */
function hashesOf(/** @type {string[]} */ names) {
  const hashOf = async (/** @type {string} */ name) => {
    const bytes = await fetch(name).then(
      (answer) => answer.arrayBuffer(),
      () => null,
    );
    if (bytes === null) return null;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `sha256-${btoa(String.fromCharCode(...hash))}`;
  };
  return Promise.all(names.map(hashOf));
}

/** @param {import("./tries.mjs").Tries} tries */
export async function copies({ luck, work, each }) {
  const browser = await browserOf("Chromium");
  if (browser === null) throw new Error("there is no Chromium");
  const altered = join(work, "altered");
  mkdirSync(altered);
  const answer = listener({ folders: () => [altered, DIST] });
  let [isUp, isGone] = [true, false];
  const server = createServer((request, response) => {
    if (!isUp) request.socket.destroy();
    else if (isGone && request.url === "/sw.js") response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(0)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const site = `http://127.0.0.1:${port}/`;
  const good = readFileSync(join(DIST, "sw.js"), "utf8");
  /** The files that it lists, each with its hash. */
  const listed = new Map(
    [...good.matchAll(/url:`([^`]+)`,revision:[^,]+,integrity:`([^`]+)`/g)].map(([, url, hash]) => [url, hash]),
  );
  const names = [...listed.keys()];
  if (names.length === 0) throw new Error("dist/sw.js lists no files");

  /** A page whose copy of the site is whole. */
  const visited = async (/** @type {import("./tries.mjs").Row} */ row) => {
    isUp = true;
    const page = watch(await browser.newPage(), row, site);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${site}#${RUN}`);
    await page.evaluate(() => navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return page;
  };
  /** Names that are answered otherwise than they were built, and those without an answer. */
  const answersOf = async (/** @type {Page} */ page, /** @type {string[]} */ names) => {
    const hashes = await page.evaluate(hashesOf, names);
    const wrong = names.filter((name, at) => hashes[at] !== null && hashes[at] !== listed.get(name));
    return { wrong, missing: names.filter((_, at) => hashes[at] === null) };
  };
  const some = () => Array.from({ length: 20 }, () => luck.oneOf(names));
  const digestOf = async (/** @type {Page} */ page) => {
    await page.waitForSelector("[data-digest]", { state: "attached" });
    return page.locator("[data-digest]").first().getAttribute("data-digest");
  };

  try {
    await each({
      "poisoned copies": async (row, over) => {
        const page = await visited(row);
        do {
          const how = luck.oneOf(HOW);
          await page.evaluate(poison, { how, luck: Array.from({ length: 40 }, () => luck.random()) });
          isUp = luck.random() < 0.7;
          const { wrong, missing } = await answersOf(page, some());
          if (wrong.length > 0) row.harm("accepted wrongly", `${how}: ${wrong}`);
          if (isUp && missing.length > 0) row.harm("lost", `${how}: ${missing}`);
          isUp = true;
          await page.goto(`${site}${luck.oneOf(PAGES)}?${row.inputs}`);
          if ((await page.locator("h1, h2, canvas, textarea").count()) === 0)
            await page.waitForSelector("h1, h2, canvas, textarea");
          row.add(how);
        } while (!over());
        await page.context().close();
      },
      "bad updates": async (row, over) => {
        const page = await visited(row);
        do {
          const which = luck.below(WORKERS.length);
          const text = WORKERS[which]?.(`${good}\n// ${row.inputs}`) ?? null;
          isGone = text === null;
          if (text !== null) writeFileSync(join(altered, "sw.js"), text);
          const isNewer = await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            const before = registration?.waiting;
            await registration?.update().catch(() => undefined);
            // Until it is installed or refused.
            while (registration?.installing) await new Promise((done) => setTimeout(done, 20));
            return registration?.waiting !== before;
          });
          row.add(
            ["newer", "cut off", "another page", "throws", "a wrong hash", "a missing file", "not there"][which] ?? "",
          );
          if (isNewer !== (which === 0))
            row.harm("accepted wrongly", `worker ${which}: ${isNewer ? "" : "not "}installed`);
          rmSync(join(altered, "sw.js"), { force: true });
          // The copy is as it was, without its server.
          isUp = false;
          const { wrong, missing } = await answersOf(page, some());
          isUp = true;
          if (wrong.length > 0) row.harm("accepted wrongly", `worker ${which}: ${wrong}`);
          if (missing.length > 0) row.harm("lost", `worker ${which}: ${missing}`);
        } while (!over());
        await page.context().close();
      },
      "clocks that are set": async (row, over) => {
        const page = await visited(row);
        const digest = await digestOf(page);
        // Dates jump, from the page's first line on and while it runs; what was measured since a moment goes on, as in a real machine.
        await page.addInitScript(() => {
          const Real = Date;
          const Jumped = class extends Real {
            constructor(/** @type {any[]} */ ...args) {
              super(.../** @type {[number]} */ (args.length > 0 ? args : [Date.now()]));
            }
          };
          Jumped.now = () => Real.now() + Number(sessionStorage.getItem("jump_ms"));
          globalThis.Date = /** @type {any} */ (Jumped);
        });
        do {
          const jump_ms = Math.round((luck.random() - 0.5) * 10 ** luck.below(13));
          await page.evaluate((jump_ms) => sessionStorage.setItem("jump_ms", `${jump_ms}`), jump_ms);
          isUp = luck.random() < 0.5;
          await page.goto(`${site}?${row.inputs}#${RUN}`);
          if ((await digestOf(page)) !== digest) row.harm("lost", `another digest after ${jump_ms} ms`);
          await page.getByRole("button", { name: "Play", exact: true }).first().click();
          await page.evaluate((jump_ms) => sessionStorage.setItem("jump_ms", `${-jump_ms}`), jump_ms);
          const { wrong, missing } = await answersOf(page, some());
          if (wrong.length > 0) row.harm("accepted wrongly", `${jump_ms} ms: ${wrong}`);
          if (missing.length > 0) row.harm("lost", `${jump_ms} ms: ${missing}`);
          await page.waitForFunction(
            () => !/^0(\.0+)?$/.test(document.querySelector("#bar .clock b")?.textContent ?? "0"),
          );
          row.add(isUp ? "with the server" : "without the server");
        } while (!over());
        await page.context().close();
      },
    });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
