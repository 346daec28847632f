/**
 * The run beside a lesson's text: panels with tabs where it is narrow, a bar to play, pause and skip, and the ways in which a
 * lesson shows a run: looped, played to its end, as stills, at its end. Not here: which run, and what it means (lesson-page.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import type { Comparison } from "../compare/model.ts";
import type { SecondRun } from "../compare/second-run.ts";
import type { ComparisonTable } from "../compare/table.ts";
import type { Shown } from "../controls/control-names.ts";
import { timeText } from "../controls/time-bar.ts";
import { reducedMotion } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Points, SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { type PlotRectangle, plotPlace } from "../run_view/plot-rectangle.ts";
import { RunView } from "../run_view/run-view.ts";
import type { LabDocument } from "../session/document.ts";
import type { Measured } from "../session/measures.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Scenario } from "../session/scenario.ts";
import { icon } from "../ui/icons.ts";
import { tabButtons } from "../ui/tabs.ts";
import { inMbps, seriesOf } from "./curve.ts";
import { stateAt } from "./find.ts";
import type { Loop, Show } from "./types.ts";

/** How a run is shown. */
export interface Showing {
  view: readonly string[];
  /** Panels that begin with a logarithmic y, and have a switch for it. */
  log: readonly string[];
  speed: number;
  /** A slower beginning; null without one. */
  ease: Show["ease"] | null;
  loop: Loop | null;
  /** Moments that represent the run. */
  stills: readonly number[];
  how: "loop" | "play" | "stills" | "end";
  overlay: Overlay | null;
  /** A second run over the first. */
  comparison: Comparison | null;
  /** Queue and capacity, which no real sender can know, are covered. */
  hide: boolean;
}

export interface LessonRunViewProps {
  onChange(): void;
  /** The run on show is computed to its end and summed up. */
  onComputed(measured: Measured, digest: string): void;
  /** The playhead has reached the run's end; `byHand`: the reader has just put it there. */
  onEnd(byHand: boolean): void;
  controls(): TemplateResult | typeof nothing;
  /** After each frame that drew something. */
  onDrawn?(): void;
}

/** Columns in which a curve is read to be compared. */
const CURVE_COLUMNS = 1200;
/** Under this width, px, one panel is shown at a time. */
const NARROW = "(max-width: 899px)";

export class LessonRunView {
  /** Controls act: every change begins the run anew, and shows it. */
  free = false;
  private readonly runView: RunView;
  private readonly tabs = document.createElement("div");
  private readonly bar = document.createElement("div");
  private readonly hands = document.createElement("div");
  private readonly narrow = matchMedia(NARROW);
  private showing: Showing | null = null;
  private tab: string | null = null;
  /** The reader took that tab: it stays, from run to run, where there is one like it. */
  private taken = false;
  private still = 0;
  /** The run on show: summed up, and seen to its end. */
  private summed = -1;
  private asking = false;
  private ended = false;
  private skipped = false;
  /** A run was asked for and is not on show yet: the reader may already have asked for its next picture, or its end. */
  private waiting = false;
  private opened: (() => void) | null = null;
  private second: SecondRun | null = null;
  /** Results of both. */
  private table: ComparisonTable | null = null;
  private readonly legend = document.createElement("div");
  /** Its words, once they are fetched. */
  private legendOf: typeof import("../compare/legend.ts").legend | null = null;
  /** Where it lies over the page's foot, the page knows how much of itself is covered (design/lessons/run-side.css). */
  private readonly size = new ResizeObserver(([entry]) => {
    const height = entry?.target.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty("--run-height", `${height}px`);
  });

  constructor(
    aside: HTMLElement,
    private readonly engine: EngineClient,
    scenario: Scenario,
    private readonly props: LessonRunViewProps,
  ) {
    const path = document.createElement("section");
    const charts = document.createElement("div");
    path.className = "stage";
    charts.className = "charts";
    this.tabs.className = "tabs";
    this.bar.className = "bar";
    this.hands.className = "hands";
    aside.replaceChildren(this.tabs, this.legend, path, charts, this.bar, this.hands);
    this.runView = new RunView(engine, {
      path,
      charts,
      document: documentOf(scenario),
      // A control begins the run anew (contract 5).
      isLive: () => false,
      onChange: () => this.props.onChange(),
      onNews: (news) => {
        if (news === "run") this.begin();
        if (news === "progress") void this.sum();
      },
      onFrame: () => this.turn(),
      onDrawn: (_moved, now_ms) => this.drawn(now_ms),
      overlay: () => this.second?.overlay() ?? null,
    });
    this.narrow.addEventListener("change", this.arrange);
    this.size.observe(aside);
  }

