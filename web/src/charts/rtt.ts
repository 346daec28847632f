/**
 * RTT: every flow's samples as fine dots, and for a flow that measures by intervals (CDG paper, section 3.1) the band
 * from its least to its greatest RTT of each interval; the RTTs of a ping as larger dots. Not here: axis and gestures.
 */
import { median } from "d3-array";
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { bands, extent, indexAt, NONE, toColumns, toDots, toPixels } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Slot, TimeChart } from "./chart.ts";
import { levelNow } from "./exact.ts";
import { dashOf, endOf, inDetail, inferring, labelOf, lookOf, runsAt, senders, strokeOf } from "./flow-styles.ts";
import { emits } from "./kinds.ts";
import { levelRequest, markRequest } from "./marks.ts";
import { columnOf, levelColumn, levelOf, reading, slotOf, tableOf } from "./readings.ts";

/** Size and opacity of a flow's sample, of which there is one with each ACK, and of a ping's, px. */
const SAMPLE = [1.2, 0.35] as const;
const PING = [2.5, 0.9] as const;

/** Samples asked for over the whole width, for each flow. */
const SAMPLES = 1600;

const crossing = (facts: RunFacts): FlowLook[] => facts.flows.filter(({ cross }) => cross);

/** From when to when: of a ping to its reply, where there is one. */
const unitOf = (facts: RunFacts): string => {
  const unit = facts.flows.some(({ replies }) => replies) ? "chart.rtt.unit.ping" : "chart.rtt.unit";
  const flow = inferring(facts);
  return translate(flow ? `${unit}.interval` : unit, flow ? { flow: labelOf(flow) } : {});
};

/** Flows, and cross traffic that measures an RTT, as a ping does. */
const sampled = ({ facts, series }: ChartContext): FlowLook[] => [
  ...senders(facts),
  ...crossing(facts).filter((flow) => series.get(flow.name, "rtt_ms", "marks").length > 0),
];

const bases = (facts: ChartContext["facts"]): number[] => {
  const flows = senders(facts);
  const all = (flows.length > 0 ? flows : facts.flows).map((flow) => facts.base_rtt_ms.get(flow.name) ?? Number.NaN);
  return [...new Set(all.filter(Number.isFinite))].sort((a, b) => a - b);
};

/** Estimate of the empty path's RTT by an algorithm that models the path; and its stroke, px. */
const MIN_RTT = "min_rtt_estimate_ms";
const FILTERED: readonly number[] = [1, 3];

/** Flows of which that is drawn. */
const filtered = (facts: RunFacts): FlowLook[] => inDetail(facts, ({ kind }) => emits(kind, MIN_RTT));

const perFlow: FlowMeasure = {
  // The last sample of each column: of thinned ones the extremes would weigh too much.
  series: (facts) => senders(facts).map((flow) => levelRequest(flow.name, "rtt_ms")),
  unit: () => translate("chart.rtt.unit"),
  points: (cx, flow) => levelOf(cx, flow.name, "rtt_ms"),
  now: (cx, flow) => sampleAt(cx, flow, "line"),
  quiet_s: quiet,
  step: true,
  digits: () => 0,
  columnDigits: 1,

  domain(cx, height, top) {
    const base = bases(cx.facts)[0] ?? 0;
    const most = Math.max(base * 1.25, cx.held?.max ?? 0, top);
    const reach = rangeEnd(Math.max(1e-6, most - base), 0.01);
    const digits = reach < 1 ? 2 : reach < 10 ? 1 : 0;
    const [min, max] = [Math.max(0, base - 0.06 * reach), base + reach];
    // The delay that the path has without a queue is no round number for its own sake: it has its own tick.
    return { min, max, ticks: axisTicks(min, max, height, [base]), format: (value) => num(value, digits) };
  },

  under: drawBases,

  describe(cx, flows) {
    const base = bases(cx.facts).map((ms) => num(ms, 1));
    return translate("chart.rtt.describe", { flows, base: base.join(", ") });
  },
};

