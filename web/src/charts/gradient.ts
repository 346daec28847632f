/**
 * Gradient: by how much the greatest and least RTT moved from one interval to the next, smoothed (CDG paper, eq. 3 and 4); under it,
 * where there is room, the probability of a backoff that follows (eq. 5) as bars, with each random draw: below its bar it is a backoff.
 * Of one flow: the one whose inference is shown. Not here: axis and gestures.
 */
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { bands, indexAt, NONE, nicks, toColumns, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { quantileOf, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading, levelNow } from "./exact.ts";
import { endOf, inferring, labelOf, lookOf, runsAt } from "./flow-styles.ts";
import { collect, drawMarks, levelRequest, markRequest } from "./marks.ts";
import { gradientTick } from "./range.ts";
import { levelColumn, levelOf, tableOf } from "./readings.ts";

/** The range reaches over its outer ticks by a third: the row of backoffs is there. */
const OVER = 4 / 3;
/** Share of the smoothed gradients that the range must hold; the rare steps beyond are cut with a nick. */
const HELD = 0.9;

/** From this height on the probability has the lower part of the plot, px; the gradients' share of it; between both, px. */
const SPLIT = 72;
const UPPER = 0.56;
const GAP = 9;
/** Width of a bar, size of a draw, px; the row of backoffs where there are no draws. */
const BAR = 1.25;
const DRAW = 2.5;
const ROW = 6;

const SMOOTHED = ["g_max_smoothed_ms", "g_min_smoothed_ms"] as const;

export const gradientChart: TimeChart & Marked = {
  id: "gradient",
  axis: "time",
  remembered(cx) {
    const flow = inferring(cx.facts);
    return flow ? levelOf(cx, flow.name, SMOOTHED[1]) : NONE;
  },
  measure: "ms per RTT",
  flex: 1.2,
  together: true,
  unit: (facts) => {
    const flow = inferring(facts);
    return flow ? translate("chart.gradient.unit.of", { flow: labelOf(flow) }) : translate("chart.gradient.unit");
  },
  empty: (facts) => translate(inferring(facts) ? "chart.gradient.empty" : "chart.gradient.noFlow"),

  series(facts): SeriesRequest[] {
    const flow = inferring(facts);
    if (!flow) return [];
    const of = (signal: string): SeriesRequest => levelRequest(flow.name, signal);
    return [...SMOOTHED, "backoff_probability"]
      .map(of)
      .concat(markRequest(flow.name, "delay_backoff"), markRequest(flow.name, "backoff_draw"));
  },

  question: (facts) => {
    const flow = inferring(facts);
    return flow ? translate("chart.gradient.question", { flow: labelOf(flow) }) : translate("chart.gradient");
  },

  domain(cx, height) {
    const { max, tick } = rangeOf(cx);
    const split = height >= SPLIT;
    const ticks = split || height >= 60 ? [-tick, 0, tick] : [0, tick];
    const format = (value: number): string => (value > 0 ? `+${num(value, 1)}` : num(value, 1));
    // Below the gradients' range is the lower part.
    return { min: split ? max - (2 * max) / UPPER : -max, max, ticks, format };
  },

  draw(surface, scales, cx) {
    const flow = inferring(cx.facts);
    if (!flow) return;
    const { theme } = cx;
    const lower = lowerOf(scales);
    const upper = lower ? lower.y(1) - GAP * scales.unit : scales.height;
    surface.clip(0, 0, scales.width, upper, () => drawEnvelope(surface, { ...scales, height: upper }, cx, flow));
    if (lower) {
      drawDraws(surface, scales, cx, flow, lower.y);
      const style = { color: theme.ink, align: "right", halo: theme.plate, near: {}, optional: true } as const;
      surface.text(scales.width - 4, 9 * scales.unit, translate("chart.gradient.above"), style);
    }
    drawMarks(gradientChart, surface, scales, cx);
  },

  spark: {
    domain: (cx) => ({ ...gradientChart.domain(cx, 0), ticks: [] }),
    draw(surface, scales, cx) {
      const flow = inferring(cx.facts);
      if (!flow) return;
      surface.polyline([0, scales.y(0), scales.width, scales.y(0)], { color: cx.theme.ctl, width: scales.unit });
      drawEnvelope(surface, scales, cx, flow);
      drawMarks(
        { ...gradientChart, place: ({ t_s }) => ({ x: scales.x(t_s), y: 3 * scales.unit }) },
        surface,
        scales,
        cx,
      );
    },
    value: (cx) => {
      const flow = inferring(cx.facts);
      const at = (signal: string): string => signed(flow && levelNow(cx, flow, signal));
      return `${at("g_max_smoothed_ms")} : ${at("g_min_smoothed_ms")}`;
    },
  },

  slots(scales, cx): Slot[] {
    const flow = inferring(cx.facts);
    if (!flow) return [];
    const { color } = lookOf(cx.facts, cx.theme, flow);
    const at = (signal: string): number | null => levelNow(cx, flow, signal);
    const slot = (which: string, value: number | null, width: number, dash: readonly number[]): Slot => ({
      label: translate(`chart.gradient.${which}.short`),
      hint: translate(`chart.gradient.${which}`),
      value: signed(value),
      flow: flow.name,
      swatch: { color, width, dash },
      y: value === null ? null : scales.y(value),
    });
    const probability = probabilityAt(cx, flow);
    const draw = valueAt(cx.series.get(flow.name, "backoff_draw", "marks"), cx.facts.reading_s);
    return [
      slot("max", at("g_max_smoothed_ms"), 2, []),
      slot("min", at("g_min_smoothed_ms"), 1.5, [4, 2]),
      {
        label: translate("chart.gradient.probability"),
        hint: translate("chart.gradient.probability.hint"),
        value: probability === null ? "–" : num(probability, 2, probability === 0 ? 0 : 2),
        swatch: lowerOf(scales) && { color, width: 4, dash: [], fill: true },
        y: null,
      },
      ...(lowerOf(scales)
        ? [
            {
              label: translate("chart.gradient.draw"),
              hint: translate("chart.gradient.draw.hint", { flow: labelOf(flow) }),
              value: draw === null || probability === 0 ? "–" : num(draw, 2, 2),
              swatch: { color: cx.theme.ink3, width: 4, dash: [], mark: "dot" as const },
              y: null,
              spare: true,
            },
            {
              label: translate("chart.gradient.backoff"),
              value: "",
              swatch: { color, width: 8, dash: [], mark: "backoff" as const },
              y: null,
              spare: true,
            },
          ]
        : []),
    ];
  },

  hits(cx) {
    const flow = inferring(cx.facts);
    return flow ? collect(cx, [flow], ["delay_backoff"]) : [];
  },
  place(hit, scales, cx) {
    const lower = lowerOf(scales);
    const draw = lower && valueAt(cx.series.get(hit.flow, "backoff_draw", "marks"), hit.t_s);
    return { x: scales.x(hit.t_s), y: lower && draw !== null ? lower.y(draw) : ROW * scales.unit };
  },

  describe(cx) {
    const flow = inferring(cx.facts);
    if (!flow) return translate("chart.gradient.noFlow");
    const at = (signal: string): string => signed(levelNow(cx, flow, signal));
    return translate("chart.gradient.describe", {
      flow: labelOf(flow),
      max: at("g_max_smoothed_ms"),
      min: at("g_min_smoothed_ms"),
      backoffs: gradientChart.hits(cx).length,
    });
  },

  rows(cx) {
    const flow = inferring(cx.facts);
    const names: [string, string][] = [
      ["g_max_smoothed_ms", translate("chart.gradient.max")],
      ["g_min_smoothed_ms", translate("chart.gradient.min")],
      ["backoff_probability", translate("chart.gradient.probability")],
    ];
    const columns = flow ? names.map(([signal, name]) => levelColumn(cx, name, flow.name, signal, 2)) : [];
    return tableOf(cx, columns);
  },
};

/** P of the last interval: 0 where an interval has ended since, without a draw. */
function probabilityAt(cx: ChartContext, flow: FlowLook): number | null {
  const { reading_s } = cx.facts;
  const probabilities = levelOf(cx, flow.name, "backoff_probability");
  const gradients = levelOf(cx, flow.name, "g_max_smoothed_ms");
  if (!runsAt(flow, reading_s)) return null;
  const drawn = indexAt(probabilities, reading_s);
  let ended = indexAt(gradients, reading_s);
  // Where the data end the last level is repeated: no interval has ended there.
  if (ended > 0 && (gradients[2 * ended] as number) >= Math.min(cx.facts.t1_s, cx.facts.computed_s)) ended--;
  // The reading lies outside of what is shown: the last draw, wherever it was.
  if (drawn < 0 && ended < 0) return atReading(cx, flow.name, "backoff_probability");
  if (drawn < 0) return 0;
  const later = ended >= 0 && (gradients[2 * ended] as number) > (probabilities[2 * drawn] as number) + 1e-9;
  return later ? 0 : (probabilities[2 * drawn + 1] as number);
}

/** A gradient with its sign. */
function signed(value: number | null): string {
  if (value === null) return "–";
  const text = num(value, 2, 2);
  return value > 0 ? `+${text}` : text;
}

/** Range of the gradients, and the tick in it. */
function rangeOf(cx: ChartContext): { max: number; tick: number } {
  const flow = inferring(cx.facts);
  const sizes: number[] = [];
  for (const signal of SMOOTHED) {
    const points = flow ? levelOf(cx, flow.name, signal) : [];
    for (let i = 1; i < points.length; i += 2)
      if (Number.isFinite(points[i])) sizes.push(Math.abs(points[i] as number));
  }
  const held = (cx.held?.max ?? 0) / OVER;
  const g = flow ? (cx.facts.g_ms.get(flow.name) ?? 0) : 0;
  const end = rangeEnd(Math.max(1, Math.min(g, 10), held * 0.999, quantileOf(sizes, HELD)), 1);
  return { max: OVER * end, tick: gradientTick(end) };
}

/** The lower part, where there is one: y of a probability. */
function lowerOf(scales: Scales): { y(share: number): number } | null {
  const top = scales.y(-scales.value(0)) + GAP * scales.unit;
  return top < scales.height ? { y: (share) => scales.height - share * (scales.height - top) } : null;
}

/** Probabilities as bars, and every draw as a dot. */
function drawDraws(
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  flow: FlowLook,
  y: (share: number) => number,
): void {
  const { facts, theme } = cx;
  const end = endOf(facts, flow);
  const { unit } = scales;
  const bars: number[] = [];
  const points = levelOf(cx, flow.name, "backoff_probability");
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [t_s, p] = [points[i] as number, points[i + 1] as number];
    const x = scales.x(t_s);
    if (p > 0 && x >= 0 && t_s <= end) bars.push(x, y(0), x, y(p), x, Number.NaN);
  }
  surface.polyline(bars, { color: lookOf(facts, theme, flow).color, width: BAR * unit });
  const draws = cx.series.get(flow.name, "backoff_draw", "marks");
  const dots: number[] = [];
  for (let i = 0; i + 1 < draws.length; i += 2)
    if ((draws[i] as number) >= facts.t0_s && (draws[i] as number) <= end)
      dots.push(scales.x(draws[i] as number), y(draws[i + 1] as number));
  surface.dots(dots, { color: theme.ink3, size: DRAW * unit });
  for (const tick of [0, 1]) surface.text(-7 * unit, y(tick), num(tick), { color: theme.ink3, align: "right" });
  if (scales.left)
    surface.text(14 * unit - scales.left, y(0.5), translate("chart.gradient.lower"), { color: theme.ink3 });
}

/** The smoothed gradients, the greatest solid, the least dashed, filled above 0, and nicks where they leave the range. */
function drawEnvelope(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook): void {
  const { color } = lookOf(cx.facts, cx.theme, flow);
  const end = endOf(cx.facts, flow);
  const [max, min] = SMOOTHED.map((signal) => levelOf(cx, flow.name, signal)) as [Points, Points];
  const other = toColumns(min, scales, end, "last");
  const upper = toColumns(max, scales, end, "last").map((value, i) => Math.max(value, other[i] as number));
  for (const area of bands(upper, new Float64Array(upper.length), scales, (value) => value > 0))
    surface.area(area.upper, area.lower, { color, alpha: cx.theme.dark ? 0.3 : 0.18 });
  const dash = [4 * scales.unit, 2 * scales.unit];
  const lines = [toPixels(max, scales, end), toPixels(min, scales, end)] as const;
  surface.polyline(lines[0], { color, width: 1.75 * scales.unit, step: true });
  surface.polyline(lines[1], { color, width: 1.25 * scales.unit, dash, step: true });
  for (const points of lines) {
    for (const nick of nicks(points, scales)) {
      surface.polyline(nick, { color, width: 1.75 * scales.unit });
    }
  }
}
