/**
 * Level beside the lines of several charts: one that these are compared with (the link's rate, a bandwidth-delay product), in grey
 * with its name on it, and how high a brief peak is that leaves the range. Not here: a level's tick, and the range (range.ts).
 */
import type { Theme } from "../design/theme.ts";
import type { Points } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { peaksOver } from "./window.ts";

/** Under this height of the plot a level has no name, px. */
const NAMED = 44;

/** Values beyond the range are named so far apart at least, px, and so far beside their peak. */
const APART = 44;
const BESIDE = 8;

/** Draws a level where the range holds it. */
export function drawLevel(surface: Surface, scales: Scales, theme: Theme, value: number, name: string): void {
  const { unit, width, height } = scales;
  const y = scales.y(value);
  if (y < -1 || y > height) return;
  surface.polyline([0, y, width, y], { color: theme.ctl, width: unit, dash: [4 * unit, 3 * unit] });
  if (height < NAMED * unit || name === "") return;
  const style = { color: theme.ink2, halo: theme.plate, near: { y }, optional: true } as const;
  surface.text(4 * unit, y - 8 * unit, name, style);
}

/** Where a line goes beyond the range: how high, with an arrow. */
export function drawPeaks(surface: Surface, scales: Scales, theme: Theme, points: Points, digits: number): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const peak of peaksOver(points, scales.value(0) * (1 + 1e-9))) {
    const x = scales.x(peak.t_s);
    if (x < 0 || x > scales.width || x - last < APART * scales.unit) continue;
    last = x;
    const left = x + APART * scales.unit > scales.width;
    const words = translate("chart.cwnd.over", { value: num(peak.value, digits) });
    const align = left ? "right" : "left";
    const style = { color: theme.ink, align, halo: theme.plate, near: { x, y: 0 }, optional: true } as const;
    surface.text(x + (left ? -BESIDE : BESIDE) * scales.unit, 5 * scales.unit, words, style);
  }
}
