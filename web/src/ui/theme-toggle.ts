/**
 * Light or dark as the reader wants it: kept between visits, and the button that goes round. Not here: the colours, and how a
 * page takes a theme (design/theme.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { applyTheme, THEMES, type ThemeChoice } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { keep, recall } from "./storage.ts";
import { type SignName, sign } from "./theme-icons.ts";

export const THEME_SIGNS: Record<ThemeChoice, SignName> = { auto: "half", light: "sun", dark: "moon" };

/** Theme that the reader chose on an earlier visit. */
export function keptTheme(): ThemeChoice {
  const kept = recall("theme");
  return THEMES.find((theme) => theme === kept) ?? "auto";
}

/** Sets the theme, and keeps it if the reader chose it. */
export function chooseTheme(theme: ThemeChoice, keeps: boolean): void {
  applyTheme(theme);
  if (keeps) keep("theme", theme === "auto" ? null : theme);
}

/** As the system, light, dark, and round again. */
export function themeAfter(theme: ThemeChoice): ThemeChoice {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
}

/** The button of a page whose bar has no other; in a menu it has words. */
export function themeButton(theme: ThemeChoice, onTheme: (next: ThemeChoice) => void, words = false): TemplateResult {
  const label = translate(`lab.theme.${theme}`);
  return html`<button type="button" class=${`button ${words ? "" : "is-icon"}`} title=${label} aria-label=${label}
    @click=${() => onTheme(themeAfter(theme))}>${sign(THEME_SIGNS[theme])}${words ? html`<span>${label}</span>` : nothing}</button>`;
}
