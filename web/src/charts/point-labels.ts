/**
 * Names of points that lie close together: each beside its point, further out with a leader where others are in the way; of points that
 * lie on each other in one column. Pure. Not here: words that name lines (plot/labels.ts), labels at the right of a plot (label-rows.ts).
 */
import type { Box } from "../plot/ink.ts";
import { labelWidth } from "../plot/labels.ts";

/** Height of a line, half a point with the room around it, px. */
const LINE = 13;
const POINT = 6;
/** Between names beside each other, px. */
const APART = 4;
/** Points so near to another lie on each other, px. */
const ONE = 8;
/** Names are tried so far from their points, px, in this many directions. */
const RINGS = [8, 16, 28, 42, 58, 76, 96, 120, 150, 190];
const AROUND = 24;
/** From this ring on a leader joins the two. */
const LED = 16;

export interface Named {
  x: number;
  y: number;
  name: string;
}

/** A plot, px. */
interface Plot {
  width: number;
  height: number;
  unit: number;
}

/** Names in one column, each with the middle of its left edge. */
export interface PlacedNames {
  lines: { x: number; y: number; name: string }[];
  box: Box;
  /** From the point to the names; null where they touch. */
  leader: Line | null;
}
type Line = readonly [number, number, number, number];

/** Points that lie on each other, in their middle. */
interface Heap {
  x: number;
  y: number;
  points: readonly Named[];
}

const meet = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const far = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether a leader passes through a box. */
function passes([x0, y0, x1, y1]: Line, box: Box): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 4));
  for (let i = 0; i <= steps; i++) {
    const [x, y] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps];
    if (x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1) return true;
  }
  return false;
}

/** Directions from a point, its right and left first. */
const DIRECTIONS = Array.from({ length: AROUND }, (_, i) => (2 * Math.PI * i) / AROUND).sort(
  (a, b) => Math.abs(Math.sin(a)) - Math.abs(Math.sin(b)) || a - b,
);

function heapsOf(points: readonly Named[], unit: number): Heap[] {
  const heaps: [Named, ...Named[]][] = [];
  for (const point of points) {
    const heap = heaps.find((all) => all.some((one) => far(one, point) < ONE * unit));
    if (heap) heap.push(point);
    else heaps.push([point]);
  }
  return heaps.map((all) => ({
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
    points: all,
  }));
}

/** Gives the names of points their places in a plot, the most crowded first; those for which nothing is free have none. */
export function placeNames(points: readonly Named[], plot: Plot): PlacedNames[] {
  const heaps = heapsOf(points, plot.unit);
  const crowd = (heap: Heap): number => points.filter((point) => far(point, heap) < 5 * ONE * plot.unit).length;
  let order = heaps.toSorted((a, b) => crowd(b) - crowd(a));
  let best: PlacedNames[] = [];
  for (let tries = 0; tries < heaps.length; tries++) {
    const placed: PlacedNames[] = [];
    const left = order.filter((heap) => {
      const found = findPlace(heap, plot, points, placed);
      if (found) placed.push(found);
      return !found;
    });
    if (placed.length > best.length) best = placed;
    if (left.length === 0) break;
    // A label that found no place chooses first the next time.
    order = [...left, ...order.filter((heap) => !left.includes(heap))];
  }
  return best;
}

function findPlace(
  { x, y, points }: Heap,
  { width, height, unit }: Plot,
  all: readonly Named[],
  placed: readonly PlacedNames[],
): PlacedNames | null {
  const half = POINT * unit;
  const dots = all.map((dot) => ({
    box: { x0: dot.x - half, y0: dot.y - half, x1: dot.x + half, y1: dot.y + half },
    // A leader may begin among points that nearly lie on its own.
    off: far(dot, { x, y }) > 3 * half,
  }));
  const line = LINE * unit;
  const [long, high] = [
    Math.max(...points.map(({ name }) => labelWidth(name, unit))) + APART * unit,
    line * points.length,
  ];
  for (const ring of RINGS)
    for (const angle of DIRECTIONS) {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [atX, atY] = [x + ring * unit * cos, y + ring * unit * sin];
      // At the right of the point its left edge is at the ring, over it its lower edge.
      const x0 = atX - long * (0.5 - Math.max(-0.5, Math.min(0.5, cos)));
      const y0 = atY - high * (0.5 - Math.max(-0.5, Math.min(0.5, sin)));
      const box = { x0, y0, x1: x0 + long, y1: y0 + high };
      if (x0 < 0 || box.x1 > width || y0 < 0 || box.y1 > height) continue;
      const leader: Line | null = ring < LED ? null : [x, y, atX, atY];
      const free =
        !dots.some((dot) => meet(box, dot.box)) &&
        !(leader && dots.some((dot) => dot.off && passes(leader, dot.box))) &&
        !placed.some(
          (other) =>
            meet(box, other.box) ||
            (leader && passes(leader, other.box)) ||
            (other.leader && passes(other.leader, box)),
        );
      if (!free) continue;
      return { lines: points.map(({ name }, i) => ({ x: x0, y: y0 + (i + 0.5) * line, name })), box, leader };
    }
  return null;
}
