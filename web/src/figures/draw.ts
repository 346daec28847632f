/**
 * Draws a plot as the paper has it, on a canvas or an SVG document alike: axes, spans, ours in colours, and over it what the
 * paper states in ink. Pure. Not here: scales (scale.ts), the legend and user input (plot-view.ts).
 */

import { DASHES } from "../design/dashes.ts";
import type { Theme } from "../design/theme.ts";
import type { Plot, Series } from "../ensemble/types.ts";
import type { Surface } from "../plot/surface.ts";
import { type Scale, scaleOf, ticksOf } from "./scale.ts";

/** Signs of an ink: the place among the flows' colours, so that CDG is blue and NewReno vermilion as in the laboratory. */
const SIGNS = [1, 0, 2, 3, 4, 5, 7, 6];
/** From this many dots on, each is a mere point. */
export const MANY = 150;
/** Dash of a stated line. */
export const STATED = [5, 4];

export const signOf = (ink: number): number => SIGNS[ink % SIGNS.length] ?? 0;
export const colourOf = (theme: Theme, series: Pick<Series, "ink" | "stated">): string =>
  series.stated ? theme.ink : (theme.flows[signOf(series.ink)] ?? theme.ink);
export const dashOf = (series: Pick<Series, "ink" | "stated">): readonly number[] =>
  series.stated ? STATED : (DASHES[signOf(series.ink)] ?? []);

/** Where a plot lies in its box, px. */
export interface Box {
  width: number;
  height: number;
  left: number;
  top: number;
  plotWidth: number;
  plotHeight: number;
  /** 2 in the projector profile. */
  unit: number;
}

/** Room of a text of 12 px. */
const wide = (text: string): number => 6.4 * text.length;

/** Lays a plot out: room for the longest tick label at the left, ticks and title of the x axis below. */
export function boxOf(plot: Plot, size: { width: number; height: number }, ends: Ends2, unit: number): Box {
  const y = scaleOf(plot.y, ends.y);
  const labels = ticksOf(plot.y, y, size.height / (34 * unit));
  const longest = Math.max(18, ...labels.map((tick) => wide(tick.text)));
  const left = Math.min(longest * unit + 10 * unit, size.width * 0.45);
  const top = 8 * unit;
  const right = 16 * unit;
  const plotWidth = Math.max(20, Math.floor(size.width - left - right));
  const second = namesOf(plot, plotWidth, unit).rows > 1;
  const below = (plot.x.label === "" ? (second ? 37 : 24) : second ? 48 : 42) * unit;
  return {
    ...size,
    left,
    top,
    unit,
    plotWidth,
    plotHeight: Math.max(20, Math.floor(size.height - top - below)),
  };
}

/** Names along the x axis that do not fit in one line take two lines, or only every nth is written. */
function namesOf(plot: Plot, plotWidth: number, unit: number): { rows: number; stride: number } {
  const { names } = plot.x;
  const longest = Math.max(1, ...names.map((name) => wide(name) * unit + 6 * unit));
  const room = plotWidth / Math.max(1, names.length);
  const rows = longest > room && names.length > 0 ? 2 : 1;
  return { rows, stride: names.length > 0 ? Math.max(1, Math.ceil(longest / (room * rows))) : 1 };
}

type Ends2 = { x: readonly [number, number]; y: readonly [number, number] };

/** What is drawn of a plot, and how. */
export interface Look {
  theme: Theme;
  ends: Ends2;
  shown: (series: Series) => boolean;
  /** Brought forward; the others recede. */
  focus?: string | null;
  /** The crosshair on the x axis. */
  reading?: number | null;
}

/** x and y in pixels of the plot. */
interface Pen {
  surface: Surface;
  box: Box;
  x: Scale;
  y: Scale;
  px(value: number): number;
  py(value: number): number;
}

/** Title of an axis: what it shows and its unit. */
export const axisTitle = (axis: Plot["x"]): string => (axis.unit ? `${axis.label}, ${axis.unit}` : axis.label);

