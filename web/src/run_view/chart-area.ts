/**
 * The charts on the page: a stage with its tracks, or one stack; and the span of time that they share. Their code comes after the engine's:
 * the path runs before they are shown. Not here: what a chart draws, nor the playhead's own movement.
 */
import { easeCubicInOut } from "d3-ease";
import { interpolateNumber } from "d3-interpolate";
import type { Chart, Overlay } from "../charts/chart.ts";
import { CHARTS, chartOf, listed, loadCharts, STAGE, STAGED, TRACKS } from "../charts/registry.ts";
import type { ChartStack, StackEvents, StackOptions, StackState } from "../charts/stack.ts";
import type { Theme } from "../design/theme.ts";
import { reducedMotion } from "../design/theme.ts";
import type { RunFacts } from "../session/run-facts.ts";
import "../i18n/charts.ts";
import { engineAnswered } from "../engine/client.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { following } from "../plot/span.ts";
import { element, write } from "../ui/dom.ts";
import { type Screen, SIZES, shares } from "./stage-layout.ts";

/** Events of the charts for the page. */
export interface ChartAreaEvents extends Omit<StackEvents, "onSpan" | "onLog" | "onTrack"> {
  /** Charts that were asked for are there: they are to be drawn. */
  onLoaded(): void;
  /** The reader chose another span. */
  onActed(): void;
}

/** The page around a stage. */
export interface StageRoom {
  screen: Screen;
  /** Only the usual tracks are offered. */
  few: boolean;
  /** Of path and charts together, and of the window, px. */
  height: number;
  window: number;
}

/** How the charts of a page are to look. */
export interface ChartAreaOptions extends StackOptions {
  /** Sets the height of the path over a stage, px; null: there is none. */
  setPath?(height: number | null): void;
  /** Changes each chart when it is loaded; without it, it stays itself. */
  decorate?(chart: Chart): Chart;
}

type Span = readonly [number, number];

export class ChartArea {
  /** The stretch of time on the screen. */
  span: Span = [0, 1];
  /** Overlays of the run, as they were drawn last. */
  overlays: readonly Overlay[] = [];
  /** Leads to a playhead outside the span. */
  private readonly edge = element("button", "button edge");
  private playhead_s = 0;
  private main: ChartStack | null = null;
  /** The span moves along with the playhead: nobody chose it. */
  following = false;
  /** Single letters are keys: the setting that the stack has or will get. */
  private letters = true;
  private logs: readonly string[] = [];
  private inRounds = false;
  /** Charts that the stack shall show, loaded or not. */
  private wanted: readonly string[] = [];
  private ids: readonly string[] = [];
  private duration_s = 0;
  private goal: { from: Span; to: Span; since_ms: number; within_ms: number } | null = null;
  /** Charts that are open at once at most, where there is no stage. */
  private most = Number.POSITIVE_INFINITY;
  /** Where the first chart is the stage, and the others are its tracks. */
  private room: StageRoom | null = null;
  private offered: readonly string[] = [];
  /** Tracks that the reader fetched from the rest, the last one first. */
  private fetched: readonly string[] = [];
  /** Of the run: kinds of flows, and whether there are calls. */
  private runs = { cdg: true, call: true };

  constructor(
    host: HTMLElement,
    private readonly events: ChartAreaEvents,
    private readonly options: ChartAreaOptions = {},
  ) {
    const place = element("div", "stack-host");
    this.edge.type = "button";
    this.edge.hidden = true;
    this.edge.addEventListener("click", () => {
      this.reveal(this.playhead_s);
      this.following = true;
      events.onActed();
    });
    host.append(place);
    place.append(this.edge);
    void this.begin(place, {
      ...events,
      onSpan: (t0_s, t1_s) => {
        this.goal = null;
        this.following = false;
        this.span = [t0_s, t1_s];
        events.onActed();
      },
      onLog: () => events.onActed(),
      onTrack: (id) => this.turn(id),
    });
  }

  /** Makes the stack, once its code is there: it opens what was opened until then. */
  private async begin(place: HTMLElement, events: StackEvents): Promise<void> {
    await engineAnswered();
    const { ChartStack } = await import("../charts/stack.ts");
    this.main = new ChartStack(place, events, this.options);
    this.letterKeys = this.letters;
    this.log = this.logs;
    this.rounds = this.inRounds;
    this.arrange();
    this.events.onLoaded();
  }

  /** Opens charts, in this order; `offered`: those that are rows first, where they are tracks that are not open. */
  setOpen(ids: readonly string[], offered = this.offered): void {
    this.offered = offered;
    this.ids = ids.filter((id) => listed(id));
    this.first = this.ids[0] ?? "";
    this.arrange();
  }

