/**
 * A make-believe run for the gallery: a link that is always busy, a queue that breathes, packets of several sources in a
 * fixed order. It has the form of the engine's pictures and nothing of its rules. Not here: the gallery's page.
 */
import type { FlowLook, RunFacts } from "../charts/chart.ts";
import type { Setting } from "../controls/setting.ts";
import { type Picture, Place } from "../engine/protocol.ts";

/** What a make-believe run is. */
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
/** Every so many packets one is dropped, one lost by chance. */
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
    if (t_s < arrives) packets.push(Place.approaching, source, bytes, 1 - (arrives - t_s) / lead, k);
    else if (t_s < leaves - service) {
      packets.push(Place.queued, source, bytes, before, k);
      before += bytes;
      count += 1;
    } else if (t_s < leaves) packets.push(Place.in_service, source, bytes, 1 - (leaves - t_s) / service, k);
    else if (t_s < leaves + HALF_S) packets.push(Place.link, source, bytes, (t_s - leaves) / HALF_S, k);
    else if (t_s < leaves + 2 * HALF_S) packets.push(Place.ack, source, 40, (t_s - leaves - HALF_S) / HALF_S, k);
    const age = t_s - arrives;
    const full = toy.queue(leaves) >= toy.limit_packets - 2;
    if (full && k % DROP_EVERY === 0 && age >= 0 && age < stay) losses.push(0, sourceOf(k + 5, n), PACKET, age, -k);
    if (toy.loss && k % LOSS_EVERY === 0) {
      if (age >= 0 && age < stay) losses.push(1, sourceOf(k + 3, n), PACKET, age, -k);
      else if (age < 0) packets.push(Place.doomed, sourceOf(k + 3, n), PACKET, 1 + age / lead, -k);
    }
    if (k > first + 20000) break;
  }
  const flow_rates: number[] = [];
  for (let s = 0; s < n; s++) {
    const share = s === 1 ? 0.6 : 0.4 / Math.max(1, n - 1);
    flow_rates.push(
      833 * share,
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
    name: `f${index}`,
    index,
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
    base_rtt_ms: Object.fromEntries(flows.map((f) => [f.name, 40])),
    g_ms: {},
    reading_s: t_s,
    playhead_s: t_s,
    t0_s: 0,
    t1_s: 80,
    old_g_ms: null,
  };
}

/** A row like the engine's. */
function row(name: string, rest: Partial<Setting>): Setting {
  return {
    name,
    domain: { type: "number", min: 0, max: 1, above: false, integer: false },
    nullable: false,
    required: false,
    default: 0,
    unit: "",
    scale: "linear",
    live: true,
    help: "",
    source: "choice",
    ...rest,
  };
}

const number = (min: number, max: number, integer = false): Setting["domain"] => ({
  type: "number",
  min,
  max,
  above: false,
  integer,
});

/** Rows of each sort that the controls know. */
export const ROWS = {
  loss: row("probability", { default: 0, source: "none: chance takes nothing" }),
  rtt: row("base_rtt_ms", {
    domain: { type: "number", min: 0, max: 1e5, above: true, integer: false },
    default: 40,
    unit: "ms",
    scale: "log",
    source: "CDG paper, section 4",
  }),
  rate: row("rate_bps", {
    domain: number(1e3, 1e12),
    default: 10e6,
    unit: "bit/s",
    scale: "log",
    source: "CDG paper, section 4: 10 Mbps",
  }),
  limit: row("limit_packets", {
    domain: number(1, 1e7, true),
    default: 84,
    unit: "packets",
    scale: "log",
    source: "CDG paper, section 4: 100 ms",
  }),
  start: row("start_s", { domain: number(0, 1e12), unit: "s" }),
  stop: row("stop_s", { domain: number(0, 1e12), default: null, unit: "s" }),
};

/** CDG's table, shortened. */
export const CDG = {
  kind: "cdg",
  title: "CDG",
  selector: "variant",
  variants: [
    { name: "paper", defaults: {}, lacks: [] },
    { name: "freebsd", defaults: { ineffectual_backoffs: 5 }, lacks: [] },
  ],
  params: [
    row("variant", { domain: { type: "words", words: ["paper", "freebsd", "linux"] }, default: "paper" }),
    row("g_ms", {
      domain: { type: "number", min: 0, max: 1000, above: true, integer: false },
      default: 3,
      unit: "ms",
      scale: "log",
      source: "CDG paper, section 4",
    }),
    row("beta_delay", { domain: number(0.1, 1), default: 0.7, source: "CDG paper, eq. 5" }),
    row("beta_loss", { domain: number(0.1, 1), default: 0.5, source: "CDG paper, eq. 8" }),
    row("smoothing", { domain: number(1, 64, true), default: 8, unit: "RTTs", source: "CDG paper, eq. 4" }),
    row("ineffectual_backoffs", { domain: number(0, 100, true), default: 5, source: "CDG paper, section 3.4" }),
    row("rtt_tick_ms", { domain: number(0, 100), default: 1, unit: "ms", source: "FreeBSD's clock" }),
    row("delay_backoff", { domain: { type: "switch" }, default: true, source: "CDG paper, section 3.2" }),
    row("shadow_window", { domain: { type: "switch" }, default: true, source: "CDG paper, section 3.5" }),
    row("loss_tolerance", { domain: { type: "switch" }, default: true, source: "CDG paper, section 3.3" }),
  ],
} as const;

export const NEWRENO = { kind: "newreno", title: "NewReno", selector: "", variants: [], params: [] } as const;
