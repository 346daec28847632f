/**
 * Four sketches that may be taken instead of drawing. Not here: the pad on which they are laid (run_view/drawing-pad.ts).
 */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { levelsOf } from "../run_view/drawn-curve.ts";
import type { Answer } from "./answers.ts";
import type { AskDraw, Option, Telling } from "./types.ts";

/** The sketch that a drawing is, unchanged; undefined if it is none. */
function sketchOf(ask: AskDraw, levels: readonly number[]): string | undefined {
  return Object.entries(ask.sketches).find(([, values]) => levelsOf(ask, values).join() === levels.join())?.[0];
}

/** Replies to answers that are one of the sketches. */
export function sketchReplies(
  ask: AskDraw,
  answers: readonly (Answer | null)[],
  words: Readonly<Record<string, Option>>,
  telling: Telling,
): TemplateResult[] {
  const taken = answers.flatMap((answer) => (answer?.kind === "draw" ? (sketchOf(ask, answer.levels) ?? []) : []));
  return [...new Set(taken)].map((name) => html`<p>${words[name]?.reply(telling)}</p>`);
}

/** The sketches to choose from. */
export function sketches(
  ask: AskDraw,
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  draft: Answer | null,
  onTake: (levels: number[]) => void,
): TemplateResult {
  return html`<fieldset class="sketches"><legend class="unseen">${translate("lesson.draw.sketches")}</legend>
    ${Object.entries(ask.sketches).map(([name, values]) => {
      const levels = levelsOf(ask, values);
      const taken = draft?.kind === "draw" && sketchOf(ask, draft.levels) === name;
      const path = values.map((value, i) => `${i === 0 ? "M" : "L"}${i * 4} ${36 - (value / ask.max) * 34}`).join("");
      return html`<button type="button" aria-pressed=${taken ? "true" : "false"} @click=${() => onTake(levels)}>
        <svg viewBox="0 0 92 37" preserveAspectRatio="none" aria-hidden="true"><path d=${path} vector-effect="non-scaling-stroke" /></svg>
        ${words[name]?.text(telling)}</button>`;
    })}</fieldset>`;
}
