/**
 * Arithmetic of the span on the screen: zoom, pan, following the playhead. Pure. Not here: gestures (gestures.ts).
 */

/** A stretch of time, s. */
export type Span = readonly [t0_s: number, t1_s: number];

/** The shortest span that can be reached by zooming, s: some packets at 10 Mbit/s. */
const SHORTEST_S = 0.005;

/** Where the playhead may stand when the span follows it, and where it is after a step of the span. */
const LEAVES = 0.94;
const RETURNS = 0.5;

/** Puts a span within 0 and the run's length, its own length kept where that is possible. */
export function within(span: Span, duration_s: number): Span {
  const length = Math.min(duration_s, Math.max(SHORTEST_S, span[1] - span[0]));
  const t0 = Math.min(Math.max(0, span[0]), duration_s - length);
  return [t0, t0 + length];
}

/** The span made `factor` times as long, with `at_s` staying where it is. */
export function zoomed(span: Span, at_s: number, factor: number, duration_s: number): Span {
  const length = Math.min(duration_s, Math.max(SHORTEST_S, (span[1] - span[0]) * factor));
  const share = (at_s - span[0]) / (span[1] - span[0]);
  const t0 = at_s - share * length;
  return within([t0, t0 + length], duration_s);
}

/** The span moved by `dt_s`. */
export function moved(span: Span, dt_s: number, duration_s: number): Span {
  return within([span[0] + dt_s, span[1] + dt_s], duration_s);
}

/**
 * The span that follows the playhead: the same until the playhead nears its end, then moved on in one step, so that
 * labels and grid stand still between. Null: stay.
 */
export function following(span: Span, playhead_s: number, duration_s: number): Span | null {
  const length = span[1] - span[0];
  const share = (playhead_s - span[0]) / length;
  if (share >= 0 && share <= LEAVES) return null;
  const next = within([playhead_s - RETURNS * length, playhead_s + (1 - RETURNS) * length], duration_s);
  return next[0] === span[0] && next[1] === span[1] ? null : next;
}
