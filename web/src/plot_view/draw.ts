/**
 * Draws a plot as the paper has it, on a canvas or an SVG document alike: axes, spans, ours in colours, and over it what the
 * paper states in ink, names at the lines' ends. Pure. Not here: what the axes show (axis-ends.ts), where the plot lies (layout.ts), the
 * legend and user input (plot-view.ts).
 */

import { signOfInk } from "../design/signs.ts";
import type { Theme } from "../design/theme.ts";
import type { Cell, Plot, Series } from "../ensemble/types.ts";
import { labelsLast, labelWidth } from "../plot/labels.ts";
import { drawMarker } from "../plot/markers.ts";
import { type Scale, scaleOf } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Tick } from "../plot/ticks.ts";
import { drawLevel, drawUpright, nameRows } from "../plot/value-axis.ts";
import { type Frame, ticksOf } from "./axis-ends.ts";
import { drawCells } from "./cells.ts";
import { drawEndLabels } from "./end-labels.ts";
import { type Box, type Edges, type Layout, titleLines } from "./layout.ts";
import { colourOf, dashOf, isSpecks, MANY, signOf, statedDash } from "./series-style.ts";

/** Room for each tick label, px: of the y axis; of the x axis, of powers on it. */
const UPRIGHT = 26;
const NAME = 14;
const LEVEL = 62;
const POWERS = 44;

/** Parts of a plot that are drawn, and their look. */
export interface Look {
  theme: Theme;
  ends: Frame;
  shown: (series: Series) => boolean;
  /** Brought forward; the others recede. */
  focus?: string | null;
  /** The crosshair on the x axis. */
  reading?: number | null;
  /** The cell at the crosshair. */
  cell?: Cell | null;
  /** The value of a series at the crosshair, in words. */
  value?: (series: Series) => string;
}

/** Input of a part of the drawing: x and y in pixels of the plot. */
interface Pen {
  surface: Surface;
  box: Box;
  x: Scale;
  y: Scale;
  /** Where bars begin. */
  base: number;
  /** There are several lines, which dashes tell apart. */
  isDashed: boolean;
}

/** Draws a plot; the surface's origin is the plot's top left corner. */
export function drawPlot(surface: Surface, layout: Layout, plot: Plot, look: Look): void {
  const { theme, ends } = look;
  const { box, labels, edges } = layout;
  const x = scaleOf(ends.x, 0, box.plotWidth);
  const y = scaleOf(ends.y, box.plotHeight, 0);
  const drawn = plot.series.filter(look.shown);
  const ours = drawn.filter((series) => !series.stated);
  const base = y.place(ends.y.log ? ends.y.min : Math.max(0, ends.y.min));
  const own: Pen = { surface, box, x, y, base, isDashed: ours.length > 1 };
  drawAxes(own, plot, look, edges);
  if (plot.cells) drawCells(surface, plot.cells, own, box, theme, look.cell ?? null);
  const { plotWidth: width, plotHeight: height, unit } = box;
  const words = labelsLast(surface, { width, height, headroom: 0, unit });
  const pen = { ...own, surface: words.surface };
  const medians = ours.filter((series) => series.form === "medians");
  const alpha = (series: Series): number => (!look.focus || look.focus === series.name ? 1 : 0.3);
  for (const series of [...ours].sort((a, b) => depth(a) - depth(b))) {
    const place = medians.indexOf(series);
    // Names of places have room beside each other; numbers lie where they are.
    const apart = Math.min(14, (0.6 * box.plotWidth) / Math.max(1, plot.x.names.length * medians.length));
    const aside = plot.x.names.length > 0 && place >= 0 ? (place - (medians.length - 1) / 2) * apart : 0;
    // A marker at an end of the axis is seen whole, a line ends there.
    const edge = series.form === "medians" || series.form === "dots" ? 7 * box.unit : 1;
    drawRanges(pen, series, theme, alpha(series), aside);
    pen.surface.clip(-edge, -edge, box.plotWidth + 2 * edge, box.plotHeight + 2 * edge, () =>
      drawSeries(pen, series, theme, alpha(series), aside, plot.x.names.length === 0),
    );
  }
  drawRules(pen, plot, theme);
  pen.surface.clip(-1, -4, box.plotWidth + 2, box.plotHeight + 5, () => {
    for (const series of drawn.filter((one) => one.stated)) drawStated(pen, series, theme, plot.cells !== undefined);
  });
  drawWords(pen, edges ? { ...plot, rules: [] } : plot, theme);
  if (plot.cells) drawNames(pen, drawn, theme);
  words.placeLabels()(surface);
  drawEndLabels(surface, labels, box.plotWidth, theme, box.unit, { value: look.value ?? (() => ""), alpha });
  if (look.reading !== null && look.reading !== undefined && !plot.cells) {
    const at = x.place(look.reading);
    surface.polyline([at, 0, at, box.plotHeight], { color: theme.ink3, width: box.unit });
  }
}

