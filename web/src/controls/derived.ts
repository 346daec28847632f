/**
 * Numbers that follow from the path's settings: bandwidth-delay product, the queue against it, the full queue's delay, the fair
 * share. Pure functions and the list that shows them. Not here: anything measured of a run.
 */
import { html, nothing, type TemplateResult } from "lit";
import { decimals, millis, num, translate, withUnit } from "../i18n/catalogue.ts";
import type { DerivedProps } from "./props.ts";

/** Bandwidth-delay product in full packets: rate x base RTT / packet. */
export function bdpPackets(rate_bps: number, base_rtt_ms: number, packet_bytes: number): number {
  return (rate_bps * base_rtt_ms) / 1000 / (8 * packet_bytes);
}

/** The four numbers, in the units of the screen: packets, a ratio, ms, Mbit/s. */
export function derive(p: DerivedProps): {
  bdp: number;
  ratio: number | null;
  full_ms: number | null;
  share_mbps: number;
} {
  const bdp = bdpPackets(p.rate_bps, p.base_rtt_ms, p.packet_bytes);
  // Packets count as full ones.
  const limit = p.limit_bytes ?? (p.limit_packets === null ? null : p.limit_packets * p.packet_bytes);
  return {
    bdp,
    ratio: limit === null || bdp === 0 ? null : limit / p.packet_bytes / bdp,
    full_ms: limit === null ? null : (limit * 8000) / p.rate_bps,
    share_mbps: p.rate_bps / 1e6 / Math.max(1, p.flows),
  };
}

/** Whole from ten on; three significant digits below one. */
function brief(value: number): number {
  return value >= 10 ? 0 : value >= 1 ? 1 : decimals(value, 2);
}

/** Two by two between hairlines. */
export function derived(p: DerivedProps): TemplateResult {
  const { bdp, ratio, full_ms } = derive(p);
  const { share_mbps } = derive({ ...p, flows: Math.max(2, p.flows) });
  // Flows of different base RTTs have a product each: from the shortest to the longest.
  const far = derive({ ...p, base_rtt_ms: p.longest_rtt_ms ?? p.base_rtt_ms });
  const range = (least: string, most: string, whole: string): string =>
    least === most ? whole : translate("range", { least, most: whole });
  const pkt = translate("control.unit.pkt");
  const product = range(num(bdp, brief(bdp)), num(far.bdp, brief(far.bdp)), withUnit(far.bdp, pkt, brief(far.bdp)));
  const times = (value: number | null): string => (value === null ? "" : num(value, brief(value)));
  const rows: [string, string | null][] = [
    ["bdp", product],
    ["ratio", ratio === null ? null : range(times(far.ratio), times(ratio), times(ratio))],
    ["full", full_ms === null ? null : millis(full_ms)],
    // One flow shares with nobody.
    ["share", Math.max(p.flows, p.flows_in_all ?? 0) > 1 ? withUnit(share_mbps, "Mbit/s", brief(share_mbps)) : null],
  ];
  // Before the second flow starts the share keeps its place, so that nothing moves while the run plays.
  const isLater = (key: string): boolean => key === "share" && p.flows < 2;
  return html`<dl class="derived">
    ${rows.map(([key, text]) =>
      text === null
        ? nothing
        : html`<div class=${isLater(key) ? "is-later" : ""}>
            <dt>${translate(`control.derived.${key}`)}</dt>
            <dd>${text}</dd>
          </div>`,
    )}
  </dl>`;
}
