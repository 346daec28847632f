/**
 * Tooth by tooth: the sawtooth cycles of one flow laid over each other from the cut that begins each, over round trips, the oldest
 * palest. Beside them, where there is room, a bar of each complete cycle for its height, length and lost packets. Up to the reading
 * only. The flow is the one in focus; without one, the first of two that has been cut. Not here: where a cycle begins and ends (fold.ts).
 */
import "../i18n/rare-charts.ts";
import type { Theme } from "../design/theme.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, quantileOf, rangeEnd } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked, OwnAxisChart } from "./chart.ts";
import { colorOf, focusOf, labelOf, senders } from "./flow-styles.ts";
import { type Clock, type Cut, cutsOf, fold, lostIn, roundClock, type Tooth } from "./fold.ts";
import { kindAt, kindsOf, windowSignal } from "./kinds.ts";
import { levelRequest, markRequest, SHAPES } from "./marks.ts";
import { windowTop } from "./range.ts";
import { reading } from "./readings.ts";
import { drawBars, room, under } from "./tooth-bars.ts";

/** Cycles that began so long before the reading are drawn, s; the last ones, at most this number. */
const MEMORY_S = 120;
const MOST = 40;
/** Cuts and losses asked for at most: enough that none is thinned away. */
const LIMIT = 20_000;
/** Strength of the palest cycle, on a light and on a dark ground. */
const PALE = 0.14;
const PALE_DARK = 0.2;
/** A plot this high has room for words at its cycles, px. */
const NAMED = 80;
/** Width of a cycle's line, of the last one's, and of a second run's, which its overlay makes wider, px. */
const WIDTH = 1.5;
const LAST = 2;
const THIN = 0.85;
/** Least length of the axis, round trips or s; it has as many ticks as a plot of this height, px. */
const LEAST = 2;
const ACROSS = 150;

/** Signals that reduce a window; a timeout does so by a window cut at the same instant. */
const CUTS = ["window_cut", "delay_backoff"] as const;
const LOSSES = ["drop_queue", "drop_random", "lost_after_queue"] as const;

/** Drawing of the chart: the flow of its cycles, in which unit of length, each with its lost packets (null where they are hidden). */
export interface Folded {
  flow: FlowLook | null;
  /** Lengths are round trips; else seconds. */
  rounds: boolean;
  teeth: (Tooth & { lost: number | null })[];
}

/** The flows that may be drawn: the one in focus, else both of two. */
function candidates(facts: RunFacts): FlowLook[] {
  const focus = focusOf(facts);
  return focus ? [focus] : senders(facts);
}

const marksOf = (cx: ChartContext, flow: FlowLook, signal: string): Points => cx.series.get(flow.name, signal, "marks");

/** The cuts of a flow, in order of time; a timeout is named as such. */
function allCuts(cx: ChartContext, flow: FlowLook): Cut[] {
  const cuts = cutsOf(
    CUTS.map((signal) => ({ signal, shape: SHAPES[signal] ?? "dot", points: marksOf(cx, flow, signal) })),
  );
  const timeouts = new Set(marksOf(cx, flow, "timeout").filter((_, i) => i % 2 === 0));
  return cuts.map((cut) => (timeouts.has(cut.t_s) ? { ...cut, signal: "timeout", shape: "timeout" } : cut));
}

const SECONDS: Clock = (t_s) => t_s;
const EMPTY: Folded = { flow: null, rounds: true, teeth: [] };

/** Folds a flow up to the reading, or to its end. */
function foldFlow(cx: ChartContext, flow: FlowLook): Folded {
  const { facts } = cx;
  const clock = roundClock(marksOf(cx, flow, "round"));
  const level = (t_s: number): Points => cx.series.get(flow.name, windowSignal(kindAt(facts, flow, t_s)), "line");
  const to_s = Math.min(facts.reading_s, facts.computed_s, flow.stop_s);
  const span = { from_s: facts.reading_s - MEMORY_S, to_s, most: MOST };
  const losses = facts.hidden ? null : LOSSES.map((signal) => marksOf(cx, flow, signal));
  const teeth = fold(level, allCuts(cx, flow), clock ?? SECONDS, span).map((tooth) => ({
    ...tooth,
    lost: losses && lostIn(losses, tooth.start_s, tooth.end_s),
  }));
  return { flow, rounds: clock !== null, teeth };
}

/** Folded cycles, by context: a frame asks for the same several times. */
const made = new WeakMap<ChartContext, Folded>();

