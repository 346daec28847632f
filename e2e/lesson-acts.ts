/**
 * A reader's acts in a lesson, for several tests: opens it, chooses, presses, by pointer or by keyboard alone; and the lessons' facts.
 * Not here: what is expected of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { readLesson } from "../web/src/lessons/file/lesson-file.ts";
import { LESSONS } from "../web/src/lessons/registry.ts";
import type { Ask, Facts } from "../web/src/lessons/types.ts";

const root = join(import.meta.dirname, "..");

/** A lesson's file in a language, read. */
export const fileOf = (id: string, lang = "en") =>
  readLesson(readFileSync(join(root, `web/src/lessons/texts/${id}.${lang}.md`), "utf8"));

/** A lesson's facts. */
export const factsOf = (id: string): Facts => fileOf(id).front as unknown as Facts;

/** Every question of a kind, with its lesson and its number from 0. */
export function questionsOf<Kind extends Ask["kind"]>(
  kind: Kind,
): { id: string; index: number; ask: Ask & { kind: Kind } }[] {
  return LESSONS.flatMap((id) =>
    factsOf(id).asks.flatMap((ask, index) =>
      ask.kind === kind ? [{ id, index, ask: ask as Ask & { kind: Kind } }] : [],
    ),
  );
}

/** Opens a lesson; its loop has begun. */
export async function open(page: Page, id: string, fields = ""): Promise<void> {
  await page.goto(`/lessons.html#lesson=${id}${fields}`);
  await expect(page.locator("#text h1")).not.toBeEmpty();
  await expect(page.locator("#run-side .play")).toBeEnabled({ timeout: 30_000 });
}

/** Waits until the controls change the run on show: while that opens they are inert, and faint. */
export const controlsWork = (page: Page): Promise<void> =>
  expect(page.locator("#run-side .controls:not([inert])")).toBeVisible();

export async function choose(page: Page, id: string, index: number, by: "pointer" | "keyboard"): Promise<void> {
  const options = page.locator(`#${id} input`);
  if (by === "pointer") await options.nth(index).check();
  else {
    await options.first().focus();
    await page.keyboard.press("Space");
    for (let i = 0; i < index; i++) await page.keyboard.press("ArrowDown");
    await expect(options.nth(index)).toBeChecked();
  }
}

/** Presses a button by its words. */
export async function press(
  page: Page,
  name: string | RegExp,
  by: "pointer" | "keyboard",
  within = "#lesson",
): Promise<void> {
  const button = page.locator(within).getByRole("button", { name }).first();
  await expect(button).toBeEnabled();
  if (by === "pointer") await button.click();
  else {
    await button.focus();
    await page.keyboard.press("Enter");
  }
}
