/**
 * Keeps the future of a run when the reader begins to change a setting, until the next change. Not here: how it is drawn
 * (compare/former.ts).
 */
import type { Overlay } from "../charts/chart.ts";
import { CHARTS, chartOf } from "../charts/registry.ts";
import type { Former as Kept } from "../compare/former.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Common, Part } from "./page.ts";

/** Pixel columns for which it is kept: those of a large screen. */
const COLUMNS = 2000;

export class Former extends Part<Common> {
  private kept: {
    now: Kept;
    from_s: number;
    facts: RunFacts;
    lib: typeof import("../compare/former.ts");
    key: number;
  } | null = null;
  private turn = 0;

  /** Keeps the run as it is before a change that is about to be made, from where on it acts: the playhead, or the start. */
  keep(from_s: number): void {
    this.forget();
    const { turn } = this;
    const { player, engine } = this.lab.run;
    const facts = player.facts();
    if (!(facts.computed_s > from_s)) return;
    const charts = CHARTS.flatMap(({ id, axis }) => (axis === "time" && chartOf(id)) || []);
    const series = charts.flatMap((chart) => chart.series(facts, COLUMNS));
    const request = { t0_s: from_s, t1_s: facts.computed_s, columns: COLUMNS, series };
    void Promise.all([engine.ask("view", request), import("../compare/former.ts")])
      .then(([frame, lib]) => {
        if (turn !== this.turn) return;
        this.kept = { now: { frame, series }, from_s, facts, lib, key: turn };
        this.lab.run.chartArea.invalidateOverlay("forget");
        player.touch();
      })
      // A run that is gone has no past to be compared with.
      .catch(() => undefined);
  }

  /** Another change, or another run. */
  forget(): void {
    this.turn++;
    if (!this.kept) return;
    this.kept = null;
    this.lab.run.chartArea.invalidateOverlay("forget");
    this.lab.run.player.touch();
  }

  /** Its drawing in the charts, at the moment of these facts. */
  overlay({ playhead_s, reading_s, t0_s, t1_s, focus, picked }: RunFacts): Overlay | null {
    if (!this.kept) return null;
    const { now, from_s, facts, lib, key } = this.kept;
    const old = { ...facts, playhead_s, reading_s, t0_s, t1_s, focus, picked: picked ?? null };
    return lib.formerOverlay(key, from_s, { facts: old, request: async (view) => lib.answerOf(now, view) });
  }
}
