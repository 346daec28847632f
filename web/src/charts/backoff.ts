/**
 * Backoff: the probability 1 - exp(-g/G) of a backoff (CDG paper, eq. 5) over the gradient g, and the draws X of the last
 * seconds: under the curve it backs off, over it it does not. While G is dragged the curve and the draws' fate change at
 * once. Not here: the gradient over time (gradient.ts).
 */
import "../i18n/rare-charts.ts";
import { backoffProbability } from "../engine/formulas.ts";
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { labelWidth } from "../plot/labels.ts";
import { valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked, OwnAxisChart } from "./chart.ts";
import { colorOf, inferring, labelOf } from "./flow-styles.ts";
import { markRequest } from "./marks.ts";
import { reading } from "./readings.ts";

/** How long a draw stays, s. */
const MEMORY_S = 12;
/** End of the axis, as a multiple of G. */
const REACH = 2;
/** Strength that a draw has lost when it goes. */
const FADE = 0.6;
/** G where no flow has one. */
const ANY_G = 3;

/** One draw: when, for which gradient, X. */
export interface Draw {
  t_s: number;
  gradient: number;
  x: number;
}

/** The draws of the last seconds before the reading, each with the gradient that it was held against. */
function drawsOf(cx: ChartContext): Draw[] {
  const flow = inferring(cx.facts);
  if (!flow) return [];
  const draws = cx.series.get(flow.name, "backoff_draw", "marks");
  const gradients = cx.series.get(flow.name, "signal_gradient_ms", "marks");
  const found: Draw[] = [];
  for (let i = 0; i + 1 < draws.length; i += 2) {
    const t_s = draws[i] as number;
    if (t_s > cx.facts.reading_s || t_s <= cx.facts.reading_s - MEMORY_S) continue;
    const gradient = valueAt(gradients, t_s);
    if (gradient !== null && gradient > 0) found.push({ t_s, gradient, x: draws[i + 1] as number });
  }
  return found;
}

const gOf = (cx: ChartContext): number => {
  const flow = inferring(cx.facts);
  return (flow && cx.facts.g_ms.get(flow.name)) || ANY_G;
};

export const backoffChart: OwnAxisChart & Marked = {
  id: "backoff",
  axis: "own",
  flex: 1.3,
  memory_s: MEMORY_S,
  unit: () => translate("chart.backoff.unit"),
  empty: (facts) => translate(inferring(facts) ? "chart.backoff.empty" : "chart.backoff.noFlow"),

  series(facts): SeriesRequest[] {
    const flow = inferring(facts);
    return flow ? ["signal_gradient_ms", "backoff_draw"].map((signal) => markRequest(flow.name, signal)) : [];
  },

  across(cx) {
    const g = gOf(cx);
    const max = REACH * g;
    const digits = max < 1 ? 2 : max < 10 ? 1 : 0;
    return {
      min: 0,
      max,
      ticks: [0, g / 2, 1.5 * g, max],
      format: (value) => num(value, digits),
      label: translate("chart.backoff.axis"),
    };
  },

  domain: () => ({ min: 0, max: 1, ticks: [0, 0.5, 1], format: (value) => num(value, 1) }),

  draw(surface, scales, cx) {
    const { theme, facts } = cx;
    const flow = inferring(facts);
    const color = flow ? colorOf(theme, flow) : theme.ink;
    const g = gOf(cx);
    const curve = curveOf(g, scales);
    surface.area(curve, scales.height, { color, alpha: theme.dark ? 0.16 : 0.09 });
    drawGuides(surface, scales, cx, g);
    if (flow) drawDraws(surface, scales, cx, flow, g);
    if (facts.old_g_ms) surface.polyline(curveOf(facts.old_g_ms, scales), { color, width: scales.unit, alpha: 0.6 });
    surface.polyline(curve, { color, width: 2 * scales.unit });
    drawWords(surface, scales, cx, g);
  },

  // Draws would cover each other: a second run has its curve.
  drawCompared(surface, scales, cx) {
    const flow = inferring(cx.facts);
    const color = flow ? colorOf(cx.theme, flow) : cx.theme.ink;
    surface.polyline(curveOf(gOf(cx), scales), { color, width: 2 * scales.unit });
  },

  hits(cx) {
    const flow = inferring(cx.facts);
    if (!flow) return [];
    const g = gOf(cx);
    return drawsOf(cx).map((draw) => ({
      t_s: draw.t_s,
      value: draw.x,
      flow: flow.name,
      signal: "backoff_draw",
      shape: draw.x < backoffProbability(draw.gradient, g) ? "backoff" : "dot",
    }));
  },
  place(hit: Hit, scales, cx) {
    const flow = inferring(cx.facts);
    const gradient = flow ? valueAt(cx.series.get(flow.name, "signal_gradient_ms", "marks"), hit.t_s) : null;
    return { x: Math.min(scales.width, scales.x(gradient ?? 0)), y: scales.y(hit.value) };
  },

  describe(cx) {
    const flow = inferring(cx.facts);
    if (!flow) return translate("chart.backoff.noFlow");
    const draws = drawsOf(cx);
    const under = draws.filter((draw) => draw.x < backoffProbability(draw.gradient, gOf(cx))).length;
    return translate("chart.backoff.describe", { flow: labelOf(flow), g: num(gOf(cx), 2), draws: draws.length, under });
  },

  rows(cx) {
    const g = gOf(cx);
    return {
      header: ["time", "gradient", "probability", "draw"].map((key) => translate(`chart.backoff.column.${key}`)),
      rows: drawsOf(cx).map((draw) => [
        num(draw.t_s, 3, 3),
        reading(draw.gradient, 2),
        reading(backoffProbability(draw.gradient, g), 2),
        reading(draw.x, 2),
      ]),
    };
  },
};

