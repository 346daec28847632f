/**
 * Which run a lesson shows, and whether it meets a goal's conditions: its scenario, the second run beside it, the conditions that
 * do not hold. Pure. Not here: values by name (session/measures.ts), how they are worded (tell.ts).
 */
import { type Comparison, withRun } from "../compare/model.ts";
import { BOTTLENECK, type SourceName, sourceName } from "../engine/protocol.ts";
import { type Measured, measure } from "../session/measures.ts";
import {
  entriesIn,
  LISTS,
  type ListName,
  nameOf,
  type Scalar,
  type Scenario,
  valueAt,
  withValue,
} from "../session/scenario.ts";
import { stepsOf, valueAtStep } from "./answers.ts";
import { curveMeasure } from "./curve.ts";
import type { Ask, AskDraw, Condition, Loop, Row, Show } from "./types.ts";

/** A condition that does not hold, and what the run gives instead. */
export interface Unmet {
  condition: Condition;
  found: number | null;
}

/** The conditions that do not hold. */
export function unmet(measured: Measured, all: readonly Condition[]): Unmet[] {
  const holds = (found: number | null, operator: Condition[1], value: number): boolean => {
    if (found === null) return false;
    if (operator === "==") return found === value;
    return operator === "<=" ? found <= value : found >= value;
  };
  return all
    .map((condition) => ({ condition, found: measure(measured, condition[0]) }))
    .filter(({ condition, found }) => !holds(found, condition[1], condition[2]));
}

/** Whether a scenario has the flows and the cross traffic that values are of, by their names. */
export function hasSources(scenario: Scenario | undefined, names: readonly string[]): boolean {
  const own = LISTS.flatMap((list) =>
    (scenario ? entriesIn(scenario, list) : []).map((entry, i) => nameOf(list, entry, i)),
  );
  const sourcesOf = (of: string): SourceName[] => {
    const listed = /^(?:flows|cross_traffic)\.([\w-]+)\./.exec(of)?.[1];
    return listed === undefined ? (curveMeasure(of)?.sources ?? []) : [sourceName(listed)];
  };
  return names.every((of) => sourcesOf(of).every((source) => source === BOTTLENECK || own.includes(source)));
}

/**
 * The question whose run the text's numbers are of while a question's run is on show: that run, or the last one before it that
 * keeps its settings and has the values that the text shows (`names`). A summary over both halves would be true of neither. -1 if there
 * is none.
 */
export function steadyRun(
  asks: readonly Pick<Ask, "show">[],
  shown: number,
  scenarios: Record<string, Scenario>,
  names: readonly string[],
): number {
  return asks.findLastIndex(({ show }, i) => i <= shown && !show.then && hasSources(scenarios[show.scenario], names));
}

/** Seconds on screen in which the known part of a drawing passes, about. */
const KNOWN_S = 6;

/** The chart on which a drawing is made, over its time, with the known part before it, and nothing after. */
export function beforeDrawing({ show, chart, from_s, to_s }: AskDraw): Loop {
  const { scenario, set, then, log } = show;
  const run = { scenario, ...(set && { set }), ...(then && { then }), ...(log && { log }) };
  const known = { from_s: 0, to_s: from_s, still_s: from_s, until_s: from_s, speed: Math.max(from_s, 1) / KNOWN_S };
  return { ...run, ...known, view: [chart], span: [0, to_s] };
}

/** Whether a loop is one that a drawing can be made on: it has its chart over its time, and does not show what is asked. */
export function isDrawnOn({ scenario, view, span, until_s }: Loop, { show, chart, from_s, to_s }: AskDraw): boolean {
  const [begins = Infinity, ends = 0] = span ?? [];
  const isHidden = until_s !== undefined && until_s <= from_s;
  return isHidden && scenario === show.scenario && view.includes(chart) && begins <= from_s && ends >= to_s;
}

/** Place in the document of the entry whose copies a path counts (`flows.NAME.count`), which is a setting of no copy; null for others. */
function countedBy(scenario: Scenario, path: string): [list: ListName, place: number] | null {
  const [, list, name] = /^(flows|cross_traffic)\.([^.]+)\.count$/.exec(path) ?? [];
  const place = (scenario[list as ListName] ?? []).findIndex((entry) => entry.name === name);
  return place < 0 ? null : [list as ListName, place];
}

/** The value of a setting as the document has it, a number of copies included; undefined if there is none. */
export function settingOf(scenario: Scenario, path: string): unknown {
  const counted = countedBy(scenario, path);
  return counted ? scenario[counted[0]]?.[counted[1]]?.count : valueAt(scenario, path);
}

/** The scenario with another value of a setting; itself where the path leads nowhere. */
export function withSetting(scenario: Scenario, path: string, value: Scalar): Scenario {
  const counted = countedBy(scenario, path);
  if (!counted) return withValue(scenario, path, value);
  const [list, place] = counted;
  const entries = (scenario[list] ?? []).map((entry, i) => (i === place ? { ...entry, count: value } : entry));
  return { ...scenario, [list]: entries };
}

/** The scenario of a run to show. */
export function scenarioOf(
  scenarios: Record<string, Scenario>,
  show: Pick<Show, "scenario" | "set" | "then">,
  more: Record<string, Scalar> = {},
): Scenario {
  let scenario = scenarios[show.scenario];
  if (!scenario) throw new Error(`no scenario ${show.scenario}`);
  for (const [path, value] of Object.entries({ ...show.set, ...more })) scenario = withSetting(scenario, path, value);
  return show.then ? { ...scenario, interventions: [...show.then] } : scenario;
}

/**
 * The runs that a value is of, each asked for once the one before is there. A search for a setting's smallest value halves what is left
 * of its values, as if the condition held from one of them on, and ends with the run at that value; null if it holds at none.
 */
export function* runsOf<Run extends Measured>(
  scenarios: Record<string, Scenario>,
  { of, smallest, ...what }: Pick<Row, "scenario" | "set" | "of" | "smallest">,
  more: Record<string, Scalar> = {},
): Generator<Scenario, Run | null, Run> {
  if (!smallest) return yield scenarioOf(scenarios, what, more);
  let found: Run | null = null;
  let [from, to] = [0, stepsOf(smallest) + 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    const run: Run = yield scenarioOf(scenarios, what, { ...more, [of]: valueAtStep(smallest, middle) });
    if (unmet(run, [smallest.holds]).length > 0) from = middle + 1;
    else [to, found] = [middle, run];
  }
  return found;
}

/** The run with which a value's runs end, each computed by `run`. */
export async function lastRun<Run>(
  runs: Generator<Scenario, Run | null, Run>,
  run: (scenario: Scenario) => Promise<Run>,
): Promise<Run | null> {
  let next = runs.next();
  while (!next.done) next = runs.next(await run(next.value));
  return next.value;
}

/** The run to show with the second one that is laid over it; null if there is none. */
export function comparisonOf(
  scenarios: Record<string, Scenario>,
  show: Pick<Show, "scenario" | "set" | "then" | "beside">,
): Comparison | null {
  const { beside } = show;
  if (!beside) return null;
  const then = [...(show.then ?? []), ...(beside.then ?? [])];
  const other = scenarioOf(
    scenarios,
    { scenario: beside.scenario ?? show.scenario, ...(then.length > 0 && { then }) },
    { ...show.set, ...beside.set },
  );
  const paths = [...Object.keys(beside.set ?? {}), ...(beside.then ?? []).map((each) => each.path)];
  return withRun(scenarioOf(scenarios, show), other, paths);
}
