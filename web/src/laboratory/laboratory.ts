/**
 * The laboratory: what the reader does becomes a change of the session, what the session reports is drawn. Its
 * fields are the page's own state: cards, nudge, theme. Not here: the run's clock (run_view/player.ts), what is drawn in a
 * frame (frame-parts.ts), words and controls (views.ts).
 */

import type { Begun } from "../address/begin.ts";
import { firstCharts, type Opened, refusalOf } from "../address/from-address.ts";
import { askedLanguage } from "../address/language.ts";
import { writeAddress } from "../address/link.ts";
import { type NamedScript, withScript } from "../address/script.ts";
import { byAlgorithm } from "../charts/by-algorithm.ts";
import type { Hit } from "../charts/chart.ts";
import { signedFlows } from "../charts/groups.ts";
import { paceText, timeText } from "../controls/time-bar.ts";
import { reducedMotion, type ThemeChoice, watchTheme } from "../design/theme.ts";
import type { Crash, EngineClient, Halted } from "../engine/client.ts";
import { nameText, type SourceName, type StepUnit } from "../engine/protocol.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { crashText, haltText } from "../i18n/errors.ts";
import { move } from "../offline/busy.ts";
import type { PathView } from "../path/dumbbell.ts";
import { ChartArea } from "../run_view/chart-area.ts";
import { Overview } from "../run_view/overview.ts";
import type { Player } from "../run_view/player.ts";
import { shownUntil } from "../session/clip.ts";
import { type LabDocument, removeFlow } from "../session/document.ts";
import { Effects } from "../session/effect.ts";
import { forked, joinedAs, type Side } from "../session/fork.ts";
import { tooLong } from "../session/link-rate.ts";
import { Notices } from "../session/notices.ts";
import { PendingEdit } from "../session/pending-edit.ts";
import { presetBehind, presetLike } from "../session/presets.ts";
import { refusalLines, unreadText } from "../session/refusals.ts";
import type { Scenario } from "../session/scenario.ts";
import type { News, Session } from "../session/session.ts";
import { loadWords, tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import { FocusOrigin } from "../ui/focus-origin.ts";
import { Announcer } from "../ui/live-region.ts";
import { NARROW, WIDE } from "../ui/screens.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";
import { chooseTheme, keptTheme, themeAfter } from "../ui/theme-toggle.ts";
import { showCrash } from "../ui/uncaught-errors.ts";
import { actionOfKey, belongsTo, perform } from "./actions.ts";
import { AddressBar } from "./address.ts";
import type { FirstPicture, Page } from "./boot.ts";
import type { Laboratory, Presented, Presenting } from "./context.ts";
import type { ForkView } from "./fork-view.ts";
import { FrameParts } from "./frame-parts.ts";
import { keepTrail } from "./history-state.ts";
import { LossCount } from "./loss-announcements.ts";
import { obey, openAddress, openRun, takeUp } from "./open-run.ts";
import { pointIn } from "./opening-hints.ts";
import type { Repeat } from "./repeat.ts";
import { takeChart, watchDrops } from "./share-loader.ts";
import { actedIn, changing, focusAfter, initialState, type LaboratoryState } from "./state.ts";
import { titleOf } from "./titles.ts";
import { Views } from "./views.ts";
import type { Why } from "./why-panel.ts";

addMessages("en", says);

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export class LaboratoryPage implements Page, Laboratory {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly chartArea: ChartArea;
  readonly pending: PendingEdit;
  readonly path: PathView;
  readonly overview: Overview;
  readonly address: AddressBar;
  readonly announcer = new Announcer((text) => {
    element("polite").textContent = text;
  });
  readonly views: Views;
  state: LaboratoryState = initialState(keptTheme(), recall("letters") !== "off");
  /** The presenter, while the run is presented. */
  presenter: Presented | null = null;
  readonly losses = new LossCount();
  readonly notices: Notices;
  readonly effects: Effects;
  /** The second branch, while the run is split. */
  split: ForkView | null = null;
  private splitting = false;
  private barWidth = 0;
  private readonly parts = new FrameParts(this);
  private readonly focusOrigin = new FocusOrigin(document);
  /** Many runs of the scenario, while they are shown. */
  repeat: Repeat | null = null;
  /** What was asked about a mark, from the first time on. */
  why: Why | null = null;

  /** Takes over what the first picture began. */
  constructor(
    first: FirstPicture,
    /** Fetches the presenter. */
    private readonly presenting: () => Promise<Presenting>,
  ) {
    const { engine } = first;
    this.engine = engine;
    this.session = first.session;
    this.player = first.player;
    this.path = first.path;
    this.pending = new PendingEdit(
      this.session,
      (path) => tables.isLive(path, this.settings()),
      (path) => tables.isLeftOut(path, this.settings()),
      () => this.settings(),
    );
    this.chartArea = new ChartArea(
      element("charts"),
      element("side"),
      {
        onSeek: (t_s) => this.seek(t_s),
        onCrosshair: (t_s) => {
          this.player.reading_s = t_s;
          this.player.touch();
        },
        onFocusFlow: (name) => this.setHover(name),
        onCharts: (charts) => this.setCharts(charts),
        onLoaded: () => this.player.touch(),
        onActed: () => this.act(),
        onHit: (hit, crowd) => void this.ask(hit, crowd),
        onPicture: (id, kind, focus) => void takeChart(this, id, kind, focus),
        requestView: async (request) => shownUntil(await engine.ask("view", request), this.session.clock.limit_s),
        onDrawn: () => this.presenter?.follow(),
      },
      { explains: true, decorate: byAlgorithm },
    );
    this.chartArea.letterKeys = this.state.letters;
    this.player.hasRead = (t_s) => this.chartArea.hasRead(t_s);
    this.notices = new Notices(engine, () => this.change());
    this.effects = new Effects(
      engine,
      this.session,
      () => this.player.looks,
      () => this.change(),
    );
    this.overview = new Overview(
      engine,
      this.session,
      () => signedFlows(this.player.facts()) ?? this.player.looks,
      () => this.player.touch(),
    );
    this.address = new AddressBar(
      () => (this.state.acted && !this.state.awaits ? this.fields() : null),
      () => void this.openAddress(),
      (place) => {
        // While another run opens, what is here is not that place's.
        const { run, history } = this.session;
        if (run) keepTrail(place, history, { span: this.chartArea.span, card: this.state.card });
      },
    );
    this.views = new Views(this);
    watchTheme((theme) => this.update({ theme }));
    watchDrops(this);
    // Not asked of the page in each frame: it would have to be laid out once more.
    new ResizeObserver(([entry]) => {
      this.barWidth = entry?.contentRect.width ?? 0;
    }).observe(element("bar"));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.player.rest(document.hidden));
    for (const act of ["pointerdown", "pointerup", "keydown", "keyup", "input"]) addEventListener(act, move, true);
    // It may have happened before all this was there.
    this.player.rest(document.hidden);
    first.handTo(this);
    this.change();
  }

  /** The rule of the first ten seconds, as long as it holds. */
  frame(now_ms: number): void {
    const { clock } = this.session;
    this.split?.frame(now_ms);
    this.why?.watch();
    const act = this.state.opening?.next(clock, now_ms) ?? null;
    if (act) obey(this, act);
    this.pointOut();
    const columns = Math.max(100, Math.round(this.barWidth / 2));
    this.overview.poll(now_ms, columns, this.player.facts().limit_bytes !== null);
  }

  /** What is to be seen in the picture is pointed out, while the opening is slow. */
  private pointOut(): void {
    const { picture } = this.player;
    const pointed = picture ? pointIn(this.state.opening?.phase ?? "over", picture, this.state.pointed ?? 0) : null;
    if (pointed === this.state.pointed) return;
    this.update({ pointed });
  }

  // --- What the reader does --------------------------------------------------------------------------------------

  /** The reader has acted: the opening's rule ends, and from now on the address follows. */
  act(): void {
    this.endOpening();
    this.address.touch();
    this.update(actedIn());
  }

  private endOpening(): void {
    const speed = this.state.opening?.end() ?? null;
    if (speed !== null) this.session.clock.setSpeed(speed);
  }

  play(on = !this.session.clock.playing): void {
    const { clock } = this.session;
    if (on && clock.atEnd) {
      void this.session.goOn();
    } else if (on && reducedMotion()) {
      // An event is microseconds away, which nobody sees.
      void this.step("rtt", false);
      return;
    } else clock.playing = on;
    this.act();
    this.says(on ? translate("lab.says.playing") : translate("lab.says.paused", { time: timeText(clock.t_s) }), "play");
  }

  async step(unit: StepUnit, back: boolean): Promise<void> {
    this.act();
    const t_s = await this.session.step(unit, back);
    void this.why?.follow();
    // Congestion events and round trips lie further apart than a millisecond.
    this.update({ stepped_s: unit === "event" || unit === "ack" ? this.session.clock.t_s : null });
    this.chartArea.reveal(this.session.clock.t_s);
    this.says(
      t_s === null ? translate("lab.says.none") : translate("lab.says.at", { time: timeText(t_s, true) }),
      "step",
    );
    this.change();
  }

  seek(t_s: number, done = true): void {
    this.act();
    this.session.clock.seek(t_s);
    if (done) this.chartArea.reveal(t_s);
  }

  setSpeed(speed: number): void {
    this.act();
    this.session.clock.setSpeed(speed);
    this.says(translate("lab.says.speed", { time: paceText(this.session.clock.speed) }), "speed");
  }

  setTheme(theme: ThemeChoice, keeps = true): void {
    chooseTheme(theme, keeps);
    this.update({ themeChoice: theme });
  }

  /** As the system, light, dark, and round again. */
  nextTheme(): void {
    this.setTheme(themeAfter(this.state.themeChoice));
  }

  /** Hides what no real sender can know, the queue and the capacity; or shows it again. */
  setHidden(hidden = !this.player.hidden): void {
    this.player.hidden = hidden;
    document.body.classList.toggle("blind", hidden);
    document.documentElement.style.setProperty("--veil", hidden ? JSON.stringify(translate("lab.blind.veil")) : '""');
    for (const canvas of document.querySelectorAll(".stage canvas")) {
      if (hidden) canvas.setAttribute("aria-hidden", "true");
      else canvas.removeAttribute("aria-hidden");
    }
    this.says(translate(hidden ? "lab.says.hidden" : "lab.says.shown"), "hidden");
    this.change();
  }

  /** Whether single letters are keys, on the page and on the charts (WCAG 2.1.4). */
  setLetters(on: boolean): void {
    this.update({ letters: on });
    this.chartArea.letterKeys = on;
    keep("letters", on ? null : "off");
  }

  setCharts(charts: readonly string[]): void {
    const { document } = this.session;
    this.chartArea.setOpen(charts);
    void this.session.commit({ ...document, view: { ...document.view, charts: [...charts] } });
    this.act();
  }

  /** The flow under the pointer comes forward. */
  setHover(name: SourceName | null): void {
    if (this.state.hover !== name) this.update({ hover: name });
  }

  /** A flow stays in front of the others, or no longer. */
  pick(name: SourceName): void {
    const picked = this.state.picked === name ? null : name;
    const label = this.player.looks.find((look) => look.name === name)?.label ?? nameText(name);
    this.says(picked ? translate("lab.says.focus", { flow: label }) : translate("lab.says.no_focus"), "focus");
    this.update({ picked });
  }

  /** All controls, where they are a sheet. */
  showAll(all: boolean): void {
    this.update({ all });
  }

  focusBy(by: 1 | -1): void {
    const names = this.player.looks.filter((look) => !look.cross).map((look) => look.name);
    const card = focusAfter(names, this.state.card, by);
    const label = this.player.looks.find((look) => look.name === card)?.label;
    this.says(label ? translate("lab.says.focus", { flow: label }) : translate("lab.says.no_focus"), "focus");
    this.update({ card });
  }

  setting(paths: readonly string[], value: Value, done: boolean): void {
    this.endOpening();
    this.update(changing(this.state, paths[0], value, done));
    if (done) this.pending.change(paths, value);
    else this.pending.input(paths, value);
    this.act();
  }

  /** Adds a flow; its card gets the focus once the run has it. */
  addFlow(change: (document: LabDocument, t_s: number) => LabDocument): void {
    const { session } = this;
    const next = change(session.document, session.clock.t_s);
    this.update({ goTo: { card: next.view.focus, ready: false, added: true } });
    this.flows(next);
  }

  /** Removes a flow; the focus goes to the card after it, or to the button that adds one. */
  removeFlow(name: SourceName): void {
    const { session } = this;
    const flows = this.player.looks.filter((look) => !look.cross);
    const at = flows.findIndex((look) => look.name === name);
    this.update({ goTo: { card: flows[at + 1]?.name ?? null, ready: false, added: false } });
    this.flows(removeFlow(session.document, name, session.clock.t_s));
    this.says(translate("lab.says.removed", { flow: flows[at]?.label ?? nameText(name) }), "flows");
  }

  /** Changes the scenario itself: what joins or goes, at the playhead. */
  edit(change: (document: LabDocument, t_s: number) => LabDocument): void {
    this.flows(change(this.session.document, this.session.clock.t_s));
  }

  /** A scenario that came from a file stands: it may be a preset's, and its charts show the whole of it. */
  opened(scenario: Scenario): void {
    this.chartArea.show([0, this.session.clock.duration_s]);
    this.update({ preset: presetBehind(scenario) ?? null, card: this.session.run?.flows[0] ?? null });
  }

  /** A mark was chosen: the playhead goes there, and the reason is shown. */
  async ask(hit: Hit, crowd: readonly Hit[]): Promise<void> {
    this.session.clock.playing = false;
    this.seek(hit.t_s);
    if (!this.why) {
      const { Why } = await import("./why-panel.ts");
      this.why ??= new Why(this);
    }
    await this.why.ask(hit, crowd);
  }

  /** Lets the run happen under many seeds, or takes that away. */
  async repeatRun(): Promise<void> {
    if (this.session.document.fork) {
      this.says(translate("lab.repeat.forked"));
      return;
    }
    this.act();
    if (this.repeat) {
      this.repeat.close();
      this.repeat = null;
    } else {
      const { Repeat } = await import("./repeat.ts");
      if (this.session.document.fork || this.repeat) return;
      this.why?.close();
      this.update({ nudge: null });
      this.repeat = new Repeat(this);
      if (NARROW.matches) this.showAll(true);
    }
    this.says(translate(this.repeat ? "lab.says.repeated" : "lab.says.unrepeated"));
    this.change();
  }

  /** Forks the run at the playhead, the controls on B; or ends the fork and keeps A. */
  fork(): void {
    const { session } = this;
    if (session.document.fork) {
      this.join("A");
      return;
    }
    if (this.repeat) void this.repeatRun();
    this.why?.close();
    this.update({ nudge: null });
    session.side = "B";
    void session.commit(forked(session.document, session.clock.t_s));
    this.act();
    this.says(translate("lab.says.forked", { time: timeText(session.clock.t_s) }));
  }

  /** Ends the fork: one branch is the run. */
  join(side: Side): void {
    const { session } = this;
    void session.commit(joinedAs(session.document, side));
    this.act();
    this.says(translate("lab.says.joined", { side }));
  }

  /** Chooses the branch that the controls change. */
  setSide(side: Side): void {
    this.pending.drop();
    this.session.side = side;
    this.says(translate("lab.says.side", { side }), "side");
    this.change();
  }

  /** The settings that the controls show: of the branch that the controls change. */
  settings(): unknown {
    const { session, split } = this;
    const own = session.side === "B" && split && session.clock.t_s >= split.at_s;
    return (own ? split.session.settings : null) ?? session.settings;
  }

  /** Has a second branch on the page while the document has one. */
  private async syncSplit(): Promise<void> {
    const { session } = this;
    if (!session.run) return;
    if (session.document.fork && !this.split) {
      if (this.splitting) return;
      this.splitting = true;
      const { ForkView } = await import("./fork-view.ts");
      this.splitting = false;
      if (!session.document.fork || this.split) return;
      this.split = new ForkView(this, session.document);
      // As when it was made: from a link, too, it is B that is tried out.
      session.side = "B";
    } else if (!session.document.fork && this.split) {
      this.split.close();
      this.split = null;
      session.side = "A";
      this.pending.drop();
    } else this.split?.follow(session.document);
    this.change();
  }

  /** Runs a scenario that the reader wrote, from its start; what was is one step of undo away. Returns what is wrong with it. */
  async runText(text: string): Promise<string[]> {
    addMessages("en", (await import("../i18n/en/parse.json")).default);
    const wrong = await refusalOf(this.engine, text);
    if (wrong.length > 0) return wrong;
    const scenario: Scenario = JSON.parse(text);
    const long = tooLong(scenario);
    if (long) return (await import("./trace-file.ts")).longText(long.times_ms.length);
    this.update({ nudge: null });
    await this.session.commit({ ...this.session.document, scenario, fork: null }, { restart: true });
    this.act();
    return [];
  }

  private flows(next: LabDocument): void {
    this.update({ nudge: null, card: next.view.focus ?? this.state.card });
    void this.session.commit(next);
    this.act();
  }

  /** Once the sidebar shows the run as it is now: the focus goes to the changed card, and a joining flow is announced. */
  arrive(): void {
    const { goTo } = this.state;
    if (!goTo?.ready) return;
    this.update({ goTo: null });
    this.views.focusCard(goTo.card);
    const look = this.player.looks.find((each) => each.name === goTo.card);
    if (look && goTo.added)
      this.says(translate("lab.says.added", { flow: look.label, time: timeText(look.start_s) }), "flows");
  }

  async undo(redo = false): Promise<void> {
    this.pending.drop();
    await (redo ? this.session.redo() : this.session.undo());
    this.chartArea.setOpen(this.session.document.view.charts);
    this.says(translate(redo ? "lab.says.redone" : "lab.says.undone"));
    this.act();
  }

  key(event: KeyboardEvent): void {
    // A menu in the sheet closes before the sheet does.
    const menu = document.querySelector(":popover-open") !== null;
    if (event.key === "Escape" && this.state.all && !menu && !event.defaultPrevented) this.showAll(false);
    const { byPointer } = this.focusOrigin;
    if (event.defaultPrevented || belongsTo(event.target as Element | null, event.key, byPointer)) return;
    const action = actionOfKey(event, this.state.letters);
    // A script has its own keys: whatever else is pressed by mistake changes nothing before the room.
    if (!action || this.presenter?.script) return;
    event.preventDefault();
    // Firefox presses a button when Space is let go.
    if (event.key === " ") addEventListener("keyup", (up) => up.preventDefault(), { once: true, capture: true });
    perform(this, action);
  }

  // --- What the session reports ------------------------------------------------------------------------------------

  heard(news: News): void {
    if (news === "run") {
      this.why?.close();
      this.chartArea.reset(this.session.kept, this.session.clock.duration_s);
      this.losses.reset();
      if (this.session.kept) this.overview.change(performance.now());
      else this.overview.forget();
      this.repeat?.follow();
      void this.notices.follow(this.session.document.scenario);
    }
    if (news === "settings") {
      this.pending.answered();
      const { goTo } = this.state;
      if (goTo) this.update({ goTo: { ...goTo, ready: true } });
    }
    if (news === "refusal" && this.session.refusal) {
      this.pending.drop();
      this.update({ goTo: null });
    }
    if (news === "run" || news === "settings") this.player.renew();
    if (news === "run" || news === "progress") {
      this.overview.want();
      this.chartArea.invalidate();
      document.body.dataset.digest = this.session.digest ?? "";
      void this.effects.measure();
    }
    if (news === "document" || news === "run") void this.syncSplit();
    if (news === "document" && this.state.acted) this.address.touch();
    this.player.touch();
    if (news !== "progress") this.parts.requestWords();
  }

  /** Playing has ended at the run's end. */
  ended(): void {
    this.says(translate("lab.says.end"), "play");
    this.address.touch();
    this.change();
  }

  halted({ at_s, most_packets }: Halted): void {
    this.update({ faults: [...this.state.faults, haltText(at_s, most_packets)] });
  }

  crashed(crash: Crash): void {
    // Without a run there is no list to be in.
    if (!this.session.run) showCrash(crash, false);
    this.update({ faults: [...this.state.faults, crashText(crash)] });
  }

  update(change: Partial<LaboratoryState>): void {
    this.state = { ...this.state, ...change };
    this.change();
  }

  renderNow(): void {
    this.views.render();
  }

  /** Something that is in words or controls has changed. */
  change(): void {
    this.parts.requestWords();
    this.player.touch();
  }

  draw(moved: boolean): void {
    this.parts.show(moved);
  }

  says(text: string | (() => string), subject?: string): void {
    this.announcer.say(text, subject);
  }

  openRun(found: Opened, begun: Begun | null = null): Promise<void> {
    return openRun(this, found, begun);
  }

  openAddress(): Promise<void> {
    return openAddress(this);
  }

  /** Offers to present the run, or a script. */
  async present(): Promise<void> {
    await (await this.presenting()).showChoices(this);
  }

  async presentNamed(found: Opened, named: NamedScript): Promise<void> {
    await (await this.presenting()).presentNamed(this, found, named);
  }

  /** A reload in the middle of recording: it goes on. */
  async goOnRecording(): Promise<void> {
    if (recall("recording", IN_TAB) !== null) await (await this.presenting()).goOnRecording(this);
  }

  /** What was lost since it was last said, for the ear. */
  tellLosses(): void {
    const { picture } = this.player;
    if (!picture || !this.session.clock.playing) return;
    for (const kind of this.losses.take(picture)) this.says(() => this.losses.text(kind), kind);
  }

  title(): string {
    return titleOf(this);
  }

  /** What is in the address now. */
  fields(): string {
    const script = this.presenter?.place();
    const own = { theme: this.state.themeChoice, projector: true, lang: askedLanguage() };
    if (script) return withScript(script, writeAddress(own));
    const { scenario, view } = this.session.document;
    const { clock } = this.session;
    const preset = presetLike(scenario);
    const sameCharts = firstCharts(preset ?? null, WIDE.matches).join() === view.charts.join();
    return writeAddress({
      scenario,
      preset: preset?.id ?? null,
      fork: this.session.document.fork ?? null,
      view: sameCharts ? null : ["path", ...view.charts],
      t: clock.t_s,
      speed: clock.speed,
      autoplay: clock.playing ? null : false,
      theme: this.state.themeChoice,
      projector: this.state.projector,
      lang: askedLanguage(),
    });
  }

  /** Words of the present refusal. */
  refusalLines(): string[] {
    return refusalLines(this.session.refusal, this.session.settings, this.player.looks);
  }

  /** Text in a number's field that is no number: the error stays there until the field is changed. */
  refuseText(path: string, typed: string): void {
    // What was refused there before is not there any more.
    this.session.dismiss();
    const text = unreadText(path, typed, this.session.settings);
    this.says(text, "problems");
    this.update({ unread: new Map([[path, text]]) });
  }
}

/** The laboratory goes on with the run that the first picture began; `presenting` fetches the presenter. */
export function startLab(first: FirstPicture, presenting: () => Promise<Presenting>): void {
  const lab = new LaboratoryPage(first, presenting);
  // Once the run is taken up: what a key does ends the opening.
  void takeUp(lab, first).then(() => {
    for (const event of first.keys.splice(0)) lab.key(event);
    void lab.goOnRecording();
  });
  const words = (): void => void loadWords().then(() => lab.change());
  // What settings are, and where their defaults come from, is on hover and focus: so it comes with the first of them.
  for (const id of ["sidebar", "bottom-bar"])
    for (const kind of ["pointerover", "focusin"])
      document.getElementById(id)?.addEventListener(kind, words, { once: true });
}
