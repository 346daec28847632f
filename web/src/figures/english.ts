/**
 * The experiments' own texts (captions, claims, accounts) are in English, whatever the page speaks: they are marked as such, for
 * screen readers and hyphenation, and the page says so. Not here: the texts (generated/experiments.json).
 */
import { html, nothing, type TemplateResult } from "lit";
import { language, say } from "../words/words.ts";

/** The `lang` of an element that holds such a text. */
export const textLang = (): string | typeof nothing => (language() === "en" ? nothing : "en");

/** What the page says of it. */
export function englishNote(): TemplateResult | typeof nothing {
  return language() === "en" ? nothing : html`<p class="quiet english">${say("figures.english")}</p>`;
}
