/**
 * Parts of every chart beside its data: the reader's changes as lines, and the table of readings. Not here: the axes
 * (plot/axes.ts), title and labels, which are elements of the page (panel-frame.ts, direct-labels.ts).
 */

import type { Points, SourceName } from "../engine/protocol.ts";
import { decimals, num, translate } from "../i18n/catalogue.ts";
import { valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Chart, ChartContext, Slot } from "./chart.ts";
import { sourceRuns } from "./flow-styles.ts";
import { xAxisOf } from "./x-axis.ts";

/** Where the reader changed a setting: a dotted line through strips and plot, one for all within its width. */
export function drawInterventions(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const t_s of cx.facts.interventions ?? []) {
    const x = xAxisOf(chart).xOf(scales, t_s);
    if (x === null || x < 0 || x > scales.width || Math.abs(x - last) < scales.unit) continue;
    last = x;
    const dash = [2 * scales.unit, 3 * scales.unit];
    const style = { color: cx.theme.ink2, width: scales.unit, dash, gaps: true };
    surface.polyline([x, -scales.headroom, x, scales.height], style);
  }
}

/** How many rows a chart's table has at most. */
const ROWS = 60;

/** A table of readings over the span, one row for each of evenly spaced instants; with time in round trips, of whole ones where there are enough. */
export function tableOf(
  cx: ChartContext,
  columns: { name: string; at(t_s: number): number | null; digits: number }[],
): { header: string[]; rows: string[][] } {
  const { t0_s, t1_s, computed_s, round_s } = cx.facts;
  const unit_s = round_s ?? 1;
  const end = Math.min(t1_s, computed_s) / unit_s;
  let from = t0_s / unit_s;
  let step = (end - from) / ROWS;
  // Of a few round trips parts have rows, too.
  if (round_s && end > from + 4) {
    from = Math.ceil(from);
    step = Math.ceil(step);
  }
  const rows: string[][] = [];
  const digits = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(step))));
  // The last row is the span's end, whatever the steps' sum is rounded to.
  for (let i = 0; from + i * step < end + step / 1000; i++) {
    const t = Math.min(from + i * step, end);
    rows.push([num(t, digits, digits), ...columns.map((column) => fine(column.at(t * unit_s), column.digits))]);
  }
  return {
    header: [translate(round_s ? "chart.menu.rounds" : "chart.time"), ...columns.map((column) => column.name)],
    rows,
  };
}

/** A level over time. */
export const levelOf = (cx: ChartContext, source: SourceName, signal: string): Points =>
  cx.series.get(source, signal, "line");

/** A column that reads a series of a source; of a flow only while it runs. */
export function columnOf(cx: ChartContext, name: string, source: SourceName, points: Points, digits: number) {
  return { name, digits, at: (t_s: number) => (sourceRuns(cx.facts, source, t_s) ? valueAt(points, t_s) : null) };
}

/** A column that reads a level. */
export const levelColumn = (cx: ChartContext, name: string, source: SourceName, signal: string, digits: number) =>
  columnOf(cx, name, source, levelOf(cx, source, signal), digits);

/** A number, or a dash where there is none. */
export function reading(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? "–" : num(value, digits, digits);
}

/** A label with a value that has a place in the plot. */
export function slotOf(
  scales: Scales,
  label: string,
  value: number | null,
  digits: number,
  swatch: Slot["swatch"],
  more: Partial<Slot> = {},
): Slot {
  return { label, value: reading(value, digits), swatch, y: value === null ? null : scales.y(value), ...more };
}

/** A number of a table: small numbers keep three significant digits where the column has decimals at all. */
function fine(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) || digits === 0
    ? reading(value, digits)
    : num(value, decimals(value, digits), digits);
}
