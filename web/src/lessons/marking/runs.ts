/**
 * Runs computed in two workers, each by the next one that is free. A run that takes too long is ended with its worker. Not here: which runs (mark.ts), how one is computed
 * (compare/other-runs.ts).
 */
import { type CurveWish, computeRun, type OtherRun, type OtherRunsEngine } from "../../compare/other-runs.ts";
import { type Scenario, valueAt } from "../../session/scenario.ts";

/** Workers: as many as a small machine has cores. */
const WORKERS = 2;
/** A run is given up after this time, ms. */
const PATIENCE_MS = 30_000;
/** Packets of the link above which a run is not begun: some 30 s of a slow machine. */
export const MOST_PACKETS = 20_000_000;

/** A run took longer than it may. */
export class TooLong extends Error {}

/** Packets that a run's links can send, about: how long it takes to compute. None where a number is missing or wrong: the engine refuses it. */
export function packetsOf(scenario: Scenario): number {
  const of = (path: string): number => Math.max(0, Number(valueAt(scenario, path)) || 0);
  const rate_bps = of("bottleneck.rate_bps") + of("reverse_bottleneck.rate_bps");
  return (of("duration_s") * rate_bps) / (8 * (of("packet_bytes") || 1500));
}

export class MarkRuns {
  private readonly idle: (OtherRunsEngine | null)[] = Array.from({ length: WORKERS }, () => null);
  private readonly waiting: ((engine: OtherRunsEngine | null) => void)[] = [];
  private readonly engines = new Set<OtherRunsEngine>();
  /** All was cancelled. */
  isClosed = false;

  constructor(
    private readonly spawn: () => OtherRunsEngine,
    private readonly patience_ms = PATIENCE_MS,
  ) {}

  /** A run by the next worker that is free; rejects with `Refused`, `TooLong`, or because all was cancelled. */
  async compute(scenario: Scenario, wishes: readonly CurveWish[]): Promise<OtherRun> {
    let engine = await this.take();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      if (this.isClosed) throw new Error("cancelled");
      engine ??= this.begin();
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TooLong()), this.patience_ms);
      });
      return await Promise.race([computeRun(engine, scenario, wishes), late]);
    } catch (error) {
      // A run that is under way blocks its worker.
      if (engine && error instanceof TooLong) {
        engine.close();
        this.engines.delete(engine);
        engine = null;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      const next = this.waiting.shift();
      if (next) next(engine);
      else this.idle.push(engine);
    }
  }

  /** Ends everything. */
  close(): void {
    this.isClosed = true;
    for (const engine of this.engines) engine.close();
    this.engines.clear();
  }

  private begin(): OtherRunsEngine {
    const engine = this.spawn();
    this.engines.add(engine);
    return engine;
  }

  private take(): Promise<OtherRunsEngine | null> {
    const free = this.idle.pop();
    return free !== undefined ? Promise.resolve(free) : new Promise((resolve) => this.waiting.push(resolve));
  }
}
