/**
 * Parts that a browser may refuse, lose or kill: each time the page says what happened and how to go on, and what the reader made is still
 * there. Not here: the lost network of a copy that is kept, a newer version (offline.spec.ts), broken lectures (present.spec.ts),
 * refused runs (laboratory.spec.ts).
 */
import { type Page, test as unwatched } from "@playwright/test";
import { digestOf, drawn, expect, openLab, playhead, test } from "./sandbox.ts";

unwatched.describe.configure({ timeout: 120_000 });

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

/** Keeps a list of the page's workers, so that a test can kill one as a browser does that is short of memory. */
const noteWorkers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const all: Worker[] = [];
    Object.assign(window, { all });
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        all.push(this);
      }
    };
  });
const kill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const worker of (window as unknown as { all: Worker[] }).all) worker.terminate();
  });

/** Half a minute in which nothing is heard of the worker, after the page has asked it. */
async function silence(page: Page): Promise<void> {
  await drawn(page, 3);
  // Of a timer that repeats, a leap of the clock calls only one turn.
  for (let leap = 0; leap < 20; leap += 1) await page.clock.fastForward(2000);
}

unwatched("a worker that the browser kills without a word is begun again, with the run as it was", async ({ page }) => {
  await noteWorkers(page);
  await page.clock.install();
  const digest = await openLab(page, RUN);
  await kill(page);
  await page.keyboard.press(" ");
  await silence(page);
  await expect(page.locator("#problems")).toContainText("It was restarted");
  await expect(page.locator("#problems strong")).toHaveText("The run had a problem:");
  await expect.poll(() => digestOf(page)).toBe(digest);
  await expect.poll(() => playhead(page)).toBeGreaterThan(26.5);
});

unwatched(
  "while another run waits for an engine that is gone, the page is still of the one on show",
  async ({ page }) => {
    await noteWorkers(page);
    await page.clock.install();
    await openLab(page, RUN);
    const named = async () => [await page.title(), await page.locator("#top .scenario, #hook").allInnerTexts()];
    const before = await named();
    await kill(page);
    await page.evaluate(() => {
      location.hash = "preset=cdg_fig4&autoplay=0&lang=en";
    });
    await expect(page.locator("[data-digest]").first()).toHaveAttribute("data-digest", "");
    await drawn(page, 3);
    expect(await named()).toEqual(before);
    await silence(page);
    await expect.poll(() => page.title()).toContain("One flow and random loss");
    await expect(page.locator("#problems")).toContainText("It was restarted with the run that was asked for meanwhile");
  },
);

unwatched("labels are at the ends of their lines however often the engine ends", async ({ page }) => {
  await noteWorkers(page);
  const digest = await openLab(page, RUN);
  for (let crash = 1; crash <= 5; crash += 1) {
    await page.evaluate(() => {
      const { all } = window as unknown as { all: Worker[] };
      all.at(-1)?.dispatchEvent(new ErrorEvent("error", { message: "unreachable" }));
    });
    await expect(page.locator("#problems").getByText("unreachable")).toHaveCount(crash);
    await expect.poll(() => digestOf(page)).toBe(digest);
    await drawn(page, 20);
  }
  // No frame is asked for any more: what is drawn stays.
  await drawn(page, 60);
  const places = () =>
    page.locator("#charts .chart-slot").evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform));
  const before = await places();
  await page.mouse.move(500, 500);
  await drawn(page, 3);
  await page.mouse.move(5, 5);
  await drawn(page, 3);
  expect(before).toEqual(await places());
});

unwatched("a lesson whose worker is killed says so", async ({ page }) => {
  await noteWorkers(page);
  await page.clock.install();
  await page.goto("/lessons.html#lesson=window");
  const play = page.locator("#run-side .play");
  await expect(play).toBeEnabled();
  await kill(page);
  await play.click();
  await silence(page);
  const said = page.getByRole("alert").filter({ hasText: "It was restarted" });
  await expect(said).toBeVisible();
  await expect(said).not.toContainText("An error occurred");
  await said.getByRole("button", { name: "Continue anyway" }).click();
  await expect(said).toHaveCount(0);
});

unwatched("where WebAssembly is refused the page says so, and what to do", async ({ page }) => {
  // A policy beside the page's own, as a proxy or a careful browser adds one.
  await page.route(/\/((lessons|embed)\.html)?$/, async (route) => {
    const answer = await route.fetch();
    const policy = "script-src 'self' 'unsafe-inline' blob:; worker-src 'self' blob:";
    await route.fulfill({ response: answer, headers: { ...answer.headers(), "content-security-policy": policy } });
  });
  // A lesson can be read without its runs; no page is helped by another address.
  const pages: [string, string[]][] = [
    [`#${RUN}`, ["Reload"]],
    ["lessons.html#lesson=window", ["Reload", "Continue anyway"]],
    [`embed.html#${RUN}&lang=en`, ["Reload"]],
  ];
  for (const [path, ways] of pages) {
    await page.goto(`/${path}`);
    const said = page.locator(".failed");
    await expect(said.locator("strong"), path).toContainText("This browser blocks WebAssembly");
    await expect(said).not.toContainText("An error occurred");
    await expect(said.getByRole("button")).toHaveText(ways);
  }
});

