/** The words of a dot: the claim, its tolerance and what was measured, of the value that the dot is of. */
import { nothing } from "lit";
import { expect, test } from "vitest";
import type { DotClaim, Experiment } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { noteOf } from "./note-words.ts";

addMessages("en", words);

const experiment = {
  claims: [
    {
      id: "first",
      text: "CDG keeps its goodput.",
      expected: [
        { of: "loss 0.01", band: [1, 2], strict: false },
        { of: "loss 0.02", band: [0.5, 0.9], strict: false },
      ],
    },
  ],
} as unknown as Experiment;
const dot: DotClaim = { id: "first", at: 1, value: 0.4 };

/** All strings of a template. */
const textOf = (part: unknown): string => {
  if (Array.isArray(part)) return part.map(textOf).join(" ");
  if (part && typeof part === "object" && "values" in part) return textOf((part as { values: unknown[] }).values);
  return typeof part === "string" ? part : "";
};

test("a dot says its claim, what is expected of its value, and what was measured", () => {
  const text = textOf(noteOf(experiment, dot, nothing));
  expect(text).toContain("CDG keeps its goodput.");
  expect(text).toContain("loss 0.02");
  expect(text).toMatch(/0\.5.*0\.9/);
  expect(text).toContain("0.4");
});

test("a claim that the words do not have says nothing", () => {
  expect(textOf(noteOf(experiment, { ...dot, id: "other" }, nothing)).trim()).toBe("");
});
