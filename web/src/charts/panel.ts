/**
 * One chart on the page: its figure, two canvases, labels. The data's canvas is drawn again only when data, span, size or
 * theme change; playhead, crosshair and leaders lie on a canvas of their own. Not here: which charts are where, time,
 * gestures (stack.ts), the menu (menu.ts).
 */

import type { Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { Appearances } from "../plot/appearances.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import type { DrawWords } from "../plot/labels.ts";
import { begin, show } from "../plot/offscreen-canvas.ts";
import { RangeTransition } from "../plot/range-transition.ts";
import type { Ends, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element, write } from "../ui/dom.ts";
import {
  type Chart,
  type ChartContext,
  type Hit,
  marksOf,
  type Overlay,
  type OverlayRun,
  onOwnAxis,
  overTime,
  type Slot,
} from "./chart.ts";
import { Gutter } from "./direct-labels.ts";
import type { Exact } from "./exact.ts";
import type { Answer, Part } from "./feed.ts";
import { type Layout, layoutOf, scalesOf } from "./geometry.ts";
import { keyOf } from "./key.ts";
import { truly } from "./kinds.ts";
import { keyOf as slotKey } from "./label-rows.ts";
import { drawPlot, isHidden, isOfFacts, type Laid, rangeWith, slotsWith } from "./overlaid.ts";
import { drawOver, type Over, type Ruler, rulerIn, unitOfY } from "./overlay.ts";
import { type Across, type XAxis, xAxisOf } from "./x-axis.ts";

/** Height of the title's line, px. */
export const TITLE = 20;

/** A letter of the unit's words over the plot, px. */
const LETTER = 6;

/** A description is renewed so often at most, ms: while the run plays, and while it rests. */
const TELL_PLAYING_MS = 5000;
export const TELL_RESTING_MS = 500;

/** The form in which all panels of a stack are drawn. */
export interface Form {
  /** Values are over the plot, not beside it. */
  small: boolean;
  titled: boolean;
}

/** What all panels of a stack share at a moment. */
export interface Moment extends Form {
  facts: RunFacts;
  /** The instant of the values beside the charts; and the one whose values are asked for. */
  words_s: number;
  asks_s: number;
  /** Text that changes whenever facts that are drawn change. */
  factsKey: string;
  theme: Theme;
  themeVersion: number;
  unit: number;
  ratio: number;
  gutter: number;
  still: boolean;
  /** What is pale is said to be not played yet. */
  explains: boolean;
  playing: boolean;
  crosshair_s: number | null;
  ticks: readonly number[];
  /** In the order in which they are drawn. */
  overlays: readonly Overlay[];
}

/** The exact values of the run and of the one laid over it. */
export interface Exacts {
  first: Exact | null;
  second: Exact | null;
  version: number;
}

/** From this width on the key of textures is beside the title, px. */
const KEY_ROOM = 860;

/** Counts panels, so that each has an id of its own. */
let panels = 0;

export class Panel {
  readonly chart: Chart;
  readonly axis: XAxis;
  readonly figure = element("figure", "chart");
  readonly plot = element("div", "chart-plot");
  readonly menu = element("button", "button is-icon chart-menu");
  readonly gutter = new Gutter();
  /** What was brushed or measured, and the mark in focus, in the plot's pixels. */
  over: Over = { brush: null, ruler: null, hit: null };
  folded = false;
  /** The run has nothing for this chart. */
  #idle = false;

  readonly #title = element("h2", "chart-title");
  readonly #unit = element("span", "chart-unit");
  /** Says what the computed future looks like. */
  readonly #pale: HTMLElement | null;
  readonly #empty = element("p", "chart-empty");
  readonly #described = element("p", "unseen");
  readonly #data = element("canvas", "chart-data");
  readonly #above = element("canvas", "chart-over");
  readonly #range = new RangeTransition();
  readonly #appearances = new Appearances();
  #box = { width: 0, height: 0 };
  #layout: Layout | null = null;
  #scales: Scales | null = null;
  #cx: ChartContext | null = null;
  #answer: Answer | null = null;
  /** What is laid over the run, as far as its data have come. */
  #laid: readonly Laid[] = [];
  #dataKey = "";
  #overKey = "";
  /** The labels of the instant whose values are written, and which instant that is. */
  #values: readonly Slot[] = [];
  #reading = "";
  #drawWords: DrawWords = () => undefined;
  #version = 0;
  #hits: Hit[] | null = null;
  #describedAt = Number.NEGATIVE_INFINITY;
  #told = "";

  constructor(chart: Chart) {
    this.chart = chart;
    this.axis = xAxisOf(chart);
    const id = `chart-${chart.id}-${++panels}`;
    this.figure.dataset.chart = chart.id;
    this.figure.dataset.axis = chart.axis;
    this.figure.tabIndex = 0;
    this.figure.setAttribute("role", "application");
    this.figure.setAttribute("aria-roledescription", translate("chart.role"));
    this.#described.id = id;
    this.figure.setAttribute("aria-describedby", id);
    this.menu.type = "button";
    this.menu.setAttribute("aria-haspopup", "menu");
    this.menu.textContent = "⋯";
    const name = element("span", "chart-name", translate(`chart.${chart.id}`));
    this.menu.setAttribute("aria-label", translate("chart.menu", { chart: name.textContent ?? "" }));
    this.#title.append(name, this.#unit);
    // Shown in the first chart of a stack that explains it (stack.css).
    this.#pale = this.axis.shared ? element("span", "chart-pale", translate("chart.pale")) : null;
    if (this.#pale) this.#title.append(this.#pale);
    this.#empty.hidden = true;
    for (const canvas of [this.#data, this.#above]) canvas.setAttribute("aria-hidden", "true");
    this.plot.append(this.#data, this.#above, this.gutter.column, this.#empty);
    this.figure.append(this.#title, this.menu, this.gutter.row, this.plot, this.#described);
    this.figure.style.flexGrow = String(chart.flex);
    this.figure.classList.add("due");
  }

  get scales(): Scales | null {
    return this.#scales;
  }
  get layout(): Layout | null {
    return this.#layout;
  }
  get context(): ChartContext | null {
    return this.#cx;
  }
  /** The range of y that is shown, or that it moves to. */
  get range(): Ends | null {
    return this.#range.target;
  }
  /** The ruler in values. */
  get ruler(): Ruler | null {
    return this.#scales && this.over.ruler && rulerIn(this.#scales, this.over.ruler);
  }
  /** Whether the run up to the playhead is drawn, on an axis that stays as it is until more is. */
  get stands(): boolean {
    const { frame } = this.#answer ?? {};
    if (this.#holds || !frame || this.#dataKey !== this.#pendingKey || this.#moves(this.#drawnAt)) return false;
    return (this.#answer?.until_s ?? 0) >= (this.#cx?.facts.playhead_s ?? Number.POSITIVE_INFINITY);
  }

  /** Takes its places before it is drawn, so that nothing moves then. */
  expect({ small, titled }: Form): void {
    if (this.#layout) return;
    this.#title.hidden = !titled;
    this.gutter.row.hidden = !small;
  }

  /** The plot's size on the page, as observed. */
  resize(width: number, height: number): void {
    if (this.#box.width === width && this.#box.height === height) return;
    this.#box = { width, height };
    this.#dataKey = "";
  }

  /** Fits the range to the data again. */
  forgetRange(): void {
    this.#range.forget();
    this.#appearances.forget();
    this.#dataKey = "";
  }

  /** Brings layout and scales up to date; true if the data's canvas is stale. Cheap. */
  prepare(moment: Moment, answer: Answer | null, exact: Exacts, now: number): boolean {
    const { facts, unit } = moment;
    if (this.figure.hidden) this.figure.hidden = false;
    if (this.folded || this.#box.width < 20 || this.#box.height < 20) return false;
    const split = Boolean(answer?.second);
    const options = { small: moment.small, gutter: moment.gutter, unit, titled: moment.titled ? TITLE : 0 };
    // What is drawn stays until all that this chart draws has come.
    const wanted = this.chart.series(facts, this.#box.width);
    this.#holds = wanted.length > 0 && !answer?.series.has?.(wanted);
    if (this.#holds) {
      this.#layout ??= layoutOf(this.chart, { ...facts, split }, this.#box, options);
      return false;
    }
    this.#answer = answer;
    const shown = answer ? { ...facts, computed_s: Math.min(facts.duration_s, answer.frame.computed_s) } : facts;
    const columns = answer?.series ?? NOTHING;
    const series = truly(exact.first ? { get: columns.get, at: exact.first } : columns, facts);
    this.#version = exact.version;
    const { from_s } = moment.overlays.find(({ run }) => run) ?? {};
    const drawn = { ...shown, split, split_s: split ? from_s : undefined };
    const cx: ChartContext = { facts: drawn, series, theme: moment.theme, held: this.#range.target };
    this.#cx = cx;
    const second = answer?.second;
    this.#laid = moment.overlays.flatMap((overlay) => {
      if (!overlay.run) return [{ overlay, cx }];
      return second ? [{ overlay, cx: this.#overlayContext(overlay, overlay.run, second, exact.second, moment) }] : [];
    });
    this.#setIdle();
    this.#layout = layoutOf(this.chart, drawn, this.#box, options);
    this.#pictured = this.axis.pictured(facts, moment.playing, now - this.#drawnAt, this.#pictured);
    const key = [
      answer?.version ?? 0,
      facts.t0_s,
      facts.t1_s,
      moment.factsKey,
      moment.themeVersion,
      unit,
      moment.ratio,
      moment.small,
      moment.titled,
      this.#pictured,
      ...moment.overlays.map(({ key }) => key),
    ].join(" ");
    // An axis of a chart's own is read from all its data: not again while it would show the same.
    if (key !== this.#pendingKey) this.#across = this.axis.across(this.chart, this.#cx, this.#laid);
    this.#pendingKey = key;
    this.#scales = scalesOf(this.#layout, this.#across, this.#range.at(now));
    return key !== this.#dataKey || this.#moves(this.#drawnAt);
  }

  /** Whether what was drawn at an instant changes of itself. */
  #moves(drawn: number): boolean {
    return this.#range.moving(drawn) || this.#appearances.moving(drawn);
  }
  #pendingKey = "";
  #holds = true;
  #drawnAt = 0;
  #pictured: number | null = null;
  #across!: Across;

  /** Where no flow of the run has anything for this chart, it is a line that says so: the others have its room. */
  #setIdle(): void {
    const width = this.#box.width;
    const contexts = [this.#cx, ...this.#laid.map(({ cx }) => cx)];
    const idle = !isOfFacts(this.chart) && !contexts.some((cx) => cx && this.chart.series(cx.facts, width).length > 0);
    if (idle === this.#idle) return;
    this.#idle = idle;
    this.#dataKey = "";
    this.figure.classList.toggle("idle", idle);
    this.figure.style.flexGrow = idle ? "0" : String(this.chart.flex);
  }

  /** Draws frame and data. True while they still move. */
  drawData(moment: Moment, now: number): boolean {
    const layout = this.#layout;
    const cx = this.#cx;
    if (!layout || !cx) return false;
    this.figure.classList.remove("due");
    this.#dataKey = this.#pendingKey;
    this.#drawnAt = now;
    this.#hits = null;
    this.#overKey = "";
    const domain = rangeWith(this.chart, cx, this.#laid, layout.plotHeight / layout.unit);
    this.#range.aim(domain, now, moment.still);
    const across = this.axis.across(this.chart, cx, this.#laid);
    this.#across = across;
    const scales = scalesOf(layout, across, this.#range.at(now));
    this.#scales = scales;
    const context = sized(this.#data, layout, moment.ratio);
    if (!context) return false;
    if (this.#idle) {
      write(this.#unit, this.chart.unit(cx.facts));
      this.#showEmpty(cx);
      return false;
    }
    const surface = canvasSurface(context, moment.theme, layout.unit, moment.ratio);
    const { own } = across;
    const range = { ...domain, ...this.#range.at(now) };
    const axes = { scales, range, own, times: moment.ticks, grid: layout.unit < 2 };
    this.#drawWords = drawPlot(this.chart, surface, axes, ...this.#appearing(cx, moment, now));
    const unit = this.chart.unit(cx.facts);
    if (layout.small && !moment.titled)
      surface.text(-layout.left, -layout.headroom - layout.keyed - 9 * layout.unit, unit, { color: moment.theme.ink3 });
    show(this.#data);
    this.#showKeyBeside(layout, moment);
    write(this.#unit, unit);
    if (this.#title.hidden === moment.titled) this.#title.hidden = !moment.titled;
    this.#showEmpty(cx);
    return this.#moves(now);
  }

  /** The run and what is laid over it, each as strong as it is by now. */
  #appearing(cx: ChartContext, moment: Moment, now: number): [ChartContext, readonly Laid[]] {
    const { flows } = cx.facts;
    const flowNames = flows.map(({ name }) => `flow ${name}`);
    this.#appearances.keep(
      [...flowNames, ...this.#laid.flatMap(({ overlay }) => overlay.name ?? [])],
      now,
      moment.still,
    );
    if (!this.#appearances.moving(now)) return [cx, this.#laid];
    const strength = (name = ""): number => this.#appearances.strength(name, now);
    const looks = flows.map((flow, i) => ({ ...flow, strength: strength(flowNames[i]) }));
    const laid = this.#laid.map((each) => ({ ...each, strength: strength(each.overlay.name) }));
    return [{ ...cx, facts: { ...cx.facts, flows: looks } }, laid];
  }

  /** The context of an overlay's own run, at the moment of the run under it. */
  #overlayContext({ from_s }: Overlay, run: OverlayRun, part: Part, at: Exact | null, moment: Moment): ChartContext {
    const { t0_s, t1_s, columns, reading_s, playhead_s } = moment.facts;
    const facts = { ...run.facts, t0_s, t1_s, columns, reading_s, playhead_s, split_s: from_s };
    const shown = { ...facts, computed_s: Math.min(facts.duration_s, part.frame.computed_s) };
    const series = truly(at ? { get: part.series.get, at } : part.series, facts);
    return { facts: shown, series, theme: moment.theme, held: this.#range.target };
  }

  /** Writes the values, if their instant or the drawing is another. Whether it wrote. */
  write(moment: Moment): boolean {
    const { words_s, playing, crosshair_s } = moment;
    // What is drawn anew (hidden, in focus, of another run) has other labels, too.
    const reading = `${this.#dataKey}|${words_s} ${playing && crosshair_s === null ? "" : this.#version}`;
    const [layout, scales, cx] = [this.#layout, this.#scales, this.#cx];
    if (reading === this.#reading || !layout || !scales || !cx || this.folded || this.#holds) return false;
    this.#reading = reading;
    this.#values = this.#slotsAt(words_s, scales, cx);
    this.#label(moment, layout, scales, cx, true);
    return true;
  }

  /** Brings the labels up to date: their places are those of the moment that is drawn. */
  #label(moment: Moment, layout: Layout, scales: Scales, cx: ChartContext, words: boolean): void {
    const same = moment.words_s === cx.facts.reading_s;
    const slots = same ? this.#values : valued(slotsWith(this.chart, scales, cx, this.#laid), this.#values);
    this.gutter.update(slots, layout, { words, themeVersion: moment.themeVersion });
  }

  /** Draws what moves and writes the labels, if anything has moved by a pixel or the instant of the values is another. Whether it drew. */
  drawOver(moment: Moment): boolean {
    const layout = this.#layout;
    const scales = this.#scales;
    const cx = this.#cx;
    if (!layout || !scales || !cx || this.folded || this.#holds) return false;
    const playhead = this.axis.xOf(scales, moment.facts.playhead_s) ?? Number.NaN;
    const crosshair = moment.crosshair_s === null ? null : this.axis.xOf(scales, moment.crosshair_s);
    const { brush, ruler, hit } = this.over;
    const pixel = (x: number | null): number | null => (x === null ? null : Math.round(x * moment.ratio));
    const places = [pixel(playhead), pixel(crosshair), scales.y(1), hit?.t_s, hit?.flow, brush, ruler, moment.playing];
    const key = `${this.#dataKey}|${places.join(" ")}`;
    const wrote = this.write(moment);
    if (key === this.#overKey && !wrote) return false;
    this.#overKey = key;
    if (!wrote) this.#label(moment, layout, scales, cx, false);
    const context = sized(this.#above, layout, moment.ratio);
    if (!context) return false;
    const surface = canvasSurface(context, moment.theme, layout.unit, moment.ratio);
    const at = (hit && marksOf(this.chart)?.place(hit, scales, cx)) ?? null;
    const future = playhead < layout.plotWidth;
    this.#pale?.classList.toggle("is-off", !future);
    if (future) this.#sayPale(surface, layout, moment);
    drawOver(surface, scales, moment.theme, {
      playhead,
      crosshair,
      rows: this.gutter.rows,
      hit: at,
      brush,
      // What it measures would reveal what is hidden.
      ruler: this.hides ? null : ruler,
      unit: unitOfY(this.chart),
      playing: moment.playing,
      // Under a second run they are pale as it is.
      areas: cx.facts.split ? null : (overTime(this.chart)?.areas?.(scales, cx) ?? null),
      words: this.#drawWords,
    });
    show(this.#above);
    return true;
  }

  /** The same over a small plot without a title, where there is room beside its unit. */
  #sayPale(surface: Surface, layout: Layout, moment: Moment): void {
    if (!layout.small || moment.titled || !moment.explains || !this.#cx) return;
    const pale = translate("chart.pale.short");
    const letters = this.chart.unit(this.#cx.facts).length + pale.length;
    if (letters * LETTER * layout.unit >= layout.left + layout.plotWidth) return;
    const style = { color: moment.theme.ink3, align: "right" } as const;
    surface.text(layout.plotWidth, -layout.headroom - layout.keyed - 9 * layout.unit, pale, style);
  }

  /** The labels as they are at an instant. */
  #slotsAt(reading_s: number, scales: Scales, cx: ChartContext): Slot[] {
    const then = (of: ChartContext): ChartContext => ({ ...of, facts: { ...of.facts, reading_s } });
    return slotsWith(
      this.chart,
      scales,
      then(cx),
      this.#laid.map((each) => ({ ...each, cx: then(each.cx) })),
    );
  }

  /** Renews name and description for screen readers where their content has changed; true if it did. */
  tell(moment: Moment, now: number): boolean {
    const cx = this.#cx;
    const key = this.#tellKey(moment);
    const calm = moment.playing ? TELL_PLAYING_MS : TELL_RESTING_MS;
    if (!cx || this.folded || key === this.#told || now - this.#describedAt < calm) return false;
    if (this.#known) {
      this.#describedAt = now;
      this.#told = key;
    }
    const label = `${translate(`chart.${this.chart.id}`)}, ${this.chart.unit(cx.facts)}`;
    if (this.figure.getAttribute("aria-label") !== label) this.figure.setAttribute("aria-label", label);
    write(this.#described, this.describe());
    return this.#known;
  }

  /** Whether it has what it draws: of others data must have come. */
  get #known(): boolean {
    return this.#answer !== null || isOfFacts(this.chart);
  }

  /** Whether its description is older than its drawing. */
  isBehind(moment: Moment): boolean {
    return this.#known && !this.folded && this.#tellKey(moment) !== this.#told;
  }

  #tellKey(moment: Moment): string {
    return `${this.#dataKey}|${moment.facts.reading_s} ${this.#version}`;
  }

  /** Shows the key of the chart's textures beside its title, or in a line over the strips of a small chart: strips that are met without it are a cipher. */
  #showKeyBeside(layout: Layout, moment: Moment): void {
    const { small, keyed } = layout;
    const room = small ? keyed > 0 : layout.headroom > 0 && layout.width >= KEY_ROOM * layout.unit;
    const words = room
      ? overTime(this.chart)
          ?.strips?.key?.(moment.facts)
          .map(({ word }) => word)
      : undefined;
    const version = words?.length ? `${moment.themeVersion} ${words.join()}` : null;
    if (version === this.#keyVersion) return;
    this.#keyVersion = version;
    this.#keyBeside?.remove();
    this.#keyBeside = version === null ? null : keyOf(this.chart, moment.facts, moment.theme, moment.ratio);
    if (!this.#keyBeside) return;
    this.#keyBeside.classList.add("is-beside");
    // It says nothing that the chart's sentence does not say.
    this.#keyBeside.setAttribute("aria-hidden", "true");
    this.#keyBeside.classList.toggle("is-line", small);
    if (small) this.#keyBeside.style.top = `${layout.top - layout.headroom - keyed}px`;
    (small ? this.plot : this.figure).append(this.#keyBeside);
  }
  #keyBeside: HTMLElement | null = null;
  #keyVersion: string | null = null;

  /** Opens or closes the key of the chart's textures, under its strips; beside them it is seen already. */
  showKey(open: boolean): void {
    if (open === (this.#key !== null) || (open && this.keySeen)) return;
    this.#key?.remove();
    this.#key = null;
    if (!open || !this.#cx || !this.#layout || !this.hasKey) return;
    this.#key = keyOf(this.chart, this.#cx.facts, this.#cx.theme, devicePixelRatio || 1);
    this.#key.style.left = `${this.#layout.left}px`;
    this.#key.style.top = `${this.#layout.top - 2}px`;
    this.plot.append(this.#key);
  }
  #key: HTMLElement | null = null;

  /** Whether it has strips here, whose textures have a key. */
  get hasKey(): boolean {
    const words = this.#cx && overTime(this.chart)?.strips?.key?.(this.#cx.facts);
    return (words?.length ?? 0) > 0 && (this.#layout?.headroom ?? 0) > 0;
  }

  /** Whether the key of the textures is seen without being opened. */
  get keySeen(): boolean {
    return this.#keyBeside?.checkVisibility() ?? false;
  }

  /** Whether the key of the textures is open. */
  get keyOpen(): boolean {
    return this.#key !== null;
  }

  /** Its rows for the table, or none where what it shows is hidden. */
  rows(): ReturnType<Chart["rows"]> | null {
    return this.#cx && !this.hides ? this.chart.rows(this.#cx) : null;
  }

  /** Whether what it shows is hidden. */
  get hides(): boolean {
    return this.#cx !== null && isHidden(this.chart, this.#cx.facts);
  }

  /** What is seen, in a sentence, and what the keys do. */
  describe(): string {
    const cx = this.#cx;
    if (!cx || !this.#known) return "";
    if (this.hides) return translate("chart.hidden");
    const marked = marksOf(this.chart);
    const keys = marked?.hits(cx).length ? ` ${translate(marked.read ? "chart.keys.read" : "chart.keys")}` : "";
    return this.chart.describe(cx) + keys;
  }

  /** Marks in view, in order of time. */
  hits(): Hit[] {
    if (!this.#hits) this.#hits = (this.#cx && !this.hides && marksOf(this.chart)?.hits(this.#cx)) || [];
    return this.#hits;
  }

  /** The mark nearest to a point of the plot within `reach` px, and all marks as near. */
  hitNear(x: number, y: number, reach: number): { hit: Hit; crowd: Hit[] } | null {
    const scales = this.#scales;
    const cx = this.#cx;
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
    if (!this.#scales || !this.#cx || this.hides) return null;
    let best: { flow: SourceName; far: number } | null = null;
    for (const slot of this.axis.slots(this.chart, this.#scales, this.#cx)) {
      if (slot.y === null || slot.swatch?.fill || !slot.flow) continue;
      const far = Math.abs(slot.y - y);
      if (far <= 6 && (!best || far < best.far)) best = { flow: slot.flow, far };
    }
    return best?.flow ?? null;
  }

  #showEmpty(cx: ChartContext): void {
    const requests = this.chart.series(cx.facts, this.#layout?.plotWidth ?? 1);
    const some =
      onOwnAxis(this.chart)?.full?.(cx.facts) ??
      requests.some((request) => cx.series.get(request.source, request.signal, request.mode).length > 0);
    const layout = this.#layout as Layout;
    const full = some && !this.hides;
    if (this.#empty.hidden !== full) this.#empty.hidden = full;
    if (full) return;
    write(this.#empty, this.hides ? translate("chart.hidden") : this.chart.empty(cx.facts));
    this.#empty.style.left = `${layout.left + 12}px`;
    this.#empty.style.top = `${this.#idle ? this.#box.height / 2 : layout.top + layout.plotHeight / 2}px`;
  }
}

/** Labels in their places, with the values of others of the same names. */
function valued(slots: readonly Slot[], values: readonly Slot[]): readonly Slot[] {
  if (slots === values) return slots;
  const known = new Map(values.map((slot) => [slotKey(slot), slot]));
  return slots.map((slot) => {
    const { value, other, wrong } = known.get(slotKey(slot)) ?? slot;
    return { ...slot, value, ...(other !== undefined && { other }), ...(wrong !== undefined && { wrong }) };
  });
}

const NOTHING = { get: (): Float64Array => new Float64Array(0) };

/** Sizes a canvas in device pixels, clears it, and puts the origin at the plot's corner, on a whole device pixel. */
function sized(canvas: HTMLCanvasElement, layout: Layout, ratio: number): CanvasRenderingContext2D | null {
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
