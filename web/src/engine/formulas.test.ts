import { expect, test } from "vitest";
import vectors from "../generated/formulas.json" with { type: "json" };
import { backoffProbability, jainIndex, mathis, smallBuffer } from "./formulas.ts";

test("the page's formulas give the engine's values", () => {
  for (const [gradient = 0, g = 0, value = 0] of vectors.backoff_probability)
    expect(backoffProbability(gradient, g)).toBeCloseTo(value, 14);
  for (const row of vectors.jain_index) expect(jainIndex(row.slice(0, -1))).toBeCloseTo(row.at(-1) ?? 0, 14);
  for (const [p = 0, value = 0] of vectors.mathis) expect(mathis(p)).toBeCloseTo(value, 12);
  for (const [bdp = 0, n = 0, value = 0] of vectors.small_buffer) expect(smallBuffer(bdp, n)).toBeCloseTo(value, 12);
});

test("the probability of a backoff is 63 % where the gradient is G, and nothing without one (CDG paper, eq. 5)", () => {
  expect(backoffProbability(3, 3)).toBeCloseTo(0.632, 3);
  expect(backoffProbability(0, 3)).toBe(0);
  expect(backoffProbability(-1, 3)).toBe(0);
});

test("Jain's index is 1 for equal shares and 1/n for one of n", () => {
  expect(jainIndex([5, 5])).toBeCloseTo(1);
  expect(jainIndex([8, 0, 0, 0])).toBeCloseTo(0.25);
  expect(jainIndex([9, 1])).toBeCloseTo(100 / (2 * 82));
});

test("nothing that is shared has no index", () => {
  expect(jainIndex([])).toBe(null);
  expect(jainIndex([0, 0])).toBe(null);
});
