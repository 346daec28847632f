/**
 * One chart on the page: its elements, data, two canvases, labels and words, brought up to date together. Not here: which charts are
 * where, time, gestures (stack.ts), the menu (interaction.ts), nor each of its parts.
 */
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Ends, Scales } from "../plot/scale.ts";
import { type Chart, type ChartContext, type Hit, marksOf, onOwnAxis } from "./chart.ts";
import { ChartData } from "./chart-data.ts";
import { DataCanvas, type Drawn } from "./data-canvas.ts";
import { Description } from "./description.ts";
import { Gutter } from "./direct-labels.ts";
import type { Exacts } from "./exact.ts";
import type { Answer } from "./feed.ts";
import type { Layout } from "./geometry.ts";
import { StripKey } from "./key.ts";
import type { Form, Moment } from "./moment.ts";
import { OverCanvas } from "./over-canvas.ts";
import { isHidden, isOfFacts } from "./overlaid.ts";
import { type Over, type Ruler, rulerIn } from "./overlay.ts";
import { PanelFrame } from "./panel-frame.ts";
import { type XAxis, xAxisOf } from "./x-axis.ts";

export class Panel {
  readonly chart: Chart;
  readonly axis: XAxis;
  readonly frame: PanelFrame;
  readonly gutter = new Gutter();
  readonly key: StripKey;
  folded = false;
  /** The run has nothing for this chart. */
  #idle = false;
  readonly #data: ChartData;
  readonly #canvas: DataCanvas;
  readonly #above: OverCanvas;
  readonly #description = new Description();
  #hits: Hit[] | null = null;

