/**
 * Density: where packets are too many to be seen one by one, queue, link and loop are filled by shares (design 4). Not
 * here: the smoothing of the shares (fills.ts), nor the switch between the two looks (dumbbell.ts).
 */
import type { Theme } from "../design/theme.ts";
import { BIN_PX, bandHeights, blurredShares, type Fills } from "./fills.ts";
import type { Layout } from "./geometry.ts";
import { flowColour, type Pen } from "./ground.ts";

/** Strength of a fill. */
const ALPHA = { light: 0.85, dark: 0.78 };

/** Hatches for forced colours, by index; a fill of one colour says nothing there. */
function hatch(g: CanvasRenderingContext2D, colour: string, index: number): CanvasPattern | string {
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const t = tile.getContext("2d");
  if (!t) return colour;
  t.strokeStyle = colour;
  t.lineWidth = 1.3;
  t.beginPath();
  if (index % 4 !== 1) {
    t.moveTo(-1, 7);
    t.lineTo(7, -1);
  }
  if (index % 4 === 1 || index % 4 === 2) {
    t.moveTo(-1, -1);
    t.lineTo(7, 7);
  }
  if (index % 4 === 3) {
    t.moveTo(0, 3);
    t.lineTo(6, 3);
  }
  t.stroke();
  return g.createPattern(tile, "repeat") ?? colour;
}

/** Styles made for a theme, so that a hatch is not made anew for each frame. */
const styles = new WeakMap<Theme, (string | CanvasPattern)[]>();

/** Fill style of a source. */
function styleOf(pen: Pen, source: number): string | CanvasPattern {
  const index = pen.flows[source]?.index ?? source;
  const colour = flowColour(pen.theme, index);
  if (!pen.theme.forced || index === 0) return colour;
  let made = styles.get(pen.theme);
  if (!made) {
    made = [];
    styles.set(pen.theme, made);
  }
  made[index] ??= hatch(pen.g, colour, index);
  return made[index];
}

/** Bins along the whole tray. */
export function binsOf(layout: Layout): number {
  return Math.ceil((layout.tray.x1 - layout.tray.x0) / BIN_PX) + 1;
}

/** Bytes of one bin. */
export function binBytes(layout: Layout, packet_bytes: number): number {
  return (BIN_PX / layout.tray.slot) * packet_bytes;
}

/** The queue: stacked shares along its length, the first source on top. */
export function drawQueueFill(pen: Pen, fills: Fills, packet_bytes: number): void {
  const { g, layout, theme } = pen;
  const { tray, sourceCount: n } = layout;
  const bins = binsOf(layout);
  const length = Math.min(tray.x1 - tray.x0, (fills.queue_bytes / packet_bytes) * tray.slot);
  if (length < 0.5 || fills.bytes.length !== bins * n) return;
  const shares = blurredShares(fills.bytes, n, bins);
  const tall = tray.bottom - tray.top - 4;
  const before = g.globalAlpha;
  g.globalAlpha = before * (theme.dark ? ALPHA.dark : ALPHA.light);
  for (let bin = 0; bin * BIN_PX < length; bin++) {
    const right = tray.x1 - bin * BIN_PX;
    const left = Math.max(tray.x1 - length, right - BIN_PX);
    let y = tray.top + 2;
    for (let s = 0; s < n; s++) {
      const h = (shares[bin * n + s] ?? 0) * tall;
      if (h <= 0) continue;
      g.fillStyle = styleOf(pen, s);
      g.fillRect(left, y, right - left, h);
      y += h;
    }
  }
  g.globalAlpha = before;
}

function band(pen: Pen, shares: Float64Array, x: number, width: number, top: number, tall: number): void {
  const { g } = pen;
  const heights = bandHeights(shares, tall);
  // What is not used stays empty above: the band is on the floor.
  let y = top + tall - heights.reduce((sum, h) => sum + h, 0);
  heights.forEach((h, s) => {
    if (h <= 0) return;
    g.fillStyle = styleOf(pen, s);
    g.fillRect(x, y, width, h);
    y += h;
  });
}

/** The link as a band of shares. */
export function drawLinkBand(pen: Pen, fills: Fills): void {
  const { g, layout, theme } = pen;
  const { pipe } = layout;
  const before = g.globalAlpha;
  g.globalAlpha = before * (theme.dark ? ALPHA.dark : ALPHA.light);
  band(pen, fills.link, pipe.x0 + 1, pipe.x1 - pipe.x0 - 2, pipe.top + 2, pipe.bottom - pipe.top - 4);
  g.globalAlpha = before;
}

/** The acknowledgements as a band of 6 px on the loop. */
export function drawLoopBand(pen: Pen, fills: Fills): void {
  const { loop } = pen.layout;
  band(pen, fills.loop, loop.x0, loop.x1 - loop.x0, loop.y - 3, 6);
}
