/**
 * The words of this folder as one piece, fetched when the language is chosen. The files are those of `en` with the same keys;
 * `help.json` and `tables.json` have what the engine's tables say, under the English text (catalogue.test.ts). Not here: long texts,
 * which pages fetch one at a time, and the texts of the pages for a reader's own algorithm and lesson.
 */
import type { Catalogue } from "../catalogue.ts";

const files = import.meta.glob<Catalogue>(
  [
    "./*.json",
    "!./algorithm-pages.json",
    "!./drawings.json",
    "!./experiments.json",
    "!./own-api.json",
    "!./own-lesson.json",
  ],
  { eager: true, import: "default" },
);
const words: Catalogue = Object.assign({}, ...Object.values(files));
export default words;
