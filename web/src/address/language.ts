/**
 * Which language a page speaks: the address's (`lang=`, after `#` or in the query), which holds for the tab as long as it is open; else the one that
 * the reader chose; else the first of the browser's that there is; else English. Not here: the list to choose from
 * (shell/language-menu.ts), the words (i18n/languages.ts), the widget, which speaks what its address says (widget/main.ts).
 */

import { language, languageOf } from "../i18n/catalogue.ts";
import { isSpoken, speak } from "../i18n/languages.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";
import { askedOf, languageIn } from "./fields.ts";

/** Language that the address asked for, in this tab: it stays in the addresses that the page writes. */
let asked: string | null = null;

export function askedLanguage(): string | null {
  return asked;
}

/** The reader's choice, from now on on every page; returns what the address has to say of it. */
export function settleLanguage(tag: string): string | null {
  keep("lang", tag);
  keep("lang", null, IN_TAB);
  // Where nothing can be kept the address has to say it.
  asked = recall("lang") === tag ? null : tag;
  return asked;
}

/** The language of a reader who has not said any: kept from an earlier visit, or the browser's. */
export function ownLanguage(kept: string | null, browser: readonly string[]): string {
  return [kept ?? "", ...browser].find((tag) => tag !== "" && isSpoken(tag)) ?? "en";
}

/** Speaks the page's language; an address that is opened later and asks for another loads the page anew. */
export async function speakOwn(): Promise<void> {
  const lang = askedOf(location);
  if (lang !== null) keep("lang", lang, IN_TAB);
  asked = lang ?? recall("lang", IN_TAB);
  const tag = asked ?? ownLanguage(recall("lang"), navigator.languages);
  await speak(tag);
  document.documentElement.lang = language();
  addEventListener("hashchange", () => {
    const next = languageIn(location.hash);
    if (next !== null && languageOf(next) !== language()) location.reload();
  });
}
