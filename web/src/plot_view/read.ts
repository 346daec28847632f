/**
 * Values of a plot at a place, and as rows: for the crosshair, for the table behind it, for files. Pure. Not here: drawing.
 */

import { least } from "d3-array";
import type { Axis, Entry, Figure, Plot, Series } from "../ensemble/types.ts";
import { num } from "../i18n/catalogue.ts";
import { powerOfTen } from "../plot/value-axis.ts";

/** The places of a plot at which something is marked, in order: where the crosshair rests. Empty: it goes anywhere. */
export function placesOf(plot: Plot, shown: (series: Series) => boolean): number[] {
  const places = new Set<number>();
  for (const series of plot.series) {
    if (!shown(series) || series.points.length > 200) continue;
    for (const [from = 0, until = 0] of series.points) {
      if (series.form === "medians" || series.form === "dots") places.add(from);
      if (series.form === "bars") places.add((from + until) / 2);
    }
  }
  return [...places].sort((a, b) => a - b);
}

/** The values of a series at a place: one, or low, middle and high; null where it says nothing. */
export function valuesAt(series: Series, x: number, near: number): number[] | null {
  const { points, form } = series;
  if (form === "bars") {
    const bar = points.find(([from = 0, until = 0]) => from <= x && x < until);
    return bar ? [bar[2] ?? 0] : null;
  }
  if (form === "medians" || form === "dots") {
    const away = (point: number[]): number => Math.abs((point[0] ?? 0) - x);
    const nearest = least(points, away);
    return nearest && away(nearest) <= near ? nearest.slice(1) : null;
  }
  const after = points.findIndex((point) => (point[0] ?? 0) > x);
  const last = points.at(-1);
  if (after === 0 || !last || (after < 0 && x > (last[0] ?? 0) + near)) return null;
  const [a, b] = after < 0 ? [last, last] : [points[after - 1] as number[], points[after] as number[]];
  const width = (b[0] ?? 0) - (a[0] ?? 0);
  const share = form === "steps" || width === 0 ? 0 : (x - (a[0] ?? 0)) / width;
  return a.slice(1).map((value, i) => value + ((b[i + 1] ?? value) - value) * share);
}

/** Values as words: "3.42 (3.3 to 3.6)" of a median with its bar. */
export function wordsOf(values: readonly number[], plot: Plot): string {
  const one = (value: number | undefined): string => reading(value ?? Number.NaN, plot.y);
  if (values.length === 1) return one(values[0]);
  if (values.length === 2) return `${one(values[0])}–${one(values[1])}`;
  return one(values[1]);
}

/** Columns of a series beside its x, as words of the catalogue's keys. */
export const COLUMNS: Record<Series["form"], readonly string[]> = {
  line: [""],
  steps: [""],
  dots: [""],
  medians: ["low", "middle", "high"],
  bars: [""],
  ribbon: ["low", "high"],
};

/** The quantities of a knife edge's range. */
const RANGE = ["edge_low", "edge_high"];

/** All points of a figure: panel, series, x, then the values, one a row. For files. */
export function rowsOf(figure: Figure): (string | number)[][] {
  const rows: (string | number)[][] = [];
  figure.panels.forEach((panel, place) => {
    const title = panel.title || String(place + 1);
    for (const series of panel.plot?.series ?? []) {
      for (const point of series.points) {
        const from = series.form === "bars" ? 2 : 1;
        point.slice(from).forEach((value, i) => {
          rows.push([
            title,
            series.name,
            series.stated ? "stated" : "measured",
            point[0] ?? "",
            COLUMNS[series.form][i] ?? "",
            value,
          ]);
        });
      }
      for (const [x = 0, ...range] of series.ranges ?? [])
        for (const [i, value] of range.entries()) rows.push([title, series.name, "measured", x, RANGE[i] ?? "", value]);
    }
    panel.table?.rows.forEach((row, i) => {
      row.forEach((entry, column) => {
        const value = "text" in entry ? entry.text : (entry.value ?? "");
        const head = panel.table?.heads[column] ?? "";
        rows.push([title, head, "table", i + 1, "", value]);
        if ("range" in entry && entry.range)
          for (const [end, bound] of entry.range.entries())
            rows.push([title, head, "table", i + 1, RANGE[end] ?? "", bound]);
      });
    });
  });
  return rows;
}

/** An entry of a table as it is written: "0.28 (0.28–0.40)" with the range of a knife edge. */
export function entryText(entry: Entry): string {
  if ("text" in entry) return entry.text;
  const write = (value: number): string => num(value, entry.digits, entry.digits);
  if (entry.value === null) return "–";
  return entry.range ? `${write(entry.value)} (${entry.range.map(write).join("–")})` : write(entry.value);
}

/** A number as it is read off: three significant digits, no exponent where it can be helped; `plain`: a bound, four of them and no zeros at its end. */
export function reading(value: number, axis?: Axis, plain = false): string {
  if (axis && axis.names.length > 0) return axis.names[Math.round(value)] ?? "";
  if (value === 0 || !Number.isFinite(value)) return num(value);
  const kept = plain ? 4 : 3;
  // Of what is written: 0.9998 has the digits of 1.
  const size = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(kept)))) + 1e-9);
  if (size < -5) return `${num(value / 10 ** size, 1)} × ${powerOfTen(size)}`;
  const digits = Math.max(0, kept - 1 - size);
  const least = !plain && Math.abs(value) >= 0.1 && size < 2 && !Number.isInteger(value) ? digits : 0;
  return num(value, digits, least);
}
