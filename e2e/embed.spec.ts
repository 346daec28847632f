/**
 * The widget as other people's pages meet it: in a sandboxed frame from a host that sends no CORS header, deep within a
 * site, from a file on disk; and its messages (contract 5). Not here: how it looks (shots.ts).
 */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Frame, Page } from "@playwright/test";
import { DEEP_SITE } from "../playwright.config.ts";
import { expect, test } from "./sandbox.ts";

type Message = Record<string, unknown> & { type?: string; id?: unknown; ok?: boolean };

let host: Server;
let hostAddress = "";

/** A page of somebody else's, on another origin: it keeps what the widget says, and asks it things. */
test.beforeAll(async () => {
  host = createServer((request, response) => {
    const hash = new URL(request.url ?? "/", "http://host").searchParams.get("hash") ?? "";
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><meta charset="utf-8"><title>A course page</title><script>
      window.said = [];
      addEventListener("message", (event) => said.push(event.data));
      window.ask = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
    </script><iframe sandbox="allow-scripts" title="widget" width="640" height="400" src="${DEEP_SITE}embed.html#${hash}"></iframe>`);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostAddress = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
});
test.afterAll(() => host.close());

/** Opens the course page with the widget at this address, and waits until the widget says that it is ready. */
async function open(page: Page, hash: string): Promise<Frame> {
  await page.goto(`${hostAddress}?hash=${encodeURIComponent(hash)}`);
  await expect.poll(() => said(page, "ready")).not.toEqual([]);
  const frame = page.frames().find((each) => each.url().includes("embed.html"));
  if (!frame) throw new Error("the widget's frame is not there");
  return frame;
}

/** Messages of one type that the widget has sent so far. */
async function said(page: Page, type: string): Promise<Message[]> {
  const all = await page.evaluate(() => (window as unknown as { said: Message[] }).said);
  return all.filter((message) => message && message["sawtooth"] === 1 && message.type === type);
}

let serial = 0;
/** Asks the widget and waits for its one answer. */
async function ask(page: Page, message: Message): Promise<Message> {
  serial += 1;
  const id = `question ${serial}`;
  await page.evaluate((one) => (window as unknown as { ask(m: unknown): void }).ask(one), {
    sawtooth: 1,
    id,
    ...message,
  });
  await expect.poll(async () => (await said(page, "reply")).filter((reply) => reply.id === id).length).toBe(1);
  return (await said(page, "reply")).find((reply) => reply.id === id) ?? {};
}

/** Waits for the run's digest. */
async function finished(page: Page): Promise<string> {
  let digest: unknown = null;
  await expect
    .poll(
      async () => {
        digest = (await ask(page, { type: "state" }))["digest"];
        return digest;
      },
      { timeout: 40_000 },
    )
    .toMatch(/^[0-9a-f]{16}$/);
  return String(digest);
}

test("in a sandboxed frame of another origin it runs, and answers every message once", { tag: "@smoke" }, async ({
  page,
}) => {
  await open(page, "preset=cdg_beside_newreno&view=path,queue&controls=loss&autoplay=0");
  const state = await ask(page, { type: "state" });
  expect(state).toMatchObject({ sawtooth: 1, ok: true, playing: false, duration_s: 80 });
  expect(state["scenario"]).toMatchObject({ schema: 1 });

  expect(await ask(page, { type: "play" })).toMatchObject({ ok: true });
  await expect.poll(async () => Number((await ask(page, { type: "state" }))["t"])).toBeGreaterThan(0);
  expect(await ask(page, { type: "pause" })).toMatchObject({ ok: true });
  expect(await ask(page, { type: "seek", t: 1e9 })).toMatchObject({ ok: true });
  expect((await ask(page, { type: "state" }))["t"]).toBe(80);
  expect(await ask(page, { type: "seek", t: 20 })).toMatchObject({ ok: true });
  await finished(page);
  expect(await ask(page, { type: "step", unit: "congestion" })).toMatchObject({ ok: true });
  expect(Number((await ask(page, { type: "state" }))["t"])).toBeGreaterThan(20);
});

test("a live setting becomes part of the run and changes its digest; any other restarts it", async ({ page }) => {
  await open(page, "preset=cdg_beside_newreno&view=queue&autoplay=0");
  const before = await finished(page);
  await ask(page, { type: "seek", t: 30 });
  expect(await ask(page, { type: "set", path: "bottleneck.loss.probability", value: 0.02 })).toMatchObject({
    ok: true,
  });
  const changed = await ask(page, { type: "state" });
  expect((changed["scenario"] as Message)["interventions"]).toEqual([
    { at_s: 30, path: "bottleneck.loss.probability", value: 0.02 },
  ]);
  expect(await finished(page)).not.toBe(before);
  expect(await ask(page, { type: "set", path: "seed", value: 7 })).toMatchObject({ ok: true, restarted: true });
  expect((await ask(page, { type: "state" }))["t"]).toBe(0);
});

test("what the reader does is reported: the run, playing, and where the playhead was put", async ({ page }) => {
  const frame = await open(page, "preset=cdg_beside_newreno&view=queue&controls=loss&autoplay=0&t=30");
  await finished(page);
  const last = async (type: string) => (await said(page, type)).at(-1);
  await frame.getByRole("textbox", { name: "Random loss" }).fill("2");
  await page.keyboard.press("Enter");
  const change = { at_s: 30, path: "bottleneck.loss.probability", value: 0.02 };
  await expect
    .poll(() => last("change"))
    .toMatchObject({ t: 30, playing: false, scenario: { interventions: [change] } });
  const digest = await finished(page);
  await expect.poll(() => last("change")).toMatchObject({ digest });
  // At rest, too.
  await frame.getByRole("slider", { name: "Playhead" }).press("End");
  await expect.poll(() => last("progress")).toMatchObject({ t: 80 });
  await ask(page, { type: "seek", t: 10 });
  await frame.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => last("change")).toMatchObject({ playing: true, speed: 1 });
  await ask(page, { type: "set", path: "speed", value: 3 });
  await expect.poll(() => last("change")).toMatchObject({ playing: true, speed: 3 });
});

for (const way of ["blob", "srcdoc"] as const)
  test(`in a frame that a host makes of the file's text it runs, and offers no way that leads nowhere: ${way}`, async ({
    page,
  }) => {
    const html = readFileSync(join(import.meta.dirname, "../dist/embed.html"), "utf8");
    await page.goto(`${hostAddress}?hash=${encodeURIComponent("preset=cdg_beside_newreno&autoplay=0")}`);
    await expect.poll(() => said(page, "ready")).not.toEqual([]);
    await expect(page.frameLocator("iframe").getByRole("link", { name: /laboratory/ })).toBeVisible();
    const expected = await finished(page);
    await page.evaluate(
      ([way, html]) => {
        Object.assign(window, { said: [] });
        const frame = document.querySelector("iframe") as HTMLIFrameElement;
        if (way === "srcdoc") frame.srcdoc = html;
        else frame.src = `${URL.createObjectURL(new Blob([html], { type: "text/html" }))}#view=cwnd&autoplay=0`;
      },
      [way, html] as const,
    );
    await expect.poll(() => said(page, "ready")).not.toEqual([]);
    expect(await ask(page, { type: "load", preset: "cdg_beside_newreno" })).toMatchObject({ ok: true });
    expect(await finished(page)).toBe(expected);
    await expect(page.frameLocator("iframe").getByRole("link", { name: /laboratory/ })).toHaveCount(0);
  });

test("what is wrong is answered in words, and the last good run stays", async ({ page }) => {
  await open(page, "preset=cdg_beside_newreno&view=queue&autoplay=0");
  const before = await finished(page);
  const bad = {
    schema: 1,
    duration_s: 0,
    bottleneck: { rate_bps: -1, queue: { discipline: "drop_tail", limit_packets: 1 } },
  };
  const refused = await ask(page, { type: "load", scenario: bad });
  expect(refused).toMatchObject({ ok: false, error: { code: expect.any(String), message: expect.any(String) } });
  const errors = (refused["error"] as Message)["errors"] as Message[];
  expect(errors.map((each) => each["place"])).toEqual(expect.arrayContaining(["duration_s", "bottleneck.rate_bps"]));
  for (const each of errors) expect(String(each["message"])).toContain(String(each["place"]));
  expect(await ask(page, { type: "set", path: "flows.nobody.base_rtt_ms", value: 3 })).toMatchObject({ ok: false });
  expect(await ask(page, { type: "make_tea" })).toMatchObject({ ok: false });
  expect(await finished(page)).toBe(before);
  expect(await ask(page, { type: "load", preset: "cdg_beside_newreno" })).toMatchObject({ ok: true });
});

test("flows named like what every object has are drawn, and changed by message", async ({ page }) => {
  const names = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "then", "length"];
  const path = "flows.__proto__.algorithm.kind";
  const scenario = {
    schema: 1,
    duration_s: 12,
    bottleneck: { rate_bps: 2e7, queue: { discipline: "drop_tail", limit_packets: 80 } },
    flows: names.map((name) => ({ name, algorithm: { kind: "cdg" } })),
    interventions: [{ at_s: 5, path, value: "cubic" }],
  };
  const frame = await open(page, `s=0${Buffer.from(JSON.stringify(scenario)).toString("base64url")}&view=cwnd&t=8`);
  await finished(page);
  expect(await ask(page, { type: "set", path, value: "vegas" })).toMatchObject({ ok: true });
  const state = await ask(page, { type: "state" });
  expect(state).toMatchObject({ ok: true, scenario: { flows: names.map((name) => ({ name })) } });
  for (const name of names) await expect(frame.locator(".chart-slot-name").filter({ hasText: name })).toBeAttached();
  await expect(frame.locator(".failed")).toHaveCount(0);
});

