/**
 * Rates: at which rate a flow paces its packets (of a rate-based flow its rate), the delivery rates that it measures from its ACKs as
 * fine dots, and the greatest of them, from which BBR sets the other; the phases as a ribbon over them. Not here: what is delivered in
 * order (goodput.ts), axis and gestures.
 */
import "../i18n/rare-charts.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, NONE, toDots, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { drawFlow, endOf, inDetail, inPlot, labelOf, lookOf, runsAt, senders } from "./flow-styles.ts";
import { emits, isRateBased, kindAt, kindsOf } from "./kinds.ts";
import { drawLevel, drawPeaks } from "./level.ts";
import { levelRequest } from "./marks.ts";
import { describePhases, drawPhases, phaseKey, phaseRequests, phaseRoom, phaseSlots } from "./phase-ribbon.ts";
import { rateDigits, usualMost } from "./range.ts";
import { columnOf, levelOf, reading, tableOf } from "./readings.ts";

/** Bits per second to Mbit/s. */
const MBPS = 1e-6;
const FILTER = "bandwidth_estimate_bps";
const SAMPLE = "delivery_rate_bps";
/** Samples asked for over the whole width, for all flows. */
const SAMPLES = 1600;
/** A sample at the reading is no older than this, s. */
const FRESH_S = 1;
/** The range reaches so far over the link's rate at least: what is paced above it is what fills the queue. */
const OVER = 1.15;

/** The rate at which packets of an algorithm leave. */
const paceSignal = (kind: string): string => (isRateBased(kind) ? "rate_bps" : "pacing_rate_bps");
/** Whether an algorithm has a rate of its own. */
const isPaced = (kind: string): boolean => isRateBased(kind) || emits(kind, paceSignal(kind));

/** The flows that have a rate at some moment of the run. */
const paced = (facts: RunFacts): FlowLook[] =>
  senders(facts).filter((flow) => flow.paced || kindsOf(facts, flow).some(isPaced));

/** Flows of which the samples and their filter are drawn. */
const full = (facts: RunFacts): FlowLook[] => inDetail(facts, ({ kind }) => emits(kind, SAMPLE));

/** A series in bit/s as Mbit/s, made once. */
const made = new WeakMap<Points, Points>();
function mbps(points: Points): Points {
  const known = made.get(points);
  if (known) return known;
  // A rate of 0 is none: the flow is not paced then.
  const own = points.map((value, i) => (i % 2 === 0 ? value : value > 0 ? value * MBPS : Number.NaN));
  made.set(points, own);
  return own;
}

const line = (cx: ChartContext, flow: FlowLook, signal: string): Points => mbps(levelOf(cx, flow.name, signal));

/** The signals of a flow's rate over the run. */
const pacesOf = (facts: RunFacts, flow: FlowLook): string[] => [...new Set(kindsOf(facts, flow).map(paceSignal))];

/** A level at the reading, Mbit/s. */
function levelNow(cx: ChartContext, flow: FlowLook, signal: string): number | null {
  if (!runsAt(flow, cx.facts.reading_s)) return null;
  const value = atReading(cx, flow.name, signal);
  return value !== null && value > 0 ? value * MBPS : null;
}
const paceNow = (cx: ChartContext, flow: FlowLook): number | null =>
  levelNow(cx, flow, paceSignal(kindAt(cx.facts, flow, cx.facts.reading_s)));

/** The last delivery rate, Mbit/s, unless it is old. */
function sampleNow(cx: ChartContext, flow: FlowLook): number | null {
  const { reading_s } = cx.facts;
  const points = cx.series.get(flow.name, SAMPLE, "marks");
  const value = runsAt(flow, reading_s) ? valueAt(points, reading_s) : null;
  const before = valueAt(
    points.map((x, i) => (i % 2 === 0 ? x : (points[i - 1] as number))),
    reading_s,
  );
  return value !== null && before !== null && reading_s - before <= FRESH_S ? value * MBPS : null;
}

const linkOf = (facts: RunFacts): number => facts.rate_bps * MBPS;

/** The flows that have a rate in what has come. */
const rated = (cx: ChartContext): FlowLook[] =>
  senders(cx.facts).filter((flow) => pacesOf(cx.facts, flow).some((signal) => line(cx, flow, signal).length > 0));

const perFlow: FlowMeasure = {
  points: (cx, flow, kind) => line(cx, flow, paceSignal(kind)),
  now: paceNow,
  step: true,
  digits: rateDigits,
  columnDigits: 2,
  series: (facts) => [...paceRequests(facts), ...phaseRequests(ofRates(facts))],
  unit: () => translate("chart.rates.unit.pacing"),

  domain({ facts, held }, height, top) {
    const own = facts.hidden ? [] : [linkOf(facts)];
    const max = rangeEnd(Math.max(top * 1.02, held?.max ?? 0, ...own.map((rate) => rate * OVER)), 1e-3);
    return { min: 0, max, ticks: axisTicks(0, max, height, own), format: (value) => num(value, 3) };
  },

  under(surface, scales, { facts, theme }) {
    if (!facts.hidden) drawLevel(surface, scales, theme, linkOf(facts), translate("chart.rates.link"));
  },

  over: (surface, scales, cx) => drawPhases(surface, scales, { ...cx, facts: ofRates(cx.facts) }),

  describe: (cx, flows) =>
    flows === ""
      ? translate("chart.rates.none")
      : translate("chart.rates.describe", { flows, phases: describePhases(cx) }).trim(),
};

function paceRequests(facts: RunFacts): SeriesRequest[] {
  return paced(facts).flatMap((flow) =>
    pacesOf(facts, flow).map((signal): SeriesRequest => levelRequest(flow.name, signal)),
  );
}

