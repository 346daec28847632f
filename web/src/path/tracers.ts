/**
 * Tracers: of each flow one real packet that is followed from its sender through the queue and over the link until its ACK is home; then
 * the next one that leaves is followed. Memory of what pictures showed, no drawing. Not here: rings (bricks.ts), words (captions.ts).
 */
import { type Picture, Place, type SourceName } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { eachPacket, type Packet } from "./packets.ts";

/** Greatest number of flows of which each has one, and of which the focused flow and the first of each algorithm have; of more only the focused one has. */
const ALL = 4;
const SOME = 12;
/** A packet that is at its receiver, but whose ACK is not sent in this time, is followed no longer; nor is any over such a jump; s of run time. */
const PATIENCE_S = 1;

/** The flows of which a packet is followed, as sources of the picture. */
export function tracedFlows(flows: readonly FlowLook[], focus: SourceName | null): number[] {
  const senders = flows.map((flow, source) => ({ flow, source })).filter(({ flow }) => !flow.cross);
  const isFirst = ({ flow }: { flow: FlowLook }, at: number): boolean =>
    senders.findIndex((other) => other.flow.kind === flow.kind) === at;
  const wanted = senders.filter(
    (one, at) => senders.length <= ALL || one.flow.name === focus || (senders.length <= SOME && isFirst(one, at)),
  );
  return wanted.map(({ source }) => source);
}

/** A packet that is followed. */
export interface Tracer {
  /** The packet, or its ACK, as the picture has it; null: it is at its receiver, which has not sent the ACK yet. */
  packet: Packet | null;
  source: number;
  /** Its flow's place among those of which packets are followed. */
  row: number;
  serial: number;
  /** When it came to the queue, and how long it has waited there, or did. */
  queued_s: number;
  waited_ms: number;
  /** When it was last seen, s. */
  seen_s: number;
}

/** A tracer's ACK has come home. */
export interface Home {
  source: number;
  t_s: number;
  rtt_ms: number;
}

export class Tracers {
  /** By source. */
  private readonly held = new Map<number, Tracer>();
  private last_s = Number.NaN;

  get all(): Tracer[] {
    return [...this.held.values()].sort((a, b) => a.source - b.source);
  }

  /** Nothing is followed. */
  clear(): void {
    this.held.clear();
  }

  /** Goes on to a picture; returns those that are home. */
  follow(picture: Picture, sources: readonly number[]): Home[] {
    const { t_s } = picture;
    // A jump, or another run: nothing is known of what was followed.
    if (!(t_s >= this.last_s && t_s - this.last_s < PATIENCE_S)) this.clear();
    this.last_s = t_s;
    for (const source of this.held.keys()) if (!sources.includes(source)) this.held.delete(source);
    const data = new Map<number, Packet>();
    const acks = new Map<number, Packet>();
    const leaving = new Map<number, Packet>();
    eachPacket(picture, (packet) => {
      const { source, place, serial } = packet;
      const tracer = this.held.get(source);
      if (place === Place.ack) {
        // A receiver may acknowledge two packets at once: then the ACK is the second one's (RFC 5681, section 4.2).
        if (tracer && serial >= tracer.serial && serial < (acks.get(source)?.serial ?? Number.POSITIVE_INFINITY))
          acks.set(source, packet);
      } else if (serial === tracer?.serial) data.set(source, packet);
      else if (place === Place.approaching && serial > (leaving.get(source)?.serial ?? -1)) leaving.set(source, packet);
    });
    const home: Home[] = [];
    for (const tracer of this.held.values()) {
      const { source } = tracer;
      const arrived = this.step(tracer, data.get(source) ?? null, acks.get(source) ?? null, picture);
      if (arrived === null) continue;
      this.held.delete(source);
      if (Number.isFinite(arrived)) home.push({ source, t_s: arrived, rtt_ms: (arrived - tracer.queued_s) * 1000 });
    }
    for (const [row, source] of sources.entries()) {
      const packet = leaving.get(source);
      if (!packet || this.held.has(source)) continue;
      const { serial, since_s } = packet;
      this.held.set(source, { packet, source, row, serial, queued_s: since_s, waited_ms: 0, seen_s: t_s });
    }
    return home;
  }

  /** Moves a tracer on. Returns when its ACK came home, NaN if the packet was lost, null while it is under way. */
  private step(tracer: Tracer, data: Packet | null, ack: Packet | null, { t_s, rate_bps }: Picture): number | null {
    const before = tracer.packet;
    const now = before?.place === Place.ack && ack?.serial !== before.serial ? null : (data ?? ack);
    if (now) {
      const { place, since_s, bytes } = now;
      // Its transmission may lie between two pictures.
      const begins = place === Place.link ? since_s - (8 * bytes) / rate_bps : since_s;
      if (place === Place.queued) tracer.waited_ms = Math.max(0, t_s - tracer.queued_s) * 1000;
      else if (place !== Place.ack && (before?.place === Place.approaching || before?.place === Place.queued))
        tracer.waited_ms = Math.max(0, begins - tracer.queued_s) * 1000;
      tracer.packet = now;
      tracer.seen_s = t_s;
      return null;
    }
    if (before?.place === Place.ack) {
      // How far it had come when it was last seen says when it arrived.
      const { since_s, fraction } = before;
      return fraction > 0 ? since_s + (tracer.seen_s - since_s) / fraction : t_s;
    }
    if (before && before.place !== Place.link && before.place !== Place.in_service) return Number.NaN;
    tracer.packet = null;
    return t_s - tracer.seen_s > PATIENCE_S ? Number.NaN : null;
  }
}
