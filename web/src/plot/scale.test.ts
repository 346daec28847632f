/** Scales and moving ranges, computed by hand. */
import { expect, test } from "vitest";
import { RangeTransition } from "./range-transition.ts";
import { scaleOf } from "./scale.ts";

test("a linear scale maps ends to ends, goes on beyond them, and back", () => {
  const y = scaleOf({ min: 0, max: 200 }, 100, 0);
  expect([0, 50, 200, 300, -50].map(y.place)).toEqual([100, 75, 0, -50, 125]);
  expect([100, 75, -50].map(y.value)).toEqual([0, 50, 300]);
});

test("an axis without length has everything at its beginning", () => {
  expect(scaleOf({ min: 4, max: 4 }, 10, 90).place(4)).toBe(10);
});

test("a logarithmic scale has equal factors equally far apart; zero lies deep below, not at infinity", () => {
  const y = scaleOf({ min: 1, max: 1000, log: true }, 300, 0);
  expect([1, 10, 100, 1000].map((value) => Math.round(y.place(value)))).toEqual([300, 200, 100, 0]);
  expect(y.value(200)).toBeCloseTo(10, 9);
  expect(y.place(0)).toBeCloseTo(600, 9);
  expect(y.place(-5)).toBe(y.place(0));
});

test("a range moves to its target in 300 ms, fast at first, and only when the target changes", () => {
  const range = new RangeTransition();
  range.aim({ min: 0, max: 10 }, 0, false);
  expect(range.at(0)).toMatchObject({ min: 0, max: 10 });
  range.aim({ min: 0, max: 20 }, 1000, false);
  expect(range.at(1000).max).toBe(10);
  // Cubic, eased out: 1 - (1 - 1/2)^3 of the way at half the time.
  expect(range.at(1150).max).toBe(18.75);
  expect(range.moving(1299)).toBe(true);
  expect(range.at(1300).max).toBe(20);
  range.aim({ min: 0, max: 20 }, 5000, false);
  expect(range.moving(5000)).toBe(false);
});

test("where less motion is wished, and from steps to factors, a range is there at once", () => {
  const range = new RangeTransition();
  range.aim({ min: 0, max: 10 }, 0, false);
  range.aim({ min: 0, max: 20 }, 1000, true);
  expect(range.at(1000).max).toBe(20);
  range.aim({ min: 1, max: 100, log: true }, 2000, false);
  expect(range.at(2000)).toEqual({ min: 1, max: 100, log: true });
});
