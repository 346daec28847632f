/**
 * Where the values of an axis lie and which of them are written: ends that take the data in, round ticks, named places.
 * Pure. Not here: pixels of any one plot.
 */

import type { Axis, Plot, Series } from "../ensemble/types.ts";
import { num } from "../i18n/catalogue.ts";

/** An axis with its ends settled. */
export interface Scale {
  from: number;
  until: number;
  log: boolean;
  /** Share of the way from one end to the other; beyond 0 and 1 for what lies outside. */
  place(value: number): number;
  /** The value at a share. */
  at(share: number): number;
}

export type Ends = readonly [number, number];

/** A round step that divides a length into four to eight parts. */
function stepOf(length: number): number {
  const rough = length / 5;
  const base = 10 ** Math.floor(Math.log10(rough));
  const times = rough / base;
  return base * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

/** The ends of an axis that shows these values; `floor`: ends that it has at least, so that nothing jumps while data arrive. */
export function endsOf(axis: Axis, values: readonly number[], floor: Ends | null = null): Ends {
  if (axis.range) return axis.range;
  let from = floor?.[0] ?? Number.POSITIVE_INFINITY;
  let until = floor?.[1] ?? Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value) || (axis.log && value <= 0)) continue;
    from = Math.min(from, value);
    until = Math.max(until, value);
  }
  if (from > until) return axis.log ? [1, 10] : [0, 1];
  if (axis.log) {
    from = 10 ** Math.floor(Math.log10(from) + 1e-9);
    until = 10 ** Math.ceil(Math.log10(until) - 1e-9);
    return [from, until > from ? until : from * 10];
  }
  // Zero belongs to what comes near it.
  if (from > 0 && from < 0.5 * until) from = 0;
  if (from === until) return [from, from + 1];
  const step = stepOf(until - from);
  return [Math.floor(from / step + 1e-9) * step, Math.ceil(until / step - 1e-9) * step];
}

export function scaleOf(axis: Axis, [from, until]: Ends): Scale {
  const { log } = axis;
  const length = log ? Math.log(until / from) : until - from;
  return {
    from,
    until,
    log,
    place: (value) => (log ? Math.log(Math.max(value, Number.MIN_VALUE) / from) : value - from) / length,
    at: (share) => (log ? from * Math.exp(share * length) : from + share * length),
  };
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function power(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => RAISED[Number(digit)] ?? "").join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** Ticks with their texts, at most about `most` of them. */
export function ticksOf(axis: Axis, scale: Scale, most: number): { at: number; text: string }[] {
  const { from, until, log } = scale;
  if (axis.names.length > 0) return axis.names.map((text, at) => ({ at, text }));
  if (log && until / from >= 10) {
    const first = Math.ceil(Math.log10(from) - 1e-9);
    const last = Math.floor(Math.log10(until) + 1e-9);
    const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, most)));
    const ticks = [];
    const plain = first >= -3 && last <= 4;
    for (let n = first; n <= last; n += stride) {
      ticks.push({ at: 10 ** n, text: plain ? num(10 ** n, Math.max(0, -n)) : power(n) });
    }
    return ticks;
  }
  let step = stepOf(until - from);
  while (Math.floor((until - from) / step + 1e-9) + 1 > Math.max(2, most)) {
    const lead = Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toPrecision(2));
    step *= lead === 2 ? 2.5 : 2;
  }
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9)));
  // A step of 2.5 has a digit more than its size says.
  const places = Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 ? digits + 1 : digits;
  const ticks = [];
  for (let n = Math.ceil(from / step - 1e-9); n <= until / step + 1e-9; n++) {
    const at = n * step;
    ticks.push({ at, text: num(Math.abs(at) < 1e-12 ? 0 : at, places, places) });
  }
  return ticks;
}

/** What of a series lies on the axes. */
export function extentOf(series: Series): { x: number[]; y: number[] } {
  const { points, form } = series;
  const x = points.flatMap((point) => (form === "bars" ? point.slice(0, 2) : point.slice(0, 1)));
  const y = points.flatMap((point) => (form === "bars" ? [point[2] ?? 0, 0] : point.slice(1)));
  return { x, y };
}

/** Ends of the upright axis: a stated range is the least that it has, measured values are never cut off. */
function covering(axis: Axis, values: readonly number[], rules: readonly number[], floor?: Ends): Ends {
  const { range, log } = axis;
  const own = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  if (!range) return endsOf(axis, [...own, ...rules], floor);
  const [least, most] = [Math.min(...own, range[0]), Math.max(...own, range[1])];
  const step = log ? 1 : stepOf(range[1] - range[0]);
  // An end that holds stays where it is; one that does not moves to the next tick.
  const lower = log ? 10 ** Math.floor(Math.log10(least)) : Math.floor(least / step) * step;
  const upper = log ? 10 ** Math.ceil(Math.log10(most)) : Math.ceil(most / step) * step;
  return [least < range[0] ? lower : range[0], most > range[1] ? upper : range[1]];
}

/** Ends of both axes of a plot, of what is drawn of it. */
export function frameOf(
  plot: Plot,
  shown: (series: Series) => boolean,
  floor: { x: Ends; y: Ends } | null = null,
): { x: Ends; y: Ends } {
  const extents = plot.series.filter(shown).map(extentOf);
  const rules = (axis: "x" | "y"): number[] => plot.rules.filter((rule) => rule.axis === axis).map((rule) => rule.at);
  return {
    x: endsOf(plot.x, [...extents.flatMap((extent) => extent.x), ...rules("x")], floor?.x),
    y: covering(
      plot.y,
      extents.flatMap((extent) => extent.y),
      rules("y"),
      floor?.y,
    ),
  };
}

/** A number as it is read off: three significant digits, no exponent where it can be helped; `plain`: a bound, four of them and no zeros at its end. */
export function reading(value: number, axis?: Axis, plain = false): string {
  if (axis && axis.names.length > 0) return axis.names[Math.round(value)] ?? "";
  if (value === 0 || !Number.isFinite(value)) return num(value);
  const kept = plain ? 4 : 3;
  // Of what is written: 0.9998 has the digits of 1.
  const size = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(kept)))) + 1e-9);
  if (size < -5) return `${num(value / 10 ** size, 1)} × ${power(size)}`;
  const digits = Math.max(0, kept - 1 - size);
  const least = !plain && Math.abs(value) >= 0.1 && size < 2 && !Number.isInteger(value) ? digits : 0;
  return num(value, digits, least);
}
