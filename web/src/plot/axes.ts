/**
 * The axes of a plot: grid, tick labels, the line of the x axis, an x axis with a title of its own. Not here: the time axis
 * under a stack of charts, which is an element of the page (charts/time-axis.ts).
 */

import type { Theme } from "../design/theme.ts";
import { labelWidth } from "./labels.ts";
import type { Domain, Scales } from "./scale.ts";
import type { Surface } from "./surface.ts";

/** Space between tick labels and the plot, px. */
const LABEL_GAP = 7;
/** Half of a tick's label, px. */
const EDGE = 12;
/** The title of an own x axis may be wider than the plot by this, px. */
const SPARE = 40;
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

/** Draws the x axis of a chart that has its own: labels under the ticks, and what it measures under them. */
export function drawOwnAxis(surface: Surface, scales: Scales, axis: Domain & { label: string }, theme: Theme): void {
  const { height, width, unit } = scales;
  for (const tick of axis.ticks) {
    const x = scales.x(tick);
    // A label at the end of the axis stays within the canvas.
    const last = x > width - EDGE * unit;
    const align = last ? "right" : "center";
    surface.text(last ? width : x, height + 12 * unit, axis.format(tick), { color: theme.ink3, align });
  }
  // Text after a semicolon is left out where it has no room.
  const whole = labelWidth(axis.label, unit) <= width + SPARE * unit;
  const label = whole ? axis.label : (axis.label.split(";")[0] ?? "");
  surface.text(width / 2, height + 28 * unit, label, { color: theme.ink3, align: "center" });
}
