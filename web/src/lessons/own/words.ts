/** The words of the pages for a reader's own lesson: fetched with them alone. Not here: any sentence. */
import { addMessages, type Catalogue, language } from "../../i18n/catalogue.ts";
import english from "../../i18n/en/own-lesson.json" with { type: "json" };

addMessages("en", english);

const files = import.meta.glob<Catalogue>(["../../i18n/*/own-lesson.json", "!../../i18n/en/own-lesson.json"], {
  import: "default",
});

/** Fetches them in the reader's language. What does not arrive stays English. */
export async function ownWords(): Promise<void> {
  try {
    const words = await files[`../../i18n/${language()}/own-lesson.json`]?.();
    if (words) addMessages(language(), words);
  } catch {
    // Said in English.
  }
}
