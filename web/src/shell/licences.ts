/**
 * The way to the licences of what is sent along (scripts/licences.ts); a file that runs from a disk has them within. Not here: the text.
 */
import { html, type TemplateResult } from "lit";
import { learn, say } from "../i18n/catalogue.ts";
import words from "../i18n/en/licences.json" with { type: "json" };

learn("en", words);

export function licences(): TemplateResult {
  if (import.meta.env.SINGLE_FILE) return html`${say("licences.within")}`;
  return html`<a href="./licences.txt">${say("licences.way")}</a>`;
}
