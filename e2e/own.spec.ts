/**
 * The reader's own algorithm: typed by keyboard and tried, like ours where it does the same, equal each time and through a link; each
 * mistake explained at its line, with the page in use afterwards; nothing run from a link before the reader says so; access. Not here:
 * what the engine makes of a program (web/src/own_algorithm/sandbox), faults' words (web/src/own_algorithm/fault-texts.test.ts).
 */
import type { BrowserContext, Page } from "@playwright/test";
import { DEEP_SITE } from "../playwright.config.ts";
import { expect, findings, pass, pasteOver, sideways, test } from "./sandbox.ts";

/** NewReno's rules, as one writes them; a timeout is left to it. */
const AIMD = `function onAck(flow, ack) {
if (!ack.cwnd_limited) return;
if (flow.slow_start) flow.cwnd += 1;
else flow.cwnd += 1 / flow.cwnd;
}

function onLoss(flow, loss) {
log("loss at", flow.cwnd.toFixed(1));
flow.ssthresh = Math.max(2, Math.floor(loss.base / 2));
}`;

/** Mistakes: the program, its kind, and where it is found. */
const MISTAKES = {
  loop: { kind: "endless", line: 3, program: "function onAck(flow, ack) {\n  let i = 0;\n  while (true) i += 1;\n}" },
  allocation: {
    kind: "memory",
    line: 4,
    program:
      "function onLoss(flow, loss) {\n  const all = [];\n  for (;;) {\n    all.push(new Array(100000).fill(loss.base));\n  }\n}",
  },
  throw: { kind: "throw", line: 2, program: 'function onAck(flow, ack) {\n  throw new Error("enough");\n}' },
  network: {
    kind: "absent",
    line: 3,
    program: 'function onRound(flow, round) {\n  const to = "https://example.com/" + flow.cwnd;\n  fetch(to);\n}',
  },
} as const;

const editor = (page: Page) => page.locator(".cm-content");
const text = async (page: Page): Promise<string> => (await page.locator(".cm-line").allTextContents()).join("\n");
const fault = (page: Page) => page.locator(".faults .fault");
const rows = (page: Page) => page.locator(".results-table tr[data-digest]");
const OF_ALL = 24;

async function open(page: Page, address = "/own.html"): Promise<void> {
  await page.goto(address);
  await expect(editor(page)).toBeVisible();
}

/** Puts a program into the editor, in one piece. */
const write = (page: Page, program: string): Promise<void> => pasteOver(editor(page), program);