test("where storage is refused every page works", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
  });
  await openLab(page, RUN);
  for (const path of ["lessons.html#lesson=window", "figures.html", "algorithms.html", "own.html", "builder.html"]) {
    await page.goto(`/${path}`);
    await expect(page.locator("#top")).not.toBeEmpty();
    await expect(page.locator(".failed")).toHaveCount(0);
  }
});

test("where storage is full a program is still in its address, and the page says so", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto("/own.html");
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("// mine");
  await expect(page.getByText(/This browser (stores nothing|cannot save)/)).toBeVisible();
  await expect.poll(() => page.url()).toContain("program=");
  await page.reload();
  await expect(editor).toContainText("// mine");
});

unwatched("a part that does not arrive is asked for again, and the page says that it is missing", async ({ page }) => {
  await page.route(/assets\/laboratory-[\w-]+\.js/, (route) => route.abort());
  await page.goto(`/#${RUN}`);
  await expect(page.getByRole("alert").filter({ hasText: "A part of this page did not load." })).toBeVisible();
  await page.unroute(/assets\/laboratory-[\w-]+\.js/);
  await page.getByRole("button", { name: "Reload" }).click();
  await digestOf(page);
  await expect(page.locator(".failed")).toHaveCount(0);
});

unwatched("a page whose script does not arrive says so in its own words", async ({ page }) => {
  await page.route(/assets\/(index|lessons)-[\w-]+\.js/, (route) => route.abort());
  for (const path of ["", "lessons.html"]) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("alert")).toContainText("This page has not started");
  }
});

test("a clock that jumps does not move the run with it", async ({ page }) => {
  await page.addInitScript(() => {
    let jump = 0;
    const [now, frame] = [performance.now.bind(performance), requestAnimationFrame];
    performance.now = () => now() + jump;
    window.requestAnimationFrame = (draw) => frame((time) => draw(time + jump));
    Object.assign(window, { leap: (by: number) => (jump += by) });
  });
  await openLab(page, "preset=cdg_beside_newreno&t=2");
  const before = await playhead(page);
  await page.evaluate(() => (window as unknown as { leap(by: number): void }).leap(3_600_000));
  await expect.poll(() => playhead(page)).toBeGreaterThan(before + 0.5);
  expect(await playhead(page)).toBeLessThan(before + 20);
  await page.evaluate(() => (window as unknown as { leap(by: number): void }).leap(-7_200_000));
  const later = await playhead(page);
  await expect.poll(() => playhead(page)).toBeGreaterThan(later + 0.5);
});

test("a hidden tab rests, and goes on where it was when it is seen again", async ({ page }) => {
  await openLab(page, "preset=cdg_beside_newreno&t=2&autoplay=1");
  await expect.poll(() => playhead(page)).toBeGreaterThan(2.5);
  const turn = (hidden: boolean): Promise<void> =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await turn(true);
  // The frame that was asked for before may still come.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const left = await playhead(page);
  // A hundred frames, as a hidden page has in minutes.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 100; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await playhead(page)).toBe(left);
  await turn(false);
  await expect.poll(() => playhead(page)).toBeGreaterThan(left + 0.5);
});

test("a run that no memory holds ends early, and the page says when and what to lower", async ({ page }) => {
  const queue = { discipline: "drop_tail", limit_packets: 84 };
  const cross_traffic = [{ kind: "cbr", rate_bps: 1e12, base_rtt_ms: 1e5 }];
  const scenario = { schema: 1, duration_s: 80, bottleneck: { rate_bps: 1e12, queue }, cross_traffic };
  const packed = Buffer.from(JSON.stringify(scenario)).toString("base64url");
  await page.goto(`/#autoplay=0&s=0${packed}`);
  const problems = page.locator("#problems");
  // Four million packets take their time.
  await expect(problems).toContainText(/at 0\.\d+ s/, { timeout: 60_000 });
  await expect(problems).toContainText("Lower a rate, a delay or");
  await expect(problems.locator("strong")).toHaveText("The run had a problem:");
  // The page is still there for another run.
  await page.goto(`/#${RUN}`);
  await digestOf(page);
  await expect(problems).toBeHidden();
  // The widget says it in the same words, and apart from what is wrong with its address.
  await page.goto(`/embed.html#lang=en&view=nonsense,cwnd&autoplay=0&s=0${packed}`);
  await expect(problems.locator("strong")).toHaveText(
    ["Part of the address could not be read:", "The run had a problem:"],
    {
      timeout: 60_000,
    },
  );
});
