/**
 * Every algorithm in the reader's hands: flows of several kinds run side by side, the list of a card changes them while the
 * run goes on, from windows to rates and back, and the link replays that very run. Not here: what each of them does (the
 * engine's tests).
 */
import type { Page } from "@playwright/test";
import { description, digestOf, expect, nextDigest, openLab, playhead, test } from "./sandbox.ts";

const SCENARIO = {
  schema: 1,
  duration_s: 20,
  bottleneck: {
    rate_bps: 1e7,
    queue: { discipline: "red", limit_packets: 84 },
    loss: { model: "gilbert_elliott" },
  },
  flows: [
    { name: "first", algorithm: { kind: "vegas" } },
    { name: "second", algorithm: { kind: "tear" }, start_s: 1 },
    { name: "third", algorithm: { kind: "compound" }, start_s: 2, host: "linux" },
  ],
  cross_traffic: [{ kind: "flash_crowd", arrivals_per_s: 1, transfer_packets: 20, algorithm: { kind: "cubic" } }],
};
const ADDRESS = `s=0${Buffer.from(JSON.stringify(SCENARIO)).toString("base64url")}&view=path,cwnd,queue,state&autoplay=0`;

/** The State chart's table: its columns, and the numbers of its rows. */
async function stateTable(page: Page): Promise<{ columns: string[]; numbers: number[][] }> {
  await page.getByRole("button", { name: "Options for State" }).click();
  await page.getByRole("menuitem", { name: "Numbers" }).click();
  const dialog = page.getByRole("dialog");
  const columns = await dialog.locator("thead th").allTextContents();
  const rows = await dialog
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  await page.keyboard.press("Escape");
  const read = (text: string): number => Number(text.replaceAll(",", "").replace("\u2212", "-"));
  return { columns, numbers: rows.map((row) => row.map(read)) };
}

/** Chooses an algorithm in the first flow's card, and waits for the run that follows. */
async function choose(page: Page, title: string, before: string): Promise<string> {
  await page.getByRole("combobox", { name: "Algorithm of first" }).selectOption({ label: title });
  return nextDigest(page, before);
}

test("an algorithm gives way to another while the run goes on, and the link replays it all", async ({
  page,
  context,
}) => {
  let digest = await openLab(page, `${ADDRESS}&t=5`);
  const window = description(page, "stage");
  await expect(window).toContainText(/second \d+ packets per round trip, from its rate/);

  const groups = await page
    .locator("#sidebar .card.is-open optgroup")
    .evaluateAll((all) => all.map((e) => e.children.length));
  expect(groups).toEqual([11, 18, 2, 2, 3, 3, 1]);

  // Vegas' own signals have numbers from its first round trips on, and so does the discipline.
  const vegas = await stateTable(page);
  expect(vegas.columns).toContain("Diff, packets");
  expect(vegas.columns).toContain("P(drop)");
  expect(vegas.numbers.length).toBeGreaterThan(40);
  for (const row of vegas.numbers.slice(10)) expect(row.every(Number.isFinite)).toBe(true);

  // From a window to a rate: the card shows TFRC's own settings, the chart what it amounts to.
  digest = await choose(page, "TFRC", digest);
  await expect(page.locator('[data-setting="flows.first.algorithm.k"] input[type="range"]')).toBeVisible();
  await expect(page.getByRole("button", { name: "Sender, at its defaults" })).toBeVisible();
  await expect(window).toContainText(/first \d+ packets per round trip, from its rate/, { timeout: 20_000 });

  // And back to a window, later.
  await page.keyboard.press("End");
  await expect.poll(() => playhead(page)).toBeGreaterThan(19);
  const at = async (t_s: number): Promise<void> => {
    const scrubber = page.getByRole("slider", { name: "Playback position" });
    const box = await scrubber.boundingBox();
    if (!box) throw new Error("no scrubber");
    await scrubber.click({ position: { x: (box.width * t_s) / 20, y: box.height / 2 } });
  };
  await at(12);
  // The strip follows with the next frame.
  await expect.poll(() => playhead(page)).toBeLessThan(14);
  const second_s = await playhead(page);
  expect(second_s).toBeGreaterThan(10);
  digest = await choose(page, "CUBIC", digest);
  await expect(window).toContainText(/first \d+ packets,/, { timeout: 20_000 });
  // The table has what the chart had when it was opened.
  let cubic = vegas;
  await expect(async () => {
    cubic = await stateTable(page);
    expect(cubic.columns).toContain("W max, packets");
  }).toPass();
  const own = cubic.columns.indexOf("W max, packets");
  // CUBIC's own is there after the change, and there alone.
  const when = (from_s: number, to_s: number) => cubic.numbers.filter(([t = 0]) => t > from_s && t < to_s);
  expect(when(0, second_s - 0.4).some((row) => Number.isFinite(row[own]))).toBe(false);
  expect(when(18, 20).every((row) => Number.isFinite(row[own]))).toBe(true);

  await page.getByRole("button", { name: "Link", exact: true }).click();
  const again = await context.newPage();
  await again.goto(await page.getByRole("textbox", { name: "Address" }).inputValue());
  expect(await digestOf(again)).toBe(digest);
});
