/**
 * An experiment's text with its references: a claim, in its own words, leads to that claim, a figure's name to its page, other names
 * between backticks are code; settings' values have their names. Not here: the texts (generated/experiments.json).
 */
import { html, type TemplateResult } from "lit";
import { unbroken } from "../i18n/catalogue.ts";
import { settingNames } from "./names.ts";

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

/** `name`: what a figure or a claim is called; nothing if there is none of that id. */
export function prose(source: string, name: (id: string) => string | undefined): (string | TemplateResult)[] {
  const text = unbroken(source);
  const parts: (string | TemplateResult)[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(settingNames(text.slice(from, match.index)));
    from = match.index + match[0].length;
    parts.push(reference(match[0], name));
  }
  parts.push(settingNames(text.slice(from)));
  return parts;
}

function reference(word: string, name: (id: string) => string | undefined): TemplateResult {
  if (word.startsWith("`")) {
    const inner = word.slice(1, -1);
    const called = name(inner);
    return called === undefined ? html`<code>${inner}</code>` : html`<a href=${`#${inner}`}>${called}</a>`;
  }
  const [paper, figure = ""] = word.split(".");
  // Claims of one half of a figure are on the page of the whole.
  const ids = [`${paper}_${figure}`, `${paper}_${figure.replace(/(\d)[a-z]$/, "$1")}`];
  const page = ids.find((id) => name(id) !== undefined) ?? ids[0];
  return html`<a href=${`#${page}`} @click=${(event: Event) => toClaim(event, word)}>${name(word) ?? (page && name(page)) ?? word}</a>`;
}
