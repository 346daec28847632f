/**
 * The laboratory in a reader's hands: it opens running, answers the hand on its sliders, takes it back, and carries the
 * whole run in its address. Not here: how it looks (shots.ts), access (access.spec.ts).
 */
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import {
  description,
  digestOf,
  dragTo,
  drawn,
  expect,
  look,
  nextDigest,
  openLab,
  pass,
  playhead,
  test,
} from "./sandbox.ts";

const CALM = "preset=cdg_beside_newreno&autoplay=0";
const slider = (page: Page, name: string): Locator =>
  page.locator("#sidebar").getByRole("slider", { name, exact: true });
const play = (page: Page): Locator => page.getByRole("button", { name: /^(Play|Pause)$/ });
const interventions = async (page: Page): Promise<{ path: string; at_s: number; value: number }[]> =>
  page.evaluate(async () => {
    const packed = new URLSearchParams(location.hash.slice(1)).get("s") ?? "";
    const bytes = Uint8Array.from(atob(packed.slice(1).replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const plain =
      packed[0] === "1" ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")) : bytes;
    return JSON.parse(await new Response(plain).text()).interventions ?? [];
  });

test("it opens running, in slow motion, just before NewReno arrives; paused, it is at normal speed", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.locator("#hook")).toContainText("NewReno");
  await expect.poll(() => playhead(page)).toBeGreaterThan(11.89);
  expect(await playhead(page)).toBeLessThan(12.4);
  await expect(page.locator("#path")).toContainText("1 s on screen = 50");
  await expect(page.getByRole("slider", { name: "Speed" })).toHaveCount(0);
  const then = await playhead(page);
  await expect.poll(() => playhead(page)).toBeGreaterThan(then);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const stopped = await playhead(page);
  // It would have gone on by 0.1 s.
  await pass(page, 2);
  expect(await playhead(page)).toBe(stopped);
  await expect(page.getByRole("slider", { name: "Speed" })).toHaveAttribute("aria-valuetext", /^1×/);
});

test("a change in the opening brings normal speed within 1.5 s, and the playhead stays in the charts", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await expect.poll(() => playhead(page)).toBeGreaterThan(11.98);
  await slider(page, "Random loss").focus();
  await page.keyboard.press("ArrowRight");
  await pass(page, 1.6);
  await expect(page.getByRole("slider", { name: "Speed" })).toHaveAttribute("aria-valuetext", /^1×/);
  // It passes the end of the opening's span, 20 s, and that of the one after it, 36 s; eight times as fast, so that fewer frames are drawn.
  await slider(page, "Random loss").blur();
  for (let twice = 0; twice < 3; twice++) await page.keyboard.press("+");
  for (const after of [22, 40]) {
    while ((await playhead(page)) < after) await pass(page, 0.5);
    await expect(page.locator(".edge")).toBeHidden();
  }
});

test("a playhead outside a span that the reader chose has a tab at the edge, which leads to it", async ({ page }) => {
  await page.clock.install();
  await openLab(page, CALM);
  const tab = page.locator(".edge");
  const stage = page.locator("#charts figure").first();
  await stage.focus();
  // From 80 s to 1.25 s.
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Shift+ArrowUp");
    await pass(page, 0.1);
  }
  await play(page).click();
  await pass(page, 0.5);
  await expect(tab).toBeHidden();
  for (let twice = 0; twice < 3; twice++) await page.keyboard.press("+");
  await pass(page, 0.3);
  await expect(tab).toHaveText(/^playhead [1-9].* s →$/);
  await tab.click();
  await pass(page, 0.1);
  await expect(tab).toBeHidden();
  await pass(page, 0.5);
  await expect(tab).toBeHidden();
});

test("with less motion wished it opens paused at the first drop", { tag: "@less-motion" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/");
  await digestOf(page);
  await expect.poll(() => playhead(page)).toBeGreaterThan(12);
  const at = await playhead(page);
  expect(at).toBeLessThan(12.4);
  await pass(page, 2);
  expect(await playhead(page)).toBe(at);
});

