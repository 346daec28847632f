/**
 * How far a measured value lies from the band that a claim expects, and both as a small drawing: the band a grey column, the value
 * a dot. Not here: the verdict (the experiments' crate), the words of a band (claims.ts).
 */
import { nothing, type SVGTemplateResult, svg } from "lit";
import type { Measured } from "../ensemble/types.ts";

/** The greatest distance that a drawing has room for, in half-widths of the band; beyond it an arrow is at the edge. */
export const REACH = 4;

/** Of a bound that stands alone, or of a value that is to be met exactly, this share is the half-width of a band. */
const SHARE = 0.25;

const halfOf = (bound: number): number => SHARE * Math.abs(bound) || 1;

/**
 * The distance of a value from the middle of its band, in half-widths of the band: within it from -1 to 1. Where there is a bound on
 * one side only, what lies on its good side is within. Null: not measured.
 */
export function distanceOf({ value, band: [least, most] }: Pick<Measured, "value" | "band">): number | null {
  if (value === null || (least === null && most === null)) return null;
  if (least === null) return Math.max(-1, 1 + (value - (most as number)) / halfOf(most as number));
  if (most === null) return Math.min(1, -1 + (value - least) / halfOf(least));
  if (least === most) return value === least ? 0 : (value - least) / halfOf(least);
  return (2 * value - least - most) / (most - least);
}

/** Of several values of a claim the one that is furthest away, with its place among them; null where one was not measured. */
export function furthest(values: readonly Pick<Measured, "value" | "band">[]): { distance: number; at: number } | null {
  let far: { distance: number; at: number } | null = null;
  for (const [at, value] of values.entries()) {
    const distance = distanceOf(value);
    if (distance === null) return null;
    if (far === null || Math.abs(distance) > Math.abs(far.distance)) far = { distance, at };
  }
  return far;
}

/** Place of a distance along a drawing, in percent of its width. */
export const placeOf = (distance: number): number =>
  50 + (50 * Math.min(REACH, Math.max(-REACH, distance))) / (REACH + 0.4);

/** The band as a column of the whole height, with a line at each edge. */
export function bandColumn(): SVGTemplateResult {
  const [from, to] = [placeOf(-1), placeOf(1)];
  const edge = (x: number): SVGTemplateResult =>
    svg`<line class="band-edge" x1=${`${x}%`} x2=${`${x}%`} y1="0" y2="100%" />`;
  return svg`<rect class="band" x=${`${from}%`} y="0" width=${`${to - from}%`} height="100%" />${edge(from)}${edge(to)}`;
}

/** A value's dot, an arrow where it is beyond the drawing. `y`: px from the top. */
export function dot(distance: number, y: number, state: string): SVGTemplateResult {
  const x = `${placeOf(distance)}%`;
  if (Math.abs(distance) <= REACH) return svg`<circle class=${`dot is-${state}`} cx=${x} cy=${y} r="3.5" />`;
  const tip = distance > 0 ? 4 : -4;
  return svg`<svg x=${x} y=${y} overflow="visible"><path class=${`dot is-${state}`} d=${`M${-tip} -4 ${tip} 0 ${-tip} 4z`} /></svg>`;
}

/** A value in its band; nothing where it was not measured, or is answered with yes or no. */
export function strip(measured: Measured, state: string): SVGTemplateResult | typeof nothing {
  const distance = distanceOf(measured);
  if (distance === null || (measured.band[0] === 1 && measured.band[1] === 1)) return nothing;
  return svg`<svg class="band-strip" width="120" height="12" aria-hidden="true">${bandColumn()}${dot(distance, 6, state)}</svg>`;
}
