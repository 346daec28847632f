/**
 * ECN marks: which share of a flow's packets the queue marks, and the average of it that DCTCP and Prague keep (α) and reduce their
 * windows by. Over the plot each mark; where they are crowded, their number per second as bars. Not here: how a mark is thinned among
 * others (marks.ts), axis and gestures.
 */
import "../i18n/rare-charts.ts";
import { BOTTLENECK, type Points, type SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Hit, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading, levelNow } from "./exact.ts";
import { colorOf, drawFlow, endOf, inPlot, labelOf, lookOf, runsAt, senders } from "./flow-styles.ts";
import { emits } from "./kinds.ts";
import { drawPeaks } from "./level.ts";
import { collect, drawMarks, levelRequest, markRequest } from "./marks.ts";
import { usualMost } from "./range.ts";
import { columnOf, levelColumn, levelOf, reading, tableOf } from "./readings.ts";

const ALPHA = "marked_share";
const MARKED = "marked_packets";
const DELIVERED = "delivered_bytes";
/** Length over which a share is taken, s. */
const WINDOW_S = 0.5;
/** Height of the strip, and of the figure from which on it has one, px. */
const STRIP = 22;
const UNDER = 6;
const LEAST = 100;
/** Width of a bar, px; from this many marks for each on, on average where there are any, marks are bars. */
const BAR = 4;
const CROWDED = 0.5;
/** A share in per cent. */
const PERCENT = 100;

const keepsAlpha = (flow: FlowLook): boolean => emits(flow.kind, ALPHA);

/** The flows of which packets were marked, or that expect marks. */
const concerned = (cx: ChartContext): FlowLook[] =>
  senders(cx.facts).filter((flow) => keepsAlpha(flow) || cx.series.get(flow.name, "mark", "marks").length > 0);

const alphaOf = (cx: ChartContext, flow: FlowLook): Points =>
  levelOf(cx, flow.name, ALPHA).map((value, i) => (i % 2 === 0 ? value : value * PERCENT));

/** The share of marked packets among those delivered in the last half second, in per cent. */
function shareOf(cx: ChartContext, flow: FlowLook): Points {
  const marked = cx.series.get(flow.name, MARKED, "rate");
  const delivered = cx.series.get(flow.name, DELIVERED, "rate");
  const out: number[] = [];
  for (let i = 0; i + 1 < delivered.length; i += 2) {
    const t = delivered[i] as number;
    if (t < flow.start_s + WINDOW_S) continue;
    const packets = (delivered[i + 1] as number) / cx.facts.payload_bytes;
    out.push(t, packets > 0 ? shared(valueAt(marked, t) ?? 0, packets) : Number.NaN);
  }
  return Float64Array.from(out);
}

/** Marks are counted at the queue, packets half a round trip later: more than all is all. */
const shared = (marked: number, packets: number): number => Math.min(1, marked / packets) * PERCENT;

function shareNow(cx: ChartContext, flow: FlowLook): number | null {
  const { reading_s, payload_bytes } = cx.facts;
  if (!runsAt(flow, reading_s) || reading_s < flow.start_s + WINDOW_S) return null;
  const delivered = atReading(cx, flow.name, DELIVERED, "rate");
  if (!delivered) return null;
  return shared(atReading(cx, flow.name, MARKED, "rate") ?? 0, delivered / payload_bytes);
}

const alphaNow = (cx: ChartContext, flow: FlowLook): number | null => percent(levelNow(cx, flow, ALPHA));

/** Series that is drawn strong: of an algorithm that keeps an average, that; of another one the share itself. */
const mainOf = (cx: ChartContext, flow: FlowLook): Points => (keepsAlpha(flow) ? alphaOf(cx, flow) : shareOf(cx, flow));
const mainNow = (cx: ChartContext, flow: FlowLook): number | null =>
  keepsAlpha(flow) ? alphaNow(cx, flow) : shareNow(cx, flow);

