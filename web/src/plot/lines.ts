/**
 * Puts lines into a path, on d3-shape: steps, gaps. The same for canvas and SVG. Not here: strokes, areas and lines that are
 * straight only (straight-lines.ts).
 */
import { type CurveGenerator, curveLinear, line } from "d3-shape";
import type { Pen, Tracer } from "./straight-lines.ts";
import type { Pixels } from "./surface.ts";

/**
 * A curve of d3-shape on which each value holds until the next x. Between points under a pixel apart the corner would not be
 * seen, and is left out: a run has many thousands of them.
 */
class HeldCurve implements CurveGenerator {
  #x = Number.NaN;
  #y = Number.NaN;
  /** The last point, if it was left out. */
  #left: readonly [x: number, y: number] | null = null;

  constructor(private readonly pen: Pen) {}

  lineStart(): void {
    this.#x = Number.NaN;
    this.#left = null;
  }

  lineEnd(): void {
    if (this.#left) this.pen.lineTo(...this.#left);
  }

  // A stepped area is a closed outline (`traceArea`).
  areaStart(): void {}
  areaEnd(): void {}

  point(x: number, y: number): void {
    if (Number.isNaN(this.#x)) this.pen.moveTo(x, y);
    else {
      const apart = x - this.#x >= 1;
      if (y === this.#y && !apart) {
        this.#left = [x, y];
        return;
      }
      if (y !== this.#y && apart) this.pen.lineTo(x, this.#y);
      this.pen.lineTo(x, y);
    }
    this.#x = x;
    this.#y = y;
    this.#left = null;
  }
}

/** Traces a line; with `step` each value holds until the next x. A y that is not a number breaks the line. */
export const traceLine: Tracer = (pen, points, step) => {
  const all = step ? heldToGaps(points) : points;
  line<undefined>()
    .x((_, i) => all[2 * i] as number)
    .y((_, i) => all[2 * i + 1] as number)
    .defined((_, i) => Number.isFinite(all[2 * i + 1]))
    .curve(step ? () => new HeldCurve(pen) : curveLinear)
    .context(pen as CanvasRenderingContext2D)(indices(all.length >> 1));
};

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
