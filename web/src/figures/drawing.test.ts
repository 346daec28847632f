/** Every stored figure can be drawn: its thumbnail, its picture, its rows. */
import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import type { Axis, Figure, Panel, Plot, Series, Stored } from "../ensemble/types.ts";
import { labelWidth } from "../plot/labels.ts";
import { lines } from "../plot/wrap.ts";
import { axisTitle } from "../plot_view/axis-ends.ts";
import { blocksOf, isCell, tracksIn } from "../plot_view/grid.ts";
import { pictureOf } from "../plot_view/picture.ts";
import { gridPicture } from "../plot_view/picture-grid.ts";
import { placesOf, rowsOf, valuesAt } from "../plot_view/read.ts";
import { thumbnailOf } from "./thumbnail.ts";

const files = Object.entries(
  import.meta.glob<Stored>("../../../public/figures/*.json", { eager: true, import: "default" }),
);
const theme = new Proxy(
  { flows: ["#111", "#222", "#333", "#444", "#555", "#666", "#777", "#888"], sans: "sans" } as unknown as Theme,
  {
    get: (target, role) => Reflect.get(target, role) ?? "#000",
  },
);

test("there are stored figures", () => expect(files.length).toBeGreaterThan(0));

for (const [file, { figure }] of files) {
  test(`${file.split("/").at(-1)} is drawn`, () => {
    const strokes = thumbnailOf(figure);
    expect(strokes.length).toBeGreaterThan(0);
    expect(JSON.stringify(strokes)).not.toMatch(/NaN|undefined|Infinity/);
    expect(JSON.stringify(strokes).length).toBeLessThan(30_000);
    const svg = pictureOf(figure, theme, "A title", ["a caption"]);
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    // A clip has one meaning in one document.
    const clips = [...svg.matchAll(/id="([^"]*clip[^"]*)"/g)].map((match) => match[1]);
    expect(new Set(clips).size).toBe(clips.length);
    expect(rowsOf(figure).length).toBeGreaterThan(0);
  });
}

test("each column of small multiples has its axis's title, no wider than its plots", () => {
  const grids = files.flatMap(([file, { figure }]) =>
    blocksOf(figure)
      .map((block) => block.map((place) => figure.panels[place] as Panel).filter(isCell))
      .filter((cells) => cells.length > 0)
      .map((cells) => ({ file, cells })),
  );
  for (const { file, cells } of grids)
    for (const width of [320, 700, 1100]) {
      const { body } = gridPicture(cells, theme, width, "", false);
      const track = width / tracksIn(cells, width, 1);
      const words = [...body.matchAll(/<text [^>]*>([^<]+)<\/text>/g)].map(([, text]) => text ?? "");
      const [title = ""] = lines(axisTitle(cells[0]?.plot.x as Axis), 12);
      const titles = words.filter((text) => text.startsWith(title));
      expect(titles.length, `${file}, ${width} px`).toBe(new Set(cells.map(({ column }) => column)).size);
      for (const text of titles) expect(labelWidth(text, 1), `${file}, ${width} px: ${text}`).toBeLessThan(track);
    }
});

const series = (form: Series["form"], points: number[][]): Series => ({
  name: form,
  ink: 0,
  form,
  stated: false,
  hidden: false,
  points,
});

