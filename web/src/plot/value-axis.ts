/**
 * Axes of values: round ends, ticks at round numbers or powers of ten, named places, and how all of them are drawn. On d3-scale
 * and d3-array. Not here: axes of time and those of a chart in a stack (axes.ts, ticks.ts), which range an axis shows.
 */
import { ticks as roundTicks, tickStep } from "d3-array";
import { scaleLinear, scaleLog } from "d3-scale";
import type { Theme } from "../design/theme.ts";
import { num } from "../i18n/catalogue.ts";
import { labelWidth } from "./labels.ts";
import type { Ends, Scale } from "./scale.ts";
import type { Surface } from "./surface.ts";
import { decimalsOf, type Tick } from "./ticks.ts";

/** Parts into which an axis is divided, about. */
const PARTS = 6;
/** Size of labels, room between names, px. */
const LABEL = 12;
const APART = 6;
/** From one line of a title to the next, px. */
export const TITLE = 14;

/** The ends moved out to round numbers; on a logarithmic axis to powers of ten. An axis without length gets one. */
export function niceEnds({ min, max, log = false }: Ends): Ends {
  if (log) {
    const [from = min, to = max] = scaleLog().domain([min, max]).nice().domain();
    return { min: from, max: to > from ? to : from * 10, log };
  }
  if (min === max) return { min, max: min + 1, log };
  const [from = min, to = max] = scaleLinear().domain([min, max]).nice(PARTS).domain();
  return { min: from, max: to, log };
}

/** Round ticks with their texts, at most so many (two at least): steps of 1, 2 or 5, or powers of ten. */
export function valueTicks({ min, max, log }: Ends, most: number): Tick[] {
  const fitting = (parts: number, ticks: (parts: number) => number[]): number =>
    parts > 1 && ticks(parts).length > Math.max(2, most) ? fitting(parts - 1, ticks) : parts;
  const decades = log ? Math.log10(max) - Math.log10(min) : 0;
  if (decades >= 1) {
    // With more parts than decades d3 would write the multiples of each power, too.
    const scale = scaleLog().domain([min, max]);
    return powers(scale.ticks(fitting(decades, (parts) => scale.ticks(parts))));
  }
  const parts = fitting(PARTS, (count) => roundTicks(min, max, count));
  const digits = decimalsOf(tickStep(min, max, parts));
  return roundTicks(min, max, parts).map((at) => ({ at, text: num(at, digits, digits) }));
}

/** Ticks of named places at 0, 1, 2, ... */
export const placeTicks = (names: readonly string[]): Tick[] => names.map((text, at) => ({ at, text }));

/** Powers of ten as numbers while they are short, else all as powers. */
function powers(values: readonly number[]): Tick[] {
  const exponents = values.map((value) => Math.round(Math.log10(value)));
  const short = exponents.every((exponent) => exponent >= -3 && exponent <= 4);
  return values.map((at, i) => {
    const exponent = exponents[i] ?? 0;
    return { at, text: short ? num(at, Math.max(0, -exponent)) : powerOfTen(exponent) };
  });
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten as it is written: 10⁻⁵. */
export function powerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => RAISED[Number(digit)] ?? "").join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** How names under an axis of a width are written: in one row or by turns in two, and of too many every nth. */
export function nameRows(names: readonly string[], width: number, unit: number): { rows: 1 | 2; stride: number } {
  if (names.length === 0) return { rows: 1, stride: 1 };
  const longest = Math.max(...names.map((name) => labelWidth(name, unit) + APART * unit));
  const room = width / names.length;
  const rows = longest > room ? 2 : 1;
  return { rows, stride: Math.max(1, Math.ceil(longest / (room * rows))) };
}

/** A plot's area, px; `left` of it is the margin that labels may use. */
export interface PlotArea {
  plotWidth: number;
  plotHeight: number;
  left: number;
  /** 2 in the projector profile. */
  unit: number;
}

/** Draws an upright axis: a level grid line and a label at the left for each tick, if it has one. */
export function drawUpright(
  surface: Surface,
  scale: Scale,
  ticks: readonly Tick[],
  { plotWidth, plotHeight, unit }: PlotArea,
  theme: Theme,
): void {
  for (const { at, text } of ticks) {
    const y = scale.place(at);
    if (y < -1 || y > plotHeight + 1) continue;
    surface.polyline([0, y, plotWidth, y], { color: theme.line2, width: unit });
    if (text !== "") surface.text(-8 * unit, y, text, { color: theme.ink3, align: "right", size: LABEL * unit });
  }
}

/** Draws a level axis: its line, a tick and a label under it each, if it has one, in rows, and what it measures, in lines. */
export function drawLevel(
  surface: Surface,
  scale: Scale,
  ticks: readonly Tick[],
  { rows, stride }: { rows: number; stride: number },
  title: readonly string[],
  area: PlotArea,
  theme: Theme,
): void {
  const { plotWidth, plotHeight, left, unit } = area;
  const style = { color: theme.ink3, align: "center", size: LABEL * unit } as const;
  surface.polyline([0, plotHeight, plotWidth, plotHeight], { color: theme.ctl, width: unit });
  ticks.forEach(({ at, text }, i) => {
    const x = scale.place(at);
    if (x < -1 || x > plotWidth + 1 || i % stride !== 0) return;
    surface.polyline([x, plotHeight, x, plotHeight + 4 * unit], { color: theme.ctl, width: unit });
    if (text === "") return;
    const row = Math.floor(i / stride) % rows;
    // A label over the edge of the drawing is laid within it.
    const half = labelWidth(text, unit) / 2;
    const centre = Math.max(half - left, Math.min(plotWidth + 14 * unit - half, x));
    surface.text(centre, plotHeight + (14 + 13 * row) * unit, text, style);
  });
  title.forEach((line, i) => {
    const y = plotHeight + ((rows > 1 ? 42 : 32) + TITLE * i) * unit;
    surface.text(plotWidth / 2, y, line, { ...style, color: theme.ink2 });
  });
}
