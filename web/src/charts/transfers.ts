/**
 * Transfers: how long each took that is complete, as a dot at the moment of its completion: the fetches of a client, the transfers of a flash
 * crowd, finite flows. Not here: axis and gestures.
 */
import "../i18n/rare-charts.ts";
import type { Points } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, indexAt, toDots } from "../plot/points.ts";
import { axisTicks, quantileOf, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Slot, TimeChart } from "./chart.ts";
import { inside } from "./delay.ts";
import { colorOf, inPlot, labelOf } from "./flow-styles.ts";
import { markRequest } from "./marks.ts";
import { columnOf, reading, slotOf, tableOf } from "./readings.ts";

/** Completions, each with the transfer's duration in s. */
const timesOf = (cx: ChartContext, flow: FlowLook): Points => cx.series.get(flow.name, "completed", "marks");

/** Senders that have completed a transfer. */
const complete = (cx: ChartContext): FlowLook[] => cx.facts.flows.filter((flow) => timesOf(cx, flow).length > 0);

/** The duration of the last transfer that is complete. */
function lastOf(cx: ChartContext, flow: FlowLook): number | null {
  const points = timesOf(cx, flow);
  const index = indexAt(points, cx.facts.reading_s);
  return index < 0 ? null : (points[2 * index + 1] as number);
}

export const transfersChart: TimeChart = {
  id: "transfers",
  axis: "time",
  measure: "s",
  flex: 1,
  unit: () => translate("chart.transfers.unit"),
  empty: () => translate("chart.transfers.empty"),

  series: ({ flows }) => flows.map(({ name }) => markRequest(name, "completed")),

  domain(cx, height) {
    const tops = complete(cx).map((flow) => extent(timesOf(cx, flow))?.[1] ?? 0);
    const most = Math.max(0, cx.held?.max ?? 0, ...tops);
    const top = most > 0 ? rangeEnd(most, 1e-3) : 1;
    const digits = top < 0.1 ? 3 : top < 1 ? 2 : top < 10 ? 1 : 0;
    return { min: 0, max: top, ticks: axisTicks(0, top, height), format: (value) => num(value, digits) };
  },

  draw(surface, scales, cx) {
    inPlot(surface, scales, () => {
      for (const flow of complete(cx)) {
        const style = { color: colorOf(cx.theme, flow), size: 3 * scales.unit, alpha: 0.8 };
        surface.dots(toDots(timesOf(cx, flow), scales), style);
      }
    });
  },

  slots: (scales, cx): Slot[] =>
    complete(cx).map((flow) => {
      const swatch = { color: colorOf(cx.theme, flow), dash: [1.5, 2.5], width: 2 };
      return slotOf(scales, labelOf(flow), lastOf(cx, flow), 2, swatch, { flow: flow.name });
    }),

  describe(cx) {
    const { t0_s, t1_s } = cx.facts;
    const parts = complete(cx).map((flow) => {
      const values = inside(timesOf(cx, flow), t0_s, t1_s);
      const median = values.length > 0 ? reading(quantileOf(values, 0.5), 2) : "–";
      return translate("chart.transfers.describe.flow", { flow: labelOf(flow), n: num(values.length), median });
    });
    return parts.length > 0
      ? translate("chart.transfers.describe", { flows: parts.join("; ") })
      : translate("chart.transfers.empty");
  },

  rows: (cx) =>
    tableOf(
      cx,
      complete(cx).map((flow) => columnOf(cx, labelOf(flow), flow.name, timesOf(cx, flow), 3)),
    ),
};
