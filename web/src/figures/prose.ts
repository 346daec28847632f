/**
 * An experiment's text with its references: a claim's id leads to that claim, a figure's to its page, other names between
 * backticks are code. Not here: the texts (generated/experiments.json).
 */
import { html, type TemplateResult } from "lit";
import { unbroken } from "../i18n/catalogue.ts";

/** A claim of a figure, or a name between backticks. */
const REFERENCE = /\b(?:cdg|voip|slowcc|today)\.[a-z0-9_]+\.[a-z0-9_]*[a-z0-9]|`[^`]+`/g;

/** Goes to a claim of this page; the address of a figure stays. */
function toClaim(event: Event, id: string): void {
  const claim = document.querySelector<HTMLElement>(`[data-claim="${id}"]`);
  if (!claim) return;
  event.preventDefault();
  claim.scrollIntoView({ block: "start" });
  claim.focus({ preventScroll: true });
}

/** `name`: what a figure is called; nothing if there is none of that id. */
export function prose(source: string, name: (id: string) => string | undefined): (string | TemplateResult)[] {
  const text = unbroken(source);
  const parts: (string | TemplateResult)[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    parts.push(reference(match[0], name));
  }
  parts.push(text.slice(from));
  return parts;
}

function reference(word: string, name: (id: string) => string | undefined): TemplateResult {
  if (word.startsWith("`")) {
    const inner = word.slice(1, -1);
    const called = name(inner);
    return called === undefined ? html`<code>${inner}</code>` : html`<a href=${`#${inner}`}>${called}</a>`;
  }
  const [paper, figure] = word.split(".");
  return html`<a href=${`#${paper}_${figure}`} @click=${(event: Event) => toClaim(event, word)}>${word}</a>`;
}
