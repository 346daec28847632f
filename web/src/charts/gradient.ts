/**
 * Gradient: by how much the least and greatest RTT moved from one interval to the next (CDG paper, eq. 1 and 2), raw as
 * dots, smoothed (eq. 3 and 4) as an envelope, and the backoffs in a row. Of one flow: the one whose inference is shown.
 * Not here: axis and gestures.
 */
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { bands, indexAt, nicks, toColumns, toDots, toPixels } from "../plot/points.ts";
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

const SMOOTHED = ["g_max_smoothed_ms", "g_min_smoothed_ms"] as const;

export const gradientChart: TimeChart & Marked = {
  id: "gradient",
  axis: "time",
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
    return [...SMOOTHED, "g_max_ms", "g_min_ms", "backoff_probability"]
      .map(of)
      .concat(markRequest(flow.name, "delay_backoff"));
  },

  domain(cx, height) {
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
    const tick = gradientTick(end);
    const ticks = height >= 60 ? [-tick, 0, tick] : [0, tick];
    const format = (value: number): string => (value > 0 ? `+${num(value, 1)}` : num(value, 1));
    return { min: -OVER * end, max: OVER * end, ticks, format };
  },

  draw(surface, scales, cx) {
    const flow = inferring(cx.facts);
    if (!flow) return;
    const { theme } = cx;
    for (const signal of ["g_max_ms", "g_min_ms"]) {
      const dots = toDots(levelOf(cx, flow.name, signal), scales);
      surface.dots(dots, { color: theme.ink3, size: 1.4 * scales.unit, alpha: theme.dark ? 0.55 : 0.4 });
    }
    surface.clip(0, 0, scales.width, scales.height, () => drawEnvelope(surface, scales, cx, flow));
    drawMarks(gradientChart, surface, scales, cx);
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
    return [
      slot("max", at("g_max_smoothed_ms"), 2, []),
      slot("min", at("g_min_smoothed_ms"), 1.5, [4, 2]),
      {
        label: translate("chart.gradient.probability"),
        hint: translate("chart.gradient.probability.hint"),
        value: probability === null ? "–" : num(probability, 2, probability === 0 ? 0 : 2),
        swatch: null,
        y: null,
      },
    ];
  },

  hits(cx) {
    const flow = inferring(cx.facts);
    return flow ? collect(cx, [flow], ["delay_backoff"]) : [];
  },
  place: (hit, scales) => ({ x: scales.x(hit.t_s), y: 6 * scales.unit }),

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

/** Band between the smoothed gradients, the greatest solid, the least dashed, and nicks where they leave the range. */
function drawEnvelope(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook): void {
  const { color } = lookOf(cx.facts, cx.theme, flow);
  const end = endOf(cx.facts, flow);
  const [max, min] = SMOOTHED.map((signal) => levelOf(cx, flow.name, signal)) as [Points, Points];
  const one = toColumns(max, scales, end, "last");
  const other = toColumns(min, scales, end, "last");
  const upper = one.map((value, i) => Math.max(value, other[i] as number));
  const lower = one.map((value, i) => Math.min(value, other[i] as number));
  for (const area of bands(upper, lower, scales)) {
    surface.area(area.upper, area.lower, { color, alpha: cx.theme.dark ? 0.3 : 0.18 });
  }
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
