/**
 * Goodput: payload delivered in order, over the last second, of each flow that has run for one; the fair share; and Jain's index
 * while all flows run. Not here: axis and gestures.
 */
import { jainIndex } from "../engine/formulas.ts";
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, NONE, toPixels, valueAt } from "../plot/points.ts";
import type { Domain, Scales } from "../plot/scale.ts";
import type { Level, Pixels, Surface } from "../plot/surface.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { drawFlow, inPlot, labelOf, lookOf, runsAt, senders, sourcesOf } from "./flow-styles.ts";
import { rateDigits } from "./range.ts";
import { reading, slotOf, tableOf } from "./readings.ts";

/** Length over which a rate is taken, s. */
const WINDOW_S = 1;
/** Bytes per second to Mbit/s. */
const MBIT_PER_S = 8e-6;

/** The flows whose goodputs are compared, by the fair share and by Jain's index: those that share the forward link, as in the summary. */
const sharing = (facts: RunFacts): FlowLook[] => senders(facts).filter((flow) => !flow.reverse);

/** The fair share over time, Mbit/s of payload: the link's goodput divided by the flows that run; (t, value) pairs. */
export function fairShare(facts: RunFacts): Float64Array {
  const flows = sharing(facts);
  if (facts.hidden) return NONE;
  const whole = capacityOf(facts);
  const times = [...new Set(flows.flatMap((flow) => [flow.start_s, flow.stop_s]))].sort((a, b) => a - b);
  return Float64Array.from(
    times.flatMap((t) => {
      const running = flows.filter((flow) => flow.start_s <= t && t < flow.stop_s).length;
      return [t, running > 0 ? whole / running : Number.NaN];
    }),
  );
}

const perFlow: FlowMeasure = {
  points: rates,
  now: rateNow,
  step: false,
  digits(facts) {
    const part = partOf(facts);
    return part < 1e5 ? 3 : part < 1e6 ? 2 : rateDigits(facts);
  },
  columnDigits: 2,

  // Each flow has a part of the link only.
  domain({ facts, held }, height, top) {
    const seen = rangeEnd(Math.max(top * 1.05, partOf(facts) / 1e6), 1e-3);
    return rangeTo(facts, Math.max(held?.max ?? 0, seen), height);
  },

  under: drawShare,
  over: drawShareWord,
  slots: jainSlot,

  describe(cx, flows) {
    if (sharing(cx.facts).length < 2) return translate("chart.goodput.describe.alone", { flows });
    return translate("chart.goodput.describe", {
      flows,
      index: indexLabel(cx.facts),
      jain: reading(indexNow(cx), 2),
    });
  },
};

