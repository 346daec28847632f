/**
 * The charts that exist, in the order of the list. To add one: one file like window.ts, and one line here.
 */
import { backoffChart } from "./backoff.ts";
import type { Chart } from "./chart.ts";
import { delayChart } from "./delay.ts";
import { delayCdfChart } from "./delay-cdf.ts";
import { goodputChart } from "./goodput.ts";
import { gradientChart } from "./gradient.ts";
import { phaseChart } from "./phase.ts";
import { queueChart } from "./queue.ts";
import { rttChart } from "./rtt.ts";
import { stateChart } from "./state.ts";
import { windowChart } from "./window.ts";

/** All charts, in the order in which they are offered. */
export const CHARTS: readonly Chart[] = [
  windowChart,
  queueChart,
  rttChart,
  gradientChart,
  backoffChart,
  goodputChart,
  delayChart,
  delayCdfChart,
  phaseChart,
  stateChart,
];

/** Those open at first: the first, second and fourth (design 5). */
export const OPEN_AT_FIRST: readonly string[] = ["cwnd", "queue", "gradient"];

/** A chart by its panel id. */
export function chartOf(id: string): Chart | undefined {
  return CHARTS.find((chart) => chart.id === id);
}
