/** Whether a run that was handed in reaches a goal of a lesson, with the controls that the lesson unlocks. Pure. Not here: the conditions (shown-runs.ts, find.ts). */
import type { CurveWish, OtherRun } from "../../compare/other-runs.ts";
import { controlsOf } from "../../controls/control-names.ts";
import { sourceName } from "../../engine/protocol.ts";
import type { Reached } from "../../hand_in/document.ts";
import { looksOf } from "../../session/facts.ts";
import type { Scenario } from "../../session/scenario.ts";
import { nameOfSetting } from "../../session/setting-names.ts";
import { tables } from "../../session/setting-tables.ts";
import { seriesOf } from "../curve.ts";
import { foundIt, stateAt } from "../find.ts";
import { scenarioOf, unmet } from "../shown-runs.ts";
import type { Goal, Lesson } from "../types.ts";
import { differing } from "./changes.ts";

/** The curves of the states that a goal compares. */
export function momentWishes({ find }: Goal, { duration_s }: Scenario): CurveWish[] {
  if (!find) return [];
  return find.states.map((signal) => ({
    series: seriesOf(sourceName(find.source), signal),
    t0_s: 0,
    t1_s: duration_s,
  }));
}

/** Whether the run, with these curves, reaches the goal. */
export function holds({ find, all }: Goal, { at_s }: Reached, run: OtherRun): boolean {
  if (!find) return unmet(run, all).length === 0;
  const words = find.states.map((signal, i) => stateAt(run.curves[i] ?? [], signal, at_s ?? -1));
  return at_s !== undefined && foundIt(find, words);
}

/** The part of the document whose fields a setting's change may bring along; null if that is not a part of its own. */
function partOf(path: string): string | null {
  const part = path.slice(0, path.lastIndexOf("."));
  const depth = part.split(".").length;
  return depth >= (/^(flows|cross_traffic)\./.test(path) ? 3 : 2) ? `${part}.` : null;
}

/** Settings that differ from the goal's beginning, though the lesson does not unlock them, by name. */
export function foreignSettings(lesson: Lesson, goal: Goal, scenario: Scenario, settings: unknown): string[] {
  const { play } = lesson;
  const begun = scenarioOf(lesson.scenarios, {
    scenario: goal.scenario ?? play.scenario,
    set: goal.set ?? play.set ?? {},
  });
  const changed = [...differing(scenario, begun), ...(scenario.interventions ?? []).map(({ path }) => String(path))];
  const open = play.controls.filter(({ name }) => !goal.lock?.includes(name));
  const looks = looksOf(settings, scenario.duration_s, tables);
  const allowed = open.flatMap(({ name, also = [], along = {} }) => [
    ...controlsOf([name], settings, looks).shown.flatMap((each) => ("paths" in each ? each.paths : [])),
    ...also,
    ...Object.values(along).flatMap(Object.keys),
  ]);
  const parts = allowed.flatMap((path) => partOf(path) ?? []);
  const foreign = changed.filter((path) => !allowed.includes(path) && !parts.some((part) => path.startsWith(part)));
  return [...new Set(foreign.map((path) => nameOfSetting(path, [])))];
}