/** Notes from now on which of the figure's parts move of themselves, by more than `least`. */
const noteShifts = (page: Page, least = 0): Promise<unknown> =>
  page.addInitScript((least) => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as {
        value: number;
        sources: { node?: Node }[];
      }[]) {
        const within = sources.filter(({ node }) => node && document.getElementById("figure")?.contains(node));
        if (value > least && within.length > 0)
          moved.push(`${value}: ${within.map(({ node }) => node?.textContent).join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, least);
const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);

for (const [width, height] of [
  [390, 844],
  [1366, 768],
] as const)
  test(`nothing of the first screen moves while it opens and its values change, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await noteShifts(page);
    await page.goto("/");
    // The windows' round trips are equal at some instants, and a value is shorter there.
    await expect.poll(() => playhead(page)).toBeGreaterThan(12.25);
    expect(await shifts(page)).toEqual([]);
  });

for (const [width, height] of [
  [390, 664],
  [1366, 768],
] as const) {
  test(`a beginner is told who the flows are, what to look at and where to begin, and nothing of it moves what stands, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // The page shows hints only while it shows all controls.
    await page.addInitScript(() => localStorage.setItem("sawtooth.show", "all"));
    // The time at the playhead moves with it as the charts begin to widen.
    await noteShifts(page, 1e-4);
    await page.clock.install();
    await page.goto("/");
    const hook = page.locator("#hook");
    await expect(hook).toContainText("NewReno slows down only after a loss; CDG slows down when the delay rises.");
    const begin = hook.getByRole("link", { name: /^New here\? What a window is, \d+ minutes$/ });
    await expect(begin).toBeVisible();
    await expect(begin).toHaveAttribute("href", /lessons\.html#lesson=window/);
    // One thing at a time, in the order of the run, beside the picture.
    const point = hook.locator(".nudge");
    await expect(point).toHaveText(/colour|doubles|waits|full/);
    // In frames of a tenth of a second, the longest that move the playhead all the way.
    const frame = () => page.clock.fastForward(100);
    // Until the charts widen: their playhead and the time scale move then.
    while (!/full/.test((await point.textContent()) ?? "")) await frame();
    const above = await page.evaluate(() => {
      const [text, picture] = ["#hook .nudge", "#path"].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return (text?.bottom ?? 0) - (picture?.top ?? 0);
    });
    expect(await shifts(page)).toEqual([]);
    expect(above).toBeLessThanOrEqual(1);
    if (width === 1366) {
      // After ten seconds it goes on at real time, and the whole run comes into view.
      const speed = page.getByRole("slider", { name: "Speed" });
      while ((await speed.count()) === 0) await frame();
      while (!/^1×/.test((await speed.getAttribute("aria-valuetext")) ?? "")) await frame();
      expect(await playhead(page)).toBeGreaterThan(12.39);
    }
    // The reader's first act ends it, not the way in.
    await play(page).click();
    await expect(point).toHaveText(/random loss/);
    await expect(begin).toBeVisible();
  });
}

test("a drag while the run plays is one change, and the sentence says what it did", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/");
  await expect.poll(() => playhead(page)).toBeGreaterThan(11.95);
  const loss = slider(page, "Random loss");
  const box = await loss.boundingBox();
  if (!box) throw new Error("no slider");
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await page.mouse.move(box.x + 8 + (i / 20) * (0.74 * box.width - 8), box.y + box.height / 2);
    // The run plays on meanwhile.
    await drawn(page, 2);
  }
  const hook = page.locator("#hook p");
  await expect(hook).toHaveText(/^Random loss: 1\s% from 1[12]\.\d+\ss on\.$/);
  await page.mouse.up();
  // 1 % of loss: NewReno has a third of the link, in the runs of CDG's paper as here.
  await expect(hook).toHaveText(/^Random loss 1\s%: NewReno will use about a third of the link \(before: \d\d\s%\)\.$/);
  await expect.poll(async () => (await interventions(page)).length).toBe(1);
  await page.keyboard.press("Control+z");
  await expect(hook).toHaveText(/^Alone, CDG keeps the queue short/);
  await page.keyboard.press("Control+Shift+z");
  await expect(hook).toHaveText(/NewReno will use about a third/);
  // A second change: the sentence is of that one, wherever it lies; taken back, of the first.
  await page.getByRole("button", { name: "Show all" }).click();
  const limit = slider(page, "Queue limit, drop tail");
  await dragTo(page, limit, 0.3);
  await expect(hook).toHaveText(/^Queue limit \d+\spackets: /);
  await page.keyboard.press("Control+z");
  await expect(hook).toHaveText(/^Random loss 1\s%: NewReno will use/);
});

test("G, loss and base RTT are dragged in a running page, the curves answer, and the link replays that very run", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const before = await openLab(
    page,
    "preset=cdg_beside_newreno&t=13&speed=1&autoplay=1&view=path,cwnd,queue,backoff,goodput,rtt",
  );
  await expect.poll(() => playhead(page)).toBeGreaterThan(13);

  // Dragging G moves the backoff curve. G comes first: once losses keep the queue empty, another G may change no backoff.
  const curve = page.locator('figure[data-chart="backoff"] canvas').first();
  const drawn = await look(curve);
  await dragTo(page, slider(page, "Scaling parameter (G)").or(slider(page, "G")).first(), 0.8);
  expect(await look(curve)).not.toBe(drawn);
  const scaled = await nextDigest(page, before);

  // Loss: packets are lost by chance from now on, and goodput falls.
  await dragTo(page, slider(page, "Random loss"), 0.75);
  await expect(description(page, "goodput")).toBeAttached();
  const lost = await nextDigest(page, scaled);

  // Base RTT: no sample can be below it once it has gone round.
  await dragTo(page, slider(page, "Base RTT"), 0.8);
  await expect.poll(() => digestOf(page)).not.toBe(lost);
  // The address follows the hand after a moment, and so does the chart's sentence: in the end they say the same.
  const told = async () => {
    const changes = await interventions(page);
    const rtt = changes.filter((each) => each.path.endsWith("base_rtt_ms")).at(-1)?.value ?? 0;
    return rtt > 60 && (await description(page, "rtt").textContent())?.includes(`Base RTT ${Math.round(rtt)}`);
  };
  await expect.poll(told, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => playhead(page)).toBeGreaterThan(14);

  // The address has the reader's acts with their moments.
  await play(page).click();
  for (const end of ["loss.probability", "base_rtt_ms", "algorithm.g_ms"]) {
    const done = async () =>
      (await interventions(page)).filter((each) => each.path.endsWith(end) && each.at_s >= 13).length;
    await expect.poll(done, { message: end }).toBeGreaterThan(0);
  }
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const address = await page.getByRole("textbox", { name: "Address" }).inputValue();
  const other = await context.newPage();
  await other.goto(address);
  const replayed = await digestOf(other);
  await expect.poll(() => digestOf(page)).toBe(replayed);
});

test("the same run opened twice has the same digest, another seed another", async ({ page }) => {
  const first = await openLab(page, "preset=cdg_fig4&autoplay=0");
  await page.reload();
  expect(await digestOf(page)).toBe(first);
  const seed = page.locator("#sidebar").getByRole("textbox", { name: "Seed" });
  await seed.fill("7");
  await seed.press("Enter");
  await expect.poll(() => digestOf(page)).not.toBe(first);
});

test("by keyboard alone it is played, stepped, changed and taken back", { tag: "@smoke" }, async ({ page }) => {
  const before = await openLab(page, `${CALM}&t=20`);
  await page.keyboard.press("Space");
  await expect.poll(() => playhead(page)).toBeGreaterThan(20.2);
  await page.keyboard.press("Space");
  const stood = await playhead(page);
  await page.keyboard.press("n");
  await expect.poll(() => playhead(page)).toBeGreaterThan(stood);
  const loss = slider(page, "Random loss");
  await loss.focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => digestOf(page)).not.toBe(before);
  await expect(loss).not.toHaveAttribute("aria-valuetext", /^0\s%$/);
  await loss.blur();
  await page.keyboard.press("Control+z");
  await expect.poll(() => digestOf(page)).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => digestOf(page)).not.toBe(before);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys and help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a flow is added, changed and removed, and undo brings all of it back; several are added at once", {
  tag: "@smoke",
}, async ({ page }) => {
  const before = await openLab(page, `${CALM}&t=20`);
  const cards = page.locator("#sidebar").getByRole("region", { name: /^Flow \d/ });
  await expect(cards).toHaveCount(2);
  await page.locator("#sidebar").getByRole("button", { name: "Add a flow" }).click();
  await page.getByRole("button", { name: "CUBIC", exact: true }).click();
  await expect(cards).toHaveCount(3);
  const three = await expect.poll(() => digestOf(page)).not.toBe(before);
  expect(three).toBeUndefined();
  await page.getByRole("combobox", { name: /Algorithm of CUBIC/ }).selectOption("htcp");
  await expect(page.getByRole("combobox", { name: /Algorithm of/ })).toHaveValue("htcp");
  await page
    .locator("#sidebar")
    .getByLabel(/^Options for/)
    .last()
    .click();
  await page.getByRole("button", { name: "Remove" }).locator("visible=true").click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(cards).toHaveCount(2);
  await expect.poll(() => digestOf(page)).toBe(before);

  await page.keyboard.press("a");
  const menu = page.locator("#add-flow");
  const count = menu.getByRole("spinbutton", { name: "Number of flows" });
  // Not filled: the driver of Firefox types the number after the one that stands there.
  for (let more = 0; more < 2; more++) await count.press("ArrowUp");
  await expect(count).toHaveValue("3");
  await menu.getByRole("button", { name: "CUBIC", exact: true }).click();
  await expect(page.locator("#sidebar .card-name")).toHaveText([/CDG/, /NewReno/, /CUBIC/, /CUBIC 2/, /CUBIC 3/]);
});

test("a run that ended offers to go on, and goes on", async ({ page }) => {
  await openLab(page, `${CALM}&t=80`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator(".clock")).toContainText("160");
  await expect.poll(() => playhead(page)).toBeGreaterThan(80);
});

const pack = (document: unknown): string => `s=0${Buffer.from(JSON.stringify(document)).toString("base64url")}`;
const bottleneck = { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 84 } };
const flows = [{ name: "a" }];
// Documents that the engine refuses, texts that cannot be read, names that nobody has. Each refusal by itself: address/refused.test.ts.
const hostile: [string, string, RegExp][] = [
  [
    "a negative rate",
    pack({ schema: 1, duration_s: 9, bottleneck: { ...bottleneck, rate_bps: -5 }, flows }),
    /bottleneck\.rate_bps/,
  ],
  ["a cut link", "s=1abc", /damaged|cut short/],
  [
    "an unknown preset and nonsense",
    "preset=cdg_beside_newrenno&t=soon&view=cwnd,nonsense&zoom=3",
    /t=soon[\s\S]*cdg_beside_newreno/,
  ],
];
test("what is wrong in an address is told in words, and the laboratory still works", async ({ page }) => {
  for (const [name, hash, words] of hostile) {
    // From outside: a laboratory that is open says it of its own run, by the names of its settings.
    await page.goto("about:blank");
    await page.goto(`/#${hash}&autoplay=0`);
    await expect(page.locator("#problems"), name).toContainText(words);
    await digestOf(page);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator("#problems")).toBeHidden();
  }
  // Lists that are none, one after the other, in the laboratory that is open.
  for (const flows of ["two", 5, { a: 1 }, [null], [[]], true]) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `${pack({ schema: 1, duration_s: 9, bottleneck, flows })}&autoplay=0`,
    );
    await expect(page.locator("#problems")).toContainText("flows");
    await digestOf(page);
  }
  await expect(page.locator(".failed")).toHaveCount(0);
});

