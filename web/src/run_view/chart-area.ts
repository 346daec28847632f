/**
 * The charts on the page: one stack, a second one at its side where the screen is wide, tabs where it is narrow; and the
 * span of time that they share. Their code comes after the engine's: the path runs before they are shown. Not here: what a
 * chart draws, nor the playhead's own movement.
 */
import { easeCubicInOut } from "d3-ease";
import { interpolateNumber } from "d3-interpolate";
import { nothing, render } from "lit";
import type { Chart, Hit, Overlay } from "../charts/chart.ts";
import { CHARTS, chartOf, fitsAside, listed, loadCharts } from "../charts/registry.ts";
import type { ChartStack, PictureKind, StackEvents, StackOptions, StackState } from "../charts/stack.ts";
import type { Theme } from "../design/theme.ts";
import { reducedMotion } from "../design/theme.ts";
import type { RunFacts } from "../session/run-facts.ts";
import "../i18n/charts.ts";
import { engineAnswered } from "../engine/client.ts";
import type { Frame, SourceName, ViewRequest } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { tabButtons } from "../ui/tabs.ts";

/** Events of the charts for the page. */
export interface ChartAreaEvents {
  onSeek(t_s: number): void;
  onCrosshair(t_s: number | null): void;
  onFocusFlow(name: SourceName | null): void;
  /** Charts were hidden or moved through their menus. */
  onCharts(ids: readonly string[]): void;
  /** Charts that were asked for are there: they are to be drawn. */
  onLoaded(): void;
  /** The reader chose another span. */
  onActed(): void;
  onHit(hit: Hit, crowd: readonly Hit[]): void;
  /** A chart's picture or its data are wanted as a file. */
  onPicture?(id: string, kind: PictureKind, focus: SourceName | null): void;
  requestView(request: ViewRequest): Promise<Frame>;
  /** Charts were drawn, perhaps in another place or range: what lies over them follows. */
  onDrawn?(): void;
}

/** How the charts of a page are to look. */
export interface ChartAreaOptions extends StackOptions {
  /** What each chart becomes when it is loaded: without it, itself. */
  decorate?(chart: Chart): Chart;
}

type Span = readonly [number, number];

export class ChartArea {
  /** The stretch of time on the screen. */
  span: Span = [0, 1];
  /** What is laid over the run, as it was drawn last. */
  overlays: readonly Overlay[] = [];
  private readonly tabs = document.createElement("div");
  private main: ChartStack | null = null;
  private side: ChartStack | null = null;
  /** Single letters are keys; the span moves along with the playhead: the setting that the stacks have or will get. */
  private letters = true;
  private follows = false;
  private logs: readonly string[] = [];
  /** Charts that each stack shall show, loaded or not. */
  private readonly wanted = new Map<ChartStack, readonly string[]>();
  private ids: readonly string[] = [];
  private duration_s = 0;
  private goal: { from: Span; to: Span; since_ms: number; within_ms: number } | null = null;
  /** One chart at a time, under tabs; its own column for charts with their own axis. */
  private narrow = false;
  private wide = false;
  private most = Number.POSITIVE_INFINITY;
  private tab: string | null = null;

  constructor(
    host: HTMLElement,
    private readonly sideHost: HTMLElement | null,
    private readonly events: ChartAreaEvents,
    private readonly options: ChartAreaOptions = {},
  ) {
    this.tabs.className = "tabs";
    this.tabs.setAttribute("role", "tablist");
    this.tabs.setAttribute("aria-label", translate("lab.charts"));
    this.tabs.hidden = true;
    const place = document.createElement("div");
    place.className = "stack-host";
    host.append(this.tabs, place);
    const stackEvents: StackEvents = {
      onSpan: (t0_s, t1_s) => {
        this.goal = null;
        this.span = [t0_s, t1_s];
        events.onActed();
      },
      onScrub: (t_s) => events.onSeek(t_s),
      onCrosshair: (t_s) => events.onCrosshair(t_s),
      onFocusFlow: (name) => events.onFocusFlow(name),
      onHit: (hit, crowd) => events.onHit(hit, crowd),
      onLog: () => events.onActed(),
      ...(events.onPicture && { onPicture: events.onPicture }),
      requestView: (request) => events.requestView(request),
      onDrawn: () => events.onDrawn?.(),
    };
    // What one column hides or moves leaves the other as it is.
    const other = (mine: readonly string[], aside: boolean): string[] => {
      const theirs = this.ids.filter((id) => this.isAside(id) !== aside);
      return aside ? [...theirs, ...mine] : [...mine, ...theirs];
    };
    const main = { ...stackEvents, onCharts: (ids: readonly string[]) => events.onCharts(other(ids, false)) };
    const side = { ...stackEvents, onCharts: (ids: readonly string[]) => events.onCharts(other(ids, true)) };
    void this.begin((Stack) => {
      this.main = new Stack(place, main, options);
      this.side = sideHost ? new Stack(sideHost, side, { small: 300 }) : null;
    });
  }

  /** Makes the stacks, once their code is there: they open what was opened until then. */
  private async begin(make: (Stack: typeof ChartStack) => void): Promise<void> {
    await engineAnswered();
    make((await import("../charts/stack.ts")).ChartStack);
    this.letterKeys = this.letters;
    if (this.main) this.main.follow = this.follows;
    this.log = this.logs;
    this.arrange();
    this.events.onLoaded();
  }

  /** Opens charts, in this order. */
  setOpen(ids: readonly string[]): void {
    this.ids = ids.filter((id) => listed(id));
    this.arrange();
  }

