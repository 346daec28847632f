/**
 * Small multiples: panels in lines under heads of their columns, rows with heads of their own, axes that they share and where those are
 * labelled. Pure; the same on the page and in a picture. Not here: the page's elements (grid-view.ts), the picture (picture-grid.ts), a
 * plot (draw.ts).
 */
import type { Figure, Panel, Plot, Series } from "../ensemble/types.ts";
import type { Ends } from "../plot/scale.ts";
import { axisTitle, type Frame, frameOf } from "./axis-ends.ts";
import { type Edges, INSET, labelsLeft } from "./layout.ts";

/** A panel of a grid: a plot with heads. */
export type Cell = Panel & { plot: Plot; row: string; column: string };

/** Panels beside each other. */
export interface Line {
  /** Words over the line: its row, and what the axes of its plots show; empty where the line above has said it. */
  row: string;
  axis: string;
  /** Heads of its columns, if it has any. */
  heads: string[];
  /** Places of its cells in the grid's list; -1 where there is none. */
  cells: number[];
}

/** Height of a plot, px: of a line alone, of one of two, of one of several, of a grid for comparison. */
const HEIGHTS = { one: 220, two: 190, several: 130, beside: 110 };
/** A wide grid has higher plots: from which width, px, and how much. */
const WIDE = 1000;
const HIGHER = 1.3;
/** Least width of a plot with its gap, px. */
const NARROWEST = 150;

/** Whether a panel belongs to a grid. */
export const isCell = (panel: Panel): panel is Cell => !!panel.plot && panel.row !== undefined;

/** A figure's panels in blocks: a grid's cells together, any other panel alone; places in the figure. */
export function blocksOf({ panels }: Figure): number[][] {
  const blocks: number[][] = [];
  panels.forEach((panel, place) => {
    const before = panels[place - 1];
    const joins = before && isCell(before) && isCell(panel) && before.beside === panel.beside;
    if (joins) blocks.at(-1)?.push(place);
    else blocks.push([place]);
  });
  return blocks;
}

/** Number of columns that fit, of those that a grid has. */
export function tracksIn(cells: readonly Cell[], width: number, unit: number): number {
  const columns = new Set(cells.map((cell) => cell.column)).size;
  return Math.max(1, Math.min(columns, Math.floor(width / (NARROWEST * unit))));
}

/** The cells in lines of so many; a row that is longer takes several, each under its own heads. */
export function linesOf(cells: readonly Cell[], tracks: number): Line[] {
  const columns = [...new Set(cells.map((cell) => cell.column))];
  const chunks = Array.from({ length: Math.ceil(columns.length / tracks) }, (_, i) =>
    columns.slice(i * tracks, (i + 1) * tracks),
  );
  let said = "";
  return [...new Set(cells.map((cell) => cell.row))].flatMap((row, place) =>
    chunks.map((chunk, part): Line => {
      const found = chunk.map((column) => cells.findIndex((cell) => cell.row === row && cell.column === column));
      const plot = cells.find((cell) => cell.row === row)?.plot;
      const title = plot ? axisTitle(plot.y) : "";
      const axis = title === said ? "" : title;
      said = title;
      const heads = (place === 0 || chunks.length > 1) && chunk.some((head) => head !== "") ? chunk : [];
      // Where rows are of different quantities, the axis says which.
      return { row: part > 0 || row === plot?.y.label ? "" : row, axis, heads, cells: found };
    }),
  );
}

/** Height of a plot in a grid of lines and of a width, px. */
export function plotHeightIn(lines: number, beside: boolean, width: number): number {
  const several = lines === 1 ? HEIGHTS.one : lines === 2 ? HEIGHTS.two : HEIGHTS.several;
  return (beside ? HEIGHTS.beside : several) * (width < WIDE ? 1 : HIGHER);
}

/** The axes of all cells: those that show the same have the same ends. */
export function sharedFrames(
  cells: readonly Cell[],
  shown: (series: Series) => boolean,
  floor: readonly (Plot | null)[],
): Frame[] {
  const own = cells.map(({ plot }, i) => {
    const least = floor[i];
    return frameOf(plot, shown, least ? frameOf(least, shown) : null);
  });
  const shared = (axis: "x" | "y", cell: Cell): Ends => {
    const title = axisTitle(cell.plot[axis]);
    const ends = own.filter((_, i) => axisTitle((cells[i] as Cell).plot[axis]) === title).map((frame) => frame[axis]);
    const [min, max] = [Math.min(...ends.map((end) => end.min)), Math.max(...ends.map((end) => end.max))];
    return { min, max, log: cell.plot[axis].log };
  };
  return cells.map((cell) => ({ x: shared("x", cell), y: shared("y", cell) }));
}

/** Which edges of a cell are labelled, and how much room labels at the left have, px. */
export function edgesIn(
  all: readonly Cell[],
  lines: readonly Line[],
  cell: number,
  left: number,
  plotHeight: number,
): Edges {
  const line = lines.findIndex(({ cells }) => cells.includes(cell));
  const isFirst = lines[line]?.cells.find((one) => one >= 0) === cell;
  const below = lines.slice(line + 1).flatMap(({ cells }) => cells);
  const isLast = !below.some((one) => all[one]?.column === all[cell]?.column);
  return { left: isFirst ? left : 0, isLast, plotHeight };
}

/** Room for the labels of the first column's axes, px. */
export function leftOf(cells: readonly Cell[], frames: readonly Frame[], plotHeight: number, unit: number): number {
  const rooms = cells.map(({ plot }, i) => labelsLeft(plot, frames[i] as Frame, plotHeight, unit));
  return Math.max(...rooms) - INSET * unit;
}

/** The series that the legend explains: the only one of a plot is what its head and axis say. */
export const keyedSeries = (cells: readonly Cell[]): Series[] =>
  cells.flatMap(({ plot }) => (plot.series.length > 1 ? plot.series : []));

/** Words of the lines through the plots, each once: the legend has them, since they would cover narrow plots. */
export const rulesOf = (cells: readonly Cell[]): string[] => [
  ...new Set(cells.flatMap(({ plot }) => plot.rules.map((rule) => rule.label))),
];
