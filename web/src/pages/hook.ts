/** The sentence before the figure, and the nudge beside it. Words between ** are strong. Not here: which sentence. */
import { html, nothing, type TemplateResult } from "lit";

function strong(text: string): (string | TemplateResult)[] {
  return text.split("**").map((part, i) => (i % 2 === 1 ? html`<strong>${part}</strong>` : part));
}

export function hook(sentence: string, nudge: string | null): TemplateResult {
  return html`<p>${strong(sentence)}</p>${nudge === null ? nothing : html`<div class="nudge"><span>${strong(nudge)}</span></div>`}`;
}
