/**
 * The widget's builder, the custom element and the example site, as a course author meets them. Not here: what the widget
 * itself does (embed.spec.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expect, findings, sideways, test } from "./sandbox.ts";

const PRESETS = JSON.parse(readFileSync(join(import.meta.dirname, "../web/src/generated/presets.json"), "utf8")) as {
  id: string;
  scenario: { flows: { algorithm: { kind: string }; start_s: number }[] };
}[];

/** The builder's live widget, whichever document it shows now, once it has drawn its path or a chart. */
async function preview(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator("#preview");
  await frame.locator("canvas:visible").first().waitFor();
  return frame;
}

/** Writes into a field as a hand does, and leaves it: in Firefox, what `fill` wrote fires no `change`. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
  await field.press("Tab");
}

test("choices change the live widget and the snippet, which opens the same in a page of its own", async ({
  page,
  context,
}) => {
  await page.goto("/builder.html");
  await preview(page);
  await page.getByLabel("Scenario").selectOption("vegas_beside_newreno");
  await page.getByRole("checkbox", { name: "Queue", exact: true }).check();
  await page.getByRole("checkbox", { name: "Path" }).uncheck();
  await page.getByLabel("Light or dark", { exact: true }).selectOption("dark");
  await type(page.getByLabel("Starts at"), "12");
  await expect(page.locator("#snippet")).toHaveValue(
    /preset=vegas_beside_newreno&amp;view=cwnd,queue&amp;controls=loss&amp;autoplay=1&amp;t=12&amp;theme=dark/,
  );
  const snippet = await page.locator("#snippet").inputValue();
  const frame = await preview(page);
  await expect(frame.locator("#path")).toBeHidden();
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await expect((await preview(page)).locator("html")).toHaveAttribute("lang", "de");

  const course = await context.newPage();
  await course.goto("/examples/plain.html");
  await course.evaluate((html) => {
    const page = new DOMParser().parseFromString(html, "text/html").querySelector("iframe");
    if (page) document.body.replaceChildren(page);
  }, snippet);
  const theirs = course.frameLocator("iframe");
  await expect(theirs.locator("canvas:visible").first()).toBeVisible();
  await expect(theirs.locator("#problems")).toBeHidden();
});

test("the laboratory's link sheet leads to the builder with the same run", async ({ page }) => {
  await page.goto("/#preset=cdg_beside_newreno&t=5&autoplay=0");
  await page.keyboard.press("l");
  await page.getByRole("link", { name: "Embed in a page" }).click();
  await expect(page.getByLabel("Scenario")).toHaveValue("cdg_beside_newreno");
  await expect(page.locator("#snippet")).toHaveValue(/embed\.html#preset=cdg_beside_newreno/);
  const frame = await preview(page);
  await expect(frame.locator("#problems")).toBeHidden();
});

test("what cannot be is said at its field, and the last good choice stays", async ({ page }) => {
  await page.goto("/builder.html");
  const before = await page.locator("#snippet").inputValue();
  await type(page.getByLabel("Width"), "12");
  await expect(page.locator("#width-error")).toBeVisible();
  await type(page.getByLabel("Only this site may control it"), "course.example/path");
  await expect(page.locator("#origin-error")).toBeVisible();
  // Later than the run lasts, and no setting of it.
  await type(page.getByLabel("Starts at"), "999");
  await expect(page.locator("#t-error")).toHaveText("Enter a number from 0 to 80.");
  const settings = page.getByLabel("Other settings, by path");
  await type(settings, "bottleneck.queue.limit");
  await expect(page.locator("#paths-error")).toContainText("limit_packets");
  expect(await page.locator("#snippet").inputValue()).toBe(before);
  await expect(page.locator("#left-out")).toContainText(
    "Width, Only this site may control it, Starts at, Other settings, by path",
  );
  // The right ones of several stay, each wrong one is named.
  await type(settings, "bottleneck.queue.limit_packets, flows.CDG.algorithm.beta, foo.bar");
  await expect(page.locator("#paths-error")).toContainText("flows.CDG.algorithm.beta");
  await expect(page.locator("#paths-error")).toContainText("foo.bar");
  await expect(page.locator("#snippet")).toHaveValue(/controls=loss,bottleneck\.queue\.limit_packets&/);
  await type(settings, "bottleneck.queue.limit_packets, flows.CDG.algorithm.kind");
  await expect(page.locator("#paths-error")).toHaveCount(0);
  await expect(page.locator("#snippet")).toHaveValue(/bottleneck\.queue\.limit_packets,flows\.CDG\.algorithm\.kind/);
  expect(await findings(page, true)).toEqual([]);
});

test("its address brings the look along; what the run has not cannot be chosen", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto("/builder.html#preset=cdg_beside_newreno&controls=loss,g&theme=dark&speed=2");
  await expect(page.locator("#snippet")).toHaveValue(/controls=loss,g&amp;.*theme=dark/);
  await expect(page.getByLabel("Light or dark", { exact: true })).toHaveValue("dark");
  await type(page.getByLabel("Other settings, by path"), "flows.CDG.algorithm.kind");
  await expect(page.locator("#snippet")).toHaveValue(/controls=loss,g,flows\.CDG\.algorithm\.kind&/);
  await page.getByLabel("Scenario").selectOption("vegas_beside_newreno");
  await expect(page.getByRole("checkbox", { name: "G of CDG" })).toBeDisabled();
  await expect(page.locator("#snippet")).toHaveValue(/controls=loss&/);
  await expect(page.locator("#paths-error")).toContainText("flows.CDG.algorithm.kind");
});

test("large text for which the height has no room is said", async ({ page }) => {
  await page.goto("/builder.html#preset=adsl&view=path,delay,queue&profile=projector");
  await preview(page);
  await expect(page.getByText(/^In large text the panels need a height of \d+ px/)).toBeVisible();
});

test("the preview stays in sight while the last options are chosen", async ({ page }) => {
  await page.goto("/builder.html");
  await preview(page);
  await page.getByLabel("Only this site may control it").focus();
  await expect(page.getByLabel("Only this site may control it")).toBeInViewport();
  await expect(page.locator("#preview")).toBeInViewport({ ratio: 0.9 });
});

test("the notes' widget is what they say: one packet in a hundred is lost, and both flows are there from the beginning", async ({
  page,
}) => {
  await page.goto("/examples/plain.html");
  await expect(page.locator("main")).toContainText("one packet in a hundred, from the beginning");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("slider", { name: "Random loss" })).toHaveAttribute("aria-valuetext", /^1\s%$/u);
  const { hash } = new URL((await page.locator("iframe").getAttribute("src")) ?? "", page.url());
  const id = /preset=(\w+)/.exec(hash)?.[1];
  const { flows } = PRESETS.find((preset) => preset.id === id)?.scenario ?? { flows: [] };
  expect(flows.map(({ algorithm, start_s }) => [algorithm.kind, start_s])).toEqual([
    ["newreno", 0],
    ["cdg", 0],
  ]);
});

test("axe finds nothing in the builder and the examples, and nothing scrolls sideways", async ({ page }) => {
  for (const name of [
    "builder",
    "examples/index",
    "examples/plain",
    "examples/slides",
    "examples/notebook",
    "examples/lms",
  ]) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`/${name}.html`);
    expect(await findings(page, true), name).toEqual([]);
    expect(await sideways(page), name).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => sideways(page), name).toBeLessThanOrEqual(0);
    // The builder's widget plays. Those of the examples, four on a page, do not: all of them would be drawn meanwhile.
    await page.emulateMedia({ reducedMotion: "reduce" });
  }
});

test("four widgets on one page do what its buttons say, each by itself", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 1200 });
  await page.goto("/examples/index.html");
  const nudge = page.frameLocator("iframe").first().locator(".field-nudge");
  await expect(nudge).toHaveCount(1);
  await page.getByRole("button", { name: "Move all to 20 s" }).click();
  await expect(page.getByRole("status")).toHaveText("4 of 4 widgets accepted: seek");
  await page.getByRole("button", { name: "Set 2 % loss in the first" }).click();
  await expect(page.getByRole("status")).toHaveText("The first widget now has 2 % random loss.");
  // The loss that the reader was asked to set is set.
  await expect(nudge).toHaveCount(0);
  const states = await page.evaluate(async () => {
    const tags = [...document.querySelectorAll("sawtooth-widget")] as unknown as {
      state(): Promise<Record<string, unknown>>;
    }[];
    return Promise.all(tags.map((tag) => tag.state()));
  });
  expect(states.map((state) => state["t"])).toEqual([20, 20, 20]);
  // They share nothing: the first one's change is not theirs.
  for (const state of states) expect((state["scenario"] as Record<string, unknown>)["interventions"] ?? []).toEqual([]);
});

test("the tag hears of readiness, grows, and hands on a refusal", async ({ page }) => {
  await page.goto("/examples/notebook.html");
  await page.getByRole("button", { name: "Run with a mistake" }).click();
  await expect(page.getByRole("status")).toContainText("duration_s");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("#result")).toHaveText(/^digest: [0-9a-f]{16}$/);
});

test("a slide's widget plays while its slide is shown", async ({ page }) => {
  await page.goto("/examples/slides.html");
  const playing = () =>
    page.evaluate(async () => {
      const tag = document.querySelector("#deck > section:not([hidden]) sawtooth-widget") as unknown as {
        state(): Promise<{ playing: boolean }>;
      };
      return (await tag.state()).playing;
    });
  await page.keyboard.press("ArrowRight");
  await expect.poll(playing).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect.poll(playing).toBe(true);
  await expect(page.locator("#place")).toHaveText("3 of 3");
});
