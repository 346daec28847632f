/** A stretch of a run as far as it may be shown: what comes later would give an answer away. Not here: how far that is. */
import type { Frame, Points } from "../engine/protocol.ts";

/** The frame up to a moment; null: all of it. */
export function shownUntil(frame: Frame, until_s: number | null): Frame {
  if (until_s === null || frame.computed_s <= until_s) return frame;
  const known = (points: Points): Points => {
    let end = 0;
    while (end < points.length && (points[end] ?? 0) <= until_s) end += 2;
    return points.subarray(0, end);
  };
  return { ...frame, computed_s: until_s, series: frame.series.map(known) };
}
