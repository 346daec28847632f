/**
 * One chart on the page: its elements, data, two canvases, labels and words, brought up to date together. Not here: which charts are
 * where, time, gestures (stack.ts), the menu (interaction.ts), nor each of its parts.
 */
import type { SourceName } from "../engine/protocol.ts";
import { has, translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import { show } from "../plot/offscreen-canvas.ts";
import type { Ends, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { element } from "../ui/dom.ts";
import { type Chart, type ChartContext, type Hit, marksOf, onOwnAxis, overTime } from "./chart.ts";
import type { ChartData } from "./chart-data.ts";
import { DataCanvas, type Drawn, overPlot, type Stale, sized } from "./data-canvas.ts";
import { Gutter } from "./direct-labels.ts";
import type { Exacts } from "./exact.ts";
import type { Answer } from "./feed.ts";
import type { Layout } from "./geometry.ts";
import { StripKey } from "./key.ts";
import type { Form, Moment } from "./moment.ts";
import { isHidden, isOfFacts } from "./overlaid.ts";
import { drawOver, type Over, type Ruler, rulerIn, unitOfY } from "./overlay.ts";
import { PanelFrame } from "./panel-frame.ts";
import { sparkValue } from "./spark.ts";
import { sayAhead } from "./tense.ts";
import { type XAxis, xAxisOf } from "./x-axis.ts";

/** A letter of the unit's words over the plot, px. */
const LETTER = 6;

/** A description is renewed at this interval at most, ms: while the run plays, and while it rests. */
const TELL_PLAYING_MS = 5000;
export const TELL_RESTING_MS = 500;

/** Name of a chart in a row. */
export const trackName = (id: string): string => translate(has(`chart.${id}.row`) ? `chart.${id}.row` : `chart.${id}`);

export class Panel {
  readonly axis: XAxis;
  readonly frame: PanelFrame;
  readonly gutter = new Gutter();
  readonly key: StripKey;
  folded = false;
  /** The run has nothing for this chart. */
  #idle = false;
  readonly #canvas: DataCanvas;
  /** The moving parts over the data, and a text that changes with them. */
  readonly #above = element("canvas", "chart-over");
  #overKey = "";
  /** Brush, ruler and the mark in focus, in the plot's pixels. */
  over: Over = { brush: null, ruler: null, hit: null };
  #hits: Hit[] | null = null;
  /** The description: when it was written, and a text that changes with what it is of. */
  #toldAt = Number.NEGATIVE_INFINITY;
  #told = "";

  constructor(readonly chart: Chart) {
    this.axis = xAxisOf(chart);
    this.#canvas = new DataCanvas(chart);
    this.frame = new PanelFrame(chart, [this.#canvas.canvas, this.#canvas.ahead, this.#above], this.gutter);
    this.frame.name = trackName(chart.id);
    this.key = new StripKey(chart, this.frame);
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
    return this.#canvas.data?.cx ?? null;
  }
  /** The range of y that is shown, or that it moves to. */
  get range(): Ends | null {
    return this.#canvas.range.target;
  }
  /** The ruler in values. */
  get ruler(): Ruler | null {
    return this.scales && this.over.ruler && rulerIn(this.scales, this.over.ruler);
  }
  /** Whether the run up to the playhead is drawn, on an axis that stays as it is until more is. */
  get stands(): boolean {
    const { data, rests } = this.#canvas;
    return rests && data?.answer != null && data.answer.until_s >= data.cx.facts.playhead_s;
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

  /** It is a row of a few pixels: its name, its line, its value. */
  get row(): boolean {
    return this.#canvas.row;
  }

  /** Its place under a stage: a row, or open; null: it is no track. `timed`: it has labels of time of its own. */
  track(role: DataCanvas["role"], timed = false): void {
    const canvas = this.#canvas;
    if (canvas.role === role && canvas.timed === timed) return;
    Object.assign(canvas, { role, timed });
    this.forgetRange();
    this.#overKey = "";
    this.gutter.column.hidden = role === "row";
    this.frame.track(role);
  }

  fold(): void {
    this.folded = !this.folded;
    this.frame.fold(this.folded);
  }

  /** Brings layout and scales up to date; says whether the data's canvas is stale. Cheap. */
  prepare(moment: Moment, answer: Answer | null, exact: Exacts, now: number): Stale {
    const { figure } = this.frame;
    const { box } = this.#canvas;
    if (figure.hidden) figure.hidden = false;
    if (this.folded || box.width < 20 || box.height < 20) return null;
    const data = this.#canvas.take(moment, answer, exact);
    if (!data) return null;
    this.#setIdle(data);
    return this.#canvas.prepare(moment, data, now);
  }

  /** Where no flow of the run has anything for this chart, it is a line that says so: the others have its room. */
  #setIdle({ cx, laid }: ChartData): void {
    const { width } = this.#canvas.box;
    const runs = [{ cx }, ...laid.filter(({ overlay }) => !overlay.isFormer)];
    const some = runs.some(({ cx: { facts } }) => this.chart.series(facts, width).length > 0);
    const idle = !some && !isOfFacts(this.chart);
    if (idle === this.#idle) return;
    this.#idle = idle;
    this.#canvas.expire();
    this.frame.setIdle(idle);
  }

  /** Draws frame and data. True while they still move. */
  drawData(moment: Moment, now: number): boolean {
    const { data, layout } = this.#canvas;
    if (!layout || !data) return false;
    const { cx } = data;
    this.frame.figure.classList.remove("due");
    this.#hits = null;
    this.#overKey = "";
    const moves = this.#canvas.draw(moment, data, layout, this.#idle, now);
    this.frame.unit = this.chart.unit(cx.facts);
    this.frame.measure = unitOfY(this.chart, cx.facts);
    this.frame.name =
      (layout.row && !layout.small ? null : overTime(this.chart)?.question?.(cx.facts)) ?? trackName(this.chart.id);
    if (!this.#idle && !layout.row) {
      this.key.showBeside(layout, moment);
      this.frame.titled = moment.titled;
    }
    this.#showEmpty(cx, layout);
    return moves;
  }

  get #drawn(): Drawn | null {
    return this.folded ? null : this.#canvas.drawn;
  }

  /** Writes the values, if their instant or the drawing is another. Whether it wrote. */
  write(moment: Moment, drawn = this.#drawn): boolean {
    if (!drawn?.layout.row) return drawn !== null && this.gutter.write(this.chart, drawn, moment);
    const reading = `${drawn.key}|${moment.words_s} ${moment.playing ? "" : drawn.version}`;
    if (reading === this.#read) return false;
    this.#read = reading;
    const facts = { ...drawn.cx.facts, reading_s: moment.words_s };
    const chart = overTime(this.chart);
    this.frame.value = chart && !this.hides ? sparkValue(chart, drawn.scales, { ...drawn.cx, facts }) : "";
    return true;
  }
  /** The instant of the value that a row shows. */
  #read = "";

  /** Draws what moves and writes the labels, if anything has moved by a pixel or the instant of the values is another. Whether it drew. */
  drawOver(moment: Moment): boolean {
    const drawn = this.#drawn;
    if (!drawn) return false;
    const wrote = this.write(moment, drawn);
    const { layout, scales, cx, drawWords, words } = drawn;
    const { theme, ratio, playing, facts, crosshair_s } = moment;
    const { chart, axis } = this;
    const { brush, ruler, hit } = this.over;
    const playhead = axis.xOf(scales, facts.playhead_s) ?? Number.NaN;
    const crosshair = crosshair_s === null ? null : axis.xOf(scales, crosshair_s);
    const pixel = (x: number | null): number | null => (x === null ? null : Math.round(x * ratio));
    const places = [pixel(playhead), pixel(crosshair), scales.y(1), hit?.t_s, hit?.flow, brush, ruler, playing];
    const key = `${drawn.key}|${places.join(" ")}`;
    if (key === this.#overKey && !wrote) return false;
    this.#overKey = key;
    if (!wrote && !layout.row) this.gutter.place(chart, drawn, moment);
    this.#canvas.cut(Math.min(layout.plotWidth, playhead));
    const context = sized(this.#above, layout, ratio);
    if (!context) return false;
    const surface = canvasSurface(context, theme, layout.unit, ratio);
    const future = playhead < layout.plotWidth;
    if (future && layout.small && !layout.row && !moment.titled && moment.explains)
      this.#sayThin(surface, layout, cx.facts, theme.ink3);
    // The old line's own words may be there.
    const former = moment.overlays.some((overlay) => overlay.isFormer);
    if (future && moment.names && !layout.small && !former) sayAhead(surface, scales, chart, cx, playhead);
    drawOver(surface, scales, theme, {
      playhead,
      crosshair,
      rows: layout.row ? [] : this.gutter.rows,
      hit: (hit && marksOf(chart)?.place(hit, scales, cx)) ?? null,
      brush,
      // Its reading would reveal what is hidden.
      ruler: isHidden(chart, cx.facts) ? null : ruler,
      unit: unitOfY(chart, cx.facts),
      playing,
      // A key of textures over the strips is no drawing that the line could pass.
      ends:
        moment.names && layout.keyed === 0
          ? [-layout.top, layout.height - layout.top]
          : [-scales.headroom - 1, moment.names ? layout.height - layout.top : scales.height],
      fixed: words,
      words: drawWords,
    });
    show(this.#above);
    this.frame.future = future && moment.explains;
    return true;
  }

  /** Says over a small plot without a title that what is thin is not played yet, where there is room beside its unit. */
  #sayThin(surface: Surface, layout: Drawn["layout"], facts: Drawn["cx"]["facts"], color: string): void {
    const thin = translate("chart.thin.short");
    const letters = this.chart.unit(facts).length + thin.length;
    if (letters * LETTER * layout.unit < layout.left + layout.plotWidth)
      surface.text(layout.plotWidth, overPlot(layout), thin, { color, align: "right" });
  }

  /** Renews name and description for screen readers where their content has changed; true if it did. */
  tell(moment: Moment, now: number): boolean {
    const { context: cx } = this;
    const key = this.#tellKey(moment);
    const calm = moment.playing ? TELL_PLAYING_MS : TELL_RESTING_MS;
    if (!cx || this.folded || key === this.#told || now - this.#toldAt < calm) return false;
    if (this.#known) {
      this.#toldAt = now;
      this.#told = key;
    }
    this.frame.tell(`${translate(`chart.${this.chart.id}`)}, ${this.chart.unit(cx.facts)}`, this.describe());
    return this.#known;
  }

  /** Whether it has what it draws: of charts with series data must have come. */
  get #known(): boolean {
    return this.#canvas.data?.answer != null || isOfFacts(this.chart);
  }

  /** Whether its description is older than its drawing. */
  isBehind(moment: Moment): boolean {
    return this.#known && !this.folded && this.#tellKey(moment) !== this.#told;
  }

  #tellKey(moment: Moment): string {
    return `${this.#canvas.key}|${moment.facts.reading_s} ${this.#canvas.data?.version}`;
  }

  /** Opens or closes the key of the chart's textures. */
  showKey(open: boolean): void {
    this.key.show(open, this.layout, this.context);
  }

  /** Its rows for the table, or none where what it shows is hidden. */
  rows(): ReturnType<Chart["rows"]> | null {
    return this.context && !this.hides ? this.chart.rows(this.context) : null;
  }

  /** Whether what it shows is hidden. */
  get hides(): boolean {
    return this.context !== null && isHidden(this.chart, this.context.facts);
  }

  /** The chart in a sentence, and the meaning of its keys. */
  describe(): string {
    const { context: cx } = this;
    if (!cx || !this.#known) return "";
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
    const text = layout.row ? null : this.hides ? translate("chart.hidden") : some ? null : this.chart.empty(cx.facts);
    const middle = this.#idle ? this.#canvas.box.height / 2 : layout.top + layout.plotHeight / 2;
    this.frame.empty(text, layout.left + 12, middle);
  }
}