/** Draws a plot; the surface's origin is the plot's top left corner. */
export function drawPlot(surface: Surface, box: Box, plot: Plot, look: Look): void {
  const { theme } = look;
  const x = scaleOf(plot.x, look.ends.x);
  const y = scaleOf(plot.y, look.ends.y);
  const px = (value: number): number => x.place(value) * box.plotWidth;
  const py = (value: number): number => (1 - y.place(value)) * box.plotHeight;
  const pen: Pen = { surface, box, x, y, px, py };
  drawAxes(pen, plot, theme);
  const drawn = plot.series.filter(look.shown);
  const ours = drawn.filter((series) => !series.stated);
  const medians = ours.filter((series) => series.form === "medians");
  for (const series of [...ours].sort((a, b) => depth(a) - depth(b))) {
    const alpha = !look.focus || look.focus === series.name ? 1 : 0.3;
    const place = medians.indexOf(series);
    // Names of places have room beside each other; numbers lie where they are.
    const apart = Math.min(14, (0.6 * box.plotWidth) / Math.max(1, plot.x.names.length * medians.length));
    const aside = plot.x.names.length > 0 && place >= 0 ? (place - (medians.length - 1) / 2) * apart : 0;
    // A marker at an end of the axis is seen whole, a line ends there.
    const edge = series.form === "medians" || series.form === "dots" ? 7 * box.unit : 1;
    surface.clip(-edge, -edge, box.plotWidth + 2 * edge, box.plotHeight + 2 * edge, () =>
      drawSeries(pen, series, theme, alpha, aside, plot.x.names.length === 0),
    );
  }
  drawRules(pen, plot, theme);
  surface.clip(-1, -4, box.plotWidth + 2, box.plotHeight + 5, () => {
    for (const series of drawn.filter((one) => one.stated)) drawStated(pen, series, theme);
  });
  drawWords(pen, plot, theme);
  if (look.reading !== null && look.reading !== undefined) {
    const at = px(look.reading);
    surface.polyline([at, 0, at, box.plotHeight], { color: theme.ink3, width: box.unit });
  }
}

/** Areas lie under lines, lines under dots. */
const depth = (series: Series): number => ["ribbon", "bars", "line", "steps", "medians", "dots"].indexOf(series.form);

function drawAxes(pen: Pen, plot: Plot, theme: Theme): void {
  const { surface, box, px, py } = pen;
  const { unit, plotWidth, plotHeight } = box;
  for (const span of plot.spans) {
    const [a, b] = [span.from, span.until].map((at) => Math.max(0, Math.min(plotWidth, px(at)))) as [number, number];
    surface.rect(a, 0, b - a, plotHeight, { fill: theme.flows[signOf(span.ink)] ?? theme.wash, alpha: 0.1 });
  }
  const size = 12 * unit;
  for (const tick of ticksOf(plot.y, pen.y, plotHeight / (26 * unit))) {
    const at = py(tick.at);
    if (at < -1 || at > plotHeight + 1) continue;
    surface.polyline([0, at, plotWidth, at], { color: theme.line2, width: unit });
    surface.text(-8 * unit, at, tick.text, { color: theme.ink3, align: "right", size });
  }
  surface.polyline([0, plotHeight, plotWidth, plotHeight], { color: theme.ctl, width: unit });
  const ticks = ticksOf(plot.x, pen.x, plotWidth / (plot.x.log ? 44 * unit : 62 * unit));
  const { rows, stride } = namesOf(plot, plotWidth, unit);
  ticks.forEach((tick, i) => {
    const at = px(tick.at);
    if (at < -1 || at > plotWidth + 1 || i % stride !== 0) return;
    surface.polyline([at, plotHeight, at, plotHeight + 4 * unit], { color: theme.ctl, width: unit });
    const row = Math.floor(i / stride) % rows;
    // A label over the box's edge is laid within it.
    const half = (wide(tick.text) * unit) / 2;
    const centre = Math.max(half - box.left, Math.min(plotWidth + 14 * unit - half, at));
    const style = { color: theme.ink3, align: "center", size } as const;
    surface.text(centre, plotHeight + (14 + 13 * row) * unit, tick.text, style);
  });
  if (plot.x.label !== "") {
    const style = { color: theme.ink2, align: "center", size } as const;
    surface.text(plotWidth / 2, plotHeight + (rows > 1 ? 38 : 32) * unit, axisTitle(plot.x), style);
  }
}

function drawSeries(pen: Pen, series: Series, theme: Theme, alpha: number, aside: number, joined: boolean): void {
  const { surface, px, py, box } = pen;
  const color = colourOf(theme, series);
  const { unit } = box;
  const dash = dashOf(series).map((part) => part * unit);
  // A line of very many corners is a band of ink at full width.
  const width = (series.points.length > MANY * 2 ? 1.25 : 2) * unit;
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
      const base = py(pen.y.log ? pen.y.from : Math.max(0, pen.y.from));
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
        marker(surface, at, py(middle), signOf(series.ink), 4.5 * unit, color, theme.plate, alpha, unit);
      }
      break;
    case "dots":
      if (series.points.length > MANY) surface.dots(flat(1), { color, size: 2.4 * unit, alpha: 0.7 * alpha });
      else {
        for (const [x = 0, y = 0] of series.points.filter((point) => inside(point[0] ?? 0)))
          marker(surface, px(x), py(y), signOf(series.ink), 4 * unit, color, theme.plate, alpha, unit);
      }
      break;
  }
}

