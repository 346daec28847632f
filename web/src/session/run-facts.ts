/**
 * Facts that every drawing of a run has besides its series: the flows, the limits, the settings at the playhead, the span in view.
 * Types, how many flows are shown one by one, whether the queue is two, and whose packets wait in it. Not here: where the facts come from (facts.ts).
 */
import { type Picture, Place, type SourceName, STRIDES } from "../engine/protocol.ts";
import { DISCIPLINE_SIGNALS } from "../generated/signals.ts";

/** Flows that are drawn as one, those of an algorithm. */
export interface FlowGroup {
  kind: string;
  /** "CDG". */
  title: string;
  /** "CDG × 20". */
  label: string;
  /** As of a flow. */
  sign: number;
}

/** A flow or cross traffic as every drawing knows it. */
export interface FlowLook {
  name: SourceName;
  /** Place in the document, from 0. */
  index: number;
  /** The number of its colour, dash and marker (design 2.2): those of the algorithm that it begins with. */
  sign: number;
  /** Its name on the screen ("CDG"). */
  label: string;
  /** `algorithm.kind`; empty for cross traffic. */
  kind: string;
  /** The kind's title ("CDG"), by which groups of flows are named. */
  title?: string;
  cross: boolean;
  /** Its packets are paced by its own setting; without it, as its algorithm needs it. */
  paced?: boolean;
  /** Size of its packets in the queue, if they are not the document's. */
  packet_bytes?: number;
  /** Its packets are answered by replies, not by ACKs. */
  replies?: boolean;
  /** Its data cross the reverse bottleneck. */
  reverse?: boolean;
  /** Flows with which it is drawn as one, where there are many (charts/by-algorithm.ts). */
  group?: FlowGroup;
  /** Its own time: a transfer that is complete has stopped then. */
  start_s: number;
  stop_s: number;
  /** Strength of its lines while they appear, 0 to 1; full without it. */
  strength?: number;
}

/** The queue's limit from an instant on: in packets or in bytes, the other null. */
export interface LimitStep {
  t_s: number;
  packets: number | null;
  bytes: number | null;
}

/** A flow's algorithm from an instant on. */
export interface KindStep {
  t_s: number;
  kind: string;
}

/** Right answers of loss discriminators, over a span of one run or of several together. */
export interface JudgedRuns {
  /** The discriminators, in the order of all counts. */
  rules: readonly string[];
  /** Of each flow in the order of the document, then of all together; of each of these, of each discriminator: congestion losses, those labelled so, random losses, those labelled so. */
  counts: Float64Array;
  /** In the same order what they make: A_c, A_w and J, each with the ends of its 95 % interval; not a number where there is nothing to count. */
  shares: Float64Array;
  span_s: readonly [number, number];
  runs: number;
}

/** How far the page is with it. */
export interface Judging {
  /** Changes whenever anything else of it does. */
  key: string;
  /** Scores that are known, perhaps of the run before a change; null: none yet. */
  done: JudgedRuns | null;
  /** Of what is being computed, 0 to 1; null at rest. */
  share: number | null;
  /** Why it could not be computed. */
  fault: string | null;
}

/** Everything about the run that charts may use besides their series. */
export interface RunFacts {
  flows: FlowLook[];
  /** Name of the flow in focus, or null. */
  focus: SourceName | null;
  /** Name of the flow that the reader keeps in front: all others fade. */
  picked?: SourceName | null;
  duration_s: number;
  computed_s: number;
  /** Settings at the playhead. */
  rate_bps: number;
  limit_packets: number | null;
  limit_bytes: number | null;
  /** The queue's discipline (`bottleneck.queue.discipline`). */
  discipline?: string;
  /** The link's rate comes from a trace or a model: how long packets wait follows from no rate. */
  varies?: boolean;
  /** The loss model (`bottleneck.loss.model`). */
  loss_model?: string;
  /** A policer before the queue drops packets, too (`bottleneck.policer`). */
  policed?: boolean;
  /** The queue's limit over the whole run, each from `t_s` on, in order of time; without any, the present one throughout. */
  limits?: readonly LimitStep[];
  /** Of the flows that change their algorithm, by name: each from `t_s` on, in order of time. */
  kinds?: ReadonlyMap<SourceName, readonly KindStep[]>;
  /** When the reader changed a setting, s. */
  interventions?: readonly number[];
  packet_bytes: number;
  payload_bytes: number;
  /** Base RTT and CDG's G of flows and cross traffic that have them, by name. */
  base_rtt_ms: ReadonlyMap<SourceName, number>;
  g_ms: ReadonlyMap<SourceName, number>;
  /** The crosshair's time if there is one, else the playhead's. */
  reading_s: number;
  /** The reading is where the reader points, not the playhead's. */
  points?: boolean;
  playhead_s: number;
  t0_s: number;
  t1_s: number;
  /** Columns of the series on the time axis from `t0_s` to `t1_s`. */
  columns?: number;
  /** Queue and capacity, which no real sender can know, are hidden. */
  hidden?: boolean;
  /** A second run is laid over it: what concerns one run alone is the first's. */
  split?: boolean;
  /** Of both runs where one is laid over the other: from when on they differ, s. */
  split_s?: number;
  /** Charts whose y grows by factors, by id. */
  log?: readonly string[];
  /** Length of a round trip in s where time is read in round trips; without it, in seconds. */
  round_s?: number | undefined;
  /** Scores of loss discriminators, where something computes them. */
  judging?: Judging | undefined;
  /** The picture whose queue is drawn: what is read of its instant is what it shows. */
  drawn?: Picture | null;
  /** While G is dragged: the old value, whose curve stays as a hairline. */
  old_g_ms: number | null;
}

/** More flows than this are shown by algorithm: the path counts them, charts draw their median and percentiles (design 3.6). */
export const MOST_FLOWS = 8;

/** Signals of the delays of two queues that share the link: the low-latency one, and the classic one. */
export const TWO_DELAYS = ["dualpi2_low_latency_delay_ms", "dualpi2_classic_delay_ms"] as const;

/** Whether packets wait in two queues that share the link: the bytes of both over its rate are no packet's wait. */
export function hasTwoQueues({ discipline = "" }: Pick<RunFacts, "discipline">): boolean {
  const signals = DISCIPLINE_SIGNALS.get(discipline) ?? [];
  return TWO_DELAYS.every((signal) => signals.some(({ name }) => name === signal));
}

/** Waiting packets of each source in a picture, by its index; empty where none waits. */
export function queuedBySource({ packets }: Picture): number[] {
  const by: number[] = [];
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    if (packets[i] !== Place.queued) continue;
    const source = packets[i + 1] as number;
    by[source] = (by[source] ?? 0) + 1;
  }
  return by;
}

/** Whether losses that the queue does not cause follow a plan, by time or by count: none is random. */
export const lossIsPlanned = ({ loss_model }: Pick<RunFacts, "loss_model">): boolean =>
  loss_model === "schedule" || loss_model === "periodic";
