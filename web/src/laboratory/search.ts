/** The laboratory's search: its entries, and the field that finds them. Fetched at the first press. Not here: any of these. */
import { Finder } from "../search/finder.ts";
import { showFinder } from "../search/view.ts";
import { loadWords } from "../session/setting-tables.ts";
import type { Laboratory } from "./context.ts";
import { type Act, entriesIn } from "./search-entries.ts";

/** Shows the field with what was typed so far. */
export async function showSearch(lab: Laboratory, acts: readonly Act[], typed: () => string): Promise<void> {
  await loadWords();
  showFinder(new Finder(entriesIn(lab, acts)), document.getElementById("search-button"), typed());
}
