/**
 * A chart: a pure function of a frame. A chart declares the series it needs, gets scales and a theme, and draws
 * on a surface. No DOM, no state, no time of its own. There are two kinds, over time and with an x axis of its own. Not here: what
 * follows from the kind (x-axis.ts), crosshair and gestures (stack.ts), nor canvas or SVG (plot/canvas-surface.ts). To add a chart:
 * one file like window.ts or phase.ts, and one line in registry.ts.
 */
import type { Theme } from "../design/theme.ts";
import type { Frame, Mode, Points, SeriesRequest, SourceName, ViewRequest } from "../engine/protocol.ts";
import type { Domain, Scales } from "../plot/scale.ts";
import type { Pattern, Shape, Surface } from "../plot/surface.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";

/** Series by source, signal and mode, as asked for; no points where nothing came. */
export interface SeriesMap {
  get(source: SourceName, signal: string, mode: Mode): Points;
  /** Whether all of these were asked for. */
  has?(wanted: readonly SeriesRequest[]): boolean;
  /** The exact value at an instant if it was asked for, else undefined; charts use `atReading` (exact.ts). */
  at?(source: SourceName, signal: string, t_s: number): number | undefined;
}

/** A slot of the right gutter: swatch, name, value (design 5). */
export interface Slot {
  label: string;
  /** Meaning of the label, for the pointer. */
  hint?: string | undefined;
  value: string;
  /** The value in the run that is laid over this one. */
  other?: string;
  /** The flow that it is about: pointing at it brings that flow forward. */
  flow?: SourceName;
  /** Tells it from others with the same words. */
  key?: string;
  /** It belongs to the slot before it, and is under that one. */
  under?: boolean;
  swatch: { color: string; dash: readonly number[]; width: number; fill?: boolean; mark?: Shape } | null;
  /** Where its line ends, for the leader and the open dot; null: neither. */
  y: number | null;
  /** Where the label itself stands (the limit's line, a strip); without it, in the order in which the chart has them. */
  at?: number;
  /** Words in the colour of what is wrong. */
  wrong?: boolean;
  /** Left out of the row over a small plot, which is to stay one line, and beside a stage. */
  spare?: boolean;
  /** Where its line leaves the plot, from which a leader goes to it. */
  end?: number;
  /** Meaning in a few words, which are under it where there is room. */
  more?: string;
  /** It is such words. */
  note?: boolean;
}

/** A mark that can be focused, clicked and read aloud. */
export interface Hit {
  t_s: number;
  value: number;
  flow: SourceName;
  signal: string;
  shape: Shape;
}

export interface ChartContext {
  facts: RunFacts;
  series: SeriesMap;
  theme: Theme;
  /** The range shown until now: a range grows to hold its data, and never shrinks by itself. */
  held?: { min: number; max: number } | null;
  /** Value that has to be within the axis: an overlay has values up to there. */
  must?: boolean;
}

/** Quantity of a source that is compared: its window in packets, its goodput in Mbit/s, its RTT or one-way delay in ms, a queue in packets, or in kB. */
export type Quantity = "window" | "goodput" | "delay" | "queue" | "queue_bytes";

/** A band that a chart draws, in its own unit of y; `flow` null: in ink. */
export interface Wish {
  source: SourceName;
  quantity: Quantity;
  flow: FlowLook | null;
}

/** A run that is laid over another: its facts, and the function that fetches its series. */
export interface OverlayRun {
  facts: RunFacts;
  request(request: ViewRequest): Promise<Frame>;
}

