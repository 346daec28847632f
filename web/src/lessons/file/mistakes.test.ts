import { expect, test } from "vitest";
import { LESSONS } from "../registry.ts";
import { fileOf } from "../testing/files.ts";
import { mistakesOf } from "./mistakes.ts";

const frontOf = (id: string): Record<string, unknown> => fileOf(id, "en")?.front ?? {};

test("no lesson of ours has a mistake in its front matter", () => {
  for (const id of LESSONS) expect(mistakesOf(frontOf(id)), id).toEqual([]);
});

test.each([
  ["a missing field", '"minutes":8,', "", 'minutes: undefined, not "minutes"'],
  ["a mistyped field", '"still_s":2.7,', '"still_s":2.7,"spam":1,', 'hook.spam: "spam", not no field of this name'],
  ["a value of another type", '"from_s":0.8', '"from_s":"0.8"', 'hook.from_s: "0.8", not number'],
  [
    "an unknown kind of question",
    '"kind":"choose"',
    '"kind":"guess"',
    'asks.1.kind: "guess", not ("number" | "choose" | "order" | "draw" | "points")',
  ],
  [
    "an unknown feature",
    '"name":"lowest"',
    '"name":"lowerst"',
    'asks.0.features.1.name: "lowerst", not ("highest" | "lowest" | "teeth" | "end")',
  ],
  ["a scenario that is none", '"scenarios":{', '"scenarios":{"b":3,', "scenarios.b: 3, not a scenario"],
  ["a single option", '["bottom","top","line","middle"]', '["top"]', "transfer.options: 1, not >=2"],
])("%s is named with place, found and allowed", (_name, there, planted, said) => {
  const before = JSON.stringify(frontOf("sawtooth"));
  expect(before).toContain(there);
  const lines = mistakesOf(JSON.parse(before.replace(there, planted)));
  expect(lines.map(({ place, found, allowed }) => `${place}: ${found}, not ${allowed}`)).toEqual([said]);
});