const perFlow: FlowMeasure = {
  points: mainOf,
  now: mainNow,
  step: true,
  digits: () => 0,
  columnDigits: 1,

  domain({ held }, height, top) {
    const max = Math.min(PERCENT, rangeEnd(Math.max(top, held?.max ?? 0, 5), 5));
    return { min: 0, max, ticks: axisTicks(0, max, height), format: (value) => num(value) };
  },

  over: drawStrip,

  describe: (cx, flows) =>
    flows === ""
      ? translate("chart.marks.none")
      : translate("chart.marks.describe", { flows, rate: reading(rateNow(cx), 0) }),
};

export const ecnMarksChart: TimeChart & Marked = {
  id: "marks",
  axis: "time",
  measure: "%",
  flex: 1,
  together: true,
  unit: (facts) =>
    translate(senders(facts).some(keepsAlpha) ? "chart.marks.unit.alpha" : "chart.marks.unit", { s: num(WINDOW_S, 1) }),
  empty: (facts) => translate(senders(facts).some(keepsAlpha) ? "chart.marks.empty" : "chart.marks.none"),
  perFlow,
  strips: {
    headroom: (_facts, height) => (height >= LEAST ? STRIP + UNDER : 0),
  },

  series: (facts): SeriesRequest[] => [
    { source: BOTTLENECK, signal: MARKED, mode: "rate", window_s: WINDOW_S },
    ...senders(facts).flatMap((flow): SeriesRequest[] => [
      ...(keepsAlpha(flow) ? [levelRequest(flow.name, ALPHA)] : []),
      { source: flow.name, signal: MARKED, mode: "rate", window_s: WINDOW_S },
      { source: flow.name, signal: DELIVERED, mode: "rate", window_s: WINDOW_S },
      markRequest(flow.name, "mark"),
    ]),
  ],

  domain(cx, height) {
    const { facts } = cx;
    const tops = concerned(cx).flatMap((flow) =>
      [mainOf(cx, flow), shareOf(cx, flow)].map((one) => usualMost(one, facts.t0_s, endOf(facts, flow))),
    );
    return perFlow.domain(cx, height, Math.max(0, ...tops));
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    inPlot(surface, scales, () => {
      for (const flow of concerned(cx).reverse()) {
        const look = lookOf(facts, theme, flow);
        const end = endOf(facts, flow);
        if (keepsAlpha(flow)) {
          const thin = { color: look.color, width: scales.unit, alpha: 0.6 * look.alpha };
          surface.polyline(toPixels(shareOf(cx, flow), scales, end), thin);
        }
        drawFlow(surface, scales, cx, flow, mainOf(cx, flow), keepsAlpha(flow));
      }
    });
    for (const flow of concerned(cx)) drawPeaks(surface, scales, theme, mainOf(cx, flow), 0);
    drawStrip(surface, scales, cx);
  },

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const slots: Slot[] = [];
    if (scales.headroom > 0)
      slots.push({
        label: translate("chart.marks.rate"),
        value: reading(rateNow(cx), 0),
        swatch: null,
        y: null,
        at: -scales.headroom + (STRIP / 2) * scales.unit,
      });
    for (const flow of concerned(cx)) {
      const { color, dash } = lookOf(facts, theme, flow);
      const add = (words: string, value: number | null, swatch: Slot["swatch"], y: number | null): void => {
        slots.push({
          label: translate(words, { flow: labelOf(flow) }),
          value: reading(value, 0),
          flow: flow.name,
          swatch,
          y,
        });
      };
      const [main, share] = [mainNow(cx, flow), shareNow(cx, flow)];
      const strong = { color, dash, width: 2.5 };
      const at = main === null ? null : scales.y(main);
      add(keepsAlpha(flow) ? "chart.marks.alpha" : "chart.series", main, strong, at);
      if (keepsAlpha(flow)) add("chart.marks.share", share, { color, dash: [], width: 1 }, null);
    }
    return slots;
  },

  hits: (cx) => (crowded(cx) ? [] : marksOf(cx)),
  place: (hit, scales) => ({
    x: scales.x(hit.t_s),
    y: scales.headroom > 0 ? -scales.headroom + (STRIP / 2) * scales.unit : 5 * scales.unit,
  }),

  describe(cx) {
    const parts = concerned(cx).map((flow) =>
      translate(keepsAlpha(flow) ? "chart.marks.describe.alpha" : "chart.marks.describe.flow", {
        flow: labelOf(flow),
        alpha: reading(alphaNow(cx, flow), 0),
        share: reading(shareNow(cx, flow), 0),
      }),
    );
    return perFlow.describe(cx, parts.join("; "));
  },

  rows(cx) {
    const columns = concerned(cx).flatMap((flow) => {
      const share = shareOf(cx, flow);
      const name = translate("chart.marks.column.share", { flow: labelOf(flow) });
      const measured = columnOf(cx, name, flow.name, share, 1);
      if (!keepsAlpha(flow)) return [measured];
      const alphaName = translate("chart.marks.column.alpha", { flow: labelOf(flow) });
      const level = levelColumn(cx, alphaName, flow.name, ALPHA, 1);
      const alpha = { ...level, at: (t_s: number) => percent(level.at(t_s)) };
      return [alpha, measured];
    });
    return tableOf(cx, columns);
  },
};

