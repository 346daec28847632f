/**
 * The bar of each page but the laboratory, which has more in its own (top.ts): brand, the pages, language, light or dark;
 * on a phone all but the brand in one menu. Not here: what each of these does.
 */
import { html, type TemplateResult } from "lit";
import type { ThemeChoice } from "../run/document.ts";
import { say } from "../words/words.ts";
import { languageMenu, languages } from "./language.ts";
import { themeButton } from "./light.ts";
import { menu } from "./menu.ts";
import { sign } from "./signs.ts";
import { brand, LABORATORY, type PageName, site } from "./site.ts";

export function pageBar(current: PageName, theme: ThemeChoice, onTheme: (next: ThemeChoice) => void): TemplateResult {
  const all = [site(current), themeButton(theme, onTheme, true), html`<hr />`, ...languages()];
  return html`${brand(LABORATORY, false)}<div class="rest">
    ${site(current, "wide")}
    <span class="wide">${languageMenu()}${themeButton(theme, onTheme)}</span>
    <span class="narrow">${menu("more", "is-icon", sign("menu"), all, say("lab.more"))}</span></div>`;
}
