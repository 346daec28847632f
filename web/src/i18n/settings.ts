/** Names of settings and of their words, for whoever shows one: the laboratory's first picture does without. Not here: any sentence. */

import { addMessages } from "./catalogue.ts";
import words from "./en/settings.json" with { type: "json" };

addMessages("en", words);
