/**
 * Puts lines and areas into a path, on d3-shape: steps, gaps, whole pixels. The same for canvas and SVG. Not here: strokes
 * and fills.
 */
import { type CurveGenerator, curveLinear, curveLinearClosed, line } from "d3-shape";
import type { Pixels } from "./surface.ts";

/** What lines are put into: a canvas's context, or a path of d3-path. */
export type Pen = Pick<CanvasPath, "moveTo" | "lineTo" | "closePath">;

/**
 * A curve of d3-shape on which each value holds until the next x. Between points under a pixel apart the corner would not be
 * seen, and is left out: a run has many thousands of them.
 */
class HeldCurve implements CurveGenerator {
  readonly #pen: Pen;
  #x = Number.NaN;
  #y = Number.NaN;
  /** The last point, if it was left out. */
  #left: readonly [x: number, y: number] | null = null;

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  lineStart(): void {
    this.#x = Number.NaN;
    this.#left = null;
  }

  lineEnd(): void {
    if (this.#left) this.#pen.lineTo(...this.#left);
  }

  // A stepped area is a closed outline (`traceArea`).
  areaStart(): void {}
  areaEnd(): void {}

  point(x: number, y: number): void {
    if (Number.isNaN(this.#x)) this.#pen.moveTo(x, y);
    else {
      const apart = x - this.#x >= 1;
      if (y === this.#y && !apart) {
        this.#left = [x, y];
        return;
      }
      if (y !== this.#y && apart) this.#pen.lineTo(x, this.#y);
      this.#pen.lineTo(x, y);
    }
    this.#x = x;
    this.#y = y;
    this.#left = null;
  }
}

/** Traces a line; with `step` each value holds until the next x. A y that is not a number breaks the line. */
export function traceLine(pen: Pen, points: Pixels, step: boolean): void {
  const all = step ? heldToGaps(points) : points;
  line<undefined>()
    .x((_, i) => all[2 * i] as number)
    .y((_, i) => all[2 * i + 1] as number)
    .defined((_, i) => Number.isFinite(all[2 * i + 1]))
    .curve(step ? () => new HeldCurve(pen) : curveLinear)
    .context(pen as CanvasRenderingContext2D)(indices(all.length >> 1));
}

/** Traces a closed area between two lines, or down to a base. */
export function traceArea(pen: Pen, upper: Pixels, lower: Pixels | number): void {
  if (upper.length < 4) return;
  const n = upper.length >> 1;
  const base = typeof lower === "number" ? [upper[0] as number, lower, upper[2 * n - 2] as number, lower] : lower;
  const m = base.length >> 1;
  // Along the upper edge, and back along the lower one.
  const at = (i: number, coordinate: 0 | 1): number =>
    (i < n ? upper[2 * i + coordinate] : base[2 * (n + m - 1 - i) + coordinate]) as number;
  line<undefined>()
    .x((_, i) => at(i, 0))
    .y((_, i) => at(i, 1))
    .curve(curveLinearClosed)
    .context(pen as CanvasRenderingContext2D)(indices(n + m));
}

/** d3-shape counts what it is given, and takes anything that has a length: coordinates are read by their place. */
const indices = (length: number): undefined[] => ({ length }) as undefined[];

/** A value that no other follows holds until the gap that does. */
function heldToGaps(points: Pixels): Pixels {
  const isGap = (i: number): boolean => i > 0 && !Number.isFinite(points[i + 1]) && Number.isFinite(points[i - 1]);
  let gaps = 0;
  for (let i = 0; i < points.length; i += 2) if (isGap(i)) gaps++;
  if (gaps === 0) return points;
  const held = new Float64Array(points.length + 2 * gaps);
  let used = 0;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] as number;
    if (isGap(i)) {
      held[used++] = x;
      held[used++] = points[i - 1] as number;
    }
    held[used++] = x;
    held[used++] = points[i + 1] as number;
  }
  return held;
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
