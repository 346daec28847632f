/**
 * The charts that exist, in the order of the list, each with its file, which is loaded when the chart is first opened. To
 * add one: one file like window.ts, and one line here.
 */
import type { Chart } from "./chart.ts";

/** A chart by its panel id, before it is loaded. */
export interface Listed {
  id: string;
  axis: Chart["axis"];
  load(): Promise<Chart>;
}

/** The widget is one file, without the module that computes scores. Where nothing is built, there is no `env`. */
const inWidget = (import.meta as { env?: { MODE?: string } }).env?.MODE === "embed";

/** All charts, in the order in which they are offered. */
export const CHARTS: readonly Listed[] = [
  { id: "cwnd", axis: "time", load: () => import("./window.ts").then((file) => file.windowChart) },
  { id: "queue", axis: "time", load: () => import("./queue.ts").then((file) => file.queueChart) },
  { id: "rtt", axis: "time", load: () => import("./rtt.ts").then((file) => file.rttChart) },
  { id: "gradient", axis: "time", load: () => import("./gradient.ts").then((file) => file.gradientChart) },
  { id: "backoff", axis: "own", load: () => import("./backoff.ts").then((file) => file.backoffChart) },
  { id: "goodput", axis: "time", load: () => import("./goodput.ts").then((file) => file.goodputChart) },
  { id: "rates", axis: "time", load: () => import("./rates.ts").then((file) => file.ratesChart) },
  { id: "in_flight", axis: "time", load: () => import("./in-flight.ts").then((file) => file.inFlightChart) },
  { id: "marks", axis: "time", load: () => import("./ecn-marks.ts").then((file) => file.ecnMarksChart) },
  { id: "queue_delay", axis: "time", load: () => import("./queue-delay.ts").then((file) => file.queueDelayChart) },
  { id: "delay", axis: "time", load: () => import("./delay.ts").then((file) => file.delayChart) },
  { id: "delay_cdf", axis: "own", load: () => import("./delay-cdf.ts").then((file) => file.delayCdfChart) },
  { id: "phase", axis: "own", load: () => import("./phase.ts").then((file) => file.phaseChart) },
  { id: "teeth", axis: "own", load: () => import("./teeth.ts").then((file) => file.teethChart) },
  { id: "state", axis: "time", load: () => import("./state.ts").then((file) => file.stateChart) },
  { id: "log", axis: "own", load: () => import("./log.ts").then((file) => file.logChart) },
  ...(inWidget
    ? []
    : [
        {
          id: "discriminators",
          axis: "own",
          load: () => import("./discriminators.ts").then((file) => file.discriminatorsChart),
        } as const,
      ]),
];

/** Those open at first: the first, second and fourth (design 5). */
export const OPEN_AT_FIRST: readonly string[] = ["cwnd", "queue", "gradient"];

/** Those open at first on a wide screen, where the run has something for them: few, each large, none that repeats another. */
export const OPEN_WIDE: readonly string[] = [
  "cwnd",
  "queue",
  "gradient",
  "rtt",
  "goodput",
  "delay",
  "backoff",
  "phase",
  "delay_cdf",
];

const loaded = new Map<string, Chart>();

/** What is known of a chart without its file. */
export function listed(id: string): Listed | undefined {
  return CHARTS.find((chart) => chart.id === id);
}

/** A chart by its panel id, once it is loaded. */
export function chartOf(id: string): Chart | undefined {
  return loaded.get(id);
}

/** Loads charts; ids that name none are left out. `decorate`: what each becomes on this page. */
export async function loadCharts(ids: readonly string[], decorate = (chart: Chart): Chart => chart): Promise<void> {
  const wanted = CHARTS.filter((chart) => ids.includes(chart.id) && !loaded.has(chart.id));
  for (const chart of await Promise.all(wanted.map((each) => each.load()))) loaded.set(chart.id, decorate(chart));
}
