/** The words of charts, for whoever shows or names one: the laboratory's first picture does without. Not here: any sentence. */

import { addMessages } from "./catalogue.ts";
import words from "./en/charts.json" with { type: "json" };

addMessages("en", words);
