/**
 * Words that stand among data: they are drawn last, and where they would lie on data or on other words, at another place near
 * what they name. Words among data are those with a halo. Not here: what a chart says, labels beside a plot (charts/label-rows.ts).
 */
import { type Box, Ink } from "./ink.ts";
import type { Level, Pixels, Surface } from "./surface.ts";

type Text = Parameters<Surface["text"]>;
type Align = NonNullable<Text[3]["align"]>;
interface Place {
  x: number;
  y: number;
  align: Align;
}

/** Mean width of a letter, px at 12 px type. */
const LETTER = 6.4;
/** Half the height of a line of words, px at 12 px type. */
const HALF = 7;
/** Type size that widths are estimated for, px. */
const SIZE = 12;
/** Words slide along a level line in steps of this, px: few places, so that they seldom move while the run plays. */
const ALONG = 48;
/** The same up and down, px, and how many steps from a point. */
const DOWN = 14;
const AROUND = 4;
/** Steps up and down for words that name nothing; then the same further along. */
const SHIFTS = [0, 1, -1, 2, -2];

/** Words keep so far from an upright line and the dots on it, px. */
const CLEAR = 4;

/** Width of a label, px, estimated from its letters: pictures are drawn without a font to measure. */
export const labelWidth = (text: string, unit: number): number => LETTER * text.length * unit;

/** Size of a plot, px; `unit`: 2 in the projector profile. */
export interface Plot {
  width: number;
  height: number;
  headroom: number;
  unit: number;
}

const MIRRORED: Record<Align, Align> = { left: "right", right: "left", center: "center" };

/** From the nearest to the furthest: 0, 1, -1, 2, -2, ... steps, as far as a length. */
function* steps(length: number, step: number): Generator<number> {
  yield 0;
  for (let d = step; d <= length; d += step) yield* [d, -d];
}

/** Over and under the level stretches of a line, the first one first: as far from each and as far along it as the words are from the first. */
function* placesOnLevels(all: Text, levels: readonly Level[], unit: number): Generator<Place> {
  const [x, y, , { align = "left" }] = all;
  const [first] = levels;
  if (!first) return;
  const [share, off] = [(x - first.from) / (first.to - first.from), y - first.y];
  const away = off < 0 ? -DOWN * unit : DOWN * unit;
  for (const level of levels)
    for (const further of [0, away])
      for (const dx of steps(level.to - level.from, ALONG * unit))
        for (const dy of [off + further, -off - further]) {
          const place = { x: level.from + share * (level.to - level.from) + dx, y: level.y + dy, align };
          const { x0, x1 } = boxOf(all, place, unit);
          if (x0 >= level.from && x1 <= level.to) yield place;
        }
}

/** Where words may be, in order: where the chart has them first, then along the line or around the point that they name. */
function* placesOf(all: Text, { width, height, unit }: Plot): Generator<Place> {
  const [x, y, , { align = "left", near, optional }] = all;
  const [along, down] = [ALONG * unit, DOWN * unit];
  if (near?.levels) yield* placesOnLevels(all, near.levels, unit);
  else if (near?.y !== undefined && near.x === undefined) {
    const away = y < near.y ? -down : down;
    const { x0, x1 } = boxOf(all, { x, y, align }, unit);
    const shifts = [...steps(width, along), width - x1, -x0];
    for (const further of [0, away])
      for (const dx of shifts)
        for (const at of [y + further, 2 * near.y - y - further]) yield { x: x + dx, y: at, align };
    // Words that must be read rather say what they name from further away than lie on data.
    if (!optional) for (const dy of steps(height, down)) for (const dx of shifts) yield { x: x + dx, y: y + dy, align };
  } else if (near?.x !== undefined && near.y === undefined) {
    const other = { x: 2 * near.x - x, align: MIRRORED[align] };
    for (const dy of steps(height, down)) {
      yield { x, y: y + dy, align };
      yield { ...other, y: y + dy };
    }
  } else if (near?.x !== undefined && near.y !== undefined) {
    const sides = [
      { x, align },
      { x: 2 * near.x - x, align: MIRRORED[align] },
    ];
    for (const at of [y, 2 * near.y - y]) for (const side of sides) yield { ...side, y: at };
    for (const dy of steps(AROUND * down, down)) for (const side of sides) yield { ...side, y: y + dy };
  } else
    for (const dx of steps(width, along)) for (const shift of SHIFTS) yield { x: x + dx, y: y + down * shift, align };
}

/** The room that words take at a place. */
function boxOf([, , text, { size = SIZE }]: Text, { x, y, align }: Place, unit: number): Box {
  const scale = Math.max(unit, size / SIZE);
  const wide = labelWidth(text, scale);
  const x0 = align === "left" ? x : align === "right" ? x - wide : x - wide / 2;
  return { x0, y0: y - HALF * scale, x1: x0 + wide, y1: y + HALF * scale };
}

