/**
 * Other runs to compare the one on show with by their numbers: computed one after the other in an engine of their own, each once, with
 * its summary and the curves that are wanted of it. Not here: a run that is drawn over the first (second-run.ts), which are wanted.
 */
import type { Frame, Loaded, Points, SeriesRequest, ViewRequest } from "../engine/protocol.ts";
import type { Measured } from "../session/measures.ts";
import type { Scenario } from "../session/scenario.ts";

/** Calls that are made on the engine. */
export interface OtherRunsEngine {
  ask(name: "load", argument: { scenario: string }): Promise<Loaded>;
  ask(name: "summary", argument: Record<string, never>): Promise<{ summary: unknown }>;
  ask(name: "view", argument: ViewRequest): Promise<Frame>;
  close(): void;
}

/** A curve that is wanted of a run. */
export interface CurveWish {
  /** Mode `mean`: means of equal stretches, so that curves can be added. */
  series: SeriesRequest;
  t0_s: number;
  t1_s: number;
}

/** A run, and its curves in the order of the wishes. */
export interface OtherRun extends Measured {
  curves: Points[];
}

/** Columns in which a curve is read: three for each of some 400 px, and 9 for each mean. */
const COLUMNS = 1200;
const MEANS = 2700;

/** Time after which a stretch that is not recorded yet is asked for again, ms. */
const AGAIN_MS = 40;

export class OtherRuns {
  private engine: OtherRunsEngine | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly known = new Map<string, Promise<OtherRun>>();

  constructor(private readonly spawn: () => OtherRunsEngine) {}

  /** A run with its curves; rejects if it is refused, or closed meanwhile. */
  run(scenario: Scenario, curves: readonly CurveWish[]): Promise<OtherRun> {
    const key = JSON.stringify([scenario, curves]);
    const known = this.known.get(key);
    if (known) return known;
    const found = this.last.then(() => this.compute(scenario, curves));
    this.known.set(key, found);
    this.last = found.catch(() => undefined);
    return found;
  }

  /** Gives up what is under way. */
  close(): void {
    this.engine?.close();
    this.engine = null;
    this.known.clear();
  }

  private compute(scenario: Scenario, wishes: readonly CurveWish[]): Promise<OtherRun> {
    this.engine ??= this.spawn();
    return computeRun(this.engine, scenario, wishes);
  }
}

/** A run is refused: its errors, as the engine lists them. */
export class Refused extends Error {
  constructor(readonly loaded: Loaded & { ok: false }) {
    super(JSON.stringify(loaded.errors));
  }
}

/** Computes a run to its end, and reads its curves; rejects with `Refused`. */
export async function computeRun(
  engine: OtherRunsEngine,
  scenario: Scenario,
  wishes: readonly CurveWish[],
): Promise<OtherRun> {
  const loaded = await engine.ask("load", { scenario: JSON.stringify(scenario) });
  if (!loaded.ok) throw new Refused(loaded);
  const { summary } = await engine.ask("summary", {});
  const curves: Points[] = [];
  for (const wish of wishes) curves.push(await curveOf(engine, wish, loaded.duration_s));
  return { summary, settings: loaded.document, curves };
}

/** A curve, once the run is recorded so far and so finely: summed up it may be before that. */
async function curveOf(engine: OtherRunsEngine, wish: CurveWish, duration_s: number): Promise<Points> {
  const { series, t0_s, t1_s } = wish;
  const columns = series.mode === "mean" ? MEANS : COLUMNS;
  for (;;) {
    const frame = await engine.ask("view", { t0_s, t1_s, columns, series: [series] });
    if (frame.computed_s >= Math.min(t1_s, duration_s) && !frame.coarse) return frame.series[0] ?? new Float64Array(0);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
