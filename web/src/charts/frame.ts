/**
 * What every chart has around its data: grid, tick labels, the axis line, and the table of readings. Not here: title,
 * labels at the right and the time axis, which are elements of the page (panel.ts, axis.ts).
 */

import type { Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { decimals, num } from "../i18n/catalogue.ts";
import type { ChartContext, Domain, Scales, Surface } from "./chart.ts";
import { valueAt } from "./points.ts";

/** Space between tick labels and the plot, px. */
const LABEL_GAP = 7;
/** Where ticks would be nearer, only the outer ones are drawn, px. */
const LEAST_APART = 15;

/** Draws the grid at the ticks, their labels at the left, and the axis line. `times` are the x of upright grid lines. */
export function drawFrame(
  surface: Surface,
  scales: Scales,
  domain: Domain,
  times: readonly number[],
  theme: Theme,
  grid: boolean,
): void {
  const { width, height, unit } = scales;
  if (grid) {
    for (const x of times) {
      if (x < 0 || x > width) continue;
      surface.polyline([x, -scales.headroom, x, height], { color: theme.line2, width: unit });
    }
  }
  const crowded = height < LEAST_APART * unit * (domain.ticks.length - 1);
  for (const [i, tick] of domain.ticks.entries()) {
    if (crowded && i > 0 && i < domain.ticks.length - 1 && tick !== 0) continue;
    const y = scales.y(tick);
    if (y < -1 || y > height + 1) continue;
    const zero = tick === 0 && domain.min < 0;
    if (tick !== domain.min && (grid || zero)) {
      surface.polyline([0, y, width, y], { color: zero ? theme.ctl : theme.line2, width: unit });
    }
    const text = domain.format(tick);
    // The top label stays within the canvas.
    if (text) surface.text(-LABEL_GAP * unit, Math.max(3 * unit, y), text, { color: theme.ink3, align: "right" });
  }
  surface.polyline([0, height, width, height], { color: theme.ctl, width: unit });
}

/** Where the reader changed a setting: a dotted line through strips and plot. */
export function drawInterventions(surface: Surface, scales: Scales, cx: ChartContext): void {
  for (const t_s of cx.facts.interventions ?? []) {
    const x = scales.x(t_s);
    if (x < 0 || x > scales.width) continue;
    const dash = [2 * scales.unit, 3 * scales.unit];
    surface.polyline([x, -scales.headroom, x, scales.height], { color: cx.theme.ink2, width: scales.unit, dash });
  }
}

/** How many rows a chart's table has at most. */
const ROWS = 60;

/** A table of readings over the span, one row for each of evenly spaced instants. */
export function tableOf(
  cx: ChartContext,
  columns: { name: string; at(t_s: number): number | null; digits: number }[],
  time: string,
): { header: string[]; rows: string[][] } {
  const { t0_s, t1_s, computed_s } = cx.facts;
  const end = Math.min(t1_s, computed_s);
  const rows: string[][] = [];
  const step = (end - t0_s) / ROWS;
  if (step > 0) {
    const digits = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(step))));
    for (let i = 0; i <= ROWS; i++) {
      const t = t0_s + i * step;
      rows.push([num(t, digits, digits), ...columns.map((column) => fine(column.at(t), column.digits))]);
    }
  }
  return { header: [time, ...columns.map((column) => column.name)], rows };
}

/** A column that reads a level. */
export function levelColumn(cx: ChartContext, name: string, source: SourceName, signal: string, digits: number) {
  const points = cx.series.get(source, signal, "line");
  return { name, digits, at: (t_s: number) => valueAt(points, t_s) };
}

/** A number, or a dash where there is none. */
export function reading(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? "–" : num(value, digits, digits);
}

/** The same in a table: small numbers keep three significant digits where the column has decimals at all. */
function fine(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) || digits === 0
    ? reading(value, digits)
    : num(value, decimals(value, digits), digits);
}

/** Draws the x axis of a chart that has its own: labels under the ticks, and what it measures under them. */
export function drawOwnAxis(surface: Surface, scales: Scales, axis: Domain & { label: string }, theme: Theme): void {
  const { height, width, unit } = scales;
  axis.ticks.forEach((tick, i) => {
    const last = i === axis.ticks.length - 1;
    const x = scales.x(tick);
    const align = last ? "right" : "center";
    surface.text(last ? width : x, height + 12 * unit, axis.format(tick), { color: theme.ink3, align });
  });
  surface.text(width / 2, height + 28 * unit, axis.label, { color: theme.ink3, align: "center" });
}