const inside = (box: Box, { width, height, headroom, unit }: Plot): boolean =>
  box.x0 >= -unit && box.x1 <= width + unit && box.y0 >= -headroom - 4 * unit && box.y1 <= height + unit;

/** Words with their place and the room that they take there. */
interface Placed {
  all: Text;
  place: Place;
  box: Box;
}

/** The first place where words lie on nothing; else the one where they lie on least, or none if they may be left out. */
function placed(all: Text, underBox: (box: Box, enough: number) => number, plot: Plot): Placed | null {
  const isIn = (box: Box): boolean => inside(box, plot);
  let best: (Placed & { under: number }) | null = null;
  for (const place of placesOf(all, plot)) {
    const box = boxOf(all, place, plot.unit);
    if (best && !isIn(box)) continue;
    // Optional words lie on nothing or are left out.
    const under = underBox(box, all[3].optional ? 1 : best && isIn(best.box) ? best.under : Number.POSITIVE_INFINITY);
    if (!best || under < best.under || !isIn(best.box)) best = { all, place, box, under };
    if (under === 0 && isIn(box)) return best;
  }
  return all[3].optional && best && (best.under > 0 || !isIn(best.box)) ? null : best;
}

/** Draws words at their places: clear of an upright line at x, if there is one. On the surface that lies over all that may dim them. */
export type DrawWords = (on: Surface, upright?: number | null) => void;

/** An upright line in pieces between the words that it would strike. */
export function* piecesBetween(
  [x = 0, from = 0, , to = 0]: Pixels,
  words: readonly Box[],
  unit: number,
): Generator<number[]> {
  let top = from;
  const struck = words.filter(({ x0, x1 }) => x0 < x + CLEAR * unit && x1 > x - CLEAR * unit);
  for (const { y0, y1 } of struck.sort((a, b) => a.y0 - b.y0)) {
    if (y0 > top) yield [x, top, x, Math.min(y0, to)];
    top = Math.max(top, y1);
  }
  if (top < to) yield [x, top, x, to];
}

/** A surface that notes the room of words as fixed as data: those without a halo. */
export function notingWords(surface: Surface, unit: number): { surface: Surface; words: Box[] } {
  const words: Box[] = [];
  const text = (...all: Text): void => {
    const [x, y, , { align = "left", halo }] = all;
    if (halo === undefined) words.push(boxOf(all, { x, y, align }, unit));
    surface.text(...all);
  };
  return { surface: { ...surface, text }, words };
}

/**
 * A surface that keeps words with a halo back until all data are drawn, and what then gives them their places; other words are as fixed as
 * data, and an upright line with gaps passes them.
 */
export function labelsLast(surface: Surface, plot: Plot): { surface: Surface; placeLabels: () => DrawWords } {
  const ink = new Ink();
  const kept: Text[] = [];
  const fixed = notingWords(surface, plot.unit);
  const collecting = ink.on(surface);
  const text = (...all: Text): void => {
    if (all[3].halo === undefined) {
      fixed.surface.text(...all);
      ink.add(fixed.words.at(-1) as Box);
    } else kept.push(all);
  };
  const polyline: Surface["polyline"] = (points, { gaps, ...style }) => {
    const pieces = gaps ? piecesBetween(points, fixed.words, plot.unit) : [points];
    for (const piece of pieces) collecting.polyline(piece, style);
  };
  const placeLabels = (): DrawWords => {
    const words = kept.splice(0);
    let placed: Placed[] | null = null;
    return (on, upright = null) => {
      placed ??= placesIn(words, ink, plot, null);
      const places = placed;
      const isStruck = (x: number): boolean =>
        places.some(({ box }) => box.x0 < x + CLEAR * plot.unit && box.x1 > x - CLEAR * plot.unit);
      const found = upright !== null && isStruck(upright) ? placesIn(words, ink, plot, upright) : places;
      for (const { all, place } of found) on.text(place.x, place.y, all[2], { ...all[3], align: place.align });
    };
  };
  return { surface: { ...collecting, polyline, text }, placeLabels };
}

/** Gives words their places, one after the other. */
function placesIn(words: readonly Text[], ink: Ink, plot: Plot, upright: number | null): Placed[] {
  const others = new Ink();
  if (upright !== null) others.add(lineAt(upright, plot));
  return words.flatMap((all) => {
    const found = placed(all, (box, enough) => ink.under(box, enough) + others.under(box, enough), plot);
    if (found) others.add(found.box);
    return found ?? [];
  });
}

/** The room of an upright line and of the dots on it. */
function lineAt(x: number, { height, headroom, unit }: Plot): Box {
  return { x0: x - CLEAR * unit, x1: x + CLEAR * unit, y0: -headroom - 4 * unit, y1: height + unit };
}
