/**
 * A document with as many flows, changes or letters as one may have: the page draws a bounded part of each list, leads to the others, and
 * answers. Not here: how charts group many flows (groups.spec.ts), work that grows with the square of them (web/src/session/many.test.ts).
 */
import { deflateRawSync } from "node:zlib";
import { digestOf, expect, lateWorkers, nextDigest, openLab, test } from "./sandbox.ts";

const FLOWS = 10_000;
const entries = (count: number, entry: (i: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, i) => entry(i));
const SCENARIO = {
  schema: 1,
  duration_s: 5,
  bottleneck: { rate_bps: 1e7, queue: { limit_packets: 84 } },
  flows: entries(FLOWS, (i) => ({ name: `f${i}`, algorithm: { kind: "cubic" } })),
  cross_traffic: entries(50, (i) => ({ name: `call ${i}`, kind: "voip" })),
};
const RUN = `s=1${deflateRawSync(JSON.stringify(SCENARIO)).toString("base64url")}&autoplay=0&lang=en&show=all`;

test("of ten thousand flows a part is listed, the others are a step or a search away, and one slider sets them all", async ({
  page,
}) => {
  const before = await openLab(page, RUN);
  const names = page.locator("#sidebar .card-name");
  await expect(names).toHaveCount(20);
  expect(await page.locator("*").count()).toBeLessThan(2500);
  const flows = page.locator("#sidebar section").filter({ has: page.getByRole("heading", { name: /^Flows/ }) });
  await expect(flows.getByText("1 to 20 of 10,000", { exact: true })).toBeVisible();
  await expect(flows.getByRole("button", { name: "Previous", exact: true })).toBeDisabled();
  await flows.getByRole("button", { name: "Next", exact: true }).click();
  await expect(names.first()).toContainText("f20");
  await expect(page.locator("#sidebar .crossing")).toHaveCount(20);

  // A card that is opened from elsewhere is in the list.
  await page.keyboard.press("/");
  await page.keyboard.type("f9876");
  await expect(page.locator("dialog.search [role=option][aria-selected=true]")).toHaveText(/^\s*f9876\s*Flows/);
  await page.keyboard.press("Enter");
  await expect(page.locator("#sidebar .card.is-open .card-name")).toBeFocused();
  await expect(flows.getByText("9861 to 9880 of 10,000", { exact: true })).toBeVisible();
  expect(await digestOf(page)).toBe(before);

  await page.locator("#sidebar").getByRole("slider", { name: "Base RTT" }).first().press("ArrowRight");
  await nextDigest(page, before);
  await expect(page.getByText(/^Base RTT/).first()).toBeVisible();
  await expect(page.locator(".failed")).toHaveCount(0);
});

test("a file with as many changes as it may have says that it is read, and can be stopped: the run before stays", async ({
  page,
}) => {
  await lateWorkers(page, 300);
  const before = await openLab(page, "preset=hook&autoplay=0&lang=en&show=all");
  const title = await page.title();
  const changes = entries(145_000, (i) => ({
    at_s: Math.floor((i * 6000) / 145_000) / 100,
    path: "flows.a.base_rtt_ms",
    value: 10 + (i % 90),
  }));
  const text = JSON.stringify({
    ...SCENARIO,
    duration_s: 60,
    flows: [{ name: "a" }],
    cross_traffic: [],
    interventions: changes,
  });
  const drop = () =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "run.json"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
  const reading = page.locator(".reading");
  await drop();
  await expect(reading.getByText("Reading run.json …")).toBeVisible();
  await reading.getByRole("button", { name: "Stop" }).click();
  await expect(reading).toHaveCount(0);
  await expect(page.locator("[aria-live]", { hasText: "the run is unchanged" })).toHaveCount(1);
  expect([await page.title(), await digestOf(page)]).toEqual([title, before]);
  await expect(page.locator("#bar")).toContainText("of 80");

  await drop();
  await nextDigest(page, before);
  await expect(reading).toHaveCount(0);
  await expect(page.locator("#bar")).toContainText("of 60");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText("This run is too large for a link.")).toBeVisible();
  await expect(page.locator(".failed")).toHaveCount(0);
});

test("of a title that takes minutes to lay out, the beginning is shown", async ({ page }) => {
  const title = "\u202e\ufdfd".repeat(90_000);
  const few = { ...SCENARIO, title, flows: [{ name: "a" }], cross_traffic: [] };
  const run = `s=1${deflateRawSync(JSON.stringify(few)).toString("base64url")}&autoplay=0&lang=en`;
  for (const path of ["", "embed.html"]) {
    await page.goto(`/${path}#${run}`);
    await expect.poll(() => page.title()).toContain(`${title.slice(0, 299)}\u2026`);
    await expect.poll(() => digestOf(page)).toMatch(/^[0-9a-f]{16}$/);
  }
});
