/**
 * In flight: the packets that each flow has sent and that are not yet acknowledged, against the bandwidth-delay product: up to one of it
 * the path holds them, what is more waits in the queue. Of an algorithm that models the path also the product of its own two estimates,
 * and the bounds that it keeps. Not here: how many may be in flight (window.ts), axis and gestures.
 */
import "../i18n/rare-charts.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { ALGORITHM_SIGNALS } from "../generated/signals.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, NONE, toPixels } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Slot, TimeChart } from "./chart.ts";
import { levelNow } from "./exact.ts";
import { drawFlow, endOf, inDetail, inPlot, labelOf, lookOf, senders, strokeOf } from "./flow-styles.ts";
import { emits } from "./kinds.ts";
import { drawLevel, drawPeaks } from "./level.ts";
import { levelRequest } from "./marks.ts";
import { heldTop, usualMost } from "./range.ts";
import { levelColumn, levelOf, reading, slotOf, tableOf } from "./readings.ts";

const SIGNAL = "in_flight_packets";
const BANDWIDTH = "bandwidth_estimate_bps";
const MIN_RTT = "min_rtt_estimate_ms";
/** Strokes of the bounds beside the estimate, px. */
const BOUNDS: readonly (readonly number[])[] = [
  [5, 2.5],
  [1.5, 2],
];
const ESTIMATE: readonly number[] = [1, 3];
/** Ticks of two products keep so far from each other, as a share of the range. */
const APART = 0.12;

/** An algorithm's bounds of the packets in flight, by its signals' names. */
const boundsOf = (kind: string): string[] =>
  (ALGORITHM_SIGNALS.get(kind) ?? [])
    .filter(({ name, unit, kind: how }) => how === "level" && unit === "packets" && /in_?flight/.test(name))
    .map(({ name }) => name);
const models = (kind: string): boolean => emits(kind, BANDWIDTH) && emits(kind, MIN_RTT);

/** Flows of which the estimate is drawn. */
const full = (facts: RunFacts): FlowLook[] => inDetail(facts, ({ kind }) => models(kind));

/** The bandwidth-delay products of the flows' paths in packets, the smallest first; none where the capacity is hidden. */
function products(facts: RunFacts): number[] {
  if (facts.hidden) return [];
  const rtts = senders(facts).map((flow) => facts.base_rtt_ms.get(flow.name) ?? Number.NaN);
  const packets = rtts.filter(Number.isFinite).map((ms) => (facts.rate_bps * ms) / 8e3 / facts.packet_bytes);
  return [...new Set(packets)].sort((a, b) => a - b);
}

const line = (cx: ChartContext, flow: FlowLook, signal: string): Points => levelOf(cx, flow.name, signal);

/** Packets in a product of the two estimates. */
const packetsOf = (facts: RunFacts, bps: number, ms: number): number => (bps * ms) / 8e3 / facts.packet_bytes;

/** The product of two levels over time: it changes where either does. */
export function product(a: Points, b: Points, of: (a: number, b: number) => number): Points {
  const out: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const t = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY);
    // Of several values at one instant the last holds.
    while ((a[i] ?? Number.POSITIVE_INFINITY) <= t) i += 2;
    while ((b[j] ?? Number.POSITIVE_INFINITY) <= t) j += 2;
    if (i > 0 && j > 0) out.push(t, of(a[i - 1] as number, b[j - 1] as number));
  }
  return Float64Array.from(out);
}

const estimate = (cx: ChartContext, flow: FlowLook): Points =>
  product(line(cx, flow, BANDWIDTH), line(cx, flow, MIN_RTT), (bps, ms) => packetsOf(cx.facts, bps, ms));

function estimateNow(cx: ChartContext, flow: FlowLook): number | null {
  const [bps, ms] = [levelNow(cx, flow, BANDWIDTH), levelNow(cx, flow, MIN_RTT)];
  return bps === null || ms === null ? null : packetsOf(cx.facts, bps, ms);
}

/** Drawing of each flow, and of each algorithm where there are many flows. */
const perFlow: FlowMeasure = {
  points: (cx, flow) => line(cx, flow, SIGNAL),
  now: (cx, flow) => levelNow(cx, flow, SIGNAL),
  step: true,
  digits: () => 0,
  columnDigits: 0,
  series: (facts) => senders(facts).map((flow) => levelRequest(flow.name, SIGNAL)),

  domain(cx, height, greatest) {
    const all = products(cx.facts);
    const meant = all.length === 1 ? [all[0] as number, 2 * (all[0] as number)] : all.slice(0, 1);
    const top = heldTop(Math.max(1, greatest, 1.05 * (meant.at(-1) ?? 0)), cx);
    // Where two ticks would be one over the other, the first.
    const apart = meant.filter((at, i) => i === 0 || at - (meant[0] as number) >= APART * top);
    const ticks = axisTicks(0, top, height, apart);
    return { min: 0, max: top, ticks, format: (value) => num(value, value < 10 ? 1 : 0) };
  },

  under(surface, scales, { facts, theme }) {
    // Paths of different length have a product each; its double is drawn where there is one.
    const all = products(facts);
    for (const packets of all) drawLevel(surface, scales, theme, packets, nameOf(facts, packets, all.length));
    const [least] = all;
    if (all.length === 1 && least) drawLevel(surface, scales, theme, 2 * least, translate("chart.in_flight.bdp2"));
  },

  describe: (cx, flows) => {
    const bdp = products(cx.facts).map((packets) => num(packets, packets < 10 ? 1 : 0));
    return bdp.length === 0
      ? translate("chart.in_flight.describe.hidden", { flows })
      : translate("chart.in_flight.describe", { flows, bdp: bdp.join(", ") });
  },
};

