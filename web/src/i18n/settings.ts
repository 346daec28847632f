/** Names of settings and of their words, for modules that show one: the laboratory's first picture needs none. Not here: any sentence. */

import { addMessages } from "./catalogue.ts";
import words from "./en/settings.json" with { type: "json" };

addMessages("en", words);
