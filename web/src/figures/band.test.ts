/** Distances from a band, worked out by hand, and dots that do not hide each other. */
import { expect, test } from "vitest";
import { distanceOf, furthest, placeOf, REACH } from "./band.ts";
import { placed } from "./wall.ts";

const of = (value: number | null, least: number | null, most: number | null) =>
  distanceOf({ value, band: [least, most] });

test("within a band of two bounds a value is from -1 to 1", () => {
  expect(of(35, 30, 40)).toBe(0);
  expect(of(30, 30, 40)).toBe(-1);
  expect(of(40, 30, 40)).toBe(1);
  expect(of(50, 30, 40)).toBe(3);
  expect(of(null, 30, 40)).toBeNull();
});

test("a bound that stands alone is the edge of a band of half its size, and all on its good side is within", () => {
  expect(of(8, 8, null)).toBe(-1);
  expect(of(100, 8, null)).toBe(1);
  expect(of(6, 8, null)).toBe(-2);
  expect(of(8, null, 8)).toBe(1);
  expect(of(0, null, 8)).toBe(-1);
  expect(of(12, null, 8)).toBe(3);
  expect(of(-2, 0, null)).toBe(-3);
  expect(of(3, null, null)).toBeNull();
});

test("an exact value is met or not", () => {
  expect(of(1, 1, 1)).toBe(0);
  expect(of(0, 1, 1)).toBe(-4);
  expect(of(0, 0, 0)).toBe(0);
  expect(of(2, 0, 0)).toBe(2);
});

test("of several values the furthest speaks for the claim, and one that is missing for none", () => {
  const band: [number, number] = [30, 40];
  expect(
    furthest([
      { value: 36, band },
      { value: 28, band },
      { value: 41, band },
    ]),
  ).toEqual({ distance: expect.closeTo(-1.4, 9), at: 1 });
  expect(
    furthest([
      { value: 36, band },
      { value: null, band },
    ]),
  ).toBeNull();
  expect(furthest([])).toBeNull();
});

test("the middle of the band is the middle of the drawing, and what is too far away is at its edge", () => {
  expect(placeOf(0)).toBe(50);
  expect(placeOf(99)).toBe(placeOf(REACH));
  expect(placeOf(-99)).toBe(100 - placeOf(99));
  expect(placeOf(REACH)).toBeLessThan(100);
});

test("dots that would overlap are in separate lines", () => {
  const dots = [0, 0, 0, 2, null, 0].map((distance) => ({ distance, state: "holds" as const }));
  const all = placed(dots);
  expect(all.map(({ dot, line }) => [dot.distance, line])).toEqual([
    [0, 0],
    [0, 1],
    [0, -1],
    [0, 2],
    [2, 0],
  ]);
});
