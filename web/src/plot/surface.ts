/**
 * Surface that a plot is drawn on: a canvas or an SVG document, the same calls. Not here: either of them (canvas-surface.ts,
 * svg-surface.ts), nor the geometry of lines and marks (lines.ts, shapes.ts).
 */

/** Marks by shape (design 2.3). */
export type Shape =
  | "drop"
  | "random"
  | "backoff"
  | "cut"
  | "undo"
  | "tolerated"
  | "timeout"
  | "ecn"
  | "dot"
  | "ring"
  | "tick";

/** Texture of a queue's state (design 2.4); the last two only of flows where colours are forced. */
export type Pattern = "full" | "rising" | "falling" | "empty" | "unknown" | "crossed" | "barred";

/** Pixels x0, y0, x1, y1, ...; a y that is not finite breaks the line. */
export type Pixels = Float64Array | number[];

/** A level stretch of a line, px. */
export interface Level {
  y: number;
  from: number;
  to: number;
}

/** Surface that charts draw on: a canvas or an SVG document, the same calls. Coordinates are the plot's pixels. */
export interface Surface {
  /**
   * `step`: each value holds until the next x. Two points on one upright or level line are laid on whole pixels. `gaps`: an upright line
   * leaves the words out that it would strike (labels.ts).
   */
  polyline(
    points: Pixels,
    style: {
      color: string;
      width: number;
      dash?: readonly number[];
      step?: boolean;
      alpha?: number;
      cap?: "round";
      gaps?: boolean;
    },
  ): void;
  /** A closed area with straight sides, its outline centred on them. */
  polygon(points: Pixels, style: { fill?: string; stroke?: string; width?: number; alpha?: number }): void;
  /** A closed area between two lines, or from a line down to a base. */
  area(upper: Pixels, lower: Pixels | number, style: { color: string; alpha: number; pattern?: Pattern }): void;
  /** Squares of `size` around each point: samples. */
  dots(points: Pixels, style: { color: string; size: number; alpha?: number }): void;
  /** The outline lies within the rectangle. `ink`: colour of the texture, if not that of a queue's state. */
  rect(
    x: number,
    y: number,
    w: number,
    h: number,
    style: {
      fill?: string;
      stroke?: string;
      width?: number;
      radius?: number;
      alpha?: number;
      pattern?: Pattern;
      ink?: string;
    },
  ): void;
  mark(x: number, y: number, shape: Shape, style: { color: string; size?: number; alpha?: number }): void;
  /**
   * `halo`: the ground's colour around the letters, where they are among data. `near`: what such words name, a level line (y), one of several
   * level stretches of a line, the best first (`levels`: within its ends), an upright
   * one (x) or a point, beside which they may move to be on nothing; `optional`: they are left
   * out where there is no room (labels.ts).
   */
  text(
    x: number,
    y: number,
    text: string,
    style: {
      color: string;
      size?: number;
      align?: "left" | "center" | "right";
      weight?: 400 | 600;
      baseline?: "top" | "middle" | "bottom";
      halo?: string;
      near?: { x?: number; y?: number; levels?: readonly Level[] };
      optional?: boolean;
    },
  ): void;
  /** Draws inside a rectangle only. */
  clip(x: number, y: number, w: number, h: number, draw: () => void): void;
}
