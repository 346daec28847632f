/**
 * A figure's small picture for its card, made from real results when the pages are built: a few paths, each with the sign of
 * its series, so that the theme colours them. Pure; it runs in the build, too. Not here: the large drawing (draw.ts).
 */

import { greatest, least } from "d3-array";
import { type Path, path } from "d3-path";
import { signOfInk } from "../design/signs.ts";
import type { Figure, Plot, Series, Stroke } from "../ensemble/types.ts";
import { traceLine } from "../plot/lines.ts";
import { type Ends, scaleOf } from "../plot/scale.ts";
import { traceArea } from "../plot/straight-lines.ts";
import { frameOf } from "../plot_view/axis-ends.ts";
import { HEIGHT, WIDTH } from "./thumbnail-size.ts";

/** Around the plot. */
const EDGE = 5;
/** From this many dots on, each is a speck. */
const MANY = 60;
/** A line's columns are so wide, and wider among more than so many lines: a card has few bytes. */
const FINE = 1;
const LINES = 2;

/** To half a pixel: a card has few bytes. */
const round = (value: number): number => Math.round(value * 2) / 2;

/** The text of a path. */
function pathOf(draw: (pen: Path) => void): string {
  const pen = path();
  draw(pen);
  return pen.toString();
}

/** The paths of a figure's first plot; of a table, a bar for each row's first number, or its words as lines where it has none. */
export function thumbnailOf(figure: Figure): Stroke[] {
  const own = figure.panels.filter((panel) => panel.plot?.series.some((series) => series.points.length > 0));
  const plots = own.filter((panel) => !panel.beside);
  const panel = plots.find((one) => !one.low) ?? plots[0];
  if (panel?.plot) return plotOf(panel.plot);
  const table = figure.panels.find((one) => one.table)?.table;
  return table ? tableOf(table.rows) : [];
}

type Point = [x: number, y: number];

function plotOf(plot: Plot): Stroke[] {
  const drawn = plot.series.filter((series) => !series.hidden);
  const ends = frameOf(plot, (series) => !series.hidden);
  const within = (axis: Ends, from: number, to: number): ((value: number) => number) => {
    const { place } = scaleOf(axis, from, to);
    return (value) => round(Math.max(Math.min(from, to), Math.min(Math.max(from, to), place(value))));
  };
  const x = within(ends.x, EDGE, WIDTH - EDGE);
  const y = within(ends.y, HEIGHT - EDGE, EDGE);
  const base = y(ends.y.log ? ends.y.min : Math.max(0, ends.y.min));
  const fine = FINE * Math.ceil(drawn.length / LINES);
  return drawn.flatMap((series) => {
    const sign = series.stated ? -1 : signOfInk(series.ink);
    const at = (column: number): Point[] => series.points.map((point) => [x(point[0] ?? 0), y(point[column] ?? 0)]);
    const paths = pathsOf(series, { x, y, base, fine, at, places: plot.x.names.length > 0 });
    return paths.filter(([, d]) => d !== "").map(([kind, d]) => ({ kind, sign, d }));
  });
}

interface Places {
  x(value: number): number;
  y(value: number): number;
  /** Where bars begin. */
  base: number;
  /** Width of a column in which a line keeps few points. */
  fine: number;
  /** The points of a column of the data. */
  at(column: number): Point[];
  /** The x axis has names, not numbers. */
  places: boolean;
}

