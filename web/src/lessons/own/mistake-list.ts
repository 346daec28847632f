/**
 * The mistakes of a lesson's file in words: each with its line, its place, what was found and what is allowed. Not here: how they are
 * found (../file).
 */
import { html, nothing, type TemplateResult } from "lit";
import { has, num, plural, translate } from "../../i18n/catalogue.ts";
import { errorText } from "../../i18n/errors.ts";
import { FRONT, type Mistake } from "../file/mistakes.ts";

/** Maximum number of mistakes that are listed; the others are only counted. */
const MOST = 12;

/** Allowed values: in words where there are some, else in the file's own signs. */
function allowedText(allowed: string): string {
  const key = `own_lesson.allowed.${allowed}`;
  if (has(key)) return translate(key);
  return allowed.startsWith("JSON (") ? translate("own_lesson.allowed.JSON") : allowed.replaceAll("|", ", ");
}

/** A mistake as a sentence. */
export function mistakeText({ place, found, allowed, refused }: Mistake): string {
  if (refused) return `${place}: ${errorText(refused)}`;
  const args = { place: place === FRONT ? translate("own_lesson.front") : place, found, allowed: allowedText(allowed) };
  if (found !== "undefined") return translate("own_lesson.mistake", args);
  // A field that is missing allows its own name.
  const isName = allowed === `"${place.split(".").at(-1)}"`;
  return translate(isName ? "own_lesson.missing.name" : "own_lesson.missing", args);
}

/** The list; `onLine` goes to a mistake's line, where there is an editor. */
export function mistakeList(
  mistakes: readonly Mistake[],
  onLine?: (line: number) => void,
): TemplateResult | typeof nothing {
  if (mistakes.length === 0) return nothing;
  const lineOf = ({ line }: Mistake): unknown => {
    if (line === null) return nothing;
    const text = translate("own_lesson.line", { line: num(line, 0) });
    return onLine
      ? html`<button type="button" class="textual" @click=${() => onLine(line)}>${text}</button> `
      : html`<b>${text}</b> `;
  };
  const more = mistakes.length - MOST;
  return html`<div class="problem mistakes"><p>${plural("own_lesson.mistakes", mistakes.length)}</p>
    <ul>${mistakes.slice(0, MOST).map((each) => html`<li>${lineOf(each)}${mistakeText(each)}</li>`)}</ul>
    ${more > 0 ? html`<p>${plural("own_lesson.more", more)}</p>` : nothing}</div>`;
}