export const rttChart: TimeChart = {
  id: "rtt",
  axis: "time",
  measure: "ms",
  flex: 1,
  unit: unitOf,
  empty: () => translate("chart.rtt.empty"),
  perFlow,

  remembered(cx) {
    const inner = inferring(cx.facts);
    const [first] = senders(cx.facts);
    if (inner) return levelOf(cx, inner.name, "tau_min_ms");
    return first ? cx.series.get(first.name, "rtt_ms", "marks") : NONE;
  },

  series(facts): SeriesRequest[] {
    const flows = senders(facts);
    const limit = Math.ceil((2 * SAMPLES) / Math.max(2, flows.length));
    const wanted: SeriesRequest[] = flows.map((flow) => ({
      source: flow.name,
      signal: "rtt_ms",
      mode: "marks",
      limit,
    }));
    for (const each of crossing(facts)) wanted.push(markRequest(each.name, "rtt_ms"));
    for (const each of filtered(facts)) wanted.push(levelRequest(each.name, MIN_RTT));
    const flow = inferring(facts);
    if (flow) {
      wanted.push(levelRequest(flow.name, "tau_min_ms"));
      wanted.push(levelRequest(flow.name, "tau_max_ms"));
    }
    return wanted;
  },

  domain(cx, height) {
    const tops = sampled(cx).map((flow) => extent(cx.series.get(flow.name, "rtt_ms", "marks"))?.[1] ?? 0);
    return perFlow.domain(cx, height, Math.max(0, ...tops));
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    drawBases(surface, scales, cx);
    const flow = inferring(facts);
    for (const other of sampled(cx).reverse()) {
      const look = lookOf(facts, theme, other);
      const dots = toDots(cx.series.get(other.name, "rtt_ms", "marks"), scales);
      const [size, alpha] = other.cross ? PING : SAMPLE;
      surface.dots(dots, { color: look.color, size: size * scales.unit, alpha: alpha * look.alpha });
      // Of a flow that infers the line is its envelope.
      if (other.name === flow?.name) continue;
      surface.polyline(medianLine(dots, scales.unit), strokeOf(look, scales.unit));
    }
    if (flow) surface.clip(0, 0, scales.width, scales.height, () => drawIntervals(surface, scales, cx, flow));
    for (const each of filtered(facts)) {
      const { color, alpha } = lookOf(facts, theme, each);
      const points = toPixels(levelOf(cx, each.name, MIN_RTT), scales, endOf(facts, each));
      const dash = FILTERED.map((part) => part * scales.unit);
      surface.polyline(points, { color, alpha, width: 1.5 * scales.unit, dash, step: true });
    }
  },

  bands: (facts) => senders(facts).map((flow) => ({ source: flow.name, quantity: "delay", flow })),

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const slots: Slot[] = [];
    const add = (flow: FlowLook, label: string, value: number | null, width: number, dash: readonly number[]): void => {
      const swatch = { color: lookOf(facts, theme, flow).color, dash, width };
      slots.push(slotOf(scales, label, value, 0, swatch, { flow: flow.name }));
    };
    const inner = inferring(facts);
    if (inner) {
      add(inner, translate("chart.rtt.tauMax"), levelNow(cx, inner, "tau_max_ms"), 2, []);
      add(inner, translate("chart.rtt.tauMin"), levelNow(cx, inner, "tau_min_ms"), 1.5, [4, 2]);
    }
    for (const flow of sampled(cx)) {
      if (flow.name !== inner?.name) add(flow, labelOf(flow), sampleAt(cx, flow, "marks"), 2, dashOf(flow));
      if (!filtered(facts).includes(flow)) continue;
      add(flow, translate("chart.rtt.filter"), levelNow(cx, flow, MIN_RTT), 1.5, FILTERED);
    }
    return slots;
  },

  describe(cx) {
    const parts = sampled(cx).map((flow) =>
      translate("chart.rtt.describe.flow", { flow: labelOf(flow), value: reading(sampleAt(cx, flow, "marks"), 0) }),
    );
    return perFlow.describe(cx, parts.join(", "));
  },

  rows(cx) {
    const columns = sampled(cx).map((flow) => {
      const points = cx.series.get(flow.name, "rtt_ms", "marks");
      return columnOf(cx, labelOf(flow), flow.name, points, 1);
    });
    for (const each of filtered(cx.facts))
      columns.push(
        levelColumn(cx, translate("chart.rtt.column.filter", { flow: labelOf(each) }), each.name, MIN_RTT, 1),
      );
    const flow = inferring(cx.facts);
    if (flow) {
      columns.push(levelColumn(cx, translate("chart.rtt.tauMin"), flow.name, "tau_min_ms", 1));
      columns.push(levelColumn(cx, translate("chart.rtt.tauMax"), flow.name, "tau_max_ms", 1));
    }
    return tableOf(cx, columns);
  },
};

