/**
 * A band from the 20th to the 80th percentile with the median in it, of many runs or of many flows. Pure. Not here: where the
 * numbers come from (ensemble/percentiles.ts, groups.ts), bands of many runs over one (compare/overlay.ts).
 */
import type { SourceName } from "../engine/protocol.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Quantity } from "./chart.ts";
import { strokeOf } from "./flow-styles.ts";

/** Percentiles that are drawn (CDG paper, figures). */
export const SHARES = [0.2, 0.5, 0.8] as const;

/** Percentiles at instants; not numbers where too few runs have a value. */
export interface Band {
  times: Float64Array;
  low: Float64Array;
  middle: Float64Array;
  high: Float64Array;
}

/** Finds a band; null: there is none. */
export type Find = (source: SourceName, quantity: Quantity) => Band | null;

/** Strength of a band (design 5). */
export const BAND = 0.18;

/** How a band and its median are drawn. */
export interface BandLook {
  color: string;
  dash: readonly number[];
  alpha?: number;
}

/** Draws the area from the low to the high percentile. */
export function drawArea(surface: Surface, scales: Scales, band: Band, { color, alpha = 1 }: BandLook): void {
  const upper = pixelsOf(band, band.high, scales);
  for (const area of stretches(upper, pixelsOf(band, band.low, scales)))
    surface.area(area.upper, area.lower, { color, alpha: BAND * alpha });
}

/** Draws the median. */
export function drawMedian(surface: Surface, scales: Scales, band: Band, { color, dash, alpha = 1 }: BandLook): void {
  surface.polyline(pixelsOf(band, band.middle, scales), strokeOf({ color, dash, width: 2, alpha }, scales.unit));
}

/** The greatest value of a band within a span; null without any. */
export function topIn(band: Band, t0_s: number, t1_s: number): number | null {
  let top = Number.NEGATIVE_INFINITY;
  band.times.forEach((t, i) => {
    const value = band.high[i] as number;
    if (t >= t0_s && t <= t1_s && value > top) top = value;
  });
  return top > Number.NEGATIVE_INFINITY ? top : null;
}

/** Pixels of a line of values, not a number where there is none. */
function pixelsOf(band: Band, values: Float64Array, scales: Scales): number[] {
  return [...band.times].flatMap((t, i) => [scales.x(t), scales.y(values[i] as number)]);
}

/** Stretches without gaps: pixels of the upper and the lower edge. */
function stretches(upper: readonly number[], lower: readonly number[]): { upper: number[]; lower: number[] }[] {
  const all: { upper: number[]; lower: number[] }[] = [];
  let open: (typeof all)[number] | null = null;
  for (let i = 0; i < upper.length; i += 2) {
    const [x, high, low] = [upper[i] as number, upper[i + 1] as number, lower[i + 1] as number];
    if (!Number.isFinite(high) || !Number.isFinite(low)) {
      open = null;
      continue;
    }
    if (!open) {
      open = { upper: [], lower: [] };
      all.push(open);
    }
    open.upper.push(x, high);
    open.lower.push(x, low);
  }
  return all;
}
