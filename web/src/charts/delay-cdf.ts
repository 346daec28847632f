/**
 * Delay, CDF: the share of real-time packets of the last minute that took no longer than so much, one line for each call,
 * labelled at its end. Not here: delay over time (delay.ts).
 */
import "../i18n/rare-charts.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { axisTicks, quantileOf, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, OwnAxisChart } from "./chart.ts";
import { calls, HIGH, inside, SPEECH_MS } from "./delay.ts";
import { colorOf, dashOf, labelOf } from "./flow-styles.ts";
import { OWN_AXIS } from "./range.ts";
import { reading } from "./readings.ts";

/** Packets of so long before the reading count, s. */
const MEMORY_S = 60;
/** More packets than calls send in that time: none is thinned away. */
const LIMIT = 20_000;
/** Shares in the table. */
const SHARES = [0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99];

const pointsOf = (cx: ChartContext, flow: FlowLook): Points => cx.series.get(flow.name, "one_way_delay_ms", "marks");

/** A call's delays of the last minute, in order of size. */
export function sortedDelays(cx: ChartContext, flow: FlowLook): Float64Array {
  const { reading_s } = cx.facts;
  // Numbers of one kind are sorted without a function, several times as fast.
  return Float64Array.from(inside(pointsOf(cx, flow), reading_s - MEMORY_S, reading_s)).sort();
}

export const delayCdfChart: OwnAxisChart = {
  id: "delay_cdf",
  axis: "own",
  flex: 1.3,
  secret: true,
  memory_s: MEMORY_S,
  unit: () => translate("chart.delay_cdf.unit", { s: num(MEMORY_S) }),
  empty: (facts) => translate(calls(facts).length > 0 ? "chart.delay.empty" : "chart.delay.none"),

  series: (facts): SeriesRequest[] =>
    calls(facts).map((flow) => ({ source: flow.name, signal: "one_way_delay_ms", mode: "marks", limit: LIMIT })),

  across(cx) {
    const greatest = calls(cx.facts).map((flow) => sortedDelays(cx, flow).at(-1) ?? 0);
    const max = rangeEnd(Math.max(10, ...greatest), 10);
    const format = (value: number): string => num(value, max < 20 ? 1 : 0);
    return { min: 0, max, ticks: axisTicks(0, max, OWN_AXIS), format, label: translate("chart.delay_cdf.axis") };
  },

  domain: () => ({ min: 0, max: 1, ticks: [0, 0.5, 1], format: (value) => num(value, 1) }),

  draw(surface, scales, cx) {
    const { theme } = cx;
    const speech = scales.x(SPEECH_MS);
    if (speech <= scales.width) {
      surface.polyline([speech, 0, speech, scales.height], { color: theme.ink2, width: scales.unit, dash: [4, 3] });
      const text = translate("chart.delay.speech", { ms: num(SPEECH_MS) });
      const style = { color: theme.ink2, halo: theme.plate, align: "right", near: { x: speech } } as const;
      surface.text(speech - 4 * scales.unit, scales.height - 10 * scales.unit, text, style);
    }
    for (const flow of calls(cx.facts)) {
      const values = sortedDelays(cx, flow);
      if (values.length === 0) continue;
      const line = [scales.x(0), scales.y(0)];
      for (const [i, value] of values.entries()) line.push(scales.x(value), scales.y((i + 1) / values.length));
      line.push(scales.width, scales.y(1));
      const dash = dashOf(flow).map((length) => length * scales.unit);
      surface.polyline(line, { color: colorOf(theme, flow), width: 2 * scales.unit, dash, step: true });
      const end = scales.x(values.at(-1) as number);
      const left = end > scales.width - 90 * scales.unit;
      const x = left ? Math.min(end, scales.width) - 6 * scales.unit : end + 6 * scales.unit;
      const y = scales.y(1);
      const near = { x: Math.min(end, scales.width), y };
      const style = { color: theme.ink, halo: theme.plate, weight: 600, align: left ? "right" : "left", near } as const;
      surface.text(x, y + 12 * scales.unit, labelOf(flow), style);
    }
  },

  describe(cx) {
    if (calls(cx.facts).length === 0) return translate("chart.delay.none");
    const parts = calls(cx.facts).map((flow) => {
      const values = sortedDelays(cx, flow);
      const of = (share: number): string => (values.length > 0 ? reading(quantileOf(values, share), 0) : "–");
      return translate("chart.delay_cdf.describe.flow", { flow: labelOf(flow), median: of(0.5), high: of(HIGH) });
    });
    return translate("chart.delay_cdf.describe", { flows: parts.join("; ") });
  },

  rows(cx) {
    const flows = calls(cx.facts);
    const sorted = flows.map((flow) => sortedDelays(cx, flow));
    return {
      header: [translate("chart.delay_cdf.share"), ...flows.map((flow) => labelOf(flow))],
      rows: SHARES.map((share) => [
        num(share, 2),
        ...sorted.map((values) => reading(values.length > 0 ? quantileOf(values, share) : null, 1)),
      ]),
    };
  },
};