  get settings(): unknown {
    return this.runView.session.settings;
  }
  /** Another run is about to replace this one: settings changed now would be lost. */
  get isLeft(): boolean {
    return this.runView.session.isLeft;
  }
  get looks(): readonly FlowLook[] {
    return this.runView.player.looks;
  }
  get document(): LabDocument | null {
    return this.runView.session.run ? this.runView.session.document : null;
  }

  start(): void {
    this.runView.start();
  }

  /** Ends run and engine. */
  end(): void {
    this.narrow.removeEventListener("change", this.arrange);
    this.size.disconnect();
    document.documentElement.style.removeProperty("--run-height");
    this.runView.end();
    this.second?.close();
    this.engine.close();
  }

  /** Draws over the charts. */
  set overlay(overlay: Overlay | null) {
    this.runView.player.overlay = overlay;
    this.runView.player.touch();
  }

  /** How far the run on show is computed, s. */
  get computed_s(): number {
    return this.runView.session.clock.computed_s;
  }

  /** A curve of the run on show, as far as it is computed; with `rate_s` the Mbit/s of a total of bytes over that time. */
  async curve(source: SourceName, signal: string, t0_s: number, t1_s: number, rate_s?: number): Promise<Points> {
    const series = [seriesOf(source, signal, rate_s)];
    const frame = await this.engine.ask("view", { t0_s, t1_s, columns: CURVE_COLUMNS, series });
    const points = frame.series[0] ?? new Float64Array(0);
    return rate_s === undefined ? points : inMbps(points);
  }

  /** The states of a flow at the playhead, in words, and that moment. */
  async statesNow(source: SourceName, signals: readonly string[]): Promise<{ t_s: number; words: (string | null)[] }> {
    const { t_s, duration_s } = this.runView.session.clock;
    const curves = await Promise.all(signals.map((signal) => this.curve(source, signal, 0, duration_s)));
    return { t_s, words: curves.map((curve, i) => stateAt(curve, signals[i] ?? "", t_s)) };
  }

  /** Shows a run; done once it is computed and summed up. */
  async open(scenario: Scenario, showing: Showing): Promise<void> {
    this.showing = showing;
    this.skipped = false;
    this.still = 0;
    this.waiting = true;
    this.overlay = showing.overlay;
    this.runView.until_s = showing.loop?.until_s ?? null;
    this.runView.player.hidden = showing.hide;
    this.runView.untimed = showing.loop?.untimed ?? false;
    this.runView.unqueued = showing.loop?.unqueued ?? false;
    this.runView.chartArea.log = showing.log;
    this.second?.close();
    this.second = null;
    this.table = null;
    if (!this.taken || this.tab === null || !showing.view.includes(this.tab)) this.tab = null;
    // Before the controls are drawn: they take no input until this run's settings are there.
    this.runView.session.leave();
    this.arrange();
    this.pace();
    // Callers that wait for the previous run are released: it will have no summary.
    this.opened?.();
    const summed = new Promise<void>((resolve) => {
      this.opened = resolve;
    });
    if (!(await this.runView.session.open(documentOf(scenario)))) return;
    await this.openSecond(showing);
    await summed;
  }

  /** Lays the second run over the first. */
  private async openSecond(showing: Showing): Promise<void> {
    if (!showing.comparison) return;
    const [{ SecondRun }, { ComparisonTable }, { legend }] = await Promise.all([
      import("../compare/second-run.ts"),
      import("../compare/table.ts"),
      import("../compare/legend.ts"),
    ]);
    if (this.showing !== showing) return;
    const own = new SecondRun(this.runView, showing.comparison, () => this.props.onChange());
    this.second = own;
    this.legendOf = legend;
    this.table = new ComparisonTable(own, () => this.props.onChange());
    try {
      if (await own.open()) await own.finish();
    } catch {
      // Given up with the run that it was laid over.
    }
  }

