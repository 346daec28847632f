/**
 * The charts on the page: open charts in their order over one time axis, one playhead, one crosshair, the gestures and
 * keys. Imperative: `update` tells the moment, and the next frame draws what changed. Not here: what any chart draws, its
 * elements (stack-panels.ts), data (stack-data.ts), the order of drawing (stack-drawing.ts).
 */
import "./stack.css";
import { readUnit, type Theme } from "../design/theme.ts";
import type { Frame, SourceName, ViewRequest } from "../engine/protocol.ts";
import "../i18n/charts.ts";
import type { Hit } from "./chart.ts";
import type { Desk, PictureKind } from "./interaction.ts";
import { type Moment, momentOf, type StackOptions, type StackState } from "./moment.ts";
import type { Panel } from "./panel.ts";
import { StackData } from "./stack-data.ts";
import { StackDrawing } from "./stack-drawing.ts";
import { StackPanels, type Tracks } from "./stack-panels.ts";

export type { PictureKind, StackOptions, StackState, Tracks };

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
  /** Charts were hidden or moved through their menus, or turned. */
  onCharts(ids: readonly string[]): void;
  /** A track is to be opened, or to be a row again. */
  onTrack(id: string): void;
  /** The y of a chart was made logarithmic, or linear again, or time is read in another unit. */
  onLog(): void;
  /** Charts were drawn, perhaps in another place or range: what lies over them follows. */
  onDrawn?(): void;
}

export class ChartStack {
  /** Single-letter keys on a focused chart (T, D) act. */
  letterKeys = true;
  /** Charts whose y grows by factors, by id. */
  log: readonly string[] = [];
  /** Time is read in round trips of the flow in focus. */
  rounds = false;

  readonly #panels: StackPanels;
  readonly #data: StackData;
  readonly #drawing: StackDrawing;
  #state: StackState | null = null;
  #theme: Theme | null = null;
  #themeVersion = 0;
  #unit = 1;
  #crosshair: number | null = null;
  #focusFlow: SourceName | null = null;

