/**
 * Puts lines and areas into a path: steps, gaps, whole pixels. The same for canvas and SVG. Not here: strokes and fills.
 */
import type { Pixels } from "./surface.ts";

/** The two calls that a line needs. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/**
 * Traces a line. With `step` each value holds until the next x; between points under a pixel apart the corner would not
 * be seen, and is left out. A y that is not a number breaks the line.
 */
export function traceLine(pen: Pen, points: Pixels, step: boolean): void {
  let down = false;
  let x0 = 0;
  let y0 = 0;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    if (!Number.isFinite(y)) {
      if (down && step) pen.lineTo(x, y0);
      down = false;
      continue;
    }
    if (!down) {
      pen.moveTo(x, y);
      down = true;
    } else {
      if (step && y !== y0 && x - x0 >= 1) pen.lineTo(x, y0);
      if (y !== y0 || !step || i + 3 >= points.length || x - x0 >= 1) pen.lineTo(x, y);
      else continue;
    }
    x0 = x;
    y0 = y;
  }
}

/** Traces a closed area between two lines, or down to a base. */
export function traceArea(pen: Pen & { closePath(): void }, upper: Pixels, lower: Pixels | number): void {
  if (upper.length < 4) return;
  for (let i = 0; i + 1 < upper.length; i += 2) {
    if (i === 0) pen.moveTo(upper[0] as number, upper[1] as number);
    else pen.lineTo(upper[i] as number, upper[i + 1] as number);
  }
  if (typeof lower === "number") {
    pen.lineTo(upper[upper.length - 2] as number, lower);
    pen.lineTo(upper[0] as number, lower);
  } else {
    for (let i = lower.length - 2; i >= 0; i -= 2) pen.lineTo(lower[i] as number, lower[i + 1] as number);
  }
  pen.closePath();
}

/** A level or upright line of two points, laid so that its edges fall on whole device pixels; else the points alone. */
export function crisp(points: Pixels, width: number, ratio: number): Pixels {
  if (points.length !== 4) return points;
  const [x0, y0, x1, y1] = points as [number, number, number, number];
  const odd = Math.max(1, Math.round(width * ratio)) % 2 === 1;
  const snap = (v: number): number => (odd ? (Math.floor(v * ratio) + 0.5) / ratio : Math.round(v * ratio) / ratio);
  if (x0 === x1) return [snap(x0), y0, snap(x1), y1];
  if (y0 === y1) return [x0, snap(y0), x1, snap(y1)];
  return points;
}