/** Runs what is there to its end. */
async function run(page: Page): Promise<void> {
  const begun = Number(await page.locator("#page").getAttribute("data-trials"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator("#page")).toHaveAttribute("data-trials", String(begun + 1));
  await ended(page);
}

async function ended(page: Page): Promise<void> {
  await expect(page.locator("#page")).toHaveAttribute("data-trial", /ended|fault/, { timeout: 120_000 });
}

/** The table's lines: path, who, digest, the cells as they are read. */
const table = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll((all) =>
    all.map((row) => {
      const path = row.closest("tbody")?.dataset.path;
      return [
        path,
        row.className,
        row.getAttribute("data-digest"),
        ...[...row.children].map((cell) => cell.textContent),
      ].join(" | ");
    }),
  );

/** A number of the table: the first columns are goodput and the median of the delay. */
async function value(page: Page, path: string, who: string, column: number): Promise<number> {
  const cell = page.locator(`tbody[data-path="${path}"] tr.${who} td`).nth(column);
  return Number.parseFloat((await cell.textContent()) ?? "");
}

/** How many workers a page has: a program that is compiled or run has one. */
const workers = (page: Page): number => page.workers().length;

test("an AIMD typed by keyboard is ours within 2 %, and the same through a link that asks first", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  for (const [at, line] of AIMD.split("\n").entries()) {
    // Brackets close by themselves, below the line: one goes past them.
    if (line === "}") for (const key of ["ArrowDown", "End"]) await page.keyboard.press(key);
    else {
      if (at > 0) await page.keyboard.press("Enter");
      await page.keyboard.type(line);
      await page.keyboard.press("Escape");
    }
  }
  const plain = (program: string): string => program.replace(/\s+/g, " ");
  expect(plain(await text(page))).toBe(plain(AIMD));

  await run(page);
  await expect(fault(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(OF_ALL);
  for (const path of ["one_bdp", "long_fat", "deep_queue", "random_loss", "two_flows", "beside_cubic"]) {
    const [own, ours] = await Promise.all([value(page, path, "own", 0), value(page, path, "newreno", 0)]);
    expect(Math.abs(own / ours - 1), `${path}: goodput ${own} and ${ours}`).toBeLessThanOrEqual(0.02);
  }
  await expect(page.locator(".drawn canvas").first()).toBeVisible();
  await expect(page.locator(".log li").first()).toContainText("loss at");
  expect(await findings(page)).toEqual([]);

  const first = await table(page);
  await editor(page).focus();

  // Escape, then Tab, leaves the editor.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();

  await expect.poll(() => page.url()).toContain("program=");
  const fresh = await browser.newContext({ serviceWorkers: "block" });
  await agreesFirst(fresh, page.url(), first);
  await fresh.close();
});

/** Opens a link elsewhere: nothing runs until the reader agrees; then the table is the same. */
async function agreesFirst(context: BrowserContext, address: string, expected: readonly string[]): Promise<void> {
  const page = await context.newPage();
  await page.clock.install();
  await open(page, address);
  const consent = page.getByRole("button", { name: "Run this program" });
  await expect(consent).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await editor(page).click();
  await page.keyboard.type("x");
  await page.keyboard.press("ControlOrMeta+Enter");
  // A program that may run is compiled half a second after a key.
  await pass(page, 2);
  expect((await text(page)).startsWith("function onAck"), "it can be read only").toBe(true);
  expect(workers(page), "nothing is run or compiled").toBe(0);
  await expect(rows(page)).toHaveCount(0);
  await consent.click();
  await ended(page);
  expect(await table(page)).toEqual(expected);
  await expect(consent).toHaveCount(0);
}

test("each mistake is explained at its line, and the page is in use afterwards", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  for (const [name, { kind, line, program }] of Object.entries(MISTAKES)) {
    await write(page, program);
    await run(page);
    await expect(fault(page), name).toHaveAttribute("data-kind", kind);
    await expect(fault(page), name).toContainText(`Line ${line}`);
    await expect(page.locator(".cm-lintRange-error"), name).toHaveCount(1);
    await expect(page.locator(".cm-activeLineGutter").filter({ hasText: /\d/ }), name).toHaveText(String(line));
  }
  await expect(fault(page)).toContainText("fetch");
  expect(await findings(page)).toEqual([]);

  // While one writes: what does not compile is said without a run, at its line, which a press on it reaches.
  await write(page, "function onLoss(flow, loss) {\n  flow.ssthresh = loss.base / ;\n}\n\n");
  await expect(fault(page)).toHaveAttribute("data-kind", "syntax");
  await page.getByRole("button", { name: "Line 2" }).click();
  await expect(editor(page)).toBeFocused();
  await expect(page.locator(".cm-activeLineGutter").filter({ hasText: /\d/ })).toHaveText("2");

  // Mended, it runs, and can be cancelled.
  await write(page, "function onLoss(flow, loss) {\n  flow.ssthresh = loss.base / 2;\n}");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  await expect(fault(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#page")).toHaveAttribute("data-trial", "ended");
  expect(await rows(page).count()).toBeLessThan(OF_ALL);
});

test("a program stays with its reader; a damaged link says so; the examples are one choice away", {
  tag: "@smoke",
}, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: "Delay-based: a small Vegas" }).click();
  await expect(editor(page)).toContainText("A small Vegas");
  await expect.poll(() => page.url()).toContain("program=");
  const address = page.url();
  await page.reload();
  await expect(editor(page)).toContainText("A small Vegas");
  await expect(page.getByRole("button", { name: "Run this program" }), "it is the reader's own").toHaveCount(0);

  await page.goto("/algorithms.html");
  await page.getByRole("link", { name: "Write your own algorithm" }).click();
  await expect(editor(page), "kept without an address").toContainText("A small Vegas");
  await page.goto(`${address.slice(0, -30)}`);
  await expect(page.getByRole("alert")).toContainText("The link is damaged");
  await expect(editor(page)).toContainText("A small Vegas");

  // A link that is followed right after a key stroke does not take the place of what was written.
  await editor(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("// mine");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(address).hash);
  const kept = () => page.evaluate(() => localStorage.getItem("sawtooth.own.program") ?? "");
  await expect.poll(kept).toContain("// mine");
  await expect(editor(page)).not.toContainText("// mine");
  expect(await kept()).toContain("// mine");
});

test("the page opens with the runs of its own first program", async ({ page }) => {
  await open(page);
  await ended(page);
  await expect(rows(page)).toHaveCount(OF_ALL);
  await expect(page.locator(".drawn figure.chart canvas").first()).toBeVisible();
});

test("what a program is given is completed and told", async ({ page }) => {
  await open(page);
  await write(page, "const initial = { acked: 0 };\nfunction onAck(f, a) {\n  f.");
  await page.keyboard.type("srt");
  const list = page.locator(".cm-tooltip-autocomplete");
  await expect(list).toContainText("srtt_ms");
  await expect(page.locator(".cm-completionInfo")).toContainText("Smoothed round-trip time");
  await page.keyboard.press("Escape");
  await page.keyboard.type(" + f.state.a");
  await expect(list).toContainText("acked");
  await expect(page.locator(".given")).toContainText("Smoothed round-trip time");
});

// On a laptop and in German: language.spec.ts.
test("axe finds nothing on a phone, nothing is wider than the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${DEEP_SITE}own.html`);
  expect(await findings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test("on a phone one chart is drawn at a time, under tabs of all", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await run(page);
  const charts = page.locator("figure.chart");
  await expect(charts).toHaveAttribute("data-chart", "cwnd");
  await page.getByRole("tab", { name: "RTT", exact: true }).click();
  await expect(charts).toHaveAttribute("data-chart", "rtt");
  await expect(page.getByRole("tab", { selected: true })).toBeFocused();
});
