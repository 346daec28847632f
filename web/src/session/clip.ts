/** A stretch of a run as far as it may be shown: what comes later would give an answer away. Not here: how far that is. */
import { endOf } from "../engine/frames.ts";
import type { Frame, Points } from "../engine/protocol.ts";

/** The frame up to a moment; null: all of it. */
export function shownUntil(frame: Frame, until_s: number | null): Frame {
  if (until_s === null || frame.computed_s <= until_s) return frame;
  const known = (points: Points): Points => points.subarray(0, endOf(points, until_s));
  return { ...frame, computed_s: until_s, withheld: true, series: frame.series.map(known) };
}
