/**
 * The reader's choice in *Vary*: what is varied, measured or looked for, as the form, a link and another run have it. Pure. Not here: what there is to
 * choose from (variables.ts, measures.ts), the document that it makes (document.ts), the form (form.ts).
 */
import { equal } from "../session/scenario.ts";
import { fieldOf } from "./measures.ts";
import { type Axis, axisOf, pairOf, STEPS, usualOf, type Variable, variableOf, wordsIn } from "./variables.ts";

/** A search: for the end of the values with which a measure keeps a bound, in the screen's unit. */
export interface Goal {
  find: "smallest" | "largest";
  bound: "at_least" | "at_most";
  value: number;
}

/** The reader's choice. */
export interface Choice {
  axes: readonly Axis[];
  seeds: number;
  /** Paths of fields. */
  fields: readonly string[];
  /** Of a map or a search: place of the flow whose field it is. */
  flow: number;
  /** Span of the run that is measured, s; null: the usual one (`spanOf`). */
  from_s: number | null;
  to_s: number | null;
  /** null: no search. */
  goal: Goal | null;
}

/** A picture: a curve over one setting, a map over two, one of the algorithms of two flows; a search. */
export type Kind = "curve" | "map" | "pairs" | "find";

/** Measures that a curve shows at first. */
export const USUAL_FIELDS: readonly string[] = ["goodput_bps", "queue_ms.p50"];
const USUAL_GOAL: Goal = { find: "smallest", bound: "at_least", value: 99 };
/** The choice of a picture at first, and the number of values of each axis. */
const USUAL: Readonly<Record<Kind, { steps: number; choice: Partial<Choice> }>> = {
  curve: { steps: STEPS, choice: { fields: USUAL_FIELDS } },
  map: { steps: 12, choice: { fields: ["of_capacity"] } },
  pairs: { steps: STEPS, choice: { fields: ["of_capacity"], seeds: 1 } },
  find: { steps: 100, choice: { fields: ["utilisation"], seeds: 10, goal: USUAL_GOAL } },
};

/** The curve over a setting. */
export const curveOf = (variable: Variable | undefined): Choice => ({
  ...{ axes: variable ? [axisOf(variable)] : [], seeds: 5, fields: USUAL_FIELDS, flow: 0 },
  ...{ from_s: null, to_s: null, goal: null },
});

export function kindOf(
  { axes, goal }: Pick<Choice, "goal"> & { axes: readonly { path: string }[] },
  variables: readonly Variable[],
): Kind {
  if (goal) return "find";
  if (axes.length < 2) return "curve";
  const pair = pairOf(variables);
  return axes.every(({ path }, i) => path === pair[i]?.paths[0]) ? "pairs" : "map";
}

/** The choice of another picture where it has had none: over the setting of the one before. `kept`: those of the other pictures. */
export function choiceOfKind(
  kind: Kind,
  choice: Choice,
  variables: readonly Variable[],
  kept: Partial<Record<Kind, Choice>>,
): Choice {
  const other = { ...choice, from_s: null, to_s: null, goal: null };
  const { steps, choice: usual } = USUAL[kind];
  if (kind === "pairs") return { ...other, ...usual, axes: pairOf(variables).map((each) => axisOf(each, steps)) };
  // Two flows' algorithms are no setting of another picture.
  const before = kindOf(choice, variables) === "pairs" ? (kept.curve ?? kept.map ?? kept.find) : choice;
  const [axis] = before?.axes ?? [];
  const same = variableOf(variables, axis?.path);
  const found = same?.face || kind !== "find" ? same : undefined;
  const first = found ?? usualOf(variables);
  if (!first) return other;
  const second = kind === "map" && variables.find(({ face, paths }) => face && paths[0] !== first.paths[0]);
  const axes = [found && axis ? { ...axis, steps } : axisOf(first, steps), ...(second ? [axisOf(second, steps)] : [])];
  return { ...other, seeds: before?.seeds ?? choice.seeds, ...usual, axes };
}

/** A choice as a link has it, as far as it fits the run; else that of the form. */
export function restored(saved: Partial<Choice>, usual: Choice, variables: readonly Variable[]): Choice {
  const list = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);
  const finite = <T>(value: unknown, otherwise: T): number | T => (Number.isFinite(value) ? Number(value) : otherwise);
  const axes = list(saved.axes).flatMap((axis): Axis[] => {
    const variable = variableOf(variables, axis?.path);
    if (!variable) return [];
    const own = axisOf(variable);
    const numbers = {
      from: finite(axis.from, own.from),
      to: finite(axis.to, own.to),
      steps: finite(axis.steps, own.steps),
    };
    return [{ ...own, ...numbers, logarithmic: axis.logarithmic === true, words: wordsIn(variable, list(axis.words)) }];
  });
  const fields = list(saved.fields).filter((path) => fieldOf(path));
  return {
    axes: axes.length > 0 ? axes.slice(0, 2) : usual.axes,
    seeds: finite(saved.seeds, usual.seeds),
    fields: fields.length > 0 ? fields.slice(0, 3) : usual.fields,
    flow: finite(saved.flow, usual.flow),
    from_s: finite(saved.from_s, null),
    to_s: finite(saved.to_s, null),
    goal: saved.goal ? { ...USUAL_GOAL, ...saved.goal, value: finite(saved.goal.value, USUAL_GOAL.value) } : null,
  };
}

/** A choice for another run: settings that it has keep their values, those that were the usual ones become the usual ones of this run. */
export function carried(choice: Choice, before: readonly Variable[], variables: readonly Variable[]): Choice {
  const axes = choice.axes.flatMap((axis): Axis[] => {
    const [old, now] = [before, variables].map((list) => variableOf(list, axis.path));
    if (!now) return [];
    if (old && equal(axis, axisOf(old, axis.steps))) return [axisOf(now, axis.steps)];
    return [{ ...axis, words: wordsIn(now, axis.words) }];
  });
  const usual = usualOf(variables);
  return { ...choice, axes: axes.length > 0 || !usual ? axes : [axisOf(usual)] };
}
