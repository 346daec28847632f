/**
 * Window: the congestion window of each flow (of a rate-based one what its rate amounts to: packets in a smoothed round trip), the shadow window (of CDG, CHD), the slow-start
 * threshold of each flow, recoveries, and every cut as a mark over its peak. Not here: axis and gestures.
 */
import type { SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { extent, nicks, toPixels } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, factorTicks } from "../plot/ticks.ts";
import { type FlowLook, MOST_FLOWS, type RunFacts } from "../session/run-facts.ts";
import type { ChartContext, FlowMeasure, Hit, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading, levelNow } from "./exact.ts";
import { drawFlow, endOf, focusOf, inDetail, type Look, labelOf, lookOf, runsAt, senders } from "./flow-styles.ts";
import { emits, isRateBased, kindAt, kindsOf, ratedAt, usesThreshold, windowSignal } from "./kinds.ts";
import { collect, drawMarks, levelRequest, markRequest } from "./marks.ts";
import { heldTop, mostOf } from "./range.ts";
import { levelColumn, levelOf, reading, tableOf } from "./readings.ts";

const SIGNALS = ["delay_backoff", "window_cut", "window_undo", "loss_tolerated", "timeout"] as const;

/** Dots of the slow-start threshold's line, px. */
const DOTTED = [1, 3];

/** The shadow window widens the range by no more than this. */
const SHADOW = 1.2;

/** Flows whose algorithm keeps a shadow window. */
const shadowed = (facts: RunFacts): FlowLook[] =>
  inDetail(facts).filter((flow) => emits(flow.kind, "shadow_window_packets"));

/** Flows whose slow-start threshold is drawn: each, where they are drawn one by one; of many the one in focus. */
const thresholds = (facts: RunFacts): FlowLook[] => {
  const flows = senders(facts).filter((flow) => kindsOf(facts, flow).some(usesThreshold));
  return flows.length <= MOST_FLOWS ? flows : flows.filter((flow) => flow === focusOf(facts));
};

const perFlow: FlowMeasure = {
  points: (cx, flow, kind) => cx.series.get(flow.name, windowSignal(kind), "line"),
  now: (cx, flow) => atReading(cx, flow.name, signalAt(cx.facts, flow)),
  step: true,
  digits: () => 0,
  columnDigits: 1,

  domain(cx, height, greatest) {
    const { facts } = cx;
    let max = Math.max(greatest, 1);
    // The shadow window may grow far over everything that is sent: it alone does not widen the range much.
    for (const flow of shadowed(facts)) {
      const shadow = extent(levelOf(cx, flow.name, "shadow_window_packets"))?.[1] ?? 0;
      max = Math.max(max, Math.min(shadow, SHADOW * greatest));
    }
    const top = heldTop(max, cx);
    if (isLog(facts)) return { min: 1, max: top, ticks: factorTicks(top), format: (value) => num(value), log: true };
    return { min: 0, max: top, ticks: axisTicks(0, top, height), format: (value) => num(value, top < 10 ? 1 : 0) };
  },

  over: (surface, scales, cx) => drawMarks(windowChart, surface, scales, cx),

  describe(cx, flows) {
    const names = windowChart
      .hits(cx)
      .map((hit) => (hit.signal === "window_cut" && ratedAt(cx.facts, hit.flow, hit.t_s) ? "rate_cut" : hit.signal));
    const seen = [...SIGNALS, "rate_cut"]
      .map((name) => [name, names.filter((each) => each === name).length] as const)
      .filter(([, n]) => n !== 0)
      .map(([name, n]) => translate(`chart.mark.${name}.count`, { n }));
    const marks = seen.length ? translate("chart.describe.marks", { marks: seen.join(", ") }) : "";
    return translate("chart.cwnd.describe", { flows, marks }).trim();
  },
};

