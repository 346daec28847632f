/**
 * A run split in two: up to the fork both branches are one, from there on each has changes of its own, and both meet the
 * same random streams. A is the document's scenario; B has the fork's interventions instead of A's from its moment on (contract 5,
 * `fork=`). Pure. Not here: B's engine, what is drawn of it, what the two differ in (compare/).
 */
import { extended, type Fork, type LabDocument, lasting, moment, withInterventions } from "./document.ts";
import { type Intervention, inOrder, isObject, overrides, parsed, type Scalar, type Scenario } from "./scenario.ts";

/** The branch that the controls change. */
export type Side = "A" | "B";

/** The document split at a moment: B begins as A goes on. */
export function forked(document: LabDocument, t_s: number): LabDocument {
  // A run at its end first goes on: there would be no two futures.
  const before_s = document.scenario.duration_s;
  const ended = t_s >= before_s;
  const roomy = ended ? extended(document) : document;
  const at_s = moment(t_s);
  const interventions = inOrder(roomy.scenario).filter((each) => each.at_s >= at_s);
  return { ...roomy, fork: { at_s, interventions, ...(ended ? { before_s } : {}) } };
}

/** Branch B as a scenario of its own; null where nothing is split. */
export function branchOf(document: LabDocument): Scenario | null {
  const { fork, scenario } = document;
  if (!fork) return null;
  const before = (scenario.interventions ?? []).filter((each) => each.at_s < fork.at_s);
  return withInterventions(scenario, [...before, ...fork.interventions]);
}

/**
 * The document without its fork: A alone, or B in its place. The length that only the fork added goes with it, unless the
 * branch has changes there or the reader has changed the length since.
 */
export function joinedAs(document: LabDocument, side: Side): LabDocument {
  const scenario = (side === "B" ? branchOf(document) : null) ?? document.scenario;
  const before_s = document.fork?.before_s;
  const added =
    before_s !== undefined &&
    scenario.duration_s === before_s * 2 &&
    (scenario.interventions ?? []).every((each) => each.at_s < before_s);
  return { ...document, scenario: added ? lasting(scenario, before_s) : scenario, fork: null };
}

/** True if a change at `t_s` belongs to branch B alone: changes before the fork belong to both. */
export function isOwn(document: LabDocument, side: Side, t_s: number): boolean {
  return side === "B" && !!document.fork && moment(t_s) >= document.fork.at_s;
}

/** Sets a live setting of B, or several to the same value, at a moment after the fork (contract 1.5 holds within the branch). */
export function setInBranch(
  document: LabDocument,
  paths: string | readonly string[],
  value: Scalar,
  t_s: number,
): LabDocument {
  const roomy = t_s >= document.scenario.duration_s ? extended(document) : document;
  const { fork } = roomy;
  if (!fork) return document;
  const at_s = moment(t_s);
  const all = typeof paths === "string" ? [paths] : paths;
  const isOverridden = overrides(all);
  const kept = fork.interventions.filter((each) => each.at_s < at_s || !isOverridden(each.path));
  const added = all.map((path) => ({ at_s, path, value }));
  return { ...roomy, fork: { ...fork, interventions: [...kept, ...added] } };
}

/** The fork in a text (JSON), or null if it is none. */
export function readFork(text: string): Fork | null {
  const value = parsed(text);
  if (!isObject(value) || typeof value.at_s !== "number" || !(value.at_s >= 0) || !Array.isArray(value.interventions))
    return null;
  const { at_s } = value;
  const interventions = value.interventions.filter(
    (each): each is Intervention =>
      isObject(each) && typeof each.at_s === "number" && each.at_s >= at_s && typeof each.path === "string",
  );
  return interventions.length === value.interventions.length ? { at_s, interventions } : null;
}
