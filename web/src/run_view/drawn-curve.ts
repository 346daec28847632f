/**
 * A curve that a reader draws, as levels at evenly spread points of a stretch: moments, values, gaps. Pure. Not here: the pad
 * (drawing-pad.ts), what is compared (lessons/curve.ts).
 */

/** How many points a drawn curve has, evenly spread over its stretch, and at how many levels each can be. */
export const POINTS = 24;
export const LEVELS = 64;

/** The stretch to draw: its span, s, and the top and the unit of its values, the chart's. */
export interface Stretch {
  from_s: number;
  to_s: number;
  max: number;
  unit: string;
}

const TOP = LEVELS - 1;

/** The moment of a point. */
export function momentOf(ask: Pick<Stretch, "from_s" | "to_s">, point: number): number {
  return ask.from_s + ((ask.to_s - ask.from_s) * point) / (POINTS - 1);
}

/** Values of levels, in the chart's unit. */
export function valuesOf(ask: Pick<Stretch, "max">, levels: readonly number[]): number[] {
  return levels.map((level) => (level / TOP) * ask.max);
}

/** Levels of values. */
export function levelsOf(ask: Pick<Stretch, "max">, values: readonly number[]): number[] {
  return values.map((value) => Math.min(TOP, Math.max(0, Math.round((value / ask.max) * TOP))));
}

/** Levels with their gaps filled: along a line between neighbours, level beyond the ends. */
export function filled(levels: readonly (number | null)[]): number[] {
  const given = levels.flatMap((level, at) => (level === null ? [] : [{ at, level }]));
  return levels.map((level, at) => {
    if (level !== null) return level;
    const before = given.filter((one) => one.at < at).at(-1);
    const after = given.find((one) => one.at > at);
    if (!before || !after) return (before ?? after)?.level ?? 0;
    const share = (at - before.at) / (after.at - before.at);
    return Math.round(before.level + share * (after.level - before.level));
  });
}
