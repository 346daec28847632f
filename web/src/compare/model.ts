/**
 * A comparison: the run on show, the other run or runs, from when on they part, which settings differ. Plain data and pure
 * functions. Not here: computing the runs (second-run.ts, other-runs.ts, ensemble/), drawing (overlay.ts), measures (table.ts).
 */
import type { LabDocument } from "../session/document.ts";
import { branchOf } from "../session/fork.ts";
import { equal, type Intervention, inOrder, type Scenario, valueAt } from "../session/scenario.ts";

/** Runs that part here are others from the start: no line shows where they part. */
const FROM_THE_START = -1;
/** Greatest seed (contract 1). */
const SEEDS = 2 ** 53;

export interface Comparison {
  /** The run on show. */
  first: Scenario;
  /** The other side of the comparison: one run, or many that differ by their seeds, the first of which is the run on show. */
  others: readonly Scenario[];
  /** From when on they are other runs, s; `FROM_THE_START` if they always were. */
  from_s: number;
  /** The settings that differ, as paths. */
  paths: readonly string[];
}

/** Changes that a scenario lacks, in the order given. */
export function lacking(changes: readonly Intervention[], scenario: Scenario): Intervention[] {
  return changes.filter((each) => !(scenario.interventions ?? []).some((one) => equal(one, each)));
}

/** Changes of a run that the other lacks, in order of time. */
export const ownChanges = (run: Scenario, other: Scenario): Intervention[] => lacking(inOrder(run), other);

/** Compares two runs that differ in the settings `paths`: by changes, from the first of them on, or from the start. */
export function withRun(first: Scenario, other: Scenario, paths: readonly string[]): Comparison {
  const changes = [...ownChanges(first, other), ...ownChanges(other, first)];
  const from_s = changes.length > 0 ? Math.min(...changes.map((each) => each.at_s)) : FROM_THE_START;
  return { first, others: [other], from_s, paths };
}

/** Compares the branches of a run, from its fork on; null where it has none. */
export function withBranch(document: LabDocument): Comparison | null {
  const other = branchOf(document);
  if (!document.fork || !other) return null;
  // A branch begins with the changes that the run has ahead: as long as both have them, they are no difference.
  const changes = [...ownChanges(other, document.scenario), ...ownChanges(document.scenario, other)];
  const paths = [...new Set(changes.map((each) => each.path))];
  return { first: document.scenario, others: [other], from_s: document.fork.at_s, paths };
}

/** Compares a run with `runs` of its scenario that differ by their seeds alone: its own, and those after it. */
export function withSeeds(first: Scenario, runs: number): Comparison {
  const seed = seedOf(first);
  const others = Array.from({ length: runs }, (_, i) => ({ ...first, seed: (seed + i) % SEEDS }));
  return { first, others, from_s: FROM_THE_START, paths: ["seed"] };
}

/** The seed of a scenario. */
export const seedOf = (scenario: Scenario): number => Number(scenario.seed ?? 1);

/**
 * Value of a setting at a moment, before a run's own changes; undefined where it is not known. `settings`: the scenario with every
 * default, as it is at `settings_s`.
 */
export function valueBefore(
  scenario: Scenario,
  path: string,
  at_s: number,
  own: readonly Intervention[],
  settings: unknown,
  settings_s: number,
): unknown {
  const changes = inOrder(scenario).filter((each) => each.path === path);
  const last = changes.findLast((each) => each.at_s <= at_s && !own.some((one) => equal(one, each)));
  if (last) return last.value;
  const first = valueAt(scenario, path);
  if (first !== undefined) return first;
  return changes.some((each) => each.at_s <= settings_s) ? undefined : valueAt(settings, path);
}
