/**
 * A lecturer's hands, for several tests: opens a script, presses, and waits until what a press began stands. Not here: what is expected of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Script } from "../web/src/presenter/script.ts";
import { expect } from "./sandbox.ts";

const root = join(import.meta.dirname, "..");
export const lecture = JSON.parse(readFileSync(join(root, "web/src/presenter/lecture.en.json"), "utf8")) as Script;
export const RUN = "preset=cdg_beside_newreno&t=26&autoplay=0";
/** A script as an address has it. */
export const pack = (script: unknown): string => `0${Buffer.from(JSON.stringify(script)).toString("base64url")}`;
export const words = (page: Page) => page.locator("#presented");
export const foot = (page: Page) => page.locator("#presenter");
export const chart = (page: Page, id: string) => page.locator(`figure[data-chart="${id}"]`);
/** The run's moment as the bar says it, s: a script hides the scrubber. */
export const moment = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator("#bar .clock b").textContent()) ?? "");
/** The question before the presenting ends. */
export const asked = (page: Page) => page.getByRole("dialog", { name: "Exit the presentation?" });
export const at = async (page: Page): Promise<number> => Number(await foot(page).getAttribute("data-press"));
const stands = (page: Page) => page.locator("#bar").getByRole("button", { name: "Play", exact: true });

/**
 * Brings a stretch that plays to its end, by another press: in the page itself, since one that ends meanwhile would take it for the
 * next step's. The foot says whether one plays as soon as the press's words are there; the bar's button is drawn a frame later.
 */
export async function hurry(page: Page, key: string): Promise<void> {
  await page.evaluate((key) => {
    const plays = document.querySelector<HTMLElement>("#presenter")?.dataset.plays === "true";
    if (plays) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, key);
  await expect(foot(page)).toHaveAttribute("data-plays", "false");
  await expect(stands(page)).toBeVisible();
}

/** Presses a key; what it begins stands at its end. */
export async function press(page: Page, key: string, text: RegExp | string): Promise<void> {
  await page.keyboard.press(key);
  await expect(words(page)).toContainText(text);
  await hurry(page, key);
  await expect(words(page), "the second press has only brought it to its end").toContainText(text);
}

/** Opens the lecture at a step, which stands. */
export async function open(page: Page, step: number): Promise<void> {
  await page.goto(`/#script=lecture&step=${step}`);
  await expect(foot(page)).toContainText(`${step} of 9`);
  await hurry(page, "PageDown");
}