  /** One stack, of these charts no more than `most`. */
  setStack(most: number): void {
    if (most === this.most && !this.room) return;
    this.most = most;
    if (this.room) this.options.setPath?.(null);
    this.room = null;
    this.arrange();
  }

  /** The first chart is the stage, the others are its tracks. */
  setStage(room: StageRoom): void {
    if (JSON.stringify(room) === JSON.stringify(this.room)) return;
    this.room = room;
    this.arrange();
  }

  set letterKeys(on: boolean) {
    this.letters = on;
    if (this.main) this.main.letterKeys = on;
  }

  /** Charts on the time axis whose y is logarithmic, by id. */
  get log(): readonly string[] {
    return this.main?.log ?? this.logs;
  }
  set log(ids: readonly string[]) {
    this.logs = ids;
    if (this.main) this.main.log = ids;
  }

  /** Time is read in round trips. */
  get rounds(): boolean {
    return this.main?.rounds ?? this.inRounds;
  }
  set rounds(on: boolean) {
    this.inRounds = on;
    if (this.main) this.main.rounds = on;
  }

  /** Shows a stretch of time; gradually, `within_ms`, unless less motion is wished. `follows`: from there on it follows the playhead. */
  show(span: Span, { within_ms = 0, follows = false } = {}): void {
    this.following = follows;
    const glides = within_ms > 0 && !reducedMotion();
    this.goal = glides ? { from: this.span, to: span, since_ms: performance.now(), within_ms } : null;
    if (!this.goal) this.span = span;
  }

  /** The span moves along with the playhead, or no more. */
  follow(): void {
    this.following = !this.following;
    if (this.following && this.span[1] - this.span[0] >= this.duration_s * 0.99)
      this.span = [0, Math.max(1, this.duration_s / 4)];
  }

  /** Brings a moment into view, if it is not. */
  reveal(t_s: number): void {
    const [t0, t1] = this.span;
    if (t_s >= t0 && t_s <= t1) return;
    const length = t1 - t0;
    const from = Math.max(0, Math.min(this.duration_s - length, t_s - length / 2));
    this.span = [from, from + length];
  }

  /** Another run, or its past was changed (`keep`: the old picture stays until the new one is there; `holds`: so do ranges). */
  reset(keep: boolean, duration_s: number, holds: boolean): void {
    const whole = this.span[0] === 0 && this.span[1] === this.duration_s;
    this.duration_s = duration_s;
    if (whole || this.span[1] > duration_s) this.span = [0, duration_s];
    this.main?.reset(keep, holds);
  }

  /** A chart's plot, with the places of things in it. */
  plot(id: string): ReturnType<ChartStack["plot"]> {
    return this.main?.plot(id) ?? null;
  }

  /** More of the run is computed. */
  invalidate(): void {
    this.main?.invalidate();
  }

  /** The run of an overlay was computed further, is another one from a moment on, or altogether. */
  invalidateOverlay(what: "computed" | "changed" | "forget"): void {
    this.main?.invalidateOverlay(what);
  }

  /** Whether the charts have the values of an instant, or do not ask for them. */
  hasRead(t_s: number): boolean {
    return this.main?.hasRead(t_s) ?? true;
  }

  /** Tells the charts the moment, so that they draw what changed; true while the span still glides. */
  update(facts: RunFacts, theme: Theme, playing: boolean, more: Pick<StackState, "overlays" | "words"> = {}): boolean {
    this.glide();
    if (this.following && !this.goal) this.span = following(this.span, facts.playhead_s, facts.duration_s) ?? this.span;
    this.know(facts);
    this.overlays = more.overlays ?? [];
    const state = { facts, theme, span: this.span, playhead: facts.playhead_s, playing, ...more };
    this.main?.update(state);
    this.playhead_s = facts.playhead_s;
    this.lead();
    return this.goal !== null;
  }

  /** Shows the way to a playhead outside the span, at the plot's edge. */
  private lead(): void {
    const { playhead_s, edge } = this;
    const [t0_s, t1_s] = this.span;
    const side = playhead_s < t0_s ? "before" : playhead_s > t1_s ? "after" : null;
    const first = side && this.plot(this.shown[0] ?? "");
    edge.hidden = !first?.layout;
    if (!first?.layout) return;
    write(edge, translate(`chart.playhead.${side}`, { t: num(Number(playhead_s.toFixed(1))) }));
    const { left, top, plotWidth } = first.layout;
    const [plot, host] = [first.plot, edge.offsetParent].map((each) => each?.getBoundingClientRect());
    const x = (plot?.left ?? 0) - (host?.left ?? 0) + left + (side === "before" ? 0 : plotWidth - edge.offsetWidth);
    edge.style.translate = `${Math.round(x)}px ${Math.round((plot?.top ?? 0) - (host?.top ?? 0) + top)}px`;
  }

