/** Names stand at the ends of lines, near them and apart from each other; else the legend has them. */
import { expect, test } from "vitest";
import type { Axis, Plot, Series } from "../ensemble/types.ts";
import { apart, endLabels } from "./end-labels.ts";

const axis: Axis = { label: "", unit: "", log: false, range: [0, 10], names: [] };
const ends = { x: { min: 0, max: 10, log: false }, y: { min: 0, max: 10, log: false } };
const line = (name: string, y: number, until = 10): Series => ({
  ...{ name, ink: 0, form: "line", stated: false, hidden: false },
  points: [
    [0, 5],
    [until, y],
  ],
});
const plotOf = (...series: Series[]): Plot => ({ x: axis, y: axis, series, rules: [], spans: [], notes: [] });
const named = (plot: Plot, width = 800): [string, number][] =>
  endLabels(plot, { width, plotHeight: 300 }, ends, () => true, false, 1).map((label) => [
    label.series.name,
    Math.round(label.at),
  ]);

test("places keep their distance, move as little as possible and stay within", () => {
  expect(apart([10, 100, 200], 15, 300)).toEqual([10, 100, 200]);
  expect(apart([100, 104], 15, 300)).toEqual([94.5, 109.5]);
  expect(apart([100, 100, 100], 15, 300)).toEqual([85, 100, 115]);
  expect(apart([0, 5], 15, 300)).toEqual([0, 15]);
  expect(apart([298, 299], 15, 300)).toEqual([285, 300]);
});

test("each line has its name at its end, top down", () => {
  expect(named(plotOf(line("low", 2), line("high", 8)))).toEqual([
    ["high", 60],
    ["low", 240],
  ]);
});

test("dots, and the only series of a plot, have none", () => {
  const dots: Series = { ...line("dots", 3), form: "dots" };
  expect(named(plotOf(line("a", 2), line("b", 8), dots)).map(([name]) => name)).toEqual(["b", "a"]);
  expect(named(plotOf(line("a", 2)))).toEqual([]);
});

test("where a name would be far from its line, none is there", () => {
  expect(named(plotOf(...["a", "b", "c"].map((name) => line(name, 5))))).toHaveLength(3);
  expect(named(plotOf(...["a", "b", "c", "d"].map((name) => line(name, 5))))).toEqual([]);
});

test("where a line ends within the plot or there is no room, none is there", () => {
  expect(named(plotOf(line("a", 2), line("b", 8, 7)))).toEqual([]);
  expect(named(plotOf(line("a", 2), line("b", 8)), 400)).toEqual([]);
  expect(named(plotOf(line("a", 2), line("a very long name that has no room here", 8)))).toEqual([]);
});
