/** Runs of a sweep that are measured, and the time of all of them. */
import { expect, test } from "vitest";
import { cornersOf, mostRuns, secondsOf } from "./cost.ts";

const axes = (...lengths: number[]) => lengths.map((length) => ({ tracks: [{ values: Array(length).fill(0) }] }));

test("the first seed is measured at each corner of the ranges and in their middle", () => {
  expect(cornersOf({ axes: axes(9), cells: 9, runs: 45 })).toEqual([0, 40, 20]);
  // The second axis changes fastest: cells 0, 3, 8 and 11.
  expect(cornersOf({ axes: axes(3, 4), cells: 12, runs: 24 })).toEqual([0, 6, 16, 22, 12]);
  expect(cornersOf({ axes: axes(1), cells: 1, runs: 5 })).toEqual([0]);
});

test("values that are added are among the runs, and each worker has its share of them", () => {
  expect(mostRuns({ axes: axes(9), cells: 9, runs: 45 }, 18)).toBe(90);
  expect(mostRuns({ axes: axes(9), cells: 9, runs: 45 }, 0)).toBe(45);
  expect(mostRuns({ axes: axes(100), cells: 100, runs: 1000, most_runs: 120 }, 0)).toBe(120);
  expect(secondsOf(0.5, 90, 2)).toBe(22.5);
  expect(secondsOf(0.5, 3, 2)).toBe(1);
  expect(secondsOf(0.5, 1, 8)).toBe(0.5);
});
