/**
 * Goodput: payload delivered in order, over the last second, of each flow that has run for one; the fair share; and Jain's index of
 * the flows that run. Not here: axis and gestures.
 */
import { jainIndex } from "../engine/formulas.ts";
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, say } from "../i18n/catalogue.ts";
import { extent, NONE, toColumns, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext, Slot } from "./chart.ts";
import { atReading } from "./exact.ts";
import { endOf, labelOf, lookOf, runsAt, senders } from "./flow-styles.ts";
import { groupsFor } from "./grouping.ts";
import { rateTicks } from "./range.ts";
import { reading, tableOf } from "./readings.ts";

/** Length over which a rate is taken, s. */
const WINDOW_S = 1;
/** Bytes per second to Mbit/s. */
export const MBIT_PER_S = 8e-6;

/** The fair share over time, Mbit/s of payload: the link's goodput divided by the flows that run; (t, value) pairs. */
export function fairShare(facts: RunFacts): Float64Array {
  const flows = senders(facts);
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

export const goodputChart: Chart = {
  id: "goodput",
  axis: "time",
  measure: "Mbit/s",
  flex: 1,
  unit: (facts) => groupsFor(facts)?.groupUnit(say("chart.goodput.unit")) ?? say("chart.goodput.unit"),
  empty: () => say("chart.goodput.empty"),

  series: (facts): SeriesRequest[] =>
    senders(facts).map((flow) => ({ source: flow.name, signal: "delivered_bytes", mode: "rate", window_s: WINDOW_S })),

  domain(cx) {
    let max = Math.max(cx.facts.rate_bps / 1e6, cx.held?.max ?? 0);
    // A link that was faster before has left rates over today's.
    const groups = groupsFor(cx.facts);
    if (groups) max = Math.max(cx.held?.max ?? 0, groups.groupTop(cx, "goodput"));
    for (const flow of groups ? [] : senders(cx.facts)) {
      const seen = extent(rates(cx, flow))?.[1] ?? 0;
      if (seen > max * 1.05) max = seen;
    }
    return { min: 0, max, ticks: rateTicks(max, cx.facts.rate_bps / 1e6), format: (value) => num(value, 3) };
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    const share = toPixels(fairShare(facts), scales, facts.t1_s, Number.isFinite);
    surface.clip(0, -1, scales.width, scales.height + 2, () => {
      surface.polyline(share, { color: theme.ink3, width: scales.unit, step: true });
      const groups = groupsFor(facts);
      if (groups) groups.drawGroups(surface, scales, cx, "goodput");
      for (const flow of groups ? [] : [...senders(facts)].reverse()) {
        const look = lookOf(facts, theme, flow);
        surface.polyline(toPixels(rates(cx, flow), scales, endOf(facts, flow), Number.isFinite), {
          color: look.color,
          width: look.width * scales.unit,
          dash: look.dash.map((length) => length * scales.unit),
          alpha: look.alpha,
        });
      }
    });
    const place = scales.height >= 40 && !facts.hidden ? freePlace(scales, cx, share) : null;
    // One flow shares with nobody: its line is what the link can carry.
    const word = say(senders(facts).length > 1 ? "chart.goodput.fair" : "chart.goodput.most");
    if (place) surface.text(place[0], place[1], word, { color: theme.ink2, halo: theme.plate });
    const burst = burstIn(cx);
    if (!burst) return;
    const x = scales.x(burst.t_s);
    const left = x > scales.width / 2;
    surface.text(
      x + (left ? -6 : 6) * scales.unit,
      Math.max(5 * scales.unit, scales.y(burst.value)),
      say("chart.goodput.burst"),
      {
        color: theme.ink2,
        align: left ? "right" : "left",
        halo: theme.plate,
      },
    );
  },

  bands: (facts) => senders(facts).map((flow) => ({ source: flow.name, quantity: "goodput", flow })),

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const each = (flow: FlowLook): Slot => {
      const value = rateNow(cx, flow);
      const look = lookOf(facts, theme, flow);
      return {
        label: labelOf(flow),
        value: reading(value, digitsOf(facts)),
        flow: flow.name,
        swatch: { color: look.color, dash: look.dash, width: 2.5 },
        y: value === null ? null : scales.y(value),
      };
    };
    const groups = groupsFor(facts);
    const slots = groups ? groups.groupSlots(scales, cx, "goodput") : senders(facts).map(each);
    if (slots.length > 1) {
      slots.push({ label: say("chart.goodput.jain"), value: reading(indexNow(cx), 2), swatch: null, y: null });
    }
    return slots;
  },

  hits: () => [],
  place: (hit, scales) => ({ x: scales.x(hit.t_s), y: scales.y(hit.value) }),

  describe(cx) {
    const { facts } = cx;
    const parts = senders(facts).map((flow) =>
      say("chart.goodput.describe.flow", {
        flow: labelOf(flow),
        value: reading(rateNow(cx, flow), digitsOf(facts)),
      }),
    );
    const flows = groupsFor(facts)?.describeGroups(cx, "goodput") ?? parts.join(", ");
    const burst = burstIn(cx) ? ` ${say("chart.goodput.describe.burst")}` : "";
    if (parts.length < 2) return say("chart.goodput.describe.alone", { flows }) + burst;
    return say("chart.goodput.describe", { flows, jain: reading(indexNow(cx), 2) }) + burst;
  },

  rows(cx) {
    const groups = groupsFor(cx.facts);
    if (groups) return groups.groupRows(cx, "goodput");
    const columns = senders(cx.facts).map((flow) => ({
      name: labelOf(flow),
      digits: 2,
      at: (t_s: number) => rateAt(cx, flow, t_s),
    }));
    return tableOf(cx, columns, say("chart.time"));
  },
};

