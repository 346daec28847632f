/** Exercises of courses as runs, with their sentences; their titles are on the menu before this is fetched (presets.ts). */
import list from "../generated/courses.json" with { type: "json" };
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/courses.json" with { type: "json" };
import type { Preset } from "./preset.ts";

addMessages("en", words);
export default list as unknown as readonly Preset[];
