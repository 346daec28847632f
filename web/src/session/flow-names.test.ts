/** Names of flows in the presets and lessons: each that is a word has one in every language, on every page. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { cardsOf, factsOf } from "../../../scripts/lessons-data.ts";
import type { Catalogue } from "../i18n/catalogue.ts";
import courses from "./courses.ts";
import { looksOf } from "./facts.ts";
import { PRESETS } from "./presets.ts";
import { tables } from "./setting-tables.ts";

const root = join(import.meta.dirname, "../../..");
// Every page has these files; a lesson's own words it has not.
const read = import.meta.glob<Catalogue>("../i18n/*/presets.json", { eager: true, import: "default" });
const scenarios: readonly object[] = [
  ...[...PRESETS, ...courses].map(({ scenario }) => scenario),
  ...cardsOf(root).flatMap(({ id }) => Object.values(factsOf(root, id).scenarios)),
];

/** Words among the names: not those that a kind's title replaces, letters with a number or without, abbreviations. */
function wordsIn(scenario: object): string[] {
  const seen: string[] = [];
  const wordOf = (name: string): null => {
    seen.push(name);
    return null;
  };
  looksOf(scenario, 1, { ...tables, wordOf });
  return seen.filter((name) => !/^\p{Ll}\d*$|^\p{Lu}+$/u.test(name));
}

test("each word has its own in every language, and no other is kept", () => {
  const wanted = [...new Set(scenarios.flatMap(wordsIn))].sort();
  expect(wanted).toContain("upload");
  for (const [file, words] of Object.entries(read)) {
    const keys = Object.keys(words).filter((key) => key.startsWith("flow."));
    expect(keys.map((key) => key.slice("flow.".length)).sort(), file).toEqual(wanted);
  }
});