test("what the host did wrong is told to the host, and not laid over the reader's picture", async ({ page }) => {
  const frame = await open(page, "preset=cdg_beside_newreno&view=queue&controls=loss&autoplay=0");
  await finished(page);
  const set = { type: "set", path: "bottleneck.loss.probability", value: 7 };
  expect(await ask(page, set)).toMatchObject({ ok: false, error: { message: expect.stringContaining("7") } });
  expect(await ask(page, { type: "load", scenario: { schema: 1 } })).toMatchObject({ ok: false });
  await expect(frame.locator("#problems")).toBeHidden();
  await expect(frame.locator(".field-error")).toHaveCount(0);
});

test("an origin that is none is told in the widget, which obeys nobody then", async ({ page }) => {
  await page.goto(
    `${hostAddress}?hash=${encodeURIComponent("preset=cdg_beside_newreno&autoplay=0&origin=https://host/")}`,
  );
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("#problems")).toContainText("origin=https://host/ is not valid. Allowed: https://host");
  await page.evaluate(() => (window as unknown as { ask(m: unknown): void }).ask({ sawtooth: 1, type: "play", id: 1 }));
  await frame.getByRole("button", { name: "Dismiss" }).click();
  await expect(frame.getByRole("button", { name: "Play" })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { said: unknown[] }).said)).toEqual([]);
});

