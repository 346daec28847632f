/**
 * Queue: occupancy stacked by flow under the limit, in the limit's unit, drops and ECN marks over it, and the ribbon of states. The height of a pixel
 * column is its greatest occupancy, so that no peak is lost; the shares are means over 9 px, so that nothing flickers.
 * Not here: the ribbon's drawing (ribbon.ts), axis and gestures.
 */
import { BOTTLENECK, type Points, type SeriesRequest } from "../engine/protocol.ts";
import { millis, num, translate, withUnit } from "../i18n/catalogue.ts";
import { extent, indexAt, toColumns, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Pattern, Surface } from "../plot/surface.ts";
import { axisTicks } from "../plot/ticks.ts";
import type { FlowLook, LimitStep, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { colorOf, FADED, inferring, type Part, partsOf, runsAt, sourcesOf, unitOfFirst } from "./flow-styles.ts";
import { collect, countTo, drawMarks, levelRequest, markRequest } from "./marks.ts";
import { windowTop } from "./range.ts";
import { columnOf, levelColumn, reading, tableOf } from "./readings.ts";
import { describeRibbon, drawRibbon, RIBBON, ribbonSlots, STATES } from "./ribbon.ts";

/** The range reaches over the limit by so much: the drops are there. */
const OVER = 1.15;
/** Under this height of the plot the limit is labelled inside, px. */
export const LABELLED = 80;
/** Under this height of the whole figure the ribbon gives way, px. */
const LEAST = 100;
/** Parts of the stack whose packets are read one by one; of more, the sum. */
const APART = 3;

/** A discipline that keeps the queue under this share of its limit is drawn without it: the queue would lie flat. */
const SHORT = 0.4;
const keepsShort = (facts: RunFacts): boolean => (facts.discipline ?? "drop_tail") !== "drop_tail";

/** Acts of the queue on a packet: it drops it, or marks it instead (ECN). */
const MARKS = ["drop_queue", "mark"] as const;

/** Totals of these, of all flows. */
const TOTALS = { drop_queue: "dropped_packets", mark: "marked_packets" } as const;

/** In forced colours fills become hatches, one after the other. */
const HATCHES: readonly Pattern[] = ["rising", "falling", "unknown", "empty"];

/** The label of the queueing delay. */
export const DELAY = "delay";

/** The limit's steps over the run; the first holds from its beginning. */
function stepsOf(facts: RunFacts): readonly LimitStep[] {
  const { limits, limit_packets, limit_bytes } = facts;
  return limits?.length ? limits : [{ t_s: 0, packets: limit_packets, bytes: limit_bytes }];
}

/** The step of the limit that holds at an instant. */
function stepAt(facts: RunFacts, t_s: number): LimitStep {
  const steps = stepsOf(facts);
  return steps.findLast((step) => step.t_s <= t_s) ?? (steps[0] as LimitStep);
}

/** A queue that is limited in bytes is counted in kB: packets may have any size. */
export const inBytes = (facts: RunFacts): boolean => facts.limit_bytes !== null;
const KB = 1000;

/** A limit in the chart's unit; 0 if there is none. */
function heightOf(facts: RunFacts, { packets, bytes }: LimitStep): number {
  return inBytes(facts)
    ? (bytes ?? (packets ?? 0) * facts.packet_bytes) / KB
    : (packets ?? (bytes ?? 0) / facts.packet_bytes);
}

/** The limit at an instant in the chart's unit; 0 if there is none. */
function limitAt(facts: RunFacts, t_s: number): number {
  return heightOf(facts, stepAt(facts, t_s));
}

/** The step of the limit at the end of the span: where the line ends. */
const lastStep = (facts: RunFacts): LimitStep =>
  stepsOf(facts).findLast((step) => step.t_s < facts.t1_s) ?? stepAt(facts, facts.t0_s);

/** Delay of a queue that is full by a limit, ms. */
function fullDelay(facts: RunFacts, { packets, bytes }: LimitStep): number {
  return ((bytes ?? (packets ?? 0) * facts.packet_bytes) * 8e3) / facts.rate_bps;
}

/** Signal of the whole queue. */
const signalOf = (facts: RunFacts): string => (inBytes(facts) ? "queue_bytes" : "queue_packets");

/** Series in kB that were made already, by those in bytes. */
const made = new WeakMap<Points, Points>();

/** The queue's length over time. */
function occupancy({ facts, series }: ChartContext): Points {
  const points = series.get(BOTTLENECK, signalOf(facts), "line");
  if (!inBytes(facts)) return points;
  const known = made.get(points) ?? points.map((value, i) => (i % 2 === 1 ? value / KB : value));
  made.set(points, known);
  return known;
}

/** The queue's length at the reading. */
function lengthNow(cx: ChartContext): number | null {
  const length = atReading(cx, BOTTLENECK, signalOf(cx.facts));
  return length !== null && inBytes(cx.facts) ? length / KB : length;
}

/** Digits of a length in words. */
const digitsOf = (facts: RunFacts): number => (inBytes(facts) && limitAt(facts, facts.reading_s) < 10 ? 1 : 0);

/** Amount for which a packet of a source counts. */
const weightOf = (facts: RunFacts, flow: FlowLook): number =>
  inBytes(facts) ? (flow.packet_bytes ?? facts.packet_bytes) / KB : 1;

/** Meaning of the areas; beside a second run also how each of the two is drawn. */
function unitOf(facts: RunFacts): string {
  const unit = inBytes(facts) ? "chart.queue.unit.bytes" : "chart.queue.unit";
  if (facts.split) return translate(`${unit}.split${inferring(facts) ? ".strips" : ""}`);
  return unitOfFirst(translate(facts.flows.length > 1 ? `${unit}.flows` : unit), facts.flows);
}

export const queueChart: TimeChart & Marked = {
  id: "queue",
  axis: "time",
  remembered: occupancy,
  measure: (facts) => (inBytes(facts) ? "kB" : "packets"),
  flex: 1.3,
  together: true,
  secret: true,
  unit: unitOf,
  empty: () => translate("chart.queue.empty"),
  strips: {
    headroom: (facts, height) => (inferring(facts) && height >= LEAST ? RIBBON : 0),
    key: () => STATES.map((pattern) => ({ pattern, word: translate(`chart.queue.state.${pattern}`) })),
  },

  series(facts): SeriesRequest[] {
    const wanted: SeriesRequest[] = [
      levelRequest(BOTTLENECK, signalOf(facts)),
      levelRequest(BOTTLENECK, "queue_delay_ms"),
      ...MARKS.map((signal) => levelRequest(BOTTLENECK, TOTALS[signal])),
    ];
    for (const flow of facts.flows) {
      wanted.push({ source: flow.name, signal: "queue_packets", mode: "mean" });
      for (const signal of MARKS) wanted.push(markRequest(flow.name, signal));
    }
    const flow = inferring(facts);
    if (flow) {
      wanted.push({ source: flow.name, signal: "queue_state", mode: "state" });
      wanted.push({ source: flow.name, signal: "true_state", mode: "state" });
    }
    return wanted;
  },

  domain(cx, height) {
    // A limit that was changed in view has no room of its own: only what was in the queue under it.
    const limit = Math.max(limitAt(cx.facts, cx.facts.reading_s), heightOf(cx.facts, lastStep(cx.facts)));
    const seen = extent(occupancy(cx))?.[1] ?? 0;
    const low = limit > 0 && keepsShort(cx.facts) && seen < SHORT * limit;
    const top = low ? windowTop(Math.max(10, OVER * seen)) : limit > 0 ? limit : seen;
    const max = low ? top : Math.max(1, limit, seen) * OVER;
    const ticks = axisTicks(0, max, height, limit > 0 ? [limit] : []);
    return { min: 0, max, ticks, format: (value) => num(value, top < 10 ? 1 : 0) };
  },

  draw(surface, scales, cx) {
    drawRibbon(surface, scales, cx);
    drawStack(surface, scales, cx);
    drawLimit(surface, scales, cx);
    drawMarks(queueChart, surface, scales, cx);
  },

  // Its fill over another fill could not be distinguished: one line, in ink.
  drawCompared(surface, scales, cx) {
    const { facts, theme } = cx;
    const end = Math.min(facts.computed_s, facts.t1_s);
    const heights = toColumns(occupancy(cx), scales, end, "max");
    const line: number[] = [];
    for (const [c, value] of heights.entries()) line.push(c, scales.y(value), c + 1, scales.y(value));
    surface.polyline(line, { color: theme.ink, width: 2 * scales.unit });
  },

  bands: (facts) => [{ source: BOTTLENECK, quantity: inBytes(facts) ? "queue_bytes" : "queue", flow: null }],

  slots(scales, cx): Slot[] {
    const { facts } = cx;
    const slots = ribbonSlots(scales, cx);
    const last = lastStep(facts);
    const limit = heightOf(facts, last);
    if (limit > 0 && scales.height >= LABELLED * scales.unit && scales.gutter > 0) {
      const label = translate("chart.queue.limit", { limit: limitText(last) });
      const value = facts.varies ? "" : millis(fullDelay(facts, last));
      const at = scales.y(limit);
      slots.push({ label, value, swatch: null, y: null, ...(at >= 0 && { at }) });
    }
    const total = lengthNow(cx);
    const apart = scales.height >= LABELLED * scales.unit ? APART : 2;
    const sum = {
      label: translate("chart.queue.flows", { n: num(facts.flows.length) }),
      value: reading(total, digitsOf(facts)),
    };
    slots.push(...(stackSlots(cx, scales, apart) ?? [{ ...sum, swatch: null, y: null }]));
    const delay = atReading(cx, BOTTLENECK, "queue_delay_ms");
    const text = delay === null ? "–" : millis(delay);
    slots.push({ key: DELAY, label: translate("chart.queue.delay"), value: text, swatch: null, y: null });
    return slots;
  },

  hits: (cx) => collect(cx, sourcesOf(cx.facts.flows), MARKS),
  place: (hit, scales, cx) => {
    const limit = scales.y(Math.max(1, limitAt(cx.facts, hit.t_s)));
    // Over the limit; where that lies beyond the range, within the plot: the unit may be over it.
    return { x: scales.x(hit.t_s), y: (limit > 0 ? limit : 10 * scales.unit) - 6 * scales.unit };
  },

  describe(cx) {
    const { facts } = cx;
    const total = lengthNow(cx);
    const digits = digitsOf(facts);
    const parts = partsOf(sourcesOf(facts.flows));
    const lengths = sums(parts, lengthsNow(cx));
    const said = parts.map(({ label }, k) =>
      translate("chart.queue.describe.flow", { flow: label, value: reading(lengths[k] ?? null, digits) }),
    );
    const [drops, marked] = MARKS.map((signal) => countTo(cx, TOTALS[signal], facts.t1_s)) as [number, number];
    const text = translate(inBytes(facts) ? "chart.queue.describe.bytes" : "chart.queue.describe", {
      total: reading(total, digits),
      limit: limitText(stepAt(facts, facts.reading_s)),
      flows: said.join(", "),
      drops: num(drops),
      agreed: describeRibbon(cx),
    }).trim();
    return marked === 0 ? text : `${text} ${translate("chart.queue.describe.marked", { n: num(marked) })}`;
  },

  rows(cx) {
    const whole = inBytes(cx.facts) ? "chart.queue.total.bytes" : "chart.queue.total";
    const columns = [
      columnOf(cx, translate(whole), BOTTLENECK, occupancy(cx), inBytes(cx.facts) ? 1 : 0),
      levelColumn(cx, translate("chart.queue.delayMs"), BOTTLENECK, "queue_delay_ms", 1),
    ];
    const parts = partsOf(sourcesOf(cx.facts.flows));
    // All parts of a row are read together.
    let row = { t_s: Number.NaN, lengths: [] as (number | null)[] };
    for (const [k, { label }] of parts.entries()) {
      const at = (t_s: number): number | null => {
        if (t_s !== row.t_s) row = { t_s, lengths: sums(parts, lengthsAt(cx, t_s)) };
        return row.lengths[k] ?? null;
      };
      columns.push({ name: label, digits: 1, at });
    }
    return tableOf(cx, columns);
  },
};

/** A limit in its own unit. */
function limitText({ packets, bytes }: LimitStep): string {
  if (packets !== null) return num(packets);
  return bytes === null ? "–" : withUnit(bytes / 1000, "kB");
}

/** The limit as it was over time; where they have no room beside the plot, the words of the one at the reading on its own step. */
function drawLimit(surface: Surface, scales: Scales, cx: ChartContext): void {
  const { facts, theme } = cx;
  const reach = scales.height >= LABELLED * scales.unit ? Math.min(14, scales.gutter) : 0;
  const end = scales.width + reach;
  const yOf = (step: LimitStep): number => {
    const limit = heightOf(facts, step);
    return limit > 0 && scales.y(limit) >= 0 ? scales.y(limit) : Number.NaN;
  };
  const now = stepAt(facts, facts.reading_s);
  const first = stepAt(facts, facts.t0_s);
  const inside = stepsOf(facts).filter((step) => step.t_s > facts.t0_s && step.t_s < facts.t1_s);
  const steps = [first, ...inside].map((step, i) => ({ step, x: i === 0 ? 0 : scales.x(step.t_s), y: yOf(step) }));
  const line = steps.flatMap(({ x, y }) => [x, y]);
  line.push(end, line[line.length - 1] as number);
  surface.polyline(line, { color: theme.ink, width: 2 * scales.unit, step: true });
  const place = steps.findIndex(({ step }) => step === now);
  const { x: from, y } = steps[place] ?? { x: 0, y: Number.NaN };
  if (reach > 0 || Number.isNaN(y)) return;
  const text = translate("chart.queue.limitIs", { limit: limitText(now), delay: millis(fullDelay(facts, now)) });
  const levels = [{ y, from, to: steps[place + 1]?.x ?? scales.width }];
  // Where there is no room the axis still has the limit's tick.
  const style = { color: theme.ink, halo: theme.plate, near: { levels }, optional: true } as const;
  surface.text(from + 6 * scales.unit, y + 11 * scales.unit, text, style);
}

/** Mean packets of a flow at an instant: between the middles of two stretches, in proportion; 0 unless it runs. */
function meanAt(means: Points, flow: FlowLook, t_s: number): number {
  const count = means.length >> 1;
  if (count === 0 || !runsAt(flow, t_s)) return 0;
  const i = indexAt(means, t_s);
  const near = Math.min(count - 1, Math.max(0, i));
  if (i < 0 || i >= count - 1) return means[2 * near + 1] as number;
  const t0 = means[2 * i] as number;
  const v0 = means[2 * i + 1] as number;
  const t1 = means[2 * i + 2] as number;
  const v1 = means[2 * i + 3] as number;
  return v0 + ((v1 - v0) * (t_s - t0)) / (t1 - t0);
}

/**
 * Each flow's share of the queue at an instant, into `shares`; all 0 where it is empty. What is left when no flow runs any
 * more belongs to the one that stopped last.
 */
function share(facts: RunFacts, means: readonly Points[], t_s: number, shares: Float64Array): void {
  const flows = sourcesOf(facts.flows);
  let packets = 0;
  let sum = 0;
  let last = -1;
  flows.forEach((flow, k) => {
    const own = ownOf(flow, meanAt(means[k] as Points, flow, t_s), packets);
    packets += own;
    shares[k] = own * weightOf(facts, flow);
    sum += shares[k] as number;
    if (flow.stop_s < t_s && (last < 0 || flow.stop_s > (flows[last] as FlowLook).stop_s)) last = k;
  });
  for (let k = 0; k < shares.length; k++) shares[k] = sum > 0 ? (shares[k] as number) / sum : 0;
  if (sum === 0 && last >= 0 && !flows.some((flow) => runsAt(flow, t_s))) shares[last] = 1;
}

/** Packets of a source in the queue. The flows without series of their own have together what the queue holds beyond the sources `before` them. */
const ownOf = (flow: FlowLook, packets: number, before: number): number =>
  flow.name === BOTTLENECK ? Math.max(0, packets - before) : packets;

const meansOf = (cx: ChartContext): Points[] =>
  sourcesOf(cx.facts.flows).map((flow) => cx.series.get(flow.name, "queue_packets", "mean"));

/** Waiting packets by flow; null of one that does not run. */
type Lengths = ReadonlyMap<FlowLook, number | null>;

/** Waiting packets at an instant by the flows' shares of the columns. */
function lengthsAt(cx: ChartContext, t_s: number): Lengths {
  const flows = sourcesOf(cx.facts.flows);
  const total = valueAt(occupancy(cx), t_s);
  const shares = new Float64Array(flows.length);
  share(cx.facts, meansOf(cx), t_s, shares);
  const own = (flow: FlowLook, k: number): number | null =>
    total === null || !runsAt(flow, t_s) ? null : total * (shares[k] as number);
  return new Map(flows.map((flow, k) => [flow, own(flow, k)]));
}

/** Waiting packets at the reading, exactly where that is known. */
function lengthsNow(cx: ChartContext): Lengths {
  const { facts } = cx;
  const near = lengthsAt(cx, facts.reading_s);
  let before = 0;
  const own = (flow: FlowLook): number | null => {
    const read = atReading(cx, flow.name, "queue_packets");
    if (read === null) return near.get(flow) ?? null;
    const packets = ownOf(flow, read, before);
    before += packets;
    return packets * weightOf(facts, flow);
  };
  return new Map(sourcesOf(facts.flows).map((flow) => [flow, own(flow)]));
}

/** The stack's parts from the floor up: the first flow is on top, as on the path. */
const stacked = (facts: RunFacts): Part[] => partsOf(sourcesOf(facts.flows)).reverse();

/** Waiting packets of each part; null where none of its flows runs. */
function sums(parts: readonly Part[], lengths: Lengths): (number | null)[] {
  return parts.map(({ flows }) => {
    const own = flows.map((flow) => lengths.get(flow) ?? null).filter((value) => value !== null);
    return own.length > 0 ? own.reduce((sum, value) => sum + value, 0) : null;
  });
}

/** Labels of the stack's parts, from the top down; null where there are more than `most`. */
function stackSlots(cx: ChartContext, scales: Scales, most: number): Slot[] | null {
  const parts = stacked(cx.facts);
  if (parts.length > most) return null;
  const lengths = sums(parts, lengthsNow(cx));
  let base = 0;
  const slots = parts.map(({ label, flow, flows }, k): Slot => {
    const own = lengths[k] ?? null;
    base += own ?? 0;
    const swatch = { color: colorOf(cx.theme, flows[0]), dash: [], width: 9, fill: true };
    const y = own === null ? null : scales.y(base);
    return { label, value: reading(own, digitsOf(cx.facts)), ...(flow && { flow }), swatch, y };
  });
  return slots.reverse();
}

/** Shares of each pixel column: cumulative, one array for each part, from the floor up. */
function cumulative(cx: ChartContext, scales: Scales, parts: readonly Part[], heights: Float64Array): Float64Array[] {
  const { t0_s, t1_s } = cx.facts;
  const flows = sourcesOf(cx.facts.flows);
  const perPixel = (t1_s - t0_s) / scales.width;
  const means = meansOf(cx);
  const place = new Map(flows.map((flow, k) => [flow, k]));
  const places = parts.map((part) => part.flows.map((flow) => place.get(flow) as number));
  const tops = parts.map(() => new Float64Array(heights.length));
  const shares = new Float64Array(flows.length);
  for (let c = 0; c < heights.length; c++) {
    share(cx.facts, means, t0_s + (c + 0.5) * perPixel, shares);
    let below = 0;
    tops.forEach((top, p) => {
      for (const k of places[p] ?? []) below += shares[k] as number;
      top[c] = below * (heights[c] as number);
    });
  }
  return tops;
}

/** The stack, one area for each part, stepped by pixel columns. */
function drawStack(surface: Surface, scales: Scales, cx: ChartContext): void {
  const { facts, theme } = cx;
  const end = Math.min(facts.computed_s, facts.t1_s);
  const heights = toColumns(occupancy(cx), scales, end, "max");
  const parts = stacked(facts);
  const tops = cumulative(cx, scales, parts, heights);
  let lower: number[] | number = scales.y(0);
  parts.forEach(({ flows }, k) => {
    const color = colorOf(theme, flows[0]);
    const upper: number[] = [];
    const top = tops[k] as Float64Array;
    for (let c = 0; c < top.length; c++) {
      const y = scales.y(Number.isFinite(top[c]) ? (top[c] as number) : 0);
      upper.push(c, y, c + 1, y);
    }
    const hatch = theme.forced ? HATCHES[k % HATCHES.length] : undefined;
    const fades = facts.picked != null && !flows.some(({ name }) => name === facts.picked);
    const alpha = (theme.forced ? 1 : theme.dark ? 0.78 : 0.86) * (fades ? FADED : 1);
    surface.area(upper, lower, { color, alpha, pattern: hatch });
    if (theme.forced) surface.polyline(upper, { color: theme.ink, width: scales.unit });
    lower = upper;
  });
}
