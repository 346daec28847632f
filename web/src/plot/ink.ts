/**
 * Ink of a plot, kept so that words can avoid it: does a rectangle lie on lines, areas, marks? Not here: where words go
 * then (labels.ts), the drawing itself (surface.ts).
 */
import { indexAt } from "./points.ts";
import { goesForward } from "./straight-lines.ts";
import type { Pixels, Surface } from "./surface.ts";

/** A rectangle, px. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Weaker areas are a ground for words: washes, bands. */
const LEAST_ALPHA = 0.3;

type Touches = (box: Box) => boolean;

const meet = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const boxAt = (x: number, y: number, half: number): Box => ({ x0: x - half, y0: y - half, x1: x + half, y1: y + half });

/** Whether the straight line between two points meets a box: the part of it within the box's columns does so in its rows. */
function crosses(box: Box, xa: number, ya: number, xb: number, yb: number): boolean {
  const [left, right] = [Math.max(box.x0, Math.min(xa, xb)), Math.min(box.x1, Math.max(xa, xb))];
  if (left > right) return false;
  const at = (x: number): number => (xa === xb ? ya : ya + ((yb - ya) * (x - xa)) / (xb - xa));
  const [y0, y1] = xa === xb ? [ya, yb] : [at(left), at(right)];
  return Math.max(y0, y1) > box.y0 && Math.min(y0, y1) < box.y1;
}

/** Tells whether a line meets a box; `step`: each value holds until the next x. Of a line that never goes back only what is near the box is read. */
function touchesLine(points: Pixels, step: boolean): Touches {
  let forward: boolean | null = null;
  return (box) => {
    forward ??= goesForward(points);
    for (let i = forward ? 2 * Math.max(0, indexAt(points, box.x0)) : 0; i + 3 < points.length; i += 2) {
      const [xa, xb] = [points[i] as number, points[i + 2] as number];
      if (forward && xa > box.x1) return false;
      if ((xa < box.x0 && xb < box.x0) || (xa > box.x1 && xb > box.x1)) continue;
      const [ya, yb] = [points[i + 1] as number, points[i + 3] as number];
      if (!Number.isFinite(ya)) continue;
      if (step && crosses(box, xa, ya, xb, ya)) return true;
      if (Number.isFinite(yb) && crosses(box, step ? xb : xa, ya, xb, yb)) return true;
    }
    return false;
  };
}

/** Whether an area meets a box: in one of the box's columns the upper line is over its foot and the lower one under its top. */
function areaMeets(box: Box, upper: Pixels, lower: Pixels | number): boolean {
  for (let i = 0; i + 1 < upper.length; i += 2) {
    const [x, top] = [upper[i] as number, upper[i + 1] as number];
    const next = (upper[i + 2] ?? x) as number;
    if (Math.max(x, next) < box.x0 || Math.min(x, next) > box.x1) continue;
    const foot = typeof lower === "number" ? lower : (lower[i + 1] ?? top);
    if (
      Number.isFinite(top) &&
      Math.abs(foot - top) > 0.5 &&
      Math.min(top, foot) < box.y1 &&
      Math.max(top, foot) > box.y0
    )
      return true;
  }
  return false;
}

/** Collects what is drawn on a surface, from now on. */
export class Ink {
  readonly #drawn: { touches: Touches; clip: Box | null }[] = [];
  #clip: Box | null = null;

  /** A surface that draws on another one and collects. */
  on(surface: Surface): Surface {
    const add = (touches: Touches): void => {
      this.#drawn.push({ touches, clip: this.#clip });
    };
    return {
      polyline: (points, style) => {
        add(touchesLine(points, style.step ?? false));
        surface.polyline(points, style);
      },
      polygon: (points, style) => {
        add(touchesLine(points, false));
        surface.polygon(points, style);
      },
      area: (upper, lower, style) => {
        if (style.alpha >= LEAST_ALPHA) add((box) => areaMeets(box, upper, lower));
        surface.area(upper, lower, style);
      },
      dots: (points, style) => {
        add((box) => dotsMeet(box, points, style.size / 2));
        surface.dots(points, style);
      },
      rect: (x, y, w, h, style) => {
        const own = { x0: x, y0: y, x1: x + w, y1: y + h };
        if ((style.alpha ?? 1) >= LEAST_ALPHA) add((box) => meet(box, own));
        surface.rect(x, y, w, h, style);
      },
      mark: (x, y, shape, style) => {
        add((box) => meet(box, boxAt(x, y, (style.size ?? 8) / 2)));
        surface.mark(x, y, shape, style);
      },
      text: (...all) => surface.text(...all),
      clip: (x, y, w, h, draw) => {
        const outer = this.#clip;
        this.#clip = within({ x0: x, y0: y, x1: x + w, y1: y + h }, outer);
        surface.clip(x, y, w, h, draw);
        this.#clip = outer;
      },
    };
  }

  /** Words are there: others avoid them. */
  add(own: Box): void {
    this.#drawn.push({ touches: (box) => meet(box, own), clip: null });
  }

  /** How many of the drawn things a box lies on; from `enough` on it counts no more. */
  under(box: Box, enough: number): number {
    let count = 0;
    for (const { touches, clip } of this.#drawn) {
      if (count >= enough) break;
      const seen = within(box, clip);
      if (seen.x0 < seen.x1 && seen.y0 < seen.y1 && touches(seen)) count++;
    }
    return count;
  }
}

/** A box as far as it is within another. */
function within(box: Box, clip: Box | null): Box {
  if (!clip) return box;
  const [x0, y0] = [Math.max(box.x0, clip.x0), Math.max(box.y0, clip.y0)];
  return { x0, y0, x1: Math.min(box.x1, clip.x1), y1: Math.min(box.y1, clip.y1) };
}

function dotsMeet(box: Box, points: Pixels, half: number): boolean {
  for (let i = 0; i + 1 < points.length; i += 2)
    if (meet(box, boxAt(points[i] as number, points[i + 1] as number, half))) return true;
  return false;
}
