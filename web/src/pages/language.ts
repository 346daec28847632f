/**
 * Which language a page speaks: the address's (`lang=`, after `#` or in the query), which holds for the tab as long as it is open; else the one that
 * the reader chose; else the first of the browser's that there is; else English. And the list to choose from. Another
 * language is another load of the page: nothing of the run is lost, it lives in the address. Not here: the words
 * (words/languages.ts), the widget, which speaks what its address says (embed.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { askedOf, readAddress } from "../run/link.ts";
import { isSpoken, LANGUAGES, speak } from "../words/languages.ts";
import { language, languageOf, say } from "../words/words.ts";
import { keep, recall } from "./keep.ts";
import { menu } from "./menu.ts";
import { sign } from "./signs.ts";

const IN_TAB = (): Storage => sessionStorage;

/** What the address asked for, in this tab: it stays in the addresses that the page writes. */
let asked: string | null = null;

export function askedLanguage(): string | null {
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
    const next = readAddress(location.hash).lang;
    if (next !== null && languageOf(next) !== language()) location.reload();
  });
}

/** The reader's choice, from now on on every page. */
function choose(tag: string): void {
  keep("lang", tag);
  keep("lang", null, IN_TAB);
  asked = null;
  const fields = location.hash.replace(/^#/, "").split("&");
  const rest = fields.filter((field) => !field.startsWith("lang=")).join("&");
  // Where nothing can be kept the address has to say it.
  if (recall("lang") !== tag) asked = tag;
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
  return Object.entries(LANGUAGES).map(
    ([tag, { name }]) => html`<button type="button" class="button" lang=${tag}
      aria-current=${tag === language() ? "true" : nothing} @click=${() => choose(tag)}>${name}</button>`,
  );
}

/** The button of a page's bar, with the list under it. */
export function languageMenu(): TemplateResult {
  const name = LANGUAGES[language()]?.name ?? "";
  const face = html`<span>${language().toUpperCase()}</span>${sign("down")}`;
  return menu("languages", "language", face, languages(), say("site.language", { name }));
}
