/**
 * A range that moves to another one, on d3-interpolate and d3-ease. Not here: what either range is.
 */
import { easeCubicOut } from "d3-ease";
import { interpolateNumber } from "d3-interpolate";
import type { Ends } from "./scale.ts";

/** Time from one range to the next, and until a curve is there, ms (design 2.5). */
export const MOVES_MS = 300;

/** The share, 0 to 1, of a transition that began at `start` and slows down towards its end. */
export function easedShare(start: number, now: number): number {
  return easeCubicOut(Math.min(1, Math.max(0, (now - start) / MOVES_MS)));
}

/** Moves a shown range towards its target, only when the target changes. */
export class RangeTransition {
  #from: Ends = { min: 0, max: 1 };
  #to: Ends | null = null;
  #start = Number.NEGATIVE_INFINITY;

  /** The range as it is, which a next one must hold; null before the first. */
  get target(): Ends | null {
    return this.#to;
  }

  /** Sets the target; `still`: at once, as where steps become factors. */
  aim({ min, max, log = false }: Ends, now: number, still: boolean): void {
    const before = this.#to;
    if (before && before.min === min && before.max === max && before.log === log) return;
    const first = before?.log !== log;
    this.#from = this.at(now);
    this.#to = { min, max, log };
    this.#start = first || still ? Number.NEGATIVE_INFINITY : now;
  }

  /** Range that is shown now. */
  at(now: number): Ends {
    const to = this.#to ?? this.#from;
    const share = easedShare(this.#start, now);
    if (share >= 1) return to;
    return {
      log: to.log ?? false,
      min: interpolateNumber(this.#from.min, to.min)(share),
      max: interpolateNumber(this.#from.max, to.max)(share),
    };
  }

  /** Whether it is on its way: what was drawn `at` an instant is not where it ends. */
  moving(at: number): boolean {
    return at - this.#start < MOVES_MS;
  }

  /** Forgets the range: the next one fits its data. */
  forget(): void {
    this.#to = null;
  }
}
