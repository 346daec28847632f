/**
 * A whole figure as an SVG document to download: its panels as the paper places them, legends, title, caption, on white.
 * Pure but for the theme that it is given. Not here: the drawing of a plot (draw.ts), files as such.
 */
import type { Theme } from "../design/theme.ts";
import type { Entry, Figure, Panel, Plot, Series, Table } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import { lines } from "../plot/wrap.ts";
import { axisTitle, frameOf } from "./axis-ends.ts";
import { drawPlot } from "./draw.ts";
import { hasEnd } from "./end-labels.ts";
import { isCell } from "./grid.ts";
import { layOut } from "./layout.ts";
import { gridPicture } from "./picture-grid.ts";
import { entryText } from "./read.ts";
import { drawSign, SIGN_WIDTH } from "./series-style.ts";

const WIDTH = 900;
const EDGE = 20;
const GAP = 20;
/** Heights of a panel's plot, px: alone, beside others, low, small. */
const TALL = 340;
const SHARED = 270;
const SMALL = 210;
const LOW = 0.55;
/** Lines: title, panel's title, legend, caption. */
const HEAD = 40;
const TITLE = 22;
const LINE = 18;
const CAPTION = 15;

/** Width of a letter, px: of a title, of the text beside it. */
const BOLD = 7.6;
const PLAIN = 6.4;

interface Part {
  panel: Panel;
  x: number;
  y: number;
  width: number;
  height: number;
  head: { titles: string[]; unit: string; under: boolean };
  legend: string[][];
}

/** Lines over a panel's legend. */
const headed = ({ titles, under }: Part["head"]): number => TITLE + LINE * (titles.length - 1 + (under ? 1 : 0));

/** Something of ours is drawn. */
const filled = ({ plot }: Panel): boolean =>
  !plot ||
  plot.cells !== undefined ||
  plot.series.some((series) => shown(series) && !series.stated && series.points.length > 0);

/** A panel's title, in lines that fit, and the axis that it is of: beside it where there is room, else under it. */
function headOf({ title, plot }: Panel, width: number): Part["head"] {
  const axis = plot ? axisTitle(plot.y) : "";
  const titles = lines(title || axis, Math.floor(width / BOLD));
  const unit = title === "" ? "" : `${plot?.cells ? "↑ " : ""}${axis}`;
  const room = width - 8 - BOLD * (titles.at(-1) ?? "").length;
  return { titles, unit, under: unit !== "" && (titles.length > 1 || PLAIN * unit.length > room) };
}

const shown = (series: Series): boolean => !series.hidden;

/** The figure as an SVG document. */
export function pictureOf(figure: Figure, theme: Theme, title: string, caption: readonly string[]): string {
  const surface = svgSurface(theme, 1);
  const bodies: string[] = [];
  let y = HEAD;
  let isKeyed = true;
  for (const beside of [false, true]) {
    // Comparison panels without data are left out.
    const panels = figure.panels.filter((panel) => panel.beside === beside && (!beside || filled(panel)));
    const cells = panels.filter(isCell);
    if (cells.length > 0) {
      const grid = gridPicture(cells, theme, WIDTH - 2 * EDGE, `g${Math.round(y)}-`, isKeyed);
      bodies.push(`<g transform="translate(${EDGE} ${EDGE + y})">${grid.body}</g>`);
      y += grid.height + GAP;
      isKeyed = false;
    }
    const rows = rowsOf(
      panels.filter((panel) => !isCell(panel)),
      beside,
      figure.columns,
      y,
    );
    bodies.push(...rows.parts.map((part) => panelOf(part, theme)));
    y = rows.until;
  }
  surface.text(0, 14, title, { color: theme.ink, size: 17, weight: 600, baseline: "middle" });
  const under = caption.flatMap((line) => lines(line));
  under.forEach((line, i) => {
    surface.text(0, y + 8 + i * CAPTION, line, { color: theme.ink2, size: 11 });
  });
  const height = y + 16 + under.length * CAPTION + 2 * EDGE;
  const whole = surface.document(WIDTH, Math.ceil(height), EDGE, EDGE, title);
  return whole.replace("</svg>", `${bodies.join("")}</svg>`);
}

/** Panels that are no grid, in rows from a height on, and where these end. */
function rowsOf(
  panels: readonly Panel[],
  beside: boolean,
  most: number,
  from: number,
): { parts: Part[]; until: number } {
  const parts: Part[] = [];
  const columns = Math.max(1, Math.min(panels.length, beside ? 3 : most));
  const width = (WIDTH - 2 * EDGE - GAP * (columns - 1)) / columns;
  let y = from;
  for (let i = 0; i < panels.length; i += columns) {
    let deepest = 0;
    const row = panels.slice(i, i + columns);
    row.forEach((panel, column) => {
      // A table alone in its row has the row.
      const wide = row.length === 1 && panel.table ? WIDTH - 2 * EDGE : width;
      const head = headOf(panel, wide);
      const own = (beside ? SMALL : columns > 1 ? SHARED : TALL) * (panel.low ? LOW : 1);
      const height = panel.table ? 24 + LINE * panel.table.rows.length : own;
      const legend = panel.plot ? legendRows(panel.plot, { width: wide, height }) : [];
      parts.push({ panel, x: column * (width + GAP), y, width: wide, height, head, legend });
      deepest = Math.max(deepest, headed(head) + legend.length * LINE + height);
    });
    y += deepest + GAP;
  }
  return { parts, until: y };
}