test("a field that is refused says so at its place, and the last good run stays", async ({ page }) => {
  const before = await openLab(page, CALM);
  const rate = page.locator("#sidebar").getByRole("textbox", { name: "Link rate" });
  await rate.fill("-3");
  await rate.press("Enter");
  await expect(
    page
      .locator("#sidebar")
      .getByText(/must be|Allowed|at least|above/)
      .first(),
  ).toBeVisible();
  // The next text there has a message of its own.
  await rate.fill("abc");
  await rate.press("Enter");
  const message = page.locator("#sidebar .field-error");
  await expect(message).toContainText("abc");
  await expect(message).not.toContainText(/[-−]3/);
  expect(await digestOf(page)).toBe(before);
});

test("on a phone the menu names all pages, whole, and the time scale brings the speed's slider", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, "preset=cdg_beside_newreno&t=20&autoplay=0");
  await page.locator("#top").getByRole("button", { name: "Menu" }).click();
  const pages = page.locator("#top .popup .site").last();
  await expect(pages.getByRole("link", { name: "Widget" })).toBeInViewport({ ratio: 1 });
  expect(await pages.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
  const slider = page.getByRole("slider", { name: "Speed" });
  await expect(slider).toHaveCount(0);
  await page.getByRole("button", { name: "1\u202fs = 1\u202fs" }).click();
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".pace b").first()).toHaveText(/1.ms$/);
  await page.keyboard.press("Escape");
  await expect(slider).toHaveCount(0);
});

