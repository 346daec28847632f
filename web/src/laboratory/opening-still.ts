/**
 * Where the opening stands still if motion is to be reduced: at the first queue drop. Fetched only then. Not here: the opening's
 * rule (session/opening.ts).
 */
import type { Common } from "./page.ts";

/** Puts the playhead just after the first queue drop after a moment, found in the run; at that moment if there is none. */
export async function still({ run, page }: Common, after_s: number): Promise<void> {
  const { clock } = run.session;
  const series = run.player.looks.map((look) => ({
    source: look.name,
    signal: "drop_queue",
    mode: "marks" as const,
    limit: 4000,
  }));
  const frame = await run.engine.ask("view", { t0_s: after_s, t1_s: clock.duration_s, columns: 2000, series });
  const firsts = frame.series.map((points) => points.find((_, i) => i % 2 === 0 && (points[i] ?? 0) >= after_s));
  const first = Math.min(...firsts.map((t) => t ?? Number.POSITIVE_INFINITY));
  // Just after it: what happens at an instant is not yet in that instant's picture.
  clock.seek(Number.isFinite(first) ? first + 1e-6 : after_s);
  page.change();
}