test("of addresses that follow one another quickly the last one is shown, with its own problems only", async ({
  page,
}) => {
  const frame = await open(page, "preset=cdg_beside_newreno&autoplay=0");
  const wrong = `s=0${Buffer.from('{"schema":1,"duration_s":-1}').toString("base64url")}`;
  await frame.evaluate((wrong) => {
    for (let i = 0; i < 40; i++) location.hash = i % 2 ? `${wrong}&t=${i}` : `preset=nonsense${i}`;
    location.hash = "preset=cdg_fig4&autoplay=0&view=cwnd";
  }, wrong);
  await expect.poll(async () => JSON.stringify((await ask(page, { type: "state" }))["scenario"])).toContain("igure 4");
  await expect(frame.locator("#problems")).toBeHidden();
});

test("what is no message for it is ignored", async ({ page }) => {
  await open(page, "preset=cdg_beside_newreno&view=queue&autoplay=0");
  const count = async () => (await said(page, "reply")).length;
  const before = await count();
  for (const stray of [
    null,
    3,
    "play",
    [],
    { type: "play" },
    { sawtooth: 2, type: "play" },
    { sawtooth: 1, type: 5 },
  ]) {
    await page.evaluate((one) => (window as unknown as { ask(m: unknown): void }).ask(one), stray);
  }
  await ask(page, { type: "state" });
  expect(await count()).toBe(before + 1);
});

