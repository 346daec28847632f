/** Counts of judged losses put together. */
import { expect, test } from "vitest";
import { sumOf } from "./judged-sums.ts";

test("runs are added, and all flows together stand at the end", () => {
  // Two flows with two rules each, of two runs.
  const first = Float64Array.of(1, 1, 2, 0, 3, 2, 1, 1, 10, 5, 0, 0, 20, 10, 4, 3);
  const second = Float64Array.of(2, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2);
  const sums = sumOf([first, second], 2);
  expect([...sums.subarray(0, 4)]).toEqual([3, 1, 3, 1]);
  expect([...sums.subarray(12, 16)]).toEqual([22, 12, 6, 5]);
  expect([...sums.subarray(16)]).toEqual([3 + 11, 1 + 6, 3 + 1, 1 + 1, 3 + 22, 2 + 12, 1 + 6, 1 + 5]);
});
