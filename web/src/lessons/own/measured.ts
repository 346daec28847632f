/**
 * Bands and challenges of a lesson measured: the runs of seeds 1 to 5 in workers, as the automatic test of our own lessons has them
 * (lessons.test.ts). Not here: how a run is computed (../marking/runs.ts), how a band is written into the text (insert.ts).
 */
import type { CurveWish } from "../../compare/other-runs.ts";
import { type Measured, measure } from "../../session/measures.ts";
import type { Scalar, Scenario } from "../../session/scenario.ts";
import { type Curve, curveMeasure, seriesOf } from "../curve.ts";
import type { MarkRuns } from "../marking/runs.ts";
import { scenarioOf, unmet } from "../shown-runs.ts";
import type { Band, Facts, Goal } from "../types.ts";

/** Seeds that a band holds for. */
export const SEEDS = [1, 2, 3, 4, 5];
/** Seeds of them in which a challenge has to be met by its solution. */
export const MOST_OF = 3;

/** What a band's runs give. */
export interface BandFound {
  band: Band;
  /** Null: the run has no such value. */
  values: (number | null)[];
  /** A band that holds for all; null where a value is missing. */
  suggested: [number, number] | null;
  holds: boolean;
}

/** In how many of the seeds a challenge is met where it begins, and by its solution. */
export interface GoalFound {
  goal: Goal;
  begun: number;
  solved: number;
  holds: boolean;
}

export interface Found {
  bands: BandFound[];
  goals: GoalFound[];
}

/** The next number with three digits, below or above. */
function outward(value: number, round: (x: number) => number): number {
  if (value === 0) return 0;
  const digit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 2);
  // Powers of ten are not exact.
  return Number((round(Number((value / digit).toPrecision(12))) * digit).toPrecision(3));
}

/** A band around values, its ends with three digits. */
export function bandAround(values: readonly number[]): [number, number] {
  return [outward(Math.min(...values), Math.floor), outward(Math.max(...values), Math.ceil)];
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Whether values lie in a band as it means them: each of them, or their median. */
function lies({ band: [least, most], median: middle }: Band, values: readonly number[]): boolean {
  const inside = (value: number): boolean => value >= (least ?? -Infinity) && value <= (most ?? Infinity);
  return (middle ? [median(values)] : values).every(inside);
}

/** A value that is wanted of a run. */
type Want = (run: Measured & { curves: Curve[] }, curves: readonly Curve[]) => void;

/** Runs that are wanted, each once, with what is read of it. */
class Wanted {
  private readonly runs = new Map<
    string,
    { scenario: Scenario; wishes: CurveWish[]; reads: [Want, number, number][] }
  >();

  add(scenario: Scenario, wishes: readonly CurveWish[], read: Want): void {
    const key = JSON.stringify(scenario);
    const own = this.runs.get(key) ?? { scenario, wishes: [], reads: [] };
    this.runs.set(key, own);
    own.reads.push([read, own.wishes.length, wishes.length]);
    own.wishes.push(...wishes);
  }

  async compute(runs: MarkRuns, onShare: (share: number) => void): Promise<void> {
    let done = 0;
    const all = [...this.runs.values()].map(async ({ scenario, wishes, reads }) => {
      const run = await runs.compute(scenario, wishes);
      for (const [read, from, count] of reads) read(run, run.curves.slice(from, from + count));
      done += 1;
      onShare(done / this.runs.size);
    });
    await Promise.all(all);
  }
}

/** Measures a lesson's bands and challenges; rejects where a run is refused, takes too long or all is cancelled. */
export async function measureLesson(
  { scenarios, bands, goals, play }: Pick<Facts, "scenarios" | "bands" | "goals" | "play">,
  runs: MarkRuns,
  onShare: (share: number) => void,
): Promise<Found> {
  const wanted = new Wanted();
  const own = bands.map((band) => ({ band, values: SEEDS.map((): number | null => null) }));
  for (const { band, values } of own)
    for (const [i, seed] of SEEDS.entries()) {
      const traced = curveMeasure(band.of);
      const wishes = traced?.sources.map((source) => ({
        series: seriesOf(source, traced.signal),
        t0_s: traced.t0_s,
        t1_s: traced.t1_s,
      }));
      wanted.add(scenarioOf(scenarios, band, { seed }), wishes ?? [], (run, curves) => {
        const value = traced ? traced.of(curves) : measure(run, band.of);
        values[i] = value !== null && Number.isFinite(value) ? value : null;
      });
    }
  // A moment to be found is looked for by eye.
  const tried = goals.filter((goal) => !goal.find).map((goal) => ({ goal, begun: 0, solved: 0 }));
  for (const each of tried)
    for (const seed of SEEDS) {
      const { scenario = play.scenario, set = play.set, all, solution } = each.goal;
      const run = (more: Record<string, Scalar>): Scenario =>
        scenarioOf(scenarios, { scenario, set }, { ...more, seed });
      const count = (what: "begun" | "solved") => (found: Measured) => {
        if (unmet(found, all).length === 0) each[what] += 1;
      };
      wanted.add(run({}), [], count("begun"));
      wanted.add(run(solution), [], count("solved"));
    }
  await wanted.compute(runs, onShare);
  return {
    bands: own.map(({ band, values }) => {
      const known = values.filter((value): value is number => value !== null);
      const isWhole = known.length === SEEDS.length;
      return { band, values, suggested: isWhole ? bandAround(known) : null, holds: isWhole && lies(band, known) };
    }),
    goals: tried.map((each) => ({ ...each, holds: each.begun === 0 && each.solved >= MOST_OF })),
  };
}