/** Names of a plot's series that have none at their line, broken into rows that fit. */
function legendRows(plot: Plot, size: { width: number; height: number }): string[][] {
  const { labels } = layOut(plot, size, frameOf(plot, shown), shown, 1);
  const isNamed = (series: Series): boolean => labels.length > 0 && hasEnd(plot, series);
  const keys = plot.series.filter((one) => shown(one) && one.name !== "" && !isNamed(one));
  const only = plot.series.length === 1 && plot.series.every(({ form }) => form === "line" || form === "steps");
  const names = only ? [] : keys.map((one) => one.name);
  const rows: string[][] = [];
  let room = 0;
  for (const name of names) {
    const need = 46 + 6.4 * name.length;
    if (rows.length === 0 || need > room) {
      rows.push([]);
      room = size.width;
    }
    rows.at(-1)?.push(name);
    room -= need;
  }
  return rows;
}

/** Where a table's columns begin, each as wide as its longest text; letters are smaller where there is no room. */
function columnsOf({ heads, rows }: Table, width: number): { from: number[]; size: number } {
  const longest = heads.map((text, i) => Math.max(text.length, ...rows.map((row) => textOf(row[i]).length)));
  const needs = longest.map((letters) => PLAIN * letters + 14);
  const whole = needs.reduce((sum, need) => sum + need, 0);
  const scale = Math.min(1, width / whole);
  const from: number[] = [];
  let x = 0;
  for (const need of needs) {
    from.push(x);
    x += need * scale;
  }
  return { from, size: 12 * scale };
}

/** Without the backticks of names. */
const textOf = (entry: Entry | undefined): string => (entry ? entryText(entry).replaceAll("`", "") : "");

function panelOf(part: Part, theme: Theme): string {
  const { panel, width, height, legend } = part;
  const head = svgSurface(theme, 1);
  const { plot, table } = panel;
  const prefix = `p${Math.round(part.x)}-${Math.round(part.y)}-`;
  const { titles, unit, under } = part.head;
  const over = headed(part.head);
  titles.forEach((line, i) => {
    head.text(0, 8 + i * LINE, line, { color: theme.ink, size: 13, weight: 600 });
  });
  if (unit !== "") {
    const x = under ? 0 : 8 + BOLD * (titles.at(-1) ?? "").length;
    head.text(x, 8 + LINE * (titles.length - (under ? 0 : 1)), unit, { color: theme.ink3, size: 12 });
  }
  legend.forEach((names, row) => {
    let x = 0;
    for (const name of names) {
      const series = plot?.series.find((one) => one.name === name);
      const y = over + row * LINE + 4;
      if (series) drawSign(head, series, x + SIGN_WIDTH / 2, y, theme, theme.plate);
      head.text(x + 32, y, name, { color: theme.ink });
      x += 46 + 6.4 * name.length;
    }
  });
  const top = over + legend.length * LINE;
  const move = (x: number, y: number, body: string): string => `<g transform="translate(${x} ${y})">${body}</g>`;
  const at = (y: number): [number, number] => [EDGE + part.x, EDGE + part.y + y];
  let out = "";
  if (table) {
    const { from, size } = columnsOf(table, width);
    table.heads.forEach((text, column) => {
      head.text(from[column] ?? 0, top + 6, text, { color: theme.ink2, size });
    });
    table.rows.forEach((row, i) => {
      const y = top + 24 + i * LINE;
      head.polyline([0, y - 9, width, y - 9], { color: theme.line, width: 1 });
      row.forEach((entry, column) => {
        head.text(from[column] ?? 0, y, textOf(entry), { color: theme.ink, size });
      });
    });
  }
  if (plot) out = plotOf(plot, { width, height }, theme, prefix, (box, body) => move(...shift(at(top), box), body));
  return move(...at(0), head.body()) + out;
}

const shift = ([x, y]: [number, number], box: { left: number; top: number }): [number, number] => [
  x + box.left,
  y + box.top,
];

function plotOf(
  plot: Plot,
  size: { width: number; height: number },
  theme: Theme,
  prefix: string,
  place: (box: { left: number; top: number }, body: string) => string,
): string {
  const ends = frameOf(plot, shown);
  const layout = layOut(plot, size, ends, shown, 1);
  const { box } = layout;
  const surface = svgSurface(theme, 1, prefix);
  drawPlot(surface, layout, plot, { theme, ends, shown });
  if (!plot.cells && !plot.series.some((series) => !series.stated && series.points.length > 0))
    surface.text(12, box.plotHeight / 2, translate("figures.empty"), { color: theme.ink2, halo: theme.plate });
  return place(box, surface.body());
}
