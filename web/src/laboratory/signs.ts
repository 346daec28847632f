/** The signs that charts and path use, drawn as there, each with its meaning: for the help. Not here: the marks themselves (plot/shapes.ts). */
import { path } from "d3-path";
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import "../i18n/charts.ts";
import { translate } from "../i18n/catalogue.ts";
import { trace } from "../plot/shapes.ts";
import type { Shape } from "../plot/surface.ts";

/** Marks in the order of the list, by what they mark. */
const MARKS: readonly (readonly [signal: string, shape: Shape])[] = [
  ["delay_backoff", "backoff"],
  ["window_cut", "cut"],
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
export function signs(): TemplateResult {
  return html`<h3>${translate("lab.signs")}</h3>
    <dl class="keys signs">
      ${MARKS.map(([signal, shape]) => row(markOf(shape), translate(`chart.mark.${signal}`)))}
      ${LINES.map(([name, d]) => row(svg`<path class=${`is-line is-${name}`} d=${d} />`, translate(`lab.sign.${name}`)))}
    </dl>`;
}
