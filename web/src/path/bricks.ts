/**
 * The packets one by one: on their way to the queue, in it, being sent, on the link, and their acknowledgements. Not
 * here: what was lost (losses.ts), nor the fills that stand for packets where there are too many (bands.ts).
 */
import { type Picture, Place, STRIDES } from "../engine/protocol.ts";
import {
  ackX,
  approach,
  drawnWidth,
  type Layout,
  lane,
  linkX,
  queuedSpan,
  servicePlace,
  squeezeAt,
} from "./geometry.ts";
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

interface Lanes {
  tray: { offset: number; height: number }[];
  pipe: { offset: number; height: number }[];
}

function lanesOf(layout: Layout): Lanes {
  const n = layout.sourceCount;
  const inner = layout.tray.bottom - layout.tray.top - 4;
  const pipe = layout.pipe.bottom - layout.pipe.top - 4;
  const all = Array.from({ length: n }, (_, i) => i);
  return {
    tray: all.map((i) => lane(i, n, inner)),
    // In the thin pipe lanes only lean: 80 % of its height each.
    pipe: all.map((i) => ({ offset: n > 1 ? pipe * 0.2 * (i / (n - 1)) : 0, height: n > 1 ? pipe * 0.8 : pipe })),
  };
}

/** Bytes of the packet in service that have left the sender's side of the link. */
export function sentBytes(picture: Picture): number {
  const { packets } = picture;
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    if (packets[i] === Place.in_service) return (packets[i + 2] ?? 0) * (packets[i + 3] ?? 0);
  }
  return 0;
}

/** All packets of a picture. */
export function drawPackets(pen: Pen, picture: Picture, parts: Parts): void {
  const { layout } = pen;
  const lanes = lanesOf(layout);
  const sent = parts.still ? 0 : sentBytes(picture);
  const { packets, packet_bytes } = picture;
  const tail = queuedSpan(layout.tray, packet_bytes, picture.queue_bytes, 0, sent).x;
  const strip = layout.form === "strip";
  for (let i = 0; i < packets.length; i += STRIDES.packets) {
    const place = packets[i];
    const source = packets[i + 1] ?? 0;
    const bytes = packets[i + 2] ?? 0;
    const fraction = packets[i + 3] ?? 0;
    if (place === Place.queued) {
      if (parts.tray) drawQueued(pen, lanes, source, queuedSpan(layout.tray, packet_bytes, fraction, bytes, sent));
    } else if (strip) {
    } else if (place === Place.in_service) {
      if (parts.link)
        drawService(pen, lanes, source, (bytes / packet_bytes) * layout.brick, parts.still ? 0 : fraction);
    } else if (place === Place.link) {
      if (parts.link) drawLinked(pen, lanes, source, (bytes / packet_bytes) * parts.link_px, fraction);
    } else if (place === Place.ack) {
      if (parts.loop) drawAck(pen, source, fraction);
    } else if (parts.link && (place === Place.approaching || place === Place.doomed)) {
      const at = approach(layout, source, fraction, tail, place === Place.doomed);
      drawApproaching(pen, lanes, source, (bytes / packet_bytes) * layout.brick, at);
    }
  }
}

function fill(pen: Pen, source: number): void {
  pen.g.fillStyle = flowColour(pen.theme, pen.flows[source]?.index ?? source);
}

function drawQueued(pen: Pen, lanes: Lanes, source: number, { x, width }: { x: number; width: number }): void {
  const { g, layout } = pen;
  const own = lanes.tray[source];
  if (!own) return;
  fill(pen, source);
  const squeeze = layout.form === "strip" ? 0 : squeezeAt(layout, x, width);
  const y = layout.tray.top + 2 + own.offset;
  if (squeeze <= 0) {
    g.fillRect(x + 0.5, y, drawnWidth(width), own.height);
    return;
  }
  drawSqueezed(pen, lanes, source, x, width, squeeze);
}

/** Between the tray's height and the pipe's. */
function drawSqueezed(pen: Pen, lanes: Lanes, source: number, x: number, width: number, squeeze: number): void {
  const { g, layout } = pen;
  const wide = lanes.tray[source];
  const thin = lanes.pipe[source];
  if (!wide || !thin) return;
  const top = (layout.tray.top + 2 + wide.offset) * (1 - squeeze) + (layout.pipe.top + 2 + thin.offset) * squeeze;
  const tall = wide.height * (1 - squeeze) + thin.height * squeeze;
  g.fillRect(x + 0.5, top, drawnWidth(width), tall);
}

function drawService(pen: Pen, lanes: Lanes, source: number, width: number, fraction: number): void {
  fill(pen, source);
  const { x, squeeze } = servicePlace(pen.layout, fraction, width);
  drawSqueezed(pen, lanes, source, x, width, squeeze);
}

function drawLinked(pen: Pen, lanes: Lanes, source: number, width: number, fraction: number): void {
  const own = lanes.pipe[source];
  if (!own) return;
  fill(pen, source);
  pen.g.fillRect(
    linkX(pen.layout, fraction, width),
    pen.layout.pipe.top + 2 + own.offset,
    Math.max(1, width),
    own.height,
  );
}

/** An arrowhead on the loop; where they crowd the loop has bands instead. */
function drawAck(pen: Pen, source: number, fraction: number): void {
  const { g, layout } = pen;
  const x = ackX(layout, fraction);
  const { y } = layout.loop;
  fill(pen, source);
  g.beginPath();
  g.moveTo(x - 3.5, y);
  g.lineTo(x + 2, y - 3.5);
  g.lineTo(x + 2, y + 3.5);
  g.fill();
}

function drawApproaching(
  pen: Pen,
  lanes: Lanes,
  source: number,
  width: number,
  at: { x: number; y: number; inside: number },
): void {
  const { g, layout } = pen;
  const own = lanes.tray[source];
  if (!own) return;
  // An outline: only what is queued is filled. Small while it flies, grown to its lane as it lands at the tail.
  const grown = Math.max(0, (at.inside - 0.7) / 0.3);
  const drift = at.inside;
  const laneMiddle = layout.tray.top + 2 + own.offset + own.height / 2;
  const middle = at.y * (1 - drift) + laneMiddle * drift;
  const tall = FREE_TALL + (own.height - FREE_TALL) * grown;
  g.strokeStyle = flowColour(pen.theme, pen.flows[source]?.index ?? source);
  g.lineWidth = 1;
  g.strokeRect(at.x - width + 0.5, middle - tall / 2 + 0.5, Math.max(0.5, drawnWidth(width) - 1), tall - 1);
}
