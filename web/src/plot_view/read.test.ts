import { expect, test } from "vitest";
import { reading } from "./read.ts";

test("readings have three digits, bounds no zeros at their end", () => {
  expect([0.35234, 6.2, 12, 621947.3, 0.000012, 0].map((value) => reading(value))).toEqual([
    "0.352",
    "6.20",
    "12",
    "621,947",
    "0.000012",
    "0",
  ]);
  expect(reading(0.31, undefined, true)).toBe("0.31");
  // A bound is distinguished from the value it bounds; what is written as 1 has the digits of 1.
  expect(reading(1.001, undefined, true)).toBe("1.001");
  expect([0.9998, 1.0002].map((value) => reading(value))).toEqual(["1.00", "1.00"]);
  expect(reading(-0.557)).toBe("−0.557");
});
