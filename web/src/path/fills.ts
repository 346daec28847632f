/**
 * What density mode shows instead of bricks: shares along the queue at the instant of the read-out; shares on link and loop and losses
 * a second, smoothed in screen time, so that nothing changes faster than the eye may be asked to bear (WCAG 2.3.1). Not here: drawing,
 * nor how often the read-out changes (run_view/player.ts).
 */
import { type Picture, Place, STRIDES } from "../engine/protocol.ts";

/** Px along the queue for which one composition is shown. */
export const BIN_PX = 6;
/** Time constant of the smoothing, in s of screen time: swings of 3 a second keep a fifth of their height. */
const TAU_S = 0.25;
/** Bins to either side that a composition is averaged over. */
const BLUR = 3;

/** Bytes of each source in each bin along the queue, head first: `bins * sources` numbers. */
export function binQueue(picture: Picture, sources: number, bins: number, bin_bytes: number): Float64Array {
  const out = new Float64Array(bins * sources);
  const { packets } = picture;
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    if (packets[i] !== Place.queued) continue;
    const source = packets[i + 1] ?? 0;
    if (source >= sources) continue;
    let from = packets[i + 3] ?? 0;
    const end = from + (packets[i + 2] ?? 0);
    while (from < end) {
      const bin = Math.floor(from / bin_bytes + 1e-9);
      if (bin >= bins) break;
      const until = Math.min(end, (bin + 1) * bin_bytes);
      const at = bin * sources + source;
      out[at] = (out[at] ?? 0) + (until - from);
      from = until;
    }
  }
  return out;
}

/** Shares of the sources in each bin, averaged over its neighbours; all 0 where nothing is near. */
export function blurredShares(bytes: Float64Array, sources: number, bins: number): Float64Array {
  const out = new Float64Array(bins * sources);
  for (let bin = 0; bin < bins; bin++) {
    let total = 0;
    for (let near = Math.max(0, bin - BLUR); near <= Math.min(bins - 1, bin + BLUR); near++) {
      for (let s = 0; s < sources; s++) {
        const value = bytes[near * sources + s] ?? 0;
        out[bin * sources + s] = (out[bin * sources + s] ?? 0) + value;
        total += value;
      }
    }
    if (total > 0) for (let s = 0; s < sources; s++) out[bin * sources + s] = (out[bin * sources + s] ?? 0) / total;
  }
  return out;
}

/** Shares of one rate among the sources; all 0 where there is none. `column` is its place in a record of rates. */
export function rateShares(rates: Float64Array, sources: number, column: number): Float64Array {
  const out = new Float64Array(sources);
  let total = 0;
  for (let s = 0; s < sources; s++) {
    out[s] = rates[s * STRIDES.flow_rates + column] ?? 0;
    total += out[s] ?? 0;
  }
  if (total > 0) for (let s = 0; s < sources; s++) out[s] = (out[s] ?? 0) / total;
  return out;
}

/** Part of the link's rate that packets of full size at these rates need, at most 1: an idle link is empty, not full. */
function busyShare(rates: Float64Array, column: number, rate_bps: number, packet_bytes: number): number {
  const full = rate_bps / (8 * packet_bytes);
  return full > 0 ? Math.min(1, rateSum(rates, column) / full) : 0;
}

/** Least height of a source that is there, in px, and the share under which it is gone. */
const LEAST_PX = 1;
const GONE = 0.002;

/** Heights of a band's stripes: by share, but who is there is seen; the larger ones give way. */
export function bandHeights(shares: Float64Array, tall: number): Float64Array {
  const out = shares.map((share) => (share > GONE ? share * tall : 0));
  const present = out.filter((h) => h > 0).length;
  const least = present > 0 ? Math.min(LEAST_PX, tall / present) : 0;
  let wanted = 0;
  let room = 0;
  for (const h of out) {
    if (h > 0 && h < least) wanted += least - h;
    else room += Math.max(0, h - least);
  }
  const kept = room > 0 ? Math.max(0, 1 - wanted / room) : 1;
  return out.map((h) => (h <= 0 ? 0 : h < least ? least : least + (h - least) * kept));
}

/** Sum of one rate over the sources. */
export function rateSum(rates: Float64Array, column: number): number {
  let total = 0;
  for (let i = column; i < rates.length; i += STRIDES.flow_rates) total += rates[i] ?? 0;
  return total;
}

/** The smoothed state, held by the view between two pictures. */
export class Fills {
  /** Bytes that the queue's fill is long. */
  queue_bytes = 0;
  /** Bytes by bin and source; on the link and the loop each source's share of what they can carry. */
  bytes: Float64Array = new Float64Array(0);
  link = new Float64Array(0);
  loop = new Float64Array(0);
  /** Queue drops and random losses a second. */
  drops = 0;
  losses = 0;
  private sources = 0;
  private bins = 0;

  /** Takes a picture in after `dt_s` of screen time, and the one whose queue is shown; `snap` shows all as it is (paused, sought, at first). */
  take(
    picture: Picture,
    said: Picture,
    sources: number,
    bins: number,
    bin_bytes: number,
    dt_s: number,
    snap: boolean,
  ): void {
    const fresh = sources !== this.sources || bins !== this.bins;
    if (fresh) {
      this.sources = sources;
      this.bins = bins;
      this.link = new Float64Array(sources);
      this.loop = new Float64Array(sources);
    }
    const weight = snap || fresh ? 1 : 1 - Math.exp(-Math.max(0, dt_s) / TAU_S);
    this.queue_bytes = said.queue_bytes;
    this.bytes = binQueue(said, sources, bins, bin_bytes);
    const { flow_rates, rate_bps, packet_bytes } = picture;
    const link = busyShare(flow_rates, 0, rate_bps, packet_bytes);
    // One acknowledgement may stand for two packets (RFC 5681, section 4.2).
    const loop = Math.min(1, 2 * busyShare(flow_rates, 1, rate_bps, packet_bytes));
    blend(this.link, rateShares(flow_rates, sources, 0), weight, link);
    blend(this.loop, rateShares(flow_rates, sources, 1), weight, loop);
    this.drops = rateSum(picture.flow_rates, 2);
    this.losses = rateSum(picture.flow_rates, 3);
  }
}

function blend(into: Float64Array, from: Float64Array, weight: number, scale = 1): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) + ((from[i] ?? 0) * scale - (into[i] ?? 0)) * weight;
}
