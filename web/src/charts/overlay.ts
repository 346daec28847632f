/**
 * Moving parts over the data: playhead, crosshair, leaders, open dots, brush, ruler, ring of
 * focus. Pure drawing. Not here: when (panel.ts).
 */

import type { Theme } from "../design/theme.ts";
import { decimals, num, translate, unitWord, withUnit } from "../i18n/catalogue.ts";
import type { Box } from "../plot/ink.ts";
import { type DrawWords, piecesBetween } from "../plot/labels.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Chart, type Hit, overTime, type Slot } from "./chart.ts";
import type { Row } from "./label-rows.ts";

/** The reader's brush and ruler over a plot, in its pixels. */
export interface Over {
  /** A stretch being brushed. */
  brush: readonly [number, number] | null;
  /** A ruler from x0, y0 to x1, y1. */
  ruler: readonly [number, number, number, number] | null;
  /** The mark in focus. */
  hit: Hit | null;
  /** The mark from which the ruler is laid by key. */
  anchor?: Hit | null;
}

interface Scene {
  /** x of the playhead; not a number where time is not the axis. */
  playhead: number;
  crosshair: number | null;
  rows: readonly Row[];
  /** Where the mark in focus stands. */
  hit: { x: number; y: number } | null;
  brush: Over["brush"];
  ruler: Over["ruler"];
  /** Unit of y, for the ruler. */
  unit: string;
  playing: boolean;
  /** Ends of the playhead's line: where charts touch it goes on. */
  ends: readonly [top: number, bottom: number];
  /** The room of words as fixed as data, which the playhead passes. */
  fixed: readonly Box[];
  /** Draws the words among the data: nothing dims them. */
  words: DrawWords;
}

/** A playhead so near to the right edge has its leaders there, px. */
const EDGE = 3;
/** Between the ruler and its words, and a letter of them, px. */
const GAP = 6;
const LETTER = 7;

/** Draws everything that moves over a plot. */
export function drawOver(surface: Surface, scales: Scales, theme: Theme, scene: Scene): void {
  const { width, height, headroom, unit } = scales;
  const { playhead, crosshair } = scene;
  const head = playhead >= 0 && playhead <= width + 1 ? Math.min(width, playhead) : null;
  const [top, bottom] = scene.ends;
  if (head !== null)
    for (const piece of piecesBetween([head, top, head, bottom], scene.fixed, unit))
      surface.polyline(piece, { color: theme.ink, width: unit });
  const crossed = crosshair !== null && crosshair >= 0 && crosshair <= width;
  if (crossed) surface.polyline([crosshair, -headroom, crosshair, height], { color: theme.ink3, width: unit });
  // Neither line strikes a word. While the run plays the words do not leap out of the playhead's way.
  scene.words(surface, scene.playing ? null : head);
  for (const { slot, y } of scene.rows) if (slot.end !== undefined) drawLeader(surface, scales, slot, slot.end, y);
  if (crosshair === null) drawReading(surface, scales, theme, scene);
  if (crossed) {
    dots(surface, scales, theme, scene.rows, crosshair);
  }
  if (scene.brush) {
    const [x0, x1] = scene.brush.map((x) => Math.max(0, Math.min(width, x))) as [number, number];
    surface.rect(x0, -headroom, x1 - x0, height + headroom, { fill: theme.ink, alpha: 0.1 });
    for (const x of [x0, x1]) surface.polyline([x, -headroom, x, height], { color: theme.ink, width: unit });
  }
  if (scene.ruler) drawRuler(surface, scales, theme, scene.ruler, scene.unit);
  if (scene.hit) {
    const size = 15 * unit;
    const { x, y } = scene.hit;
    surface.rect(x - size / 2, y - size / 2, size, size, { stroke: theme.focus, width: 3 * unit });
  }
}

