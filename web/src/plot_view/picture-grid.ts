/**
 * Small multiples in a picture: one legend, heads, plots in lines. Not here: which panels are in which line and how axes are shared
 * (grid.ts), the picture around them (picture.ts).
 */
import type { Theme } from "../design/theme.ts";
import type { Series } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { type SvgSurface, svgSurface } from "../plot/svg-surface.ts";
import type { Frame } from "./axis-ends.ts";
import { drawPlot } from "./draw.ts";
import {
  type Cell,
  edgesIn,
  keyedSeries,
  type Line,
  leftOf,
  linesOf,
  plotHeightIn,
  rulesOf,
  sharedFrames,
  tracksIn,
} from "./grid.ts";
import { INSET, layOutCell } from "./layout.ts";
import { colourOf, drawSign, RULE, SIGN_WIDTH } from "./series-style.ts";

/** Lines of words: a row's head, heads of columns, the legend, px. */
const ROW = 22;
const COLUMN = 16;
const LEGEND = 22;
/** Mean width of a letter, strong and plain, px. */
const BOLD = 7.6;
const PLAIN = 6.4;

/** A drawing from its upper left corner on. */
interface Drawing {
  body: string;
  height: number;
}

const shown = (series: Series): boolean => !series.hidden;

/** A grid of a width; `prefix` begins the ids of its clips; `isKeyed`: with the legend. */
export function gridPicture(
  cells: readonly Cell[],
  theme: Theme,
  width: number,
  prefix: string,
  isKeyed: boolean,
): Drawing {
  const words = svgSurface(theme, 1);
  const frames = sharedFrames(cells, shown, []);
  const tracks = tracksIn(cells, width, 1);
  const lines = linesOf(cells, tracks);
  const plotHeight = plotHeightIn(lines.length, cells[0]?.beside ?? false, width);
  const left = leftOf(cells, frames, plotHeight, 1);
  const track = (width - left) / tracks;
  const bodies: string[] = [];
  let y = isKeyed ? drawKeys(words, cells, theme, width) : 0;
  for (const line of lines) {
    y += drawHeads(words, line, { y, left, track }, theme);
    let deepest = 0;
    line.cells.forEach((place, column) => {
      const cell = cells[place];
      if (!cell) return;
      const wide = column === 0 ? left + track : track;
      const layout = layOutCell(cell.plot, wide, edgesIn(cells, lines, place, left, plotHeight), 1);
      const { box } = layout;
      const surface = svgSurface(theme, 1, `${prefix}${place}-`);
      drawPlot(surface, layout, cell.plot, { theme, ends: frames[place] as Frame, shown });
      if (!cell.plot.series.some((series) => !series.stated && series.points.length > 0))
        surface.text(12, box.plotHeight / 2, translate("figures.empty"), { color: theme.ink2, halo: theme.plate });
      const x = (column === 0 ? 0 : left + column * track) + box.left;
      bodies.push(`<g transform="translate(${x} ${y + box.top})">${surface.body()}</g>`);
      deepest = Math.max(deepest, box.height);
    });
    y += deepest;
  }
  return { body: words.body() + bodies.join(""), height: y };
}

/** The head of a row and those of its columns; returns their height. */
function drawHeads(
  surface: SvgSurface,
  { row, axis, heads }: Line,
  { y, left, track }: { y: number; left: number; track: number },
  theme: Theme,
): number {
  const strong = { color: theme.ink, size: 13, weight: 600 } as const;
  const isHead = row !== "" || axis !== "";
  if (row !== "") surface.text(0, y + 12, row, strong);
  if (axis !== "") {
    const x = row === "" ? 0 : 8 + BOLD * row.length;
    surface.text(x, y + 12, axis, { color: theme.ink3, size: 12 });
  }
  const below = y + (isHead ? ROW : 0);
  heads.forEach((text, column) => {
    surface.text(left + INSET + column * track, below + 8, text, strong);
  });
  return (isHead ? ROW : 0) + (heads.length > 0 ? COLUMN : 0);
}

/** One legend for all plots, each name once with its signs, and the lines through the plots; returns its height. */
function drawKeys(surface: SvgSurface, cells: readonly Cell[], theme: Theme, width: number): number {
  const all = keyedSeries(cells).filter((series) => shown(series) && series.name !== "");
  const names = [...new Set(all.map((series) => series.name))];
  const keys = names.map((name) => {
    const same = all.filter((series) => series.name === name);
    return { name, signs: [...new Map(same.map((series) => [colourOf(theme, series), series])).values()] };
  });
  for (const name of rulesOf(cells)) keys.push({ name, signs: [RULE] });
  let [x, y] = [0, 0];
  for (const { name, signs } of keys) {
    const room = signs.length * (SIGN_WIDTH + 4) + 4 + PLAIN * name.length;
    if (x > 0 && x + room > width) [x, y] = [0, y + LEGEND];
    signs.forEach((sign, i) => {
      drawSign(surface, sign, x + SIGN_WIDTH / 2 + i * (SIGN_WIDTH + 4), y + 6, theme, theme.plate);
    });
    surface.text(x + signs.length * (SIGN_WIDTH + 4) + 4, y + 6, name, { color: theme.ink });
    x += room + 20;
  }
  return keys.length > 0 ? y + LEGEND : 0;
}
