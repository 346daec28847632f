/**
 * RTT histogram: the share of the RTT samples of the last ten seconds in each tenth of their range. An example of a chart with an x axis
 * of its own (CONTRIBUTING.md), not on the page. Not here: RTT over time (rtt.ts).
 */
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import type { ChartContext, OwnAxisChart } from "./chart.ts";
import { senders } from "./flow-styles.ts";
import { markRequest } from "./marks.ts";
import { OWN_AXIS } from "./range.ts";
import { reading } from "./readings.ts";

const MEMORY_S = 10;
const BINS = 10;

/** Samples of all flows up to the reading, ms. */
function samplesOf({ facts, series }: ChartContext): number[] {
  const from_s = facts.reading_s - MEMORY_S;
  return senders(facts).flatMap((flow) => {
    const points = series.get(flow.name, "rtt_ms", "marks");
    const inside = (t_s: number): boolean => t_s > from_s && t_s <= facts.reading_s;
    return [...points].filter((_, i) => i % 2 === 1 && inside(points[i - 1] as number));
  });
}

/** Width of a bin, ms, and the share of the samples in each. */
function binsOf(cx: ChartContext): { width_ms: number; shares: number[] } {
  const samples = samplesOf(cx);
  const width_ms = rangeEnd(Math.max(10, ...samples), 10) / BINS;
  const shares = Array.from({ length: BINS }, () => 0);
  for (const ms of samples) {
    const bin = Math.min(BINS - 1, Math.floor(ms / width_ms));
    shares[bin] = (shares[bin] ?? 0) + 1 / samples.length;
  }
  return { width_ms, shares };
}

export const rttHistogramChart: OwnAxisChart = {
  id: "rtt_histogram",
  axis: "own",
  flex: 1,
  memory_s: MEMORY_S,
  unit: () => translate("chart.rtt_histogram.unit", { s: num(MEMORY_S) }),
  empty: () => translate("chart.rtt_histogram.empty"),

  series: (facts): SeriesRequest[] => senders(facts).map((flow) => markRequest(flow.name, "rtt_ms")),

  across(cx) {
    const max = BINS * binsOf(cx).width_ms;
    const label = translate("chart.rtt_histogram.axis");
    return { min: 0, max, ticks: axisTicks(0, max, OWN_AXIS), format: (value) => num(value), label };
  },

  domain: () => ({ min: 0, max: 1, ticks: [0, 0.5, 1], format: (value) => num(value, 1) }),

  draw(surface, scales, cx) {
    const { width_ms, shares } = binsOf(cx);
    for (const [i, share] of shares.entries()) {
      const [left, right] = [scales.x(i * width_ms), scales.x((i + 1) * width_ms)];
      surface.rect(left, scales.y(share), right - left, scales.height - scales.y(share), { fill: cx.theme.ink3 });
    }
  },

  describe: (cx) => translate("chart.rtt_histogram.describe", { n: samplesOf(cx).length }),

  rows(cx) {
    const { width_ms, shares } = binsOf(cx);
    return {
      header: [translate("chart.rtt_histogram.axis"), translate("chart.rtt_histogram.share")],
      rows: shares.map((share, i) => [num(i * width_ms, 1), reading(share, 2)]),
    };
  },
};
