/**
 * The way to the licences of what is sent along (scripts/licences.ts); a file that runs from a disk has them within. Not here: the text.
 */
import { html, type TemplateResult } from "lit";
import { addMessages, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/licences.json" with { type: "json" };

addMessages("en", words);

export function licences(): TemplateResult {
  if (import.meta.env.SINGLE_FILE) return html`${translate("licences.within")}`;
  return html`<a href="./licences.txt">${translate("licences.way")}</a>`;
}
