/**
 * The geometry of marks (design 2.3) and of the textures of a queue's state (design 2.4), for every surface alike. Not
 * here: colours, nor canvas or SVG (canvas-surface.ts, svg-surface.ts).
 */
import type { Pattern, Pixels, Shape } from "./surface.ts";

/** Common methods of d3-path, a canvas and `Path2D`. */
export interface PathLike {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
  rect(x: number, y: number, w: number, h: number): void;
  arc(x: number, y: number, r: number, from: number, to: number): void;
}

/** How a shape is painted: filled with its colour, or with the ground and outlined, or outlined only. */
export type Paint = "solid" | "hollow" | "stroke";

/** Width of a mark's outline at 7 px; of the cross, which has no ground, 2 px. */
export const OUTLINE = 1.5;

/** Draws a shape of `size` px around a point and says how to paint it. */
export function trace(path: PathLike, shape: Shape, x: number, y: number, size: number): Paint {
  const r = size / 2;
  switch (shape) {
    case "drop":
      path.moveTo(x - r, y - r);
      path.lineTo(x + r, y + r);
      path.moveTo(x + r, y - r);
      path.lineTo(x - r, y + r);
      return "stroke";
    case "random":
      polygon(path, [x, y - 1.2 * r, x + 1.2 * r, y, x, y + 1.2 * r, x - 1.2 * r, y]);
      return "hollow";
    case "backoff":
      polygon(path, [x - r, y - 0.8 * r, x + r, y - 0.8 * r, x, y + r]);
      return "hollow";
    case "cut":
      path.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      return "solid";
    case "undo":
      polygon(path, [x - r, y + 0.8 * r, x + r, y + 0.8 * r, x, y - r]);
      return "solid";
    case "tolerated":
      path.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
      return "hollow";
    case "timeout":
      polygon(path, [x - r, y - 1.2 * r, x + r, y - 1.2 * r, x - r, y + 1.2 * r, x + r, y + 1.2 * r]);
      return "solid";
    case "ecn":
    case "ring":
      circle(path, x, y, r);
      return "hollow";
    case "dot":
      circle(path, x, y, r);
      return "solid";
    case "tick":
      path.rect(x - r / 2.5, y, (2 * r) / 2.5, size);
      return "solid";
  }
}

/** The ground around letters that are over lines: wide enough that no line strikes them through, so pale that the data under it is still seen. */
export const HALO = { width: 4, alpha: 0.8 } as const;

/** Side of a texture's tile and width of its strokes, px. */
export const TILE = 6;
export const STROKE = 1.3;

type Stroke = readonly [number, number, number, number];

const RISING: readonly Stroke[] = [
  [-1, 7, 7, -1],
  [-4, 4, 4, -4],
  [2, 10, 10, 2],
];
const FALLING: readonly Stroke[] = [
  [-1, -1, 7, 7],
  [2, -4, 10, 4],
  [-4, 2, 4, 10],
];

/** Strokes of a texture within a tile, as lines x0, y0, x1, y1; they run beyond its edges, so that tiles join. */
export function strokesOf(pattern: Pattern): readonly Stroke[] {
  if (pattern === "rising") return RISING;
  if (pattern === "falling") return FALLING;
  if (pattern === "crossed") return [...RISING, ...FALLING];
  if (pattern === "barred") return [...RISING, [0, 3, 6, 3]];
  return [];
}

/** Dots of a texture, as corners of squares of `STROKE` px. */
export function dotsOf(pattern: Pattern): readonly (readonly [number, number])[] {
  return pattern === "unknown"
    ? [
        [1, 1],
        [4, 4],
      ]
    : [];
}

/** Traces a closed area with straight sides. */
export function polygon(path: Pick<PathLike, "moveTo" | "lineTo" | "closePath">, corners: Pixels): void {
  for (let i = 0; i < corners.length; i += 2) {
    const x = corners[i] as number;
    const y = corners[i + 1] as number;
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  path.closePath();
}

function circle(path: PathLike, x: number, y: number, r: number): void {
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
}
