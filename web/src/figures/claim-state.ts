/**
 * The state of a claim as a sign with words, for the gallery and for a figure's page. Not here: which state a claim has (claims.ts).
 */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

/** State of a claim: a verdict needs all runs. */
export type State = "holds" | "accounted" | "differs" | "open";

const SIGNS: Record<State, SVGTemplateResult> = {
  holds: svg`<circle cx="7" cy="7" r="6" /><path d="m4 7.200 2.200 2.200L10.200 5" />`,
  accounted: svg`<path d="M7 1 13 12.500H1z" /><path d="M7 5v3.800M7 10.300v.9" />`,
  differs: svg`<path d="M7 1 13 12.500H1z" /><path d="M7 5v3.800M7 10.300v.9" />`,
  open: svg`<circle cx="7" cy="7" r="6" stroke-dasharray="2 2" />`,
};

/** A state's sign with its words: never a colour alone. */
export function stateOf(state: State, words: unknown): TemplateResult {
  return html`<span class=${`state is-${state}`}><svg viewBox="0 0 14 14" aria-hidden="true">${SIGNS[state]}</svg>${words}</span>`;
}
