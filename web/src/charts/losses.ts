/**
 * Losses: every lost packet at its moment, those that the queue dropped in the lower row, random losses in the upper one, and how many
 * there were in view until the reading. Not here: axis and gestures; what an algorithm makes of a loss (window.ts).
 */
import { BOTTLENECK } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { ChartContext, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { sourcesOf, unitOfFirst } from "./flow-styles.ts";
import { collect, countTo, drawMarks, levelRequest, markRequest } from "./marks.ts";
import { tableOf } from "./readings.ts";

/** The rows from the top down: name, the total of all flows, and the signals that are in it. */
const ROWS = [
  ["random", "lost_packets", ["drop_random", "lost_after_queue"]],
  ["queue", "dropped_packets", ["drop_queue"]],
] as const;

const SIGNALS = ROWS.flatMap(([, , signals]) => signals);

/** Losses in view until the reading. */
const countNow = (cx: ChartContext, total: string): number =>
  countTo(cx, total, cx.facts.reading_s, atReading(cx, BOTTLENECK, total));

export const lossesChart: TimeChart & Marked = {
  id: "losses",
  axis: "time",
  flex: 1,
  together: true,
  unit: ({ flows }) => unitOfFirst(translate("chart.losses.unit"), flows),
  empty: () => translate("chart.losses.empty"),

  series: ({ flows }) => [
    ...ROWS.map(([, total]) => levelRequest(BOTTLENECK, total)),
    ...flows.flatMap(({ name }) => SIGNALS.map((signal) => markRequest(name, signal))),
  ],

  domain: () => ({ min: 0, max: ROWS.length, ticks: [], format: (value) => num(value) }),

  draw: (surface, scales, cx) => drawMarks(lossesChart, surface, scales, cx),

  spark: {
    domain: (cx) => lossesChart.domain(cx, 0),
    draw: (surface, scales, cx) => lossesChart.draw(surface, scales, cx),
    value: (cx) => num(countNow(cx, "lost_packets") + countNow(cx, "dropped_packets")),
  },

  slots: (_, cx): Slot[] =>
    ROWS.map(([row, total]) => ({
      label: translate(`chart.losses.${row}`),
      value: num(countNow(cx, total)),
      swatch: null,
      y: null,
    })),

  hits: (cx) => collect(cx, sourcesOf(cx.facts.flows), SIGNALS),
  place: (hit, scales) => ({ x: scales.x(hit.t_s), y: scales.y(hit.signal === "drop_queue" ? 0.5 : 1.5) }),

  describe(cx) {
    const [random, queue] = ROWS.map(([, total]) => num(countNow(cx, total)));
    return translate("chart.losses.describe", { queue: queue ?? "", random: random ?? "" });
  },

  rows: (cx) =>
    tableOf(
      cx,
      ROWS.map(([row, total]) => ({
        name: translate(`chart.losses.${row}`),
        digits: 0,
        at: (t_s) => countTo(cx, total, t_s),
      })),
    ),
};
