/**
 * The strength at which a new curve is drawn until it has fully appeared. Not here: what a curve is, or who draws it.
 */
import { easedShare, MOVES_MS } from "./range-transition.ts";
import type { Surface } from "./surface.ts";

/** Lets curves that come later than the first ones appear gradually. */
export class Appearances {
  #since = new Map<string, number>();
  #latest = Number.NEGATIVE_INFINITY;

  /** Names the curves that are there; new ones begin to appear, at once the first time and where `still`. */
  keep(names: readonly string[], now: number, still: boolean): void {
    const before = this.#since;
    const start = before.size === 0 || still ? Number.NEGATIVE_INFINITY : now;
    this.#since = new Map(names.map((name) => [name, before.get(name) ?? start]));
    if (names.some((name) => !before.has(name))) this.#latest = start;
  }

  /** Strength of a curve, 0 to 1. */
  strength(name: string, now: number): number {
    return easedShare(this.#since.get(name) ?? Number.NEGATIVE_INFINITY, now);
  }

  /** Whether what was drawn `at` an instant is not yet as strong as it will be. */
  moving(at: number): boolean {
    return at - this.#latest < MOVES_MS;
  }

  /** Forgets the curves: the next ones are there at once. */
  forget(): void {
    this.#since.clear();
  }
}

/** A surface on which all but words is drawn with a share of its strength, 0 to 1. */
export function faded(surface: Surface, strength: number): Surface {
  const fade = <Style extends { alpha?: number }>(style: Style): Style => ({
    ...style,
    alpha: strength * (style.alpha ?? 1),
  });
  return {
    ...surface,
    polyline: (points, style) => surface.polyline(points, fade(style)),
    polygon: (points, style) => surface.polygon(points, fade(style)),
    area: (upper, lower, style) => surface.area(upper, lower, fade(style)),
    dots: (points, style) => surface.dots(points, fade(style)),
    rect: (x, y, w, h, style) => surface.rect(x, y, w, h, fade(style)),
    mark: (x, y, shape, style) => surface.mark(x, y, shape, fade(style)),
  };
}
