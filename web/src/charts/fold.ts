/**
 * A run folded at its window cuts: the sawtooth cycles of one flow, each from a common zero, in round trips. Pure. Not here:
 * how they are drawn (teeth.ts).
 */
import type { Points } from "../engine/protocol.ts";
import { indexAt } from "../plot/points.ts";
import type { Shape } from "../plot/surface.ts";

/** A reduction of a window: when, by which signal, and the window just before, packets. */
export interface Cut {
  t_s: number;
  packets: number;
  signal: string;
  shape: Shape;
}

/** One sawtooth cycle: from a cut to the next one, or to the reading. */
export interface Tooth {
  start_s: number;
  end_s: number;
  /** The cut that ended it; null while it lasts. */
  cut: Cut | null;
  /** Window at its end, packets; null without a value. */
  height: number | null;
  /** Length in round trips, or in seconds where no round trips are counted. */
  length: number;
  /** The window in packets over the time since the cut, in the unit of `length`: x0, y0, x1, y1, ... */
  line: Float64Array;
}

/** Time in round trips at an instant; only differences mean something. */
export type Clock = (t_s: number) => number;

/**
 * A clock of round trips from the numbers of those that ended (the signal `round`), even between two of them. Thinned marks
 * suffice, since each carries its number; numbers that begin anew with another algorithm go on from the last. Null under two marks.
 */
export function roundClock(rounds: Points): Clock | null {
  const count = rounds.length >> 1;
  if (count < 2) return null;
  const at = new Float64Array(rounds);
  for (let i = 1; i < count; i++) {
    const passed = (rounds[2 * i + 1] as number) - (rounds[2 * i - 1] as number);
    at[2 * i + 1] = (at[2 * i - 1] as number) + (passed > 0 ? passed : 1);
  }
  return (t_s) => {
    // Before the first and after the last, as fast as beside them.
    const i = Math.max(0, Math.min(count - 2, indexAt(at, t_s)));
    const value = (place: number): number => at[2 * i + place] as number;
    return value(1) + ((t_s - value(0)) / (value(2) - value(0))) * (value(3) - value(1));
  };
}

/** Cuts of several signals in order of time; of those at one instant the first signal's. */
export function cutsOf(marks: readonly { signal: string; shape: Shape; points: Points }[]): Cut[] {
  const cuts = new Map<number, Cut>();
  for (const { signal, shape, points } of marks)
    for (let i = 0; i + 1 < points.length; i += 2) {
      const t_s = points[i] as number;
      if (!cuts.has(t_s)) cuts.set(t_s, { t_s, packets: points[i + 1] as number, signal, shape });
    }
  return [...cuts.values()].sort((a, b) => a.t_s - b.t_s);
}

/** The cycles that begin from `from_s` on, up to `to_s`, the last `most` of them; the last one may be incomplete. */
export function fold(
  level: (t_s: number) => Points,
  cuts: readonly Cut[],
  clock: Clock,
  { from_s, to_s, most }: { from_s: number; to_s: number; most: number },
): Tooth[] {
  const starts = cuts.filter(({ t_s }) => t_s >= from_s && t_s <= to_s);
  const teeth = starts.map((start, i): Tooth => {
    const next = starts[i + 1] ?? null;
    const end_s = next?.t_s ?? to_s;
    const points = level(start.t_s);
    const last = points[2 * indexAt(points, end_s) + 1];
    const height = next?.packets ?? last ?? Number.NaN;
    return {
      start_s: start.t_s,
      end_s,
      cut: next,
      height: Number.isFinite(height) ? height : null,
      length: clock(end_s) - clock(start.t_s),
      line: lineOf(points, start.t_s, end_s, clock, height),
    };
  });
  return teeth.slice(-most);
}

/** A level from a cut on: its value after the cut, what follows, and `height` at the end. */
function lineOf(points: Points, start_s: number, end_s: number, clock: Clock, height: number): Float64Array {
  const zero = clock(start_s);
  // A column of pixels may have left out the value at the instant of the cut: then the one before it is from before the cut.
  let i = Math.max(0, indexAt(points, start_s));
  if ((points[2 * i] as number) < start_s) i++;
  const line: number[] = [];
  for (; 2 * i + 1 < points.length && (points[2 * i] as number) < end_s; i++) {
    const x = clock(points[2 * i] as number) - zero;
    const y = points[2 * i + 1] as number;
    if (line.length === 0 && x > 0) line.push(0, y);
    line.push(x, y);
  }
  if (line.length > 0) line.push(clock(end_s) - zero, height);
  return Float64Array.from(line);
}

/** How many packets were lost after `start_s` and up to `end_s`. */
export function lostIn(losses: readonly Points[], start_s: number, end_s: number): number {
  return losses.reduce((sum, points) => sum + indexAt(points, end_s) - indexAt(points, start_s), 0);
}
