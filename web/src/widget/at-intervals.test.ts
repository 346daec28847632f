/** Reports at intervals: few, and the last one with them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atIntervals } from "./at-intervals.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("at most one report in each interval, and the last state is reported", () => {
  let state = 0;
  const reported: number[] = [];
  const report = atIntervals(100, () => reported.push(state));
  for (state = 1; state < 100; state++) {
    report();
    vi.advanceTimersByTime(10);
  }
  expect(reported.length).toBe(9);
  report();
  vi.advanceTimersByTime(1000);
  expect(reported.at(-1)).toBe(100);
  expect(reported.length).toBe(10);
});
