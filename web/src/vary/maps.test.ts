/** A map of a sweep of two axes: worked out by hand. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import type { Axis, Cell } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/vary.json" with { type: "json" };
import { cellAt, cellWords, middleOf, stepped } from "../plot_view/cells.ts";
import { pictureOf } from "../plot_view/picture.ts";
import { edgesOf, type Mapped, mapOf, runOfCell } from "./maps.ts";

addMessages("en", words);

const axis = (log: boolean): Axis => ({ label: "", unit: "", log, range: null, names: [] });
/** Three columns of two rows; the second axis changes fastest. */
const mapped: Mapped = {
  values: [
    [1, 10, 100],
    [0, 20],
  ],
  axes: [axis(true), axis(false)],
  low: [0, 1, 2, 3, Number.NaN, 5],
  middle: [0, 2, 4, 6, Number.NaN, Number.NaN],
  high: [1, 3, 5, 7, Number.NaN, 9],
  known: [true, true, true, true, true, false],
  // Three seeds of each cell.
  runs: [0, 1, 0, 1, 3, 2, 4, 4, 5, 7, 5.5, 9, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  changes: [],
  flows: [],
  flow: 0,
  medians: [],
  label: "",
  unit: "",
};

test("cells reach half way to their neighbours, in ratio on a logarithmic axis", () => {
  expect(edgesOf([0, 20, 60], false)).toEqual([
    [-10, 10],
    [10, 40],
    [40, 80],
  ]);
  const [first] = edgesOf([1, 100], true);
  expect(first?.[0]).toBeCloseTo(0.1, 12);
  expect(first?.[1]).toBeCloseTo(10, 12);
  expect(edgesOf([5], false)).toEqual([[4.5, 5.5]]);
});

test("what is not defined is a cell without value, never zero; what is not known yet is none", () => {
  const { cells, x, y } = mapOf(mapped, null);
  expect(cells?.all.map(({ value }) => value)).toEqual([0, 2, 4, 6, null]);
  expect(cells?.domain).toEqual([0, 6]);
  expect(new Set(cells?.all.slice(0, 4).map(({ color }) => color)).size).toBe(4);
  expect(cells?.all[4]?.color).toBe("");
  expect(y.range).toEqual([-10, 30]);
  expect(x.range?.[1]).toBeCloseTo(1000 / Math.sqrt(10), 6);
});

test("the colours of another map may be kept", () => {
  const other = mapOf(mapped, [0, 12]);
  const own = mapOf(mapped, null);
  expect(other.cells?.domain).toEqual([0, 12]);
  // The same colour is the same value: 6 of 12 is not 6 of 6.
  expect(other.cells?.all[3]?.color).not.toBe(own.cells?.all[3]?.color);
});

test("where something changes is a line over the cells, as far as the map reaches", () => {
  const at = [5, 5, 25, 25, 90, 90];
  const upright = mapOf({ ...mapped, changes: [{ name: "bdp", axis: 1, at }] }, null);
  expect(upright.series).toMatchObject([
    {
      name: "BDP",
      stated: true,
      points: [
        [1, 5],
        [10, 25],
      ],
    },
  ]);
  const level = mapOf({ ...mapped, changes: [{ name: "bdp", axis: 0, at: [3, 9, 3, 9, 3, 9] }] }, null);
  expect(level.series[0]?.points).toEqual([
    [3, 0],
    [9, 20],
  ]);
  // Two theories have two dashes, one theory about both settings one.
  const changes = (["bdp", "small_buffer", "bdp"] as const).map((name) => ({ name, axis: 1 as const, at }));
  const both = mapOf({ ...mapped, changes }, null);
  expect(both.series.map(({ theory }) => theory)).toEqual([0, 1, 0]);
});

test("a line over the cells has its name at its end, also where it is the only one", () => {
  const plot = mapOf({ ...mapped, changes: [{ name: "bdp", axis: 1, at: [5, 5, 25, 25, 90, 90] }] }, null);
  const figure = { columns: 1, panels: [{ title: "", beside: false, low: false, plot }] };
  expect(pictureOf(figure, THEME, "", []).match(/>BDP</g)).toHaveLength(1);
});

test("where one flow has more than the others ends at edges of cells; what is not known of all flows has no border", () => {
  const own = [3, 1, 3, 2, 5, Number.NaN];
  const other = [1, 2, 4, 2, Number.NaN, 1];
  const { cells } = mapOf({ ...mapped, flows: ["CDG", "Reno"], medians: [own, other] }, null);
  expect(cells?.all.map(({ ahead }) => ahead)).toEqual(["CDG has more", "Reno has more", "Reno has more", "", ""]);
  const [first, second] = cells?.border.edges ?? [];
  expect(cells?.border.edges).toHaveLength(2);
  // Right of the first cell, above it.
  expect(first?.map((end) => Number(end.toFixed(6)))).toEqual([3.162278, -10, 3.162278, 10]);
  expect(second?.slice(1)).toEqual([10, cells?.all[0]?.x[1], 10]);
  expect(cells?.border.text).toBe("Border: CDG has more");
  expect(
    cellWords(mapOf({ ...mapped, flows: ["CDG", "Reno"], medians: [own, other] }, null), cells?.all[0] as Cell),
  ).toMatch(/; CDG has more$/);
  const three = mapOf({ ...mapped, flows: ["a", "b", "c"], flow: 1, medians: [own, other, own] }, null);
  expect(three.cells?.all.map(({ ahead }) => ahead)).toEqual(["", "b has the most", "b has the most", "", ""]);
  expect(mapOf({ ...mapped, flows: ["a"], medians: [own] }, null)).toMatchObject({ cells: { border: { edges: [] } } });
});

test("a press on a cell opens the run that is nearest to its median", () => {
  expect(runOfCell(mapped, 1, 0)).toBe(0);
  expect(runOfCell(mapped, 1.5, 25)).toBe(3 + 2);
  expect(runOfCell(mapped, 12, 25)).toBe(9 + 1);
  expect(runOfCell(mapped, 100, -5), "without a value the first").toBe(12);
  expect(runOfCell(mapped, 1e6, 0)).toBeNull();
  expect(runOfCell(mapped, 1, 31)).toBeNull();
});

test("the crosshair finds cells by place, and goes from one to the next", () => {
  const plot = mapOf(mapped, null);
  const cells = plot.cells as NonNullable<typeof plot.cells>;
  expect(cellAt(cells, 12, 25)?.value).toBe(6);
  expect(cellAt(cells, 1e6, 0)).toBeNull();
  expect(middleOf([1, 100], true)).toBe(10);
  expect(stepped(plot, "x", 1, 1)).toBeCloseTo(10, 9);
  expect(stepped(plot, "y", 20, 1)).toBe(20);
});
