/**
 * A make-believe run for the gallery: a link that is always busy, a queue that breathes, packets of several sources in a
 * fixed order. It has the form of the engine's pictures and nothing of its rules. Not here: the gallery's page.
 */

import { type Picture, Place, sourceName } from "../engine/protocol.ts";
import {
  ALGORITHMS,
  BOTTLENECK,
  DISCIPLINES,
  FLOW,
  MODELS,
  type Section,
  type Setting,
} from "../generated/settings.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";

/** A make-believe run. */
export interface Toy {
  flows: readonly [label: string, kind: string][];
  limit_packets: number;
  limit_bytes?: number;
  /** Queue in packets at a moment; changes by less than the link's rate. */
  queue(t_s: number): number;
  loss?: number;
  /** Every n-th packet carries fewer bytes (a call). */
  smallEvery?: number;
  rate_bps?: number;
}

const PACKET = 1500;
const HALF_S = 0.02;
/** Interval, in packets, at which one is dropped and one is lost at random. */
const DROP_EVERY = 61;
const LOSS_EVERY = 97;

/** Source of the n-th packet: runs of one flow, as windows send them. */
function sourceOf(n: number, flows: number): number {
  if (flows <= 1) return 0;
  const wave = Math.floor(n / 17) * 2654435761;
  const own = (wave >>> 7) % (flows + 1);
  return own >= flows ? 1 : own;
}

/** The picture at a moment. */
export function toyPicture(toy: Toy, t_s: number, screen_second_s: number): Picture {
  const rate_bps = toy.rate_bps ?? 10e6;
  const service = (PACKET * 8) / rate_bps;
  const n = toy.flows.length;
  const packets: number[] = [];
  const losses: number[] = [];
  const lead = Math.min(screen_second_s * 0.6, 0.03);
  const stay = screen_second_s * 0.8;
  let before = 0;
  let count = 0;
  const first = Math.max(1, Math.floor((t_s - 2 * HALF_S) / service) - 1);
  for (let k = first; ; k++) {
    const leaves = k * service;
    const arrives = leaves - service * (1 + toy.queue(leaves));
    if (arrives - lead > t_s + 1e-9) break;
    const source = sourceOf(k, n);
    const bytes = toy.smallEvery && k % toy.smallEvery === 0 ? 200 : PACKET;
    if (t_s < arrives) packets.push(Place.approaching, source, bytes, 1 - (arrives - t_s) / lead, k, arrives);
    else if (t_s < leaves - service) {
      packets.push(Place.queued, source, bytes, before, k, arrives);
      before += bytes;
      count += 1;
    } else if (t_s < leaves)
      packets.push(Place.in_service, source, bytes, 1 - (leaves - t_s) / service, k, leaves - service);
    else if (t_s < leaves + HALF_S) packets.push(Place.link, source, bytes, (t_s - leaves) / HALF_S, k, leaves);
    else if (t_s < leaves + 2 * HALF_S)
      packets.push(Place.ack, source, 40, (t_s - leaves - HALF_S) / HALF_S, k, leaves + HALF_S);
    const age = t_s - arrives;
    const full = toy.queue(leaves) >= toy.limit_packets - 2;
    if (full && k % DROP_EVERY === 0 && age >= 0 && age < stay) losses.push(0, sourceOf(k + 5, n), PACKET, age, -k);
    if (toy.loss && k % LOSS_EVERY === 0) {
      if (age >= 0 && age < stay) losses.push(1, sourceOf(k + 3, n), PACKET, age, -k);
      else if (age < 0) packets.push(Place.doomed, sourceOf(k + 3, n), PACKET, 1 + age / lead, -k, arrives);
    }
    if (k > first + 20000) break;
  }
  const flow_rates: number[] = [];
  for (let s = 0; s < n; s++) {
    const share = s === 1 ? 0.6 : 0.4 / Math.max(1, n - 1);
    flow_rates.push(
      rate_bps * share,
      833 * share,
      toy.queue(t_s) > toy.limit_packets - 4 ? 3 * share : 0,
      (toy.loss ?? 0) * 833 * share,
    );
  }
  return {
    t_s,
    rate_bps,
    limit_packets: toy.limit_bytes ? 0 : toy.limit_packets,
    limit_bytes: toy.limit_bytes ?? 0,
    loss_probability: toy.loss ?? 0,
    loss_after_queue: 0,
    packet_bytes: PACKET,
    queue_packets: count,
    queue_bytes: before,
    packets: Float64Array.from(packets),
    losses: Float64Array.from(losses),
    flow_rates: Float64Array.from(flow_rates),
    cwnd: new Float64Array(n),
  };
}

/** Facts of a make-believe run. */
export function toyFacts(toy: Toy, t_s: number): RunFacts {
  const flows: FlowLook[] = toy.flows.map(([label, kind], index) => ({
    name: sourceName(`f${index}`),
    index,
    sign: index,
    label,
    kind,
    cross: kind === "",
    start_s: index === 7 ? 1e6 : 0,
    stop_s: Number.POSITIVE_INFINITY,
  }));
  return {
    flows,
    focus: null,
    duration_s: 80,
    computed_s: 80,
    rate_bps: toy.rate_bps ?? 10e6,
    limit_packets: toy.limit_bytes ? null : toy.limit_packets,
    limit_bytes: toy.limit_bytes ?? null,
    packet_bytes: PACKET,
    payload_bytes: PACKET - 40,
    base_rtt_ms: new Map(flows.map((f) => [f.name, 40])),
    g_ms: new Map(),
    reading_s: t_s,
    playhead_s: t_s,
    t0_s: 0,
    t1_s: 80,
    old_g_ms: null,
  };
}

/** A row of the engine's tables by its section's list and name. */
function row(sections: readonly Section[], name: string): Setting {
  const found = sections.flatMap((section) => section.params).find((setting) => setting.name === name);
  if (!found) throw new Error(`no setting ${name}`);
  return found;
}

/** Rows of each sort that the controls know. */
export const ROWS = {
  loss: row(MODELS, "probability"),
  rtt: row([FLOW], "base_rtt_ms"),
  rate: row([BOTTLENECK], "rate_bps"),
  limit: row(DISCIPLINES, "limit_packets"),
  beta: row(ALGORITHMS, "beta_delay"),
};

export { ALGORITHMS, FLOW };
