/** Measurements of a picture, on drawings made by hand. */
import { expect, test } from "vitest";
import { contrast, covers, measure, meets } from "./measure-pictures.mjs";

const BOX = { x0: 10, y0: 10, x1: 30, y1: 20 };
const line = (/** @type {number[]} */ points, color = "#ff0000", alpha = 1) => ({
  ...{ kind: /** @type {"line"} */ ("line"), color, alpha, width: 2, points, clip: null },
});

test("contrast: black on white is 21, and a colour of half strength is mixed with the ground", () => {
  expect(contrast("#000000", 1, "#fff")).toBeCloseTo(21);
  expect(contrast("rgb(0, 0, 0)", 0.5, "#ffffff")).toBeCloseTo(contrast("#808080", 1, "#ffffff"), 1);
  expect(() => contrast("red", 1, "#fff")).toThrow("no colour");
});

test("a straight line meets a box that it crosses, begins in or ends in, and no other", () => {
  expect(meets(BOX, 0, 15, 40, 15)).toBe(true);
  expect(meets(BOX, 0, 0, 20, 15)).toBe(true);
  expect(meets(BOX, 20, 0, 20, 5)).toBe(false);
  expect(meets(BOX, 0, 30, 40, 22)).toBe(false);
});

test("ink covers a box by its lines, or by its area; not where it is clipped away, nor in a gap", () => {
  expect(covers(line([0, 15, 40, 15]), BOX)).toBe(true);
  expect(covers({ ...line([0, 15, 40, 15]), clip: { x0: 31, y0: 0, x1: 40, y1: 40 } }, BOX)).toBe(false);
  expect(covers(line([0, 15, 5, 15, Number.NaN, Number.NaN, 35, 15, 40, 15]), BOX)).toBe(false);
  const around = [0, 0, 50, 0, 50, 50, 0, 50];
  expect(covers(line(around), BOX)).toBe(false);
  expect(covers({ ...line(around), kind: "fill" }, BOX)).toBe(true);
});

test("of a drawing: how high its curves reach in the plot, which words lie on them, their contrasts", () => {
  const axis = line([Number.NaN, Number.NaN, 0, 100, 200, 100], "#7b8691");
  const grid = line([0, 15, 200, 15], "#e8ebee");
  const words = [
    { text: "fork", halo: true, box: BOX },
    { text: "fair share", halo: true, box: { x0: 10, y0: 12, x1: 60, y1: 22 } },
    { text: "10", halo: false, box: BOX },
  ];
  const drawing = { ink: [axis, grid, line([0, 90, 20, 12, 200, 30])], words };
  const found = measure(drawing, "#ffffff", ["#ff0000"]);
  expect(found.filled).toBeCloseTo(0.78);
  expect(found.hits).toEqual(["“fork” on #ff0000", "“fair share” on #ff0000, “fork”"]);
  expect(found.colors).toEqual([["#ff0000 100 %", expect.closeTo(4, 1)]]);
});
