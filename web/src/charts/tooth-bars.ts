/**
 * Bars beside the folded cycles of a flow, or under them where there is no room: one row for their heights, one for their lengths, one for their lost packets, the latest
 * cycle at the right, with its number. Not here: the cycles themselves (teeth.ts, fold.ts).
 */
import "../i18n/rare-charts.ts";
import type { Theme } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { labelWidth } from "../plot/labels.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { reading } from "./readings.ts";

/** From this width of the canvas on there is room for bars, px; the share of it that they take. */
const LEAST = 560;
const SHARE = 0.3;
/** Between the plot and the bars, and at their right, px. */
const GAP = 32;
const EDGE = 14;
/** Height of a row's words, between two rows, least height of a row, px. */
const WORDS = 18;
const APART = 10;
const ROW = 38;
/** Strength of the palest bar: nothing lies over it. */
const PALEST = 0.4;
/** Greatest width of a bar with its gap, and the gap, px. */
const WIDEST = 14;
const BETWEEN = 2;

/** Width of the bars, px, on a canvas of `width`; 0 where it is too narrow. */
export const room = (width: number): number => (width < LEAST ? 0 : Math.round(SHARE * width));

/** Height of the bars under a chart that has no room beside it, px, and from which height of it on. */
const UNDER = 56;
const LEAST_OVER = 150;

/** Height of the bars, px, under a canvas of `width` by `height`; 0 where they are beside the plot, or it is too low. */
export const under = (width: number, height: number): number => (room(width) > 0 || height < LEAST_OVER ? 0 : UNDER);

/** Measures of complete cycles, the oldest first; lengths in round trips, or in s. Lost packets are null where they are hidden. */
export interface Measured {
  rounds: boolean;
  teeth: readonly { height: number | null; length: number; lost: number | null }[];
}

/** One row: its words, a value for each cycle, digits of the last one. */
interface Row {
  label: string;
  values: (number | null)[];
  digits: number;
}

/** The rows that have something to show and fit into `height` px, the more telling first. */
function rowsOf({ teeth, rounds }: Measured, height: number): Row[] {
  const rows: Row[] = [
    { label: translate("chart.teeth.bars.height"), values: teeth.map((tooth) => tooth.height), digits: 0 },
    {
      label: translate(rounds ? "chart.teeth.bars.rounds" : "chart.teeth.bars.seconds"),
      values: teeth.map(({ length }) => length),
      digits: rounds ? 0 : 1,
    },
  ];
  if (teeth.some(({ lost }) => lost !== null))
    rows.push({ label: translate("chart.teeth.bars.lost"), values: teeth.map(({ lost }) => lost), digits: 0 });
  return rows.slice(0, Math.floor(height / ROW));
}

/** Place of a row's words and bars, px. */
interface Place {
  left: number;
  right: number;
  top: number;
  base: number;
}

/** Places of rows: one under the other beside the plot, down to the axis; else side by side under it. */
function placesOf({ unit, width, height, aside = 0, below }: Scales, rows: number): Place[] {
  const apart = APART * unit;
  if (below) {
    const wide = (width + apart) / Math.max(1, rows);
    const [top, base] = [below.top, below.top + below.height - 4 * unit];
    return Array.from({ length: rows }, (_, r) => ({ left: r * wide, right: (r + 1) * wide - apart, top, base }));
  }
  const [left, right] = [width + GAP * unit, width + aside - EDGE * unit];
  const tall = (height + apart) / Math.max(1, rows);
  return Array.from({ length: rows }, (_, r) => ({ left, right, top: r * tall, base: (r + 1) * tall - apart }));
}

/** Draws the rows beside the plot or under it; each bar as strong as its cycle's line. */
export function drawBars(
  surface: Surface,
  scales: Scales,
  theme: Theme,
  measured: Measured,
  color: string,
  strengthOf: (theme: Theme, i: number, n: number) => number,
): void {
  const { unit, height, below } = scales;
  const rows = rowsOf(measured, below ? Number.POSITIVE_INFINITY : height / unit);
  const places = placesOf(scales, rows.length);
  const n = measured.teeth.length;
  if (n === 0) return;
  for (const [r, { label, values, digits }] of rows.entries()) {
    const { left, right, top, base } = places[r] as Place;
    const step = Math.min(WIDEST * unit, (right - left) / n);
    const most = Math.max(...values.map((value) => value ?? 0));
    const y = top + 6 * unit;
    const value = reading(values.at(-1) ?? null, digits);
    const tight = labelWidth(label, unit) + labelWidth(value, unit) + APART * unit > right - left;
    surface.text(left, y, tight ? (label.split(",")[0] ?? "") : label, { color: theme.ink2 });
    const last = translate("chart.teeth.bars.last", { value });
    // It is the last complete cycle's, not that of the line that still grows.
    const fits = labelWidth(label, unit) + labelWidth(last, unit) + GAP * unit < right - left;
    surface.text(right, y, fits ? last : value, { color: theme.ink, align: "right", weight: 600 });
    for (const [i, value] of values.entries()) {
      if (!value || !(most > 0)) continue;
      const h = Math.max(unit, (value / most) * (base - top - WORDS * unit));
      const x = right - (n - i) * step;
      const w = Math.max(unit, step - BETWEEN * unit);
      surface.rect(x, base - h, w, h, { fill: color, alpha: Math.max(PALEST, strengthOf(theme, i, n)) });
    }
    surface.polyline([left, base, right, base], { color: theme.ctl, width: unit });
  }
}
