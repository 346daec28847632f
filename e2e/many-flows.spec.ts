/**
 * A document with as many flows as one may have: the page draws a bounded part of each list, leads to the others, and answers. Not here: how
 * charts group many flows (groups.spec.ts), work that grows with the square of them (web/src/session/many.test.ts).
 */
import { deflateRawSync } from "node:zlib";
import { digestOf, expect, nextDigest, openLab, test } from "./sandbox.ts";

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