/** Areas lie under lines, lines under dots. */
const depth = (series: Series): number => ["ribbon", "bars", "line", "steps", "medians", "dots"].indexOf(series.form);

function drawAxes({ surface, box, x, y }: Pen, plot: Plot, { theme, ends }: Look, edges?: Edges): void {
  const { unit, plotWidth, plotHeight } = box;
  const within = (at: number): number => Math.max(0, Math.min(plotWidth, x.place(at)));
  for (const span of plot.spans) {
    const from = within(span.from);
    const fill = theme.flows[signOfInk(span.ink)] ?? theme.wash;
    const look = span.hatched ? { pattern: "rising" as const, ink: theme.ink3, alpha: 0.6 } : { fill, alpha: 0.1 };
    // A stretch between two values may be narrower than a hatch.
    surface.rect(from, 0, Math.max(span.hatched ? 6 * unit : 0, within(span.until) - from), plotHeight, look);
  }
  // Where another plot of the grid has the labels, ticks and grid stay.
  const labelled = (ticks: Tick[], here: boolean): Tick[] =>
    here ? ticks : ticks.map((tick) => ({ ...tick, text: "" }));
  const all = ticksOf(plot.y, ends.y, plotHeight / (UPRIGHT * unit));
  // Names that would lie over each other: every nth.
  const stride = plot.y.names.length > 0 ? Math.ceil((all.length * NAME * unit) / plotHeight) : 1;
  const levels = all.filter((_, i) => i % Math.max(1, stride) === 0);
  drawUpright(surface, y, labelled(levels, !edges || edges.left > 0), box, theme);
  const ticks = ticksOf(plot.x, ends.x, plotWidth / ((plot.x.log ? POWERS : LEVEL) * unit));
  const isBelow = !edges || edges.isLast;
  const title = isBelow ? titleLines(plot, plotWidth, unit) : [];
  drawLevel(surface, x, labelled(ticks, isBelow), nameRows(plot.x.names, plotWidth, unit), title, box, theme);
}

function drawSeries(pen: Pen, series: Series, theme: Theme, alpha: number, aside: number, joined: boolean): void {
  const { surface, box } = pen;
  const [px, py] = [pen.x.place, pen.y.place];
  const color = colourOf(theme, series);
  const { unit } = box;
  const dash = pen.isDashed ? dashOf(series, unit) : [];
  // A line of very many corners is a band of ink at full width.
  const width = (series.points.length > MANY * 2 ? 1.25 : 2) * unit;
  const sign = Math.max(0, signOf(series));
  const marker = { color, ground: theme.plate, alpha, unit };
  const inside = (x: number): boolean => px(x) > -1 && px(x) < box.plotWidth + 1;
  const flat = (column: number): number[] => series.points.flatMap((p) => [px(p[0] ?? 0) + aside, py(p[column] ?? 0)]);
  switch (series.form) {
    case "line":
    case "steps":
      surface.polyline(flat(1), { color, width, dash, alpha, step: series.form === "steps" });
      break;
    case "ribbon":
      surface.area(flat(2), flat(1), { color, alpha: 0.2 * alpha });
      break;
    case "bars": {
      const { base } = pen;
      for (const [from = 0, until = 0, y = 0] of series.points) {
        const [a, b, top] = [px(from), px(until), py(y)];
        const gap = b - a > 4 ? unit : 0;
        const box = [a, Math.min(top, base), Math.max(0.5, b - a - gap), Math.abs(base - top)] as const;
        surface.rect(...box, { fill: color, alpha: 0.75 * alpha });
      }
      break;
    }
    case "medians":
      if (joined) surface.polyline(flat(2), { color, width, dash, alpha });
      for (const [x = 0, low = 0, middle = 0, high = 0] of series.points) {
        if (!inside(x)) continue;
        const at = px(x) + aside;
        surface.polyline([at, py(low), at, py(high)], { color, width: 7 * unit, alpha: 0.42 * alpha });
        drawMarker(surface, at, py(middle), sign, { r: 4.5 * unit, ...marker });
      }
      break;
    case "dots":
      if (isSpecks(series)) surface.dots(flat(1), { color, size: 2.4 * unit, alpha: 0.7 * alpha });
      else {
        for (const [x = 0, y = 0] of series.points.filter((point) => inside(point[0] ?? 0)))
          drawMarker(surface, px(x), py(y), sign, { r: 4 * unit, ...marker });
      }
      break;
  }
}

