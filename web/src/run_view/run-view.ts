/**
 * A run on show: its session, the path and the charts that are asked for, what it does in each frame, and the few controls by name. What
 * the widget and a lesson have in common. Not here: which run and panels (their pages say), the address, messages, words
 * around it; nor the laboratory, whose layout has more parts.
 */
import type { nothing, TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { CHARTS } from "../charts/registry.ts";
import type { Shown } from "../controls/control-names.ts";
import { control, kindList, type RowProps } from "../controls/sidebar.ts";
import { speed } from "../controls/speed.ts";
import { reducedMotion, type Theme, watchTheme } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Frame, SourceName, ViewRequest } from "../engine/protocol.ts";
import { errorLines } from "../i18n/errors.ts";
import { PathView } from "../path/dumbbell.ts";
import { shownUntil } from "../session/clip.ts";
import { type LabDocument, setSetting } from "../session/document.ts";
import { PendingEdit } from "../session/pending-edit.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Scalar } from "../session/scenario.ts";
import { type News, Session } from "../session/session.ts";
import { tables } from "../session/setting-tables.ts";
import type { Span, Value } from "../settings/setting.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { ChartArea } from "./chart-area.ts";
import { fall } from "./falling-dot.ts";
import { Player } from "./player.ts";

/** Least height of a chart, px: what does not fit makes the place grow. A widget of 640 x 400 has a path and two. */
const CHART_PX = 90;

/** Where it stands, and what its page does. */
export interface StageProps {
  path: HTMLElement;
  charts: HTMLElement;
  /** The first chart says what its pale half is. */
  explains?: boolean;
  document: LabDocument;
  /** Whether a control's change acts at the playhead; otherwise the run begins again. */
  isLive(path: string): boolean;
  /** Something besides the playhead is different: the page's own words are stale. */
  onChange(): void;
  /** The session has reported a change, after the view has taken it. */
  onNews?(news: News): void;
  /** Before anything of the frame. */
  onFrame?(now_ms: number): void;
  /** After path and charts were drawn; `moved`: the playhead has moved. */
  onDrawn(moved: boolean, now_ms: number): void;
  /** The playhead was put elsewhere. */
  onJump?(t_s: number): void;
  /** A second run over the first. */
  overlay?(): Overlay | null;
}

/** How a control is offered. */
export interface ControlOptions {
  /** The words that a list offers, all if not given. */
  kinds?: readonly string[] | undefined;
  /** A slider's ends. */
  span?: Span | undefined;
  /** Further settings that a word sets, by path: the run begins again. */
  along?: Readonly<Record<string, Readonly<Record<string, Scalar>>>> | undefined;
}

/** A control's wish, drawn at the value to reach. */
export interface Wish {
  path: string;
  value: Value;
}

export class RunView {
  readonly session: Session;
  readonly player: Player;
  readonly pending: PendingEdit;
  readonly chartArea: ChartArea;
  wish: Wish | null = null;
  /** End of the part that is shown, s; null: all is. */
  until_s: number | null = null;
  /** The path does not show the queueing delay. */
  untimed = false;
  /** The queue is drawn short, without numbers. */
  unqueued = false;
  private readonly path: PathView;
  private theme: Theme | null = null;
  /** The playhead has moved since `onDrawn` was last called. */
  private moved = false;
  /** Requested after the charts, and whenever they were drawn: it is drawn after them. */
  private readonly drawn: FramePart = {
    priority: "charts",
    draw: ({ now_ms }) => {
      const { moved } = this;
      this.moved = false;
      this.props.onDrawn(moved, now_ms);
    },
  };

  constructor(
    readonly engine: EngineClient,
    private readonly props: StageProps,
  ) {
    this.session = new Session(engine, props.document, (news) => this.heard(news));
    this.pending = new PendingEdit(
      this.session,
      (path) => props.isLive(path),
      (path) => tables.isLeftOut(path, this.session.settings),
    );
    this.player = new Player(engine, this.session, {
      onFrame: (now_ms) => props.onFrame?.(now_ms),
      onDraw: (moved) => this.show(moved),
      onEnd: () => this.change(),
    });
    this.path = new PathView(props.path, {
      onFocusFlow: (name) => this.focus(name),
      onHold: (on) => this.hold(on),
      onHome: (home, x, y) => fall(props.path, { home, x, y }, this.chartArea, this.player, this.theme),
    });
    this.chartArea = new ChartArea(
      props.charts,
      {
        onScrub: (t_s) => this.seek(t_s),
        onCrosshair: (t_s) => {
          this.player.reading_s = t_s;
          this.player.touch();
        },
        onFocusFlow: (name) => this.focus(name),
        onCharts: (ids) => this.chartArea.setOpen(ids),
        onLoaded: () => this.player.touch(),
        onActed: () => this.change(),
        onHit: (hit) => this.seek(hit.t_s),
        requestView: (request) => this.view(request),
        onDrawn: () => frames.request(this.drawn),
      },
      { gutter: 136, explains: props.explains ? () => true : undefined },
    );
    this.player.hasRead = (t_s) => this.chartArea.hasRead(t_s);
  }

  /** Begins: the engine's news, the theme, rest while off screen, the loop. */
  start(): void {
    const { engine, player } = this;
    engine.onProgress((news) => this.session.progress({ stream: "progress", ...news }));
    watchTheme((theme) => {
      this.theme = theme;
      this.change();
    });
    let shown = true;
    const rest = (): void => player.rest(!shown || document.hidden);
    const watch = new IntersectionObserver((entries) => {
      // The last one counts: a frame that comes into sight while its processor is busy tells of both at once.
      shown = entries.at(-1)?.isIntersecting ?? true;
      rest();
    });
    watch.observe(document.body);
    document.addEventListener("visibilitychange", rest);
    player.start();
  }

