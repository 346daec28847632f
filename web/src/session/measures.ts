/**
 * Values of a run by name: a path of the summary (contract 3), the names that are derived from it, or a setting. Pure. Not here:
 * how a value is worded (lessons/tell.ts), measures of curves (lessons/curve.ts).
 */
import { backoffProbability } from "../engine/formulas.ts";
import { isObject, valueAt } from "./scenario.ts";

/** A run's summary, and its document with every default written out. */
export interface Measured {
  summary: unknown;
  settings: unknown;
  /** Values of its trace by name, as far as they were read (lessons/curve.ts). */
  traced?: Readonly<Record<string, number>>;
}

const numberAt = (document: unknown, path: string): number | null => {
  const value = valueAt(document, path);
  return typeof value === "number" ? value : null;
};

/** Names that are derived from a summary, by the last part of the path that names them. */
type Derived = (measured: Measured, owner: string, rest: string) => number | null;
const DERIVED: ReadonlyMap<string, Derived> = new Map(
  Object.entries<Derived>({
    of_rate: ({ summary, settings }, owner) =>
      over(numberAt(summary, `${owner}.goodput_bps`), offered(summary, settings)),
    share_of_flows: ({ summary }, owner) => {
      const flows = isObject(summary) && Array.isArray(summary.flows) ? summary.flows : [];
      const all = flows.map((flow) => (isObject(flow) && typeof flow.goodput_bps === "number" ? flow.goodput_bps : 0));
      return over(
        numberAt(summary, `${owner}.goodput_bps`),
        all.reduce((sum, one) => sum + one, 0),
      );
    },
    queue_delay_ms: ({ summary }, owner, rest) => numberAt(summary, `${owner}.queue_ms.${rest}`),
    /** Of ten rounds, each longer than the one before by a packet's time: in how many it backs off (CDG, eq. 5). */
    backoffs_in_ten: ({ settings }, owner) => {
      const g_ms = numberAt(settings, `${owner}.algorithm.g_ms`);
      const time_s = over((numberAt(settings, "packet_bytes") ?? 0) * 8, rateOf(settings));
      return g_ms === null || time_s === null ? null : 10 * backoffProbability(1000 * time_s, g_ms);
    },
    idle_s: ({ summary }, owner) => {
      const [used, lasted] = [numberAt(summary, `${owner}.utilisation`), numberAt(summary, "simulated_s")];
      return used === null || lasted === null ? null : (1 - used) * lasted;
    },
    lost_share: ({ summary }, owner) =>
      over(numberAt(summary, `${owner}.dropped_queue`), numberAt(summary, `${owner}.arrived`)),
  }),
);

const rateOf = (settings: unknown): number | null => numberAt(settings, "bottleneck.rate_bps");
/** The rate at which the link could send: with a trace or a model what it offered on average. */
const offered = (summary: unknown, settings: unknown): number | null =>
  (valueAt(settings, "bottleneck.rate_model") ?? valueAt(settings, "bottleneck.rate_trace_ms"))
    ? numberAt(summary, "bottleneck.capacity_bps")
    : rateOf(settings);
const over = (value: number | null, whole: number | null): number | null =>
  value === null || !whole ? null : value / whole;

/** Whether a run has a result or a setting of this name, whatever it is; a run that is not there has all. */
export function isResult(measured: Measured | null, of: string): boolean {
  if (!measured) return true;
  const parts = of.split(".");
  const at = parts.findIndex((part) => DERIVED.has(part));
  if (at >= 0) return isObject(valueAt(measured.summary, parts.slice(0, at).join(".")));
  const isValue = (value: unknown): boolean => value !== undefined && !isObject(value) && typeof value !== "string";
  return isValue(valueAt(measured.summary, of)) || isValue(valueAt(measured.settings, of));
}

/** A value by its name; null if the run has none. */
export function measure(measured: Measured, of: string): number | null {
  if (measured.traced && Object.hasOwn(measured.traced, of)) return measured.traced[of] ?? null;
  const parts = of.split(".");
  for (const [i, part] of parts.entries()) {
    const derived = DERIVED.get(part);
    if (derived) return derived(measured, parts.slice(0, i).join("."), parts.slice(i + 1).join("."));
  }
  return numberAt(measured.summary, of) ?? numberAt(measured.settings, of);
}
