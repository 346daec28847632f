/**
 * Data for looking at charts without the engine: a coarse imitation of CDG beside NewReno, the same every time. For tests
 * and `components.html` only; it is no simulation and decides nothing. Not here: how a view is reduced (reduce.ts).
 */
import { sourceName } from "../../engine/protocol.ts";
import type { FlowLook, RunFacts } from "../../session/run-facts.ts";

/** The run to be imitated. */
export interface ToySetup {
  flows: { name: string; label: string; kind: "cdg" | "newreno"; start_s: number; stop_s?: number }[];
  duration_s: number;
  limit: number;
  g_ms: number;
}

/** CDG from 0 s, NewReno from 12 s. */
export const DUEL: ToySetup = {
  flows: [
    { name: "cdg", label: "CDG", kind: "cdg", start_s: 0 },
    { name: "newreno", label: "NewReno", kind: "newreno", start_s: 12 },
  ],
  duration_s: 80,
  limit: 84,
  g_ms: 3,
};

const RATE_BPS = 10e6;
const BASE_MS = 40;
const PER_S = RATE_BPS / 8 / 1500;
const STEP_S = 0.004;
/** States as the engine numbers them: full, empty, rising, falling, unknown. */
const [FULL, EMPTY, RISING, FALLING, UNKNOWN] = [0, 1, 2, 3, 4];

interface Sender {
  name: string;
  cdg: boolean;
  start_s: number;
  stop_s: number;
  w: number;
  shadow: number;
  ssthresh: number;
  due: number;
  since: number;
  taus: [number, number];
  last: [number, number] | null;
  smooth: [number, number];
  held: number;
  delivered: number;
  queue: number;
  truth: number;
  mean: number;
  cutAt: number;
  rounds: number;
}

/** Every series of the run, full: (t, v) pairs by `source|signal`. */
export type ToyRun = Map<string, number[]>;

/** Imitates a run. */
export function toyRun(setup: ToySetup = DUEL): ToyRun {
  const run: ToyRun = new Map();
  const put = (source: string, signal: string, t: number, value: number): void => {
    const key = `${source}|${signal}`;
    const list = run.get(key);
    if (list) list.push(t, value);
    else run.set(key, [t, value]);
  };
  const random = lottery(7);
  const senders: Sender[] = setup.flows.map((flow) => ({
    name: flow.name,
    cdg: flow.kind === "cdg",
    start_s: flow.start_s,
    stop_s: flow.stop_s ?? setup.duration_s,
    w: 3,
    shadow: 0,
    ssthresh: flow.kind === "cdg" ? 8 : 1e9,
    due: flow.start_s,
    since: flow.start_s,
    taus: [1e9, 0],
    last: null,
    smooth: [0, 0],
    held: 0,
    delivered: 0,
    queue: 0,
    truth: EMPTY,
    mean: 0,
    cutAt: -1,
    rounds: 0,
  }));
  const bdp = (PER_S * BASE_MS) / 1000;
  let dropped = 0;
  for (let t = 0; t < setup.duration_s; t += STEP_S) {
    const active = senders.filter((s) => s.start_s <= t && t < s.stop_s);
    const sum = active.reduce((total, s) => total + s.w, 0);
    const wanted = Math.max(0, sum - bdp + 1.5 * random());
    const queue = Math.round(Math.min(setup.limit, wanted));
    const rtt = BASE_MS + (queue * 1000) / PER_S;
    put("bottleneck", "queue_packets", t, queue);
    put("bottleneck", "queue_delay_ms", t, rtt - BASE_MS);
    for (const s of active) {
      s.queue = sum > 0 ? (queue * s.w) / sum : 0;
      put(s.name, "queue_packets", t, s.queue);
      s.delivered +=
        Math.min(sum, bdp + queue) === 0 ? 0 : (1460 * PER_S * STEP_S * s.w * Math.min(1, sum / bdp)) / sum;
      put(s.name, "delivered_bytes", t, s.delivered);
      const sample = rtt + 1.4 * random();
      if (s.due - t < 0.03 || Math.floor(t / STEP_S) % 3 === 0) put(s.name, "rtt_ms", t, sample);
      s.taus = [Math.min(s.taus[0], sample), Math.max(s.taus[1], sample)];
      if (wanted > setup.limit + 0.5 && t > s.cutAt && random() * sum < s.w * 0.5) {
        put("bottleneck", "dropped_packets", t, ++dropped);
        drop(s, t, rtt, put);
      }
      if (t >= s.due) round(s, t, rtt, queue, setup, random, put);
    }
  }
  return run;
}

type Put = (source: string, signal: string, t: number, value: number) => void;