  private glide(): void {
    if (!this.goal) return;
    const { from, to, since_ms, within_ms } = this.goal;
    const u = Math.min(1, (performance.now() - since_ms) / within_ms);
    const eased = easeCubicInOut(u);
    this.span = [interpolateNumber(from[0], to[0])(eased), interpolateNumber(from[1], to[1])(eased)];
    if (u === 1) {
      this.span = to;
      this.goal = null;
    }
  }

  private arrange(): void {
    // Until a page that may have a stage has said so, its charts would be drawn as one stack, and then move.
    if (this.options.setPath && !this.room && this.most === Number.POSITIVE_INFINITY) return;
    if (this.room && this.ids.length > 0) this.stage(this.room);
    else this.open(this.ids.slice(0, this.most));
  }

  /** Window and queue, or the first chart that the address names of those that the run has, and which of the others are open under it. */
  private get parts(): { stage: string; ids: readonly string[]; open: readonly string[] } {
    const { first } = this;
    const ids = STAGED.includes(first) ? STAGED : [first];
    return { stage: STAGED.includes(first) ? STAGE : first, ids, open: this.ids.filter((id) => !ids.includes(id)) };
  }

  /** The charts that are open, by id; window and queue under a stage are one. */
  get shown(): readonly string[] {
    const { stage, open } = this.parts;
    return this.room ? [stage, ...open.slice(0, SIZES[this.room.screen].most)] : this.ids;
  }

  /** Arranges stage, tracks and path. */
  private stage(room: StageRoom): void {
    const { screen, few } = room;
    const { stage, ids, open: all } = this.parts;
    const { most, row, names, gutter } = SIZES[screen];
    const open = all.slice(0, most);
    const usual = TRACKS.filter(({ of }) => (of !== "cdg" || this.runs.cdg) && (of !== "call" || this.runs.call));
    const rest = few ? [] : CHARTS.filter((chart) => !usual.includes(chart));
    const known = usual.map(({ id }) => id);
    const asked = [...all, ...this.offered].filter((id) => !known.includes(id));
    const first = [...this.fetched, ...asked, ...known];
    const tracks = [...new Set([...first, ...rest.map(({ id }) => id)])].filter((id) => !ids.includes(id));
    const own = (id: string): boolean => listed(id)?.axis === "own";
    const shared = shares({ ...room, open: open.map((id) => ({ id, own: own(id) })), tracks: tracks.length });
    let left = shared.rows;
    // A row is a line over time: charts with an axis of their own are behind the rest until they are opened.
    const shown = tracks.filter((id) => open.includes(id) || (first.includes(id) && !own(id) && left-- > 0));
    this.options.setPath?.(shared.path);
    this.load([...shown, stage], () =>
      this.main?.setTracks({
        stage,
        rows: shown.map((id) => ({ id, open: open.includes(id) })),
        more: shared.more ? tracks.filter((id) => !shown.includes(id)) : [],
        pairs: shared.pairs,
        opened: shared.opened,
        row,
        names,
        gutter,
      }),
    );
  }

  /** Opens a track in its place; one that is open becomes a row again. One too many closes the one that was opened first. */
  turn(id: string): void {
    if (!this.room) return;
    const { ids, open } = this.parts;
    const { most } = SIZES[this.room.screen];
    const now = open.slice(0, most);
    const next = now.includes(id) ? now.filter((each) => each !== id) : [...now, id].slice(-most);
    const seen = this.main?.plot(id) !== null;
    if (!seen) this.fetched = [id, ...this.fetched.filter((each) => each !== id)];
    this.events.onCharts([...ids, ...next]);
  }

  /** Tracks are offered by what the run has; a chart without any of it is no stage. */
  private know(facts: RunFacts): void {
    const { flows } = facts;
    const runs = { cdg: flows.some(({ kind }) => kind === "cdg"), call: flows.some(({ cross }) => cross) };
    const isEmpty = (chart: Chart): boolean => !("full" in chart) && chart.series(facts, 1).length === 0;
    const first = this.ids.find((id) => !chartOf(id) || !isEmpty(chartOf(id) as Chart)) ?? STAGED[0] ?? "";
    if (runs.cdg === this.runs.cdg && runs.call === this.runs.call && first === this.first) return;
    this.runs = runs;
    this.first = first;
    if (this.room) this.arrange();
  }
  private first = "";

  /** Opens charts in the stack. */
  private open(ids: readonly string[]): void {
    this.load(ids, () => this.main?.setCharts(ids));
  }

  /** Shows charts once their files are there; what is wanted last holds. */
  private load(ids: readonly string[], show: () => void): void {
    if (!this.main) return;
    this.wanted = ids;
    if (ids.every((id) => chartOf(id))) {
      show();
      return;
    }
    void loadCharts(ids, this.options.decorate).then(() => {
      if (this.wanted !== ids) return;
      show();
      this.events.onLoaded();
    });
  }
}
