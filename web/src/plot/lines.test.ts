/** Lines and areas as paths, computed by hand. */
import { path } from "d3-path";
import { expect, test } from "vitest";
import { traceLine } from "./lines.ts";
import { crisp, eachColumn, traceArea, traceStraight } from "./straight-lines.ts";

const lineOf = (points: number[], step: boolean): string => {
  const pen = path();
  traceLine(pen, points, step);
  return pen.toString();
};
const areaOf = (upper: number[], lower: number[] | number): string => {
  const pen = path();
  traceArea(pen, upper, lower);
  return pen.toString();
};

test("a line goes from point to point, and is broken where there is no value", () => {
  expect(lineOf([0, 1, 10, 2, 20, 3], false)).toBe("M0,1L10,2L20,3");
  expect(lineOf([0, 1, 10, Number.NaN, 20, 3, 30, 4], false)).toBe("M0,1ZM20,3L30,4");
});

test("straight lines are the same without d3-shape", () => {
  const points = [0, 1, 10, 2, 15, Number.NaN, 20, 3, 30, 4, 40, 4];
  const pen = path();
  traceStraight(pen, points, false);
  expect(pen.toString()).toBe("M0,1L10,2M20,3L30,4L40,4");
  expect(lineOf(points, false)).toBe(pen.toString());
});

test("with steps a value holds until the next, and until a gap", () => {
  expect(lineOf([0, 5, 10, 8], true)).toBe("M0,5L10,5L10,8");
  expect(lineOf([0, 5, 10, Number.NaN, 20, 3, 30, 3], true)).toBe("M0,5L10,5M20,3L30,3");
});

test("corners under a pixel apart are left out, the last point never", () => {
  // From 0.4 on: up without a corner; a level point within the pixel is left out; the end is drawn.
  expect(lineOf([0, 5, 0.4, 8, 0.6, 8, 2, 8, 2.5, 8], true)).toBe("M0,5L0.4,8L2,8L2.5,8");
});

test("the range of a line in each column of pixels: every extreme, and no gap but its own", () => {
  const ranges = (points: number[], step: boolean, ratio = 1): number[][] => {
    const found: number[][] = [];
    eachColumn(points, step, ratio, (...all) => found.push(all));
    return found;
  };
  const points = [0, 5, 0.2, 9, 0.4, 1, 2, 7, 2.5, Number.NaN, 4, 3];
  const last = [4, 3, 3];
  expect(ranges(points, true)).toEqual([[0, 1, 9], [1, 1, 1], [2, 1, 7], last]);
  expect(ranges([0, 0, 4, 8], false)).toEqual([
    [0, 0, 2],
    [1, 2, 4],
    [2, 4, 6],
    [3, 6, 8],
    [4, 8, 8],
  ]);
  // Columns are of device pixels.
  expect(ranges([0, 5, 1, 8], true, 2)).toEqual([
    [0, 5, 5],
    [1, 5, 5],
    [2, 5, 8],
  ]);
});

test("an area is one closed outline: along the upper edge and back along the lower", () => {
  expect(areaOf([0, 1, 10, 2], [0, 9, 10, 8])).toBe("M0,1L10,2L10,8L0,9Z");
  expect(areaOf([0, 1, 10, 2], 20)).toBe("M0,1L10,2L10,20L0,20Z");
  // The edges may have different numbers of points: a triangle.
  expect(areaOf([0, 4, 2, 0, 4, 4], [0, 4, 4, 4])).toBe("M0,4L2,0L4,4L4,4L0,4Z");
  expect(areaOf([0, 1], 20)).toBe("");
});

test("a level or upright line lies on whole device pixels", () => {
  expect(crisp([0, 3.2, 10, 3.2], 1, 1)).toEqual([0, 3.5, 10, 3.5]);
  expect(crisp([3.2, 0, 3.2, 10], 2, 1)).toEqual([3, 0, 3, 10]);
  expect(crisp([0, 0, 10, 3.2], 1, 1)).toEqual([0, 0, 10, 3.2]);
});
