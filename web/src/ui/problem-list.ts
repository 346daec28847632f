/** Refusals as a list that can be copied and dismissed. Not here: the sentences (session/refusals.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { MOST_PROBLEMS } from "../i18n/errors.ts";
import { copy } from "./dialog.ts";
import { sign } from "./theme-icons.ts";

/** Lines of one kind, under their heading. */
export type ProblemGroup = readonly [title: string, lines: readonly string[]];

/** A problem in words that can be copied, the present state, and the remedy (`remedy`); of many lines the first, and how many there are more. */
export function problems(
  groups: readonly ProblemGroup[],
  standing: string,
  onDismiss: () => void,
  remedy: unknown = nothing,
): TemplateResult {
  let left = MOST_PROBLEMS;
  let more = 0;
  const shown = groups.flatMap(([title, all]): ProblemGroup[] => {
    const lines = all.slice(0, left);
    left -= lines.length;
    more += all.length - lines.length;
    return lines.length > 0 ? [[title, lines]] : [];
  });
  const rest = more > 0 ? [translate("error.more", { count: num(more) })] : [];
  const all = [...shown.flatMap(([, lines]) => lines), ...rest];
  return html`${shown.map(
    ([title, lines], i) => html`<strong>${title}</strong>
    <ul>${[...lines, ...(i === shown.length - 1 ? rest : [])].map((line) => html`<li>${line}</li>`)}</ul>`,
  )}
    ${standing === "" ? nothing : html`<p>${standing}</p>`}
    ${remedy}
    <div class="acts">
      <button type="button" class="button" @click=${() => void copy(all.join("\n"), null)}>${translate("lab.problems.copy")}</button>
      <button type="button" class="button is-icon" aria-label=${translate("lab.problems.dismiss")} @click=${onDismiss}>${sign("close")}</button>
    </div>`;
}
