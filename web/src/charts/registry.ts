/**
 * The charts that exist, in the order of the list, each with its file, which is loaded when the chart is first opened, and with
 * what pages need to know before that. To add one: one file like window.ts, and one line here.
 */
import type { Chart, Marked, OwnAxisChart, TimeChart } from "./chart.ts";

/** When a chart is open at first, where nothing names charts; without any of it, on request only. */
interface Opening {
  /** It is among those open on every screen. */
  always?: true;
  /** The runs that have something for it: with a call, with CDG. */
  of?: "call" | "cdg";
  /** It is about a signal of few algorithms, or about one discipline: runs with it open it. */
  signal?: string;
  discipline?: string;
}

/** A chart by its panel id, before it is loaded. */
export interface Listed extends Opening {
  id: string;
  axis: Chart["axis"];
  load(): Promise<Chart>;
  /** The signal of the flow in focus, or of the queue, that is its line, and the unit there: a question is drawn on it. */
  draws?: { signal: string; unit: string };
  /** Facts of the run that the page has to fetch for it. */
  facts?: "judging";
  /** False where the widget has not got it. */
  inWidget?: false;
}

type Line<C> = (id: string, load: () => Promise<C>, more?: Omit<Listed, "id" | "load" | "axis">) => Listed;
const overTime: Line<TimeChart> = (id, load, more) => ({ id, axis: "time", load, ...more });
const ownAxis: Line<OwnAxisChart> = (id, load, more) => ({ id, axis: "own", load, ...more });

/** The widget is one file, without the module that computes scores. Where nothing is built, there is no `env`. */
const inWidget = (import.meta as { env?: { MODE?: string } }).env?.MODE === "embed";

/** All charts, in the order in which they are offered. */
export const CHARTS: readonly Listed[] = [
  overTime("cwnd", () => import("./window.ts").then((file) => file.windowChart), {
    always: true,
    draws: { signal: "cwnd_packets", unit: "packets" },
  }),
  overTime("queue", () => import("./queue.ts").then((file) => file.queueChart), {
    always: true,
    draws: { signal: "queue_packets", unit: "packets" },
  }),
  overTime("rtt", () => import("./rtt.ts").then((file) => file.rttChart), {
    draws: { signal: "rtt_ms", unit: "ms" },
  }),
  overTime("gradient", () => import("./gradient.ts").then((file) => file.gradientChart), {
    always: true,
    of: "cdg",
  }),
  ownAxis("backoff", () => import("./backoff.ts").then((file) => file.backoffChart), { of: "cdg" }),
  overTime("goodput", () => import("./goodput.ts").then((file) => file.goodputChart), {
    draws: { signal: "delivered_bytes", unit: "Mbit/s" },
  }),
  overTime("losses", () => import("./losses.ts").then((file) => file.lossesChart)),
  overTime("rates", () => import("./rates.ts").then((file) => file.ratesChart), { signal: "delivery_rate_bps" }),
  overTime("in_flight", () => import("./in-flight.ts").then((file) => file.inFlightChart), {
    signal: "delivery_rate_bps",
    draws: { signal: "in_flight_packets", unit: "packets" },
  }),
  overTime("marks", () => import("./ecn-marks.ts").then((file) => file.ecnMarksChart), { signal: "marked_share" }),
  overTime("queue_delay", () => import("./queue-delay.ts").then((file) => file.queueDelayChart), {
    discipline: "dualpi2",
  }),
  overTime("transfers", () => import("./transfers.ts").then((file) => file.transfersChart)),
  overTime("delay", () => import("./delay.ts").then((file) => file.delayChart), {
    of: "call",
    draws: { signal: "one_way_delay_ms", unit: "ms" },
  }),
  ownAxis("delay_cdf", () => import("./delay-cdf.ts").then((file) => file.delayCdfChart), { of: "call" }),
  ownAxis("phase", () => import("./phase.ts").then((file) => file.phaseChart)),
  ownAxis("teeth", () => import("./teeth.ts").then((file) => file.teethChart)),
  overTime("state", () => import("./state.ts").then((file) => file.stateChart)),
  ownAxis("log", () => import("./log.ts").then((file) => file.logChart)),
  ...(inWidget
    ? []
    : [
        ownAxis("discriminators", () => import("./discriminators.ts").then((file) => file.discriminatorsChart), {
          facts: "judging",
          inWidget: false,
        }),
      ]),
];

/** Those open at first on every screen (design 5). */
export const OPEN_AT_FIRST: readonly string[] = CHARTS.filter(({ always }) => always).map(({ id }) => id);

const loaded = new Map<string, Chart>();

/** Facts about a chart without its file. */
export function listed(id: string): Listed | undefined {
  return CHARTS.find((chart) => chart.id === id);
}

/** A chart by its panel id, once it is loaded. */
export function chartOf(id: string): Chart | undefined {
  return loaded.get(id);
}

/** Window and queue in one plot; an address names these. */
export const STAGE = "stage";
export const STAGED: readonly string[] = ["cwnd", "queue"];

/** Tracks that are offered first under it, in this order. */
export const TRACKS: readonly Listed[] = ["rtt", "gradient", "goodput", "losses"].flatMap((id) => listed(id) ?? []);

/** Charts that a projector (1920 x 1080) has room for; of more, the first ones are shown. */
export const PROJECTED = 2;

/** Loads charts; ids that name none are left out. `decorate`: what each becomes on this page. */
export async function loadCharts(ids: readonly string[], decorate = (chart: Chart): Chart => chart): Promise<void> {
  if (ids.includes(STAGE)) {
    const [{ stageOf }] = await Promise.all([import("./stage.ts"), loadCharts(STAGED, decorate)]);
    const [window, queue] = STAGED.map((id) => loaded.get(id) as TimeChart & Marked);
    if (window && queue) loaded.set(STAGE, stageOf(window, queue));
  }
  const wanted = CHARTS.filter((chart) => ids.includes(chart.id) && !loaded.has(chart.id));
  for (const chart of await Promise.all(wanted.map((each) => each.load()))) loaded.set(chart.id, decorate(chart));
}
