/**
 * Axes of a paper's plot: the range that the paper's axis has, or round ends that take the data in; ticks or
 * named places. Pure. Not here: round numbers as such and how an axis is drawn (plot/value-axis.ts).
 */
import { extent, range } from "d3-array";
import type { Axis, Plot, Series } from "../ensemble/types.ts";
import { num } from "../i18n/catalogue.ts";
import type { Ends } from "../plot/scale.ts";
import type { Tick } from "../plot/ticks.ts";
import { niceEnds, placeTicks, valueTicks } from "../plot/value-axis.ts";

/** Round multiples of a power of ten. */
const FINE = [1, 2, 5];

/** The ends of both axes of a plot. */
export interface Frame {
  x: Ends;
  y: Ends;
}

/** Title of an axis: what it shows and its unit. */
export const axisTitle = (axis: Pick<Axis, "label" | "unit">): string =>
  axis.unit ? `${axis.label}, ${axis.unit}` : axis.label;

/** Values that an axis can show. */
const usable = ({ log }: Axis, values: readonly number[]): number[] =>
  values.filter((value) => Number.isFinite(value) && (!log || value > 0));

/** The ends of an axis that shows these values; `floor`: ends that it has at least, so that nothing jumps while data arrive. */
export function endsOf(axis: Axis, values: readonly number[], floor: Ends | null = null): Ends {
  const { log, range, fine } = axis;
  if (range) return { min: range[0], max: range[1], log };
  const [min, max] = extent([...usable(axis, values), ...(floor ? [floor.min, floor.max] : [])]);
  if (min === undefined || max === undefined) return log ? { min: 1, max: 10, log } : { min: 0, max: 1, log };
  // Zero belongs to what comes near it.
  const ends = niceEnds({ min: !log && min > 0 && min < 0.5 * max ? 0 : min, max, log });
  if (!log || !fine) return ends;
  const round = fineWithin(ends, FINE);
  return {
    min: round.findLast((at) => at <= min) ?? ends.min,
    max: round.find((at) => at >= max && at > min) ?? ends.max,
    log,
  };
}

/** Ends of the upright axis: a stated range is the least that it has, measured values are never cut off. */
function covering(axis: Axis, values: readonly number[], rules: readonly number[], floor: Ends | null): Ends {
  const { range, log } = axis;
  if (!range) return endsOf(axis, [...values, ...rules], floor);
  const [least = range[0], most = range[1]] = extent([...usable(axis, values), ...range]);
  const round = niceEnds({ min: least, max: most, log });
  // An end that holds stays where it is.
  return { min: least < range[0] ? round.min : range[0], max: most > range[1] ? round.max : range[1], log };
}

/** These multiples of the powers of ten on an axis. */
const fineWithin = ({ min, max }: Ends, factors: readonly number[]): number[] =>
  range(Math.floor(Math.log10(min)), Math.ceil(Math.log10(max)) + 1)
    .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
    .filter((at) => at >= min * (1 - 1e-9) && at <= max * (1 + 1e-9));

/** The powers of ten on an axis, with 2 and 5 of each where there is room. */
function fineTicks(ends: Ends, most: number): Tick[] {
  const all =
    [FINE, [1, 3]].map((factors) => fineWithin(ends, factors)).find(({ length }) => length <= most) ??
    fineWithin(ends, [1]);
  return all.map((at) => ({ at, text: num(at, Math.max(0, Math.ceil(-Math.log10(at)))) }));
}

/** Ticks with their labels: named places, or round values, about as many as are asked for at most. */
export function ticksOf({ names, fine }: Axis, ends: Ends, most: number): Tick[] {
  if (names.length > 0) return placeTicks(names);
  // Within a decade there are steps.
  return fine && ends.log && ends.max >= 10 * ends.min ? fineTicks(ends, most) : valueTicks(ends, most);
}

/** Values of a series that lie on the axes. */
export function extentOf(series: Series): { x: number[]; y: number[] } {
  const { points, form, ranges = [] } = series;
  const x = points.flatMap((point) => (form === "bars" ? point.slice(0, 2) : point.slice(0, 1)));
  const y = points.flatMap((point) => (form === "bars" ? [point[2] ?? 0, 0] : point.slice(1)));
  return { x, y: [...y, ...ranges.flatMap((range) => range.slice(1))] };
}

/** Ends of both axes of a plot, of what is drawn of it. */
export function frameOf(plot: Plot, shown: (series: Series) => boolean, floor: Frame | null = null): Frame {
  const extents = plot.series.filter(shown).map(extentOf);
  const values = (axis: "x" | "y"): number[] => extents.flatMap((one) => one[axis]);
  const rules = (axis: "x" | "y"): number[] => plot.rules.filter((rule) => rule.axis === axis).map((rule) => rule.at);
  return {
    x: endsOf(plot.x, [...values("x"), ...rules("x")], floor?.x),
    y: covering(plot.y, values("y"), rules("y"), floor?.y ?? null),
  };
}
