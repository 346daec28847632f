/**
 * Many runs of one scenario in a chart: the band from the 20th to the 80th percentile, the median in it, the run on the screen
 * as a thin line under both. Pure. Not here: where the numbers come from (ensemble/percentiles.ts), what any chart draws.
 */
import type { SourceName } from "../engine/protocol.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Chart, ChartContext, Quantity, Wish } from "./chart.ts";
import { focusOf, lookOf } from "./flow-styles.ts";
import { groupsFor } from "./grouping.ts";

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

/** What there is of an ensemble, as charts draw it: they know no more of it, since it is fetched when it is asked for. */
export interface Bands {
  /** Another one for each state. */
  version: number;
  /** Draws the single run thinly, and the ensemble over it. */
  draw(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext): void;
  /** The greatest value of a chart's bands within the span; null without any. */
  top(chart: Chart, cx: ChartContext): number | null;
}

/** Strength of a band (of many runs, or of many flows), of what the single run's fills keep, and of its lines (design 5). */
export const BAND = 0.18;
const FILLS = 0.4;
const LINES = 0.75;

/** A surface on which the single run's lines are thin, so that the median stands out. */
function thinned(surface: Surface, unit: number): Surface {
  return {
    ...surface,
    polyline: (points, style) =>
      surface.polyline(
        points,
        style.width > unit ? { ...style, width: unit, alpha: LINES * (style.alpha ?? 1), dash: [] } : style,
      ),
    area: (upper, lower, style) => surface.area(upper, lower, { ...style, alpha: FILLS * style.alpha }),
    dots: (points, style) => surface.dots(points, { ...style, alpha: FILLS * (style.alpha ?? 1) }),
  };
}

/** The bands that a chart draws, with what there is of each. */
function found(chart: Chart, cx: ChartContext, find: Find): { wish: Wish; band: Band }[] {
  // Where flows are drawn by algorithm, bands over the runs are those of the one in focus.
  const one = groupsFor(cx.facts) && focusOf(cx.facts);
  const wishes = (chart.bands?.(cx.facts) ?? []).filter(({ flow }) => !one || !flow || flow.cross || flow === one);
  return wishes.flatMap((wish) => {
    const band = find(wish.source, wish.quantity);
    return band ? [{ wish, band }] : [];
  });
}

function topOf(chart: Chart, cx: ChartContext, find: Find): number | null {
  const tops = found(chart, cx, find).flatMap(({ band }) => topIn(band, cx.facts.t0_s, cx.facts.t1_s) ?? []);
  return tops.length > 0 ? Math.max(...tops) : null;
}

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
  const style = { color, alpha, width: 2 * scales.unit, dash: dash.map((length) => length * scales.unit) };
  surface.polyline(pixelsOf(band, band.middle, scales), style);
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

function drawBands(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext, find: Find): void {
  const { facts, theme } = cx;
  const { unit } = scales;
  const drawn = found(chart, cx, find);
  chart.draw(drawn.length > 0 ? thinned(surface, unit) : surface, scales, cx);
  surface.clip(0, -1, scales.width, scales.height + 2, () => {
    const looks = drawn.map(({ wish, band }) => {
      const look = wish.flow ? lookOf(facts, theme, wish.flow) : { color: theme.ink, dash: [], alpha: 1 };
      return { band, look };
    });
    for (const { band, look } of [...looks].reverse()) drawArea(surface, scales, band, look);
    for (const { band, look } of [...looks].reverse()) drawMedian(surface, scales, band, look);
  });
}

/** Bands as charts draw them. */
export function laidOver(version: number, find: Find): Bands {
  return {
    version,
    draw: (chart, surface, scales, cx) => drawBands(chart, surface, scales, cx, find),
    top: (chart, cx) => topOf(chart, cx, find),
  };
}
