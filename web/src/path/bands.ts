/**
 * Density: where packets are too many to be seen one by one, queue, link and loop are filled by shares (design 4). Not
 * here: the smoothing of the shares (fills.ts), nor the switch between the two looks (dumbbell.ts).
 */
import type { Pattern } from "../plot/surface.ts";
import { BIN_PX, bandHeights, blurredShares, type Fills } from "./fills.ts";
import type { Layout } from "./geometry.ts";
import { flowColour, type Pen } from "./ground.ts";

/** Strength of a fill. */
const ALPHA = { light: 0.85, dark: 0.78 };

/** Textures for forced colours, by sign; a fill of one colour says nothing there. */
const HATCHES: readonly Pattern[] = ["rising", "falling", "crossed", "barred"];

interface Paint {
  fill?: string;
  pattern?: Pattern;
  ink?: string;
  alpha: number;
}

/** How each source's share is painted. */
function paintsOf({ layout, theme, flows }: Pen, alpha: number): Paint[] {
  return Array.from({ length: layout.sourceCount }, (_, source) => {
    const sign = flows[source]?.sign ?? source;
    const ink = flowColour(theme, sign);
    if (!theme.forced || sign === 0) return { fill: ink, alpha };
    return { pattern: HATCHES[sign % HATCHES.length] ?? "rising", ink, alpha };
  });
}

const alphaOf = ({ theme }: Pen): number => (theme.dark ? ALPHA.dark : ALPHA.light);

/** Bins along the whole tray. */
export function binsOf(layout: Layout): number {
  return Math.ceil((layout.tray.x1 - layout.tray.x0) / BIN_PX) + 1;
}

/** Bytes of one bin. */
export function binBytes(layout: Layout, packet_bytes: number): number {
  return (BIN_PX / layout.tray.slot) * packet_bytes;
}

/** The queue: stacked shares along its length, the first source on top. */
export function drawQueueFill(pen: Pen, fills: Fills, packet_bytes: number, alpha: number): void {
  const { surface, layout } = pen;
  const { tray, sourceCount: n } = layout;
  const bins = binsOf(layout);
  const length = Math.min(tray.x1 - tray.x0, (fills.queue_bytes / packet_bytes) * tray.slot);
  if (length < 0.5 || fills.bytes.length !== bins * n) return;
  const shares = blurredShares(fills.bytes, n, bins);
  const tall = tray.bottom - tray.top - 4;
  const paints = paintsOf(pen, alpha * alphaOf(pen));
  for (let bin = 0; bin * BIN_PX < length; bin++) {
    const right = tray.x1 - bin * BIN_PX;
    const left = Math.max(tray.x1 - length, right - BIN_PX);
    let y = tray.top + 2;
    paints.forEach((paint, s) => {
      const h = (shares[bin * n + s] ?? 0) * tall;
      if (h <= 0) return;
      surface.rect(left, y, right - left, h, paint);
      y += h;
    });
  }
}

function band(pen: Pen, shares: Float64Array, box: [number, number, number, number], alpha: number): void {
  const [x, top, width, tall] = box;
  const heights = bandHeights(shares, tall);
  const paints = paintsOf(pen, alpha);
  // What is not used stays empty above: the band is on the floor.
  let y = top + tall - heights.reduce((sum, h) => sum + h, 0);
  heights.forEach((h, s) => {
    const paint = paints[s];
    if (h <= 0 || !paint) return;
    pen.surface.rect(x, y, width, h, paint);
    y += h;
  });
}

/** The link as a band of shares. */
export function drawLinkBand(pen: Pen, fills: Fills, alpha: number): void {
  const { pipe } = pen.layout;
  const { x0, x1, top, bottom } = pipe;
  band(pen, fills.link, [x0 + 1, top + 2, x1 - x0 - 2, bottom - top - 4], alpha * alphaOf(pen));
}

/** The acknowledgements as a band of 6 px on the loop. */
export function drawLoopBand(pen: Pen, fills: Fills, alpha: number): void {
  const { loop } = pen.layout;
  band(pen, fills.loop, [loop.x0, loop.y - 3, loop.x1 - loop.x0, 6], alpha);
}
