/**
 * The canvas of a chart's data, which is drawn again only when data, span, size or theme change, and where everything is in it; range
 * and new curves move to their places. Not here: what the data are (chart-data.ts), what moves with the playhead (panel.ts).
 */
import { Appearances } from "../plot/appearances.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import type { DrawWords } from "../plot/labels.ts";
import { begin, show } from "../plot/offscreen-canvas.ts";
import { RangeTransition } from "../plot/range-transition.ts";
import type { Scales } from "../plot/scale.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element } from "../ui/dom.ts";
import type { Chart, ChartContext } from "./chart.ts";
import { type ChartData, dataOf } from "./chart-data.ts";
import type { Exacts } from "./exact.ts";
import type { Answer } from "./feed.ts";
import { type Layout, layoutOf, scalesOf } from "./geometry.ts";
import type { Moment } from "./moment.ts";
import { drawPlot, type Laid, rangeWith } from "./overlaid.ts";
import { type Across, xAxisOf } from "./x-axis.ts";

/** Height of the title's line, px. */
const TITLE = 20;

/** What is drawn, and where: for what lies over it. */
export interface Drawn extends ChartData {
  layout: Layout;
  scales: Scales;
  /** Text that changes with the drawing. */
  key: string;
  drawWords: DrawWords;
}

export class DataCanvas {
  readonly canvas = element("canvas", "chart-data");
  readonly range = new RangeTransition();
  layout: Layout | null = null;
  scales: Scales | null = null;
  box = { width: 0, height: 0 };
  data: ChartData | null = null;
  /** Not all that the chart draws has come: what is drawn stays until then. */
  #waits = true;
  readonly #appearances = new Appearances();
  #across: Across | null = null;
  #drawWords: DrawWords = () => undefined;
  /** Texts that change with what is drawn, and with what is to be drawn. */
  key = "";
  #pendingKey = "";
  #drawnAt = 0;
  /** The reading that the drawing is of. */
  #pictured: number | null = null;

  constructor(private readonly chart: Chart) {}

  /** The canvas's size on the page, as observed. */
  resize(width: number, height: number): void {
    if (this.box.width === width && this.box.height === height) return;
    this.box = { width, height };
    this.expire();
  }

  /** The next drawing is another one. */
  expire(): void {
    this.key = "";
  }

  /** Fits the range to the data again. */
  forgetRange(): void {
    this.range.forget();
    this.#appearances.forget();
    this.expire();
  }

  /** Takes what has come, if that is all that the chart draws. */
  take(moment: Moment, answer: Answer | null, exact: Exacts): ChartData | null {
    const wanted = this.chart.series(moment.facts, this.box.width);
    this.#waits = wanted.length > 0 && !answer?.series.has?.(wanted);
    if (!this.#waits) {
      this.data = dataOf(moment, answer, exact, this.range.target);
      this.#arrange(moment, this.data.cx.facts);
      return this.data;
    }
    if (!this.layout) this.#arrange(moment, { ...moment.facts, split: Boolean(answer?.second) });
    return null;
  }

