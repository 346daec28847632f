/** The words that only the widget says, for its parts: other pages do without. Not here: any sentence. */

import { addMessages } from "./catalogue.ts";
import words from "./en/embed.json" with { type: "json" };

addMessages("en", words);