/** A product's name; of several, with the RTT that it belongs to. */
function nameOf(facts: RunFacts, packets: number, count: number): string {
  if (count === 1) return translate("chart.in_flight.bdp");
  const ms = (packets * facts.packet_bytes * 8e3) / facts.rate_bps;
  return translate("chart.in_flight.bdp.of", { ms: num(ms, 1) });
}

export const inFlightChart: TimeChart = {
  id: "in_flight",
  axis: "time",
  measure: "packets",
  flex: 1,
  unit: () => translate("chart.in_flight.unit"),
  empty: () => translate("chart.in_flight.empty"),
  perFlow,

  series(facts): SeriesRequest[] {
    const kept = full(facts).flatMap((flow) =>
      [BANDWIDTH, MIN_RTT, ...boundsOf(flow.kind)].map((signal) => ({ flow, signal })),
    );
    const more = kept.map(({ flow, signal }): SeriesRequest => levelRequest(flow.name, signal));
    return [...(perFlow.series?.(facts) ?? []), ...more];
  },

  domain(cx, height) {
    const { facts } = cx;
    const tops = senders(facts).map((flow) => usualMost(line(cx, flow, SIGNAL), facts.t0_s, endOf(facts, flow)));
    return perFlow.domain(cx, height, Math.max(0, ...tops));
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    perFlow.under?.(surface, scales, cx);
    inPlot(surface, scales, () => {
      for (const flow of [...senders(facts)].reverse()) drawFlow(surface, scales, cx, flow, line(cx, flow, SIGNAL));
      for (const flow of full(facts)) {
        drawKept(surface, scales, cx, flow, estimate(cx, flow), ESTIMATE);
        for (const [n, signal] of boundsOf(flow.kind).entries())
          drawKept(surface, scales, cx, flow, line(cx, flow, signal), BOUNDS[n % BOUNDS.length] ?? []);
      }
    });
    for (const flow of senders(facts)) drawPeaks(surface, scales, theme, line(cx, flow, SIGNAL), 0);
  },

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    return senders(facts).flatMap((flow): Slot[] => {
      const { color, dash } = lookOf(facts, theme, flow);
      const slot = (label: string, value: number | null, swatch: Slot["swatch"], hint?: string): Slot =>
        slotOf(scales, label, value, 0, swatch, { hint, flow: flow.name });
      const first = slot(labelOf(flow), levelNow(cx, flow, SIGNAL), { color, dash, width: 2.5 });
      if (!full(facts).includes(flow)) return [first];
      const hint = translate("chart.in_flight.estimate.hint");
      const kept = slot(
        translate("chart.in_flight.estimate"),
        estimateNow(cx, flow),
        { color, dash: ESTIMATE, width: 1.5 },
        hint,
      );
      const bounds = boundsOf(flow.kind).map((signal, n) =>
        slot(translate(`chart.signal.${signal}`), levelNow(cx, flow, signal), {
          color,
          dash: BOUNDS[n % BOUNDS.length] ?? [],
          width: 1.25,
        }),
      );
      return [first, kept, ...bounds];
    });
  },

  bands: () => [],
  describe(cx) {
    const parts = senders(cx.facts).map((flow) => {
      const args = { flow: labelOf(flow), value: reading(levelNow(cx, flow, SIGNAL), 0) };
      if (!full(cx.facts).includes(flow)) return translate("chart.in_flight.describe.flow", args);
      return translate("chart.in_flight.describe.estimate", { ...args, estimate: reading(estimateNow(cx, flow), 0) });
    });
    return perFlow.describe(cx, parts.join(", "));
  },

  rows(cx) {
    const columns = senders(cx.facts).map((flow) => levelColumn(cx, labelOf(flow), flow.name, SIGNAL, 0));
    return tableOf(cx, columns);
  },
};

/** An algorithm's own bound beside the packets that it sends: a thin line in the flow's colour. */
function drawKept(
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  flow: FlowLook,
  points: Points,
  dash: readonly number[],
): void {
  const style = { ...strokeOf({ ...lookOf(cx.facts, cx.theme, flow), width: 1.25, dash }, scales.unit), step: true };
  surface.polyline(toPixels(extent(points) ? points : NONE, scales, endOf(cx.facts, flow)), style);
}
