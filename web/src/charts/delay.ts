/**
 * Delay: what each packet of real-time traffic takes from the bottleneck to its receiver, over time: every packet a dot, the
 * band from the 20th to the 80th percentile of each second. How delays are spread as a whole is another chart's
 * (delay-cdf.ts). Not here: axis and gestures.
 */
import "../i18n/rare-charts.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, indexAt, toDots } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, quantileOf, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Slot, TimeChart } from "./chart.ts";
import { colorOf, endOf, inPlot, labelOf, runsAt } from "./flow-styles.ts";
import { columnOf, reading, slotOf, tableOf } from "./readings.ts";

/** Above this, one way, a conversation suffers, ms (ITU-T G.114). */
export const SPEECH_MS = 150;
/** Percentiles of the band (CDG paper, figures). */
const LOW = 0.2;
export const HIGH = 0.8;
/** Packets asked for at most: a call's for 4 minutes. */
const LIMIT = 12_000;
/** Length of the band's window, s and px; the longer one applies. */
const BAND_S = 1;
const BAND_PX = 6;
/** Fewer packets have no percentiles. */
const FEW = 5;

/** The real-time traffic of a run: it does not answer congestion, so its delay is the network's own. */
export const calls = (facts: RunFacts): FlowLook[] => facts.flows.filter((flow) => flow.cross);

/** A stretch with the percentiles of the packets in it. */
export interface Band {
  from_s: number;
  to_s: number;
  low: number;
  high: number;
}

/** Percentiles of each stretch of `length_s`; none of a series that was thinned, whose extremes would weigh too much. */
export function bandsOf(points: Points, length_s: number): Band[] {
  if (points.length >= 2 * LIMIT) return [];
  const found: Band[] = [];
  for (let i = 0; i + 1 < points.length; ) {
    const place = Math.floor((points[i] as number) / length_s);
    const values: number[] = [];
    for (; i + 1 < points.length && Math.floor((points[i] as number) / length_s) === place; i += 2)
      values.push(points[i + 1] as number);
    if (values.length < FEW) continue;
    const low = quantileOf(values, LOW);
    found.push({ from_s: place * length_s, to_s: (place + 1) * length_s, low, high: quantileOf(values, HIGH) });
  }
  return found;
}

const delaysOf = (cx: ChartContext, flow: FlowLook): Points => cx.series.get(flow.name, "one_way_delay_ms", "marks");

export const delayChart: TimeChart = {
  id: "delay",
  axis: "time",
  measure: "ms",
  flex: 1,
  secret: true,
  unit: () => translate("chart.delay.unit"),
  empty: (facts) => translate(calls(facts).length > 0 ? "chart.delay.empty" : "chart.delay.none"),

  series: (facts): SeriesRequest[] =>
    calls(facts).map((flow) => ({ source: flow.name, signal: "one_way_delay_ms", mode: "marks", limit: LIMIT })),

  domain(cx, height) {
    let max = Math.max(10, cx.held?.max ?? 0);
    for (const flow of calls(cx.facts)) max = Math.max(max, extent(delaysOf(cx, flow))?.[1] ?? 0);
    const top = rangeEnd(max, 10);
    return { min: 0, max: top, ticks: axisTicks(0, top, height), format: (value) => num(value) };
  },

  draw(surface, scales, cx) {
    drawSpeech(surface, scales, cx);
    const length = Math.max(BAND_S, ((cx.facts.t1_s - cx.facts.t0_s) / scales.width) * BAND_PX);
    inPlot(surface, scales, () => {
      for (const flow of calls(cx.facts)) {
        const color = colorOf(cx.theme, flow);
        for (const band of bandsOf(delaysOf(cx, flow), length)) {
          const x = scales.x(band.from_s);
          const w = scales.x(Math.min(band.to_s, endOf(cx.facts, flow))) - x;
          const y = scales.y(band.high);
          surface.rect(x, y, w, Math.max(scales.unit, scales.y(band.low) - y), { fill: color, alpha: 0.25 });
        }
        surface.dots(toDots(delaysOf(cx, flow), scales), { color, size: 1.4 * scales.unit, alpha: 0.5 });
      }
    });
  },

  bands: (facts) => calls(facts).map((flow) => ({ source: flow.name, quantity: "delay", flow })),

  slots(scales, cx): Slot[] {
    return calls(cx.facts).map((flow) => {
      const swatch = { color: colorOf(cx.theme, flow), dash: [1.5, 2.5], width: 2 };
      return slotOf(scales, labelOf(flow), delayNow(cx, flow), 0, swatch, { flow: flow.name });
    });
  },

  describe(cx) {
    const { facts } = cx;
    if (calls(facts).length === 0) return translate("chart.delay.none");
    const parts = calls(facts).map((flow) => {
      const values = inside(delaysOf(cx, flow), facts.t0_s, facts.t1_s);
      const of = (share: number): string => (values.length >= FEW ? reading(quantileOf(values, share), 0) : "–");
      return translate("chart.delay.describe.flow", {
        flow: labelOf(flow),
        value: reading(delayNow(cx, flow), 0),
        low: of(LOW),
        high: of(HIGH),
      });
    });
    return translate("chart.delay.describe", { flows: parts.join("; ") });
  },

  rows(cx) {
    const columns = calls(cx.facts).map((flow) => {
      const points = delaysOf(cx, flow);
      return columnOf(cx, labelOf(flow), flow.name, points, 1);
    });
    return tableOf(cx, columns);
  },
};

/** Values of the packets within a span. */
export function inside(points: Points, t0_s: number, t1_s: number): number[] {
  const values: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const t = points[i] as number;
    if (t >= t0_s && t <= t1_s) values.push(points[i + 1] as number);
  }
  return values;
}

/** The last packet's delay, unless it is older than a second. */
function delayNow(cx: ChartContext, flow: FlowLook): number | null {
  const points = delaysOf(cx, flow);
  const { reading_s } = cx.facts;
  const index = indexAt(points, reading_s);
  if (index < 0 || !runsAt(flow, reading_s) || reading_s - (points[2 * index] as number) > BAND_S) return null;
  return points[2 * index + 1] as number;
}

/** The delay from which on speech suffers, where the range holds it. */
function drawSpeech(surface: Surface, scales: Scales, cx: ChartContext): void {
  const y = scales.y(SPEECH_MS);
  if (y < 0) return;
  const { theme } = cx;
  surface.polyline([0, y, scales.width, y], { color: theme.ink2, width: scales.unit, dash: [4, 3] });
  const text = translate("chart.delay.speech", { ms: num(SPEECH_MS) });
  surface.text(4 * scales.unit, y - 8 * scales.unit, text, { color: theme.ink2, halo: theme.plate, near: { y } });
}
