/**
 * The parts of the path that do not move: boxes, access links, gate, tray, pipe, loop, scale. Functions of layout and
 * theme that draw on a canvas. Not here: packets (bricks.ts), fills (bands.ts), words (labels.ts).
 */

import { dashAt } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Chip, Layout } from "./geometry.ts";

/** What the drawing of one frame is made from. */
export interface Pen {
  g: CanvasRenderingContext2D;
  layout: Layout;
  theme: Theme;
  flows: readonly FlowLook[];
  /** Many flows: colours are those of their algorithms. */
  grouped: boolean;
}

/** Colour of a flow or cross traffic by its index. */
export function flowColour(theme: Theme, index: number): string {
  return theme.flows[index % Math.max(1, theme.flows.length)] ?? theme.ink;
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

/** Boxes, gate and limit: in front of the packets. */
export function drawFront(pen: Pen, t_s: number): void {
  const { g, layout, theme } = pen;
  if (layout.form !== "strip") {
    for (const chip of layout.chips) drawChip(pen, chip, t_s);
    line(g, theme.random, 1.5, [2, 2]);
    g.beginPath();
    g.moveTo(layout.gate.x, layout.gate.top);
    g.lineTo(layout.gate.x, layout.gate.bottom);
    g.stroke();
  }
  const { tray } = layout;
  const reach = layout.form === "strip" ? 4 : 7;
  line(g, theme.ink, 2, [4, 3]);
  g.beginPath();
  g.moveTo(tray.x0, tray.top - reach);
  g.lineTo(tray.x0, tray.bottom + reach);
  g.stroke();
  g.setLineDash([]);
}

function line(g: CanvasRenderingContext2D, colour: string, width: number, dash: readonly number[] = []): void {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.setLineDash(dash as number[]);
}

function drawLoop({ g, layout, theme }: Pen): void {
  const { loop, chips } = layout;
  const bottom = (chip: Chip | undefined): number => (chip ? chip.sender.y + chip.sender.height : layout.axis);
  const start = Math.min(loop.y - 4, bottom(chips.at(-1)) + 6);
  line(g, theme.line, 1.25);
  g.beginPath();
  g.moveTo(loop.right, start);
  g.quadraticCurveTo(loop.right, loop.y, loop.right - 40, loop.y);
  g.lineTo(loop.left + 36, loop.y);
  g.quadraticCurveTo(loop.left, loop.y, loop.left, start);
  g.stroke();
}

/** A source that sends now: not before its start, not after its stop. */
function runs(flow: FlowLook | undefined, t_s: number): boolean {
  return flow === undefined || (t_s >= flow.start_s && t_s < flow.stop_s);
}

function drawAccess({ g, layout, theme, flows }: Pen, t_s: number): void {
  const { junction, tray, pipe, axis } = layout;
  line(g, theme.ctl, 1.25);
  for (const chip of layout.chips) {
    g.globalAlpha = chip.flow < 0 || runs(flows[chip.flow], t_s) ? 1 : 0.45;
    g.beginPath();
    g.moveTo(chip.sender.x + chip.sender.width, chip.sender.y + chip.sender.height / 2);
    g.lineTo(junction.x, axis);
    g.moveTo(pipe.x1, axis);
    g.lineTo(chip.receiver.x, chip.receiver.y + chip.receiver.height / 2);
    g.stroke();
  }
  g.globalAlpha = 1;
  g.beginPath();
  g.moveTo(junction.x, axis);
  g.lineTo(tray.x0, axis);
  g.stroke();
}

function drawPipe({ g, layout, theme }: Pen): void {
  const { pipe } = layout;
  g.fillStyle = theme.wash;
  g.fillRect(pipe.x0, pipe.top, pipe.x1 - pipe.x0, pipe.bottom - pipe.top);
  line(g, theme.ctl, 1.25);
  g.beginPath();
  g.moveTo(pipe.x0, pipe.top - 0.5);
  g.lineTo(pipe.x1, pipe.top - 0.5);
  g.moveTo(pipe.x0, pipe.bottom + 0.5);
  g.lineTo(pipe.x1, pipe.bottom + 0.5);
  g.stroke();
}

function drawTray({ g, layout, theme }: Pen): void {
  const { tray, pipe, form } = layout;
  g.fillStyle = theme.wash;
  g.fillRect(tray.x0, tray.top, tray.x1 - tray.x0, tray.bottom - tray.top);
  line(g, theme.ink, 2);
  g.lineJoin = "round";
  for (const [y, out] of [
    [tray.top - 1, pipe.top - 0.5],
    [tray.bottom + 1, pipe.bottom + 0.5],
  ] as const) {
    g.beginPath();
    g.moveTo(tray.x0, y);
    g.lineTo(tray.x1 + 1, y);
    if (form !== "strip") g.lineTo(pipe.x0, out);
    g.stroke();
  }
  if (form !== "strip") drawScale(g, layout, theme);
}

/** Quarters of the limit (halves in the small form), and in the full form a hair for each slot. */
function drawScale(g: CanvasRenderingContext2D, { tray, form }: Layout, theme: Theme): void {
  if (form === "full" && tray.bricks) {
    g.fillStyle = theme.line;
    for (let i = 0; i <= tray.slots; i++) g.fillRect(Math.round(tray.x1 - i * tray.slot), tray.bottom + 3, 1, 2);
  }
  g.fillStyle = theme.ctl;
  for (const share of scaleShares(form)) {
    g.fillRect(Math.round(tray.x1 - share * tray.slots * tray.slot), tray.bottom + 3, 1, 5);
  }
}

/** Labelled shares of the limit. */
export function scaleShares(form: Layout["form"]): readonly number[] {
  return form === "full" ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1];
}

function drawChip({ g, layout, theme, flows, grouped }: Pen, chip: Chip, t_s: number): void {
  const flow = flows[chip.flow];
  const sign = flow ?? (grouped ? flows.find((one) => one.kind === chip.key) : undefined);
  const colour = sign ? flowColour(theme, sign.index) : theme.ctl;
  const on = chip.flow < 0 || runs(flow, t_s);
  g.lineJoin = "round";
  for (const box of [chip.sender, chip.receiver]) {
    g.fillStyle = theme.plate;
    g.beginPath();
    g.roundRect(box.x, box.y, box.width, box.height, 4);
    g.fill();
    // Not begun or already stopped: there, but pale.
    g.globalAlpha = on ? 1 : 0.45;
    line(g, colour, 2);
    g.stroke();
    if (layout.form === "full" && chip.flow >= 0) {
      line(g, colour, 3, dashAt(flow?.index ?? 0));
      g.beginPath();
      g.moveTo(box.x + 7, box.y + box.height / 2);
      g.lineTo(box.x + 22, box.y + box.height / 2);
      g.stroke();
      g.setLineDash([]);
    }
    g.globalAlpha = 1;
  }
}
