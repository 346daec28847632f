import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import { type Ends, scaleOf } from "./scale.ts";
import { svgSurface } from "./svg-surface.ts";
import { drawLevel, drawUpright, nameRows, niceEnds, placeTicks, powerOfTen, valueTicks } from "./value-axis.ts";

const texts = (ends: Ends, most = 9): string[] => valueTicks(ends, most).map((tick) => tick.text);
const theme = { sans: "sans", ink3: "#333", ink2: "#222", ctl: "#444", line2: "#eee", plate: "#fff" } as Theme;
const area = { plotWidth: 200, plotHeight: 100, left: 30, unit: 1 };

test("ends are round numbers, on a logarithmic axis powers of ten", () => {
  expect(niceEnds({ min: 0.31, max: 9.2 })).toEqual({ min: 0, max: 10, log: false });
  expect(niceEnds({ min: 3, max: 700, log: true })).toEqual({ min: 1, max: 1000, log: true });
  expect(niceEnds({ min: 5, max: 5 })).toMatchObject({ min: 5, max: 6 });
  expect(niceEnds({ min: 10, max: 10, log: true })).toMatchObject({ min: 10, max: 100 });
});

test("ticks are as many as fit and have as many decimals as their step", () => {
  expect(texts({ min: 0, max: 10 })).toEqual(["0", "2", "4", "6", "8", "10"]);
  expect(texts({ min: 0, max: 10 }, 4)).toEqual(["0", "5", "10"]);
  expect(texts({ min: 0, max: 0.05 })).toEqual(["0.00", "0.01", "0.02", "0.03", "0.04", "0.05"]);
  expect(texts({ min: 0, max: 0.05 }, 3)).toEqual(["0.00", "0.02", "0.04"]);
  expect(texts({ min: -1, max: 1 })).toEqual(["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
});

test("a logarithmic axis has powers of ten only, short ones as numbers", () => {
  expect(texts({ min: 1, max: 1000, log: true })).toEqual(["1", "10", "100", "1000"]);
  expect(texts({ min: 1, max: 256, log: true })).toEqual(["1", "10", "100"]);
  expect(texts({ min: 1e-3, max: 1, log: true })).toEqual(["0.001", "0.01", "0.1", "1"]);
  expect(texts({ min: 1e-6, max: 1, log: true })).toContain("10⁻⁵");
  expect(texts({ min: 1e-6, max: 1, log: true }, 4)).toEqual(["10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"]);
  // Within a decade it has steps.
  expect(texts({ min: 2, max: 6, log: true }, 6)).toEqual(["2", "3", "4", "5", "6"]);
  expect(powerOfTen(-12)).toBe("10⁻¹²");
});

test("names that are wider than their places take two rows, and of too many every nth is written", () => {
  expect(nameRows(["a", "b"], 200, 1)).toEqual({ rows: 1, stride: 1 });
  expect(nameRows(["New Reno", "CUBIC"], 100, 1)).toEqual({ rows: 2, stride: 1 });
  expect(nameRows(["New Reno", "CUBIC", "Vegas"], 40, 1)).toEqual({ rows: 2, stride: 3 });
  expect(nameRows([], 40, 1)).toEqual({ rows: 1, stride: 1 });
});

test("the axes as drawn", () => {
  const surface = svgSurface(theme);
  const y = { min: 0, max: 10 };
  drawUpright(surface, scaleOf(y, area.plotHeight, 0), valueTicks(y, 4), area, theme);
  const names = ["one", "two"];
  drawLevel(
    surface,
    scaleOf({ min: -0.5, max: 1.5 }, 0, 200),
    placeTicks(names),
    { rows: 2, stride: 1 },
    ["Place"],
    area,
    theme,
  );
  expect(surface.body()).toMatchSnapshot();
});
