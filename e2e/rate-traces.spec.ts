/**
 * The rate of a link in the laboratory: the file of a trace, opened or dropped, with its errors and its progress; an address with
 * the trace, and one that names its file; models with their settings. Not here: the rules of such a file (the engine's tests).
 */
import type { Page } from "@playwright/test";
import { digestOf, expect, findings, nextDigest, openLab, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";

/** A trace with an opportunity every `gap` ms. */
const trace = (entries: number, gap = 2): string => Array.from({ length: entries }, (_, i) => gap * (i + 1)).join("\n");
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const link = (page: Page) => page.getByRole("combobox", { name: "Kind of link" });

/** Chooses the trace of a file. */
async function open(page: Page, name: string, text: string): Promise<void> {
  await link(page).selectOption("trace");
  await page.locator("#sidebar .file-field input").setInputFiles(file(name, text));
}

const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([name = "", text = ""]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      for (const type of ["dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

/** The digest once it is another one. */
async function another(page: Page, digest: string): Promise<string> {
  return nextDigest(page, digest);
}

/** The address, once it is written. */
async function addressWith(page: Page, field: RegExp): Promise<string> {
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(field);
  return page.evaluate(() => location.hash);
}

test("a trace is opened, travels in the address and is undone", { tag: "@smoke" }, async ({ page }) => {
  const first = await openLab(page, RUN);
  await open(page, "short.down", trace(20_000));
  const digest = await another(page, first);
  await expect(page.locator("#sidebar")).toContainText("20,000 entries");
  await expect(page.getByRole("slider", { name: "Link rate" })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  const hash = await addressWith(page, /[#&]s=1/);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await another(page, digest)).toBe(first);
  await page.goto("about:blank");
  expect(await openLab(page, `${hash.slice(1)}`)).toBe(digest);

  // The rate is then the mean of the trace: 1500 bytes each 2 ms.
  await link(page).selectOption("constant");
  const constant = await another(page, digest);
  await expect(page.getByRole("textbox", { name: "Link rate" })).toHaveValue("6");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await another(page, constant)).toBe(digest);
});

test("a longer trace is named in the address, which asks for its file", async ({ page }) => {
  const first = await openLab(page, RUN);
  await drop(page, "long.down", trace(20_001));
  const digest = await another(page, first);
  await expect(page.locator("#sidebar")).toContainText("long.down, 20,001 entries");
  const hash = await addressWith(page, /[#&]s=/);
  expect(hash.length).toBeLessThan(2000);

  // Another branch and a fresh page know the file only if they are given it.
  await page.keyboard.press("y");
  await expect(page.locator("#path-b")).toBeVisible();
  await expect(page.locator("#problems")).toBeHidden();

  await page.goto("about:blank");
  await page.goto(`/${hash}`);
  const problems = page.locator("#problems");
  await expect(problems).toContainText("The run of this address needs a file");
  await expect(problems).toContainText("long.down, the trace of its link, with 20,001 entries");
  expect(await findings(page)).toEqual([]);
  const input = problems.locator("input[type=file]");
  await input.setInputFiles(file("long.down", trace(20_001, 3)));
  await expect(problems).toContainText("This is another trace: it has 20,001 entries");
  // A reload asks again.
  await page.reload();
  await expect(problems).toContainText("long.down");
  await input.setInputFiles(file("renamed.txt", trace(20_001)));
  await expect(problems).toBeHidden();
  await expect.poll(() => digestOf(page)).toBe(digest);
});

test("a document with a longer trace opens from its file, and its address asks for that file", async ({ page }) => {
  const first = await openLab(page, RUN);
  const bottleneck = { rate_bps: 6e6, queue: { limit_packets: 84 } };
  const rate_trace_ms = trace(20_001).split("\n").map(Number);
  const scenario = { schema: 1, duration_s: 30, bottleneck: { ...bottleneck, rate_trace_ms }, flows: [{}] };
  await drop(page, "run.json", JSON.stringify(scenario));
  await another(page, first);
  await expect(page.locator("#sidebar")).toContainText("run.json, 20,001 entries");
});

test("what is wrong with a trace is said with its line, and the run stays", async ({ page }) => {
  const digest = await openLab(page, RUN);
  const problems = page.locator("#problems");
  await open(page, "bad.down", "3\n7\n5\n");
  await expect(problems).toContainText("bad.down could not be opened");
  await expect(problems).toContainText("line 3 is 5, which is out of range. Allowed: 7 or more.");
  await drop(page, "bad.down", "3\n4.5\n");
  await expect(problems).toContainText('line 2 is "4.5", which is not a whole number');
  await drop(page, "empty", "");
  await expect(problems).toContainText("empty could not be opened");
  await expect(problems).toContainText("line 1 is missing.");
  expect(await findings(page)).toEqual([]);
  expect(await digestOf(page)).toBe(digest);
});

test("a million entries are read with a bar of progress, which can be stopped", async ({ page }) => {
  const digest = await openLab(page, RUN);
  const seen = await page.evaluate(() => {
    const values: number[] = [];
    Object.assign(window, { values });
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>(".reading progress");
      if (!bar || values.length > 0) return;
      // The worker goes on between two frames: each value that is drawn is kept.
      const watch = (): void => {
        if (!bar.isConnected) return;
        values.push(bar.value);
        requestAnimationFrame(watch);
      };
      watch();
    }).observe(document.body, { childList: true, subtree: true });
    return values.length;
  });
  expect(seen).toBe(0);
  const whole = trace(1_000_000, 1);
  await page.evaluate(() => {
    // Stopped as soon as it is there.
    new MutationObserver((_, observer) => {
      const stop = document.querySelector<HTMLButtonElement>(".reading button");
      if (!stop) return;
      observer.disconnect();
      stop.click();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await drop(page, "whole.down", whole);
  await expect(page.locator("#polite")).toContainText("Reading was stopped");
  await expect(page.locator(".reading")).toHaveCount(0);
  expect(await digestOf(page)).toBe(digest);

  await page.evaluate(() => {
    (window as unknown as { values: number[] }).values.length = 0;
  });
  await drop(page, "whole.down", whole);
  await expect(page.locator("#sidebar")).toContainText("whole.down, 1,000,000 entries");
  const values = await page.evaluate(() => (window as unknown as { values: number[] }).values);
  expect(values.some((value) => value > 0 && value < 1)).toBe(true);
  expect([...values].sort((a, b) => a - b)).toEqual(values);
});

test("a link has the settings of its model", async ({ page }) => {
  const first = await openLab(page, RUN);
  await link(page).selectOption("cellular");
  const cellular = await another(page, first);
  await page.getByRole("textbox", { name: "Maximum rate" }).fill("500");
  await page.keyboard.press("Enter");
  const slower = await another(page, cellular);
  expect(await findings(page)).toEqual([]);
  await link(page).selectOption("leo");
  await another(page, slower);
  await expect(page.getByRole("textbox", { name: "Maximum rate" })).toHaveCount(0);
});