/** Every form of series, a table, words that would be markup, and values that are none. */
function everything(): Figure {
  const axis = (label: string, log = false): Axis => ({ label, unit: "s", log, range: null, names: [] });
  const points: Record<Series["form"], number[][]> = {
    line: [
      [0, 1],
      [1, 3],
      [2, 0],
    ],
    steps: [
      [0, 1],
      [1, 2],
    ],
    dots: Array.from({ length: 400 }, (_, n) => [n / 200, 2]),
    medians: [
      [0.5, 1, 1.5, 2.5],
      [1.5, 0, 1, 1],
    ],
    bars: [
      [0.1, 0.4, 3],
      [0.5, 0.8, -1],
    ],
    ribbon: [
      [0, 1, 2],
      [2, 1.5, 2.5],
    ],
  };
  const ours = Object.entries(points).map(([form, at], ink) => ({ ...series(form as Series["form"], at), ink }));
  const theirs = ours.map((one) => ({ ...one, stated: true, name: `<script> ${one.form}` }));
  const plot: Plot = {
    x: axis("a < b"),
    y: axis('"&"', true),
    series: [...ours, ...theirs],
    rules: [
      { axis: "y", at: 2, label: "fair" },
      { axis: "x", at: 1, label: "\u0001start" },
    ],
    spans: [{ from: 0.5, until: 1, label: "full", ink: 1 }],
    notes: [{ x: 1, y: 2, text: "<b>1" }],
  };
  const table = {
    heads: ["what", "how much"],
    rows: [
      [{ text: "<b>" }, { value: 1.2345, digits: 2 }],
      [{ text: "" }, { value: null, digits: 0 }],
    ],
  };
  const panel = { title: "one", beside: false, low: false };
  return {
    columns: 2,
    panels: [
      { ...panel, plot },
      { ...panel, low: true, plot },
      { ...panel, table },
      { ...panel, beside: true, plot },
    ],
  };
}

test("whatever is drawn is one sound document", () => {
  const svg = pictureOf(everything(), theme, "A & B", ["\u0001footer"]);
  expect(svg).not.toMatch(/<script|<b>|NaN|undefined|Infinity/);
  expect(svg).not.toContain("\u0001");
  expect(svg).toContain("<title>A &amp; B</title>");
  for (const words of ["A &amp; B", "&lt;b&gt;", "1.23", "a &lt; b, s", "fair", "full"]) expect(svg).toContain(words);
  const open: string[] = [];
  for (const [, close, name = "", empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
  }
  expect(open).toEqual([]);
  expect(pictureOf({ columns: 1, panels: [] }, theme, "", []).match(/<svg/g)).toHaveLength(1);
});

test("a grid in a picture has one legend, its heads once, and the words of its y axis once", () => {
  const { panels } = everything();
  const plot = panels[0]?.plot as Plot;
  const cell = { title: "", beside: false, low: false, plot };
  const grid = ["", "Row"].flatMap((row) => ["First", "Second"].map((column) => ({ ...cell, row, column })));
  const svg = pictureOf(
    { columns: 2, panels: [...grid, ...grid.map((one) => ({ ...one, beside: true }))] },
    theme,
    "",
    [],
  );
  const count = (words: string): number => svg.split(`>${words}<`).length - 1;
  expect(count("ribbon"), "the legend").toBe(1);
  expect(count("fair"), "lines through the plots, in the legend").toBe(1);
  // Once for the figure's own panels, once for those beside; the x axis under each column.
  for (const words of ["Row", "First", "Second", "&quot;&amp;&quot;, s"]) expect(count(words), words).toBe(2);
  expect(count("a &lt; b, s")).toBe(4);
});

test("values at the crosshair: between the points of a line, held by steps, near a median", () => {
  const points = [
    [0, 10],
    [2, 20],
  ];
  expect(valuesAt(series("line", points), 1, 0)).toEqual([15]);
  expect(valuesAt(series("steps", points), 1, 0)).toEqual([10]);
  expect(valuesAt(series("line", points), -1, 0)).toBeNull();
  expect(valuesAt(series("line", points), 3, 0)).toBeNull();
  const medians = series("medians", [[1, 2, 3, 4]]);
  expect(valuesAt(medians, 1.05, 0.1)).toEqual([2, 3, 4]);
  expect(valuesAt(medians, 2, 0.1)).toBeNull();
  expect(valuesAt(series("bars", [[0, 1, 5]]), 0.5, 0)).toEqual([5]);
  const plot = { series: [medians, series("bars", [[2, 4, 1]])] } as unknown as Plot;
  expect(placesOf(plot, () => true)).toEqual([1, 3]);
});