/** What the link carries of payload, Mbit/s. */
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
  if (facts.hidden || groupsFor(facts)) return null;
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

/** Jain's index at the reading; null while a flow that runs has no rate yet. */
function indexNow(cx: ChartContext): number | null {
  const { reading_s } = cx.facts;
  const running = senders(cx.facts).filter((flow) => runsAt(flow, reading_s));
  if (running.some((flow) => !isRated(flow, reading_s))) return null;
  const values = running.map((flow) => rateNow(cx, flow));
  return jainIndex(values.filter((value): value is number => value !== null));
}

function digitsOf(facts: RunFacts): number {
  return facts.rate_bps < 1e6 ? 3 : facts.rate_bps < 1e8 ? 1 : 0;
}

/** Room that the words on the fair share's line take, px; how far from a rate's line they stand freely. */
const WORDS = 62;
const FREE = 9;

/** Where the fair share's words hide the least of the rates: the usual place if it is free, else the freest. */
function freePlace(scales: Scales, cx: ChartContext, share: Float64Array): [number, number] | null {
  const lines =
    groupsFor(cx.facts)?.mediansOf(cx, "goodput", scales) ??
    senders(cx.facts).map((flow) => toColumns(rates(cx, flow), scales, endOf(cx.facts, flow), "last"));
  let best: { at: [number, number]; far: number } | null = null;
  for (const part of [0.62, 0.72, 0.5, 0.4, 0.3, 0.2, 0.1, 0.82, 0.01]) {
    const x = part * scales.width;
    const line = yAt(share, x);
    if (line === null || x + WORDS * scales.unit > scales.width) continue;
    for (const y of [line - 8 * scales.unit, line + 9 * scales.unit]) {
      if (y < 6 * scales.unit || y > scales.height - 6 * scales.unit) continue;
      let far = Number.POSITIVE_INFINITY;
      for (const values of lines) {
        for (let c = Math.floor(x); c < x + WORDS * scales.unit; c++) {
          const value = values[c] ?? Number.NaN;
          if (Number.isFinite(value)) far = Math.min(far, Math.abs(scales.y(value) - y));
        }
      }
      if (far >= FREE * scales.unit) return [x, y];
      if (!best || far > best.far) best = { at: [x, y], far };
    }
  }
  return best?.at ?? null;
}

/** The y of a stepped line of pixels at x. */
function yAt(pixels: Float64Array, x: number): number | null {
  let y: number | null = null;
  for (let i = 0; i + 1 < pixels.length && (pixels[i] as number) <= x; i += 2) y = pixels[i + 1] as number;
  return y !== null && Number.isFinite(y) ? y : null;
}