  /** Nothing more is done in any frame. */
  end(): void {
    this.player.rest(true);
    frames.cancel(this.drawn);
  }

  /** Shows these panels (`path` or a chart's id), no others. */
  arrange(panels: readonly string[]): void {
    const { path, charts: host } = this.props;
    const charts = panels.filter((panel) => CHARTS.some((chart) => chart.id === panel));
    path.hidden = !panels.includes("path");
    host.hidden = charts.length === 0;
    host.style.minHeight = `${charts.length * CHART_PX}px`;
    this.chartArea.setOpen(charts);
  }

  /** Puts the playhead to a moment, and brings it into view. */
  seek(t_s: number): void {
    const { clock } = this.session;
    clock.seek(t_s);
    this.props.onJump?.(clock.t_s);
    this.chartArea.reveal(clock.t_s);
    this.change();
  }

  /** Something besides the playhead has changed. */
  change(): void {
    this.player.touch();
    this.props.onChange();
  }

  /** Plays on, or lets a run that has ended go on. */
  async play(on: boolean): Promise<void> {
    const { clock } = this.session;
    if (on && clock.atEnd) await this.session.goOn();
    else clock.playing = on;
    this.change();
  }

  /** The engine's refusals of the last change, in words. */
  refusalLines(): string[] {
    const { refusal } = this.session;
    return refusal ? errorLines(refusal.errors, refusal.more) : [];
  }

  /** One control; nothing if this run has no such setting. */
  control(
    each: Shown,
    onSpeed: (speed: number) => void,
    { kinds, span, along }: ControlOptions = {},
  ): TemplateResult | typeof nothing {
    const { session, pending, wish } = this;
    if (each.kind === "speed") return speed({ speed: session.clock.speed, onInput: onSpeed, onChange: onSpeed });
    if (each.kind !== "field")
      return kindList(each, session.settings, (kind) => this.word(each.paths, kind, along?.[kind]), kinds);
    const { refusal } = session;
    const props: RowProps = {
      tables,
      settings: session.settings,
      held: pending.held,
      old: pending.old,
      errors: new Map(refusal?.path ? [[refusal.path, errorLines(refusal.errors, 0).join(" ")]] : []),
      nudge:
        wish && typeof wish.value === "number" ? { path: wish.path, nudge: { value: wish.value, pulse: false } } : null,
      onInput: (paths, value) => this.setting(paths, value, false),
      onChange: (paths, value) => this.setting(paths, value, true),
    };
    return control(props, each.paths, each.label, span);
  }

  /** A word was chosen; what it sets along is set at the same instant. */
  private word(paths: readonly string[], word: string, along: Readonly<Record<string, Scalar>> = {}): void {
    if (Object.keys(along).length === 0) {
      this.setting(paths, word, true);
      return;
    }
    const { session } = this;
    const all = [...paths.map((path) => [path, word] as const), ...Object.entries(along)];
    const changed = all.reduce(
      (document, [path, value]) => setSetting(document, path, value, 0, false).document,
      session.document,
    );
    void session.commit(changed, { path: paths[0] ?? "", restart: true });
  }

  private setting(paths: readonly string[], value: Value, done: boolean): void {
    if (this.wish && (this.wish.path !== paths[0] || done)) this.wish = null;
    if (done) this.pending.change(paths, value);
    else this.pending.input(paths, value);
    this.change();
  }

  /** A stretch of the run, as far as it may be shown. */
  private async view(request: ViewRequest): Promise<Frame> {
    return shownUntil(await this.engine.ask("view", request), this.until_s);
  }

  /** The path can be held: where a question waits nothing plays. */
  private get holds(): boolean {
    const { playing, atEnd } = this.session.clock;
    return !atEnd && (playing || this.until_s === null);
  }

  private hold(on: boolean): void {
    if (on && !this.holds) return;
    this.player.hold(on);
    this.change();
  }

  private focus(name: SourceName | null): void {
    this.player.focus = name;
    this.player.touch();
  }

  private heard(news: News): void {
    const { session, chartArea, pending, player } = this;
    if (news === "run") chartArea.reset(session.kept, session.clock.duration_s, pending.drags);
    if (news === "settings") pending.answered();
    if (news === "refusal" && session.refusal) pending.drop();
    if (news === "run" || news === "settings") player.renew();
    if (news === "run" || news === "progress") {
      chartArea.invalidate();
      document.body.dataset.digest = session.digest ?? "";
    }
    player.touch();
    if (news !== "progress") this.props.onChange();
    this.props.onNews?.(news);
  }

  /** Path and charts get the moment. */
  private show(moved: boolean): void {
    const { player, session, theme, chartArea } = this;
    if (!theme) return;
    player.span = chartArea.span;
    const facts: RunFacts = player.facts();
    if (!this.props.path.hidden)
      this.path.update({
        ...player.onPath,
        holds: this.holds,
        facts,
        theme,
        reducedMotion: reducedMotion(),
        untimed: this.untimed,
        unqueued: this.unqueued,
      });
    const overlays = [this.props.overlay?.(), player.overlay].filter((each) => each != null);
    // Charts of a run of which nothing is known yet would be empty, or show the one before: what they show stays.
    const more = { overlays, words: player.words };
    if (session.described && chartArea.update(facts, theme, session.clock.playing, more)) player.touch();
    this.moved ||= moved;
    frames.request(this.drawn);
  }
}
