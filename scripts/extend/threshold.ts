/**
 * Threshold: the slow-start threshold of each flow, below which its window doubles in a round trip. An example of a chart (CONTRIBUTING.md), not on the
 * page. Not here: axis and gestures.
 */
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent } from "../plot/points.ts";
import { roundUp } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Slot, TimeChart } from "./chart.ts";
import { levelNow } from "./exact.ts";
import { drawFlow, inPlot, labelOf, lookOf, senders } from "./flow-styles.ts";
import { levelColumn, reading, slotOf, tableOf } from "./readings.ts";

const SIGNAL = "ssthresh_packets";

/** The threshold at the reading. */
const now = (cx: ChartContext, flow: FlowLook): number | null => levelNow(cx, flow, SIGNAL);

/** Drawing of each flow, and of each algorithm where there are many flows. */
const perFlow: FlowMeasure = {
  points: (cx, flow) => cx.series.get(flow.name, SIGNAL, "line"),
  now,
  step: true,
  digits: () => 0,
  columnDigits: 0,
  domain(cx, _height, greatest) {
    const top = roundUp(Math.max(10, cx.held?.max ?? 0, greatest), 10);
    return { min: 0, max: top, ticks: [0, top / 2, top], format: (value) => num(value) };
  },
  describe: (_cx, flows) => translate("chart.threshold.describe", { flows }),
};

export const thresholdChart: TimeChart = {
  id: "threshold",
  axis: "time",
  measure: "packets",
  flex: 1,
  unit: () => translate("chart.threshold.unit"),
  empty: () => translate("chart.threshold.empty"),
  perFlow,

  series: (facts): SeriesRequest[] =>
    senders(facts).map((flow) => ({ source: flow.name, signal: SIGNAL, mode: "line" })),

  domain(cx, height) {
    const tops = senders(cx.facts).map((flow) => extent(cx.series.get(flow.name, SIGNAL, "line"))?.[1] ?? 0);
    return perFlow.domain(cx, height, Math.max(0, ...tops));
  },

  draw(surface, scales, cx) {
    inPlot(surface, scales, () => {
      for (const flow of [...senders(cx.facts)].reverse())
        drawFlow(surface, scales, cx, flow, cx.series.get(flow.name, SIGNAL, "line"));
    });
  },

  slots: (scales, cx): Slot[] =>
    senders(cx.facts).map((flow) => {
      const { color, dash } = lookOf(cx.facts, cx.theme, flow);
      return slotOf(scales, labelOf(flow), now(cx, flow), 0, { color, dash, width: 2.5 }, { flow: flow.name });
    }),

  describe(cx) {
    const flows = senders(cx.facts).map((flow) => `${labelOf(flow)} ${reading(now(cx, flow), 0)}`);
    return perFlow.describe(cx, flows.join(", "));
  },

  rows(cx) {
    const columns = senders(cx.facts).map((flow) => levelColumn(cx, labelOf(flow), flow.name, SIGNAL, 0));
    return tableOf(cx, columns);
  },
};
