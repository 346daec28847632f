/**
 * Density: where packets are too many to be seen one by one, queue, link and ACK path are filled by flow, the first on top. Not
 * here: the shares (fills.ts), nor when they are shown (scene.ts).
 */
import type { Pattern } from "../plot/surface.ts";
import { bandHeights, type Fills } from "./fills.ts";
import { flowColour, type Pen } from "./ground.ts";

/** Strength of the queue's fill. */
const ALPHA = { light: 0.85, dark: 0.78 };
/** Strength of link and ACK path where the link is in use all of the time. */
const FULL_USE = 0.62;

/** Textures for forced colours, by sign; a fill of one colour says nothing there. */
const HATCHES: readonly Pattern[] = ["rising", "falling", "crossed", "barred"];

interface Paint {
  fill?: string;
  pattern?: Pattern;
  ink?: string;
  alpha: number;
}

/** How a source's share is painted. */
function paintOf({ theme, flows }: Pen, source: number, alpha: number): Paint {
  const sign = flows[source]?.sign ?? source;
  const ink = flowColour(theme, sign);
  if (!theme.forced || sign === 0) return { fill: ink, alpha };
  return { pattern: HATCHES[sign % HATCHES.length] ?? "rising", ink, alpha };
}

/** Of many flows those of one algorithm are one share, as in boxes and charts: that of its first. */
function grouped({ flows }: Pen, shares: Float64Array): Float64Array {
  const out = new Float64Array(shares.length);
  for (const [source, share] of shares.entries()) {
    const first = flows.findIndex(({ sign }) => sign === flows[source]?.sign);
    out[Math.max(0, first)] = (out[Math.max(0, first)] ?? 0) + share;
  }
  return out;
}

/** Sources stacked by share. */
function band(pen: Pen, each: Float64Array, [x, top, width, tall]: readonly number[], alpha: number): void {
  const shares = pen.grouped ? grouped(pen, each) : each;
  let y = top as number;
  bandHeights(shares, tall as number).forEach((h, source) => {
    if (h > 0) pen.surface.rect(x as number, y, width as number, h, paintOf(pen, source, alpha));
    y += h;
  });
}

/** The queue, as long as it is. */
export function drawQueueFill(pen: Pen, fills: Fills, slots: number): void {
  const { tray } = pen.layout;
  const length = Math.min(tray.x1 - tray.x0, slots * tray.slot);
  const alpha = pen.theme.dark ? ALPHA.dark : ALPHA.light;
  if (length > 0) band(pen, fills.queue, [tray.x1 - length, tray.top + 2, length, tray.bottom - tray.top - 4], alpha);
}

/** The link: a tint as strong as its use. */
export function drawLinkBand(pen: Pen, { link, use }: Fills): void {
  const { x0, x1, top, bottom } = pen.layout.pipe;
  band(pen, link, [x0, top + 1, x1 - x0, bottom - top - 2], FULL_USE * use);
}

/** The ACK path, by the same rule. */
export function drawLoopBand(pen: Pen, { loop, use }: Fills): void {
  const { x0, x1, y } = pen.layout.loop;
  const tall = pen.layout.form === "full" ? 8 : 6;
  band(pen, loop, [x0, y - tall / 2, x1 - x0, tall], FULL_USE * use);
}
