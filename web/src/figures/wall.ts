/**
 * The wall of claims: every claim of every figure as a dot, by its distance from the band that the paper's words allow. A row is a
 * figure and leads to it. Not here: the distance (band.ts), a dot's words (wall-note.ts), the cards (gallery.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Card, ClaimDot } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { bandColumn, dot, placeOf } from "./band.ts";
import type { WallNote } from "./wall-note.ts";

/** Least height of a row, which a finger can hit; height of one line of dots, and what each further line adds, px. */
const ROW = 24;
const ONE = 16;
const LINE = 8;
/** Least distance of two dots in a line, in percent of its width: a dot's width on a phone. */
const APART = 3.2;

/** A dot with its line, counted from the row's middle downwards. */
interface Placed {
  dot: ClaimDot;
  line: number;
}

/** Puts dots that would overlap in separate lines: the middle one first, then those next to it. */
export function placed(dots: readonly ClaimDot[]): Placed[] {
  const ends = new Map<number, number>();
  const measured = dots.filter(({ distance }) => distance !== null);
  return [...measured]
    .sort((a, b) => (a.distance as number) - (b.distance as number))
    .map((dot) => {
      const x = placeOf(dot.distance as number);
      for (let i = 0; ; i++) {
        const line = i % 2 === 1 ? (i + 1) / 2 : 0 - i / 2;
        if (x - (ends.get(line) ?? Number.NEGATIVE_INFINITY) < APART) continue;
        ends.set(line, x);
        return { dot, line };
      }
    });
}

function row(card: Card, name: string, told: string): TemplateResult {
  const all = placed(card.held?.dots ?? []);
  const lines = all.map(({ line }) => line);
  const [above, below] = [Math.max(0, ...lines.map((line) => -line)), Math.max(0, ...lines)];
  const filled = ONE + LINE * (above + below);
  const height = Math.max(ROW, filled);
  const middle = (height - filled + ONE) / 2 + LINE * above;
  return html`<li><a class="wall-name" href=${`#${card.id}`}>${name}<span class="unseen">: ${told}</span></a>
    <svg width="100%" height=${height} aria-hidden="true">${bandColumn()}${all.map(
      ({ dot: one, line }) =>
        svg`<a href=${`#${card.id}`} tabindex="-1" data-card=${card.id} data-dot=${card.held?.dots.indexOf(one) ?? 0}>${dot(one.distance as number, middle + LINE * line, one.state)}</a>`,
    )}</svg></li>`;
}

/** One column for each paper. `nameOf`: a figure within its paper; `toldOf`: its claims in words. */
export function wall(
  cards: readonly Card[],
  nameOf: (card: Card) => string,
  toldOf: (card: Card) => string,
  on: WallNote["handlers"] | null = null,
): TemplateResult | typeof nothing {
  const shown = cards.filter(({ held }) => held !== null && held.dots.length > 0);
  if (shown.length === 0) return nothing;
  const papers = [...new Set(shown.map(({ paper }) => paper))];
  return html`<section class="wall" aria-label=${translate("figures.wall.title")}>
    <h2>${translate("figures.wall.title")}</h2>
    <p>${translate("figures.wall.how")}</p>
    <div class="wall-papers" @pointerover=${on?.over} @pointerout=${on?.out} @click=${on?.click} @keydown=${on?.key} @focusout=${on?.leave}>${papers.map(
      (paper) => html`<div>
        <h3>${translate(`figures.paper.${paper}.year`)}</h3>
        <p class="wall-sides" aria-hidden="true"><span>${translate("figures.wall.below")}</span><span>${translate("figures.wall.within")}</span><span>${translate("figures.wall.above")}</span></p>
        <ul>${shown.filter((card) => card.paper === paper).map((card) => row(card, nameOf(card), toldOf(card)))}</ul>
      </div>`,
    )}</div>
  </section>`;
}
