/**
 * Queueing delay: how long a packet waits at the bottleneck, over time; of DualPI2 the delay of its two queues on one scale: L, for
 * flows that keep their queue short (ECT(1)), and C, for all others. Not here: how many packets wait (queue.ts), axis and gestures.
 */
import "../i18n/rare-charts.ts";
import type { Theme } from "../design/theme.ts";
import { BOTTLENECK, type Points, type SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { toPixels } from "../plot/points.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import { hasTwoQueues, type RunFacts, TWO_DELAYS } from "../session/run-facts.ts";
import type { ChartContext, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { inPlot, strokeOf } from "./flow-styles.ts";
import { drawPeaks } from "./level.ts";
import { levelRequest } from "./marks.ts";
import { usualMost } from "./range.ts";
import { levelColumn, levelOf, reading, slotOf, tableOf } from "./readings.ts";

/** A queue whose delay is drawn: in ink, since no flow's colour is meant. */
interface Delay {
  signal: string;
  /** Key of its name. */
  name: string;
  dash: readonly number[];
  weak: boolean;
}

const WHOLE: Delay = { signal: "queue_delay_ms", name: "chart.queue_delay.queue", dash: [], weak: false };
/** L and C of RFC 9332. */
const TWO: readonly Delay[] = [
  { signal: TWO_DELAYS[0], name: "chart.queue_delay.low", dash: [], weak: false },
  { signal: TWO_DELAYS[1], name: "chart.queue_delay.classic", dash: [6, 2.5], weak: true },
];

/** The delays of a run's queue, or queues. */
const delaysOf = (facts: RunFacts): readonly Delay[] => (hasTwoQueues(facts) ? TWO : [WHOLE]);

const points = (cx: ChartContext, { signal }: Delay): Points => levelOf(cx, BOTTLENECK, signal);
const colorOf = (theme: Theme, { weak }: Delay): string => (weak ? theme.ink2 : theme.ink);
const digits = (value: number | null): number => (value !== null && value < 10 ? 1 : 0);

export const queueDelayChart: TimeChart = {
  id: "queue_delay",
  axis: "time",
  measure: "ms",
  flex: 1,
  secret: true,
  unit: (facts) => translate(hasTwoQueues(facts) ? "chart.queue_delay.unit.two" : "chart.queue_delay.unit"),
  empty: () => translate("chart.queue_delay.empty"),

  series: (facts): SeriesRequest[] => delaysOf(facts).map(({ signal }) => levelRequest(BOTTLENECK, signal)),

  domain(cx, height) {
    const { t0_s, t1_s, computed_s } = cx.facts;
    const tops = delaysOf(cx.facts).map((delay) => usualMost(points(cx, delay), t0_s, Math.min(t1_s, computed_s)));
    const max = rangeEnd(Math.max(1, cx.held?.max ?? 0, ...tops), 1);
    return { min: 0, max, ticks: axisTicks(0, max, height), format: (value) => num(value, max < 10 ? 1 : 0) };
  },

  draw(surface, scales, cx) {
    const end = Math.min(cx.facts.computed_s, cx.facts.t1_s);
    inPlot(surface, scales, () => {
      for (const delay of [...delaysOf(cx.facts)].reverse()) {
        const look = { color: colorOf(cx.theme, delay), dash: delay.dash, width: delay.weak ? 1.5 : 2 };
        const style = { ...strokeOf(look, scales.unit), step: true };
        surface.polyline(toPixels(points(cx, delay), scales, end), style);
      }
    });
    for (const delay of delaysOf(cx.facts)) drawPeaks(surface, scales, cx.theme, points(cx, delay), 0);
  },

  slots: (scales, cx): Slot[] =>
    delaysOf(cx.facts).map((delay) => {
      const value = atReading(cx, BOTTLENECK, delay.signal);
      const swatch = { color: colorOf(cx.theme, delay), dash: delay.dash, width: delay.weak ? 1.5 : 2 };
      const hint = translate(`${delay.name}.hint`);
      return slotOf(scales, translate(delay.name), value, digits(value), swatch, { hint });
    }),

  describe(cx) {
    const parts = delaysOf(cx.facts).map((delay) => {
      const value = atReading(cx, BOTTLENECK, delay.signal);
      return translate("chart.queue_delay.describe.each", {
        queue: translate(delay.name),
        value: reading(value, digits(value)),
      });
    });
    return translate("chart.queue_delay.describe", { queues: parts.join(", ") });
  },

  rows(cx) {
    const columns = delaysOf(cx.facts).map((delay) =>
      levelColumn(cx, translate(delay.name), BOTTLENECK, delay.signal, 2),
    );
    return tableOf(cx, columns);
  },
};