const percent = (value: number | null): number | null => (value === null ? null : value * PERCENT);

const marksOf = (cx: ChartContext): Hit[] => collect(cx, senders(cx.facts), ["mark"]);

/** Marks per second of all flows at the reading. */
const rateNow = (cx: ChartContext): number | null => atReading(cx, BOTTLENECK, MARKED, "rate");

/** Whether single marks could not be distinguished: there are more of them than bars, where any are. */
function crowded(cx: ChartContext): boolean {
  const { t0_s, t1_s, columns = 1000 } = cx.facts;
  const bar_s = ((t1_s - t0_s) / columns) * BAR;
  const counts = new Map<number, number>();
  for (const { t_s } of marksOf(cx)) {
    const place = Math.floor(t_s / bar_s);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const marks = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return counts.size > 0 && (marks > CROWDED * (columns / BAR) || marks > 3 * counts.size);
}

/** Each mark in its shape, or bars as high as their rate. */
function drawStrip(surface: Surface, scales: Scales, cx: ChartContext): void {
  if (!crowded(cx)) drawMarks(ecnMarksChart, surface, scales, cx);
  else if (scales.headroom > 0) drawBars(surface, scales, cx);
}

/** Marks per second in bars of a few pixels, stacked by flow; the highest is as high as the strip. */
function drawBars(surface: Surface, scales: Scales, cx: ChartContext): void {
  const { unit, width } = scales;
  const { t1_s, computed_s } = cx.facts;
  const rates = senders(cx.facts).map((flow) => ({
    fill: colorOf(cx.theme, flow),
    points: cx.series.get(flow.name, MARKED, "rate"),
  }));
  const bars: { x: number; parts: number[] }[] = [];
  for (let x = 0; x < width && scales.at(x) < computed_s; x += BAR * unit) {
    const t_s = Math.min(scales.at(x + BAR * unit), t1_s, computed_s);
    bars.push({ x, parts: rates.map(({ points }) => valueAt(points, t_s) ?? 0) });
  }
  const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);
  const most = Math.max(1e-9, ...bars.map(({ parts }) => sum(parts)));
  const bottom = -scales.headroom + STRIP * unit;
  for (const { x, parts } of bars) {
    let y = bottom;
    for (const [i, part] of parts.entries()) {
      const height = (part / most) * STRIP * unit;
      y -= height;
      if (height > 0)
        surface.rect(x, y, (BAR - 1) * unit, height, { fill: rates[i]?.fill ?? cx.theme.ink, alpha: 0.7 });
    }
  }
  surface.polyline([0, bottom, width, bottom], { color: cx.theme.line, width: unit });
}