test("a long name of a flow is not broken in the head of a track", async ({ page }) => {
  const flows = [{ name: "gradient_sender_of_2011", algorithm: { kind: "cdg" } }];
  for (const width of [1920, 1366]) {
    await page.setViewportSize({ width, height: 1080 });
    await openLab(page, `${pack({ schema: 1, duration_s: 9, bottleneck, flows })}&autoplay=0&view=path,cwnd,gradient`);
    const head = page.locator('figure[data-chart="gradient"] .track-name > span');
    await expect(head).toContainText("gradient_sender_of_2011");
    const lines = await head.evaluate((span) => {
      const text = span.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
    });
    expect(new Set(lines), `${width}`).toEqual(new Set([1]));
  }
});

test("the stage is the first chart of the address that the run has", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openLab(page, "preset=cdg_beside_newreno&t=20&autoplay=0&view=path,delay,goodput,rtt,losses");
  const charts = page.locator(".chart-stack > figure");
  await expect(charts.first()).toHaveAttribute("data-chart", "goodput");
  await expect(charts.filter({ hasText: "This run has no real-time traffic" })).toHaveAttribute("data-chart", "delay");
  // A chart that is named beyond the two open tracks is a row, of which there is nothing to save.
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const saves = page.getByRole("dialog", { name: "Link and files" }).getByRole("button", { name: /: SVG$/ });
  await expect(saves).toHaveText(["SVG", "SVG", "SVG", "SVG"]);
});

