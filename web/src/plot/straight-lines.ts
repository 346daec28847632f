/**
 * Puts straight lines and areas into a path, and on whole pixels. Without D3: the path of the first picture needs no more. Not
 * here: steps (lines.ts), strokes and fills.
 */
import { polygon } from "./shapes.ts";
import type { Pixels } from "./surface.ts";

/** Target of lines: a canvas's context, or a path of d3-path. */
export type Pen = Pick<CanvasPath, "moveTo" | "lineTo" | "closePath">;

/** Traces a line; with `step` each value holds until the next x. A y that is not a number breaks the line. */
export type Tracer = (pen: Pen, points: Pixels, step: boolean) => void;

/** Traces lines that have no steps. */
export const traceStraight: Tracer = (pen, points) => {
  let down = false;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    const drawn = Number.isFinite(y);
    if (drawn && down) pen.lineTo(x, y);
    else if (drawn) pen.moveTo(x, y);
    down = drawn;
  }
};

/** Traces a closed area between two lines, or down to a base: along the upper edge and back along the lower one. */
export function traceArea(pen: Pen, upper: Pixels, lower: Pixels | number): void {
  if (upper.length < 4) return;
  const base =
    typeof lower === "number" ? [upper[0] as number, lower, upper[upper.length - 2] as number, lower] : lower;
  const outline = Array.from(upper);
  for (let i = base.length - 2; i >= 0; i -= 2) outline.push(base[i] as number, base[i + 1] as number);
  polygon(pen, outline);
}

/** Whether no point of a line is left of the one before it. */
export function goesForward(points: Pixels): boolean {
  for (let i = 2; i < points.length; i += 2) if ((points[i] as number) < (points[i - 2] as number)) return false;
  return true;
}

/**
 * Visits the range of a line within each column of device pixels, from left to right: no more is seen of a line that goes up and down
 * in each, and filling it takes a small part of the time of a stroke. `step`: each value holds until the next x.
 */
export function eachColumn(
  points: Pixels,
  step: boolean,
  ratio: number,
  visit: (column: number, least: number, greatest: number) => void,
): void {
  let [column, least, greatest] = [Number.NaN, 0, 0];
  const reach = (k: number, y: number): void => {
    if (k === column) {
      if (y < least) least = y;
      if (y > greatest) greatest = y;
      return;
    }
    if (!Number.isNaN(column)) visit(column, least, greatest);
    [column, least, greatest] = [k, y, y];
  };
  let [x0, y0] = [0, Number.NaN];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x1, y1] = [(points[i] as number) * ratio, points[i + 1] as number];
    const last = Math.floor(x1);
    const slope = step ? 0 : (y1 - y0) / (x1 - x0);
    if (Number.isFinite(y0) && (step || Number.isFinite(y1)))
      for (let k = column; k < last; k++) {
        reach(k, y0 + slope * (k + 1 - x0));
        reach(k + 1, y0 + slope * (k + 1 - x0));
      }
    if (Number.isFinite(y1)) reach(last, y1);
    [x0, y0] = [x1, y1];
  }
  if (!Number.isNaN(column)) visit(column, least, greatest);
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