  /** Results of the two runs on show. */
  get differences(): TemplateResult | typeof nothing {
    return this.table?.table() ?? nothing;
  }

  /** Puts the playhead to the run's end. */
  toEnd(): void {
    const { clock } = this.runView.session;
    clock.playing = false;
    this.runView.seek(clock.duration_s);
  }

  /** Brings a run that is to be seen to its end; false if there is none, or it was seen. */
  hurry(): boolean {
    if (this.ended || this.showing === null || this.showing.how === "loop") return false;
    if (this.summed === this.runView.session.generation) this.toEnd();
    return true;
  }

  control(each: Shown, options: Parameters<RunView["control"]>[2]): ReturnType<RunView["control"]> {
    return this.runView.control(each, () => undefined, options);
  }

  /** A run begins: it is shown once it is computed. */
  private begin(): void {
    this.summed = -1;
    this.ended = false;
    if (!this.waiting) {
      this.skipped = false;
      this.still = 0;
    }
    const { clock } = this.runView.session;
    clock.playing = false;
    this.runView.chartArea.show(this.span);
    void this.sum();
  }

  /** The stretch that the charts show: they have it from their first picture on. */
  private get span(): readonly [number, number] {
    const { loop = null, how = "play" } = this.showing ?? {};
    if (this.free || how !== "loop" || !loop) return [0, this.runView.session.clock.duration_s];
    return loop.span ?? [loop.from_s, loop.to_s];
  }

  /** Asks for the summary of a run that is computed; then it is shown. */
  private async sum(): Promise<void> {
    const { session } = this.runView;
    const { generation, digest, run } = session;
    if (digest === null || !run || this.summed === generation || this.asking) return;
    this.asking = true;
    const summary = await session.summary();
    this.asking = false;
    if (session.generation !== generation) void this.sum();
    else if (summary !== null) {
      this.summed = generation;
      this.props.onComputed({ summary, settings: run.document }, digest);
      this.show();
      this.opened?.();
      this.opened = null;
    }
  }

  private show(): void {
    const { showing, runView } = this;
    const { clock } = runView.session;
    if (!showing) return;
    this.waiting = false;
    const how = this.free ? "play" : showing.how;
    if (how === "end" || this.skipped || (this.free && reducedMotion())) runView.seek(clock.duration_s);
    else if (how === "stills") runView.seek(showing.stills[this.still] ?? 0);
    else if (how === "loop" && showing.loop) {
      const { from_s, still_s } = showing.loop;
      runView.chartArea.show(this.span);
      runView.seek(reducedMotion() ? still_s : from_s);
      clock.playing = !reducedMotion() && showing.loop.to_s > from_s;
    } else clock.playing = true;
    runView.change();
  }

  /** As fast as the run is shown at its moment: slowly at its beginning and at its end, if it wants so. */
  private pace(): void {
    const { showing } = this;
    if (!showing) return;
    const { clock } = this.runView.session;
    const { ease, speed } = showing;
    const wanted = ease && (clock.t_s < ease.to_s || clock.atEnd) ? ease.speed : speed;
    if (clock.speed !== wanted) clock.setSpeed(wanted);
  }

  /** A loop turns at its end. */
  private turn(): void {
    const loop = this.showing?.how === "loop" ? this.showing.loop : null;
    const { clock } = this.runView.session;
    this.pace();
    if (!loop || !clock.playing || clock.t_s < loop.to_s) return;
    clock.seek(loop.from_s);
    // Nothing of it is known.
    if (loop.to_s <= loop.from_s) clock.playing = false;
  }

  /** The place of a chart's plot; null while it is not on the screen. */
  plot(chart: string): PlotRectangle | null {
    return plotPlace(this.runView.chartArea, chart);
  }

  private drawn(now_ms: number): void {
    this.props.onDrawn?.();
    const { clock, generation, digest } = this.runView.session;
    this.tellTime();
    // Of both whole runs.
    if (digest && this.second?.session.digest) this.table?.update(clock.duration_s, now_ms);
    if (this.ended || !clock.atEnd || this.summed !== generation) return;
    this.ended = true;
    this.props.onEnd(this.skipped);
  }

