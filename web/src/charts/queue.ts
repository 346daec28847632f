/**
 * Queue: occupancy stacked by flow under the limit, the drops over it, and the ribbon of states. The height of a pixel
 * column is its greatest occupancy, so that no peak is lost; the shares are means over 9 px, so that nothing flickers.
 * Not here: the ribbon's drawing (ribbon.ts), axis and gestures.
 */
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, say, withUnit } from "../words/words.ts";
import type { Chart, ChartContext, FlowLook, Pattern, RunFacts, Scales, Slot, Surface } from "./chart.ts";
import { levelColumn, reading, tableOf } from "./frame.ts";
import { colorOf, inferring, labelOf } from "./looks.ts";
import { collect, drawMarks, markRequest } from "./marks.ts";
import { extent, indexAt, toColumns, valueAt } from "./points.ts";
import { describeRibbon, drawRibbon, RIBBON, ribbonSlots, STATES } from "./ribbon.ts";

/** The range reaches over the limit by so much: the drops stand there. */
const OVER = 1.15;
/** Under this height of the plot the limit is labelled inside, px. */
const LOW = 80;
/** Under this height of the whole figure the ribbon gives way, px. */
const LEAST = 100;
/** Flows whose packets are read one by one; of more, the sum. */
const APART = 3;

/** In forced colours fills become hatches, one after the other. */
const HATCHES: readonly Pattern[] = ["rising", "falling", "unknown", "empty"];

/** The limit in packets of full size; 0 if there is none. */
function limitOf(facts: RunFacts): number {
  return facts.limit_packets ?? (facts.limit_bytes ?? 0) / facts.packet_bytes;
}

/** What a full queue delays, ms. */
function fullDelay(facts: RunFacts): number {
  const bytes = facts.limit_bytes ?? (facts.limit_packets ?? 0) * facts.packet_bytes;
  return (bytes * 8e3) / facts.rate_bps;
}

const occupancy = (cx: ChartContext): Points => cx.series.get("bottleneck", "queue_packets", "line");

export const queueChart: Chart = {
  id: "queue",
  axis: "time",
  flex: 1.3,
  unit: (facts) => say(facts.flows.length > 1 ? "chart.queue.unit.flows" : "chart.queue.unit"),
  empty: () => say("chart.queue.empty"),
  headroom: (facts, height) => (inferring(facts) && height >= LEAST ? RIBBON : 0),

  key: () => STATES.map((pattern) => ({ pattern, word: say(`chart.queue.state.${pattern}`) })),

  series(facts): SeriesRequest[] {
    const wanted: SeriesRequest[] = [
      { source: "bottleneck", signal: "queue_packets", mode: "line" },
      { source: "bottleneck", signal: "queue_delay_ms", mode: "line" },
    ];
    for (const flow of facts.flows) {
      wanted.push({ source: flow.name, signal: "queue_packets", mode: "mean" });
      wanted.push(markRequest(flow.name, "drop_queue"));
    }
    const flow = inferring(facts);
    if (flow) {
      wanted.push({ source: flow.name, signal: "queue_state", mode: "state" });
      wanted.push({ source: flow.name, signal: "true_state", mode: "state" });
    }
    return wanted;
  },

  domain(cx) {
    const limit = limitOf(cx.facts);
    const seen = extent(occupancy(cx))?.[1] ?? 0;
    const max = Math.max(1, limit, seen) * OVER;
    const top = limit > 0 ? limit : seen;
    return { min: 0, max, ticks: top > 0 ? [0, top / 2, top] : [0], format: (value) => num(value, top < 10 ? 1 : 0) };
  },

  draw(surface, scales, cx) {
    drawRibbon(surface, scales, cx);
    drawStack(surface, scales, cx);
    const limit = limitOf(cx.facts);
    if (limit > 0) {
      const y = scales.y(limit);
      const reach = scales.height >= LOW * scales.unit ? Math.min(14, scales.gutter) : 0;
      surface.polyline([0, y, scales.width + reach, y], { color: cx.theme.ink, width: 2 * scales.unit });
      if (reach === 0) {
        const text = say("chart.queue.limitIs", {
          limit: limitText(cx.facts),
          delay: withUnit(fullDelay(cx.facts), "ms"),
        });
        surface.text(6 * scales.unit, y + 11 * scales.unit, text, { color: cx.theme.ink, halo: cx.theme.plate });
      }
    }
    drawMarks(queueChart, surface, scales, cx);
  },

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const slots = ribbonSlots(scales, cx);
    const limit = limitOf(facts);
    if (limit > 0 && scales.height >= LOW * scales.unit && scales.gutter > 0) {
      const label = say("chart.queue.limit", { limit: limitText(facts) });
      const value = withUnit(fullDelay(facts), "ms");
      slots.push({ label, value, swatch: null, y: null, at: scales.y(limit) });
    }
    const total = valueAt(occupancy(cx), facts.reading_s);
    const apart = scales.height >= LOW * scales.unit ? APART : 2;
    if (facts.flows.length <= apart) {
      let base = 0;
      for (const flow of facts.flows) {
        const own = total === null ? null : total * (sharesAt(cx, facts.reading_s).get(flow.name) ?? 0);
        base += own ?? 0;
        const swatch = { color: colorOf(theme, flow), dash: [], width: 9, fill: true };
        // The top of the stack comes first: its order is the order of the labels.
        slots.push({
          label: labelOf(flow),
          value: reading(own, 0),
          flow: flow.name,
          swatch,
          y: own === null ? null : scales.y(base),
        });
      }
    } else {
      slots.push({
        label: say("chart.queue.flows", { n: facts.flows.length }),
        value: reading(total, 0),
        swatch: null,
        y: null,
      });
    }
    const delay = valueAt(cx.series.get("bottleneck", "queue_delay_ms", "line"), facts.reading_s);
    const text = delay === null ? "–" : withUnit(delay, "ms", delay < 10 ? 1 : 0);
    slots.push({ label: say("chart.queue.delay"), value: text, swatch: null, y: null });
    return slots;
  },

  hits: (cx) =>
    collect(
      cx,
      cx.facts.flows.map((flow) => flow.name),
      ["drop_queue"],
    ),
  place: (hit, scales, cx) => ({
    x: scales.x(hit.t_s),
    y: scales.y(Math.max(1, limitOf(cx.facts))) - 6 * scales.unit,
  }),

  describe(cx) {
    const { facts } = cx;
    const total = valueAt(occupancy(cx), facts.reading_s);
    const shares = sharesAt(cx, facts.reading_s);
    const parts = facts.flows.map((flow) =>
      say("chart.queue.describe.flow", {
        flow: labelOf(flow),
        value: reading(total === null ? null : total * (shares.get(flow.name) ?? 0), 0),
      }),
    );
    return say("chart.queue.describe", {
      total: reading(total, 0),
      limit: limitText(facts),
      flows: parts.join(", "),
      drops: queueChart.hits(cx).length,
      agreed: describeRibbon(cx),
    }).trim();
  },

  rows(cx) {
    const columns = [
      levelColumn(cx, say("chart.queue.total"), "bottleneck", "queue_packets", 0),
      levelColumn(cx, say("chart.queue.delayMs"), "bottleneck", "queue_delay_ms", 1),
    ];
    for (const flow of cx.facts.flows) {
      columns.push({
        name: labelOf(flow),
        digits: 1,
        at: (t_s) => (valueAt(occupancy(cx), t_s) ?? 0) * (sharesAt(cx, t_s).get(flow.name) ?? 0),
      });
    }
    return tableOf(cx, columns, say("chart.time"));
  },
};

