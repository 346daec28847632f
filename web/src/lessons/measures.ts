/**
 * Values of a run by name, for goals, bands and the numbers in a lesson's text: a path of the summary (contract 3), the names
 * that are derived from it, or a setting. Pure. Not here: how a value is worded (tell.ts), measures of curves (curve.ts).
 */
import { BOTTLENECK, type SourceName, sourceName } from "../engine/protocol.ts";
import { isObject, LISTS, nameOf, type Scalar, type Scenario, valueAt, withValue } from "../session/scenario.ts";
import { curveMeasure } from "./curve.ts";
import type { Ask, Condition, Show } from "./types.ts";

/** A run's summary, and its document with every default written out. */
export interface Measured {
  summary: unknown;
  settings: unknown;
  /** Values of its trace by name, as far as they were read (curve.ts). */
  traced?: Readonly<Record<string, number>>;
}

const numberAt = (document: unknown, path: string): number | null => {
  const value = valueAt(document, path);
  return typeof value === "number" ? value : null;
};

/** Bytes of a packet that are headers: what is left is payload. */
const HEADERS_BYTES = 40;

/** Names that are derived from a summary, by the last part of the path that names them. */
type Derived = (measured: Measured, owner: string, rest: string) => number | null;
const DERIVED: ReadonlyMap<string, Derived> = new Map(
  Object.entries<Derived>({
    of_rate: ({ summary, settings }, owner) => over(numberAt(summary, `${owner}.goodput_bps`), rateOf(settings)),
    of_capacity: ({ summary, settings }, owner) => {
      const packet = numberAt(settings, "packet_bytes") ?? 0;
      const capacity = ((rateOf(settings) ?? 0) * (packet - HEADERS_BYTES)) / packet;
      return over(numberAt(summary, `${owner}.goodput_bps`), capacity);
    },
    share_of_flows: ({ summary }, owner) => {
      const flows = isObject(summary) && Array.isArray(summary.flows) ? summary.flows : [];
      const all = flows.map((flow) => (isObject(flow) && typeof flow.goodput_bps === "number" ? flow.goodput_bps : 0));
      return over(
        numberAt(summary, `${owner}.goodput_bps`),
        all.reduce((sum, one) => sum + one, 0),
      );
    },
    queue_delay_ms: ({ summary, settings }, owner, rest) => {
      const packets = numberAt(summary, `${owner}.queue_packets.${rest}`);
      return packets === null
        ? null
        : over(packets * (numberAt(settings, "packet_bytes") ?? 0) * 8000, rateOf(settings));
    },
    /** Of ten rounds, each longer than the one before by a packet's time: in how many it backs off (CDG, eq. 5). */
    backoffs_in_ten: ({ settings }, owner) => {
      const g_ms = numberAt(settings, `${owner}.algorithm.g_ms`);
      const time_s = over((numberAt(settings, "packet_bytes") ?? 0) * 8, rateOf(settings));
      return g_ms === null || time_s === null ? null : 10 * (1 - Math.exp((-1000 * time_s) / g_ms));
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
const over = (value: number | null, whole: number | null): number | null =>
  value === null || !whole ? null : value / whole;

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
  const own = LISTS.flatMap((list) => (scenario?.[list] ?? []).map((entry, i) => nameOf(list, entry, i)));
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

/** The scenario of a run to show. */
export function scenarioOf(
  scenarios: Record<string, Scenario>,
  show: Pick<Show, "scenario" | "set" | "then">,
  more: Record<string, Scalar> = {},
): Scenario {
  let scenario = scenarios[show.scenario];
  if (!scenario) throw new Error(`no scenario ${show.scenario}`);
  for (const [path, value] of Object.entries({ ...show.set, ...more })) scenario = withValue(scenario, path, value);
  return show.then ? { ...scenario, interventions: [...show.then] } : scenario;
}

/** The second run to show, and the settings in which it differs from the first; null if there is none. */
export function besideOf(
  scenarios: Record<string, Scenario>,
  show: Pick<Show, "scenario" | "set" | "then" | "beside">,
): { scenario: Scenario; paths: readonly string[] } | null {
  const { beside } = show;
  if (!beside) return null;
  const then = [...(show.then ?? []), ...(beside.then ?? [])];
  const scenario = scenarioOf(
    scenarios,
    { scenario: beside.scenario ?? show.scenario, ...(then.length > 0 && { then }) },
    { ...show.set, ...beside.set },
  );
  return { scenario, paths: [...Object.keys(beside.set ?? {}), ...(beside.then ?? []).map((each) => each.path)] };
}
