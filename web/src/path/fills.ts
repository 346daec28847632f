/**
 * The drawing instead of packets where more pass than can be seen to move: shares of queue, link and ACK path by flow, how much of the
 * time the link is in use, losses a second. All of one instant. Not here: drawing (bands.ts), nor how often the instant changes, no faster
 * than the eye may be asked to bear (run_view/player.ts).
 */
import { type Picture, Place, STRIDES } from "../engine/protocol.ts";
import { eachPacket } from "./packets.ts";

const sum = (parts: Float64Array): number => parts.reduce((all, part) => all + part, 0);

/** Parts of a whole; all 0 where there is nothing. */
function shares(parts: Float64Array): Float64Array {
  const total = sum(parts);
  return total > 0 ? parts.map((part) => part / total) : parts;
}

/** One rate of each source: `column` is its place in a record of rates. */
function rates({ flow_rates }: Picture, sources: number, column: number): Float64Array {
  return Float64Array.from({ length: sources }, (_, s) => flow_rates[s * STRIDES.flow_rates + column] ?? 0);
}

/** Least height of a source that is there, in px, and the share under which it is gone. */
const LEAST_PX = 1;
const GONE = 0.002;

/** Heights of a band's stripes: by share, but who is there is seen; the larger ones give way. */
export function bandHeights(parts: Float64Array, tall: number): Float64Array {
  const out = parts.map((share) => (share > GONE ? share * tall : 0));
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

export interface Fills {
  /** Each source's share of the bytes in the queue, of the bits on the link, of the ACKs. */
  queue: Float64Array;
  link: Float64Array;
  loop: Float64Array;
  /** Share of time in which the link sends, over the last quarter of a second of the screen. */
  use: number;
  /** Queue drops and random losses a second. */
  drops: number;
  losses: number;
}

export function fillsOf(picture: Picture, sources: number): Fills {
  const queued = new Float64Array(sources);
  eachPacket(picture, ({ place, source, bytes }) => {
    if (place === Place.queued && source < sources) queued[source] = (queued[source] ?? 0) + bytes;
  });
  const bits = rates(picture, sources, 0);
  return {
    queue: shares(queued),
    link: shares(bits),
    loop: shares(rates(picture, sources, 1)),
    use: picture.rate_bps > 0 ? Math.min(1, sum(bits) / picture.rate_bps) : 0,
    drops: sum(rates(picture, sources, 2)),
    losses: sum(rates(picture, sources, 3)),
  };
}