export const ratesChart: TimeChart = {
  id: "rates",
  axis: "time",
  measure: "Mbit/s",
  flex: 1.2,
  unit: (facts) => translate(full(facts).length > 0 ? "chart.rates.unit" : "chart.rates.unit.pacing"),
  empty: (facts) => translate(paced(facts).length > 0 ? "chart.rates.empty" : "chart.rates.none"),
  perFlow,
  strips: {
    headroom: (facts, height) => phaseRoom(ofRates(facts), height),
    key: (facts) => phaseKey(ofRates(facts)),
  },
  series(facts): SeriesRequest[] {
    const limit = Math.ceil(SAMPLES / Math.max(1, full(facts).length));
    const measured = full(facts).flatMap((flow): SeriesRequest[] => [
      levelRequest(flow.name, FILTER),
      { source: flow.name, signal: SAMPLE, mode: "marks", limit },
    ]);
    return [...paceRequests(facts), ...measured, ...phaseRequests(ofRates(facts))];
  },

  domain(cx, height) {
    const { facts } = cx;
    const tops = senders(facts).flatMap((flow) => {
      const until = Math.min(endOf(facts, flow), facts.t1_s);
      return pacesOf(facts, flow).map((signal) => usualMost(line(cx, flow, signal), facts.t0_s, until));
    });
    const filters = full(facts).map((flow) => extent(line(cx, flow, FILTER))?.[1] ?? 0);
    return perFlow.domain(cx, height, Math.max(0, ...tops, ...filters));
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    perFlow.under?.(surface, scales, cx);
    inPlot(surface, scales, () => {
      for (const flow of full(facts)) drawMeasured(surface, scales, cx, flow);
      for (const flow of [...senders(facts)].reverse())
        for (const signal of pacesOf(facts, flow)) drawFlow(surface, scales, cx, flow, line(cx, flow, signal));
    });
    perFlow.over?.(surface, scales, cx);
    for (const flow of senders(facts))
      for (const signal of pacesOf(facts, flow))
        drawPeaks(surface, scales, theme, line(cx, flow, signal), rateDigits(facts));
  },

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const slots: Slot[] = phaseSlots(scales, { ...cx, facts: ofRates(facts) });
    const digits = rateDigits(facts);
    for (const flow of rated(cx)) {
      const { color, dash } = lookOf(facts, theme, flow);
      const add = (label: string, value: number | null, swatch: NonNullable<Slot["swatch"]>, hint?: string): void => {
        const y = value === null || swatch.width > 2.5 ? null : scales.y(value);
        slots.push({ label, hint, value: reading(value, digits), flow: flow.name, swatch, y });
      };
      const alone = rated(cx).length === 1;
      const name = alone ? translate("chart.rates.alone") : labelOf(flow);
      add(name, paceNow(cx, flow), { color, dash, width: 2.5 });
      if (!full(facts).includes(flow)) continue;
      const hint = translate("chart.rates.filter.hint");
      add(translate("chart.rates.filter"), levelNow(cx, flow, FILTER), { color, dash: [], width: 1 }, hint);
      add(translate("chart.rates.sample"), sampleNow(cx, flow), { color, dash: [1.5, 2.5], width: 2.6 });
    }
    return slots;
  },

  describe(cx) {
    const digits = rateDigits(cx.facts);
    const parts = rated(cx).map((flow) =>
      translate("chart.rates.describe.flow", { flow: labelOf(flow), value: reading(paceNow(cx, flow), digits) }),
    );
    const measured = full(cx.facts).map((flow) =>
      translate("chart.rates.describe.filter", {
        flow: labelOf(flow),
        value: reading(levelNow(cx, flow, FILTER), digits),
        sample: reading(sampleNow(cx, flow), digits),
      }),
    );
    return perFlow.describe({ ...cx, facts: ofRates(cx.facts) }, [...parts, ...measured].join("; "));
  },

  rows(cx) {
    const columns = rated(cx).flatMap((flow) => {
      const column = (title: string, points: Points) => columnOf(cx, title, flow.name, points, 2);
      const name = labelOf(flow);
      const paces = pacesOf(cx.facts, flow).map((signal) =>
        column(translate("chart.rates.pacing", { flow: name }), line(cx, flow, signal)),
      );
      if (!full(cx.facts).includes(flow)) return paces;
      const sample = mbps(cx.series.get(flow.name, SAMPLE, "marks"));
      return [
        ...paces,
        column(translate("chart.rates.column.filter", { flow: name }), line(cx, flow, FILTER)),
        column(translate("chart.rates.column.sample", { flow: name }), sample),
      ];
    });
    return tableOf(cx, columns);
  },
};

/** The facts with those flows only whose algorithm has a rate: of others the ribbon would be about something else. */
function ofRates(facts: RunFacts): RunFacts {
  return { ...facts, flows: facts.flows.filter((flow) => flow.cross || isPaced(flow.kind)) };
}

/** The delivery rates of a flow, and the greatest of them that it holds on to. */
function drawMeasured(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook): void {
  const { color, alpha } = lookOf(cx.facts, cx.theme, flow);
  const dots = toDots(mbps(cx.series.get(flow.name, SAMPLE, "marks") ?? NONE), scales);
  surface.dots(dots, { color, size: 1.4 * scales.unit, alpha: 0.4 * alpha });
  const filter = toPixels(line(cx, flow, FILTER), scales, endOf(cx.facts, flow));
  surface.polyline(filter, { color, width: scales.unit, alpha, step: true });
}