test("a chart with an axis of its own shows the very moment of the playhead, also where that moves by hundredths", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openLab(page, "preset=cdg_beside_newreno&t=12.48&autoplay=0&view=cwnd,log");
  const log = page.locator('[data-chart="log"]');
  // Not a screenshot: the driver's own style would be refused by the page's policy in Firefox.
  const picture = () =>
    log
      .locator("canvas")
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect(log).toContainText("The latest, at 12.452");
  // Its words are spoken later than they are drawn.
  const before = await picture();
  const next = page.locator("#bar").getByRole("button", { name: "To the next congestion event" });
  await expect(async () => {
    await next.click();
    await expect(log).toContainText("The latest, at 12.486", { timeout: 2000 });
  }).toPass();
  await expect.poll(picture).not.toBe(before);
});

test("a long title leaves the pages' names whole; a card's words are whole, too", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/figures.html#cdg_fig5");
  await page.getByRole("link", { name: "Open in the laboratory" }).first().click();
  await digestOf(page);
  await expect(page.locator("#hook")).toContainText("Three NewReno flows");
  const cut = (name: string) =>
    page.locator(name).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(await cut("#top .site")).toBe(0);
  expect(await cut("#sidebar .card.is-open :is(.card-start, .card-name b)")).toBe(0);
  const widths = await page
    .locator("#sidebar .card.is-open select")
    .evaluate((list: HTMLSelectElement) => [list.clientWidth, list.parentElement?.scrollWidth]);
  expect(widths[0]).toBeGreaterThan(70);
});

