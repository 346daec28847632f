/**
 * The class as pictures: bars of options, a histogram of guesses with the tolerance, curves laid over each other and over the run's.
 * Each has its numbers in words as well. Not here: the numbers (summary.ts).
 */
import { median } from "d3-array";
import { html, nothing, svg, type TemplateResult } from "lit";
import { amount } from "../../i18n/amounts.ts";
import { num, plural, translate } from "../../i18n/catalogue.ts";
import { momentOf } from "../../run_view/drawn-curve.ts";
import type { Found } from "../compared.ts";
import { type Curve, valueOn } from "../curve.ts";
import { pointsOf } from "../judge.ts";
import { rangeText } from "../tell.ts";
import { type Answers, type Count, histogram } from "./summary.ts";

/** Drawn so large; the page stretches it. */
const WIDTH = 400;
const HEIGHT = 90;
/** Bars of a histogram. */
const PARTS = 24;
/** Curves that are drawn; more are a surface. */
const MOST_CURVES = 200;

/** The run's own values to draw beside them. */
export interface Beside {
  curve: Curve | undefined;
  found: Found | undefined;
}

/** A question's answers; `words`: an option's. */
export function answersFigure(answers: Answers, words: (id: string) => unknown, beside: Beside): TemplateResult {
  const { all, unknown } = answers;
  const told = unknown > 0 ? html` <small>${plural("mark.unknown", unknown)}</small>` : nothing;
  return html`<p class="quiet">${plural("mark.answers", all)}${told}</p>${all > unknown ? drawn(answers, words, beside) : nothing}`;
}

function drawn(answers: Answers, words: (id: string) => unknown, { curve, found }: Beside): TemplateResult {
  if (answers.kind === "counts") return bars(answers.counts, words);
  if (answers.kind === "numbers") return guesses(answers);
  const { ask, curves } = answers;
  if (answers.kind === "curves") {
    const moments = (curves[0] ?? []).map((_, i) => momentOf(answers.ask, i));
    return overlaid(curves, curve ? moments.map((t_s) => valueOn(curve, t_s)) : null, 0, ask.max);
  }
  return overlaid(curves, found ? pointsOf(answers.ask, found) : null, answers.ask.min, ask.max);
}

function bars(counts: readonly Count[], words: (id: string) => unknown): TemplateResult {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return html`<ul class="bars">${counts.map(
    ({ id, count, isRight }) => html`<li class=${isRight ? "is-right" : ""}>
      <span class="bar-name">${words(id)}${isRight ? html` <b class="tag">${translate("mark.right")}</b>` : nothing}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="10" />
        <rect class="run" y="1" height="8" width=${(100 * count) / most} /></svg>
      <span class="bar-value"><b>${num(count)}</b></span></li>`,
  )}</ul>`;
}

function guesses({ values, min, max, low, high, unit }: Answers & { kind: "numbers" }): TemplateResult {
  const bins = histogram(values, min, max, PARTS);
  const top = Math.max(...bins);
  const x = (value: number): number => ((value - min) / (max - min)) * WIDTH;
  const inside = values.filter((value) => value >= low && value <= high).length;
  const words = translate("mark.guesses", {
    ...{
      median: amount(median(values) ?? 0, unit),
      range: rangeText(low, high, unit),
      inside: num(inside),
      all: num(values.length),
    },
  });
  return html`<p>${words}</p><svg class="class-figure" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="band" x=${x(low)} width=${Math.max(2, x(high) - x(low))} height=${HEIGHT} />`}
      ${bins.map((count, i) => svg`<rect class="run" x=${(i * WIDTH) / PARTS + 1} width=${WIDTH / PARTS - 2} y=${HEIGHT - (count / top) * HEIGHT} height=${(count / top) * HEIGHT} />`)}
    </svg><p class="class-ends" aria-hidden="true"><i>${amount(min, unit)}</i><i>${amount(max, unit)}</i></p>`;
}

/** Lines over each other, the run's own strongest. */
function overlaid(
  curves: readonly number[][],
  run: readonly number[] | null,
  min: number,
  max: number,
): TemplateResult {
  const path = (values: readonly number[]): string =>
    values
      .map((value, i) => {
        const x = (i / Math.max(1, values.length - 1)) * WIDTH;
        const y = HEIGHT - ((Math.min(max, Math.max(min, value)) - min) / (max - min)) * HEIGHT;
        return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return html`<p>${translate("mark.curves")}</p><svg class="class-figure" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${curves.slice(0, MOST_CURVES).map((values) => svg`<path class="said" d=${path(values)} vector-effect="non-scaling-stroke" />`)}
      ${run ? svg`<path class="truth" d=${path(run)} vector-effect="non-scaling-stroke" />` : nothing}
    </svg>`;
}
