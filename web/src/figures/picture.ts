/**
 * A whole figure as an SVG document to take away: its panels as the paper places them, legends, title, caption, on white.
 * Pure but for the theme that it is given. Not here: the drawing of a plot (draw.ts), files as such.
 */
import { lines } from "../charts/picture.ts";
import { svgSurface } from "../charts/svg.ts";
import type { Theme } from "../design/theme.ts";
import { axisTitle, boxOf, colourOf, dashOf, drawPlot, marker, signOf } from "./draw.ts";
import { entryText } from "./read.ts";
import { frameOf } from "./scale.ts";
import type { Figure, Panel, Plot, Series } from "./types.ts";

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

const shown = (series: Series): boolean => !series.hidden;

/** The figure as an SVG document. */
export function pictureOf(figure: Figure, theme: Theme, title: string, caption: readonly string[]): string {
  const surface = svgSurface(theme, 1);
  const parts: { panel: Panel; x: number; y: number; width: number; height: number; legend: string[][] }[] = [];
  let y = HEAD;
  for (const beside of [false, true]) {
    const panels = figure.panels.filter((panel) => panel.beside === beside);
    const columns = Math.max(1, Math.min(panels.length, beside ? 3 : figure.columns));
    const width = (WIDTH - 2 * EDGE - GAP * (columns - 1)) / columns;
    for (let i = 0; i < panels.length; i += columns) {
      let deepest = 0;
      panels.slice(i, i + columns).forEach((panel, column) => {
        const legend = legendRows(panel, width);
        const own = (beside ? SMALL : columns > 1 ? SHARED : TALL) * (panel.low ? LOW : 1);
        const height = panel.table ? 24 + LINE * panel.table.rows.length : own;
        parts.push({ panel, x: column * (width + GAP), y, width, height, legend });
        deepest = Math.max(deepest, TITLE + legend.length * LINE + height);
      });
      y += deepest + GAP;
    }
  }
  surface.text(0, 14, title, { color: theme.ink, size: 17, weight: 600, baseline: "middle" });
  const bodies: string[] = [];
  for (const part of parts) bodies.push(panelOf(part, theme));
  const under = caption.flatMap((line) => lines(line));
  under.forEach((line, i) => {
    surface.text(0, y + 8 + i * CAPTION, line, { color: theme.ink2, size: 11 });
  });
  const height = y + 16 + under.length * CAPTION + 2 * EDGE;
  const whole = surface.document(WIDTH, Math.ceil(height), EDGE, EDGE);
  return whole.replace("</svg>", `${bodies.join("")}</svg>`);
}

/** Names of a panel's series, broken into rows that fit. */
function legendRows(panel: Panel, width: number): string[][] {
  const names = (panel.plot?.series ?? []).filter((one) => shown(one) && one.name !== "").map((one) => one.name);
  const rows: string[][] = [];
  let room = 0;
  for (const name of names) {
    const need = 46 + 6.4 * name.length;
    if (rows.length === 0 || need > room) {
      rows.push([]);
      room = width;
    }
    rows.at(-1)?.push(name);
    room -= need;
  }
  return rows;
}

function panelOf(
  part: { panel: Panel; x: number; y: number; width: number; height: number; legend: string[][] },
  theme: Theme,
): string {
  const { panel, width, height, legend } = part;
  const head = svgSurface(theme, 1);
  const { plot, table } = panel;
  const title = panel.title || (plot ? axisTitle(plot.y) : "");
  head.text(0, 8, title, { color: theme.ink, size: 13, weight: 600 });
  if (plot && panel.title !== "") {
    head.text(Math.min(width - 10, 8 + 7.4 * panel.title.length), 8, axisTitle(plot.y), {
      color: theme.ink3,
      size: 12,
    });
  }
  legend.forEach((names, row) => {
    let x = 0;
    for (const name of names) {
      const series = plot?.series.find((one) => one.name === name);
      const y = TITLE + row * LINE + 4;
      if (series) sign(head, series, x, y, theme);
      head.text(x + 32, y, name, { color: theme.ink });
      x += 46 + 6.4 * name.length;
    }
  });
  const top = TITLE + legend.length * LINE;
  const move = (x: number, y: number, body: string): string => `<g transform="translate(${x} ${y})">${body}</g>`;
  const at = (y: number): [number, number] => [EDGE + part.x, EDGE + part.y + y];
  let out = "";
  if (table) {
    const room = width / Math.max(1, table.heads.length);
    table.heads.forEach((text, column) => {
      head.text(column * room, top + 6, text, { color: theme.ink2 });
    });
    table.rows.forEach((row, i) => {
      const y = top + 24 + i * LINE;
      head.polyline([0, y - 9, width, y - 9], { color: theme.line, width: 1 });
      row.forEach((entry, column) => {
        head.text(column * room, y, entryText(entry), { color: theme.ink });
      });
    });
  }
  if (plot) out = plotOf(plot, { width, height }, theme, (box, body) => move(...shift(at(top), box), body));
  return apart(move(...at(0), head.body()) + out, part);
}

const shift = ([x, y]: [number, number], box: { left: number; top: number }): [number, number] => [
  x + box.left,
  y + box.top,
];

/** Names of clips are their document's: each panel's get a place of their own. */
function apart(body: string, part: { x: number; y: number }): string {
  const own = `p${Math.round(part.x)}-${Math.round(part.y)}-`;
  return body.replaceAll('id="clip-', `id="${own}clip-`).replaceAll("url(#clip-", `url(#${own}clip-`);
}

function plotOf(
  plot: Plot,
  size: { width: number; height: number },
  theme: Theme,
  place: (box: { left: number; top: number }, body: string) => string,
): string {
  const ends = frameOf(plot, shown);
  const box = boxOf(plot, size, ends, 1);
  const surface = svgSurface(theme, 1);
  drawPlot(surface, box, plot, { theme, ends, shown });
  return place(box, surface.body());
}

function sign(surface: ReturnType<typeof svgSurface>, series: Series, x: number, y: number, theme: Theme): void {
  const color = colourOf(theme, series);
  if (series.form === "bars" || series.form === "ribbon") {
    surface.rect(x + 4, y - 5, 18, 10, { fill: color, alpha: series.form === "bars" ? 0.75 : 0.3 });
    return;
  }
  if (series.form !== "dots" || series.stated)
    surface.polyline([x, y, x + 26, y], { color, width: 2, dash: series.form === "dots" ? [] : dashOf(series) });
  if (!series.stated && (series.form === "dots" || series.form === "medians"))
    marker(surface, x + 13, y, signOf(series.ink), 4.5, color, theme.plate);
}
