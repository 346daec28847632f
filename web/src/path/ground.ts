/**
 * The parts of the path that do not move: boxes, access links, gate, tray, pipe, loop, scale. Functions of layout and
 * theme that draw on a surface. Not here: packets (bricks.ts), fills (bands.ts), words (labels.ts).
 */

import { dashAt } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Chip, type Layout, lossGate } from "./geometry.ts";

/** Input of the drawing of one frame. */
export interface Pen {
  surface: Surface;
  layout: Layout;
  theme: Theme;
  flows: readonly FlowLook[];
  /** Many flows: colours are those of their algorithms. */
  grouped: boolean;
  /** Random loss strikes after the link. */
  after: boolean;
  /** Ticks of the tray's scale, shares of its length from its head. */
  ticks: readonly number[];
}

/** Colour of a flow or cross traffic by its sign. */
export function flowColour(theme: Theme, sign: number): string {
  return theme.flows[sign % Math.max(1, theme.flows.length)] ?? theme.ink;
}

/** Everything that stands behind the packets. */
export function drawGround(pen: Pen, t_s: number): void {
  const { layout } = pen;
  if (layout.form !== "strip") {
    drawLoop(pen);
    drawAccess(pen, t_s);
    drawPipe(pen);
  }
  drawTray(pen);
}

/** Boxes, the gate of random loss and the limit: in front of the packets. */
export function drawFront(pen: Pen, t_s: number): void {
  const { surface, layout, theme } = pen;
  const { tray } = layout;
  if (layout.form !== "strip") {
    const gate = lossGate(layout, pen.after);
    for (const chip of layout.chips) drawChip(pen, chip, t_s);
    const line = { color: theme.random, width: 1.5, dash: [2, 2] };
    surface.polyline([gate.x, gate.top, gate.x, gate.bottom], line);
  }
  const reach = layout.form === "strip" ? 4 : 7;
  const limit = [tray.x0, tray.top - reach, tray.x0, tray.bottom + reach];
  surface.polyline(limit, { color: theme.ink, width: 2, dash: [4, 3] });
}

/** Stretches of a bend: its corners are not seen. */
const BEND = 24;

/** Points of a bend from one to another, drawn towards a third (a quadratic curve). */
function bend(from: readonly number[], towards: readonly number[], to: readonly number[]): number[] {
  const points: number[] = [];
  for (let i = 0; i <= BEND; i++) {
    const u = i / BEND;
    for (const axis of [0, 1])
      points.push((1 - u) ** 2 * (from[axis] ?? 0) + 2 * u * (1 - u) * (towards[axis] ?? 0) + u * u * (to[axis] ?? 0));
  }
  return points;
}

function drawLoop({ surface, layout, theme }: Pen): void {
  const { loop, chips } = layout;
  const bottom = (chip: Chip | undefined): number => (chip ? chip.sender.y + chip.sender.height : layout.axis);
  const start = Math.min(loop.y - 4, bottom(chips.at(-1)) + 6);
  const right = bend([loop.right, start], [loop.right, loop.y], [loop.right - 40, loop.y]);
  const left = bend([loop.left + 36, loop.y], [loop.left, loop.y], [loop.left, start]);
  surface.polyline([...right, ...left], { color: theme.ctl, width: 1.25 });
}

/** A source that sends now: not before its start, not after its stop. */
function runs(flow: FlowLook | undefined, t_s: number): boolean {
  return flow === undefined || (t_s >= flow.start_s && t_s < flow.stop_s);
}

/** A receiver without a name, px. */
const DOT = 9;

/** Not begun or already stopped: there, but pale. */
const PALE = 0.45;

function drawAccess({ surface, layout, theme, flows }: Pen, t_s: number): void {
  const { junction, gate, tray, pipe, axis } = layout;
  const line = { color: theme.ctl, width: 1.25 };
  for (const { flow, sender, receiver } of layout.chips) {
    const out = [sender.x + sender.width, sender.y + sender.height / 2, junction.x, axis];
    // Without room for a name a receiver is a dot.
    const end = layout.form === "full" ? receiver.x : receiver.x + receiver.width / 2;
    const back = [pipe.x1, axis, end, receiver.y + receiver.height / 2];
    const alpha = flow < 0 || runs(flows[flow], t_s) ? 1 : PALE;
    surface.polyline([...out, 0, Number.NaN, ...back], { ...line, alpha });
  }
  surface.polyline([junction.x, axis, gate.x, axis, tray.x0, axis], line);
}