/** The limit in its own unit. */
function limitText(facts: RunFacts): string {
  if (facts.limit_packets !== null) return num(facts.limit_packets);
  return facts.limit_bytes === null ? "–" : withUnit(facts.limit_bytes / 1000, "kB");
}

/** Mean packets of a flow at an instant: between the middles of two stretches, in proportion. */
function meanAt(means: Points, t_s: number): number {
  const i = indexAt(means, t_s);
  const count = means.length >> 1;
  if (count === 0) return 0;
  if (i < 0) return means[1] as number;
  if (i + 1 >= count) return means[2 * count - 1] as number;
  const t0 = means[2 * i] as number;
  const v0 = means[2 * i + 1] as number;
  const t1 = means[2 * i + 2] as number;
  const v1 = means[2 * i + 3] as number;
  return v0 + ((v1 - v0) * (t_s - t0)) / (t1 - t0);
}

/** Shares of the queue by flow at an instant; all 0 where it is empty. */
function sharesAt(cx: ChartContext, t_s: number): Map<string, number> {
  const means = cx.facts.flows.map((flow) => meanAt(cx.series.get(flow.name, "queue_packets", "mean"), t_s));
  const sum = means.reduce((total, mean) => total + mean, 0);
  return new Map(cx.facts.flows.map((flow, i) => [flow.name, sum > 0 ? (means[i] as number) / sum : 0]));
}

/** Shares of each pixel column: cumulative, one array for each flow, from the floor up. */
function cumulative(
  cx: ChartContext,
  scales: Scales,
  flows: readonly FlowLook[],
  heights: Float64Array,
): Float64Array[] {
  const { t0_s, t1_s } = cx.facts;
  const perPixel = (t1_s - t0_s) / scales.width;
  const means = flows.map((flow) => cx.series.get(flow.name, "queue_packets", "mean"));
  const tops = flows.map(() => new Float64Array(heights.length));
  const shares = new Float64Array(flows.length);
  for (let c = 0; c < heights.length; c++) {
    let sum = 0;
    means.forEach((points, k) => {
      const mean = meanAt(points, t0_s + (c + 0.5) * perPixel);
      shares[k] = mean;
      sum += mean;
    });
    let share = 0;
    tops.forEach((top, k) => {
      share += sum > 0 ? (shares[k] as number) / sum : k === 0 ? 1 : 0;
      top[c] = share * (heights[c] as number);
    });
  }
  return tops;
}

/** The stack, one area for each flow, stepped by pixel columns. */
function drawStack(surface: Surface, scales: Scales, cx: ChartContext): void {
  const { facts, theme } = cx;
  const end = Math.min(facts.computed_s, facts.t1_s);
  const heights = toColumns(occupancy(cx), scales, end, "max");
  const tops = cumulative(cx, scales, facts.flows, heights);
  let lower: number[] | number = scales.y(0);
  facts.flows.forEach((flow, k) => {
    const upper: number[] = [];
    const top = tops[k] as Float64Array;
    for (let c = 0; c < top.length; c++) {
      const y = scales.y(Number.isFinite(top[c]) ? (top[c] as number) : 0);
      upper.push(c, y, c + 1, y);
    }
    const hatch = theme.forced ? HATCHES[k % HATCHES.length] : undefined;
    const alpha = theme.forced ? 1 : theme.dark ? 0.78 : 0.85;
    surface.area(upper, lower, { color: colorOf(theme, flow), alpha, pattern: hatch });
    if (theme.forced) surface.polyline(upper, { color: theme.ink, width: scales.unit });
    lower = upper;
  });
}