/** The curve in pixels, one point for every 2 px. */
function curveOf(g: number, scales: Scales): number[] {
  const points: number[] = [];
  const perPixel = 1 / (scales.x(1) - scales.x(0));
  for (let x = 0; x < scales.width + 2; x += 2) {
    const at = Math.min(x, scales.width);
    points.push(at, scales.y(backoffProbability(at * perPixel, g)));
  }
  return points;
}

/** Dotted lines at G and at 1 - 1/e. */
function drawGuides(surface: Surface, scales: Scales, cx: ChartContext, g: number): void {
  const x = scales.x(g);
  const y = scales.y(backoffProbability(g, g));
  const style = { color: cx.theme.ink2, width: scales.unit, dash: [2 * scales.unit, 2 * scales.unit] };
  surface.polyline([0, y, x, y], style);
  surface.polyline([x, y, x, scales.height], style);
}

function drawDraws(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook, g: number): void {
  for (const draw of drawsOf(cx)) {
    const x = Math.min(scales.width, scales.x(draw.gradient));
    const y = scales.y(draw.x);
    const alpha = 1 - (FADE * (cx.facts.reading_s - draw.t_s)) / MEMORY_S;
    if (draw.x < backoffProbability(draw.gradient, g)) {
      surface.mark(x, y, "backoff", { color: colorOf(cx.theme, flow), size: 7 * scales.unit, alpha });
    } else {
      surface.mark(x, y, "dot", { color: cx.theme.ink3, size: 3.2 * scales.unit, alpha });
    }
  }
}

/** Words are on the lines they name, where there is room for them. */
function drawWords(surface: Surface, scales: Scales, cx: ChartContext, g: number): void {
  const { theme } = cx;
  const { unit } = scales;
  const over = { color: theme.ink2, halo: theme.plate } as const;
  const strong = { color: theme.ink, halo: theme.plate, align: "right" } as const;
  surface.text(scales.x(g), scales.height + 12 * unit, translate("chart.backoff.g", { g: num(g, 2) }), {
    color: theme.ink,
    weight: 600,
    align: "center",
  });
  if (scales.height < 90 * unit || scales.width < 240 * unit) return;
  const y = scales.y(backoffProbability(g, g));
  // Between the axis's own numbers, where no draw can stand, if they leave room: not on a phone.
  if (scales.height >= 110 * unit && scales.width >= 420 * unit)
    surface.text(-7 * unit, y, translate("chart.backoff.guide"), { color: theme.ink2, align: "right" });
  else surface.text(6 * unit, y - 8 * unit, translate("chart.backoff.guide"), { ...over, near: { y } });
  const draws = drawsOf(cx);
  const under = draws.filter((draw) => draw.x < backoffProbability(draw.gradient, g)).length;
  const [below, above] = [
    translate("chart.backoff.under", { n: under }),
    translate("chart.backoff.over", { n: draws.length - under }),
  ];
  // In a narrow plot it has two lines, clear of the line at G.
  const lines = labelWidth(below, unit) > scales.width - scales.x(g) - 8 * unit ? below.split(/(?<=:) /) : [below];
  for (const [i, line] of lines.entries())
    surface.text(scales.width - 4 * unit, scales.height - (10 + 14 * (lines.length - 1 - i)) * unit, line, strong);
  // Where the plot is low the curve's end leaves no room over it.
  const right = scales.height < 180 * unit ? scales.x(1.2 * g) : scales.width - 4 * unit;
  surface.text(right, 10 * unit, above, strong);
  const at = 1.4 * g;
  const near = { x: scales.x(at), y: scales.y(backoffProbability(at, g)) };
  const curve = { color: theme.ink, halo: theme.plate, weight: 600, near } as const;
  surface.text(near.x + 6 * unit, near.y + 14 * unit, translate("chart.backoff.curve"), curve);
}
