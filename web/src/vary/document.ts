/**
 * The document of a sweep or a search (docs/sweeps.md) that a choice makes, in its units. Pure. Not here: which values there are in the end and how
 * they are run (crate `sweep`).
 */
import { nameText } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Json, Scenario } from "../session/scenario.ts";
import { toDocument } from "../settings/setting.ts";
import type { Choice } from "./choice.ts";
import { columnAt, columnsOf, type Field, fieldOf, measuredLooks } from "./measures.ts";
import { type Axis, flowsOf, type Variable, variableOf } from "./variables.ts";

/** A part of the run, s. */
export interface Span {
  from_s: number;
  to_s: number;
}

/** The span of the run that is measured: while all flows have begun, so that their rates are shares of the same link. */
export function spanOf(
  { axes, from_s, to_s }: Choice,
  looks: readonly FlowLook[],
  { duration_s }: Pick<Scenario, "duration_s">,
): Span {
  const starts = flowsOf(looks).map(({ name, start_s }) => {
    const axis = axes.find(({ path }) => path === `flows.${nameText(name)}.start_s`);
    return axis ? Math.max(axis.from, axis.to) : start_s;
  });
  const last = Math.max(0, ...starts);
  return { from_s: from_s ?? (last < duration_s ? last : 0), to_s: to_s ?? duration_s };
}

/** A span as the document has it: without an end that is the run's. */
export const spanFields = ({ from_s, to_s }: Span, { duration_s }: Pick<Scenario, "duration_s">): Partial<Span> => ({
  ...(from_s !== 0 && { from_s }),
  ...(to_s !== duration_s && { to_s }),
});

/** An axis as the document has it. */
function trackOf({ words, from, to, steps, logarithmic }: Axis, { face, whole, paths }: Variable): Json {
  const values = face
    ? {
        ...{ from: toDocument(face, from), to: toDocument(face, to), steps },
        ...(logarithmic && { scale: "logarithmic" }),
        ...(whole && { whole }),
      }
    : { values: words };
  const [track = {}, ...others] = paths.map((path) => ({ path, ...values }));
  return others.length === 0 ? track : { together: [track, ...others] };
}

/** Measures that are shown: without one that every value has, those of the bottleneck. */
export function fieldsOf({ fields, axes }: Choice, looks: readonly FlowLook[]): Field[] {
  const own = measuredLooks(looks, axes);
  const known = (paths: readonly string[]): Field[] =>
    paths.flatMap((path) => fieldOf(path) ?? []).filter((field) => columnsOf(field, own).length > 0);
  const chosen = known(fields);
  return chosen.length > 0 ? chosen : known(["utilisation"]);
}

/** The document of a sweep. The first seed is the run's own, and the others are those after it, as in *Repeat*. */
export function documentOf(
  choice: Choice,
  variables: readonly Variable[],
  scenario: Scenario,
  looks: readonly FlowLook[],
): Json {
  const { seeds, flow, goal } = choice;
  const first = Number(scenario.seed ?? 1);
  const measured = fieldsOf(choice, looks);
  const own = measuredLooks(looks, choice.axes);
  const axes = choice.axes.flatMap((axis) => {
    const variable = variableOf(variables, axis.path);
    return variable ? [trackOf(axis, variable)] : [];
  });
  const both = {
    schema: 1,
    scenario,
    seeds: { from: first, to: first + seeds - 1 },
    ...spanFields(spanOf(choice, looks, scenario), scenario),
  };
  const [field] = measured;
  if (goal && field) {
    const limit = Number((goal.value / (field.factor ?? 1)).toPrecision(12));
    const measure = columnAt(columnsOf(field, own), flow).column;
    return { ...both, find: goal.find, axis: axes[0], measure, [goal.bound]: limit };
  }
  return { ...both, axes, measures: measured.flatMap((each) => columnsOf(each, own).map(({ column }) => column)) };
}