  private tellTime(): void {
    const time = this.bar.querySelector(".clock");
    if (time) time.textContent = timeText(this.runView.session.clock.t_s);
  }

  private readonly arrange = (): void => {
    const view = this.showing?.view ?? [];
    this.tab ??= view.find((panel) => panel !== "path") ?? view[0] ?? null;
    this.runView.arrange(this.narrow.matches && this.tab !== null ? [this.tab] : view);
    // The path needs no name; a chart alone has none of its own there.
    this.tabs.hidden = !this.narrow.matches || (view.length === 1 && this.tab === "path");
    this.draw();
  };

  /** Renews tabs, bar and controls. */
  draw(): void {
    const { showing, runView } = this;
    if (!showing) return;
    render(this.tabs.hidden ? nothing : this.tabList(showing.view), this.tabs);
    render(this.second ? (this.legendOf?.(this.second) ?? nothing) : nothing, this.legend);
    const held = this.bar.contains(document.activeElement);
    render(this.barOf(showing), this.bar);
    // The button that had the focus has gone: the one beside it takes it.
    if (held && !this.bar.contains(document.activeElement)) this.bar.querySelector<HTMLElement>(".play")?.focus();
    this.tellTime();
    render(runView.session.settings ? this.props.controls() : nothing, this.hands);
  }

  private tabList(view: readonly string[]): TemplateResult {
    const choose = (panel: string): void => {
      this.tab = panel;
      this.taken = true;
      this.arrange();
    };
    const name = (panel: string): string => translate(panel === "path" ? "lesson.panel.path" : `chart.${panel}`);
    const [only] = view;
    if (view.length === 1 && only !== undefined) return html`<p class="only">${name(only)}</p>`;
    return html`<div role="tablist" aria-label=${translate("lesson.panels")}>${tabButtons(view, this.tab, name, choose)}</div>`;
  }

  /** Lets the reader see both forms of a curve that grows by factors. */
  private logSwitch({ log }: Showing): TemplateResult | typeof nothing {
    const { chartArea } = this.runView;
    const here = log.filter((panel) => this.tabs.hidden || panel === this.tab);
    if (here.length === 0) return nothing;
    const on = here.every((panel) => chartArea.log.includes(panel));
    const turn = (): void => {
      chartArea.log = on ? [] : log;
      this.runView.change();
    };
    return html`<button type="button" class="button is-line" aria-pressed=${on} title=${translate("chart.menu.log")}
      aria-label=${translate("chart.menu.log")} @click=${turn}>${translate("lesson.log")}</button>`;
  }

  private barOf(showing: Showing): TemplateResult {
    const { runView } = this;
    const { clock } = runView.session;
    const act = (): void => {
      if (clock.atEnd) clock.seek(0);
      clock.playing = !clock.playing;
      runView.change();
    };
    const skip = (): void => {
      this.skipped = true;
      if (!this.waiting) this.toEnd();
    };
    const next = (): void => {
      this.still += 1;
      const at = showing.stills[this.still];
      if (at === undefined || this.still === showing.stills.length - 1) skip();
      else if (!this.waiting) runView.seek(at);
    };
    const label = translate(clock.playing ? "control.pause" : "control.play");
    const last = this.still >= showing.stills.length - 1;
    const stills = showing.how === "stills" && !last && !clock.atEnd;
    return html`<button type="button" class="button play" aria-label=${label} title=${label} ?disabled=${this.summed !== runView.session.generation}
        @click=${act}>${icon(clock.playing ? "pause" : "play")}</button>
      <span class="clock"></span>
      ${this.logSwitch(showing)}
      ${stills ? html`<button type="button" class="button is-line" @click=${next}>${translate("lesson.run.next")}</button>` : nothing}
      ${showing.how === "loop" || clock.atEnd || stills ? nothing : html`<button type="button" class="button is-line" @click=${skip}>${translate("lesson.run.skip")}</button>`}`;
  }
}

function documentOf(scenario: Scenario): LabDocument {
  return { scenario, view: { charts: [], focus: null } };
}