export const windowChart: TimeChart & Marked = {
  id: "cwnd",
  axis: "time",
  measure: "packets",
  flex: 1.15,
  log: true,
  unit(facts) {
    const rated = senders(facts).filter((flow) => isRateBased(flow.kind));
    const flows = rated.length === 1 ? labelOf(rated[0] as FlowLook) : translate("chart.cwnd.rated");
    const unit = rated.length === 0 ? translate("chart.cwnd.unit") : translate("chart.cwnd.unit.rated", { flows });
    return isLog(facts) ? translate("chart.unit.log", { unit }) : unit;
  },
  empty: () => translate("chart.cwnd.empty"),
  perFlow,

  series(facts): SeriesRequest[] {
    const wanted: SeriesRequest[] = senders(facts).flatMap((flow) =>
      signalsOf(facts, flow).map((s) => levelRequest(flow.name, s)),
    );
    for (const flow of inDetail(facts)) {
      for (const signal of [...SIGNALS, "recovery_start", "recovery_end"]) wanted.push(markRequest(flow.name, signal));
    }
    for (const flow of shadowed(facts)) wanted.push(levelRequest(flow.name, "shadow_window_packets"));
    for (const flow of thresholds(facts)) wanted.push(levelRequest(flow.name, "ssthresh_packets"));
    return wanted;
  },

  domain(cx, height) {
    const { facts } = cx;
    const end_s = Math.min(facts.t1_s, facts.computed_s);
    let own = 0;
    for (const flow of senders(facts))
      for (const signal of signalsOf(facts, flow)) {
        const points = levelOf(cx, flow.name, signal);
        const until = Math.min(end_s, flow.stop_s);
        own = Math.max(own, isLog(facts) ? (extent(points)?.[1] ?? 0) : mostOf(points, facts.t0_s, until));
      }
    return perFlow.domain(cx, height, own);
  },

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    surface.clip(0, -2, scales.width, scales.height + 4, () => {
      for (const flow of shadowed(facts)) drawShadow(surface, scales, cx, flow, lookOf(facts, theme, flow));
      for (const flow of thresholds(facts)) {
        const points = levelOf(cx, flow.name, "ssthresh_packets");
        const { color, alpha } = lookOf(facts, theme, flow);
        const style = { color, alpha, width: scales.unit, dash: DOTTED, step: true };
        surface.polyline(toPixels(points, scales, endOf(facts, flow)), style);
      }
      for (const flow of [...senders(facts)].reverse())
        for (const signal of signalsOf(facts, flow))
          drawFlow(surface, scales, cx, flow, levelOf(cx, flow.name, signal));
      for (const flow of inDetail(facts)) drawRecoveries(surface, scales, cx, flow);
    });
    for (const flow of senders(facts))
      for (const signal of signalsOf(facts, flow))
        drawPeaks(surface, scales, cx, { flow, signal, at: "t_s", words: "chart.cwnd.over" });
    for (const flow of shadowed(facts)) drawPeaks(surface, scales, cx, { flow, ...SHADOW_PEAKS });
    drawMarks(windowChart, surface, scales, cx);
  },

  bands: (facts) => senders(facts).map((flow) => ({ source: flow.name, quantity: "window", flow })),

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const slots: Slot[] = [];
    const add = (flow: FlowLook, label: string, signal: string, width: number, dash: readonly number[]): void => {
      const value = levelNow(cx, flow, signal);
      const shadow = signal === "shadow_window_packets";
      const none = value === null || (shadow && value <= 0);
      slots.push({
        label,
        hint: shadow ? translate("chart.cwnd.shadow.hint") : undefined,
        ...(shadow && { more: translate("chart.cwnd.shadow.more") }),
        value: none ? (value === null ? "–" : translate("chart.cwnd.noShadow")) : reading(value, 0),
        flow: flow.name,
        swatch: { color: lookOf(facts, theme, flow).color, dash, width },
        y: none ? null : scales.y(value),
      });
    };
    const two = shadowed(facts).length > 1;
    for (const flow of senders(facts)) {
      add(flow, labelOf(flow), signalAt(facts, flow), 2.5, lookOf(facts, theme, flow).dash);
      if (!shadowed(facts).includes(flow)) continue;
      const label = two ? translate("chart.cwnd.shadowOf", { flow: labelOf(flow) }) : translate("chart.cwnd.shadow");
      add(flow, label, "shadow_window_packets", 1, []);
    }
    return slots.concat(thresholdSlot(scales, cx) ?? []);
  },

  hits: (cx) => collect(cx, inDetail(cx.facts), SIGNALS),

  place(hit: Hit, scales) {
    const x = scales.x(hit.t_s);
    if (hit.shape === "timeout") return { x, y: scales.height - 4 * scales.unit };
    const y = Math.max(2, scales.y(hit.value));
    return { x, y: hit.shape === "backoff" ? Math.max(2, y - 5 * scales.unit) : y };
  },

  describe(cx) {
    const { facts } = cx;
    const parts = senders(facts).map((flow) => {
      const signal = signalAt(facts, flow);
      const args = { flow: labelOf(flow), value: reading(atReading(cx, flow.name, signal), 0) };
      if (facts.reading_s < flow.start_s) return translate("chart.cwnd.describe.none", args);
      if (!runsAt(flow, facts.reading_s)) return translate("chart.cwnd.describe.stopped", args);
      return translate(signal === "rate_packets" ? "chart.cwnd.describe.rate" : "chart.cwnd.describe.flow", args);
    });
    return perFlow.describe(cx, parts.join(", "));
  },

  rows(cx) {
    const columns = senders(cx.facts).map((flow) => {
      const levels = signalsOf(cx.facts, flow).map((signal) => levelColumn(cx, "", flow.name, signal, 1));
      const at = (t_s: number): number | null => levels.map((level) => level.at(t_s)).find((v) => v !== null) ?? null;
      return { name: labelOf(flow), digits: 1, at };
    });
    for (const flow of shadowed(cx.facts)) {
      const name = translate("chart.cwnd.shadowOf", { flow: labelOf(flow) });
      const shadow = levelColumn(cx, name, flow.name, "shadow_window_packets", 1);
      // 0 stands for none.
      columns.push({ ...shadow, at: (t_s) => shadow.at(t_s) || null });
    }
    for (const flow of thresholds(cx.facts)) {
      const name = translate("chart.cwnd.ssthreshOf", { flow: labelOf(flow) });
      const threshold = levelColumn(cx, name, flow.name, "ssthresh_packets", 1);
      // Infinite before the first loss.
      columns.push({ ...threshold, at: (t_s) => finite(threshold.at(t_s)) });
    }
    return tableOf(cx, columns);
  },
};

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);
const isLog = (facts: RunFacts): boolean => facts.log?.includes(windowChart.id) ?? false;