  constructor(chart: Chart) {
    this.chart = chart;
    this.axis = xAxisOf(chart);
    this.key = new StripKey(chart);
    this.#data = new ChartData(chart);
    this.#canvas = new DataCanvas(chart, this.#data);
    this.#above = new OverCanvas(chart);
    const canvases = [this.#canvas.canvas, this.#above.canvas];
    this.frame = new PanelFrame(chart, canvases, this.gutter, this.#description.node);
  }

  get plot(): HTMLElement {
    return this.frame.plot;
  }
  get scales(): Scales | null {
    return this.#canvas.scales;
  }
  get layout(): Layout | null {
    return this.#canvas.layout;
  }
  get context(): ChartContext | null {
    return this.#data.cx;
  }
  /** The range of y that is shown, or that it moves to. */
  get range(): Ends | null {
    return this.#canvas.range.target;
  }
  /** What the reader has laid over the plot, in its pixels. */
  get over(): Over {
    return this.#above.over;
  }
  set over(over: Over) {
    this.#above.over = over;
  }
  /** The ruler in values. */
  get ruler(): Ruler | null {
    return this.scales && this.over.ruler && rulerIn(this.scales, this.over.ruler);
  }
  /** Whether the run up to the playhead is drawn, on an axis that stays as it is until more is. */
  get stands(): boolean {
    const { until_s } = this.#data;
    return (
      until_s !== null && this.#canvas.rests && until_s >= (this.context?.facts.playhead_s ?? Number.POSITIVE_INFINITY)
    );
  }

  /** Takes its places before it is drawn, so that nothing moves then. */
  expect({ small, titled }: Form): void {
    if (this.layout) return;
    this.frame.titled = titled;
    this.gutter.row.hidden = !small;
  }

  /** The plot's size on the page, as observed. */
  resize(): void {
    this.#canvas.resize(this.plot.clientWidth, this.plot.clientHeight);
  }

  /** Fits the range to the data again. */
  forgetRange(): void {
    this.#canvas.forgetRange();
  }

  fold(): void {
    this.folded = !this.folded;
    this.frame.fold(this.folded);
  }

  /** Brings layout and scales up to date; true if the data's canvas is stale. Cheap. */
  prepare(moment: Moment, answer: Answer | null, exact: Exacts, now: number): boolean {
    const { figure } = this.frame;
    const { box } = this.#canvas;
    if (figure.hidden) figure.hidden = false;
    if (this.folded || box.width < 20 || box.height < 20) return false;
    this.#data.take(moment, answer, exact, box.width, this.range);
    const { cx, waits } = this.#data;
    if (waits || !cx) {
      if (!this.layout) this.#canvas.arrange(moment, { ...moment.facts, split: Boolean(answer?.second) });
      return false;
    }
    this.#setIdle();
    return this.#canvas.prepare(moment, cx, now);
  }

  /** Where no flow of the run has anything for this chart, it is a line that says so: the others have its room. */
  #setIdle(): void {
    const { width } = this.#canvas.box;
    const contexts = [this.context, ...this.#data.laid.map(({ cx }) => cx)];
    const idle = !isOfFacts(this.chart) && !contexts.some((cx) => cx && this.chart.series(cx.facts, width).length > 0);
    if (idle === this.#idle) return;
    this.#idle = idle;
    this.#canvas.expire();
    this.frame.setIdle(idle);
  }

  /** Draws frame and data. True while they still move. */
  drawData(moment: Moment, now: number): boolean {
    const { context: cx, layout } = this;
    if (!layout || !cx) return false;
    this.frame.figure.classList.remove("due");
    this.#hits = null;
    this.#above.expire();
    const moves = this.#canvas.draw(moment, cx, this.#idle, now);
    this.frame.unit = this.chart.unit(cx.facts);
    if (!this.#idle) {
      this.key.showBeside(this.frame, layout, moment);
      this.frame.titled = moment.titled;
    }
    this.#showEmpty(cx, layout);
    return moves;
  }

  get #drawn(): Drawn | null {
    return this.folded ? null : this.#canvas.drawn;
  }

  /** Writes the values, if their instant or the drawing is another. Whether it wrote. */
  write(moment: Moment): boolean {
    const drawn = this.#drawn;
    return drawn !== null && this.gutter.write(this.chart, drawn, moment, this.#data.version);
  }

  /** Draws what moves and writes the labels, if anything has moved by a pixel or the instant of the values is another. Whether it drew. */
  drawOver(moment: Moment): boolean {
    const drawn = this.#drawn;
    if (!drawn) return false;
    const wrote = this.write(moment);
    if (!this.#above.isStale(drawn, moment) && !wrote) return false;
    if (!wrote) this.gutter.place(this.chart, drawn, moment);
    const future = this.#above.draw(drawn, moment, this.gutter.rows);
    if (future !== null) this.frame.future = future;
    return future !== null;
  }

  /** Renews name and description for screen readers where their content has changed; true if it did. */
  tell(moment: Moment, now: number): boolean {
    const { context: cx } = this;
    const key = this.#tellKey(moment);
    if (!cx || this.folded || !this.#description.isDue(key, moment.playing, now)) return false;
    const { known } = this.#data;
    this.frame.name = `${translate(`chart.${this.chart.id}`)}, ${this.chart.unit(cx.facts)}`;
    this.#description.write(this.describe(), known ? key : null, now);
    return known;
  }

  /** Whether its description is older than its drawing. */
  isBehind(moment: Moment): boolean {
    return this.#data.known && !this.folded && this.#description.isBehind(this.#tellKey(moment));
  }

  #tellKey(moment: Moment): string {
    return `${this.#canvas.key}|${moment.facts.reading_s} ${this.#data.version}`;
  }

  /** Opens or closes the key of the chart's textures. */
  showKey(open: boolean): void {
    this.key.show(open, this.frame, this.layout, this.context);
  }

  /** Its rows for the table, or none where what it shows is hidden. */
  rows(): ReturnType<Chart["rows"]> | null {
    return this.context && !this.hides ? this.chart.rows(this.context) : null;
  }

  /** Whether what it shows is hidden. */
  get hides(): boolean {
    return this.context !== null && isHidden(this.chart, this.context.facts);
  }

  /** What is seen, in a sentence, and what the keys do. */
  describe(): string {
    const { context: cx } = this;
    if (!cx || !this.#data.known) return "";
    if (this.hides) return translate("chart.hidden");
    const marked = marksOf(this.chart);
    const keys = marked?.hits(cx).length ? ` ${translate(marked.read ? "chart.keys.read" : "chart.keys")}` : "";
    return this.chart.describe(cx) + keys;
  }

  /** Marks in view, in order of time. */
  hits(): Hit[] {
    this.#hits ??= (this.context && !this.hides && marksOf(this.chart)?.hits(this.context)) || [];
    return this.#hits;
  }

  /** The mark nearest to a point of the plot within `reach` px, and all marks as near. */
  hitNear(x: number, y: number, reach: number): { hit: Hit; crowd: Hit[] } | null {
    const { scales, context: cx } = this;
    if (!scales || !cx || this.hides) return null;
    const on = marksOf(this.chart)?.hitAt?.(x, y, scales, cx);
    if (on) return { hit: on, crowd: [on] };
    let best: { hit: Hit; far: number } | null = null;
    const crowd: Hit[] = [];
    for (const { hit, ...at } of this.axis.targets(this.chart, this.hits(), scales, cx)) {
      const far = Math.hypot(at.x - x, at.y - y);
      if (far > reach) continue;
      crowd.push(hit);
      if (!best || far < best.far) best = { hit, far };
    }
    return best ? { hit: best.hit, crowd: crowd.sort((a, b) => a.t_s - b.t_s) } : null;
  }

  /** The flow whose line is within 6 px of a height at the reading, or null. */
  flowNear(y: number): SourceName | null {
    const { scales, context: cx } = this;
    if (!scales || !cx || this.hides) return null;
    let best: { flow: SourceName; far: number } | null = null;
    for (const slot of this.axis.slots(this.chart, scales, cx)) {
      if (slot.y === null || slot.swatch?.fill || !slot.flow) continue;
      const far = Math.abs(slot.y - y);
      if (far <= 6 && (!best || far < best.far)) best = { flow: slot.flow, far };
    }
    return best?.flow ?? null;
  }

  #showEmpty(cx: ChartContext, layout: Layout): void {
    const requests = this.chart.series(cx.facts, layout.plotWidth);
    const some =
      onOwnAxis(this.chart)?.full?.(cx.facts) ??
      requests.some((request) => cx.series.get(request.source, request.signal, request.mode).length > 0);
    const text = this.hides ? translate("chart.hidden") : some ? null : this.chart.empty(cx.facts);
    const middle = this.#idle ? this.#canvas.box.height / 2 : layout.top + layout.plotHeight / 2;
    this.frame.empty(text, layout.left + 12, middle);
  }
}
