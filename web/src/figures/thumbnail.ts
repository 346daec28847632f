/**
 * A figure's small picture for its card, made from real results when the pages are built: a few paths, each with the sign of
 * its series, so that the theme colours them. Pure; it runs in the build, too. Not here: the large drawing (draw.ts).
 */

import type { Figure, Plot, Series, Stroke } from "../ensemble/types.ts";
import { frameOf, scaleOf } from "./scale.ts";

export const WIDTH = 240;
export const HEIGHT = 96;
/** Around the plot. */
const EDGE = 5;
/** From this many dots on, each is a speck. */
const MANY = 60;
/** A line's columns are so wide, and wider among more than so many lines: a card has few bytes. */
const FINE = 1;
const LINES = 2;

/** Signs as draw.ts has them, by ink. */
const SIGNS = [1, 0, 2, 3, 4, 5, 7, 6];
const round = (value: number): number => Math.round(value * 2) / 2;

/** The paths of a figure's first plot; of a table, a bar for each row's first number, or its words as lines where it has none. */
export function thumbnailOf(figure: Figure): Stroke[] {
  const own = figure.panels.filter((panel) => panel.plot?.series.some((series) => series.points.length > 0));
  const plots = own.filter((panel) => !panel.beside);
  const panel = plots.find((one) => !one.low) ?? plots[0];
  if (panel?.plot) return plotOf(panel.plot);
  const table = figure.panels.find((one) => one.table)?.table;
  return table ? tableOf(table.rows) : [];
}

function plotOf(plot: Plot): Stroke[] {
  const shown = (series: Series): boolean => !series.hidden;
  const ends = frameOf(plot, shown);
  const x = scaleOf(plot.x, ends.x);
  const y = scaleOf(plot.y, ends.y);
  const cut = (share: number): number => Math.max(0, Math.min(1, share));
  const px = (value: number): number => round(EDGE + cut(x.place(value)) * (WIDTH - 2 * EDGE));
  const py = (value: number): number => round(EDGE + (1 - cut(y.place(value))) * (HEIGHT - 2 * EDGE));
  const strokes: Stroke[] = [];
  const fine = FINE * Math.ceil(plot.series.filter(shown).length / LINES);
  const base = py(plot.y.log ? y.from : Math.max(0, y.from));
  for (const series of plot.series.filter(shown)) {
    const sign = series.stated ? -1 : (SIGNS[series.ink % SIGNS.length] ?? 0);
    const { points, form } = series;
    const add = (kind: Stroke["kind"], d: string): void => {
      if (d !== "") strokes.push({ kind, sign, d });
    };
    const at = (column: number): [number, number][] =>
      points.map((p) => [px(p[0] ?? 0), py(p[column] ?? 0)] as [number, number]);
    if (form === "line") add("line", lineOf(at(1), fine));
    if (form === "steps") add("line", stepsOf(at(1), fine));
    if (form === "medians") {
      add("bar", points.map((p) => `M${px(p[0] ?? 0)} ${py(p[1] ?? 0)}V${py(p[3] ?? 0)}`).join(""));
      if (plot.x.names.length === 0) add("line", lineOf(at(2), fine));
      else add("dot", dotsOf(at(2)));
    }
    if (form === "dots")
      add(
        series.stated ? "line" : points.length > MANY ? "speck" : "dot",
        series.stated ? dashesOf(at(1)) : dotsOf(at(1)),
      );
    if (form === "bars") {
      const one = ([from = 0, until = 0, value = 0]: number[]): string =>
        `M${px(from)} ${base}V${py(value)}H${Math.max(px(from) + 0.5, px(until) - (points.length < 60 ? 1 : 0))}V${base}z`;
      add("fill", points.map(one).join(""));
    }
    if (form === "ribbon") {
      const [upper, lower] = [thin(at(2), fine), thin(at(1), fine).reverse()];
      if (upper.length > 1) add("fill", `M${[...upper, ...lower].map((p) => p.join(" ")).join("L")}z`);
    }
  }
  return strokes;
}

/** At most an entry, the minimum, the maximum and an exit in each column. */
function thin(points: [number, number][], fine: number): [number, number][] {
  const kept: [number, number][] = [];
  let column: [number, number][] = [];
  const close = (): void => {
    if (column.length <= 3) kept.push(...column);
    else {
      const least = column.reduce((a, b) => (b[1] < a[1] ? b : a));
      const most = column.reduce((a, b) => (b[1] > a[1] ? b : a));
      kept.push(column[0] as [number, number], least, most, column.at(-1) as [number, number]);
    }
    column = [];
  };
  for (const point of points) {
    const last = column[0];
    if (last && point[0] - last[0] >= fine) close();
    column.push(point);
  }
  close();
  return kept;
}

const lineOf = (points: [number, number][], fine: number): string =>
  points.length > 1
    ? `M${thin(points, fine)
        .map((p) => p.join(" "))
        .join("L")}`
    : "";

function stepsOf(points: [number, number][], fine: number): string {
  if (points.length < 2) return "";
  const [first, ...rest] = thin(points, fine) as [[number, number], ...[number, number][]];
  return `M${first.join(" ")}${rest.map(([x, y]) => `H${x}V${y}`).join("")}`;
}

/** Of many dots every nth: the card shows where they lie, not each one. */
function dotsOf(points: [number, number][]): string {
  const stride = Math.ceil(points.length / 120);
  const seen = new Set(points.filter((_, i) => i % stride === 0).map(([x, y]) => `M${x} ${y}h0`));
  return [...seen].join("");
}

const dashesOf = (points: [number, number][]): string =>
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
