/**
 * Where the rate of a link comes from: it is constant, or the link serves in opportunities that a trace or a model gives. Pure. Not
 * here: what a trace or a model may be (the engine says that), nor how a trace's file is read (laboratory/trace-file.ts).
 */
import { MOST_IN_ADDRESS } from "../generated/rules.ts";
import type { LabDocument } from "./document.ts";
import { isObject, type Json, type Scenario, valueAt } from "./scenario.ts";

/** A direction's bottleneck. */
export type Side = "bottleneck" | "reverse_bottleneck";
export const SIDES: readonly Side[] = ["bottleneck", "reverse_bottleneck"];

/** Settings that a bottleneck may have in place of a constant rate, and all that belongs to them. */
const ORIGINS = ["rate_trace_ms", "rate_trace_file", "rate_model", "rate_steps"];
const OWN: ReadonlySet<string> = new Set([...ORIGINS, "rate_trace_repeat", "rate_steps_repeat"]);

/** Whether something else than its rate says when a bottleneck's link sends. */
export const hasOrigin = (bottleneck: Json): boolean =>
  ORIGINS.some((name) => isObject(bottleneck[name]) || Array.isArray(bottleneck[name]));

/** The document with another origin of a link's rate; null: it is constant. The run is another from its start. */
export function setLink(document: LabDocument, side: Side, origin: Json | null): LabDocument {
  const { scenario } = document;
  const before = scenario[side];
  if (!isObject(before)) return document;
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => !OWN.has(name)));
  return { ...document, scenario: { ...scenario, [side]: { ...rest, ...origin } } };
}

/** The file that a bottleneck names; null if it names none. */
export interface NamedFile {
  name: string;
  entries: number | null;
  digest: string | null;
}

/** The file of a bottleneck's trace, as a document names it. */
export function fileOf(scenario: unknown, side: Side): NamedFile | null {
  const file = valueAt(scenario, `${side}.rate_trace_file`);
  if (!isObject(file)) return null;
  const { name, entries, digest } = file;
  return {
    name: String(name),
    entries: typeof entries === "number" ? entries : null,
    digest: typeof digest === "string" ? digest : null,
  };
}

/** The bottleneck whose trace has more entries than an address carries; null if none has. */
export function tooLong(scenario: unknown): { side: Side; times_ms: unknown[] } | null {
  for (const side of SIDES) {
    const times_ms = valueAt(scenario, `${side}.rate_trace_ms`);
    if (Array.isArray(times_ms) && times_ms.length > MOST_IN_ADDRESS) return { side, times_ms };
  }
  return null;
}

/** The scenario with the file of a trace in place of its entries. */
export function withFile(scenario: Scenario, side: Side, rate_trace_file: unknown): Scenario {
  const { rate_trace_ms: _entries, ...rest } = scenario[side] as Json;
  return { ...scenario, [side]: { ...rest, rate_trace_file } };
}
