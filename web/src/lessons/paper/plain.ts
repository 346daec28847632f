/**
 * A lesson's text without its run, as it is on paper, and what the pages on paper share: links, meanings, what they are given.
 * Not here: the pages (pages.ts).
 */
import { html, type TemplateResult } from "lit";
import { amount } from "../../i18n/amounts.ts";
import { language, translate } from "../../i18n/catalogue.ts";
import { codePicture } from "../../ui/qr-code.ts";
import { shared } from "../../ui/site.ts";
import { bandTold } from "../band-told.ts";
import { GLOSSARY } from "../glossary.ts";
import type { Handed } from "../handed.ts";
import { pictureOf } from "../pictures.ts";
import { rangeText } from "../tell.ts";
import { PATHS, type TestPath } from "../test-kept.ts";
import type { Card, Lesson, Telling } from "../types.ts";

/** Properties of such a page. */
export interface SheetProps {
  /** The lesson, where the page is of one. */
  lesson: Lesson | null;
  cards: readonly Card[];
  titleOf: (card: Card) => string;
  /** A lesson's file, fetched; undefined if there is none of this id. */
  lessonOf(id: string): Promise<{ default: Lesson }> | undefined;
  /** The hand-in of the link; null without one. */
  handed: Handed | null;
  /** Answers in the address, and how they are kept there. */
  answers: string;
  /** The path through the lessons that the address names; empty if it names none. */
  path: string;
  keep: (answers: string) => void;
  /** Lessons that were finished on this device, by id. */
  finished: readonly string[];
}

/** Text as it is on paper: bands as they are, a run's numbers left open, terms plain and remembered. */
export interface Plain {
  telling: Telling;
  /** Terms that were used. */
  terms: Set<string>;
}

/** Fills a lesson's text without a run. */
export function plain(lesson: Pick<Lesson, "bands">): Plain {
  const terms = new Set<string>();
  const number = (text: string): TemplateResult => html`<span class="num">${text}</span>`;
  const telling: Telling = {
    num: () => html`<span class="blank"></span>`,
    band: ({ id }) => bandTold(lesson.bands.find((one) => one.id === id)),
    n: ({ is, to, unit = "" }) =>
      number(to === undefined ? amount(Number(is), unit) : rangeText(Number(is), Number(to), unit)),
    term: ({ id, text }) => {
      terms.add(id);
      return html`${text}`;
    },
    figure: ({ id }) => pictureOf(id),
  };
  return { telling, terms };
}

/** Meaning of a term, in the reader's language. */
export const meaningOf = (term: string): string => GLOSSARY[language()]?.[term] ?? GLOSSARY.en?.[term] ?? term;

/** The address of a page of this site, without what follows the hash here. */
export function linkTo(page: string, fields: string): string {
  const url = new URL(page, shared());
  url.hash = fields;
  return url.href;
}

/** For which path a page of the test is, and the ways to the others. */
export function pathsOf(page: "test" | "key", own: TestPath): TemplateResult {
  const name = (path: TestPath): string => translate(`lesson.track.${path}`);
  return html`<p class="besides">${PATHS.map((path) =>
    path === own ? html`<b>${name(path)}</b>` : html`<a href=${`#page=${page}&path=${path}`}>${name(path)}</a>`,
  )}</p>`;
}

/** The link as text and to follow. */
export const shownLink = (href: string): TemplateResult => html`<a class="link" href=${href}>${href}</a>`;

/** The same for a phone's camera. */
export const codeFor = (href: string): TemplateResult =>
  html`<span class="code-place">${codePicture(href, translate("sheet.code", { href }))}</span>`;
