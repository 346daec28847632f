/**
 * Tooth by tooth in the laboratory: it is fetched only when it is opened, follows playhead and focus, is read by keys, and is taken away
 * as a picture and as numbers. Not here: where a cycle begins and ends (charts/fold.test.ts).
 */
import { description, expect, look, openLab, test, testAccess } from "./sandbox.ts";
import { saved } from "./saved.ts";

const RUN = "preset=cdg_beside_newreno&t=76&autoplay=0";
/** From 30 s on in branch B the queue holds 30 packets. */
const FORK = Buffer.from(
  JSON.stringify({ at_s: 30, interventions: [{ at_s: 30, path: "bottleneck.queue.limit_packets", value: 30 }] }),
).toString("base64url");
const figure = 'figure[data-chart="teeth"]';

test("it is fetched when it is opened, and shows the flow in focus up to the playhead: words, keys, table, Why?, a picture", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await openLab(page, RUN);
  const teeth = () => fetched.filter((url) => /\/teeth-[^/]*\.js/.test(url));
  const chart = page.locator(figure);
  await expect(chart).toHaveCount(0);
  expect(teeth()).toHaveLength(0);
  await page.getByRole("button", { name: /^\d+ more:/ }).click();
  await page.getByRole("menuitem", { name: "Tooth by tooth" }).click();
  await expect(chart).toBeVisible();
  expect(teeth()).toHaveLength(1);
  const words = description(page, "teeth");
  await expect(words).toContainText("Tooth by tooth, CDG:");
  await page.keyboard.press("Escape");

  await page.keyboard.press("]");
  // NewReno begins at 12 s: its window is cut twelve times until 76 s.
  await expect(words).toContainText("Tooth by tooth, NewReno: 11 complete sawtooth cycles");
  await expect(words).toContainText("The last one: 107 packets, 54 round trips. Lost packets in it: 1.");
  const canvas = page.locator(`${figure} canvas`).first();
  const whole = await look(canvas);
  await chart.focus();
  await page.keyboard.press("End");
  await expect(page.locator(".chart-stack > [aria-live]").first()).toContainText(
    /NewReno, 75\.522.s: window cut .*, 106/,
  );
  await page.keyboard.press("t");
  const table = page.getByRole("dialog", { name: /Tooth by tooth/ });
  await expect(table.getByRole("columnheader").first()).toHaveText("cut, s");
  await expect(table.locator("tbody tr")).toHaveCount(12);
  await page.keyboard.press("Escape");

  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.locator(".why-rule").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Options for Tooth by tooth" }).click();
  const svg = await saved(page, page.getByRole("menuitem", { name: /SVG/ }));
  expect(svg.text).toContain("window of NewReno, packets");
  expect(svg.text).toContain("length, round trips");
  expect(svg.text).toContain("round trips since the cut");
  expect(svg.text).not.toMatch(/NaN|undefined/);

  await page.getByRole("slider", { name: "Playback position" }).focus();
  await page.keyboard.press("Home");
  await expect(words).toContainText("No window cut so far.");
  await expect.poll(() => look(canvas)).not.toBe(whole);
});

test("in a fork the picture has both runs over the whole width, and no bars", async ({ page }) => {
  await openLab(page, `${RUN}&view=cwnd,teeth&fork=0${FORK}`);
  await expect.poll(() => page.evaluate(() => document.body.dataset.digestB ?? ""), { timeout: 30_000 }).not.toBe("");
  await page.getByRole("button", { name: "Options for Tooth by tooth" }).click();
  const { text } = await saved(page, page.getByRole("menuitem", { name: /SVG/ }));
  expect(text).not.toContain("length, round trips");
  // The last cycle of each run: the first one's, and the second one's, which is stronger.
  expect(text.match(/stroke-width="2\.3"/g)).toHaveLength(1);
  expect(text.match(/stroke-width="3\.5"/g)).toHaveLength(1);
});

testAccess(`/#${RUN}&view=teeth`, (page) => expect(description(page, "teeth")).toContainText("CDG"));