/** How far the value of a knife edge moves: a hollow bar, unlike the full one of the seeds. */
function drawRanges({ surface, box, x, y }: Pen, series: Series, theme: Theme, alpha: number, aside: number): void {
  const color = colourOf(theme, series);
  const half = 5 * box.unit;
  for (const [place = 0, low = 0, high = 0] of series.ranges ?? []) {
    const at = x.place(place) + aside;
    if (at < -1 || at > box.plotWidth + 1) continue;
    const [left, right, top, bottom] = [at - half, at + half, y.place(high), y.place(low)];
    surface.rect(left, top, right - left, bottom - top, { fill: color, alpha: 0.1 * alpha });
    const outline = [left, top, right, top, right, bottom, left, bottom, left, top];
    surface.polyline(outline, { color, width: 1.25 * box.unit, alpha: 0.8 * alpha });
  }
}

/** The paper's statement: a short level line at a place, a dashed line, an outline; over cells with the ground around it. */
function drawStated(pen: Pen, series: Series, theme: Theme, isOverCells: boolean): void {
  const { surface, box } = pen;
  const [px, py] = [pen.x.place, pen.y.place];
  const { unit } = box;
  const color = theme.ink;
  const line = { color, width: 1.75 * unit, dash: statedDash(series, unit) };
  const half = Math.min(20 * unit, box.plotWidth * 0.035);
  for (const column of series.form === "ribbon"
    ? [1, 2]
    : series.form === "line" || series.form === "steps"
      ? [1]
      : []) {
    const points = series.points.flatMap((p) => [px(p[0] ?? 0), py(p[column] ?? 0)]);
    if (isOverCells) surface.polyline(points, { color: theme.plate, width: 4.5 * unit });
    surface.polyline(points, { ...line, step: series.form === "steps" });
  }
  if (series.form === "dots" || series.form === "medians") {
    for (const p of series.points) {
      const [at, y] = [px(p[0] ?? 0), py(p[series.form === "dots" ? 1 : 2] ?? 0)];
      surface.polyline([at - half, y, at + half, y], { color, width: 2.5 * unit });
    }
  }
  if (series.form === "bars") {
    for (const [from = 0, until = 0, y = 0] of series.points)
      surface.polyline([px(from), py(y), px(until), py(y)], line);
  }
}

function drawRules(pen: Pen, plot: Plot, theme: Theme): void {
  const { surface, box } = pen;
  const [px, py] = [pen.x.place, pen.y.place];
  const { unit, plotWidth, plotHeight } = box;
  const style = { color: theme.ink2, width: 1.25 * unit, dash: statedDash({}, unit) };
  for (const rule of plot.rules) {
    if (rule.axis === "y") {
      const y = py(rule.at);
      if (y >= -1 && y <= plotHeight + 1) surface.polyline([0, y, plotWidth, y], style);
    } else {
      const x = px(rule.at);
      if (x >= -1 && x <= plotWidth + 1) surface.polyline([x, 0, x, plotHeight], style);
    }
  }
}

/** Names of lines over cells, each at its end: beside the plot is the scale of colours. */
function drawNames({ surface, box, x, y }: Pen, lines: readonly Series[], theme: Theme): void {
  const { unit } = box;
  for (const { name, points } of lines) {
    const [at = 0, height = 0] = points.at(-1) ?? [];
    const near = { x: x.place(at), y: y.place(height) };
    const look = { color: theme.ink, halo: theme.plate, size: 12 * unit, weight: 600, near, align: "right" } as const;
    surface.text(near.x - 6 * unit, near.y - 10 * unit, name, look);
  }
}

function drawWords(pen: Pen, plot: Plot, theme: Theme): void {
  const { surface, box } = pen;
  const [px, py] = [pen.x.place, pen.y.place];
  const { unit, plotWidth, plotHeight } = box;
  const size = 12 * unit;
  const plain = { color: theme.ink2, halo: theme.plate, size };
  for (const rule of plot.rules) {
    const [x, y] = rule.axis === "y" ? [plotWidth, py(rule.at)] : [px(rule.at), 0];
    if (x < -1 || x > plotWidth + 1 || y < -1 || y > plotHeight + 1) continue;
    const right = rule.axis === "y" || x > plotWidth - labelWidth(rule.label, unit);
    const near = rule.axis === "y" ? { y } : { x };
    surface.text(right ? x - 5 * unit : x + 5 * unit, rule.axis === "y" ? y - 8 * unit : 8 * unit, rule.label, {
      ...plain,
      near,
      align: right ? "right" : "left",
    });
  }
  for (const span of plot.spans) {
    const x = (Math.max(0, px(span.from)) + Math.min(plotWidth, px(span.until))) / 2;
    surface.text(x, 8 * unit, span.label, { ...plain, align: "center" });
  }
  for (const note of plot.notes) {
    const near = { x: px(note.x), y: py(note.y) };
    const strong = { ...plain, near, color: theme.ink, weight: 600, align: "center" } as const;
    surface.text(near.x, near.y - 8 * unit, note.text, strong);
  }
}
