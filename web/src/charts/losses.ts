/**
 * Losses: every lost packet at its moment, those that the queue dropped in the lower row, random losses in the upper one, and how many
 * there were in view until the reading. Not here: axis and gestures; what an algorithm makes of a loss (window.ts).
 */
import type { Points } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { indexAt } from "../plot/points.ts";
import type { ChartContext, Marked, Slot, TimeChart } from "./chart.ts";
import { collect, drawMarks, markRequest } from "./marks.ts";
import { tableOf } from "./readings.ts";

/** The rows from the top down: name, and the signals that are in it. */
const ROWS = [
  ["random", ["drop_random", "lost_after_queue"]],
  ["queue", ["drop_queue"]],
] as const;

const SIGNALS = ROWS.flatMap(([, signals]) => signals);

/** Losses of some signals in view until an instant. */
function countAt(cx: ChartContext, signals: readonly string[], t_s: number): number {
  const count = (points: Points): number => Math.max(0, indexAt(points, t_s) - indexAt(points, cx.facts.t0_s));
  return cx.facts.flows.reduce(
    (sum, { name }) => sum + signals.reduce((all, signal) => all + count(cx.series.get(name, signal, "marks")), 0),
    0,
  );
}

export const lossesChart: TimeChart & Marked = {
  id: "losses",
  axis: "time",
  flex: 1,
  together: true,
  unit: () => translate("chart.losses.unit"),
  empty: () => translate("chart.losses.empty"),

  series: ({ flows }) => flows.flatMap(({ name }) => SIGNALS.map((signal) => markRequest(name, signal))),

  domain: () => ({ min: 0, max: ROWS.length, ticks: [], format: (value) => num(value) }),

  draw: (surface, scales, cx) => drawMarks(lossesChart, surface, scales, cx),

  spark: {
    domain: (cx) => lossesChart.domain(cx, 0),
    draw: (surface, scales, cx) => lossesChart.draw(surface, scales, cx),
    value: (cx) => num(countAt(cx, SIGNALS, cx.facts.reading_s)),
  },

  slots: (_, cx): Slot[] =>
    ROWS.map(([row, signals]) => ({
      label: translate(`chart.losses.${row}`),
      value: num(countAt(cx, signals, cx.facts.reading_s)),
      swatch: null,
      y: null,
    })),

  hits: (cx) => collect(cx, cx.facts.flows, SIGNALS),
  place: (hit, scales) => ({ x: scales.x(hit.t_s), y: scales.y(hit.signal === "drop_queue" ? 0.5 : 1.5) }),

  describe(cx) {
    const [random, queue] = ROWS.map(([, signals]) => num(countAt(cx, signals, cx.facts.reading_s)));
    return translate("chart.losses.describe", { queue: queue ?? "", random: random ?? "" });
  },

  rows: (cx) =>
    tableOf(
      cx,
      ROWS.map(([row, signals]) => ({
        name: translate(`chart.losses.${row}`),
        digits: 0,
        at: (t_s) => countAt(cx, signals, t_s),
      })),
    ),
};
