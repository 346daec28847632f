/** A group has words of its own where it needs them, else those of the papers. */
import { expect, test } from "vitest";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { wordFor } from "./group-words.ts";

addMessages("en", words);

test("several sources are called so, a paper is called a paper", () => {
  expect(wordFor("today", "figures.states")).toBe("What the sources say");
  expect(wordFor("cdg", "figures.states")).toBe("What the paper says");
  expect(wordFor("today", "figures.account.tried")).toBe("What we tried");
  expect(wordFor("cdg", "figures.run.amount.of", { n: "3" })).toBe("3");
});
