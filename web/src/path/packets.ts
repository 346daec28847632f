/**
 * The packets of a picture, one after the other, as the engine's numbers name them. Not here: where they are drawn (bricks.ts).
 */
import { type Picture, STRIDES } from "../engine/protocol.ts";

/** A packet of a picture. */
export interface Packet {
  /** Its place (`Place`). */
  place: number;
  source: number;
  bytes: number;
  /** Of the place; of a queued packet the bytes before it. */
  fraction: number;
  /** An ACK has that of the packet that caused it. */
  serial: number;
  /** Since when it has been there; of one on its way to the queue, when it arrives, s. */
  since_s: number;
}

/** Looks at each of them. */
export function eachPacket({ packets }: Pick<Picture, "packets">, look: (packet: Packet) => void): void {
  for (let i = 0; i + STRIDES.packets <= packets.length; i += STRIDES.packets) {
    const [place = 0, source = 0, bytes = 0, fraction = 0, serial = 0, since_s = 0] = packets.subarray(i, i + 6);
    look({ place, source, bytes, fraction, serial, since_s });
  }
}
