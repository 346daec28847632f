/**
 * The runs of a sweep: its plan and what a run costs, said before anything is run; the runs in the pool's workers, the coarse ones
 * first; cancellation that keeps what is done. Not here: which values are next (crate `sweep`), how work is shared out
 * (ensemble/job-pool.ts), the drawing.
 */
import { type Pool, WORKERS } from "../ensemble/client.ts";
import { Cancelled, type Progress, runJobs } from "../ensemble/job-pool.ts";
import type { Calls, TableGiven } from "../ensemble/protocol.ts";
import { Outdated, SweepKeeper } from "../ensemble/sweep.ts";
import type { Refusal, SweepPlan } from "../ensemble/types.ts";
import { cornersOf, mostRuns, secondsOf } from "./cost.ts";

/** The work in progress. */
export type Doing =
  | { state: "planned" | "cancelled" | "opened" }
  | { state: "running"; progress: Progress | null }
  | { state: "done"; seconds: number; workers: number }
  | { state: "failed"; message: string };

/** Of a run at most so long is measured to know which is the dearest, and of that one, s. */
const MEASURED_S = 0.15;
const DEAREST_S = 1;

export class SweepRuns {
  doing: Doing = { state: "planned" };
  plan: SweepPlan | Refusal | null = null;
  /** Of the dearest run on one core, s; null: not known yet. */
  cost_s: number | null = null;
  /** Runs that have a row, and those that were lost with their worker. */
  done = 0;
  lost = 0;
  /** Holds the rows. */
  keeper: SweepKeeper | null = null;
  private cancelling = new AbortController();
  private plans = 0;
  private file: Uint8Array = new Uint8Array();
  private document = "";
  /** Values of the axis at most, those added where neighbours differ among them; 0: none is added. */
  private most = 0;

  constructor(
    private readonly pool: Pool,
    /** Something else is to be said. */
    private readonly changed: () => void,
    /** There are more rows. */
    private readonly grown: () => void,
  ) {}

  /** All runs on all cores, with those of values that are added, s; null: not known. */
  get seconds(): number | null {
    const { plan, cost_s, most } = this;
    return plan?.ok && cost_s !== null ? secondsOf(cost_s, mostRuns(plan, most), WORKERS) : null;
  }

  /** Plans a document in place of the one before, and measures what a run costs. `planned`: hears of a plan before it is said. */
  async prepare(document: string, file: Uint8Array, most: number, planned?: (plan: SweepPlan) => void): Promise<void> {
    this.forget();
    const mine = this.plans;
    this.file = file;
    this.document = document;
    this.most = most;
    this.keeper ??= new SweepKeeper(await this.pool.take());
    const { keeper } = this;
    const plan = await keeper.open({ document, file });
    if (mine !== this.plans) return;
    Object.assign(this, { plan, cost_s: null, done: 0, lost: 0, doing: { state: "planned" } });
    if (plan.ok) planned?.(plan);
    this.changed();
    if (!plan.ok) return;
    // A run may cost many times what its neighbour does.
    let dearest = { run: 0, cost: 0 };
    try {
      for (const run of cornersOf(plan)) {
        const cost = await keeper.ask("cost", run, MEASURED_S);
        if (cost > dearest.cost) dearest = { run, cost };
        if (this.doing.state === "running") return;
      }
      this.cost_s = await keeper.ask("cost", dearest.run, DEAREST_S);
    } catch (error) {
      if (error instanceof Outdated) return;
      throw error;
    }
    this.changed();
  }

  /** Opens a table in place of what was planned or run; null: nothing is planned yet. */
  async open(given: TableGiven): Promise<Calls["openTable"][1] | null> {
    const { keeper } = this;
    const opened = keeper && (await keeper.openTable(given));
    if (!keeper || !opened?.plan.ok) return opened;
    this.forget();
    const { plan } = opened;
    const done = plan.runs - (await keeper.ask("left")).length;
    Object.assign(this, { plan, file: given.file, most: 0, cost_s: null, done, lost: 0, doing: { state: "opened" } });
    return opened;
  }

  /** Runs what has no row yet, and what is added where neighbours differ: half way, or in ratio. */
  async start(logarithmic: boolean): Promise<void> {
    const { keeper, most } = this;
    if (!keeper || !this.plan?.ok || this.doing.state === "running") return;
    const searches = this.plan.most_runs !== undefined;
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const mine = this.plans;
    this.cancelling = cancelling;
    this.doing = { state: "running", progress: null };
    this.changed();
    const begun = performance.now();
    let workers = 1;
    let before = 0;
    try {
      do {
        if (!searches) this.plan = JSON.parse(await keeper.ask("plan")) as SweepPlan;
        const document = searches ? this.document : await keeper.ask("document");
        before = this.done;
        const jobs = [...(await keeper.ask("left"))].map((run) => ({ run, cost: 1 }));
        await runJobs(
          {
            jobs,
            work: async (hand, { run }, onShare) => {
              const row = await hand.ask("sweepRow", { document, file: this.file, run }, onShare);
              if (signal.aborted || !(await keeper.ask("add", row))) return;
              if (this.done++ === 0) performance.measure("vary.first", { start: begun });
              this.grown();
            },
            onProgress: (progress) => {
              if (signal.aborted) return;
              workers = progress.workers;
              this.doing = { state: "running", progress };
              this.changed();
            },
            onLost: () => undefined,
          },
          this.pool,
          WORKERS,
          signal,
        );
        this.lost = (await keeper.ask("left")).length;
        // The next runs of a search depend on its results until now.
      } while (
        searches ? this.lost > 0 && this.done > before : most > 0 && (await keeper.ask("refine", logarithmic, most)) > 0
      );
      performance.measure("vary.whole", { start: begun });
      this.doing = { state: "done", seconds: (performance.now() - begun) / 1000, workers };
    } catch (error) {
      if (mine !== this.plans) return;
      this.doing =
        error instanceof Cancelled ? { state: "cancelled" } : { state: "failed", message: (error as Error).message };
    }
    this.changed();
    this.grown();
  }

  /** Ends the runs at once; those that are done stay. */
  cancel(): void {
    this.cancelling.abort();
  }

  /** Another choice has been made: nothing is planned. */
  forget(): void {
    this.plans++;
    this.plan = null;
    this.cancel();
  }

  close(): void {
    this.forget();
    this.keeper?.end();
    this.keeper = null;
  }
}
