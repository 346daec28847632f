/**
 * Scores of the loss discriminators for the run on the page, or, once it was repeated, for all of these runs together: each is computed
 * once more in a worker with an observer that judges its losses, over the span that the charts show (the whole run while that follows
 * the playhead). Anew whenever one of these
 * changes, while their chart is open. Fetched with that chart. Not here: judging and scores (crate `measures`), their drawing
 * (charts/discriminators.ts).
 */
import { seedOf, withSeeds } from "../compare/model.ts";
import { bytesOf } from "../engine/trace-files.ts";
import { WORKERS } from "../ensemble/client.ts";
import { runJobs } from "../ensemble/job-pool.ts";
import type { Judging } from "../session/run-facts.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { sumOf } from "./judged-sums.ts";
import type { FirstRun } from "./page.ts";
import { pool } from "./workers.ts";

/** So long after the last change the runs begin, ms. */
const SETTLED_MS = 350;
/** Progress is shown in this many steps. */
const STEPS = 50;

/** Subject of the judgement. */
interface Wanted {
  scenario: Scenario;
  from_s: number;
  to_s: number;
  runs: number;
}

export class Judge {
  private judging: Judging = { key: "0", done: null, share: null, fault: null };
  private versions = 0;
  private cancel = new AbortController();
  private timer = 0;
  /** Scores that are known or being computed; null: none. */
  private wanted: Wanted | null = null;

  constructor(
    private readonly run: FirstRun,
    /** Number of runs that are judged together. */
    private readonly runs: () => number,
  ) {}

  /** Contents of the chart now; computes them, if it is open and they are not known. */
  follow(open: boolean): Judging {
    const { session, chartArea } = this.run;
    const { scenario } = session.document;
    // A span that follows the playhead would never be computed.
    const [from_s, to_s] = chartArea.following ? [0, session.clock.duration_s] : chartArea.span;
    const next: Wanted = { scenario, from_s, to_s, runs: this.runs() };
    const { wanted } = this;
    const same =
      wanted !== null && (Object.keys(next) as (keyof Wanted)[]).every((name) => wanted[name] === next[name]);
    if (!open) this.rest();
    else if (!same) this.want(next);
    return this.judging;
  }

  /** Ends what is under way; it is begun again when the chart is open again. */
  private rest(): void {
    if (this.judging.share === null) return;
    this.stop();
    this.wanted = null;
    this.show({ share: null });
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.cancel.abort();
    this.cancel = new AbortController();
  }

  private want(next: Wanted): void {
    const first = this.wanted === null;
    this.stop();
    this.wanted = next;
    this.show({ share: 0, fault: null });
    this.timer = window.setTimeout(() => void this.begin(next), first ? 0 : SETTLED_MS);
  }

  private async begin({ scenario, from_s, to_s, runs }: Wanted): Promise<void> {
    const { signal } = this.cancel;
    const text = JSON.stringify(scenario);
    const file = bytesOf(valueAt(scenario, "bottleneck.rate_trace_file.digest"));
    const jobs = withSeeds(scenario, runs).others.map((other) => ({ seed: seedOf(other), cost: 1 }));
    const all: Float64Array[] = [];
    try {
      await runJobs(
        {
          jobs,
          work: async (hand, { seed }, onShare) => {
            all.push(await hand.ask("judgedLosses", { scenario: text, file, seed, from_s, to_s }, onShare));
          },
          onProgress: ({ share }) => {
            if (!signal.aborted) this.show({ share: Math.floor(share * STEPS) / STEPS });
          },
        },
        pool,
        WORKERS,
        signal,
      );
      const hand = await pool.take();
      const { rules } = await hand.ask("scores", new Float64Array());
      const counts = sumOf(all, rules.length);
      const { shares } = await hand.ask("scores", counts);
      pool.give(hand);
      const done = { rules, counts, shares, span_s: [from_s, to_s], runs } as const;
      if (!signal.aborted) this.show({ done, share: null });
    } catch (error) {
      if (!signal.aborted) this.show({ share: null, fault: (error as Error).message });
    }
  }

  private show(change: Partial<Judging>): void {
    const { judging } = this;
    if ((Object.keys(change) as (keyof Judging)[]).every((name) => change[name] === judging[name])) return;
    this.judging = { ...judging, ...change, key: String(++this.versions) };
    this.run.player.touch();
  }
}