/** Overlay of the run in a chart: a second run, percentiles of many, a reader's expectation. */
export interface Overlay {
  /** Changes whenever its drawing does; the data of its own run are not in it. */
  readonly key: string;
  /** It appears gradually, once under each name; at once without one. */
  readonly name?: string;
  /** Its own run, whose series are fetched as those of the run under it. At most one overlay has one. */
  readonly run?: OverlayRun;
  /** From when on its own run differs, s. */
  readonly from_s?: number;
  /** Its run is what this one was before a change: drawn in charts of a row, too, and no reason to keep a chart open. */
  readonly isFormer?: true;
  /** The surface on which the chart draws the run under it. */
  under?(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext): Surface;
  /** `cx`, here and below: that of its own run where it has one, else that of the run under it, which is `first`. */
  draw(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext, first: ChartContext): void;
  /** The greatest value that it draws; null if it draws nothing. `height`: of the plot, px. */
  top(chart: Chart, cx: ChartContext, height: number): number | null;
  /** The labels of the run under it, with its own values beside them. */
  slots?(chart: Chart, slots: readonly Slot[], scales: Scales, cx: ChartContext): Slot[];
}

/**
 * A chart's drawing of each flow: one value over time. Of many flows a median and a band of each algorithm are drawn instead
 * (by-algorithm.ts), from this alone; the chart itself draws each flow by the same functions.
 */
export interface FlowMeasure {
  /** A flow's series while it has this algorithm; each value holds until the next. */
  points(cx: ChartContext, flow: FlowLook, kind: string): Points;
  /** Its value at the reading, null without one. */
  now(cx: ChartContext, flow: FlowLook): number | null;
  /** A value counts for so long, s; without it, until the next. */
  quiet_s?(facts: RunFacts): number;
  /** Its line is drawn in steps. */
  step: boolean;
  /** Digits in labels and words, and in the table. */
  digits(facts: RunFacts): number;
  columnDigits: number;
  /** The series of many flows, and their unit, where they are others than the chart's. */
  series?(facts: RunFacts): SeriesRequest[];
  unit?(facts: RunFacts): string;
  /** Range of y that holds the values of flows up to `top`. */
  domain(cx: ChartContext, height: number, top: number): Domain;
  /** Drawings under the lines, clipped as they are, and over them. */
  under?(surface: Surface, scales: Scales, cx: ChartContext): void;
  over?(surface: Surface, scales: Scales, cx: ChartContext): void;
  /** Labels after those of the flows. */
  slots?(cx: ChartContext): Slot[];
  /** The chart's sentence, with the words about its flows in it. */
  describe(cx: ChartContext, flows: string): string;
}

/** A chart with marks: they can be focused, clicked and read aloud. */
export interface Marked {
  /** Those within the span, in order of time. */
  hits(cx: ChartContext): Hit[];
  /** Where a mark is in the plot. */
  place(hit: Hit, scales: Scales, cx: ChartContext): { x: number; y: number };
  /** Those of all flows are in one row over time: one mark for what falls within its width. */
  together?: boolean;
  /** The mark that a point of the plot is on, where more than the mark itself answers: a line of text. */
  hitAt?(x: number, y: number, scales: Scales, cx: ChartContext): Hit | null;
  /** Words of a mark, where it is no moment of the run. */
  read?(hit: Hit, cx: ChartContext): string;
}

/** Common part of charts of both kinds: words, data, a drawing. */
interface Drawn {
  /** Panel id of the contract (`cwnd`, `queue`, `rtt`, `gradient`, `backoff`, `goodput`); `chart.<id>` is its title. */
  id: string;
  /** Least share of the height among open charts. */
  flex: number;
  /** Unit beside the title. */
  unit(facts: RunFacts): string;
  /** Shows what no real sender can know: with that hidden, it shows nothing. */
  secret?: boolean;
  /** Text in the plot while there are no data. */
  empty(facts: RunFacts): string;
  /** Series that it needs for the present flows and focus. */
  series(facts: RunFacts, width: number): SeriesRequest[];
  /** Range of y; ticks to draw. `height` decides how many. */
  domain(cx: ChartContext, height: number): Domain;
  draw(surface: Surface, scales: Scales, cx: ChartContext): void;
  /** Draws the run over another one, where that is not the same drawing with strong lines. */
  drawCompared?(surface: Surface, scales: Scales, cx: ChartContext): void;
  /** One sentence that says what is seen, for screen readers; at most every 5 s. */
  describe(cx: ChartContext): string;
  /** Rows for the data table: header, then rows of text. */
  rows(cx: ChartContext): { header: string[]; rows: string[][] };
}

