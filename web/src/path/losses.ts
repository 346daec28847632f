/**
 * Packets that were lost just now. Position says why: a packet dropped at the full queue falls from the mouth, one lost at random
 * rises from the gate, or from the beginning of the pipe if the link had sent it; each has its own shape. Not here: the words beside them (labels.ts).
 */
import { type Picture, STRIDES } from "../engine/protocol.ts";
import { firstRow, type Layout, lossGate } from "./geometry.ts";
import { flowColour, type Pen } from "./ground.ts";

/** Seconds of screen time that a lost packet stays, and over which it then fades. */
const STAY_S = 0.6;
const FADE_S = 0.2;
/** How far a dropped packet falls, at most so far over the first row of words, and how far a lost one rises, in px. */
const FALL_PX = 40;
const OVER_WORDS = 14;
const RISE_PX = 26;
/** More than this at once become a count. */
const MOST_MARKS = 3;
/** Kinds as the engine numbers them. */
const QUEUE_DROP = 0;
const RANDOM_LOSS = 1;
const LOSS_AFTER_QUEUE = 2;

/** A lost packet that is still seen. */
export interface Lost {
  kind: number;
  source: number;
  /** 0 at the loss, 1 when it has come to rest. */
  way: number;
  /** 1 while it stays, down to 0 as it fades. */
  strength: number;
}

/** The lost packets of a picture that are still seen, newest last. Reduced motion shows them at rest, half way. */
export function seenLosses(picture: Picture, screen_second_s: number, still: boolean): Lost[] {
  const out: Lost[] = [];
  const { losses } = picture;
  for (let i = 0; i < losses.length; i += STRIDES.losses) {
    const age = (losses[i + 3] ?? 0) / Math.max(1e-9, screen_second_s);
    if (age < 0 || age > STAY_S + FADE_S) continue;
    out.push({
      kind: losses[i] ?? 0,
      source: losses[i + 1] ?? 0,
      way: still ? 0.5 : easeOut(Math.min(1, age / STAY_S)),
      strength: still ? 1 : Math.min(1, (STAY_S + FADE_S - age) / FADE_S),
    });
  }
  return out;
}

/** Falls fast, comes to rest slowly. */
function easeOut(u: number): number {
  return 1 - (1 - u) * (1 - u);
}

/** How many of each kind are seen. */
export function countLosses(lost: readonly Lost[]): { drops: number; random: number } {
  const drops = lost.filter((l) => l.kind === QUEUE_DROP).length;
  return { drops, random: lost.length - drops };
}

/** The marks of all losses; more than three of a kind are one mark that stands for their number. */
export function drawLosses(pen: Pen, lost: readonly Lost[]): void {
  for (const kind of [QUEUE_DROP, RANDOM_LOSS, LOSS_AFTER_QUEUE]) {
    const own = lost.filter((l) => l.kind === kind);
    const many = own.length > MOST_MARKS;
    const shown = many ? [{ ...(own.at(-1) as Lost), way: 0.5, strength: 1 }] : own;
    shown.forEach((one, i) => {
      if (kind === QUEUE_DROP) drawDrop(pen, one, i, many);
      else drawRandom(pen, one, i, many);
    });
  }
}

/** One mark of each kind that stands still: losses are counted by the second in density mode. */
export function drawLossRates(pen: Pen, drops: number, random: number): void {
  if (drops > 0) drawDrop(pen, { kind: QUEUE_DROP, source: 0, way: 0.5, strength: 1 }, 0, true);
  const kind = pen.after ? LOSS_AFTER_QUEUE : RANDOM_LOSS;
  if (random > 0) drawRandom(pen, { kind, source: 0, way: 0.5, strength: 1 }, 0, true);
}

/** Middle of a falling packet. In the strip there is no room to fall: it stays at the mouth. */
function dropPlace(layout: Layout, way: number, nth: number): { x: number; y: number; tall: number } {
  if (layout.form === "strip") {
    return {
      x: layout.tray.x0 + 8 + nth * 9,
      y: layout.axis,
      tall: Math.min(14, layout.tray.bottom - layout.tray.top - 4),
    };
  }
  const y = Math.min(layout.axis + way * FALL_PX, firstRow(layout) - OVER_WORDS);
  return { x: layout.tray.x0 - 10 - nth * 11, y, tall: 18 };
}

function drawDrop({ surface, layout, theme, flows }: Pen, one: Lost, nth: number, many: boolean): void {
  const { x, y, tall } = dropPlace(layout, one.way, nth);
  const alpha = one.strength;
  const stroke = many ? theme.ink2 : flowColour(theme, flows[one.source]?.sign ?? one.source);
  const [top, bottom] = [y - tall / 2, y + tall / 2];
  const box = [x - 4, top, x + 4, top, x + 4, bottom, x - 4, bottom];
  surface.polygon(box, { fill: theme.plate, stroke, width: 1.5, alpha });
  const cross = [x - 6, y - 6, x + 6, y + 6, 0, Number.NaN, x + 6, y - 6, x - 6, y + 6];
  surface.polyline(cross, { color: theme.drop, width: 2, cap: "round", alpha });
}

function drawRandom({ surface, layout, theme, flows }: Pen, one: Lost, nth: number, many: boolean): void {
  const x = lossGate(layout, one.kind === LOSS_AFTER_QUEUE).x + nth * 9;
  const y = layout.axis - 12 - one.way * RISE_PX;
  const alpha = one.strength;
  if (!many) {
    const fill = flowColour(theme, flows[one.source]?.sign ?? one.source);
    surface.rect(x - 1.5, y - 3, 3, 6, { fill, alpha });
  }
  const corners = [x, y - 6.5, x + 5.5, y, x, y + 6.5, x - 5.5, y];
  surface.polygon(corners, { stroke: theme.random, width: 2, alpha });
}
