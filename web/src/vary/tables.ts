/**
 * A sweep's table (CSV) that was opened: its settings and measures as the form and the plots take them. Pure. Not here: reading it, and whether its
 * runs are those of the run on the page (crate `sweep`).
 */
import { extent } from "d3-array";
import { sourceName } from "../engine/protocol.ts";
import type { SweepPlan } from "../ensemble/types.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Face } from "../settings/setting.ts";
import { FIELDS, type Field } from "./measures.ts";
import type { Varied } from "./numbers.ts";
import type { Variable } from "./variables.ts";

/** The drawn contents of a table. */
export interface Opened {
  /** Name of the file. */
  name: string;
  /** Why its runs are not those of the run on the page; empty if they are. */
  other: string;
  axes: readonly Varied[];
  fields: readonly Field[];
  looks: readonly FlowLook[];
}

const PLAIN: Face = {
  ...{ unit: "", factor: 1, min: 0, max: 1, scale: "linear", zero: false, integer: false, ticks: [] },
  ...{ least: 0, most: 1, above: false },
};

/** A table's settings are not varied. */
const RANGE = { whole: false, least: 0, most: 1 };

/** An axis whose setting the page may not know. */
function axisOf(
  { path, values }: SweepPlan["axes"][number]["tracks"][number],
  variables: readonly Variable[],
): Opened["axes"][number] {
  const [least = 0, most = 0] = extent(values, Number);
  const known = variables.find(({ paths }) => paths.includes(path));
  const isNumber = values.every((value) => typeof value === "number");
  const words = values.map((value) => ({ value: String(value), label: String(value) }));
  return {
    variable: known ?? { paths: [path], label: path, face: isNumber ? PLAIN : null, ...RANGE, words, value: "" },
    logarithmic: isNumber && least > 0 && most / least >= 50,
  };
}

/** `variables`, `looks`: those of the run on the page. */
export function openedOf(
  name: string,
  { axes, columns }: SweepPlan,
  other: string,
  variables: readonly Variable[],
  looks: readonly FlowLook[],
): Opened {
  const isOwn = other === "";
  // A flow of another run may have the name of one of the page's.
  const known = variables.filter(({ paths: [path] }) => isOwn || !/^(flows|cross_traffic)\./.test(path));
  const measures = columns.filter(({ of, kind }) => of === "measure" && kind !== "text");
  const parts = measures.map(({ name }) =>
    /^(?:flows\.(?<flow>[^.]+)\.|(?<path>bottleneck\.))?(?<rest>.+)$/.exec(name),
  );
  const fields = parts.map((part): Field => {
    const { flow, path, rest } = part?.groups ?? {};
    const of = flow === undefined ? (path === undefined ? "run" : "path") : "flow";
    const found = FIELDS.find((field) => field.of === of && field.path === rest);
    return found ?? { path: part?.[0] ?? "", digits: 3, of: "run" };
  });
  const flows = [...new Set(parts.flatMap((part) => part?.groups?.flow ?? []))];
  const look = (label: string, index: number): FlowLook => ({
    ...{ name: sourceName(label), label, index, sign: index, kind: "", cross: false },
    ...{ start_s: 0, stop_s: Number.POSITIVE_INFINITY },
  });
  return {
    ...{ name, other },
    axes: axes.flatMap(({ tracks: [track] }) => (track ? [axisOf(track, known)] : [])),
    fields: [...new Set(fields)],
    looks: isOwn ? looks : flows.map(look),
  };
}
