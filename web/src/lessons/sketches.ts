/**
 * Four sketches that may be taken instead of drawing. Not here: the pad on which they are laid (run_view/drawing-pad.ts).
 */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { levelsOf } from "../run_view/drawn-curve.ts";
import type { Answer } from "./answers.ts";
import type { AskDraw, Option, Telling } from "./types.ts";

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
      const taken = draft?.kind === "draw" && draft.levels.join() === levels.join();
      const path = values.map((value, i) => `${i === 0 ? "M" : "L"}${i * 4} ${36 - (value / ask.max) * 34}`).join("");
      return html`<button type="button" aria-pressed=${taken ? "true" : "false"} @click=${() => onTake(levels)}>
        <svg viewBox="0 0 92 37" preserveAspectRatio="none" aria-hidden="true"><path d=${path} vector-effect="non-scaling-stroke" /></svg>
        ${words[name]?.text(telling)}</button>`;
    })}</fieldset>`;
}
