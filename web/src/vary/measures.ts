/** Measures of a run that a sweep can have, and the columns of its table in which each is. Pure. Not here: which of them the reader chooses (choice.ts). */
import { nameText } from "../engine/protocol.ts";
import { has, translate } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Column, FLOW, INDEX, PATH } from "../session/summary-columns.ts";
import { type Axis, flowsOf, LISTED, placeLabel } from "./variables.ts";

/** A measure: a number of the summary, of each flow, of the bottleneck or of the run. */
export interface Field extends Column {
  of: "flow" | "path" | "run";
}

/** Harm that the other flows do to each flow (crate `sweep`). */
const HARM = { unit: "%", factor: 100, digits: 1 };
const OF_FLOW: readonly Column[] = [
  ...FLOW,
  { path: "throughput_bps", unit: "Mbit/s", factor: 1e-6, digits: 3 },
  { path: "fast_recoveries", digits: 0 },
  { path: "goodput_harm", ...HARM },
  { path: "rtt_harm", ...HARM },
];
const OF_PATH: readonly Column[] = [
  ...PATH,
  { path: "queue_ms.mean", unit: "ms", digits: 1 },
  { path: "queue_packets.mean", digits: 1 },
];

/** Measures to choose from. */
export const FIELDS: readonly Field[] = [
  ...OF_FLOW.map((column) => ({ ...column, of: "flow" as const })),
  ...OF_PATH.map((column) => ({ ...column, of: "path" as const })),
  { path: INDEX, digits: 3, of: "run" },
];

export const fieldOf = (path: string): Field | undefined => FIELDS.find((each) => each.path === path);

/** Name of a measure; that of a table's own is its column's. */
export const labelOf = ({ path }: Field): string => (has(`results.${path}`) ? translate(`results.${path}`) : path);

/** Measures by which flows are compared in a map. */
export const isCompared = ({ path }: Field): boolean => path === "goodput_bps" || path === "of_capacity";

/** A column of the table, and the flow that it is of. */
export interface FieldColumn {
  column: string;
  look: FlowLook | null;
}

/** Columns of the table in which a field is. */
export function columnsOf(field: Field, looks: readonly FlowLook[]): FieldColumn[] {
  if (field.of !== "flow")
    return [{ column: field.of === "path" ? `bottleneck.${field.path}` : field.path, look: null }];
  const flows = flowsOf(looks).slice(0, LISTED);
  return flows.map((look) => ({ column: `flows.${nameText(look.name)}.${field.path}`, look }));
}

/** The column of a map or a search: of a flow's field that of the flow at a place. */
export const columnAt = (columns: readonly FieldColumn[], flow: number): FieldColumn =>
  columns[Math.min(flow, columns.length - 1)] ?? { column: "", look: null };

/** Flows that have a measure with every value of the axes, by names that stay: more copies of a flow have other names than one. */
export function measuredLooks(looks: readonly FlowLook[], axes: readonly Pick<Axis, "path">[]): readonly FlowLook[] {
  const counted = axes.flatMap(({ path }) => /^flows\.(.+)\.count$/.exec(path)?.[1] ?? []);
  const isCopy = (name: string): boolean =>
    counted.some((each) => name === each || (name.startsWith(`${each} `) && /^\d+$/.test(name.slice(each.length + 1))));
  const isVaried = (name: string): boolean => axes.some(({ path }) => path === `flows.${name}.algorithm.kind`);
  return looks
    .filter(({ name }) => !isCopy(nameText(name)))
    .map((look) => (isVaried(nameText(look.name)) ? { ...look, label: placeLabel(look) } : look));
}
