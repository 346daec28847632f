/**
 * The charts on the page: open charts in their order over one time axis, one playhead, one crosshair, the gestures and
 * keys. Imperative: `update` tells the moment, and the next frame draws what changed. Not here: what any chart draws, one
 * chart's canvases (panel.ts), how data are fetched (feed.ts), when a frame is drawn (ui/frame-scheduler.ts).
 */
import "./stack.css";
import { readUnit } from "../design/theme.ts";
import type { Frame, SourceName, ViewRequest } from "../engine/protocol.ts";
import "../i18n/charts.ts";
import type { Theme } from "../design/theme.ts";
import { develop } from "../plot/offscreen-canvas.ts";
import { following, type Span } from "../plot/span.ts";
import { timeTicks } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element, write } from "../ui/dom.ts";
import { type AnimationFrame, type FramePart, frames } from "../ui/frame-scheduler.ts";
import type { Hit, OverlayRun } from "./chart.ts";
import { type Exact, exactOf, exactRequest, isReadOf } from "./exact.ts";
import { distinct, Feed, type LineName, type Part } from "./feed.ts";
import { type Desk, handle, type PictureKind } from "./interaction.ts";
import { formOf, momentOf, type StackOptions, type StackState } from "./moment.ts";
import { type Exacts, type Moment, Panel, TELL_RESTING_MS } from "./panel.ts";
import { chartOf } from "./registry.ts";
import { TimeAxis } from "./time-axis.ts";
import { X_AXES } from "./x-axis.ts";

export type { PictureKind, StackOptions, StackState };

/** The stack's requests and events. */
export interface StackEvents {
  /** The reader chose another span. */
  onSpan(t0_s: number, t1_s: number): void;
  /** The playhead was dragged to. */
  onScrub(t_s: number): void;
  /** The crosshair reads here; null: it is gone. */
  onCrosshair(t_s: number | null): void;
  /** The pointer is over a flow's line or label. */
  onFocusFlow(name: SourceName | null): void;
  /** A mark was clicked, or Enter pressed on it; `crowd`: all marks within the reach of the finger. */
  onHit(hit: Hit, crowd: readonly Hit[]): void;
  /** A chart's picture or its data are wanted as a file; without it no menu offers them. */
  onPicture?(id: string, kind: PictureKind, focus: SourceName | null): void;
  requestView(request: ViewRequest): Promise<Frame>;
  /** Charts were hidden or moved through their menus. */
  onCharts?(ids: readonly string[]): void;
  /** The y of a chart was made logarithmic, or linear again. */
  onLog?(): void;
  /** Data could not be fetched; it is tried again. */
  onError?(error: unknown): void;
  /** Charts were drawn, perhaps in another place or range: what lies over them follows. */
  onDrawn?(): void;
}

/** Charts whose playhead and values are drawn again in one frame while playing. */
const AT_ONCE = 3;
/** A description waits no longer than this for a frame without data to draw, ms. */
const TELL_AFTER_MS = 1000;
/** A stretch that takes longer shows its progress, ms. */
const BUSY_MS = 100;
/** So does a future that is for longer still that of the run before a change, ms. */
const OUTDATED_MS = 500;

export class ChartStack {
  /** Moves the span along with the playhead. */
  follow = false;
  /** Single-letter keys on a focused chart (T, D) act. */
  letterKeys = true;
  /** Charts whose y grows by factors, by id. */
  log: readonly string[] = [];

