/** A sweep or a search that a worker keeps: its methods, called from the page. Not here: the pool of workers (job-pool.ts), the sweep itself (crate `sweep`). */
import type { Find, Sweep } from "../../pkg-figures/sawtooth_wasm_figures.js";
import type { WorkerHandle } from "./client.ts";
import type { Calls, SweepDocument, TableGiven } from "./protocol.ts";
import type { Refusal, SweepPlan } from "./types.ts";

type Methods = Pick<Sweep, Exclude<keyof Sweep, symbol>> & Pick<Find, "answer">;

/** Fields of a search's plan in place of axes. */
interface Search {
  most_runs: number;
  path: string;
  values: number[];
}

/** The answer is another sweep's by now. */
export class Outdated extends Error {}

export class SweepKeeper {
  private opened = 0;

  constructor(private readonly hand: WorkerHandle) {}

  /** Of a search the plan is that of all of its values, of which it runs a few. */
  async open(given: SweepDocument): Promise<SweepPlan | Refusal> {
    this.opened++;
    const plan = (await this.hand.ask("openSweep", given)) as (SweepPlan & Search) | Refusal;
    if (!plan.ok || !plan.most_runs) return plan;
    const { path, values, seeds } = plan;
    const cells = values.length;
    const axes: SweepPlan["axes"] = [{ tracks: [{ path, unit: "", values }] }];
    return { ...plan, cells, axes, columns: [], notices: [], runs: cells * (seeds.to - seeds.from + 1) };
  }

  /** In place of the sweep before, unless the table is rejected. */
  async openTable(given: TableGiven): Promise<Calls["openTable"][1]> {
    const opened = await this.hand.ask("openTable", given);
    if (opened.plan.ok) this.opened++;
    return opened;
  }

  /** Rejects with `Outdated` once another one is opened. */
  async ask<N extends keyof Methods>(name: N, ...given: Parameters<Methods[N]>): Promise<ReturnType<Methods[N]>> {
    const { opened } = this;
    const answer = (await this.hand.ask("askSweep", { name, given })) as ReturnType<Methods[N]>;
    if (opened !== this.opened) throw new Outdated();
    return answer;
  }

  end(): void {
    this.hand.end();
  }
}