export const goodputChart: TimeChart = {
  id: "goodput",
  axis: "time",
  measure: "Mbit/s",
  flex: 1,
  unit: () => translate("chart.goodput.unit"),
  empty: () => translate("chart.goodput.empty"),
  perFlow,

  series: (facts): SeriesRequest[] =>
    senders(facts).map((flow) => ({ source: flow.name, signal: "delivered_bytes", mode: "rate", window_s: WINDOW_S })),

  domain(cx, height) {
    let max = Math.max(cx.facts.rate_bps / 1e6, cx.held?.max ?? 0);
    // A link that was faster before has left rates over today's.
    for (const flow of senders(cx.facts)) {
      const seen = extent(rates(cx, flow))?.[1] ?? 0;
      if (seen > max * 1.05) max = seen;
    }
    return rangeTo(cx.facts, max, height);
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    inPlot(surface, scales, () => {
      drawShare(surface, scales, cx);
      for (const flow of [...senders(facts)].reverse()) drawFlow(surface, scales, cx, flow, rates(cx, flow), false);
    });
    drawShareWord(surface, scales, cx);
    const burst = burstIn(cx);
    if (!burst) return;
    const x = scales.x(burst.t_s);
    const y = Math.max(5 * scales.unit, scales.y(burst.value));
    const left = x > scales.width / 2;
    const style = {
      color: theme.ink2,
      halo: theme.plate,
      align: left ? "right" : "left",
      near: { x, y },
      optional: true,
    } as const;
    surface.text(x + (left ? -6 : 6) * scales.unit, y, translate("chart.goodput.burst"), style);
  },

  bands: (facts) => senders(facts).map((flow) => ({ source: flow.name, quantity: "goodput", flow })),

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const each = (flow: FlowLook): Slot => {
      const { color, dash } = lookOf(facts, theme, flow);
      const swatch = { color, dash, width: 2.5 };
      return slotOf(scales, labelOf(flow), rateNow(cx, flow), rateDigits(facts), swatch, { flow: flow.name });
    };
    return [...senders(facts).map(each), ...jainSlot(cx)];
  },

  describe(cx) {
    const { facts } = cx;
    const parts = senders(facts).map((flow) =>
      translate("chart.goodput.describe.flow", {
        flow: labelOf(flow),
        value: reading(rateNow(cx, flow), rateDigits(facts)),
      }),
    );
    const burst = burstIn(cx) ? ` ${translate("chart.goodput.describe.burst")}` : "";
    return perFlow.describe(cx, parts.join(", ")) + burst;
  },

  rows(cx) {
    const columns = senders(cx.facts).map((flow) => ({
      name: labelOf(flow),
      digits: 2,
      at: (t_s: number) => rateAt(cx, flow, t_s),
    }));
    return tableOf(cx, columns);
  },
};

/** Payload that the link carries, Mbit/s. */
const capacityOf = (facts: RunFacts): number => (facts.rate_bps * facts.payload_bytes) / facts.packet_bytes / 1e6;

/** A rate so far over the capacity is worth a word, as a share; for longer than this it has another reason, s. */
const OVER = 1.02;
const BURST_S = 1.5 * WINDOW_S;

/**
 * The highest moment at which a flow's goodput exceeds what the link carries: data that waited behind a lost packet were delivered at
 * once with it. Null where there is none, or the capacity is hidden.
 */
export function burstIn(cx: ChartContext): { t_s: number; value: number } | null {
  const { facts } = cx;
  if (facts.hidden) return null;
  const top = OVER * capacityOf(facts);
  let best: { t_s: number; value: number } | null = null;
  for (const flow of senders(facts)) {
    const points = rates(cx, flow);
    for (let i = 0; i + 1 < points.length; ) {
      const from = points[i] as number;
      if (!((points[i + 1] as number) > top)) {
        i += 2;
        continue;
      }
      let peak = { t_s: from, value: points[i + 1] as number };
      for (; i + 1 < points.length && (points[i + 1] as number) > top; i += 2)
        if ((points[i + 1] as number) > peak.value) peak = { t_s: points[i] as number, value: points[i + 1] as number };
      const until = points[i] ?? facts.t1_s;
      if (until - from <= BURST_S && peak.value > (best?.value ?? 0)) best = peak;
    }
  }
  return best;
}

/** Rates of a flow, Mbit/s: from the end of its first second on, since a mean of the last second would show its start before that. */
export function rates(cx: ChartContext, flow: FlowLook): Float64Array {
  const points = cx.series.get(flow.name, "delivered_bytes", "rate");
  let from = 0;
  while (from < points.length && (points[from] as number) < flow.start_s + WINDOW_S) from += 2;
  return points.subarray(from).map((value, i) => (i % 2 === 1 ? value * MBIT_PER_S : value));
}

/** Whether a flow has run for long enough at a moment to have a rate. */
const isRated = (flow: FlowLook, t_s: number): boolean => runsAt(flow, t_s) && t_s >= flow.start_s + WINDOW_S;

function rateAt(cx: ChartContext, flow: FlowLook, t_s: number): number | null {
  if (!isRated(flow, t_s)) return null;
  const value = valueAt(cx.series.get(flow.name, "delivered_bytes", "rate"), t_s);
  return value === null ? null : value * MBIT_PER_S;
}