test("charts for which the run has nothing are a line, and give their room to the others", async ({ page }) => {
  await openLab(page, "preset=cdg_beside_newreno&view=path,cwnd,gradient,backoff&t=26&autoplay=0");
  const height = async (id: string): Promise<number> =>
    (await page.locator(`figure[data-chart="${id}"]`).boundingBox())?.height ?? 0;
  await expect.poll(() => height("backoff")).toBeGreaterThan(140);
  const before = await height("stage");
  await page.locator("#sidebar .card.is-open select").first().selectOption("cubic");
  await expect(page.locator('figure[data-chart="gradient"]')).toContainText("No flow here measures");
  await expect.poll(() => height("gradient")).toBeLessThan(60);
  await expect.poll(() => height("backoff")).toBeLessThan(60);
  await expect.poll(() => height("stage")).toBeGreaterThan(before + 30);
  await page.locator("#sidebar .card.is-open select").first().selectOption("cdg");
  await expect.poll(() => height("backoff")).toBeGreaterThan(140);
});

test("an open card's header is one row, however long its flow's name is: that is cut, and whole in its title", async ({
  page,
}) => {
  const name = "The download of my neighbour";
  const flows = [
    { name, algorithm: { kind: "cubic" } },
    { name: "call", algorithm: { kind: "newreno" }, start_s: 12.25, stop_s: 40 },
  ];
  const scenario = { schema: 1, duration_s: 60, bottleneck: { rate_bps: 1e7, queue: { limit_packets: 84 } }, flows };
  await openLab(page, `s=1${deflateRawSync(JSON.stringify(scenario)).toString("base64url")}&autoplay=0&show=all`);
  const header = page.locator("#sidebar .card.is-open header");
  for (const flow of [name, "call"]) {
    const button = page.locator("#sidebar .card-name").filter({ hasText: flow });
    if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
    await expect(header).toContainText(flow);
    const middles = await header
      .locator("> :is(.card-name, .card-algorithm, .card-menu)")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + part.clientHeight / 2));
    expect(middles).toHaveLength(3);
    for (const middle of middles) expect(middle).toBeCloseTo(middles[0] as number, -1);
    await expect(header.getByTitle(flow)).toBeVisible();
    // The start is whole, or not seen.
    const start = await header.locator(".card-start").evaluate((box) => {
      const words = box.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
      const seen = words.top < box.getBoundingClientRect().bottom;
      return !seen || (box.firstElementChild?.scrollWidth ?? 0) <= Math.ceil(words.width);
    });
    expect(start, flow).toBe(true);
  }
});

