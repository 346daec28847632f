/**
 * The way to the licences of what is sent along (scripts/licences.ts); a file that runs from a disk has them within. Not here: the text.
 */
import { html, type TemplateResult } from "lit";
import words from "../words/en/licences.json" with { type: "json" };
import { learn, say } from "../words/words.ts";

learn("en", words);

export function licences(): TemplateResult {
  if (import.meta.env.SINGLE_FILE) return html`${say("licences.within")}`;
  return html`<a href="./licences.txt">${say("licences.way")}</a>`;
}
