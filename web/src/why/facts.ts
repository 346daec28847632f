/**
 * The facts of a run at the instant of a decision, read from the run's own series: what the algorithm could not know. Not here:
 * the sentences about them (truth.ts).
 */

import { exactOf, exactRequest } from "../charts/exact.ts";
import { seriesOf } from "../charts/feed.ts";
import { BOTTLENECK, type Mode, type Points, type SourceName, type Told } from "../engine/protocol.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import { valueAt } from "../plot/points.ts";
import { entriesOf, numberIn } from "../session/facts.ts";
import { fine } from "../session/full-resolution.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { isObject, valueAt as settingAt } from "../session/scenario.ts";
import type { Engine } from "../session/session.ts";
import { assumesRivals, converges, type Facts, isOfLoss } from "./truth.ts";

/** Algorithms that are rivals of one that yields to delay. */
const FILLS_QUEUE: ReadonlySet<string> = new Set(ALGORITHMS.filter((each) => each.fills_queue).map(({ kind }) => kind));
/** How long before a decision its packet was lost at most, s. */
const LOST_WITHIN_S = 4;
/** Stretches in which the previous cut is looked for, s. */
const CUT_WITHIN_S = [8, 64, 512, 4096];
/** Distances from an instant, s: after it, when its events have happened, and before it, when the earlier state holds. */
const AFTER_S = 2e-9;
const BEFORE_S = 4e-9;
/** Marks of a stretch at most. */
const MARKS = 8192;

const LOSSES = ["drop_queue", "drop_random", "lost_after_queue", "mark"] as const;
const HOW = { drop_queue: "queue", drop_random: "random", lost_after_queue: "random", mark: "mark" } as const;
/** Disciplines that drop or mark at the head of the queue: later than the packet arrived there. */
const AT_HEAD: ReadonlySet<unknown> = new Set(["codel", "fq_codel", "dualpi2"]);

/** Time of the last point at or before `t_s`. */
function lastBefore(points: Points, t_s: number): number | null {
  let found: number | null = null;
  for (let i = 0; i < points.length && (points[i] as number) <= t_s; i += 2) found = points[i] as number;
  return found;
}

/** Reads what `truth` may say about the rules that fired at an instant. */
export async function factsAt(
  engine: Engine,
  flow: SourceName,
  told: Told,
  looks: readonly FlowLook[],
): Promise<Facts> {
  const { t_s, rules } = told;
  const series = async (
    source: SourceName,
    mode: Mode,
    t0_s: number,
    signals: readonly string[],
  ): Promise<Points[]> => {
    const request = { t0_s: Math.max(0, t0_s), t1_s: t_s + AFTER_S, columns: 512 };
    const wanted = signals.map((signal) => ({ source, signal, mode, limit: MARKS }));
    return (await fine((view) => engine.ask("view", view), { ...request, series: wanted })).series;
  };
  const level = async (source: SourceName, signal: string, at_s: number): Promise<number | undefined> => {
    const request = exactRequest(Math.max(0, at_s), [{ source, signal, mode: "line" }]);
    const frame = await fine((view) => engine.ask("view", view), request);
    return exactOf(frame, seriesOf(request.series, frame.series), 1)(source, signal, at_s);
  };

  const { document } = await engine.ask("settings", { t_s });
  const own = entriesOf(document, "flows").find(({ name }) => name === String(flow));
  const bottleneck = isObject(document) ? document.bottleneck : undefined;
  // The queue of the other direction has series of its own, of which nothing is said here.
  if (!own || own.direction === "reverse") return {};
  const facts: Facts = {};
  const base_s = numberIn(own, "base_rtt_ms", 0) / 1000;
  if (isObject(document) && !isObject(document.reverse_bottleneck)) {
    const bits = 8 * numberIn(document, "packet_bytes", 0);
    facts.min_rtt_ms = 1000 * (base_s + bits / numberIn(bottleneck, "rate_bps", Number.POSITIVE_INFINITY));
  }
  const [states = new Float64Array(0)] = await series(flow, "state", t_s - LOST_WITHIN_S, ["true_state"]);
  const state = valueAt(states, t_s);
  if (state !== null) facts.state = state;
  const [queue, mine] = [await level(BOTTLENECK, "queue_packets", t_s), await level(flow, "queue_packets", t_s)];
  if (queue !== undefined) facts.queue_packets = queue;
  if (mine !== undefined) facts.own_packets = mine;

  if (rules.some(isOfLoss)) {
    const inBytes = typeof settingAt(document, "bottleneck.queue.limit_bytes") === "number";
    const [timeouts, rtts, ...losses] = await series(flow, "marks", t_s - LOST_WITHIN_S, [
      "timeout",
      "rtt_ms",
      ...LOSSES,
    ]);
    const discipline = isObject(bottleneck) && isObject(bottleneck.queue) ? bottleneck.queue.discipline : "";
    const position = isObject(bottleneck) && isObject(bottleneck.loss) ? bottleneck.loss.position : "";
    const late = AT_HEAD.has(discipline) || position === "after_queue";
    const rtt_ms = rtts ? valueAt(rtts, t_s) : null;
    // The ACK that revealed the loss is of a packet that arrived one RTT ago, shortly after the lost one.
    const latest = t_s - (late || rtt_ms === null ? base_s : rtt_ms / 1000) + AFTER_S;
    const found = LOSSES.map((signal, i) => ({ signal, at_s: lastBefore(losses[i] as Points, latest) ?? -1 }));
    const last = found.reduce((one, other) => (other.at_s > one.at_s ? other : one));
    // A timeout is no news of one packet.
    const timedOut = timeouts !== undefined && (lastBefore(timeouts, t_s) ?? -1) >= t_s - AFTER_S;
    if (last.at_s >= 0 && !timedOut) {
      // Of what happens at that instant the loss may come last, as where packets arrive together, or first, as at the queue's head.
      const [before, after] = await Promise.all(
        [last.at_s - BEFORE_S, last.at_s].map((at_s) =>
          level(BOTTLENECK, inBytes ? "queue_bytes" : "queue_packets", at_s),
        ),
      );
      if (before !== undefined && after !== undefined)
        facts.lost = { how: HOW[last.signal], queue: { value: Math.max(before, after), inBytes } };
    }
  }

  const others = looks.filter((look) => look.name !== flow);
  const active = others.filter(({ start_s, stop_s }) => start_s <= t_s && t_s < stop_s);
  if (rules.some(assumesRivals))
    facts.rivals = active.filter(({ kind }) => FILLS_QUEUE.has(kind)).map(({ label }) => label);
  if (rules.some(converges)) {
    let before: number | null = null;
    for (const within of CUT_WITHIN_S) {
      const [cuts] = await series(flow, "marks", t_s - within, ["window_cut"]);
      before = lastBefore(cuts as Points, t_s - BEFORE_S);
      if (before !== null || within >= t_s) break;
    }
    const since = before;
    if (since !== null)
      facts.joined = others.filter(({ start_s }) => start_s > since && start_s <= t_s).map(({ label }) => label);
  }
  return facts;
}