test("after a change the words of the old line are alone over the future; what is refused changes nothing", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const drawnWords = new Set<string>();
    Object.assign(window, { drawnWords });
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const fill = prototype.fillText;
      prototype.fillText = function (this: typeof prototype, ...args: Parameters<typeof fill>) {
        drawnWords.add(args[0]);
        Reflect.apply(fill, this, args);
      };
    }
  });
  const before = await openLab(page, "preset=cdg_beside_newreno&t=14&autoplay=0");
  const words = (): Promise<string[]> =>
    page.evaluate(() => [...(window as unknown as { drawnWords: Set<string> }).drawnWords]);
  await expect.poll(words).toContain("still to come");
  await page.locator("#sidebar").getByRole("slider", { name: "Random loss" }).press("PageUp");
  await nextDigest(page, before);
  await expect.poll(async () => (await words()).join()).toContain("before the change");
  const clear = () => page.evaluate(() => (window as unknown as { drawnWords: Set<string> }).drawnWords.clear());
  await clear();
  const start = await playhead(page);
  await page.locator("#bar").getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => playhead(page)).toBeGreaterThan(start + 1);
  expect(await words()).not.toContain("still to come");
  await page.locator("#bar").getByRole("button", { name: "Pause", exact: true }).click();
  const rtt = page.getByRole("textbox", { name: "Base RTT" });
  await rtt.fill("0");
  await rtt.press("Enter");
  await expect(page.getByText("This change was rejected")).toBeVisible();
  // Charts are drawn in turn, one a frame: none of before the refusal is left.
  await drawn(page, 10);
  await clear();
  const still = await playhead(page);
  await page.getByRole("slider", { name: "Playhead" }).press("ArrowRight");
  await expect.poll(() => playhead(page)).toBeGreaterThan(still);
  await expect.poll(words).toContain("still to come");
  expect((await words()).join()).not.toContain("before the change");
  const valid = await page.evaluate(() => document.body.dataset.digest);
  await rtt.fill("60");
  await rtt.press("Enter");
  await nextDigest(page, valid ?? "");
  await expect.poll(async () => (await words()).join()).toContain("before the change");
});

test("while nothing moves a pressed sender keeps its flow in front until it is pressed again, and the scrubber shows the whole run's queue", async ({
  page,
}) => {
  await openLab(page, "preset=cdg_beside_newreno&t=26&autoplay=0");
  const sender = page.getByRole("button", { name: "Highlight NewReno" });
  await expect(sender).toHaveAttribute("aria-pressed", "false");
  const chart = page.locator('figure[data-chart="stage"] canvas').first();
  const before = await look(chart);
  await sender.click();
  await expect(sender).toHaveAttribute("aria-pressed", "true");
  await page.mouse.move(700, 90);
  await expect.poll(() => look(chart)).not.toBe(before);
  await sender.click();
  await expect(sender).toHaveAttribute("aria-pressed", "false");

  // The scrubber shows the whole run's queue: colour in the lower part of the profile at 95 % of the run, and of the ground above it.
  const colours = () =>
    page.locator(".scrubber canvas").evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const g = (canvas as HTMLCanvasElement).getContext("2d");
        const at = (y: number) => [...(g?.getImageData(Math.round(width * 0.95), y, 1, 1).data ?? [])].join();
        return at(Math.round(height * 0.7)) !== at(2);
      }),
    );
  await expect.poll(async () => (await colours()).some(Boolean), { timeout: 15_000 }).toBe(true);
});

test("on a tablet nothing of the bar moves when the speed appears", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  const before = await openLab(page, "preset=cdg_beside_newreno&t=20&autoplay=0&show=few");
  const bar = page.locator("#bar");
  const places = () =>
    bar
      .locator(".play, .clock, .strip")
      .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const [seen, height] = [await places(), (await bar.boundingBox())?.height];
  await expect(bar.getByRole("slider", { name: "Speed" })).toHaveCount(0);
  await page.getByRole("slider", { name: "Random loss" }).press("PageUp");
  await nextDigest(page, before);
  await expect(bar.getByRole("slider", { name: "Speed" })).toBeVisible();
  expect(await places()).toEqual(seen);
  expect((await bar.boundingBox())?.height).toBe(height);
});

test("a tablet's scrubber has its own row above named buttons; a turned phone shows the whole last time label", async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await openLab(page, `${CALM}&show=all`);
  const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const [strip, play] = [await box("#bar .strip"), await box("#bar .play")];
  expect(strip.width).toBeGreaterThan(520);
  expect(play.y).toBeGreaterThan(strip.y + 40);
  await expect(page.getByRole("button", { name: "Repeat" })).not.toHaveCSS("font-size", "0px");

  await page.setViewportSize({ width: 844, height: 390 });
  const right = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
  await expect(page.locator(".chart-axis-labels span:last-child")).toHaveText(/\d\ss$/);
  expect(await right(".chart-axis-labels span:last-child")).toBeLessThanOrEqual((await right(".chart-axis")) + 1);
});