/** Drawing of a flow over the run: its window, and the window that its rate amounts to. */
function signalsOf(facts: RunFacts, flow: FlowLook): string[] {
  return [...new Set(kindsOf(facts, flow).map(windowSignal))];
}
const signalAt = (facts: RunFacts, flow: FlowLook): string => windowSignal(kindAt(facts, flow, facts.reading_s));

/** The label of the focused flow's dotted line, last: the windows come first where room is short. None of a flow that has no threshold. */
function thresholdSlot(scales: Scales, { facts, series, theme, ...rest }: ChartContext): Slot | null {
  const flow = focusOf(facts);
  if (!flow || series.get(flow.name, "ssthresh_packets", "line").length === 0) return null;
  const value = runsAt(flow, facts.reading_s)
    ? atReading({ facts, series, theme, ...rest }, flow.name, "ssthresh_packets")
    : null;
  const set = value !== null && Number.isFinite(value);
  return {
    // It names a line of the flow, not the flow: of that each label is one that another run may have under another name.
    key: "ssthresh",
    label: translate("chart.cwnd.ssthresh"),
    hint: translate("chart.cwnd.ssthresh.hint", { flow: labelOf(flow) }),
    value: set ? reading(value, 0) : "–",
    swatch: { color: lookOf(facts, theme, flow).color, dash: DOTTED, width: 1 },
    y: set ? scales.y(value) : null,
    spare: true,
  };
}

