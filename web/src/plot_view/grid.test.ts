/** Panels of a grid: in lines under heads, with axes that they share, labelled once. */
import { expect, test } from "vitest";
import type { Axis, Figure, Panel, Plot, Stored } from "../ensemble/types.ts";
import { blocksOf, type Cell, edgesIn, isCell, linesOf, rulesOf, sharedFrames, tracksIn } from "./grid.ts";

const axis = (label: string): Axis => ({ label, unit: "s", log: false, range: null, names: [] });
const plotOf = (quantity: string, most: number): Plot => ({
  ...{ x: axis("Time"), y: axis(quantity), spans: [], notes: [] },
  rules: [{ axis: "y", at: 1, label: "fair" }],
  series: [
    {
      ...{ name: "a", ink: 0, form: "line", stated: false, hidden: false },
      points: [
        [0, 0],
        [10, most],
      ],
    },
  ],
});
const cell = (row: string, column: string, quantity = "Rate", most = 4): Cell => ({
  ...{ title: `${column}. ${row}`, beside: false, low: false, row, column },
  plot: plotOf(quantity, most),
});
const two = [cell("", "A"), cell("", "B", "Rate", 8), cell("engine", "A"), cell("engine", "B")];

test("lines have heads once; an axis that stays is said once", () => {
  expect(linesOf(two, 2)).toEqual([
    { row: "", axis: "Rate, s", heads: ["A", "B"], cells: [0, 1] },
    { row: "engine", axis: "", heads: [], cells: [2, 3] },
  ]);
});

test("where a row does not fit, each of its lines has heads", () => {
  expect(linesOf(two, 1).map(({ row, heads, cells }) => [row, heads, cells])).toEqual([
    ["", ["A"], [0]],
    ["", ["B"], [1]],
    ["engine", ["A"], [2]],
    ["", ["B"], [3]],
  ]);
  expect(tracksIn(two, 800, 1)).toBe(2);
  expect(tracksIn(two, 250, 1)).toBe(1);
  expect(tracksIn(two, 100, 1)).toBe(1);
});

test("rows of different quantities are headed by their axes", () => {
  const both = [cell("Rate", "A"), cell("Queue", "A", "Queue")];
  expect(linesOf(both, 1).map(({ row, axis }) => [row, axis])).toEqual([
    ["", "Rate, s"],
    ["", "Queue, s"],
  ]);
});

test("axes that show the same have the same ends, others their own", () => {
  const frames = sharedFrames([...two, cell("queue", "A", "Queue", 100)], () => true, []);
  expect(frames.map(({ y }) => y.max)).toEqual([8, 8, 8, 8, 100]);
  const floor = two.map(({ plot }) => ({ ...plot, series: plotOf("Rate", 20).series }));
  expect(sharedFrames(two, () => true, floor).map(({ y }) => y.max)).toEqual([20, 20, 20, 20]);
});

test("each column's last plot has the labels and the title of its axis", () => {
  const apart = [cell("", "A"), cell("", "B"), cell("engine", "A")];
  const lasts = (tracks: number): boolean[] =>
    apart.map((_, place) => edgesIn(apart, linesOf(apart, tracks), place, 30, 100).isLast);
  expect(lasts(2)).toEqual([false, true, true]);
  expect(lasts(1)).toEqual([false, true, true]);
});

test("only the first column and the last line are labelled", () => {
  const lines = linesOf(two, 2);
  const labelled = two.map((_, place) => edgesIn(two, lines, place, 30, 100));
  expect(labelled.map(({ left, isLast }) => [left, isLast])).toEqual([
    [30, false],
    [0, false],
    [30, true],
    [0, true],
  ]);
});

test("words of lines through the plots are said once", () => expect(rulesOf(two)).toEqual(["fair"]));

test("a grid's cells are one block, those for comparison another", () => {
  const alone: Panel = { title: "", beside: false, low: false, plot: plotOf("Rate", 1) };
  const beside = two.map((one) => ({ ...one, beside: true }));
  const figure: Figure = { columns: 2, panels: [...two, ...beside, alone, alone] };
  expect(blocksOf(figure)).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8], [9]]);
});

test("in the stored figures no two panels of a grid have one place", () => {
  const files = import.meta.glob<Stored>("../../../public/figures/*.json", { eager: true, import: "default" });
  const places = Object.values(files).flatMap(({ figure }) =>
    blocksOf(figure)
      .map((block) => block.map((place) => figure.panels[place] as Panel).filter(isCell))
      .filter((cells) => cells.length > 0)
      .map((cells) => cells.map(({ row, column }) => `${row}|${column}`)),
  );
  expect(places.length).toBeGreaterThan(10);
  for (const block of places) expect(new Set(block).size).toBe(block.length);
});