/** The cycles that the chart draws. */
function foldedOf(cx: ChartContext): Folded {
  let known = made.get(cx);
  if (!known) {
    const all = candidates(cx.facts).map((flow) => foldFlow(cx, flow));
    // The first cut decides, so that the other flow's later ones change nothing.
    const first = (one: Folded): number => one.teeth[0]?.start_s ?? Number.POSITIVE_INFINITY;
    known = all.reduce((best, one) => (first(one) < first(best) ? one : best), all[0] ?? EMPTY);
    made.set(cx, known);
  }
  return known;
}

/** Of which time the cycles are, in words: all of a run that is no longer than what is drawn. */
function spanOf({ duration_s }: RunFacts, where: "axis" | "text" = "text"): string {
  const key = duration_s <= MEMORY_S ? "all" : "last";
  return translate(`chart.teeth.span.${where}.${key}`, { n: MOST, s: num(MEMORY_S) });
}

/** Those that have ended. */
const complete = ({ teeth }: Folded): Folded["teeth"] => teeth.filter(({ cut }) => cut !== null);

export const teethChart: OwnAxisChart & Marked = {
  id: "teeth",
  axis: "own",
  flex: 1.3,
  memory_s: MEMORY_S,
  unit(facts) {
    const [flow, other] = candidates(facts);
    return flow && !other ? translate("chart.teeth.unit", { flow: labelOf(flow) }) : translate("chart.teeth.unit.none");
  },
  empty: () => translate("chart.teeth.empty"),
  // Two runs need the whole width.
  aside: (facts, width) => (facts.split ? 0 : room(width)),
  below: (facts, width, height) => (facts.split ? 0 : under(width, height)),

  series: (facts): SeriesRequest[] =>
    candidates(facts).flatMap((flow) => {
      const source = flow.name;
      const lines = [...new Set(kindsOf(facts, flow).map(windowSignal))];
      const marks = [...CUTS, "timeout", ...LOSSES];
      return [
        ...lines.map((signal) => levelRequest(source, signal)),
        ...marks.map((signal): SeriesRequest => ({ source, signal, mode: "marks", limit: LIMIT })),
        markRequest(source, "round"),
      ];
    }),

  across(cx) {
    const { teeth, rounds } = foldedOf(cx);
    const max = rangeEnd(Math.max(LEAST, ...teeth.map(({ length }) => length)), LEAST);
    const digits = max < 4 ? 1 : 0;
    const span = spanOf(cx.facts, "axis");
    const label = translate(rounds ? "chart.teeth.axis" : "chart.teeth.axis.seconds", { span });
    return { min: 0, max, ticks: axisTicks(0, max, ACROSS), format: (value) => num(value, digits), label };
  },

  domain(cx, height) {
    let most = cx.must ? (cx.held?.max ?? 0) : 0;
    for (const { line, height: top } of foldedOf(cx).teeth) {
      most = Math.max(most, top ?? 0);
      for (let i = 1; i < line.length; i += 2) if ((line[i] as number) > most) most = line[i] as number;
    }
    const max = windowTop(Math.max(most, 1));
    return { min: 0, max, ticks: axisTicks(0, max, height), format: (value) => num(value) };
  },

  draw(surface, scales, cx) {
    const folded = foldedOf(cx);
    const { flow, teeth } = folded;
    const { unit, height } = scales;
    const words = { color: cx.theme.ink2, halo: cx.theme.plate } as const;
    if (teeth.length === 0) {
      const text = translate("chart.teeth.none", { span: spanOf(cx.facts) });
      surface.text(12 * unit, height / 2, text, words);
    }
    // Without a focus the title does not say whose they are.
    else if (flow && candidates(cx.facts).length > 1)
      surface.text(6 * unit, 8 * unit, labelOf(flow), { ...words, color: cx.theme.ink, weight: 600 });
    if (!flow) return;
    // Where a second run is laid over it, the first one is a memory from the split on.
    const past_s = cx.facts.split ? cx.facts.split_s : undefined;
    drawTeeth(surface, scales, cx.theme, flow, teeth, { past_s });
    if (past_s === undefined && height >= NAMED * unit) nameTeeth(surface, scales, cx.theme, flow, folded);
    const measured = { ...folded, teeth: complete(folded) };
    if (scales.aside || scales.below)
      drawBars(surface, scales, cx.theme, measured, colorOf(cx.theme, flow), strengthOf);
  },

  // Cycles that both runs share are drawn once, by the first.
  drawCompared(surface, scales, cx) {
    const { flow, teeth } = foldedOf(cx);
    const from_s = cx.facts.split_s ?? 0;
    const own = teeth.filter(({ end_s }) => end_s > from_s);
    if (flow) drawTeeth(surface, scales, cx.theme, flow, own, { width: THIN });
  },

  hits(cx) {
    const folded = foldedOf(cx);
    return complete(folded).flatMap(({ cut }) =>
      cut && folded.flow
        ? { t_s: cut.t_s, value: cut.packets, flow: folded.flow.name, signal: cut.signal, shape: cut.shape }
        : [],
    );
  },

  place(hit: Hit, scales, cx) {
    const tooth = foldedOf(cx).teeth.find(({ cut }) => cut?.t_s === hit.t_s);
    return { x: scales.x(tooth?.length ?? 0), y: scales.y(hit.value) };
  },

  describe(cx) {
    const folded = foldedOf(cx);
    const [last, n] = [complete(folded).at(-1), complete(folded).length];
    const flow = folded.flow ? labelOf(folded.flow) : "";
    const span = spanOf(cx.facts);
    if (!last) return translate("chart.teeth.none", { span });
    const median = (values: number[]): string => reading(quantileOf(values, 0.5), 0);
    const words = translate(folded.rounds ? "chart.teeth.describe" : "chart.teeth.describe.seconds", {
      flow,
      n,
      span,
      height: median(complete(folded).map((tooth) => tooth.height ?? 0)),
      length: median(complete(folded).map((tooth) => tooth.length)),
      lastHeight: reading(last.height, 0),
      lastLength: reading(last.length, 0),
    });
    return last.lost === null ? words : `${words} ${translate("chart.teeth.describe.lost", { lost: last.lost })}`;
  },

  rows(cx) {
    const { teeth, rounds } = foldedOf(cx);
    const column = (key: string): string => translate(`chart.teeth.column.${key}`);
    return {
      header: [
        column("start"),
        column("height"),
        ...(rounds ? [column("rounds")] : []),
        column("seconds"),
        column("lost"),
        column("end"),
      ],
      rows: teeth.map((tooth) => [
        num(tooth.start_s, 3, 3),
        reading(tooth.height, 1),
        ...(rounds ? [reading(tooth.length, 1)] : []),
        reading(tooth.end_s - tooth.start_s, 3),
        tooth.lost === null ? "–" : num(tooth.lost),
        tooth.cut ? translate(`chart.mark.${tooth.cut.signal}`) : translate("chart.teeth.open"),
      ]),
    };
  },
};