/** The RTT of an empty path, of each that flows have, as a line. */
function drawBases(surface: Surface, scales: Scales, cx: ChartContext): void {
  for (const base of bases(cx.facts)) {
    const y = scales.y(base);
    surface.polyline([0, y, scales.width, y], { color: cx.theme.ctl, width: scales.unit });
  }
}

/** Width of the columns in each of which the samples have one median, px, and how many without a sample break the line. */
const COLUMN = 6;
const GAP = 4;

/** The medians of dots in px by columns, as a line: single samples are too weak to be seen in a room. */
export function medianLine(dots: Float64Array, unit: number): number[] {
  const columns = new Map<number, number[]>();
  for (let i = 0; i + 1 < dots.length; i += 2) {
    const column = Math.floor((dots[i] as number) / (COLUMN * unit));
    const values = columns.get(column);
    if (values) values.push(dots[i + 1] as number);
    else columns.set(column, [dots[i + 1] as number]);
  }
  const line: number[] = [];
  let last: number | null = null;
  for (const [column, values] of columns) {
    const x = (column + 0.5) * COLUMN * unit;
    if (last !== null && column - last > GAP) line.push(x, Number.NaN);
    line.push(x, median(values) as number);
    last = column;
  }
  return line;
}

/** A flow has gone silent whose last sample is older than a tenth of the span and a second, s. */
function quiet({ t0_s, t1_s }: RunFacts): number {
  return Math.max(1, (t1_s - t0_s) / 10);
}

/** The last sample, unless the flow has gone silent; `mode`: how samples were asked for. */
function sampleAt(cx: ChartContext, flow: FlowLook, mode: "line" | "marks"): number | null {
  const { reading_s } = cx.facts;
  const points = cx.series.get(flow.name, "rtt_ms", mode);
  const index = indexAt(points, reading_s);
  if (index < 0 || !runsAt(flow, reading_s)) return null;
  return reading_s - (points[2 * index] as number) > quiet(cx.facts) ? null : (points[2 * index + 1] as number);
}

/** The envelope of each interval: band, greatest solid, least dashed. */
function drawIntervals(...[surface, scales, cx, flow]: [...Parameters<TimeChart["draw"]>, FlowLook]): void {
  const { color } = lookOf(cx.facts, cx.theme, flow);
  const end = endOf(cx.facts, flow);
  const least = levelOf(cx, flow.name, "tau_min_ms");
  const greatest = levelOf(cx, flow.name, "tau_max_ms");
  const upper = toColumns(greatest, scales, end, "max");
  const lower = toColumns(least, scales, end, "min");
  for (const area of bands(upper, lower, scales)) surface.area(area.upper, area.lower, { color, alpha: 0.22 });
  const keep = (value: number): boolean => value > 0 && Number.isFinite(value);
  surface.polyline(toPixels(greatest, scales, end, keep), { color, width: 1.75 * scales.unit, step: true });
  const dash = [4 * scales.unit, 2 * scales.unit];
  surface.polyline(toPixels(least, scales, end, keep), { color, width: 1.25 * scales.unit, dash, step: true });
}
