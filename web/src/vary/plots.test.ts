/** Drawings of a sweep, worked out by hand. */
import { expect, test } from "vitest";
import type { Axis } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/vary.json" with { type: "json" };
import { type Curve, gapsOf, type Measured, plotOf, runAt } from "./plots.ts";

addMessages("en", words);

const axis = (log = false): Axis => ({ label: "", unit: "", log, range: null, names: [] });
const curve = (more: Partial<Curve> = {}): Curve => ({
  name: "a",
  sign: 0,
  low: [1, 2, 3],
  middle: [2, 3, 4],
  high: [3, 4, 5],
  runs: [1, 3, 2, 4, 3, 5],
  line: null,
  theories: [],
  ...more,
});
/** Three values in falling order of place, two runs of each. */
const measured = (more: Partial<Measured> = {}): Measured => ({
  x: [30, 20, 10],
  fitted: [30, 20, 10],
  known: [true, true, true],
  curves: [curve()],
  changes: [],
  axis: axis(),
  upright: axis(),
  factor: 1,
  steep: 1,
  level: ({ intercept }) => intercept,
  ...more,
});

test("each series has a name of its own, however many flows have curves", () => {
  const line = { n: 6, slope: 0, intercept: 3, r: 0, low: -1, high: 1 };
  const flow = (name: string): Curve => curve({ name, line, theories: [{ name: "mathis", values: [1, 2, 3] }] });
  const names = (curves: Curve[]): string[] => plotOf(measured({ curves })).series.map(({ name }) => name);
  expect(names([flow("a")])).toEqual(["a", "Single runs", "Straight line", "Mathis et al."]);
  const several = names([flow("a"), flow("b")]);
  expect(several).toContain("Single runs, b");
  expect(new Set(several).size).toBe(several.length);
});

test("medians with their band are in order of the axis, single runs at their value", () => {
  const plot = plotOf(measured());
  expect(plot.series[0]).toMatchObject({
    form: "medians",
    points: [
      [10, 3, 4, 5],
      [20, 2, 3, 4],
      [30, 1, 2, 3],
    ],
  });
  expect(plot.series[1]).toMatchObject({ form: "dots", small: true });
  expect(plot.series[1]?.points).toEqual([
    [30, 1],
    [30, 3],
    [20, 2],
    [20, 4],
    [10, 3],
    [10, 5],
  ]);
});

test("what is not defined is hatched between its neighbours and not drawn; what is not known yet is neither", () => {
  const gap = curve({ middle: [2, Number.NaN, 4] });
  expect(gapsOf(measured({ curves: [gap] }))).toEqual([{ from: 15, until: 25 }]);
  expect(gapsOf(measured({ curves: [gap], known: [true, false, true] }))).toEqual([]);
  const plot = plotOf(measured({ curves: [gap] }));
  expect(plot.spans).toMatchObject([{ label: "not defined", hatched: true }]);
  expect(plot.series[0]?.points.map(([x]) => x)).toEqual([10, 30]);
  // A logarithmic axis has no place for zero.
  const zero = curve({ low: [0, 2, 3] });
  expect(plotOf(measured({ curves: [zero], upright: axis(true) })).series[0]?.points).toHaveLength(2);
});

test("the straight line is drawn as it was fitted: of logarithms it is a power", () => {
  const line = { n: 6, slope: 2, intercept: 1, r: 1, low: 2, high: 2 };
  const points = (more: Partial<Measured>): number[][] | undefined =>
    plotOf(measured({ curves: [curve({ line })], ...more })).series.find(({ name }) => name === "Straight line")
      ?.points;
  expect(points({ factor: 0.5 })).toEqual([
    [10, 10.5],
    [20, 20.5],
    [30, 30.5],
  ]);
  expect(points({ upright: axis(true), fitted: [1, 0, -1] })).toEqual([
    [10, 0.1],
    [20, 10],
    [30, 1000],
  ]);
});

test("a press finds the nearest run, Enter the one nearest to the median", () => {
  expect(runAt(measured(), 11, 4.9)).toBe(5);
  expect(runAt(measured(), 11, 0)).toBe(4);
  expect(runAt(measured(), 29, 1.2)).toBe(0);
  expect(runAt(measured({ curves: [curve({ runs: [0.5, 2.1, 2, 4, 3, 5] })] }), 30, null)).toBe(1);
});
