/** Result of a search in words. Not here: the search (crate `sweep`). */
import { expect, test } from "vitest";
import type { Answer } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import results from "../i18n/en/results.json" with { type: "json" };
import words from "../i18n/en/vary.json" with { type: "json" };
import type { Face } from "../settings/setting.ts";
import type { Goal } from "./choice.ts";
import { fieldOf } from "./measures.ts";
import { answerText } from "./status.ts";
import type { Variable } from "./variables.ts";

addMessages("en", { ...results, ...words });
const limit = { label: "Queue limit", face: { unit: "packets", factor: 1 } as Face } as Variable;
const answer: Answer = {
  ...{ outcome: "found", value: 56, interval: { low: 53, high: 56 }, runs: 30 },
  ...{ seeds: [56, 53, null], not_monotone: 0 },
};
const text = (find: Goal["find"], not_monotone: number): string =>
  answerText({ ...answer, not_monotone }, limit, { find, bound: "at_least", value: 99 }, fieldOf("utilisation"));

test("a search whose measure is not monotone says with how many seeds, and on which side", () => {
  expect(text("smallest", 0)).toMatch(/packets\.$/);
  expect(text("smallest", 2)).toMatch(
    / With 2 of 3 seeds, a larger value misses the bound again: the points show it\.$/,
  );
  expect(text("largest", 1)).toMatch(/ With 1 of 3 seeds, a smaller value misses the bound again: /);
});