  readonly #host: HTMLElement;
  readonly #root = element("div", "chart-stack");
  readonly #spoken = element("p", "unseen");
  readonly #events: StackEvents;
  readonly #options: StackOptions;
  /** The data of the run, and of the overlay that has a run of its own. */
  readonly #feed: Feed;
  readonly #axis: TimeAxis;
  readonly #observer: ResizeObserver;
  readonly #panels = new Map<string, Panel>();
  readonly #ends: (() => void)[] = [];
  #failure: HTMLElement | null = null;
  #open: string[] = [];
  #state: StackState | null = null;
  #theme: Theme | null = null;
  #themeVersion = 0;
  #unit = 1;
  #width = 0;
  #crosshair: number | null = null;
  #focusFlow: SourceName | null = null;
  #overTurn = 0;
  readonly #part: FramePart = { priority: "charts", draw: (frame) => this.#draw(frame) };
  /** What moves over the charts, where the data took the frame's time. */
  readonly #over: FramePart = {
    priority: "charts",
    draw: () => {
      if (this.#moving) this.#drawOver(this.#moving);
      develop();
    },
  };
  /** The values, in the frame in which all numbers of the page change, also where it has no time for charts. */
  readonly #words: FramePart = { priority: "text", draw: () => this.#write() };
  #moving: Moment | null = null;
  #fresh = true;
  /** The span that is drawn, and that of the last drawing as text. */
  #span: Span = [0, 1];
  #drawnSpan = "";
  #turn = 0;
  /** The ranges fit their data again, as soon as the span that was asked for is drawn. */
  #refits = false;
  /** Wakes the stack for descriptions that are still to be renewed. */
  #teller: number | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(host: HTMLElement, events: StackEvents, options: StackOptions = {}) {
    this.#host = host;
    this.#events = events;
    this.#options = options;
    const none = (): Promise<Frame> => Promise.reject(new Error("no overlay has a run"));
    this.#feed = new Feed({
      request: (request) => events.requestView(request),
      requestSecond: (request) => this.#overlayRun?.request(request) ?? none(),
      answered: () => this.#schedule(),
      failed: (error) => events.onError?.(error),
    });
    this.#axis = new TimeAxis((t_s) => events.onScrub(t_s));
    this.#spoken.setAttribute("aria-live", "polite");
    this.#root.append(this.#spoken);
    this.#root.classList.toggle("explains", options.explains ?? false);
    host.append(this.#root);
    this.#observer = new ResizeObserver(() => {
      this.#measure();
      this.#schedule();
    });
    this.#observer.observe(host);
  }

  /** Opens charts by panel id, in this order; unknown ids are left out. */
  setCharts(ids: readonly string[]): void {
    const known = [...new Set(ids)].filter((id) => chartOf(id));
    if (known.join() === this.#open.join()) return;
    this.#open = known;
    const panels = known.map((id) => this.#panelOf(id));
    for (const [id, panel] of this.#panels) if (!known.includes(id)) panel.figure.remove();
    const times = panels.filter(({ axis }) => axis.shared);
    const last = times[times.length - 1];
    const nodes = panels.flatMap((panel) => (panel === last ? [panel.figure, this.#axis.row] : [panel.figure]));
    if (!last) this.#axis.row.remove();
    // Only what is elsewhere is moved: a focused chart keeps the focus.
    nodes.forEach((node, i) => {
      if (this.#root.children[i] !== node) this.#root.insertBefore(node, this.#root.children[i] ?? null);
    });
    this.#measure();
    this.#schedule();
  }

  /** Tells the moment; what changed is drawn in this frame, if it has time. */
  update(state: StackState): void {
    if (state.playing && state.words?.at_s !== this.#state?.words?.at_s) frames.request(this.#words);
    this.#state = state;
    if (state.theme !== this.#theme) {
      this.#theme = state.theme;
      this.#themeVersion++;
      this.#unit = readUnit();
      this.#root.style.setProperty("--chart-unit", String(this.#unit));
    }
    if (this.follow) {
      const next = following(state.span, state.playhead, state.facts.duration_s);
      if (next) this.#events.onSpan(next[0], next[1]);
    }
    this.#schedule();
  }

  /** New data were computed. */
  invalidate(): void {
    const answer = this.#feed.answer("time");
    const state = this.#state;
    // What lies beyond the span changes nothing on the screen.
    const grown = !answer || !state || answer.until_s < state.span[1] || answer.frame.coarse;
    if (grown) this.#feed.refresh("time");
    const own = this.#feed.answer("own");
    if (!own || own.until_s < own.frame.t1_s) this.#feed.refresh("own");
    const reading = this.#feed.answer("reading");
    if (reading && reading.until_s < reading.frame.t1_s) this.#feed.refresh("reading");
  }

  /** The run of an overlay was computed further; `changed`: from a moment on it is another; `forget`: all of it is, or there is none. */
  invalidateOverlay(what: "computed" | "changed" | "forget"): void {
    if (what === "forget") this.#feed.forgetSecond();
    else if (what === "changed") this.#feed.change();
    else for (const line of ["time", "own", "reading"] as const) this.#feed.refresh(line);
    this.#schedule();
  }

  /**
   * Another run was loaded, or its past changed: ranges and marks are forgotten. What is drawn stays until data of the new run have come.
   * `keep`: it is the same run up to a moment, and what follows is replaced as it is computed.
   */
  reset(keep = false): void {
    if (keep) this.#feed.change();
    else {
      this.#feed.forget();
      for (const panel of this.#panels.values()) panel.forgetRange();
      this.#setCrosshair(null);
    }
    for (const panel of this.#panels.values()) panel.over = { brush: null, ruler: null, hit: null };
    this.#schedule();
  }

  /** Whether the exact values of an instant have come, or are not asked for: then they may be written. */
  hasRead(t_s: number): boolean {
    const wanted = this.#feed.request("reading");
    if (!wanted || this.#crosshair !== null || this.#feed.isDue("time")) return true;
    const answer = this.#feed.answer("reading");
    return answer !== null && isReadOf(answer.frame, t_s);
  }

  /** Shows an error over the last good picture, with a button if there is something to do; null takes it away. */
  fail(text: string | null, action?: { label: string; act(): void }): void {
    this.#failure?.remove();
    this.#failure = null;
    this.#root.classList.toggle("failed", text !== null);
    if (text === null) return;
    const box = element("div", "chart-failure");
    box.setAttribute("role", "alert");
    box.append(element("span", "", text));
    if (action) {
      const button = element("button", "button is-line", action.label);
      button.type = "button";
      button.addEventListener("click", () => action.act());
      box.append(button);
    }
    this.#failure = box;
    this.#root.append(box);
  }

  /** An open chart's plot, with where things are in it; null while it is not laid out. */
  plot(id: string): Pick<Panel, "plot" | "layout" | "scales" | "stands" | "range" | "ruler"> | null {
    return this.#open.includes(id) ? (this.#panels.get(id) ?? null) : null;
  }

  /** Removes everything that was built. */
  destroy(): void {
    frames.cancel(this.#part);
    frames.cancel(this.#over);
    frames.cancel(this.#words);
    this.#observer.disconnect();
    if (this.#teller !== null) clearTimeout(this.#teller);
    this.#feed.end();
    for (const end of this.#ends) end();
    this.#root.remove();
  }

  #panelOf(id: string): Panel {
    const known = this.#panels.get(id);
    if (known) return known;
    const panel = new Panel(chartOf(id) as NonNullable<ReturnType<typeof chartOf>>);
    this.#panels.set(id, panel);
    this.#observer.observe(panel.plot);
    this.#ends.push(handle(panel, this.#desk));
    return panel;
  }

  #measure(): void {
    this.#width = this.#host.clientWidth;
    const [width, unit, options] = [this.#width, this.#unit, this.#options];
    const form = formOf({ width, unit, options, charts: this.#open.length });
    for (const id of this.#open) {
      const panel = this.#panels.get(id);
      panel?.expect(form);
      panel?.resize(panel.plot.clientWidth, panel.plot.clientHeight);
    }
    this.#fresh = true;
  }

  #schedule(): void {
    frames.request(this.#part);
  }

  #moment(state: StackState): Moment {
    return momentOf(state, {
      crosshair_s: this.#crosshair,
      themeVersion: this.#themeVersion,
      unit: this.#unit,
      width: this.#width,
      plotWidth: this.#first()?.layout?.plotWidth ?? this.#width,
      span: this.#pictured(state),
      timed: this.#shown().some(({ axis }) => axis.shared),
      charts: this.#open.length,
      log: this.log,
      options: this.#options,
    });
  }

  /** The span that is drawn: that of the data, until those of another one have come. */
  #pictured(state: StackState): Span {
    const answer = this.#feed.answer("time");
    if (answer && this.#feed.request("time")) this.#span = [answer.frame.t0_s, answer.frame.t1_s];
    else if (!this.#feed.isDue("time")) this.#span = state.span;
    return this.#span;
  }

  #first(): Panel | undefined {
    return this.#shown().find(({ axis, layout, folded }) => axis.shared && layout && !folded);
  }

  #shown(): Panel[] {
    return this.#open.map((id) => this.#panels.get(id) as Panel);
  }

  #draw(frame: AnimationFrame): void {
    const state = this.#state;
    if (!state || this.#width === 0) return;
    const now = performance.now();
    const moment = this.#moment(state);
    const { t0_s, t1_s } = moment.facts;
    const drawn: Panel[] = [];
    if (this.#refits && t0_s === state.span[0] && t1_s === state.span[1]) {
      this.#refits = false;
      for (const panel of this.#panels.values()) panel.forgetRange();
      this.#fresh = true;
    }
    const again = this.#drawData(moment, now, drawn);
    this.#ask(state, moment);
    if (drawn.length > 0 && !frame.hasTime()) {
      for (const panel of drawn) panel.drawOver(moment);
      this.#moving = moment;
      frames.request(this.#over);
    } else this.#drawOver(moment);
    develop();
    // Descriptions take longer than a frame has: one at a time, and beside no other work for as long as that can be.
    const rests = drawn.length === 0 || now - this.#toldAt > TELL_AFTER_MS;
    if (rests && this.#shown().some((panel) => panel.tell(moment, now))) this.#toldAt = now;
    // At rest nothing else calls for a frame: a description that is still due does.
    if (!moment.playing && this.#shown().some((panel) => panel.isBehind(moment))) {
      this.#teller ??= window.setTimeout(() => {
        this.#teller = null;
        this.#schedule();
      }, TELL_RESTING_MS / 2);
    }
    const first = this.#first();
    const waits = this.#feed.waiting(now);
    if (first?.layout && !this.#feed.isDue("time")) {
      this.#axis.update({
        span: this.#span,
        ticks: timeTicks(t0_s, t1_s, first.layout.plotWidth, this.#unit),
        layout: first.layout,
        playhead_s: state.playhead,
        crosshair_s: this.#crosshair,
        duration_s: state.facts.duration_s,
        busy: waits > BUSY_MS || this.#feed.outdated(now) > OUTDATED_MS || this.#isCoarse("time"),
      });
    }
    if (again || waits > 0) this.#schedule();
    this.#events.onDrawn?.();
  }

  /**
   * Draws stale data and adds the charts to `done`: all at once where the picture is of another span or size, else in turn, one a frame.
   * True if some are left, or a range still moves.
   */
  #drawData(moment: Moment, now: number, done: Panel[]): boolean {
    const panels = this.#shown();
    const { t0_s, t1_s } = moment.facts;
    const span = `${t0_s} ${t1_s}`;
    const fresh = this.#fresh || (span !== this.#drawnSpan && !this.#feed.isDue("time"));
    this.#fresh = false;
    if (fresh) this.#drawnSpan = span;
    const exact = this.#exacts(moment);
    let again = false;
    const first = this.#turn;
    for (let i = 0; i < panels.length; i++) {
      const at = (first + i) % panels.length;
      const panel = panels[at] as Panel;
      if (!panel.prepare(moment, this.#feed.answer(panel.axis.line), exact, now)) continue;
      if (done.length > 0 && !fresh) {
        again = true;
        continue;
      }
      done.push(panel);
      this.#turn = at + 1;
      if (panel.drawData(moment, now)) again = true;
      develop();
    }
    return again;
  }

  /** The exact values that have come; while playing they stand for instants of one pixel. */
  #exacts({ facts, playing }: Moment): Exacts {
    const reading = this.#feed.answer("reading");
    const width = Math.max(1, this.#first()?.layout?.plotWidth ?? this.#width);
    const within = playing ? (facts.t1_s - facts.t0_s) / width : 0;
    const of = (part: Part | null | undefined): Exact | null =>
      part ? exactOf(part.frame, part.series, within) : null;
    return { first: of(reading), second: of(reading?.second), version: reading?.version ?? 0 };
  }

  /** Writes the values of all charts. */
  #write(): void {
    const state = this.#state;
    if (!state || this.#width === 0) return;
    const moment = this.#moment(state);
    const exacts = this.#exacts(moment);
    for (const panel of this.#shown()) {
      panel.prepare(moment, this.#feed.answer(panel.axis.line), exacts, performance.now());
      panel.write(moment);
    }
  }

  /** Draws what moves, while playing a few charts a frame and by turns: all at once would take longer than a frame has. */
  #drawOver(moment: Moment): void {
    const panels = this.#shown();
    const all = !moment.playing || moment.crosshair_s !== null;
    let left = all ? panels.length : AT_ONCE;
    const first = this.#overTurn;
    for (let i = 0; i < panels.length && left > 0; i++) {
      const at = (first + i) % panels.length;
      if (!panels[at]?.drawOver(moment)) continue;
      left--;
      this.#overTurn = at + 1;
    }
  }

  get #overlayRun(): OverlayRun | undefined {
    return this.#state?.overlays?.find(({ run }) => run)?.run;
  }

  /** Asks for the series of all open charts: those of one kind together. */
  #ask(state: StackState, { facts, asks_s, playing }: Moment): void {
    const { reading_s, playhead_s } = facts;
    const run = this.#overlayRun;
    const second = run ? { ...run.facts, t0_s: facts.t0_s, t1_s: facts.t1_s, reading_s, playhead_s } : null;
    const shown = this.#shown().filter((panel) => !panel.folded && panel.layout);
    const want = (name: LineName, request: (of: RunFacts) => ViewRequest | null): void =>
      this.#feed.want(name, request(facts), second && request(second));
    const asked = { span: state.span, reading_s, columns: this.#first()?.layout?.plotWidth ?? 1 };
    for (const axis of X_AXES) {
      const panels = shown.filter((panel) => panel.axis === axis);
      const view = axis.view(
        panels.map(({ chart }) => chart),
        asked,
      );
      const series = (of: RunFacts) =>
        distinct(panels.flatMap(({ chart, layout }) => chart.series(of, layout?.plotWidth ?? 1)));
      want(axis.line, (of) => view && { ...view, series: series(of) });
      if (!axis.shared) continue;
      // A stretch that must be simulated again is read exactly when the run rests, and not beside another such stretch.
      const heavy = playing && this.#isCoarse("reading");
      const apart = (asks_s < state.span[0] || asks_s > state.span[1]) && this.#isCoarse("time");
      want("reading", (of) => (heavy || apart ? null : exactRequest(asks_s, series(of))));
    }
  }

  #isCoarse(name: LineName): boolean {
    return this.#feed.answer(name)?.frame.coarse ?? false;
  }

  /** What hands and keys may do. */
  readonly #desk: Desk = {
    span: () => this.#state?.span ?? [0, 0],
    duration: () => this.#state?.facts.duration_s ?? 0,
    reading: () => this.#crosshair ?? this.#state?.playhead ?? 0,
    crossed: () => this.#crosshair !== null,
    flows: () => this.#state?.facts.flows ?? [],
    unit: () => this.#unit,
    letters: () => this.letterKeys,
    panels: () => this.#shown(),
    open: () => this.#open,
    setSpan: (span) => {
      this.#events.onSpan(span[0], span[1]);
      this.#schedule();
    },
    refit: () => {
      this.#refits = true;
      this.#schedule();
    },
    setCrosshair: (t_s) => this.#setCrosshair(t_s),
    setFocusFlow: (name) => this.#setFocusFlow(name),
    hit: (hit, crowd) => this.#events.onHit(hit, crowd),
    rearrange: (ids) => {
      this.setCharts(ids);
      this.#events.onCharts?.(this.#open);
    },
    fold: (panel) => this.#fold(panel),
    log: () => this.log,
    setLog: (ids) => {
      this.log = ids;
      this.#events.onLog?.();
      this.#schedule();
    },
    picture: () => this.#events.onPicture ?? null,
    say: (text) => write(this.#spoken, text),
    redraw: () => this.#schedule(),
  };

  #setCrosshair(t_s: number | null): void {
    if (t_s === this.#crosshair) return;
    this.#crosshair = t_s;
    this.#events.onCrosshair(t_s);
    this.#schedule();
  }

  #setFocusFlow(name: SourceName | null): void {
    if (name === this.#focusFlow) return;
    this.#focusFlow = name;
    this.#events.onFocusFlow(name);
  }

  #fold(panel: Panel): void {
    panel.folded = !panel.folded;
    panel.figure.classList.toggle("folded", panel.folded);
    panel.figure.style.flexGrow = panel.folded ? "0" : String(panel.chart.flex);
    this.#measure();
    this.#schedule();
  }
}
