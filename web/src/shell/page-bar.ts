/**
 * The bar of each page but the laboratory, which has more in its own (laboratory/top-bar.ts): brand, the pages, presenting, light or dark, language;
 * on a phone all but the brand in one menu. Not here: what each of these does.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { ThemeChoice } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { menu } from "../ui/menu.ts";
import { brand, LABORATORY, type PageName, site } from "../ui/site.ts";
import { drawn, SCREEN, sign } from "../ui/theme-icons.ts";
import { themeButton } from "../ui/theme-toggle.ts";
import { languageMenu, languages } from "./language-menu.ts";

/** `onPresent`: presents what the page shows; null: there is nothing to present. */
export function pageBar(
  current: PageName,
  theme: ThemeChoice,
  onTheme: (next: ThemeChoice) => void,
  onPresent: (() => void) | null = null,
): TemplateResult {
  const present = (className: string): TemplateResult | typeof nothing =>
    onPresent
      ? html`<button type="button" class=${`button ${className}`} title=${translate("page.present.hint")} @click=${onPresent}>${drawn(SCREEN)}<span>${translate("page.present")}</span></button>`
      : nothing;
  const all = [site(current), present(""), themeButton(theme, onTheme, true), html`<hr />`, ...languages()];
  return html`${brand(LABORATORY, false)}<div class="rest">
    ${site(current, "wide")}${present("wide")}
    <span class="wide">${themeButton(theme, onTheme)}${languageMenu()}</span>
    <span class="narrow">${menu("more", "is-icon", sign("menu"), all, translate("lab.more"))}</span></div>`;
}
