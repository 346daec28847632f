/**
 * What a program is given, in the reader's language: each language has the comments of the declaration file (sandbox/api.d.ts) under their
 * English words, in `own-api.json` among its words, fetched with this page alone. Not here: how they are listed (api-list.ts).
 */
import { addMessages, type Catalogue, language, translateSource } from "../i18n/catalogue.ts";

const files = import.meta.glob<Catalogue>("../i18n/*/own-api.json", { import: "default" });

/** Fetches them; returns what says a comment. What does not arrive stays English. */
export async function apiWords(): Promise<(doc: string) => string> {
  try {
    const words = await files[`../i18n/${language()}/own-api.json`]?.();
    if (words) addMessages(language(), words);
  } catch {
    // Said in English.
  }
  return translateSource;
}
