/**
 * A flow may change its algorithm while it runs. What the one before kept no longer holds then: its levels end there, and
 * so does the window where a rate takes its place. Pure. Not here: how any of it is drawn.
 */
import type { Points, SourceName } from "../engine/protocol.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import { ALGORITHM_SIGNALS } from "../generated/signals.ts";
import { translate } from "../i18n/catalogue.ts";
import { indexAt } from "../plot/points.ts";
import { type FlowLook, lossIsPlanned, type RunFacts } from "../session/run-facts.ts";
import type { Hit, SeriesMap } from "./chart.ts";

const RATE_BASED: ReadonlySet<string> = new Set(ALGORITHMS.filter((each) => each.rate_based).map((each) => each.kind));
/** The engine's own signals of flows with a window, and of those with a rate. */
const OF_WINDOWS: ReadonlySet<string> = new Set(["cwnd_packets", "ssthresh_packets"]);
const OF_RATES: ReadonlySet<string> = new Set(["rate_bps", "rate_packets"]);
const OWN: ReadonlySet<string> = new Set(
  [...ALGORITHM_SIGNALS.values()].flatMap((signals) => signals.map((signal) => signal.name)),
);

/** Whether an algorithm sets a rate, no window. */
export const isRateBased = (kind: string): boolean => RATE_BASED.has(kind);

/** Algorithms that set window and rate by a model of the path: their ssthresh decides nothing. */
const OF_MODELS: ReadonlySet<string> = new Set(
  ALGORITHMS.filter(({ group }) => group === "model").map((each) => each.kind),
);

/** Whether ssthresh decides anything for an algorithm that sets a window. */
export const usesThreshold = (kind: string): boolean => !OF_MODELS.has(kind);

/** The signal that is an algorithm's window: of one that sets a rate, what that amounts to in a round trip. */
export const windowSignal = (kind: string): string => (isRateBased(kind) ? "rate_packets" : "cwnd_packets");

/** Whether an algorithm emits a signal of its own. */
export const emits = (kind: string, signal: string): boolean =>
  ALGORITHM_SIGNALS.get(kind)?.some(({ name }) => name === signal) ?? false;

/** Whether an algorithm, or the engine for it, emits a signal. */
function tells(kind: string, signal: string): boolean {
  if (OF_WINDOWS.has(signal)) return !isRateBased(kind);
  if (OF_RATES.has(signal)) return isRateBased(kind);
  return !OWN.has(signal) || emits(kind, signal);
}

/** A flow's algorithm at an instant. */
export function kindAt(facts: RunFacts, flow: FlowLook, t_s: number): string {
  return facts.kinds?.get(flow.name)?.findLast((step) => step.t_s <= t_s)?.kind ?? flow.kind;
}

/** Whether a flow sets a rate at an instant. */
export function ratedAt(facts: RunFacts, name: SourceName, t_s: number): boolean {
  const flow = facts.flows.find((each) => each.name === name);
  return flow !== undefined && isRateBased(kindAt(facts, flow, t_s));
}

/** Kind of a mark: the cut of a flow without a window is one of its rate, and a loss by a plan is none at random. */
export function markWord(facts: RunFacts, { signal, flow, t_s }: Pick<Hit, "signal" | "flow" | "t_s">): string {
  const isPlan = lossIsPlanned(facts) && (signal === "drop_random" || signal === "lost_after_queue");
  const name = signal === "window_cut" && ratedAt(facts, flow, t_s) ? "rate_cut" : signal;
  return translate(`chart.mark.${name}${isPlan ? ".planned" : ""}`);
}

/** Every algorithm that a flow has over the run. */
export function kindsOf(facts: RunFacts, flow: FlowLook): readonly string[] {
  return facts.kinds?.get(flow.name)?.map((step) => step.kind) ?? [flow.kind];
}

/** A level where one of the algorithms that emit it is active; it breaks elsewhere. */
function held(points: Points, steps: readonly { t_s: number; kind: string }[], signal: string): Points {
  const kept: number[] = [];
  steps.forEach(({ t_s, kind }, i) => {
    if (!tells(kind, signal)) {
      kept.push(t_s, Number.NaN);
      return;
    }
    const end_s = steps[i + 1]?.t_s ?? Number.POSITIVE_INFINITY;
    let at = i === 0 ? 0 : indexAt(points, t_s);
    // A signal at that instant belongs to the one that begins.
    while (at > 0 && points[2 * at - 2] === t_s) at--;
    if (at < 0 || (i > 0 && (points[2 * at] as number) < t_s)) at++;
    for (; 2 * at < points.length && (points[2 * at] as number) < end_s; at++)
      kept.push(points[2 * at] as number, points[2 * at + 1] as number);
  });
  return Float64Array.from(kept);
}

/** Results by series: a frame asks for the same again and again. */
const made = new WeakMap<Points, { steps: unknown; signal: string; points: Points }>();

/** Series in which nothing of an algorithm outlasts it. */
export function truly(series: SeriesMap, facts: RunFacts): SeriesMap {
  const { kinds } = facts;
  if (!kinds || kinds.size === 0) return series;
  const stepsOf = (source: SourceName) => kinds.get(source);
  return {
    get(source, signal, mode) {
      const points = series.get(source, signal, mode);
      const steps = stepsOf(source);
      if (!steps || mode === "marks" || points.length === 0 || steps.every((step) => tells(step.kind, signal)))
        return points;
      const known = made.get(points);
      if (known?.steps === steps && known.signal === signal) return known.points;
      const own = held(points, steps, signal);
      made.set(points, { steps, signal, points: own });
      return own;
    },
    ...(series.at && {
      at: (source: SourceName, signal: string, t_s: number) => {
        const kind = stepsOf(source)?.findLast((step) => step.t_s <= t_s)?.kind;
        return kind !== undefined && !tells(kind, signal) ? undefined : series.at?.(source, signal, t_s);
      },
    }),
  };
}
