/** The button of the search in the top bar, and its opening, which fetches all else of it at the first press. Not here: the search (search.ts). */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { sign } from "../ui/theme-icons.ts";
import type { Laboratory } from "./context.ts";
import type { Act } from "./search-entries.ts";

/** Looks like the field that opens in its place. */
export function searchButton(onOpen: () => void): TemplateResult {
  const label = translate("lab.search");
  return html`<button type="button" id="search-button" class="button search-button" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K"
    aria-label=${label} title=${label} @click=${onOpen}>${sign("search")}<span>${label}</span><kbd aria-hidden="true">/</kbd></button>`;
}

/** Opens the search, but not over what is presented; letters typed until it is there are its first ones. */
export async function openSearch(lab: Laboratory, acts: readonly Act[]): Promise<void> {
  if (lab.stage.presenter) return;
  let typed = "";
  const keep = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    typed += event.key;
  };
  addEventListener("keydown", keep, true);
  try {
    const { showSearch } = await import("./search.ts");
    await showSearch(lab, acts, () => typed);
  } finally {
    removeEventListener("keydown", keep, true);
  }
}
