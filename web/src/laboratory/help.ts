/**
 * The help: all keys with what they do, the signs of charts and path, drawn as there, and the switch for single letters. Not here: the
 * list of actions (actions.ts), the marks themselves (plot/shapes.ts).
 */
import words from "../i18n/en/help-sheet.json" with { type: "json" };
import "../i18n/charts.ts";
import { path } from "d3-path";
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { addMessages, has, translate } from "../i18n/catalogue.ts";
import { trace } from "../plot/shapes.ts";
import type { Shape } from "../plot/surface.ts";
import { licences } from "../shell/licences.ts";
import { showSheet } from "../ui/dialog.ts";
import type { Look } from "./look.ts";

/** Marks in the order of the list, by what they mark. */
const MARKS: readonly (readonly [signal: string, shape: Shape])[] = [
  ["delay_backoff", "backoff"],
  ["window_cut", "cut"],
  ["window_undo", "undo"],
  ["loss_tolerated", "tolerated"],
  ["timeout", "timeout"],
  ["drop_queue", "drop"],
  ["drop_random", "random"],
  ["mark", "ecn"],
];

/** Lines by their names in the catalogue, each as a path over 26 x 14 px. */
const LINES: readonly (readonly [name: string, d: string])[] = [
  ["ssthresh", "M1 7H25"],
  ["shadow", "M1 7H25"],
  ["recovery", "M1 11H25"],
  ["gate", "M13 0V14"],
];

/** Size of a mark, px. */
const SIZE = 9;

function markOf(shape: Shape): SVGTemplateResult {
  const pen = path();
  const paint = trace(pen, shape, 13, 7, SIZE);
  const dot = shape === "ecn" ? svg`<circle class="is-solid" cx="13" cy="7" r="1.5" />` : "";
  return svg`<path class=${`is-${paint}`} d=${pen.toString()} />${dot}`;
}

const row = (drawn: SVGTemplateResult, words: string): TemplateResult =>
  html`<dt><svg width="26" height="14" viewBox="0 0 26 14" aria-hidden="true">${drawn}</svg></dt><dd>${words}</dd>`;

/** The list of signs with their words. */
function signs(): TemplateResult {
  return html`<h3>${translate("lab.signs")}</h3>
    <dl class="keys signs">
      ${MARKS.map(([signal, shape]) => row(markOf(shape), translate(`chart.mark.${signal}`)))}
      ${LINES.map(([name, d]) => row(svg`<path class=${`is-line is-${name}`} d=${d} />`, translate(`lab.sign.${name}`)))}
    </dl>`;
}

addMessages("en", words);

/** An action as the help shows it. */
interface Row {
  name: string;
  shown: readonly string[];
}

/** Label of a key: a word in the reader's language, or the sign itself. */
export function keyCap(key: string): string {
  const name = `lab.keycap.${key}`;
  return has(name) ? translate(name) : key;
}

/** Shows the help over these actions. */
export function showHelp(look: Pick<Look, "letters" | "setLetters">, actions: readonly Row[]): void {
  const onLetters = (event: Event): void => look.setLetters((event.target as HTMLInputElement).checked);
  showSheet(
    translate("lab.help"),
    () => html`<p>${translate("lab.help.gestures")}</p>
    <dl class="keys">
      ${actions.map(
        (row) => html`<dt>${row.shown.map((key, i) => html`${i > 0 ? "+ " : ""}<kbd>${keyCap(key)}</kbd> `)}</dt>
          <dd>${translate(`lab.key.${row.name}`)}</dd>`,
      )}
    </dl>
    ${signs()}
    <p>${translate("lab.help.present")}</p>
    <label><input type="checkbox" .checked=${look.letters} @change=${onLetters} />${translate("lab.help.letters")}</label>
    <p>${translate("lab.help.model")}</p>
    <p>${licences()}</p>`,
  );
}