/** What the paper states: a short level line at a place, a dashed line, an outline. */
function drawStated(pen: Pen, series: Series, theme: Theme): void {
  const { surface, px, py, box } = pen;
  const { unit } = box;
  const color = theme.ink;
  const line = { color, width: 1.75 * unit, dash: STATED.map((part) => part * unit) };
  const half = Math.min(20 * unit, box.plotWidth * 0.035);
  for (const column of series.form === "ribbon"
    ? [1, 2]
    : series.form === "line" || series.form === "steps"
      ? [1]
      : []) {
    surface.polyline(
      series.points.flatMap((p) => [px(p[0] ?? 0), py(p[column] ?? 0)]),
      { ...line, step: series.form === "steps" },
    );
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
  const { surface, px, py, box } = pen;
  const { unit, plotWidth, plotHeight } = box;
  const style = { color: theme.ink2, width: 1.25 * unit, dash: STATED.map((part) => part * unit) };
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

function drawWords(pen: Pen, plot: Plot, theme: Theme): void {
  const { surface, px, py, box } = pen;
  const { unit, plotWidth, plotHeight } = box;
  const size = 12 * unit;
  const plain = { color: theme.ink2, halo: theme.plate, size };
  for (const rule of plot.rules) {
    const [x, y] = rule.axis === "y" ? [plotWidth, py(rule.at)] : [px(rule.at), 0];
    if (x < -1 || x > plotWidth + 1 || y < -1 || y > plotHeight + 1) continue;
    const right = rule.axis === "y" || x > plotWidth - wide(rule.label) * unit;
    surface.text(right ? x - 5 * unit : x + 5 * unit, rule.axis === "y" ? y - 8 * unit : 8 * unit, rule.label, {
      ...plain,
      align: right ? "right" : "left",
    });
  }
  for (const span of plot.spans) {
    const x = (Math.max(0, px(span.from)) + Math.min(plotWidth, px(span.until))) / 2;
    surface.text(x, 8 * unit, span.label, { ...plain, align: "center" });
  }
  for (const note of plot.notes) {
    const strong = { ...plain, color: theme.ink, weight: 600, align: "center" } as const;
    surface.text(px(note.x), py(note.y) - 8 * unit, note.text, strong);
  }
}

/** A flow's marker (design 2.2): outlined in its colour on the ground; cross and bar are strokes. */
export function marker(
  surface: Surface,
  x: number,
  y: number,
  sign: number,
  r: number,
  color: string,
  plate: string,
  alpha = 1,
  unit = 1,
): void {
  const shape = (upper: number[], lower: number[]): void => {
    const at = (points: number[]): number[] => points.map((value, i) => (i % 2 === 0 ? x + value * r : y + value * r));
    surface.area(at(upper), at(lower), { color: plate, alpha: 1 });
    const back: number[] = [];
    for (let i = lower.length - 2; i >= 0; i -= 2) back.push(lower[i] as number, lower[i + 1] as number);
    surface.polyline(at([...upper, ...back, upper[0] as number, upper[1] as number]), {
      color,
      width: 1.75 * unit,
      alpha,
    });
  };
  const stroke = (...points: number[]): void =>
    surface.polyline(
      points.map((value, i) => (i % 2 === 0 ? x + value * r : y + value * r)),
      { color, width: 2.25 * unit, alpha },
    );
  switch (sign) {
    case 0:
      surface.mark(x, y, "ring", { color, size: 2 * r, alpha });
      break;
    case 1:
      shape([-0.9, -0.9, 0.9, -0.9], [-0.9, 0.9, 0.9, 0.9]);
      break;
    case 2:
      shape([-1.15, 0, 0, -1.15, 1.15, 0], [-1.15, 0, 0, 1.15, 1.15, 0]);
      break;
    case 3:
      shape([-1.1, 0.9, 0, -1.1, 1.1, 0.9], [-1.1, 0.9, 1.1, 0.9]);
      break;
    case 4:
      stroke(-1.1, 0, 1.1, 0);
      stroke(0, -1.1, 0, 1.1);
      break;
    case 5:
      shape([-1.1, 0, -0.55, -0.95, 0.55, -0.95, 1.1, 0], [-1.1, 0, -0.55, 0.95, 0.55, 0.95, 1.1, 0]);
      break;
    case 6:
      shape([-1.2, 0, -0.35, -0.35, 0, -1.2, 0.35, -0.35, 1.2, 0], [-1.2, 0, -0.35, 0.35, 0, 1.2, 0.35, 0.35, 1.2, 0]);
      break;
    default:
      stroke(0, -1.1, 0, 1.1);
  }
}
