/** The words of charts that no page shows at first, for those charts. Not here: their names, which every list of charts has (charts.ts). */

import { addMessages } from "./catalogue.ts";
import words from "./en/rare-charts.json" with { type: "json" };

addMessages("en", words);