  /** The form of the layout: tabs on a phone, a second column on a wide screen, two charts at most on a projector. */
  setForm(narrow: boolean, wide: boolean, most = Number.POSITIVE_INFINITY): void {
    if (narrow === this.narrow && wide === this.wide && most === this.most) return;
    this.most = most;
    this.narrow = narrow;
    this.wide = wide;
    this.arrange();
  }

  set letterKeys(on: boolean) {
    this.letters = on;
    if (this.main) this.main.letterKeys = on;
    if (this.side) this.side.letterKeys = on;
  }

  /** Charts on the time axis whose y is logarithmic, by id. */
  get log(): readonly string[] {
    return this.main?.log ?? this.logs;
  }
  set log(ids: readonly string[]) {
    this.logs = ids;
    if (this.main) this.main.log = ids;
  }

  /** Shows a stretch of time; gradually, `within_ms`, unless less motion is wished. */
  show(span: Span, within_ms = 0): void {
    this.setFollow(false);
    const glides = within_ms > 0 && !reducedMotion();
    this.goal = glides ? { from: this.span, to: span, since_ms: performance.now(), within_ms } : null;
    if (!this.goal) this.span = span;
  }

  /** The span moves along with the playhead, or no more. */
  follow(on = !this.following): boolean {
    this.setFollow(on);
    if (on && this.span[1] - this.span[0] >= this.duration_s * 0.99) this.span = [0, Math.max(1, this.duration_s / 4)];
    return on;
  }

  /** Whether the span moves along. */
  get following(): boolean {
    return this.main?.follow ?? this.follows;
  }

  private setFollow(on: boolean): void {
    this.follows = on;
    if (this.main) this.main.follow = on;
  }

  /** Brings a moment into view, if it is not. */
  reveal(t_s: number): void {
    const [t0, t1] = this.span;
    if (t_s >= t0 && t_s <= t1) return;
    const length = t1 - t0;
    const from = Math.max(0, Math.min(this.duration_s - length, t_s - length / 2));
    this.span = [from, from + length];
  }

  /** Another run, or its past was changed (`keep`: the old picture stays until the new one is there). */
  reset(keep: boolean, duration_s: number): void {
    const whole = this.span[0] === 0 && this.span[1] === this.duration_s;
    this.duration_s = duration_s;
    if (whole || this.span[1] > duration_s) this.span = [0, duration_s];
    this.main?.reset(keep);
    this.side?.reset(keep);
  }

  /** A chart's plot, with the places of things in it. */
  plot(id: string): ReturnType<ChartStack["plot"]> {
    return this.main?.plot(id) ?? this.side?.plot(id) ?? null;
  }

  /** More of the run is computed. */
  invalidate(): void {
    this.main?.invalidate();
    this.side?.invalidate();
  }

  /** The run of an overlay was computed further, is another one from a moment on, or altogether. */
  invalidateOverlay(what: "computed" | "changed" | "forget"): void {
    this.main?.invalidateOverlay(what);
    this.side?.invalidateOverlay(what);
  }

  /** Whether the charts have the values of an instant, or do not ask for them. */
  hasRead(t_s: number): boolean {
    return this.main?.hasRead(t_s) ?? true;
  }

  /** Tells the charts the moment, so that they draw what changed; true while the span still glides. */
  update(facts: RunFacts, theme: Theme, playing: boolean, more: Pick<StackState, "overlays" | "words"> = {}): boolean {
    this.glide();
    this.overlays = more.overlays ?? [];
    const state = { facts, theme, span: this.span, playhead: facts.playhead_s, playing, ...more };
    this.main?.update(state);
    if (this.side && this.sideHost && !this.sideHost.hidden) this.side.update(state);
    return this.goal !== null;
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

  /** Whether a chart stands in the second column. */
  private isAside(id: string): boolean {
    return this.wide && this.most > this.ids.length && this.sideHost !== null && fitsAside(id);
  }

  private arrange(): void {
    const aside = this.ids.filter((id) => this.isAside(id));
    if (this.sideHost) this.sideHost.hidden = aside.length === 0;
    this.open(this.side, aside);
    this.tabs.hidden = !this.narrow;
    if (this.narrow) {
      if (this.tab === null || !listed(this.tab)) this.tab = this.ids[0] ?? CHARTS[0]?.id ?? null;
      this.open(this.main, this.tab === null ? [] : [this.tab]);
      this.drawTabs();
    } else {
      this.open(this.main, this.ids.filter((id) => !aside.includes(id)).slice(0, this.most));
      render(nothing, this.tabs);
    }
  }

  /** Opens charts in a stack, once their files are there; what is wanted last holds. */
  private open(stack: ChartStack | null, ids: readonly string[]): void {
    if (!stack) return;
    this.wanted.set(stack, ids);
    const missing = ids.filter((id) => !chartOf(id));
    if (missing.length === 0) {
      stack.setCharts(ids);
      return;
    }
    void loadCharts(missing, this.options.decorate).then(() => {
      if (this.wanted.get(stack) !== ids) return;
      stack.setCharts(ids);
      this.events.onLoaded();
    });
  }

  private drawTabs(): void {
    const choose = (id: string): void => {
      this.tab = id;
      this.arrange();
      this.events.onLoaded();
    };
    const ids = CHARTS.map((chart) => chart.id);
    render(
      tabButtons(ids, this.tab, (id) => translate(`chart.${id}`), choose),
      this.tabs,
    );
    // The chosen one may lie beyond the row's end.
    const chosen = this.tabs.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!chosen) return;
    // Against the row itself: what its elements are placed against lies further out.
    const from = chosen.getBoundingClientRect().left - this.tabs.getBoundingClientRect().left;
    this.tabs.scrollLeft += from - (this.tabs.clientWidth - chosen.offsetWidth) / 2;
  }
}
