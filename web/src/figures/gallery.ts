/** The gallery: tally of the claims, filters, a card for each figure with its thumbnail. Not here: a figure's own page. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Card, Stroke } from "../ensemble/types.ts";
import { has, num, plural, translate, unbroken } from "../i18n/catalogue.ts";
import { type State, stateOf } from "./claim-state.ts";
import { HEIGHT, WIDTH } from "./thumbnail-size.ts";
import { wall } from "./wall.ts";
import type { WallNote } from "./wall-note.ts";

/** Where the second half of a sentence is put. */
const BREAK = "\n";

export interface GalleryProps {
  cards: readonly Card[];
  /** Id of a paper, `differs`, or empty: all. */
  filter: string;
  onFilter: (filter: string) => void;
  /** An address that names no figure. */
  unknown: string | null;
  /** The words of a dot. */
  note: WallNote;
}

/** "Figure 4" as it stands within a sentence; a label of another kind has its own words, or stands as it is. */
function labelOf(label: string): string {
  const own = `figures.label.${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`;
  if (has(own)) return translate(own);
  const [kind = "", ...rest] = label.split(" ");
  const key = `figures.label.${kind.toLowerCase()}`;
  return has(key) ? translate(key, { n: rest.join(" ") }) : label.charAt(0).toLowerCase() + label.slice(1);
}

export const nameOf = (card: Pick<Card, "paper" | "label">): string => {
  return translate("figures.name", { paper: translate(`figures.paper.${card.paper}`), label: labelOf(card.label) });
};

function thumbnail(strokes: readonly Stroke[]): TemplateResult {
  return html`<svg class="thumbnail" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    ${strokes.map(({ kind, sign, d }) => svg`<path class=${`is-${kind} sign-${sign < 0 ? "stated" : sign + 1}`} d=${d} />`)}
    <path class="ground" d=${`M2 ${HEIGHT - 0.5}H${WIDTH - 2}`} />
  </svg>`;
}

function verdict(card: Card): TemplateResult {
  const { held, claims } = card;
  if (claims === 0 || !held) return stateOf("open", verdictWords(card));
  const state = held.differs > 0 ? "differs" : held.accounted > 0 ? "accounted" : "holds";
  if (held.holds === 0 || state === "holds") return stateOf(state, verdictWords(card));
  // Only what is not reproduced has the colour of that.
  const [before = "", after = ""] = translate("figures.card.both", {
    holds: plural("figures.card.holds", held.holds),
    differs: BREAK,
  }).split(BREAK);
  const differs = plural("figures.card.differs", held.accounted + held.differs);
  return stateOf(state, html`<span><span class="held">${before}</span>${differs}${after}</span>`);
}

/** "9 reproduced, 1 not reproduced". */
function verdictWords({ held, claims }: Card): string {
  if (claims === 0) return translate("figures.card.none");
  if (!held) return translate("figures.tally.unknown");
  const off = held.accounted + held.differs;
  const holds = plural("figures.card.holds", held.holds);
  const differs = plural("figures.card.differs", off);
  if (off === 0) return holds;
  return held.holds === 0 ? differs : translate("figures.card.both", { holds, differs });
}

/** Cards that a filter leaves. */
export function filtered(cards: readonly Card[], filter: string): Card[] {
  if (filter === "") return [...cards];
  if (filter === "differs") return cards.filter(({ held }) => held && held.accounted + held.differs > 0);
  return cards.filter((card) => card.paper === filter);
}

export function gallery({ cards, filter, onFilter, unknown, note }: GalleryProps): TemplateResult {
  const sum = (of: (card: Card) => number): number => cards.reduce((all, card) => all + of(card), 0);
  const tally: [State, string, number][] = [
    ["holds", "figures.verdict.holds", sum((card) => card.held?.holds ?? 0)],
    ["accounted", "figures.tally.accounted", sum((card) => card.held?.accounted ?? 0)],
    ["differs", "figures.verdict.differs", sum((card) => card.held?.differs ?? 0)],
    ["open", "figures.tally.unknown", sum((card) => (card.held ? 0 : card.claims))],
  ];
  const papers = [...new Set(cards.map((card) => card.paper))];
  const button = (id: string, text: string, className = ""): TemplateResult =>
    html`<button type="button" class=${className} aria-pressed=${String(filter === id)} @click=${() => onFilter(id)}>${text}</button>`;
  const shown = filtered(cards, filter);
  const groups = papers.filter((paper) => shown.some((card) => card.paper === paper));
  return html`<div class="lead">
      <div><h1>${translate("figures.title")}</h1><p>${translate("figures.lead")}</p></div>
      <dl class="tally" aria-label=${translate("figures.tally")}>${tally
        .filter(([state, , n]) => n > 0 || state === "holds")
        .map(([state, key, n]) => html`<div><dt>${stateOf(state, translate(key))}</dt><dd>${num(n)}</dd></div>`)}</dl>
    </div>
    ${wall(cards, ({ label }) => labelOf(label), verdictWords, note.handlers)}
    ${unknown === null ? nothing : html`<p class="problem" role="alert">${translate("figures.none", { id: unknown.slice(0, 60) })}</p>`}
    <div class="filters" role="group" aria-label=${translate("figures.filter")}>
      ${button("", translate("figures.filter.all"))}${papers.map((paper) => button(paper, translate(`figures.paper.${paper}.year`)))}
      ${button("differs", translate("figures.filter.differs"), "is-last")}
    </div>
    ${shown.length === 0 ? html`<p class="quiet">${translate("figures.filter.none")}</p>` : nothing}
    ${groups.map(
      (paper) => html`<section class="paper">
        <h2>${translate(`figures.paper.${paper}.year`)}</h2>
        <ul class="cards">${shown
          .filter((card) => card.paper === paper)
          .map(
            (card) => html`<li><a class="card" href=${`#${card.id}`}>
              ${card.held ? thumbnail(card.thumbnail) : nothing}<h3>${nameOf(card)}</h3><p>${unbroken(card.summary)}</p>${verdict(card)}
            </a></li>`,
          )}</ul>
      </section>`,
    )}`;
}
