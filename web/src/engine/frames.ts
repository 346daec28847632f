/**
 * Frames of a run that was changed: what was there before stays where the new run is not computed yet. Not here: what may be seen of
 * a run (session/clip.ts), who asks for frames.
 */
import type { Frame, Points } from "./protocol.ts";

/** Time after a change for which the data before it are shown at most, ms. */
export const KEPT_MS = 3000;

/** Index behind the last point at or before a moment. */
export function endOf(points: Points, t_s: number): number {
  let end = 0;
  while (end < points.length && (points[end] ?? 0) <= t_s) end += 2;
  return end;
}

/** The frame, and where it is not computed yet what an earlier one of the same request has there. What is not to be seen stays away. */
export function continued(frame: Frame, before: Frame): Frame {
  const { computed_s } = frame;
  if (frame.withheld || before.withheld || before.computed_s <= computed_s || frame.t1_s <= computed_s) return frame;
  const series = frame.series.map((points, i) => {
    const old = before.series[i] ?? points;
    const [own, rest] = [points.subarray(0, endOf(points, computed_s)), old.subarray(endOf(old, computed_s))];
    const all = new Float64Array(own.length + rest.length);
    all.set(own);
    all.set(rest, own.length);
    return all;
  });
  return { ...frame, computed_s: before.computed_s, series };
}
