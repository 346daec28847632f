/**
 * The path's words and numbers: read-out, limit, scale, delays, the summary that is read aloud. Pure functions of picture
 * and facts. Not here: where they stand.
 */

import type { Picture } from "../engine/protocol.ts";
import { rateText } from "../i18n/amounts.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { type FlowLook, MOST_FLOWS, queuedBySource, type RunFacts } from "../session/run-facts.ts";
import { fillsOf } from "./fills.ts";

/** The settings that the picture shows: its own, or the facts' while there is none. */
export interface Setup {
  rate_bps: number;
  /** One of the two is 0. */
  limit_packets: number;
  limit_bytes: number;
  loss_probability: number;
  /** 1: random loss strikes after the link. */
  loss_after_queue: number;
  packet_bytes: number;
}

/** The setup of a moment. */
export function setupOf(picture: Picture | null, facts: RunFacts): Setup {
  if (picture) return picture;
  return {
    rate_bps: facts.rate_bps,
    limit_packets: facts.limit_packets ?? 0,
    limit_bytes: facts.limit_bytes ?? 0,
    loss_probability: 0,
    loss_after_queue: 0,
    packet_bytes: facts.packet_bytes,
  };
}

/** The limit in full packets; at least one. */
export function slotsOf(setup: Setup): number {
  const slots = setup.limit_packets > 0 ? setup.limit_packets : setup.limit_bytes / setup.packet_bytes;
  return Math.max(1, slots || 1);
}

/** Time in ms that bytes need on the link. */
export function delayOf(bytes: number, rate_bps: number): number {
  return rate_bps > 0 ? (bytes * 8000) / rate_bps : 0;
}

/** A time in the unit that suits it. */
export function timeText(ms: number): string {
  if (ms >= 10_000) return withUnit(ms / 1000, "s", ms < 100_000 ? 1 : 0);
  if (ms > 0 && ms < 1) return withUnit(ms * 1000, "\u00b5s", ms < 0.01 ? 1 : 0);
  return withUnit(ms, "ms", ms < 10 ? 1 : 0);
}

/** A number of bytes in the unit that suits it (1 kB = 1000 bytes). */
export function bytesText(bytes: number): string {
  if (bytes >= 1e7) return withUnit(bytes / 1e6, "MB", bytes < 1e8 ? 1 : 0);
  if (bytes >= 1e3) return withUnit(bytes / 1e3, "kB", bytes < 1e4 ? 1 : 0);
  return withUnit(bytes, "B");
}

/** A probability in per cent. */
export function percentText(probability: number): string {
  const percent = probability * 100;
  return withUnit(percent, "%", percent < 0.1 ? 3 : percent < 10 ? 2 : 1);
}

/** "83 packets = 100 ms", "84 of 84 packets = 87 ms" when full before its mouth, "126 kB = 101 ms"; `untimed`: "83 packets". */
export function readout(picture: Picture, untimed = false): string {
  if (untimed && picture.limit_bytes > 0) return bytesText(picture.queue_bytes);
  if (untimed && picture.queue_packets === 1) return translate("path.packet.untimed");
  if (untimed) return translate("path.packets.untimed", { n: num(picture.queue_packets) });
  const delay = timeText(delayOf(picture.queue_bytes, picture.rate_bps));
  if (picture.limit_bytes > 0) return translate("path.bytes", { size: bytesText(picture.queue_bytes), delay });
  const n = picture.queue_packets;
  const mixed = picture.queue_bytes < (n - 0.5) * picture.packet_bytes;
  if (n >= picture.limit_packets && mixed) return translate("path.packets.full", { n: num(n), limit: num(n), delay });
  return n === 1 ? translate("path.packet", { delay }) : translate("path.packets", { n: num(n), delay });
}

/** "limit 84", "limit 126 kB"; with its delay where there is room for it. */
export function limitText(setup: Setup, withDelay: boolean): string {
  const limit = setup.limit_bytes > 0 ? bytesText(setup.limit_bytes) : num(setup.limit_packets);
  if (!withDelay) return translate("path.limit", { limit });
  return translate("path.limit.delay", {
    limit,
    delay: timeText(delayOf(slotsOf(setup) * setup.packet_bytes, setup.rate_bps)),
  });
}

/** Half of the flows' base RTTs in ms, least and greatest; null without flows. */
export function delaysOf(facts: RunFacts): [number, number] | null {
  const all = [...facts.base_rtt_ms.values()];
  return all.length === 0 ? null : [Math.min(...all) / 2, Math.max(...all) / 2];
}

/** One delay, or the least to the greatest. */
export function delaysText(facts: RunFacts): string {
  const delays = delaysOf(facts);
  if (!delays) return "";
  const [least, most] = delays;
  return least === most
    ? timeText(least)
    : translate("range", {
        least: least >= 1 && most < 10_000 ? num(least, least < 10 ? 1 : 0) : timeText(least),
        most: timeText(most),
      });
}

/** "1 s on screen = 40 ms"; the short form is in a phone's bar. */
export function timeScaleText(screen_second_s: number, short = false): string {
  const ms = screen_second_s * 1000;
  const time =
    ms >= 1000 ? withUnit(ms / 1000, "s", ms < 10_000 ? 2 : 0) : withUnit(ms, "ms", ms < 10 ? 2 : ms < 100 ? 1 : 0);
  return translate(short ? "path.time.short" : "path.time", { time });
}

/** Names of the sources, counted by kind where there are many. */
function sendersText(flows: readonly FlowLook[]): string {
  if (flows.length <= MOST_FLOWS) return flows.map((f) => f.label).join(", ");
  const kinds = new Map<string, number>();
  for (const f of flows) {
    const name = f.title ?? (f.kind || f.label);
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  return [...kinds].map(([name, n]) => translate("path.count", { name, n: num(n) })).join(", ");
}

/** "10 Mbit/s, 20 ms, 97 % in use" */
export function usedText(link: string, use: number): string {
  return translate("path.used", { link, share: percentText(Math.round(100 * use) / 100) });
}

/** Description of the picture, in words; nothing before there is a run. `trend` is the queue's growth in packets since the last summary, null if there was none. */
export function summary(picture: Picture | null, facts: RunFacts, trend: number | null): string {
  const setup = setupOf(picture, facts);
  if (facts.flows.length === 0 || !(setup.rate_bps > 0)) return "";
  const limit = setup.limit_bytes > 0 ? bytesText(setup.limit_bytes) : num(setup.limit_packets);
  const link = translate("path.link", { rate: rateText(setup.rate_bps), delay: delaysText(facts) });
  const args = {
    senders: sendersText(facts.flows),
    link: picture ? usedText(link, fillsOf(picture, facts.flows.length).use) : link,
  };
  if (!picture || picture.queue_packets === 0) {
    return translate("path.summary", { ...args, queue: translate("path.summary.empty", { limit }) });
  }
  const by = queuedBySource(picture);
  const parts = facts.flows
    .map((f) => ({ n: by[f.index] ?? 0, name: f.label }))
    .filter((part) => part.n > 0)
    .sort((a, b) => b.n - a.n)
    .map((part) => translate("path.summary.share", { n: num(part.n), name: part.name }));
  if (trend !== null && Math.abs(trend) >= 1)
    parts.push(translate(trend > 0 ? "path.summary.rising" : "path.summary.falling"));
  const shares = parts.join(", ");
  const queue =
    setup.limit_bytes > 0
      ? translate("path.summary.bytes", { size: bytesText(picture.queue_bytes), limit, shares })
      : translate("path.summary.queue", { n: num(picture.queue_packets), limit, shares });
  return translate("path.summary", { ...args, queue });
}
