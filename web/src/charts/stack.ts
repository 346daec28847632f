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
import { following } from "../plot/span.ts";
import { timeTicks } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { element, write } from "../ui/dom.ts";
import { type AnimationFrame, type FramePart, frames } from "../ui/frame-scheduler.ts";
import type { Hit, OverlayRun } from "./chart.ts";
import { type Exact, exactOf, exactRequest } from "./exact.ts";
import { distinct, Feed } from "./feed.ts";
import { OWN_COLUMNS } from "./geometry.ts";
import { type Desk, handle, type PictureKind } from "./interaction.ts";
import { formOf, momentOf, type StackOptions, type StackState } from "./moment.ts";
import { type Moment, type OverlayData, Panel, TELL_RESTING_MS } from "./panel.ts";
import { chartOf } from "./registry.ts";
import { TimeAxis } from "./time-axis.ts";

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

/** Charts drawn again in one frame: while the reader moves the span, and otherwise. Rasterising them takes as long again. */
const AT_HAND = 3;
const CALMLY = 1;
/** Charts whose playhead and values are drawn again in one frame while playing. */
const AT_ONCE = 3;
/** Time after a change of span during which the reader counts as moving it, ms. */
const HAND_MS = 200;
/** While playing, a chart's values are written so often at most, ms. */
const WORDS_MS = 100;
/** While playing, values may lag behind the playhead by this distance, px. */
const LAG = 20;
/** A description waits no longer than this for a frame without data to draw, ms. */
const TELL_AFTER_MS = 1000;
/** A stretch that takes longer shows its progress, ms. */
const BUSY_MS = 100;

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
  readonly #feed: Feed;
  /** The data of the overlay that has a run of its own. */
  readonly #overlayFeed: Feed;
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
  #wordsAt = Number.NEGATIVE_INFINITY;
  #overTurn = 0;
  readonly #part: FramePart = { priority: "charts", draw: (frame) => this.#draw(frame) };
  /** What moves over the charts, where the data took the frame's time. */
  readonly #over: FramePart = {
    priority: "charts",
    draw: () => {
      if (this.#moving) this.#drawOver(this.#moving, performance.now());
      develop();
    },
  };
  #moving: Moment | null = null;
  #fresh = true;
  #span = "";
  #spanAt = Number.NEGATIVE_INFINITY;
  #turn = 0;
  /** Wakes the stack for descriptions that are still to be renewed. */
  #teller: number | null = null;
  #exact: Exact | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(host: HTMLElement, events: StackEvents, options: StackOptions = {}) {
    this.#host = host;
    this.#events = events;
    this.#options = options;
    this.#feed = new Feed((request) => events.requestView(request), {
      answered: () => this.#schedule(),
      failed: (error) => events.onError?.(error),
    });
    const none = (): Promise<Frame> => Promise.reject(new Error("no overlay has a run"));
    this.#overlayFeed = new Feed((request) => this.#overlayRun?.request(request) ?? none(), {
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
    const times = panels.filter((panel) => panel.chart.axis === "time");
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
    const grown = !answer || !state || answer.frame.computed_s < state.span[1] || answer.frame.coarse;
    if (grown) this.#feed.refresh("time");
    const own = this.#feed.answer("own");
    if (!own || own.frame.computed_s < own.frame.t1_s) this.#feed.refresh("own");
    const reading = this.#feed.answer("reading");
    if (reading && reading.frame.computed_s < reading.frame.t1_s) this.#feed.refresh("reading");
  }

  /** The run of an overlay was computed further, or changed; `forget`: it is another one, or none. */
  invalidateOverlay(forget = false): void {
    if (forget) this.#overlayFeed.forget();
    else for (const line of ["time", "own", "reading"] as const) this.#overlayFeed.refresh(line);
    this.#schedule();
  }

  /** Another run was loaded, or its past changed: old data, ranges and marks are forgotten. `keep`: the old picture stays until the new is there. */
  reset(keep = false): void {
    if (keep) {
      for (const line of ["time", "own", "reading"] as const) this.#feed.refresh(line);
    } else {
      this.#feed.forget();
      for (const panel of this.#panels.values()) panel.forgetRange();
      this.#setCrosshair(null);
    }
    for (const panel of this.#panels.values()) panel.over = { brush: null, ruler: null, hit: null };
    this.#schedule();
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
    this.#observer.disconnect();
    if (this.#teller !== null) clearTimeout(this.#teller);
    this.#feed.end();
    this.#overlayFeed.end();
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
      timed: this.#shown().some((panel) => panel.chart.axis === "time"),
      charts: this.#open.length,
      log: this.log,
      options: this.#options,
    });
  }

  #first(): Panel | undefined {
    return this.#shown().find((panel) => panel.chart.axis === "time" && panel.layout && !panel.folded);
  }

  #shown(): Panel[] {
    return this.#open.map((id) => this.#panels.get(id) as Panel);
  }

  #draw(frame: AnimationFrame): void {
    const state = this.#state;
    if (!state || this.#width === 0) return;
    const now = performance.now();
    const moment = this.#moment(state);
    const reading = this.#feed.answer("reading");
    const perPixel = (state.span[1] - state.span[0]) / Math.max(1, this.#first()?.layout?.plotWidth ?? this.#width);
    const within = moment.playing ? perPixel : 0;
    this.#exact = reading && exactOf(reading.frame, reading.series, within, LAG * within);
    const drawn: Panel[] = [];
    const fresh = this.#fresh;
    this.#fresh = false;
    const again = this.#drawData(state, moment, now, fresh, drawn, frame);
    const words = !moment.playing || moment.crosshair_s !== null || now - this.#wordsAt >= WORDS_MS;
    if (words) this.#wordsAt = now;
    this.#ask(moment, words);
    if (drawn.length > 0 && !frame.hasTime()) {
      for (const panel of drawn) panel.drawOver(moment, now, now);
      this.#moving = moment;
      frames.request(this.#over);
    } else this.#drawOver(moment, now);
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
    if (first?.layout) {
      this.#axis.update({
        span: state.span,
        ticks: timeTicks(state.span[0], state.span[1], first.layout.plotWidth, this.#unit),
        layout: first.layout,
        playhead_s: state.playhead,
        crosshair_s: this.#crosshair,
        duration_s: state.facts.duration_s,
        busy: waits > BUSY_MS || (this.#feed.answer("time")?.frame.coarse ?? false),
      });
    }
    if (again || waits > 0) this.#schedule();
    this.#events.onDrawn?.();
  }

  /** Draws stale data, in turn and a few charts a frame; adds them to `done`. True if some are left, or a range still moves. */
  #drawData(
    state: StackState,
    moment: Moment,
    now: number,
    fresh: boolean,
    done: Panel[],
    frame: AnimationFrame,
  ): boolean {
    const panels = this.#shown();
    const span = state.span.join();
    if (span !== this.#span) this.#spanAt = now;
    this.#span = span;
    const calm = now - this.#spanAt >= HAND_MS;
    const most = fresh ? panels.length : calm ? CALMLY : AT_HAND;
    let again = false;
    const first = this.#turn;
    for (let i = 0; i < panels.length; i++) {
      const at = (first + i) % panels.length;
      const panel = panels[at] as Panel;
      const version =
        (this.#feed.answer("reading")?.version ?? 0) + (this.#overlayFeed.answer("reading")?.version ?? 0);
      const exact = { at: this.#exact, version };
      const overlayData = this.#overlayData(state, moment, panel);
      if (!panel.prepare(moment, this.#feed.answer(panel.chart.axis), exact, now, overlayData)) continue;
      if (done.length >= most || (done.length > 0 && !fresh && !frame.hasTime())) {
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

  /** Draws what moves, while playing a few charts a frame and by turns: all at once would take longer than a frame has. */
  #drawOver(moment: Moment, now: number): void {
    const panels = this.#shown();
    const all = !moment.playing || moment.crosshair_s !== null;
    let left = all ? panels.length : AT_ONCE;
    const first = this.#overTurn;
    for (let i = 0; i < panels.length && left > 0; i++) {
      const at = (first + i) % panels.length;
      if (!panels[at]?.drawOver(moment, all ? now : now - WORDS_MS, now)) continue;
      left--;
      this.#overTurn = at + 1;
    }
  }

  get #overlayRun(): OverlayRun | undefined {
    return this.#state?.overlays?.find(({ run }) => run)?.run;
  }

  /** What a panel draws of an overlay's own run; null while there is none, or nothing of it has come. */
  #overlayData(state: StackState, moment: Moment, panel: Panel): OverlayData | null {
    const answer = this.#overlayRun ? this.#overlayFeed.answer(panel.chart.axis) : null;
    if (!answer) return null;
    const reading = this.#overlayFeed.answer("reading");
    const perPixel = (state.span[1] - state.span[0]) / Math.max(1, this.#width);
    const within = moment.playing ? perPixel : 0;
    const at = reading && exactOf(reading.frame, reading.series, within, LAG * within);
    return { answer, at };
  }

  /** Asks for the series of all open charts: those on the time axis together, those with their own axis together. */
  #ask(moment: Moment, words: boolean): void {
    this.#askOf(this.#feed, moment, moment.facts, words);
    const run = this.#overlayRun;
    if (!run) return;
    const { t0_s, t1_s, reading_s, playhead_s } = moment.facts;
    this.#askOf(this.#overlayFeed, moment, { ...run.facts, t0_s, t1_s, reading_s, playhead_s }, words);
  }

  #askOf(feed: Feed, moment: Moment, facts: RunFacts, words: boolean): void {
    const first = this.#first();
    const shown = this.#shown().filter((panel) => !panel.folded && panel.layout);
    const wanted = (axis: "time" | "own") =>
      distinct(
        shown
          .filter((panel) => panel.chart.axis === axis)
          .flatMap((panel) => panel.chart.series(facts, panel.layout?.plotWidth ?? 1)),
      );
    const { t0_s, t1_s, reading_s } = facts;
    const columns = first?.layout?.plotWidth ?? 1;
    feed.want("time", { t0_s, t1_s, columns, series: wanted("time") });
    // A stretch that must be simulated again is read exactly when the run rests, and not beside another such stretch.
    const heavy = moment.playing && (feed.answer("reading")?.frame.coarse ?? false);
    const apart = (reading_s < t0_s || reading_s > t1_s) && (feed.answer("time")?.frame.coarse ?? false);
    if (words && !heavy && !apart) feed.want("reading", exactRequest(reading_s, wanted("time")));
    const memory = Math.max(0, ...shown.map((panel) => panel.chart.memory_s ?? 0));
    if (memory === 0) {
      feed.want("own", null);
      return;
    }
    // A stretch longer than what is drawn, so that a moving reading asks rarely.
    const step = memory / 2;
    const begin = Math.max(0, Math.floor((reading_s - memory) / step) * step);
    const long = memory + 2 * step;
    feed.want("own", {
      t0_s: begin,
      t1_s: begin + long,
      columns: Math.ceil(long * OWN_COLUMNS),
      series: wanted("own"),
    });
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