test("it runs when it comes into sight before it was told that it was not", async ({ page }) => {
  // As in a browser whose processor is busy while a frame is laid out: both observations come at once.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(told: IntersectionObserverCallback) {
        super((entries, self) => {
          const before = entries.map((entry) => ({ ...entry, isIntersecting: false }));
          told([...before, ...entries], self);
        });
      }
    };
  });
  await page.goto(`${DEEP_SITE}embed.html#preset=cdg_beside_newreno&view=path`);
  await expect(page.locator("canvas:visible").first()).toBeVisible();
  await expect(page.locator("#hook")).toContainText("CDG");
});

test("under a deep sub-path it works by itself, and offers the way to the laboratory", async ({ page }) => {
  await page.goto(`${DEEP_SITE}embed.html#preset=cdg_beside_newreno&view=path,cwnd&autoplay=0`);
  await expect(page.locator("canvas").first()).toBeVisible();
  const out = page.getByRole("link", { name: /laboratory/i });
  await expect(out).toHaveAttribute("href", /index\.html|sawtooth\/(#|$)|^\.?\/?#|^\.\//);
});

test("each chart has its words in both languages, and shows no key of the catalogue in their place", async ({
  page,
}) => {
  const registry = readFileSync(join(import.meta.dirname, "../web/src/charts/registry.ts"), "utf8");
  const charts = [...registry.matchAll(/^ +(?:overTime|ownAxis)\("(\w+)"/gm)]
    .map((found) => found[1])
    .filter((id) => id !== "discriminators");
  expect(charts.length).toBeGreaterThan(10);
  await page.setViewportSize({ width: 1000, height: 3000 });
  for (const file of ["embed.html", "embed.de.html"]) {
    await page.goto("about:blank");
    await page.goto(`${DEEP_SITE}${file}#preset=adsl&t=20&autoplay=0&view=path,${charts.join()}`);
    await expect(page.locator("figure[data-chart]")).toHaveCount(charts.length);
    await expect(page.locator('[data-digest]:not([data-digest=""])')).toBeAttached({ timeout: 40_000 });
    const words = await page.locator("figure[data-chart]").allTextContents();
    expect(words.join("\n").match(/\b(chart|path|lab|embed|control|notice)\.[a-z]+\S*/g), file).toBeNull();
  }
});

test("from a file on disk it runs", async ({ page }) => {
  const file = pathToFileURL(join(import.meta.dirname, "../dist/embed.html")).href;
  await page.goto(`${file}#preset=cdg_beside_newreno&view=path,cwnd&autoplay=0`);
  await expect(page.locator("canvas").first()).toBeVisible();
  await expect(page.locator('[data-digest]:not([data-digest=""])')).toBeAttached({ timeout: 40_000 });
});

test("a split run shows both branches: one until the fork, two after it, with the same luck", async ({ page }) => {
  const packed = Buffer.from(
    JSON.stringify({ at_s: 30, interventions: [{ at_s: 30, path: "bottleneck.loss.probability", value: 0.02 }] }),
  ).toString("base64url");
  await page.goto(`/embed.html#preset=cdg_beside_newreno&view=cwnd,queue&t=20&autoplay=0&lang=en&fork=0${packed}`);
  const legend = page.locator("#branches");
  await expect(legend).toContainText(/A grey line: Random loss 0.%/);
  await expect(legend).toContainText(/B strong line: Random loss 2.% from 30.s on/);
  const second = page.locator('[data-chart="cwnd"] .chart-slot-value.second');
  await expect(page.locator('[data-chart="cwnd"] .chart-slot-value').first()).not.toBeEmpty();
  await expect(second).toHaveCount(0);
  await page.evaluate(() => {
    location.hash = location.hash.replace("t=20", "t=60");
  });
  await expect(second.first()).not.toBeEmpty();
  const [own, other] = await Promise.all([
    page.locator('[data-chart="cwnd"] .chart-slot-value:not(.second)').allTextContents(),
    second.allTextContents(),
  ]);
  expect(other.length).toBeGreaterThan(1);
  expect(own.join()).not.toBe(other.join());
  // A fork that is none is told, and the run is shown without it.
  await page.goto("/embed.html#preset=cdg_beside_newreno&view=cwnd&lang=en&fork=0bm9uZQ");
  await expect(page.locator("#problems")).toContainText("fork=");
  await expect(legend).toBeEmpty();
});

test("a change of both branches, and one of A alone, are named in the legend of a split run", async ({ page }) => {
  const packed = Buffer.from(
    JSON.stringify({ at_s: 12.39, interventions: [{ at_s: 12.39, path: "bottleneck.loss.probability", value: 0.01 }] }),
  ).toString("base64url");
  const address = (t: number) =>
    `/embed.html#preset=cdg_beside_newreno&view=cwnd&t=${t}&autoplay=0&lang=en&controls=loss&fork=0${packed}`;
  const legend = page.locator("#branches");
  const type = async (value: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Random loss" }).fill(value);
    await page.keyboard.press("Enter");
  };
  for (const t of [5, 0]) {
    await page.goto("about:blank");
    await page.goto(address(t));
    await expect(legend).toContainText(/B strong line/);
    await type("20");
    await expect(legend).toContainText(/A grey line: Random loss 20.%/);
    await expect(legend).toContainText(/B strong line: Random loss 1.% from 12\.39.s on/);
    await expect(legend).not.toContainText(/20.%.*20.%/s);
  }
  await page.goto("about:blank");
  await page.goto(address(15));
  await expect(legend).toContainText(/B strong line/);
  await type("20");
  await expect(legend).toContainText(/A grey line: Random loss 0.%, Random loss 20.% from 15.s on/);
  await expect(legend).toContainText(/B strong line: Random loss 1.% from 12\.39.s on/);
});

for (const lang of ["en", "de"])
  test(`in the smallest frame the sentence and the names of a chart's lines are whole: ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 240 });
    await page.goto(`/embed.html#preset=cdg_beside_newreno&t=20&autoplay=0&view=cwnd&lang=${lang}`);
    // Both sentences: the first one alone would be the opposite of what is seen.
    const sentence = page.locator("#hook p");
    await expect(sentence).toHaveText(/CDG.*\. .*NewReno.*\.$/);
    expect(
      await sentence.evaluate((line) => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight),
    ).toBe(true);
    const names = page.locator('figure[data-chart="cwnd"] .chart-readout .chart-slot');
    await expect(names.filter({ hasText: "CDG" })).toContainText("12");
    const cut = await names.evaluateAll((slots) =>
      slots
        .filter((slot) => {
          const box = slot.getBoundingClientRect();
          const room = slot.parentElement?.getBoundingClientRect();
          return box.height > 0 && (!room || box.bottom > room.bottom + 1 || box.right > room.right + 1);
        })
        .map((slot) => slot.textContent),
    );
    expect(cut).toEqual([]);
  });

test("in large type, panels without room are named, and are there once the frame is as high as it asks", async ({
  page,
}) => {
  const frame = await open(page, "preset=adsl&view=path,delay,queue&controls=queue&autoplay=0&profile=projector");
  const plots = (): Promise<number[]> =>
    frame.locator(".chart-plot").evaluateAll((all) => all.map((plot) => plot.getBoundingClientRect().height));
  const high = async (height: number): Promise<void> =>
    page.locator("iframe").evaluate((element, px) => element.setAttribute("height", String(px)), height);
  await page.locator("iframe").evaluate((element) => element.setAttribute("width", "900"));
  await high(700);
  await expect(frame.locator(".left-out")).toHaveText("Not shown for lack of height: Queue");
  await expect.poll(async () => (await plots()).every((height) => height >= 120)).toBe(true);
  await expect.poll(async () => (await said(page, "resize")).at(-1)?.["height"]).toBeGreaterThan(700);
  await high((await said(page, "resize")).at(-1)?.["height"] as number);
  await expect(frame.locator(".left-out")).toHaveCount(0);
  await expect.poll(async () => (await plots()).map((height) => height >= 120)).toEqual([true, true]);
});