/** Without a crosshair: leaders from the lines' ends to their labels, or open dots where the playhead meets the lines. */
function drawReading(surface: Surface, scales: Scales, theme: Theme, scene: Scene): void {
  const { width, gutter } = scales;
  if (!(scene.playhead >= 0) || scene.playhead > width + EDGE) return;
  if (scene.playhead < width - EDGE) {
    dots(surface, scales, theme, scene.rows, scene.playhead);
    return;
  }
  if (gutter < 12) return;
  for (const { slot, y } of scene.rows) {
    if (slot.y === null || slot.end !== undefined || slot.swatch?.fill) continue;
    drawLeader(surface, scales, slot, Math.max(0, Math.min(scales.height, slot.y)), y);
  }
}

/** From the end of a line to its label. */
function drawLeader(surface: Surface, { width, gutter, unit }: Scales, { swatch }: Slot, end: number, y: number): void {
  if (!swatch || gutter < 12) return;
  const line = [width + 1, end, width + 5 * unit, end, width + gutter - 5 * unit, y, width + gutter - 2 * unit, y];
  surface.polyline(line, { color: swatch.color, width: unit, alpha: 0.6 });
}

/** Open dots on the lines at x. */
function dots(surface: Surface, scales: Scales, theme: Theme, rows: readonly Row[], x: number): void {
  for (const { slot } of rows) {
    if (slot.y === null || !slot.swatch || slot.swatch.fill) continue;
    if (slot.y < -1 || slot.y > scales.height + 1) continue;
    surface.mark(x, slot.y, "ring", { color: slot.swatch.color || theme.ink, size: 6 * scales.unit });
  }
}

/** A ruler in values: times, or the own axis's values, and heights of y. */
export type Ruler = readonly [x0: number, value0: number, x1: number, value1: number];

/** A ruler of pixels in values, and back. */
export const rulerIn = (scales: Scales, [x0, y0, x1, y1]: NonNullable<Over["ruler"]>): Ruler => [
  scales.at(x0),
  scales.value(y0),
  scales.at(x1),
  scales.value(y1),
];
export const rulerOn = (scales: Scales, [x0, value0, x1, value1]: Ruler): NonNullable<Over["ruler"]> => [
  scales.x(x0),
  scales.y(value0),
  scales.x(x1),
  scales.y(value1),
];

/** Draws a ruler, in pixels, with what it reads. */
export function drawRuler(
  surface: Surface,
  scales: Scales,
  theme: Theme,
  ruler: readonly [number, number, number, number],
  unit: string,
): void {
  const [x0, y0, x1, y1] = ruler;
  const line = { color: theme.ink, width: scales.unit };
  surface.polyline([x0, y0, x1, y0, x1, y1], { ...line, dash: [2, 2] });
  surface.polyline([x0, y0, x1, y1], line);
  const text = rulerText(scales, ruler, unit);
  // Outside the angle, where none of its lines passes; where the plot ends, over it or under it.
  const out = x1 >= x0 ? 1 : -1;
  const room = out > 0 ? scales.width - x1 : x1;
  const beside = room > (text.length * LETTER + GAP) * scales.unit;
  const over = Math.min(y0, y1) - 10 * scales.unit;
  const y = beside ? (y0 + y1) / 2 : over > 0 ? over : Math.max(y0, y1) + 10 * scales.unit;
  surface.text(x1 + (beside ? out * GAP * scales.unit : 0), y, text, {
    color: theme.ink,
    halo: theme.plate,
    align: beside === out > 0 ? "left" : "right",
    weight: 600,
  });
}

/** The unit of a difference of y. */
export function unitOfY(chart: Chart, facts: RunFacts): string {
  const measure = overTime(chart)?.measure ?? "";
  return unitWord(typeof measure === "string" ? measure : measure(facts));
}

/** Reading of a ruler: a length of time, and the difference in the chart's own unit. */
export function rulerText(
  scales: Scales,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  unit: string,
): string {
  const dt = Math.abs(scales.at(x1) - scales.at(x0));
  const dy = scales.value(y1) - scales.value(y0);
  return translate("chart.ruler", { dt: duration(dt), dy: withUnit(dy, unit, decimals(dy, 1)) });
}

/** A length of time in the unit that suits it. */
function duration(seconds: number): string {
  return seconds < 1 ? `${num(seconds * 1000, decimals(seconds * 1000, 1))}\u202fms` : `${num(seconds, 3)}\u202fs`;
}