  constructor(
    host: HTMLElement,
    private readonly events: StackEvents,
    private readonly options: StackOptions = {},
  ) {
    this.#panels = new StackPanels(host, options, this.#desk, {
      scrub: (t_s) => events.onScrub(t_s),
      resized: () => this.#measure(),
    });
    this.#data = new StackData({
      request: (request) => events.requestView(request),
      second: () => this.#state?.overlays?.find(({ run }) => run)?.run,
      answered: () => this.#drawing.request(),
    });
    this.#drawing = new StackDrawing(this.#panels, this.#data, {
      moment: () => this.#moment(),
      drawn: () => events.onDrawn?.(),
    });
  }

  /** Opens charts by panel id, in this order; unknown ids are left out. */
  setCharts(ids: readonly string[]): void {
    if (this.#panels.setCharts(ids)) this.#measure();
  }

  /** Shows a stage and its tracks; what is not loaded is left out. */
  setTracks(tracks: Tracks): void {
    if (this.#panels.setTracks(tracks)) this.#measure();
  }

  /** Tells the moment; what changed is drawn in this frame, if it has time. */
  update(state: StackState): void {
    if (state.playing && state.words?.at_s !== this.#state?.words?.at_s) this.#drawing.requestWords();
    this.#state = state;
    if (state.theme !== this.#theme) {
      this.#theme = state.theme;
      this.#themeVersion++;
      this.#unit = readUnit();
      this.#panels.root.style.setProperty("--chart-unit", String(this.#unit));
    }
    this.#drawing.request();
  }

  /** New data were computed. */
  invalidate(): void {
    this.#data.invalidate(this.#state?.span[1]);
  }

  /** The run of an overlay was computed further; `changed`: from a moment on it is another; `forget`: all of it is, or there is none. */
  invalidateOverlay(what: "computed" | "changed" | "forget"): void {
    this.#data.invalidateOverlay(what);
    this.#drawing.request();
  }

  /**
   * Another run was loaded, or its past changed: ranges and marks are forgotten. What is drawn stays until data of the new run have come.
   * `keep`: it is the same run up to a moment, and what follows is replaced as it is computed. `holds`: ranges stay nevertheless, and grow
   * at most: a control is being dragged.
   */
  reset(keep = false, holds = false): void {
    this.#data.reset(keep);
    this.#drawing.changed();
    if (!keep) this.#setCrosshair(null);
    for (const panel of this.#panels.all()) {
      if (!keep && !holds) panel.forgetRange();
      panel.over = { brush: null, ruler: null, hit: null };
    }
    this.#drawing.request();
  }

  /** Whether the exact values of an instant have come, or are not asked for: then they may be written. */
  hasRead(t_s: number): boolean {
    return this.#crosshair !== null || this.#data.hasRead(t_s);
  }

  /** An open chart's plot, with where things are in it; null while it is not laid out. */
  plot(id: string): Pick<Panel, "plot" | "layout" | "scales" | "stands" | "range" | "ruler"> | null {
    return this.#panels.get(id);
  }

  #measure(): void {
    this.#panels.measure(this.#unit);
    this.#drawing.fresh = true;
    this.#drawing.request();
  }

  /** The frame to be drawn; null without a state or a place. */
  #moment(): Moment | null {
    const state = this.#state;
    const { width, plotWidth = width, open } = this.#panels;
    if (!state || width === 0) return null;
    return momentOf(state, {
      crosshair_s: this.#crosshair,
      themeVersion: this.#themeVersion,
      unit: this.#unit,
      width,
      plotWidth,
      span: this.#data.pictured(state.span),
      timed: this.#panels.shown().some(({ axis }) => axis.shared),
      charts: open.length,
      log: this.log,
      rounds: this.rounds,
      options: this.options,
    });
  }

  /** Acts of hands and keys. */
  readonly #desk: Desk = {
    span: () => this.#state?.span ?? [0, 0],
    duration: () => this.#state?.facts.duration_s ?? 0,
    reading: () => this.#crosshair ?? this.#state?.playhead ?? 0,
    crossed: () => this.#crosshair !== null,
    flows: () => this.#state?.facts.flows ?? [],
    unit: () => this.#unit,
    letters: () => this.letterKeys,
    panels: () => this.#panels.shown(),
    shown: () => this.#panels.open,
    staged: () => this.#panels.tracks !== null,
    open: (id) => this.events.onTrack(id),
    setSpan: (span) => {
      this.events.onSpan(span[0], span[1]);
      this.#drawing.request();
    },
    refit: () => {
      this.#drawing.refits = true;
      this.#drawing.request();
    },
    setCrosshair: (t_s) => this.#setCrosshair(t_s),
    setFocusFlow: (name) => this.#setFocusFlow(name),
    hit: (hit, crowd) => this.events.onHit(hit, crowd),
    asks: () => this.options.asks ?? false,
    rearrange: (ids) => {
      this.setCharts(ids);
      this.events.onCharts(this.#panels.open);
    },
    fold: (panel) => {
      panel.fold();
      this.#measure();
    },
    log: () => this.log,
    setLog: (ids) => {
      this.log = ids;
      this.events.onLog();
      this.#drawing.request();
    },
    rounds: () => this.rounds,
    setRounds: (on) => {
      this.rounds = on;
      this.#measure();
      this.events.onLog();
    },
    picture: () => this.events.onPicture ?? null,
    say: (text) => this.#panels.say(text),
    redraw: () => this.#drawing.request(),
  };

  #setCrosshair(t_s: number | null): void {
    if (t_s === this.#crosshair) return;
    this.#crosshair = t_s;
    this.events.onCrosshair(t_s);
    this.#drawing.request();
  }

  #setFocusFlow(name: SourceName | null): void {
    if (name === this.#focusFlow) return;
    this.#focusFlow = name;
    this.events.onFocusFlow(name);
  }
}