/** The paths of a series. */
function pathsOf(series: Series, { x, y, base, fine, at, places }: Places): [Stroke["kind"], string][] {
  const { points, form, stated } = series;
  switch (form) {
    case "line":
    case "steps":
      return [["line", lineOf(at(1), fine, form === "steps")]];
    case "medians":
      return [
        ["bar", points.map((p) => `M${x(p[0] ?? 0)} ${y(p[1] ?? 0)}V${y(p[3] ?? 0)}`).join("")],
        places ? ["dot", dotsOf(at(2))] : ["line", lineOf(at(2), fine, false)],
      ];
    case "dots":
      if (stated) return [["line", dashesOf(at(1))]];
      return [[points.length > MANY ? "speck" : "dot", dotsOf(at(1))]];
    case "bars": {
      const gap = points.length < 60 ? 1 : 0;
      const bar = ([from = 0, until = 0, value = 0]: number[]): string => {
        const [left, top] = [x(from), y(value)];
        return `M${left} ${base}V${top}H${Math.max(left + 0.5, x(until) - gap)}V${base}z`;
      };
      return [["fill", points.map(bar).join("")]];
    }
    case "ribbon":
      return [["fill", pathOf((pen) => traceArea(pen, thin(at(2), fine).flat(), thin(at(1), fine).flat()))]];
  }
}

/** At most an entry, the minimum, the maximum and an exit in each column. */
function thin(points: Point[], fine: number): Point[] {
  const columns: Point[][] = [];
  for (const point of points) {
    const first = columns.at(-1)?.[0];
    if (first && point[0] - first[0] < fine) columns.at(-1)?.push(point);
    else columns.push([point]);
  }
  return columns.flatMap((column) => {
    if (column.length <= 3) return column;
    const height = ([, y]: Point): number => y;
    return [column[0], least(column, height), greatest(column, height), column.at(-1)] as Point[];
  });
}

const lineOf = (points: Point[], fine: number, step: boolean): string =>
  points.length > 1 ? pathOf((pen) => traceLine(pen, thin(points, fine).flat(), step)) : "";

/** Of many dots every nth: the card shows where they lie, not each one. */
function dotsOf(points: Point[]): string {
  const stride = Math.ceil(points.length / 120);
  const seen = new Set(points.filter((_, i) => i % stride === 0).map(([x, y]) => `M${x} ${y}h0`));
  return [...seen].join("");
}

const dashesOf = (points: Point[]): string =>
  points
    .slice(0, 40)
    .map(([x, y]) => `M${Math.max(0, x - 7)} ${y}h14`)
    .join("");

function tableOf(rows: readonly (readonly object[])[]): Stroke[] {
  const numbers = rows.some((row) => row.some((one) => "value" in one && typeof one.value === "number"));
  if (!numbers) return [{ kind: "bar", sign: -1, d: linesOf(rows) }];
  const shown = rows.slice(0, 6).map((row) => {
    const entry = row.find((one): one is { value: number } => "value" in one && typeof one.value === "number");
    return entry?.value ?? 0;
  });
  const most = Math.max(...shown.map(Math.abs), 1e-12);
  const step = (HEIGHT - 2 * EDGE) / Math.max(1, shown.length);
  const bar = (value: number, i: number): string => {
    const y = round(EDGE + i * step);
    return `M${EDGE} ${y}H${round(EDGE + (Math.abs(value) / most) * (WIDTH - 2 * EDGE))}v${round(step * 0.7)}H${EDGE}z`;
  };
  const d = shown.map(bar).join("");
  return d === "" ? [] : [{ kind: "fill", sign: 0, d }];
}

/** A table of words: each entry a line, as long as its words are. */
function linesOf(rows: readonly (readonly object[])[]): string {
  const shown = rows.slice(0, 6);
  const step = (HEIGHT - 2 * EDGE) / Math.max(1, shown.length);
  const width = (WIDTH - 2 * EDGE) / Math.max(1, ...shown.map((row) => row.length));
  const line = (entry: object, x: number, y: number): string => {
    const letters = "text" in entry ? String(entry.text).length : 0;
    return letters === 0 ? "" : `M${round(x)} ${round(y)}h${round(Math.min(width - 2 * EDGE, 3 * letters))}`;
  };
  return shown
    .flatMap((row, i) => row.map((entry, j) => line(entry, EDGE + j * width, EDGE + (i + 0.5) * step)))
    .join("");
}
