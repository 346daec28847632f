/**
 * What learners get wrong, by the ids that a lesson's front matter names (`against`). Not here: who found it where.
 */
import de from "./texts/misconceptions.de.json" with { type: "json" };
import en from "./texts/misconceptions.en.json" with { type: "json" };

/** Ideas by language, then by id. */
export const MISCONCEPTIONS: Record<string, Record<string, string>> = { en, de };
