/**
 * Words that differ by whose experiments they are about: a paper's, or our own on today's algorithms, which have several sources.
 * Pure. Not here: the words (i18n).
 */
import { translate } from "../i18n/catalogue.ts";

/** Words that a group has for itself. */
const OWN: ReadonlySet<string> = new Set([
  "figures.states.today",
  "figures.choices.today",
  "figures.account.says.today",
  "figures.run.amount.full.today",
]);

/** A word in the form that a group has for itself, else in the papers' form. */
export function wordFor(paper: string, key: string, args: Record<string, string> = {}): string {
  const own = `${key}.${paper}`;
  return translate(OWN.has(own) ? own : key, args);
}
