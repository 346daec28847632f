/**
 * The languages there are: the name that each has for itself, and where its words are fetched. Another one is a folder beside
 * `en` with the same files and keys (catalogue.test.ts compares them) and an `index.ts` that is a copy of German's, and one line
 * here. Not here: which one a page speaks (address/language.ts).
 */
import { addMessages, type Catalogue, languageOf, setLanguage } from "./catalogue.ts";

interface Language {
  /** In itself. */
  name: string;
  /** Null: English, which is always there. */
  fetch: (() => Promise<{ default: Catalogue }>) | null;
}

/** The widget is one file with one language's words beside its script. */
const inPage = import.meta.env.MODE === "embed";

export const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["en", { name: "English", fetch: null }],
  ["de", { name: "Deutsch", fetch: inPage ? null : () => import("./de/index.ts") }],
]);

/** Whether a tag's language is here. */
export function isSpoken(tag: string): boolean {
  return LANGUAGES.has(languageOf(tag));
}

/** Fetches the words of a language and speaks it from then on. Words that do not arrive leave English. */
export async function speak(tag: string): Promise<void> {
  const base = languageOf(tag);
  const fetch = LANGUAGES.get(base)?.fetch;
  try {
    if (fetch) addMessages(base, (await fetch()).default);
  } catch {
    return;
  }
  setLanguage(tag);
}

/** Speaks a language whose words stand in the page itself (scripts/widget-words.ts puts them there), if they do. */
export function speakInPage(tag: string | null): string {
  const block = document.getElementById("words");
  const own = document.documentElement.lang;
  if (block) addMessages(own, JSON.parse(block.textContent ?? "{}") as Catalogue);
  // The file has this one language; another's numbers would stand beside its words.
  const spoken = languageOf(tag ?? own) === own ? (tag ?? own) : own;
  setLanguage(spoken);
  return spoken;
}
