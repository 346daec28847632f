/**
 * A lesson from a link or a file on the lessons' page: opened, with its mistakes above it. Fetched when one is opened. Not here: the
 * reader (../file), the lesson's page (../lesson-page.ts), the one on which it is written (write.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { EngineClient } from "../../engine/client.ts";
import { num, translate } from "../../i18n/catalogue.ts";
import { IN_TAB, keep, recall } from "../../ui/storage.ts";
import { plain } from "../paper/plain.ts";
import type { Lesson } from "../types.ts";
import { LONGEST_LESSON, packLesson, unpackLesson } from "./link.ts";
import { mistakeList } from "./mistake-list.ts";
import { type Opened, openText } from "./opened.ts";
import { ownWords } from "./words.ts";

/** The lesson that no link can carry, as this tab keeps it, and whether it does. */
const HELD = "lesson.held";
let held: { text: string; kept: boolean } | null = null;

const problem = (key: string): { problem: string } => ({
  problem: translate(key, { most: num(LONGEST_LESSON, 0) }),
});

/** Fields of the address that open a file; null with the reason if nothing does. */
export async function fieldsOfFile(file: File): Promise<{ fields: string | null; problem: string }> {
  await ownWords();
  const text = file.size > 4 * LONGEST_LESSON ? null : await file.text();
  if (text === null || text.length > LONGEST_LESSON) return { fields: null, ...problem("own_lesson.long") };
  const field = packLesson(text);
  if (field !== null) return { fields: `source=${field}`, problem: "" };
  held = { text, kept: keep(HELD, text, IN_TAB) };
  return { fields: "page=own", problem: "" };
}

/** A lesson on its way to the page, or why there is none. */
export type Found = { problem: string } | { id: string; lesson: Lesson | null; title: string; fields: string };

/** Opens the lesson of a field, or the one that this tab holds, and shows in `host` what is wrong with it. */
export async function openOwn(host: HTMLElement, field: string | null, engine: EngineClient): Promise<Found> {
  await ownWords();
  if (field === null) {
    const text = held?.text ?? recall(HELD, IN_TAB);
    if (text === null) return problem("own_lesson.gone");
    held ??= { text, kept: true };
  }
  const linked = field === null ? { text: held?.text ?? "" } : unpackLesson(field);
  if ("problem" in linked) return problem(linked.problem);
  const opened = await openText(linked.text, engine);
  const { lesson, mistakes } = opened;
  const title = opened.title || translate("own_lesson.untitled");
  const note =
    field !== null
      ? nothing
      : html`<p class="quiet">${translate(held?.kept ? "own_lesson.held" : "own_lesson.held.not")}</p>`;
  const edit =
    field === null || import.meta.env.SINGLE_FILE
      ? nothing
      : html`<p><a href=${`#page=write&source=${field}`}>${translate("own_lesson.edit")}</a></p>`;
  render(html`${note}${mistakeList(mistakes)}${edit}${lesson ? nothing : texts(title, opened)}`, host);
  return {
    id: opened.id,
    lesson: lesson && { ...lesson, title },
    title,
    fields: field === null ? "page=own" : `source=${field}`,
  };
}

/** The texts of a lesson that has no run to show, numbers of runs left open. */
export function texts(title: string, { parts }: Opened): TemplateResult {
  const { telling } = plain({ bands: [] });
  return html`<article class="text-side"><h1>${title}</h1><p class="quiet">${translate("own_lesson.texts")}</p>${Object.values(
    parts,
  ).map(
    (part) => html`<section class="part"><h2>${part.title}</h2>${part.text(telling)}
      <ul>${Object.values(part.options).map((option) => html`<li>${option.text(telling)}</li>`)}</ul></section>`,
  )}</article>`;
}
