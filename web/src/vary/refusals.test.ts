/** Refusals of a sweep's document, as the form names what they are about. */
import { expect, test } from "vitest";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/vary.json" with { type: "json" };
import { refusalLines } from "./refusals.ts";
import type { Variable } from "./variables.ts";

addMessages("en", words);
const variable = (path: string, label: string, factor: number): Variable =>
  ({ paths: [path], label, face: { factor } }) as unknown as Variable;
const variables = [
  variable("bottleneck.queue.limit_packets", "Queue limit", 1),
  variable("bottleneck.rate_bps", "Rate", 1e-6),
];
const lines = (code: string, place: string, found: string, allowed: string): string[] => {
  const error = { code, place, found, allowed, nearest: "" };
  return refusalLines({ ok: false, errors: [error, error], more: 0 }, variables);
};

test("a field, a number of values and a number of runs are named as on the screen, each once", () => {
  expect(lines("equal_values", "axes[0].to", "84", "≠ 84")).toEqual([
    "To (Queue limit) is 84 once more. Allowed: each value once.",
  ]);
  expect(lines("out_of_range", "axes[0].steps", "500000", "2 <= x <= 100000, whole")).toEqual([
    "Values (Queue limit) is 500000, which is out of range. Allowed: 2 to 100000, a whole number.",
  ]);
  expect(lines("too_many", "runs", "1000000", "<= 100000")).toEqual([
    "These are 1,000,000 runs. Allowed: at most 100,000.",
  ]);
  expect(lines("out_of_range", "to_s", "30", "0 < x <= 26")).toEqual([
    "until is 30, which is out of range. Allowed: more than 0, up to 26.",
  ]);
});

test("numbers are in the unit of the screen", () => {
  expect(lines("out_of_range", "axes[1]: bottleneck.rate_bps", "10", "1000 <= x <= 1e12")).toEqual([
    "Rate is 0.00001, which is out of range. Allowed: 0.001 to 1,000,000.",
  ]);
});