/** Rate of a flow at the reading, Mbit/s. */
export function rateNow(cx: ChartContext, flow: FlowLook): number | null {
  if (!isRated(flow, cx.facts.reading_s)) return null;
  const value = atReading(cx, flow.name, "delivered_bytes", "rate");
  return value === null ? null : value * MBIT_PER_S;
}

/** Those of them whose goodputs are recorded. */
const measured = (facts: RunFacts): FlowLook[] => sharing({ ...facts, flows: sourcesOf(facts.flows) });

/** Jain's index at the reading; as in the summary, null unless all flows run. */
function indexNow(cx: ChartContext): number | null {
  const values = measured(cx.facts).map((flow) => rateNow(cx, flow));
  return jainIndex(values.flatMap((value) => value ?? Number.NaN));
}

/** Which index it is: of all flows, or of the recorded ones. */
function indexLabel(facts: RunFacts): string {
  const n = measured(facts).length;
  const part = n < sharing(facts).length ? ".first" : "";
  return translate(`chart.goodput.jain${part}`, { n: num(n) });
}

/** A flow's part of the link at the playhead if all run, bit/s. */
const partOf = (facts: RunFacts): number => facts.rate_bps / Math.max(1, sharing(facts).length);

/** Jain's index as a label; one flow has none. */
function jainSlot(cx: ChartContext): Slot[] {
  if (sharing(cx.facts).length < 2) return [];
  return [{ label: indexLabel(cx.facts), value: reading(indexNow(cx), 2), swatch: null, y: null }];
}

/** The range up to a rate. */
const rangeTo = (facts: RunFacts, max: number, height: number): Domain => ({
  min: 0,
  max,
  ticks: axisTicks(0, max, height, [facts.rate_bps / 1e6]),
  format: (value) => num(value, 3),
});

/** The fair share in pixels, as far as the run is shown: it is not to give away what comes then, nor a step at that very moment. */
function shareLine(scales: Scales, { facts }: ChartContext): Float64Array {
  const end_s = Math.min(facts.t1_s, facts.computed_s);
  const share = fairShare(facts);
  let known = share.length;
  while (known > 2 && (share[known - 2] as number) >= end_s) known -= 2;
  return toPixels(share.subarray(0, known), scales, end_s);
}

function drawShare(surface: Surface, scales: Scales, cx: ChartContext): void {
  surface.polyline(shareLine(scales, cx), { color: cx.theme.ink3, width: scales.unit, step: true });
}

/** The word on the fair share's line: on the longest of its level stretches that have room. */
function drawShareWord(surface: Surface, scales: Scales, cx: ChartContext): void {
  const { facts, theme } = cx;
  const { unit, height } = scales;
  const levels = levelsOf(shareLine(scales, cx), scales.width);
  const [first] = levels;
  if (height < 40 || facts.hidden || !first) return;
  // One flow shares with nobody: its line is what the link can carry.
  const word = translate(sharing(facts).length > 1 ? "chart.goodput.fair" : "chart.goodput.most");
  const style = { color: theme.ink2, halo: theme.plate, near: { levels }, optional: true } as const;
  surface.text(first.from + WORD_AT * (first.to - first.from), first.y - 8 * unit, word, style);
}

/** Where the fair share's word begins, as a share of the stretch, if nothing is there. */
const WORD_AT = 0.62;

/** The level stretches of a stepped line of pixels within a width, the longest first. */
export function levelsOf(pixels: Pixels, width: number): Level[] {
  const levels: Level[] = [];
  for (let i = 0; i + 3 < pixels.length; i += 2) {
    const [x, y, next] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number];
    const [from, to] = [Math.max(0, x), Math.min(width, next)];
    const last = levels.at(-1);
    if (!Number.isFinite(y) || to <= from) continue;
    if (last?.y === y && last.to === from) last.to = to;
    else levels.push({ y, from, to });
  }
  return levels.sort((a, b) => b.to - b.from - (a.to - a.from));
}
