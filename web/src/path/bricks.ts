/**
 * The packets one by one: on their way to the queue, in it, being sent, on the link, and their ACKs; and the ring around those that are
 * followed. Not here: what was lost (losses.ts), nor what is shown where there are too many packets (bands.ts).
 */
import { type Picture, Place } from "../engine/protocol.ts";
import {
  ackX,
  approach,
  type Box,
  drawnWidth,
  LANE_TALL,
  type Layout,
  lane,
  linkX,
  queuedSpan,
  servicePlace,
  squeezeAt,
} from "./geometry.ts";
import { flowColour, type Pen } from "./ground.ts";
import { eachPacket, type Packet } from "./packets.ts";

/** Height of a brick outside tray and pipe, and half the length of an ACK's arrowhead. */
const FREE_TALL = 10;
const ARROW = 3.5;
/** Distance of two ACKs at which they have arrowheads of full size, px. */
const ARROW_SPACING = 7;

/** Distance of two packets sent back to back, px: 0 where they are not drawn one by one. */
export interface Spacing {
  tray: number;
  link: number;
  loop: number;
}

/** Bytes of the packet in service that have left the sender's side of the link. */
function sentBytes(picture: Picture): number {
  let sent = 0;
  eachPacket(picture, ({ place, bytes, fraction }) => {
    if (place === Place.in_service && sent === 0) sent = bytes * fraction;
  });
  return sent;
}

/** Where the packets of a picture are. */
export function placing(layout: Layout, picture: Picture, link_px: number): (packet: Packet) => Box {
  const { tray, pipe, loop, sourceCount: n } = layout;
  const { packet_bytes } = picture;
  const sent = sentBytes(picture);
  const tail = queuedSpan(tray, packet_bytes, picture.queue_bytes, 0, sent).x;
  const inPipe = pipe.bottom - pipe.top - 4;
  /** Between the tray's height (0) and the pipe's (1). */
  const between = (source: number, x: number, width: number, squeeze: number): Box => {
    const high = lane(source, n, tray.bottom - tray.top - 4);
    // In the thin pipe lanes only lean: 80 % of its height each.
    const low =
      n > 1 ? { offset: (inPipe * 0.2 * source) / (n - 1), height: inPipe * 0.8 } : { offset: 0, height: inPipe };
    const y = (tray.top + 2 + high.offset) * (1 - squeeze) + (pipe.top + 2 + low.offset) * squeeze;
    return { x, y, width, height: high.height * (1 - squeeze) + low.height * squeeze };
  };
  return ({ place, source, bytes, fraction }) => {
    const share = bytes / packet_bytes;
    if (place === Place.queued) {
      const { x, width } = queuedSpan(tray, packet_bytes, fraction, bytes, sent);
      const squeeze = layout.form === "strip" ? 0 : squeezeAt(layout, x, width);
      return between(source, x + 0.5, drawnWidth(width), squeeze);
    }
    if (place === Place.in_service) {
      const width = share * layout.brick;
      const { x, squeeze } = servicePlace(layout, fraction, width);
      return between(source, x + 0.5, drawnWidth(width), squeeze);
    }
    if (place === Place.link) {
      const width = share * link_px;
      return between(source, linkX(layout, fraction, width), Math.max(1, width), 1);
    }
    if (place === Place.ack) {
      return { x: ackX(layout, fraction) - ARROW, y: loop.y - ARROW, width: 2 * ARROW, height: 2 * ARROW };
    }
    const width = Math.max(1.5, drawnWidth(share * layout.brick));
    const at = approach(layout, source, fraction, tail, place === Place.doomed);
    const height = FREE_TALL + (LANE_TALL - FREE_TALL) * at.risen;
    return { x: at.x - width, y: at.y - height / 2, width, height };
  };
}

const colourOf = ({ theme, flows }: Pen, source: number): string => flowColour(theme, flows[source]?.sign ?? source);

/** All packets of a picture that have room. */
export function drawPackets(pen: Pen, picture: Picture, boxOf: (packet: Packet) => Box, spacing: Spacing): void {
  const { surface, layout } = pen;
  const strip = layout.form === "strip";
  const room = (place: number): number =>
    place === Place.queued ? spacing.tray : strip ? 0 : place === Place.ack ? spacing.loop : spacing.link;
  eachPacket(picture, (packet) => {
    const { place, source } = packet;
    if (room(place) === 0 || source >= layout.sourceCount) return;
    const { x, y, width, height } = boxOf(packet);
    const colour = colourOf(pen, source);
    if (place === Place.ack) {
      const size = Math.min(1, spacing.loop / ARROW_SPACING);
      const middle = y + height / 2;
      const tip = x + width / 2 - ARROW * size;
      surface.polygon([tip, middle, tip + 5.5 * size, middle - ARROW, tip + 5.5 * size, middle + ARROW], {
        fill: colour,
      });
    }
    // An outline: only what is queued is filled. It takes its place in the queue once it is queued.
    else if (place === Place.approaching || place === Place.doomed)
      surface.rect(x, y, width, height, { stroke: colour });
    else surface.rect(x, y, width, height, { fill: colour });
  });
}

/** Width of a brick that is ringed, and from it to the ring, px. */
const RINGED = 7;
const RING_GAP = 4;
/** Over the tray and on the ACK path, where words and the picture's edge are near. */
const NEAR_RING_GAP = 2.5;

/** A packet that is followed, larger than the others and ringed. */
export function drawRinged(pen: Pen, packet: Packet, box: Box): void {
  const { surface, theme } = pen;
  const width = Math.max(RINGED, box.width);
  const [x, y] = [box.x - (width - box.width) / 2, box.y];
  const gap = packet.place === Place.approaching || packet.place === Place.ack ? NEAR_RING_GAP : RING_GAP;
  const ring = [x - gap, y - gap, width + 2 * gap, box.height + 2 * gap] as const;
  surface.rect(...ring, { fill: theme.plate, radius: 4 });
  surface.rect(...ring, { stroke: theme.ink, width: 2, radius: 4 });
  const fill = colourOf(pen, packet.source);
  if (packet.place === Place.ack) {
    const middle = y + box.height / 2;
    surface.polygon([x, middle, x + width, middle - ARROW, x + width, middle + ARROW], { fill });
  } else surface.rect(x, y, width, box.height, { fill });
}