function drawPipe({ surface, layout, theme }: Pen): void {
  const { x0, x1, top, bottom } = layout.pipe;
  surface.rect(x0, top, x1 - x0, bottom - top, { fill: theme.wash });
  const edges = [x0, top - 0.5, x1, top - 0.5, 0, Number.NaN, x0, bottom + 0.5, x1, bottom + 0.5];
  surface.polyline(edges, { color: theme.ctl, width: 1.25 });
}

function drawTray(pen: Pen): void {
  const { surface, layout, theme } = pen;
  const { tray, pipe, form } = layout;
  surface.rect(tray.x0, tray.top, tray.x1 - tray.x0, tray.bottom - tray.top, { fill: theme.wash });
  const edge = (y: number, out: number): number[] => [
    ...[tray.x0, y, tray.x1 + 1, y],
    ...(form === "strip" ? [] : [pipe.x0, out]),
  ];
  const above = edge(tray.top - 1, pipe.top - 0.5);
  const below = edge(tray.bottom + 1, pipe.bottom + 0.5);
  surface.polyline([...above, 0, Number.NaN, ...below], { color: theme.ink, width: 2 });
  if (form !== "strip") drawScale(pen);
}

/** Steps of the tray's scale: the tick of 75 is between 50 and 100. */
const STEPS = [1, 2, 2.5, 5, 10];

/** From this length on the tray has four steps, px; a shorter one two. */
const LONG = 190;

/** Round times on the tray's scale, ms; the tray is `full_ms` and `px` long. */
export function scaleTicks(full_ms: number, px: number): number[] {
  if (!(full_ms > 0) || !Number.isFinite(full_ms)) return [];
  const least = full_ms / (px >= LONG ? 4 : 2);
  const tens = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.findLast((one) => one * tens <= least * (1 + 1e-9)) ?? 1) * tens;
  return Array.from({ length: Math.floor(full_ms / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** Ticks of the scale: how far from the tray's head, as a share of its length. */
function drawScale({ surface, layout, theme, ticks }: Pen): void {
  const { tray } = layout;
  for (const share of ticks)
    surface.rect(Math.round(tray.x1 - share * (tray.x1 - tray.x0)), tray.bottom + 2, 1, 4, { fill: theme.ctl });
}

/** A packet's waiting time under the tray, on its scale, with a dot under the packet. */
export function drawWait({ surface }: Pen, { x0, x1, y }: { x0: number; x1: number; y: number }, color: string): void {
  surface.rect(x0, y - 2, x1 - x0, 4, { fill: color });
  surface.mark(x1, y, "dot", { color, size: 6 });
}

function drawChip({ surface, layout, theme, flows, grouped }: Pen, chip: Chip, t_s: number): void {
  const flow = flows[chip.flow];
  const shown = flow ?? (grouped ? flows.find((one) => one.kind === chip.key) : undefined);
  const color = shown ? flowColour(theme, shown.sign) : theme.ctl;
  const alpha = chip.flow < 0 || runs(flow, t_s) ? 1 : PALE;
  const { receiver } = chip;
  if (layout.form !== "full") {
    const [x, y] = [receiver.x + receiver.width / 2, receiver.y + receiver.height / 2];
    surface.mark(x, y, "dot", { color, size: DOT, alpha });
  }
  for (const { x, y, width, height } of layout.form === "full" ? [chip.sender, receiver] : [chip.sender]) {
    surface.rect(x, y, width, height, { fill: theme.plate, radius: 4 });
    // Its outline is centred on the box's edge.
    surface.rect(x - 1, y - 1, width + 2, height + 2, { stroke: color, width: 2, radius: 5, alpha });
    if (layout.form !== "full" || chip.flow < 0) continue;
    const middle = y + height / 2;
    surface.polyline([x + 7, middle, x + 22, middle], { color, width: 3, dash: dashAt(flow?.sign ?? 0), alpha });
  }
}
