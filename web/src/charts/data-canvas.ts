/**
 * The canvas of a chart's data, which is drawn again only when data, span, size or theme change, and where everything is in it; range
 * and new curves move to their places. Not here: what the data are (chart-data.ts), what moves with the playhead (panel.ts).
 */
import type { Theme } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { Appearances } from "../plot/appearances.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import type { Box } from "../plot/ink.ts";
import { type DrawWords, notingWords } from "../plot/labels.ts";
import { begin, show } from "../plot/offscreen-canvas.ts";
import { RangeTransition } from "../plot/range-transition.ts";
import { recorded } from "../plot/recorded-surface.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { timeTicks } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element } from "../ui/dom.ts";
import { type Chart, type ChartContext, overTime } from "./chart.ts";
import { type ChartData, dataOf } from "./chart-data.ts";
import type { Exacts } from "./exact.ts";
import type { Answer } from "./feed.ts";
import { type Layout, layoutOf, scalesOf } from "./geometry.ts";
import type { Moment } from "./moment.ts";
import { drawPlot, type Laid, rangeWith } from "./overlaid.ts";
import { unitOfY } from "./overlay.ts";
import { drawSpark } from "./spark.ts";
import { played, toCome } from "./tense.ts";
import { type Across, xAxisOf } from "./x-axis.ts";

/** Height of the title's line, px. */
const TITLE = 20;
/** Widths of name and value in a row of a small stack, px. */
const SMALL_ROW = { names: 126, gutter: 96 };

/** The name of a track beside another one has so much more room, px. */
const BESIDE = 24;
/** Labels of time so far under a plot of its own, px. */
const TIMED = 12;

/** The drawing and its place, for what lies over it. */
export interface Drawn extends ChartData {
  layout: Layout;
  scales: Scales;
  /** Text that changes with the drawing. */
  key: string;
  drawWords: DrawWords;
  /** The room of words as fixed as data. */
  words: readonly Box[];
}

/** Which parts of a drawing the playhead divides. */
type Tense = "past" | "both" | "ahead";

/** Stale part of a drawing: the data alone, of which more were computed, or all of it, or there is none yet (`first`); null: nothing. */
export type Stale = "first" | "data" | "all" | null;

export class DataCanvas {
  /** The part that is played, or all where nothing is ahead; and the part that is still to come. */
  readonly canvas = element("canvas", "chart-data");
  readonly ahead = element("canvas", "chart-data ahead");
  /** Under a stage it is a row of a few pixels, or open; null: it is no track. */
  role: "row" | "open" | null = null;
  /** It has labels of time of its own. */
  timed = false;
  #tense: Tense = "past";
  #cut = "";
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
  #words: readonly Box[] = [];
  /** Texts that change with what is drawn, and with what is to be drawn. */
  key = "";
  #pendingKey = "";
  #drawnAt = 0;
  /** The reading that the drawing is of. */
  #pictured: number | null = null;

  constructor(private readonly chart: Chart) {}

  get row(): boolean {
    return this.role === "row";
  }

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

