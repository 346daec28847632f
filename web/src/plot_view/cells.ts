/** Draws the cells of a map and the scale of their colours; finds the one at a place. Pure. Not here: the colours themselves (vary/maps.ts). */
import { minIndex } from "d3-array";
import type { Theme } from "../design/theme.ts";
import type { Cell, Cells, Plot } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Scale } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTitle } from "./axis-ends.ts";
import type { Box } from "./layout.ts";
import { reading } from "./read.ts";

/** From the plot to the scale of colours, its width, and from it to its numbers, px. */
const APART = 14;
const WIDTH = 12;
const GAP = 6;

/** The middle of a cell on an axis. */
export const middleOf = ([from, until]: Cell["x"], isLog: boolean): number =>
  isLog ? Math.sqrt(from * until) : (from + until) / 2;

type Four = [number, number, number, number];

const within = (at: number, [from, until]: Cell["x"]): boolean => from <= at && at <= until;

/** The cell at a place; null where there is none. */
export const cellAt = (cells: Cells, x: number, y: number): Cell | null =>
  cells.all.find((cell) => within(x, cell.x) && within(y, cell.y)) ?? null;

/** The middle of the row or column a number of steps from a place, at most the outermost one. */
export function stepped(plot: Plot, axis: "x" | "y", at: number, by: number): number {
  const middles = [...new Set(plot.cells?.all.map((cell) => middleOf(cell[axis], plot[axis].log)))].sort(
    (a, b) => a - b,
  );
  const place = minIndex(middles, (middle) => Math.abs(middle - at));
  return middles[Math.max(0, Math.min(middles.length - 1, place + by))] ?? at;
}

/** A cell in words: where it is, its value, and where most runs lie. */
export function cellWords(plot: Plot, { x, y, value, low, high, ahead }: Cell): string {
  const { cells } = plot;
  const at = [plot.x, plot.y].map((axis, i) => {
    const text = reading(middleOf(i === 0 ? x : y, axis.log), axis);
    return `${axisTitle(axis)} ${text}`;
  });
  if (value === null) return translate("figures.cell.undefined", { at: at.join("; "), label: cells?.label ?? "" });
  const [mid, least, most] = [value, low, high].map((each) => reading(each));
  const words = translate("figures.cell", {
    at: at.join("; "),
    label: cells?.label ?? "",
    ...{ value: mid ?? "", low: least ?? "", high: most ?? "", unit: cells?.unit ?? "" },
  });
  return ahead ? `${words}; ${ahead}` : words;
}

export function drawCells(
  surface: Surface,
  cells: Cells,
  { x, y }: { x: Scale; y: Scale },
  box: Box,
  theme: Theme,
  read: Cell | null,
): void {
  const { unit, plotWidth, plotHeight } = box;
  const placeOf = (cell: Cell): Four => {
    const [left, right] = cell.x.map((at) => Math.round(x.place(at))) as [number, number];
    const [bottom, top] = cell.y.map((at) => Math.round(y.place(at))) as [number, number];
    return [left, top, right - left, bottom - top];
  };
  surface.clip(0, 0, plotWidth, plotHeight, () => {
    for (const cell of cells.all)
      surface.rect(
        ...placeOf(cell),
        cell.value === null ? { pattern: "rising", ink: theme.ink3 } : { fill: cell.color },
      );
    const pixels = cells.border.edges.flatMap(([a, b, c, d]) => {
      const [left, right, low, high] = [x.place(a), x.place(c), y.place(b), y.place(d)].map(Math.round) as Four;
      return [left, low, right, high, right, Number.NaN];
    });
    // Legible on every colour.
    surface.polyline(pixels, { color: theme.plate, width: 5 * unit, cap: "round" });
    surface.polyline(pixels, { color: theme.ink, width: 2.25 * unit, cap: "round" });
    // Beside the edge that is in the middle of them, where there is more room.
    const [at = 0, low = 0, until = 0, high = 0] = pixels.slice(6 * (cells.border.edges.length >> 1));
    const isLeft = at + until < plotWidth;
    const strong = { color: theme.ink, halo: theme.plate, size: 12 * unit, weight: 600 } as const;
    const beside = isLeft ? Math.max(at, until) + 7 * unit : Math.min(at, until) - 7 * unit;
    if (pixels.length > 0)
      surface.text(beside, (low + high) / 2, cells.border.text, { ...strong, align: isLeft ? "left" : "right" });
  });
  if (read) {
    surface.rect(...placeOf(read), { stroke: theme.plate, width: 4 * unit });
    surface.rect(...placeOf(read), { stroke: theme.ink, width: 2 * unit });
  }
  const left = plotWidth + APART * unit;
  const part = plotHeight / cells.colors.length;
  cells.colors.forEach((fill, i) => {
    surface.rect(left, plotHeight - (i + 1) * part, WIDTH * unit, part + 0.5, { fill });
  });
  for (const share of [0, 0.5, 1]) {
    const value = cells.domain[0] + share * (cells.domain[1] - cells.domain[0]);
    const at = Math.max(6 * unit, Math.min(plotHeight - 6 * unit, plotHeight * (1 - share)));
    surface.text(left + (WIDTH + GAP) * unit, at, reading(value), { color: theme.ink2, size: 12 * unit });
  }
}
