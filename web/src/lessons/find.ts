/**
 * Goals that are met by finding a moment: two states of the run compared at the playhead. Pure. Not here: where the
 * states come from, how it is shown (free-play.ts).
 */
import { ALGORITHM_SIGNALS, SIGNALS } from "../generated/signals.ts";
import type { Curve } from "./curve.ts";
import type { Find } from "./types.ts";

/** The word of a state at a moment; null where none is known yet. */
export function stateAt(curve: Curve, signal: string, t_s: number): string | null {
  const all = [SIGNALS, ...ALGORITHM_SIGNALS.values()].flat();
  const words = all.find((each) => each.name === signal)?.words ?? [];
  let word: string | null = null;
  for (let i = 0; i + 1 < curve.length && (curve[i] ?? 0) <= t_s; i += 2) word = words[curve[i + 1] ?? -1] ?? null;
  return word;
}

/** Whether both states are known there, and are the same or not, as the goal requires. */
export function foundIt(find: Find, [one, other]: readonly (string | null)[]): boolean {
  if (!one || !other || one === "unknown" || other === "unknown") return false;
  return (one === other) === find.same;
}