  #arrange({ small, gutter, names, unit, titled }: Moment, facts: RunFacts): void {
    const { row, timed } = this;
    const title = titled ? TITLE : 0;
    // In a small stack name and value of a row are in it.
    const sides = row && small ? SMALL_ROW : { names: names && timed ? names + BESIDE : names, gutter };
    this.layout = layoutOf(this.chart, facts, this.box, { small, unit, titled: title, row, timed, ...sides });
  }

  /** Brings layout and scales up to date; says whether the drawing is stale. */
  prepare(moment: Moment, { cx, laid, answer }: ChartData, now: number): Stale {
    const { facts } = moment;
    const axis = xAxisOf(this.chart);
    this.#pictured = axis.pictured(facts, moment.playing, now - this.#drawnAt, this.#pictured);
    const shown = [
      facts.t0_s,
      facts.t1_s,
      moment.factsKey,
      moment.themeVersion,
      moment.unit,
      moment.ratio,
      moment.small,
      moment.titled,
      this.row,
      this.#tenseOf(facts),
      this.#pictured,
      ...moment.overlays.map((overlay) => overlay.key),
    ].join(" ");
    const key = `${answer?.version ?? 0} ${shown}`;
    // An axis of a chart's own is read from all its data: not again while it would show the same.
    if (key !== this.#pendingKey) this.#across = axis.across(this.chart, cx, laid);
    this.#pendingKey = key;
    this.#scale(now);
    if (this.#drawnAt === 0) return "first";
    if (this.#moves(this.#drawnAt)) return "all";
    if (key === this.key) return null;
    return this.key.endsWith(` ${shown}`) ? "data" : "all";
  }

  /** Which parts are in view; of a chart without time nothing is ahead. */
  #tenseOf({ playhead_s, t0_s, t1_s }: RunFacts): Tense {
    if (!xAxisOf(this.chart).shared || playhead_s >= t1_s) return "past";
    return playhead_s <= t0_s ? "ahead" : "both";
  }

  /** Names a chart without a title: over a small plot its unit; where it is the stage, its name and measure. */
  #drawName(surface: Surface, layout: Layout, moment: Moment, { facts }: ChartContext): void {
    const { chart } = this;
    const { small, left, unit } = layout;
    const { ink, ink3 } = moment.theme;
    const name = translate(`chart.${chart.id}`);
    const measure = unitOfY(chart, facts);
    const leads = moment.names && this.role === null;
    const both = measure ? translate("chart.stage.name", { name, unit: measure }) : name;
    if (small) surface.text(-left, overPlot(layout), leads ? both : chart.unit(facts), { color: ink3 });
    else if (leads) {
      surface.text(-left, 8 * unit, name, { color: ink, weight: 600 });
      surface.text(-left, 25 * unit, measure, { color: ink3 });
    }
  }

  /** Divides what is played from what is still to come, at x of the plot. */
  cut(x: number): void {
    const { layout, canvas, ahead } = this;
    const at = layout && this.#tense === "both" ? `${(layout.left + x).toFixed(0)}px` : "";
    if (at === this.#cut) return;
    this.#cut = at;
    canvas.style.clipPath = at && `inset(0 calc(100% - ${at}) 0 0)`;
    ahead.style.clipPath = at && `inset(0 0 0 ${at})`;
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

  /** The drawing; null where there is none yet, or of other data. */
  get drawn(): Drawn | null {
    const { layout, scales, data, key } = this;
    return layout && scales && data && !this.#waits
      ? { ...data, layout, scales, key, drawWords: this.#drawWords, words: this.#words }
      : null;
  }

  /** Draws frame and data; of an idle chart, nothing. True while they still move. */
  draw(moment: Moment, { cx, laid }: ChartData, layout: Layout, idle: boolean, now: number): boolean {
    const chart = this.chart;
    this.key = this.#pendingKey;
    this.#drawnAt = now;
    const spark = layout.row ? overTime(chart) : undefined;
    const height = layout.plotHeight / layout.unit;
    const domain = spark?.spark?.domain(cx) ?? rangeWith(chart, cx, laid, height);
    this.range.aim(domain, now, moment.still);
    const across = xAxisOf(chart).across(chart, cx, laid);
    this.#across = across;
    this.#scale(now);
    const { scales } = this;
    if (!scales || idle) return false;
    const range = { ...domain, ...this.range.at(now) };
    const times = this.timed
      ? timeTicks(cx.facts.t0_s, cx.facts.t1_s, layout.plotWidth, layout.unit, cx.facts.round_s)
      : [];
    const at = this.timed ? times.map((tick) => tick.at) : moment.ticks;
    const axes = { scales, range, own: across.own, times: at, grid: layout.unit < 2 };
    const [shown, over] = this.#appearing(cx, laid, moment, now);
    const draw = (surface: Surface): DrawWords => {
      if (spark) {
        drawSpark(spark, surface, scales, shown);
        for (const { overlay, cx: its } of over) if (overlay.isFormer) overlay.draw(spark, surface, scales, its, shown);
        return () => undefined;
      }
      if (layout.row) return () => undefined;
      for (const tick of times)
        surface.text(scales.x(tick.at), scales.height + TIMED * layout.unit, tick.text, {
          color: moment.theme.ink3,
          align: "center",
        });
      if (!moment.titled && !overTime(chart)?.parts) this.#drawName(surface, layout, moment, cx);
      return drawPlot(chart, surface, axes, shown, over);
    };
    const { theme, ratio } = moment;
    this.#tense = this.#tenseOf(cx.facts);
    const put = recorded((surface) => {
      const noting = notingWords(surface, layout.unit);
      this.#drawWords = draw(noting.surface);
      this.#words = noting.words;
    });
    const on = (canvas: HTMLCanvasElement, tense: (surface: Surface, theme: Theme, unit: number) => Surface): void => {
      const context = sized(canvas, layout, ratio);
      if (!context) return;
      put(tense(canvasSurface(context, theme, layout.unit, ratio), theme, layout.unit));
      show(canvas);
    };
    if (this.#tense !== "past") on(this.ahead, toCome);
    if (this.#tense !== "ahead") on(this.canvas, played);
    if (this.#tense !== "both") this.cut(0);
    this.canvas.hidden = this.#tense === "ahead";
    this.ahead.hidden = this.#tense === "past";
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
