/**
 * Bands and challenges of a lesson measured: the runs of seeds 1 to 5 in workers, as the automatic test of our own lessons has them
 * (lessons.test.ts). Not here: how a run is computed (../marking/runs.ts), how a band is written into the text (insert.ts).
 */
import type { CurveWish } from "../../compare/other-runs.ts";
import { sourceName } from "../../engine/protocol.ts";
import { type Measured, measure } from "../../session/measures.ts";
import { isObject, type Scalar, type Scenario } from "../../session/scenario.ts";
import { type Curve, curveMeasure, type Feature, featureOf, inMbps, seriesOf, valuesIn } from "../curve.ts";
import type { MarkRuns } from "../marking/runs.ts";
import { lastRun, runsOf, scenarioOf, unmet } from "../shown-runs.ts";
import { faceOf } from "../tell.ts";
import type { Ask, AskDraw, Band, Facts, Goal } from "../types.ts";

/** Seeds that a band holds for. */
export const SEEDS = [1, 2, 3, 4, 5];
/** Seeds of them in which a challenge has to be met by its solution. */
export const MOST_OF = 3;

/** Where a tolerance stands: a band, or a feature of a drawing by its number. */
export type Place = { band: string } | { ask: string; feature: number };

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A tolerance as a file's settings have it, and its place there; null where it is gone. */
export function toleranceAt(front: Record<string, unknown>, place: Place): { place: string; band: unknown } | null {
  const isBand = "band" in place;
  const [list, id] = isBand ? ["bands", place.band] : ["asks", place.ask];
  const i = entriesOf(front[list]).findIndex((one) => isObject(one) && one.id === id);
  const own = entriesOf(front[list])[i];
  const at = isBand ? own : isObject(own) ? entriesOf(own.features)[place.feature] : null;
  if (!isObject(at)) return null;
  return { place: `${list}.${i}${isBand ? "" : `.features.${place.feature}`}.band`, band: at.band };
}

/** Results of the runs of a tolerance. */
export interface BandFound {
  place: Place;
  /** It; of a drawing's feature as a band in the chart's unit. */
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

/** A share of a value: the least width of a band that no question says a step for. */
const SHARE = 0.02;

/** A band around values, its ends with three digits, and at least so wide: in one without a width no answer would be close. */
export function bandAround(values: readonly number[], width = 0): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = width > 0 ? width : low === high ? Math.abs(low) * SHARE : 0;
  const more = Math.max(0, least - (high - low)) / 2;
  // Few values may be less than nothing.
  const down = low >= 0 ? Math.min(more, low) : more;
  return [outward(low - down, Math.floor), outward(high + 2 * more - down, Math.ceil)];
}

/** The step of the questions that a band judges, in the band's unit; 0 where none asks for it. */
function stepOf({ id, of, unit }: Band, asks: readonly Ask[]): number {
  const steps = asks.flatMap((ask) => (ask.kind === "number" && ask.band === id ? [ask.step] : []));
  return steps.length > 0 ? Math.max(...steps) / faceOf(of, unit).factor : 0;
}

/** The features of drawings as bands: `of` is the feature's name. */
function drawnBands(asks: readonly Ask[]): { ask: AskDraw; feature: number; band: Band }[] {
  return asks.flatMap((ask) =>
    ask.kind !== "draw"
      ? []
      : ask.features.map(({ name, band }, feature) => ({
          ...{ ask, feature },
          band: {
            ...{ id: `${ask.id}: ${name}`, scenario: ask.show.scenario, of: name, band },
            unit: name === "teeth" ? "" : ask.unit,
          },
        })),
  );
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

/** Measures a lesson's bands, what is judged of its drawings, and its challenges; rejects where a run is refused, takes too long or all is cancelled. */
export async function measureLesson(
  { scenarios, bands, asks, goals, play }: Pick<Facts, "scenarios" | "bands" | "asks" | "goals" | "play">,
  runs: MarkRuns,
  onShare: (share: number) => void,
): Promise<Found> {
  const wanted = new Wanted();
  const none = (): (number | null)[] => SEEDS.map(() => null);
  const own = bands.map((band) => ({ band, place: { band: band.id }, values: none(), width: stepOf(band, asks) }));
  const drawn = drawnBands(asks).map(({ ask, feature, band }) => ({
    ...{ ask, band, place: { ask: ask.id, feature }, values: none() },
    width: band.of === "teeth" ? 1 : ask.max * SHARE,
  }));
  for (const { ask, band, values } of drawn)
    for (const [i, seed] of SEEDS.entries()) {
      const { flow, signal, rate_s, from_s, to_s } = ask;
      const wish = { series: seriesOf(sourceName(flow), signal, rate_s), t0_s: from_s, t1_s: to_s };
      wanted.add(scenarioOf(scenarios, ask.show, { seed }), [wish], (_, [points = new Float64Array(0)]) => {
        const curve = rate_s === undefined ? points : inMbps(points as Float64Array);
        const value = featureOf(band.of as Feature, valuesIn(curve), ask.max);
        values[i] = Number.isFinite(value) ? value : null;
      });
    }
  /** Runs that depend on the runs before them. */
  const searches: (() => Promise<void>)[] = [];
  for (const { band, values } of own)
    for (const [i, seed] of SEEDS.entries()) {
      if (band.smallest) {
        searches.push(async () => {
          const found = await lastRun(runsOf(scenarios, band, { seed }), (scenario) => runs.compute(scenario, []));
          values[i] = found && measure(found, band.of);
        });
        continue;
      }
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
  await Promise.all([wanted.compute(runs, onShare), ...searches.map((search) => search())]);
  return {
    bands: [...own, ...drawn].map(({ place, band, values, width }) => {
      const known = values.filter((value): value is number => value !== null);
      const isWhole = known.length === SEEDS.length;
      const suggested = isWhole ? bandAround(known, width) : null;
      return { place, band, values, suggested, holds: isWhole && lies(band, known) };
    }),
    goals: tried.map((each) => ({ ...each, holds: each.begun === 0 && each.solved >= MOST_OF })),
  };
}
