/**
 * The languages to choose from, as a button of a page's bar. Another language is another load of the page: nothing of the run is
 * lost, it lives in the address. Not here: which one a page speaks (address/language.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { settleLanguage } from "../address/language.ts";
import { language, translate } from "../i18n/catalogue.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { menu } from "../ui/menu.ts";
import { sign } from "../ui/theme-icons.ts";

/** Loads the page anew in the language that was chosen. */
function choose(tag: string): void {
  const asked = settleLanguage(tag);
  const fields = location.hash.replace(/^#/, "").split("&");
  const rest = fields.filter((field) => !field.startsWith("lang=")).join("&");
  const said = asked === null ? [rest] : [rest, `lang=${tag}`];
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  const search = query.size > 0 ? `?${query}` : "";
  const hash = said.filter((field) => field !== "").join("&");
  history.replaceState(history.state, "", `${location.pathname}${search}#${hash}`);
  location.reload();
}

/** The languages, each by its own name. */
export function languages(): TemplateResult[] {
  return [...LANGUAGES].map(
    ([tag, { name }]) => html`<button type="button" class="button" lang=${tag}
      aria-current=${tag === language() ? "true" : nothing} @click=${() => choose(tag)}>${name}</button>`,
  );
}

/** The button of a page's bar, with the list under it. */
export function languageMenu(): TemplateResult {
  const name = LANGUAGES.get(language())?.name ?? "";
  const face = html`<span>${language().toUpperCase()}</span>${sign("down")}`;
  return menu("languages", "language", face, languages(), translate("site.language", { name }));
}
