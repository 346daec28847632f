/**
 * Consequences of a chart's x axis: the room around its plot, its range of x, its labels, what is asked for it and when it is drawn
 * again. One object for charts over time, one for charts with an axis of their own; nothing else asks which of them a chart is. Pure.
 * Not here: the layout that they have in common (geometry.ts), the labels under the last chart (time-axis.ts).
 */
import type { ViewRequest } from "../engine/protocol.ts";
import type { Scales } from "../plot/scale.ts";
import type { Span } from "../plot/span.ts";
import type { RunFacts } from "../session/run-facts.ts";
import {
  type Chart,
  type ChartContext,
  type Hit,
  type LabelledAxis,
  marksOf,
  type OwnAxisChart,
  type Slot,
  type TimeChart,
} from "./chart.ts";
import { thinOf } from "./marks.ts";

/** Under the plot: ticks of crowded marks; with an axis of its own its labels, px. */
const BOTTOM = 7;
export const BOTTOM_OWN = 36;
/** Line of the key of textures over the strips of a small chart, px. */
const KEY_LINE = 16;
/** Columns a second for charts with an axis of their own, finer than a round trip changes; and at most, where they remember a long run. */
export const OWN_COLUMNS = 20;
export const MOST_COLUMNS = 4000;
/** Of a whole run more is asked for each time after this, s. */
const STEP_S = 20;
/** Interval at which one of them is drawn again while the run plays, ms of the screen. */
const OWN_MS = 100;

/** Canvas and form of a chart, px at a unit of 1. */
export interface Form {
  width: number;
  height: number;
  small: boolean;
  gutter: number;
  /** Height of the title's line over the canvas. */
  titled: number;
}

/** Room around the plot, px at a unit of 1. */
interface Room {
  /** Widths at the right: labels, or what the chart draws there. */
  gutter: number;
  aside: number;
  /** Heights over the plot: strips, and the line with the key of their textures. */
  headroom: number;
  keyed: number;
  /** Heights under the plot: the axis, and what the chart draws under that. */
  bottom: number;
  below: number;
}

/** Range of x; `own` is drawn as the axis of the chart. */
export interface Across {
  min: number;
  max: number;
  own: LabelledAxis | null;
}

/** The stack's moment, as far as it decides what is asked for. */
interface Asked {
  span: Span;
  reading_s: number;
  /** Width of the plots, px. */
  columns: number;
}

/** A mark with its place in the plot. */
interface Target {
  hit: Hit;
  x: number;
  y: number;
}

export interface XAxis<C extends Chart = Chart> {
  /** The line of requests (feed.ts). */
  readonly line: Chart["axis"];
  /** The stack's time axis, with its crosshair and gestures, is that of these charts. */
  readonly shared: boolean;
  room(chart: C, facts: RunFacts, form: Form): Room;
  across(chart: C, cx: ChartContext, laid: readonly { cx: ChartContext }[]): Across;
  /** x of an instant; null where x is no time. */
  xOf(scales: Scales, t_s: number): number | null;
  slots(chart: C, scales: Scales, cx: ChartContext): Slot[];
  /** The marks that a pointer may be at. */
  targets(chart: C, hits: readonly Hit[], scales: Scales, cx: ChartContext): Target[];
  /** The stretch of the run that charts show; null where they ask for none. */
  view(charts: readonly C[], asked: Asked): Omit<ViewRequest, "series"> | null;
  /** The reading that the picture is of, after `before` and `since_ms` later; null where it is of none. */
  pictured(facts: RunFacts, playing: boolean, since_ms: number, before: number | null): number | null;
}

function targetsOf(chart: Chart, hits: readonly Hit[], scales: Scales, cx: ChartContext): Target[] {
  const marked = marksOf(chart);
  return marked ? hits.map((hit) => ({ hit, ...marked.place(hit, scales, cx) })) : [];
}

const TIME: XAxis<TimeChart> = {
  line: "time",
  shared: true,
  room({ strips }, facts, { height, small, gutter, titled }) {
    const headroom = strips?.headroom(facts, height + titled) ?? 0;
    const keyed = headroom > 0 && small && strips?.key ? KEY_LINE : 0;
    return { gutter: small ? 0 : gutter, aside: 0, headroom, keyed, bottom: BOTTOM, below: 0 };
  },
  across: (_, { facts }) => ({ min: facts.t0_s, max: facts.t1_s, own: null }),
  xOf: (scales, t_s) => scales.x(t_s),
  slots: (chart, scales, cx) => chart.slots(scales, cx),
  targets(chart, hits, scales, cx) {
    if (chart.parts)
      return chart.parts
        .place(scales, cx)
        .flatMap(({ chart: part, scales: its, top }) =>
          TIME.targets(part, part.hits(cx), its, cx).map(({ hit, x, y }) => ({ hit, x, y: y + top })),
        );
    const { shown, ticks } = thinOf(marksOf(chart), hits, scales.x, scales.unit);
    const inShape = shown.map(({ hit }) => hit);
    const y = scales.height + 3;
    return [...targetsOf(chart, inShape, scales, cx), ...ticks.map(({ hit, x }) => ({ hit, x, y }))];
  },
  view: (_, { span: [t0_s, t1_s], columns }) => ({ t0_s, t1_s, columns }),
  pictured: () => null,
};

const OWN: XAxis<OwnAxisChart> = {
  line: "own",
  shared: false,
  room({ aside, below }, facts, { width, height, small }) {
    const beside = small ? 0 : (aside?.(facts, width) ?? 0);
    const under = beside ? 0 : (below?.(facts, width, height) ?? 0);
    return { gutter: 0, aside: beside, headroom: 0, keyed: 0, bottom: BOTTOM_OWN, below: under };
  },
  // It also holds what is laid over the run.
  across(chart, cx, laid) {
    let own = chart.across(cx);
    for (const { cx: its } of laid) {
      const other = its === cx ? own : chart.across(its);
      if (other.max > own.max) own = { ...other, label: own.label };
    }
    return { min: own.min, max: own.max, own };
  },
  xOf: () => null,
  slots: () => [],
  targets: targetsOf,
  view(charts, { reading_s }) {
    const memory = Math.max(0, ...charts.map(({ memory_s = 0 }) => memory_s));
    if (memory === 0) return null;
    // A stretch longer than what is drawn, so that a moving reading asks rarely.
    const whole = memory === Number.POSITIVE_INFINITY;
    const step = whole ? STEP_S : memory / 2;
    const t0_s = whole ? 0 : Math.max(0, Math.floor((reading_s - memory) / step) * step);
    const long = whole ? (Math.floor(reading_s / step) + 2) * step : memory + 2 * step;
    return { t0_s, t1_s: t0_s + long, columns: Math.min(MOST_COLUMNS, Math.ceil(long * OWN_COLUMNS)) };
  },
  // At rest exactly, while the run plays ten times a second of the screen, at any speed.
  pictured: ({ reading_s }, playing, since_ms, before) => (!playing || since_ms >= OWN_MS ? reading_s : before),
};

/** Both kinds. */
export const X_AXES: readonly XAxis[] = [TIME, OWN];

/** Consequences of a chart's axis. */
export const xAxisOf = (chart: Chart): XAxis => (chart.axis === "time" ? TIME : OWN);