/** Strength of the cycle number `i` of `n`, the oldest first: weak for most, so that the last few are seen. */
function strengthOf({ dark }: Theme, i: number, n: number): number {
  const pale = dark ? PALE_DARK : PALE;
  return pale + (1 - pale) * ((i + 1) / n) ** 4;
}

/** Names the cycle that is not ended, and marks the last one that is. */
function nameTeeth(surface: Surface, scales: Scales, theme: Theme, flow: FlowLook, folded: Folded): void {
  const { unit } = scales;
  const style = { color: theme.ink2, halo: theme.plate } as const;
  const put = (x: number, y: number, key: string): void => {
    const left = x > scales.width / 2;
    surface.text(x + (left ? -8 : 8) * unit, y, translate(key), { ...style, align: left ? "right" : "left" });
  };
  const running = folded.teeth.at(-1);
  const ended = complete(folded).at(-1);
  if (running && running.cut === null && running.line.length > 1)
    put(scales.x(running.length), scales.y(running.line.at(-1) as number), "chart.teeth.running");
  if (!ended?.cut || ended.height === null) return;
  const [x, y] = [scales.x(ended.length), scales.y(ended.height)];
  surface.mark(x, y, ended.cut.shape, { color: colorOf(theme, flow), size: 10 * unit });
  put(x, y - 8 * unit, "chart.teeth.ended");
}

/** Draws cycles, the oldest first, each with the mark of the cut that ended it; `width`: of all but the last; in grey those that end after `past_s`. */
function drawTeeth(
  surface: Surface,
  scales: Scales,
  theme: Theme,
  flow: FlowLook,
  teeth: Folded["teeth"],
  { past_s = Number.POSITIVE_INFINITY, width: thin = WIDTH }: { past_s?: number; width?: number },
): void {
  const { unit, width, height } = scales;
  const own = colorOf(theme, flow);
  surface.clip(0, -4 * unit, width + 4 * unit, height + 8 * unit, () => {
    for (const [i, { line, cut, end_s, length, height: top }] of teeth.entries()) {
      const color = end_s > past_s ? theme.ink3 : own;
      const alpha = strengthOf(theme, i, teeth.length);
      const points = new Float64Array(line.length);
      for (let k = 0; k + 1 < line.length; k += 2) {
        points[k] = scales.x(line[k] as number);
        points[k + 1] = scales.y(line[k + 1] as number);
      }
      const last = i === teeth.length - 1;
      surface.polyline(points, { color, width: (last ? LAST : thin) * unit, alpha, step: true });
      if (top !== null)
        surface.mark(scales.x(length), scales.y(top), cut?.shape ?? "dot", { color, size: 6 * unit, alpha });
    }
  });
}