/** Strips over a plot (the queue's ribbon). */
export interface Strips {
  /** Their height in px, when the figure has `height` px in all. */
  headroom(facts: RunFacts, height: number): number;
  /** Meaning of their textures; opens over them. */
  key?(facts: RunFacts): { pattern: Pattern; word: string }[];
}

/** One of the charts that are drawn in one plot, with its part of it. */
export interface PlotPart {
  chart: TimeChart & Marked;
  scales: Scales;
  /** Range of its y; ticks to draw. */
  range(): Domain;
  /** Its top in the plot, px. */
  top: number;
}

/** The charts that are drawn in one plot, one over the other. */
export interface Parts {
  charts: readonly (TimeChart & Marked)[];
  place(scales: Scales, cx: ChartContext): readonly PlotPart[];
}

/** A chart over time: it shares the time axis, and has labels in the gutter at its right. */
export interface TimeChart extends Drawn {
  axis: "time";
  /** `of`: the labels of a part, where they are not its own alone. */
  slots(scales: Scales, cx: ChartContext, of?: (part: PlotPart) => readonly Slot[]): Slot[];
  /** Its name where it is opened under a stage: what it answers. */
  question?(facts: RunFacts): string;
  /** It consists of other charts, and draws itself only what lies over all of them. */
  parts?: Parts;
  /** Draws it in a row of a few pixels, without words; without it, it is drawn as it is. */
  spark?: {
    domain(cx: ChartContext): Domain;
    draw(surface: Surface, scales: Scales, cx: ChartContext): void;
    /** Its reading, where that is not the value of a flow. */
    value?(cx: ChartContext): string;
  };
  /** Unit of y where a difference is measured (`control.unit.<word>`); without it, a bare number. */
  measure?: string | ((facts: RunFacts) => string);
  /** Its y may be logarithmic, where `facts.log` names it. */
  log?: boolean;
  strips?: Strips;
  /** Its drawing of each flow, if that is one value: where there are many, it is drawn by algorithm. */
  perFlow?: FlowMeasure;
  /** The line by which a future is remembered that a change replaced, where it is not that of a flow. */
  remembered?(cx: ChartContext): Points;
  /** Where many runs of the scenario are laid over this one: what they are compared in. */
  bands?(facts: RunFacts): Wish[];
}

/** An x axis with what is written under it. */
export type LabelledAxis = Domain & { label: string };

/** A chart with an x axis of its own: it shows the run up to the reading. */
export interface OwnAxisChart extends Drawn {
  axis: "own";
  across(cx: ChartContext): LabelledAxis;
  /** Seconds before the reading that it draws, infinite for the whole run; without it, it asks for no series. */
  memory_s?: number;
  /** Whether there are data, of one that is drawn from the facts alone. */
  full?(facts: RunFacts): boolean;
  /** Width in px at the right of the plot, when the canvas has `width` px; none in the small form. */
  aside?(facts: RunFacts, width: number): number;
  /** Height in px of what it draws under its axis instead, when the canvas is `width` by `height` px; 0 without. */
  below?(facts: RunFacts, width: number, height: number): number;
}

/** One chart, perhaps with marks. What follows from its kind is in x-axis.ts. */
export type Chart = TimeChart | OwnAxisChart;

/** A chart with its marks; undefined if it has none. */
export const marksOf = (chart: Chart): (Chart & Marked) | undefined =>
  "hits" in chart ? (chart as Chart & Marked) : undefined;

/** A chart as one of its kind; undefined if it is of the other. */
export const overTime = (chart: Chart): TimeChart | undefined => (chart.axis === "time" ? chart : undefined);
/** The charts that a chart draws: of most it is the chart itself. */
export const chartsIn = (chart: Chart): readonly Chart[] => overTime(chart)?.parts?.charts ?? [chart];
export const onOwnAxis = (chart: Chart): OwnAxisChart | undefined => (chart.axis === "own" ? chart : undefined);
