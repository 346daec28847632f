/**
 * The packets one by one: on their way to the queue, in it, being sent, on the link, and their acknowledgements. Not
 * here: what was lost (losses.ts), nor the fills that stand for packets where there are too many (bands.ts).
 */
import { type Picture, Place, STRIDES } from "../engine/protocol.ts";
import { ackX, approach, drawnWidth, LANE_TALL, lane, linkX, queuedSpan, servicePlace, squeezeAt } from "./geometry.ts";
import { flowColour, type Pen } from "./ground.ts";

/** Height of a brick outside tray and pipe. */
const FREE_TALL = 10;

/** What is drawn packet by packet, and what is left to bands. */
export interface Parts {
  tray: boolean;
  link: boolean;
  loop: boolean;
  /** Width of a full packet on the link, in px: under its distance to the next. */
  link_px: number;
  /** Bricks change place without gliding. */
  still: boolean;
}

/** A source's part of the height, in tray and pipe, and how its packets are painted. */
interface Lane {
  tray: { offset: number; height: number };
  pipe: { offset: number; height: number };
  paint: { fill: string; alpha: number };
}

function lanesOf({ layout, theme, flows }: Pen, alpha: number): Lane[] {
  const n = layout.sourceCount;
  const inner = layout.tray.bottom - layout.tray.top - 4;
  const pipe = layout.pipe.bottom - layout.pipe.top - 4;
  return Array.from({ length: n }, (_, i) => ({
    tray: lane(i, n, inner),
    // In the thin pipe lanes only lean: 80 % of its height each.
    pipe: { offset: n > 1 ? pipe * 0.2 * (i / (n - 1)) : 0, height: n > 1 ? pipe * 0.8 : pipe },
    paint: { fill: flowColour(theme, flows[i]?.sign ?? i), alpha },
  }));
}

/** Bytes of the packet in service that have left the sender's side of the link. */
function sentBytes(picture: Picture): number {
  const { packets } = picture;
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    if (packets[i] === Place.in_service) return (packets[i + 2] ?? 0) * (packets[i + 3] ?? 0);
  }
  return 0;
}

/** All packets of a picture, at this alpha. */
export function drawPackets(pen: Pen, picture: Picture, parts: Parts, alpha: number): void {
  const { layout } = pen;
  const lanes = lanesOf(pen, alpha);
  const sent = parts.still ? 0 : sentBytes(picture);
  const { packets, packet_bytes } = picture;
  const tail = queuedSpan(layout.tray, packet_bytes, picture.queue_bytes, 0, sent).x;
  const strip = layout.form === "strip";
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    const place = packets[i];
    const source = packets[i + 1] ?? 0;
    const bytes = packets[i + 2] ?? 0;
    const fraction = packets[i + 3] ?? 0;
    const own = lanes[source];
    if (!own) continue;
    if (place === Place.queued) {
      if (parts.tray) drawQueued(pen, own, queuedSpan(layout.tray, packet_bytes, fraction, bytes, sent));
    } else if (strip) {
    } else if (place === Place.in_service) {
      if (parts.link) drawService(pen, own, (bytes / packet_bytes) * layout.brick, parts.still ? 0 : fraction);
    } else if (place === Place.link) {
      if (parts.link) drawLinked(pen, own, (bytes / packet_bytes) * parts.link_px, fraction);
    } else if (place === Place.ack) {
      if (parts.loop) drawAck(pen, own, fraction);
    } else if (parts.link && (place === Place.approaching || place === Place.doomed)) {
      const at = approach(layout, source, fraction, tail, place === Place.doomed);
      drawApproaching(pen, own, (bytes / packet_bytes) * layout.brick, at);
    }
  }
}

function drawQueued(pen: Pen, own: Lane, { x, width }: { x: number; width: number }): void {
  const { surface, layout } = pen;
  const squeeze = layout.form === "strip" ? 0 : squeezeAt(layout, x, width);
  if (squeeze <= 0)
    surface.rect(x + 0.5, layout.tray.top + 2 + own.tray.offset, drawnWidth(width), own.tray.height, own.paint);
  else drawSqueezed(pen, own, x, width, squeeze);
}

/** Between the tray's height and the pipe's. */
function drawSqueezed({ surface, layout }: Pen, own: Lane, x: number, width: number, squeeze: number): void {
  const { tray, pipe, paint } = own;
  const top = (layout.tray.top + 2 + tray.offset) * (1 - squeeze) + (layout.pipe.top + 2 + pipe.offset) * squeeze;
  const tall = tray.height * (1 - squeeze) + pipe.height * squeeze;
  surface.rect(x + 0.5, top, drawnWidth(width), tall, paint);
}

function drawService(pen: Pen, own: Lane, width: number, fraction: number): void {
  const { x, squeeze } = servicePlace(pen.layout, fraction, width);
  drawSqueezed(pen, own, x, width, squeeze);
}

function drawLinked({ surface, layout }: Pen, { pipe, paint }: Lane, width: number, fraction: number): void {
  const x = linkX(layout, fraction, width);
  surface.rect(x, layout.pipe.top + 2 + pipe.offset, Math.max(1, width), pipe.height, paint);
}

/** An arrowhead on the loop; where they crowd the loop has bands instead. */
function drawAck({ surface, layout }: Pen, { paint }: Lane, fraction: number): void {
  const x = ackX(layout, fraction);
  const { y } = layout.loop;
  surface.polygon([x - 3.5, y, x + 2, y - 3.5, x + 2, y + 3.5], paint);
}

function drawApproaching(
  { surface }: Pen,
  { paint }: Lane,
  width: number,
  at: { x: number; y: number; risen: number },
): void {
  // An outline: only what is queued is filled. It takes its place in the queue once it is queued.
  const tall = FREE_TALL + (LANE_TALL - FREE_TALL) * at.risen;
  const wide = Math.max(1.5, drawnWidth(width));
  surface.rect(at.x - width, at.y - tall / 2, wide, tall, { stroke: paint.fill, alpha: paint.alpha });
}