  #arrange({ small, gutter, unit, titled }: Moment, facts: RunFacts): void {
    this.layout = layoutOf(this.chart, facts, this.box, { small, gutter, unit, titled: titled ? TITLE : 0 });
  }

  /** Brings layout and scales up to date; true if the drawing is stale. */
  prepare(moment: Moment, { cx, laid, answer }: ChartData, now: number): boolean {
    const { facts } = moment;
    const axis = xAxisOf(this.chart);
    this.#pictured = axis.pictured(facts, moment.playing, now - this.#drawnAt, this.#pictured);
    const key = [
      answer?.version ?? 0,
      facts.t0_s,
      facts.t1_s,
      moment.factsKey,
      moment.themeVersion,
      moment.unit,
      moment.ratio,
      moment.small,
      moment.titled,
      this.#pictured,
      ...moment.overlays.map((overlay) => overlay.key),
    ].join(" ");
    // An axis of a chart's own is read from all its data: not again while it would show the same.
    if (key !== this.#pendingKey) this.#across = axis.across(this.chart, cx, laid);
    this.#pendingKey = key;
    this.#scale(now);
    return key !== this.key || this.#moves(this.#drawnAt);
  }

  #scale(now: number): void {
    if (this.layout && this.#across) this.scales = scalesOf(this.layout, this.#across, this.range.at(now));
  }

  /** Whether what was drawn at an instant changes of itself. */
  #moves(drawn: number): boolean {
    return this.range.moving(drawn) || this.#appearances.moving(drawn);
  }

  /** Whether the drawing is that of the data, on an axis that stays as it is until more come. */
  get rests(): boolean {
    return !this.#waits && this.key === this.#pendingKey && !this.#moves(this.#drawnAt);
  }

  /** What is drawn; null where that is nothing yet, or of other data. */
  get drawn(): Drawn | null {
    const { layout, scales, data, key } = this;
    return layout && scales && data && !this.#waits
      ? { ...data, layout, scales, key, drawWords: this.#drawWords }
      : null;
  }

  /** Draws frame and data; of an idle chart, nothing. True while they still move. */
  draw(moment: Moment, { cx, laid }: ChartData, layout: Layout, idle: boolean, now: number): boolean {
    const chart = this.chart;
    this.key = this.#pendingKey;
    this.#drawnAt = now;
    const domain = rangeWith(chart, cx, laid, layout.plotHeight / layout.unit);
    this.range.aim(domain, now, moment.still);
    const across = xAxisOf(chart).across(chart, cx, laid);
    this.#across = across;
    this.#scale(now);
    const context = sized(this.canvas, layout, moment.ratio);
    if (!context || !this.scales || idle) return false;
    const surface = canvasSurface(context, moment.theme, layout.unit, moment.ratio);
    const range = { ...domain, ...this.range.at(now) };
    const axes = { scales: this.scales, range, own: across.own, times: moment.ticks, grid: layout.unit < 2 };
    this.#drawWords = drawPlot(chart, surface, axes, ...this.#appearing(cx, laid, moment, now));
    if (layout.small && !moment.titled)
      surface.text(-layout.left, overPlot(layout), chart.unit(cx.facts), { color: moment.theme.ink3 });
    show(this.canvas);
    return this.#moves(now);
  }

  /** The run and what is laid over it, each as strong as it is by now. */
  #appearing(cx: ChartContext, laid: readonly Laid[], moment: Moment, now: number): [ChartContext, readonly Laid[]] {
    const { flows } = cx.facts;
    const flowNames = flows.map(({ name }) => `flow ${name}`);
    this.#appearances.keep([...flowNames, ...laid.flatMap(({ overlay }) => overlay.name ?? [])], now, moment.still);
    if (!this.#appearances.moving(now)) return [cx, laid];
    const strength = (name = ""): number => this.#appearances.strength(name, now);
    const looks = flows.map((flow, i) => ({ ...flow, strength: strength(flowNames[i]) }));
    return [
      { ...cx, facts: { ...cx.facts, flows: looks } },
      laid.map((each) => ({ ...each, strength: strength(each.overlay.name) })),
    ];
  }
}

/** The middle of the words over a small plot, px from it. */
export const overPlot = ({ headroom, keyed, unit }: Layout): number => -headroom - keyed - 9 * unit;

/** Sizes a canvas in device pixels, clears it, and puts the origin at the plot's corner, on a whole device pixel. */
export function sized(canvas: HTMLCanvasElement, layout: Layout, ratio: number): CanvasRenderingContext2D | null {
  const reach = layout.gutter
    ? Math.min(layout.gutter, 20 * layout.unit)
    : layout.width - layout.left - layout.plotWidth;
  const width = Math.round((layout.left + layout.plotWidth + reach) * ratio);
  const height = Math.round(layout.height * ratio);
  const context = begin(canvas, width, height);
  if (!context) return null;
  const size = [`${width / ratio}px`, `${height / ratio}px`] as const;
  if (canvas.style.width !== size[0]) canvas.style.width = size[0];
  if (canvas.style.height !== size[1]) canvas.style.height = size[1];
  context.setTransform(ratio, 0, 0, ratio, Math.round(layout.left * ratio), Math.round(layout.top * ratio));
  return context;
}
