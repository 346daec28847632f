/** Every stored figure can be drawn: its thumbnail, its picture, its rows. */
import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import type { Plot, Series, Stored } from "../ensemble/types.ts";
import { pictureOf } from "./picture.ts";
import { placesOf, rowsOf, valuesAt } from "./read.ts";
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

const series = (form: Series["form"], points: number[][]): Series => ({
  name: form,
  ink: 0,
  form,
  stated: false,
  hidden: false,
  points,
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