/** The shadow window as a thin line; none while it is 0. */
function drawShadow(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook, { color }: Look): void {
  const shadow = levelOf(cx, flow.name, "shadow_window_packets");
  const points = toPixels(shadow, scales, endOf(cx.facts, flow), (value) => value > 0);
  const style = { color, width: 1.25 * scales.unit };
  surface.polyline(points, { ...style, step: true });
  // It alone may leave the range, which follows what is sent.
  for (const nick of nicks(points, scales)) surface.polyline(nick, { ...style, width: 1.75 * scales.unit });
}

/** Peaks whose values would be nearer than this have one between them, px. */
const PEAKS_APART = 40;
/** Where a peak's value begins beside it, px. */
const BESIDE = 8;
/** Room that a peak's value needs, px. */
const VALUE = 26;

/** Peaks beyond the range that are named: of which flow, how, and at which of their instants. */
interface Peaks {
  flow: FlowLook;
  signal: string;
  at: "t_s" | "from_s";
  words: string;
}

/** The shadow window stays beyond the range for long: its height is said where it leaves. */
const SHADOW_PEAKS = { signal: "shadow_window_packets", at: "from_s", words: "chart.cwnd.shadow.over" } as const;

/** Where a flow's window, or its shadow, goes beyond the range: how high, with an arrow. */
function drawPeaks(surface: Surface, scales: Scales, cx: ChartContext, { flow, signal, at, words }: Peaks): void {
  const top = scales.value(0);
  let last = Number.NEGATIVE_INFINITY;
  for (const peak of peaksOver(levelOf(cx, flow.name, signal), top * (1 + 1e-9))) {
    const x = scales.x(peak[at]);
    if (x < 0 || x > scales.width || x - last < PEAKS_APART * scales.unit) continue;
    last = x;
    const left = x + (BESIDE + VALUE) * scales.unit > scales.width;
    surface.text(
      x + (left ? -BESIDE : BESIDE) * scales.unit,
      5 * scales.unit,
      translate(words, { value: num(peak.value) }),
      {
        color: cx.theme.ink,
        align: left ? "right" : "left",
        halo: cx.theme.plate,
        near: { x },
        optional: true,
      },
    );
  }
}

/** The highest point of each stretch in which a level is over `top`, and the stretch's beginning. */
export function peaksOver(points: Float64Array, top: number): { from_s: number; t_s: number; value: number }[] {
  const peaks: { from_s: number; t_s: number; value: number }[] = [];
  let open = false;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [t_s, value] = [points[i] as number, points[i + 1] as number];
    const peak = peaks.at(-1);
    if (!(value > top)) open = false;
    else if (!open || !peak) {
      open = true;
      peaks.push({ from_s: t_s, t_s, value });
    } else if (value > peak.value) Object.assign(peak, { t_s, value });
  }
  return peaks;
}

/** Fast recoveries as bars on the axis line, as long as they lasted. */
function drawRecoveries(surface: Surface, scales: Scales, cx: ChartContext, flow: FlowLook): void {
  const starts = cx.series.get(flow.name, "recovery_start", "marks");
  const ends = cx.series.get(flow.name, "recovery_end", "marks");
  const { color } = lookOf(cx.facts, cx.theme, flow);
  let e = 0;
  for (let s = 0; s + 1 < starts.length; s += 2) {
    const from = starts[s] as number;
    while (e + 1 < ends.length && (ends[e] as number) < from) e += 2;
    const to = e + 1 < ends.length ? (ends[e] as number) : endOf(cx.facts, flow);
    const x = scales.x(from);
    const w = Math.max(1, scales.x(to) - x);
    surface.rect(x, scales.height - 3 * scales.unit, w, 3 * scales.unit, { fill: color });
  }
}