/** The queue refuses a packet; a round trip later the sender answers. */
function drop(s: Sender, t: number, rtt: number, put: Put): void {
  put(s.name, "drop_queue", t, 1500);
  s.cutAt = t + (1.6 * rtt) / 1000;
  put(s.name, "recovery_start", t + rtt / 1000, s.w);
  put(s.name, "recovery_end", t + (2 * rtt) / 1000, s.w / 2);
  if (s.cdg && s.shadow > 0) {
    put(s.name, "loss_tolerated", t, s.w);
    return;
  }
  put(s.name, "window_cut", t, s.w);
  s.w = Math.max(2, s.w / 2);
  s.ssthresh = s.w;
  put(s.name, "ssthresh_packets", t, s.ssthresh);
  put(s.name, "cwnd_packets", t, s.w);
}

/** An RTT interval ends. */
function round(
  s: Sender,
  t: number,
  rtt: number,
  queue: number,
  setup: ToySetup,
  random: () => number,
  put: Put,
): void {
  s.due = t + rtt / 1000;
  if (s.w < s.ssthresh) s.w = Math.min(s.w * 2, s.w + 60);
  else s.w += 1;
  if (s.cdg) gradients(s, t, queue, setup, random, put);
  put(s.name, "cwnd_packets", t, s.w);
  s.taus = [1e9, 0];
  s.since = t;
  s.rounds += 1;
  put(s.name, "round", t, s.rounds);
}

/** CDG's measurements and decisions at the end of an interval. */
function gradients(s: Sender, t: number, queue: number, setup: ToySetup, random: () => number, put: Put): void {
  const now: [number, number] = [Math.round(s.taus[0]), Math.round(s.taus[1])];
  put(s.name, "tau_min_ms", t, now[0]);
  put(s.name, "tau_max_ms", t, now[1]);
  const slope = queue - s.mean;
  s.mean = queue;
  s.truth =
    queue >= setup.limit - 1 ? FULL : queue <= 2 ? EMPTY : Math.abs(slope) < 1 ? s.truth : slope > 0 ? RISING : FALLING;
  put(s.name, "true_state", t, s.truth);
  if (s.last) {
    const raw: [number, number] = [now[0] - s.last[0], now[1] - s.last[1]];
    s.smooth = [s.smooth[0] + (raw[0] - s.smooth[0]) / 8, s.smooth[1] + (raw[1] - s.smooth[1]) / 8];
    put(s.name, "g_min_ms", t, raw[0]);
    put(s.name, "g_max_ms", t, raw[1]);
    put(s.name, "g_min_smoothed_ms", t, s.smooth[0]);
    put(s.name, "g_max_smoothed_ms", t, s.smooth[1]);
    const [low, high] = s.smooth;
    const inferred =
      low > 0.2 && high <= 0.1 ? FULL : high > 0.2 ? RISING : high < -0.3 ? (low >= 0 ? EMPTY : FALLING) : UNKNOWN;
    if (inferred !== UNKNOWN || t < 0.5) put(s.name, "queue_state", t, inferred);
    const gradient = Math.max(low, high);
    if (gradient > 0) {
      const x = random();
      const p = 1 - Math.exp(-gradient / setup.g_ms);
      put(s.name, "signal_gradient_ms", t, gradient);
      put(s.name, "backoff_probability", t, p);
      put(s.name, "backoff_draw", t, x);
      if (x < p && s.held-- <= 0) backoff(s, t, put);
    }
  }
  s.last = now;
  if (s.shadow > 0) s.shadow += 1;
  if (s.shadow > 0 && s.shadow <= s.w) s.shadow = 0;
  put(s.name, "shadow_window_packets", t, s.shadow);
}

function backoff(s: Sender, t: number, put: Put): void {
  put(s.name, "delay_backoff", t, s.w);
  s.held = 1;
  s.shadow = Math.max(s.shadow, s.w);
  s.w = Math.max(2, 0.7 * s.w);
  s.ssthresh = Math.min(s.ssthresh, s.w);
  put(s.name, "ssthresh_packets", t, s.w);
  // Now and then the toy forgets its shadow, so that its absence is seen too.
  if (Math.floor(t) % 5 === 0) s.shadow = 0;
}

/** The facts that belong to a toy run. */
export function toyFacts(setup: ToySetup, over: Partial<RunFacts> = {}): RunFacts {
  const flows: FlowLook[] = setup.flows.map((flow, index) => ({
    name: sourceName(flow.name),
    index,
    sign: index,
    label: flow.label,
    kind: flow.kind,
    cross: false,
    start_s: flow.start_s,
    stop_s: flow.stop_s ?? setup.duration_s,
  }));
  return {
    flows,
    focus: null,
    duration_s: setup.duration_s,
    computed_s: setup.duration_s,
    rate_bps: RATE_BPS,
    limit_packets: setup.limit,
    limit_bytes: null,
    packet_bytes: 1500,
    payload_bytes: 1460,
    base_rtt_ms: new Map(flows.map((flow) => [flow.name, BASE_MS])),
    g_ms: new Map(flows.filter((flow) => flow.kind === "cdg").map((flow) => [flow.name, setup.g_ms])),
    reading_s: 26,
    playhead_s: 26,
    t0_s: 0,
    t1_s: 26.1,
    old_g_ms: null,
    ...over,
  };
}

/** Numbers from 0 to 1, the same every time. */
function lottery(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
