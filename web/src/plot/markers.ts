/**
 * The flows' markers (design 2.2): a shape for each colour, outlined in it on the ground. Not here: marks of events (shapes.ts).
 */
import type { Surface } from "./surface.ts";

/** Upper and lower edge of an outlined shape, or strokes, in units of half its size; the first marker is a ring. */
type Marker = { upper: readonly number[]; lower: readonly number[] } | { strokes: readonly (readonly number[])[] };

const UPRIGHT = [0, -1.1, 0, 1.1];

/** By place among the flows' colours, from the second on: square, diamond, triangle, cross, hexagon, star, bar. */
const MARKERS: readonly Marker[] = [
  { upper: [-0.9, -0.9, 0.9, -0.9], lower: [-0.9, 0.9, 0.9, 0.9] },
  { upper: [-1.15, 0, 0, -1.15, 1.15, 0], lower: [-1.15, 0, 0, 1.15, 1.15, 0] },
  { upper: [-1.1, 0.9, 0, -1.1, 1.1, 0.9], lower: [-1.1, 0.9, 1.1, 0.9] },
  { strokes: [[-1.1, 0, 1.1, 0], UPRIGHT] },
  {
    upper: [-1.1, 0, -0.55, -0.95, 0.55, -0.95, 1.1, 0],
    lower: [-1.1, 0, -0.55, 0.95, 0.55, 0.95, 1.1, 0],
  },
  {
    upper: [-1.2, 0, -0.35, -0.35, 0, -1.2, 0.35, -0.35, 1.2, 0],
    lower: [-1.2, 0, -0.35, 0.35, 0, 1.2, 0.35, 0.35, 1.2, 0],
  },
  { strokes: [UPRIGHT] },
];

/** How a marker is drawn: `r` is half its size, px, `ground` the colour inside of it. */
export interface MarkerStyle {
  r: number;
  color: string;
  ground: string;
  alpha?: number;
  unit?: number;
}

/** Draws the marker of a place among the flows' colours around a point. */
export function drawMarker(surface: Surface, x: number, y: number, sign: number, style: MarkerStyle): void {
  const { r, color, ground, alpha = 1, unit = 1 } = style;
  const at = (points: readonly number[]): number[] => points.map((value, i) => (i % 2 === 0 ? x : y) + value * r);
  if (sign === 0) {
    surface.mark(x, y, "ring", { color, size: 2 * r, alpha });
    return;
  }
  const marker = MARKERS[sign - 1] ?? { strokes: [UPRIGHT] };
  if ("strokes" in marker) {
    for (const points of marker.strokes) surface.polyline(at(points), { color, width: 2.25 * unit, alpha });
    return;
  }
  const { upper, lower } = marker;
  surface.area(at(upper), at(lower), { color: ground, alpha: 1 });
  const back: number[] = [];
  for (let i = lower.length - 2; i >= 0; i -= 2) back.push(lower[i] ?? 0, lower[i + 1] ?? 0);
  surface.polyline(at([...upper, ...back, ...upper.slice(0, 2)]), { color, width: 1.75 * unit, alpha });
}
