/**
 * The widget: panels and controls that its address names, a play button, a way out to the laboratory with the same run,
 * and the host's messages. Not here: the messages' form (messages.ts), the run on show (run_view/run-view.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { type Address, NOBODY } from "../address/fields.ts";
import { documentOf, opened, openingPreset, refusalOf } from "../address/from-address.ts";
import { readAddress, writeAddress } from "../address/link.ts";
import { listed } from "../charts/registry.ts";
import { controlsOf, SHORT_NAMES, type Shown } from "../controls/control-names.ts";
import { timeText } from "../controls/time-bar.ts";
import { applyTheme, reducedMotion, THEMES, type ThemeChoice } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import type { SchemaError, StepUnit } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import "../i18n/embed.ts";
import { crashText, errorText, haltText } from "../i18n/errors.ts";
import { RunView } from "../run_view/run-view.ts";
import type { LabDocument } from "../session/document.ts";
import {
  fetchMore,
  IDS,
  isRunOf,
  nearestId,
  type Preset,
  presetBehind,
  presetLike,
  presetOf,
  wantsMore,
  words,
} from "../session/presets.ts";
import { wrongName, wrongPath, wrongValue } from "../session/problems.ts";
import { entriesIn, isObject, isScenario, type Scalar, type Scenario, titleIn } from "../session/scenario.ts";
import type { Session } from "../session/session.ts";
import { tables } from "../session/setting-tables.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { icon } from "../ui/icons.ts";
import { type ProblemGroup, problems } from "../ui/problem-list.ts";
import { showCrash } from "../ui/uncaught-errors.ts";
import { atIntervals } from "./at-intervals.ts";
import { ForkComparison } from "./comparison.ts";
import { Sentence } from "./first-line.ts";
import { fitting, heightOf } from "./large-panels.ts";
import { failure, Messages, type Outcome, type Widget } from "./messages.ts";
import { PassedEvents } from "./playhead-events.ts";
import { atPaths, settable } from "./settable.ts";

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
/** Minimum time between two messages of progress, or of changes, ms (contract 5). */
const PROGRESS_MS = 100;
/** A height is reported once it has been stable for this time, ms: not while parts still load. */
const SETTLED_MS = 150;

/** Maximum number of controls in a frame (contract 1). */
const MOST_FLOWS = 20;

/** Refusal of a scenario that has more flows than a widget shows. */
function tooManyFlows(scenario: unknown): SchemaError | null {
  const flows = isScenario(scenario) ? entriesIn(scenario, "flows") : [];
  if (flows.length <= MOST_FLOWS) return null;
  return { code: "too_many", place: "flows", found: String(flows.length), allowed: `<= ${MOST_FLOWS}`, nearest: "" };
}

export class Embed implements Widget {
  private readonly runView: RunView;
  private readonly session: Session;
  private readonly messages: Messages;
  private readonly sentence = new Sentence(element("hook"), (event) => this.leave(event));
  private readonly passed: PassedEvents;
  private readonly parted: ForkComparison;
  private address: Address | null = null;
  private preset: Preset | null = null;
  private wrong: string[] = [];
  /** Causes that ended or halted a run, in words. */
  private faults: string[] = [];
  /** Counts what was asked to open: of several under way only the last one is shown. */
  private turn = 0;
  private panels: readonly string[] = [];
  /** Panels that are shown and that are left out, and the frame's height that all would need, px; 0 where all are shown. */
  private shown: readonly string[] = [];
  private left: readonly string[] = [];
  private needed = 0;
  /** Controls that the run lacks were reported and dismissed. */
  private heedless = false;
  private wayOut: string | null = null;
  private readonly sentenceAndBar: FramePart = { priority: "text", draw: () => this.render() };
  private clockText: HTMLElement | null = null;
  private height = 0;
  private heightTimer = 0;
  private told_s = 0;
  private readonly progress = atIntervals(PROGRESS_MS, () => {
    this.told_s = this.session.clock.t_s;
    this.post({ sawtooth: 1, type: "progress", t: this.told_s });
  });
  private readonly report = atIntervals(PROGRESS_MS, () => this.reportChange());
  /** State of the run that the host was sent. */
  private reported: readonly unknown[] = [];

  constructor(private readonly engine: EngineClient) {
    this.parted = new ForkComparison(
      () => this.runView,
      () => this.change(),
      () => {
        this.wrong.push(translate("link.fork"));
        this.change();
      },
    );
    this.runView = new RunView(engine, {
      overlay: () => this.parted.overlay(),
      onNews: (news) => {
        if (news === "run" || news === "document") this.parted.follow();
        if (news === "progress") this.report();
      },
      path: element("path"),
      charts: element("charts"),
      explains: true,
      document: documentOf(openingPreset()),
      isLive: (path) => tables.isLive(path, this.session.settings),
      onChange: () => this.change(),
      onDrawn: (moved, now_ms) => this.tick(moved, now_ms),
      onJump: (t_s) => this.passed.jump(t_s),
    });
    this.session = this.runView.session;
    element("problems").setAttribute("aria-label", translate("lab.problems"));
    this.messages = new Messages(this, (message) => this.post(message));
    this.passed = new PassedEvents(
      (request) => engine.ask("view", request),
      (event) => this.post({ sawtooth: 1, type: "event", ...event }),
    );
  }

  /** Listens at once, opens what the address names, then says that it is ready. */
  start(): void {
    const { engine } = this;
    addEventListener("message", (event) => {
      // Only the host's own window; with `origin=` only from that origin.
      const origin = this.address?.origin ?? null;
      if (window.parent === window || event.source !== window.parent) return;
      if (origin !== null && event.origin !== origin) return;
      this.messages.receive(event.data);
    });
    engine.onHalted((halt) => {
      this.faults.push(haltText(halt.at_s, halt.most_packets));
      this.change();
    });
    engine.onError((crash) => {
      this.session.crashed(crash);
      // Without a run nothing is drawn, no list either.
      if (!this.session.run) showCrash(crash, false);
      this.faults.push(crashText(crash));
      this.post({ sawtooth: 1, type: "error", ...failure("failed", { message: crash.message }) });
      this.change();
    });
    const opening = this.openAddress();
    this.messages.after(opening);
    void opening.then(() => this.post({ sawtooth: 1, type: "ready" }));
    addEventListener("hashchange", () => void this.openAddress());
    new ResizeObserver(() => {
      // Sentence and panels may have more or less room now.
      this.arrange();
      this.change();
      this.watchHeight();
    }).observe(document.body);
    this.runView.start();
  }

  // --- Opening a run ---------------------------------------------------------------------------------------------

  /** Opens what the address names. Another address, or a host's `load`, that comes meanwhile takes its place: the last one counts. */
  private async openAddress(): Promise<void> {
    const turn = ++this.turn;
    if (wantsMore(location.hash)) await fetchMore();
    const found = opened(readAddress(location.hash));
    const { address } = found;
    // The permitted origin holds from now on, whichever run opens.
    this.address = address;
    const unread = found.unread === null ? [] : await refusalOf(this.engine, found.unread);
    if (turn !== this.turn) return;
    this.heedless = false;
    this.wrong = [...found.problems, ...unread];
    this.faults = [];
    applyTheme(address.theme ?? "auto");
    document.documentElement.dataset.profile = address.projector ? "projector" : "";
    this.panels = address.view ?? ["path", "cwnd"];
    this.preset = found.preset;
    this.runView.wish = presetLike(found.document.scenario)?.nudge ?? null;
    this.session.clock.setSpeed(address.speed ?? 1);
    const crowd = tooManyFlows(found.document.scenario);
    if (crowd) this.wrong.push(errorText(crowd));
    const taken = !crowd && (await this.session.open(found.document));
    if (turn !== this.turn) return;
    if (!taken) {
      this.wrong.push(...this.runView.refusalLines(), translate("lab.address.refused"));
      this.preset = openingPreset();
      await this.session.open(documentOf(this.preset));
      if (turn !== this.turn) return;
    }
    this.arrange();
    const { clock } = this.session;
    this.runView.chartArea.rounds = address.rounds;
    this.runView.chartArea.show([0, clock.duration_s]);
    clock.seek(address.t ?? 0);
    this.passed.jump(clock.t_s);
    // Like the laboratory: it plays unless that is unwanted.
    clock.playing = address.autoplay ?? !reducedMotion();
    this.change();
  }

  /** Panels as the address asks; those that do not fit make the frame grow, and in large type are left out until it has. */
  private arrange(): void {
    const known = this.panels.filter((panel) => panel === "path" || listed(panel));
    if (known.length === 0) known.push("path", "cwnd");
    const { address, shown: before } = this;
    const others = document.body.offsetHeight - element("panels").offsetHeight;
    const shown = address?.projector ? fitting(known, innerWidth, innerHeight - others) : known;
    this.needed = shown.length < known.length ? others + heightOf(known, innerWidth) : 0;
    if (shown.join() === before.join()) return;
    this.shown = shown;
    this.left = known.slice(shown.length);
    this.runView.arrange(shown);
    const charts = shown.filter((panel) => panel !== "path");
    if (address?.projector) element("charts").style.minHeight = `${heightOf(charts, innerWidth)}px`;
    this.change();
  }

  // --- What the host may ask (contract 5) ------------------------------------------------------------------------

  async load(what: { scenario: unknown } | { preset: string }): Promise<Outcome> {
    if ("preset" in what && wantsMore(what.preset)) await fetchMore();
    const preset = "preset" in what ? presetOf(what.preset) : undefined;
    if ("preset" in what && !preset) {
      const found = what.preset.slice(0, 60);
      const error = wrongName("preset", found, IDS);
      return failure("unknown_preset", { found }, [{ ...error, nearest: nearestId(found) ?? "" }]);
    }
    const scenario = preset ? preset.scenario : (what as { scenario: unknown }).scenario;
    const crowd = tooManyFlows(scenario);
    if (crowd) return failure("refused", {}, [crowd]);
    // Checked before it is opened: what is no scenario at all must not be in the page even for a moment.
    const checked = await this.engine.ask("check", { scenario: JSON.stringify(scenario) });
    if (!checked.ok) return failure("refused", {}, checked.errors);
    const turn = ++this.turn;
    const { view } = this.session.document;
    const before = this.session.clock.playing;
    const taken = await this.session.open({ scenario: scenario as Scenario, view });
    if (turn !== this.turn) return failure("replaced");
    if (!taken) {
      const { refusal } = this.session;
      this.session.clock.playing = before;
      // The embedding page gets the error; the reader did not cause it.
      this.session.dismiss();
      return failure("refused", {}, refusal?.errors ?? []);
    }
    this.wrong = [];
    this.faults = [];
    this.preset = preset ?? (isObject(scenario) ? (presetBehind(scenario as Scenario) ?? null) : null);
    this.runView.wish = preset?.nudge ?? null;
    this.session.clock.seek(0);
    this.passed.jump(0);
    this.runView.chartArea.show([0, this.session.clock.duration_s]);
    this.change();
    return { ok: true };
  }

  async play(on: boolean): Promise<Outcome> {
    await this.runView.play(on);
    return { ok: true };
  }

  async step(unit: StepUnit): Promise<Outcome> {
    const t = await this.session.step(unit, false);
    this.change();
    return { ok: true, t: t ?? this.session.clock.t_s };
  }

  async seek(t_s: number): Promise<Outcome> {
    this.runView.seek(t_s);
    return { ok: true, t: this.session.clock.t_s };
  }

  async set(path: string, value: Scalar): Promise<Outcome> {
    if (path === "theme") {
      if (!THEMES.includes(value as ThemeChoice)) return failure("bad_value", {}, [wrongName(path, value, THEMES)]);
      applyTheme(value as ThemeChoice);
      return { ok: true, restarted: false };
    }
    if (path === "speed") {
      if (typeof value !== "number" || !(value >= 0.001 && value <= 1000))
        return failure("bad_value", {}, [wrongValue(path, value, "0.001 <= x <= 1000", "number")]);
      this.session.clock.setSpeed(value);
      this.change();
      return { ok: true, restarted: false };
    }
    const refused = await settable(this.engine, this.session, path, value);
    if (Array.isArray(refused))
      return failure(refused[0]?.code === "no_such_path" ? "no_such_path" : "refused", {}, refused);
    this.session.dismiss();
    await this.session.set(path, value, refused.live);
    const { refusal } = this.session;
    if (refusal) {
      // The embedding page gets the error; the reader did not cause it.
      this.session.dismiss();
      return failure("refused", {}, atPaths(refusal.errors));
    }
    if (this.runView.wish?.path === path) this.runView.wish = null;
    if (!refused.live) this.passed.jump(0);
    return { ok: true, restarted: !refused.live };
  }

  state(): Outcome {
    return { ok: true, ...this.facts(this.session.document) };
  }

  private facts({ scenario }: LabDocument) {
    const { clock, digest } = this.session;
    const { t_s: t, computed_s, duration_s, playing, speed } = clock;
    return { t, computed_s, duration_s, playing, speed, scenario, digest };
  }

  // --- What the reader does --------------------------------------------------------------------------------------

  /** Opens the laboratory with this run; where the frame forbids windows, its address is there to be copied. */
  private leave(event: Event): void {
    event.preventDefault();
    const { clock, document } = this.session;
    const preset = presetLike(document.scenario);
    const fields = writeAddress({
      scenario: document.scenario,
      preset: preset?.id ?? null,
      t: clock.t_s,
      speed: clock.speed,
      autoplay: clock.playing ? null : false,
      fork: document.fork ?? null,
    });
    const address = `${new URL("index.html", location.href.replace(/#.*$/, "")).href}#${fields}`;
    let opened: Window | null = null;
    try {
      opened = window.open(address);
      if (opened) opened.opener = null;
    } catch {
      // Another origin's window needs nothing cut.
    }
    this.wayOut = opened ? null : address;
    this.change();
  }

  // --- Drawing ---------------------------------------------------------------------------------------------------

  private change(): void {
    frames.request(this.sentenceAndBar);
    this.runView.player.touch();
    this.report();
  }

  /** Parts that move with the playhead: the clock, and the messages to the host. */
  private tick(moved: boolean, now_ms: number): void {
    const { clock } = this.session;
    if (this.clockText) this.clockText.textContent = timeText(clock.t_s);
    if (moved) this.passed.moved(clock.t_s, this.runView.player.looks, now_ms);
    // By hand or by itself.
    if (clock.t_s !== this.told_s) this.progress();
  }

  private render(): void {
    const { preset, session, wrong } = this;
    if (!session.run) return;
    const { scenario } = session.document;
    const sentence = preset
      ? words(preset, isRunOf(preset, scenario) ? "hook" : "title")
      : (titleIn(scenario) ?? translate("lab.untitled"));
    document.title = sentence;
    this.sentence.show(sentence);
    const refused = this.runView.refusalLines();
    const lines = [...wrong];
    const { shown, unknown } = controlsOf(this.address?.controls ?? [], session.settings, this.runView.player.looks);
    for (const found of this.heedless ? [] : unknown)
      lines.push(errorText(wrongPath(found, session.settings, SHORT_NAMES)));
    const host = element("problems");
    const groups: ProblemGroup[] = [
      [translate("lab.refused"), refused],
      [translate("lab.address.wrong"), lines],
      [translate("lab.faults"), this.faults],
    ];
    const none = groups.every(([, lines]) => lines.length === 0);
    host.hidden = none && this.wayOut === null;
    render(this.notices(none ? [] : groups, refused.length > 0), host);
    render([this.parted.legend(), this.leftOut()], element("branches"));
    render(this.bar(shown), element("bar"));
    this.arrange();
    this.watchHeight();
    this.clockText = element("bar").querySelector(".clock");
  }

  /** Says which panels have no room. */
  private leftOut(): TemplateResult | typeof nothing {
    const names = this.left.map((id) => translate(id === "path" ? "lab.path" : `chart.${id}`)).join(", ");
    return names === "" ? nothing : html`<p class="left-out">${translate("embed.left_out", { panels: names })}</p>`;
  }

  private notices(groups: readonly ProblemGroup[], refused: boolean): TemplateResult | typeof nothing {
    if (this.wayOut !== null)
      return html`<div class="way-out"><label>${translate("embed.way_out")}<input readonly .value=${this.wayOut}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label></div>`;
    if (groups.length === 0) return nothing;
    return problems(groups, refused ? translate("lab.standing") : "", () => {
      this.wrong = [];
      this.faults = [];
      this.heedless = true;
      this.session.dismiss();
      element("problems").hidden = true;
    });
  }

  private bar(shown: readonly Shown[]): TemplateResult {
    const { clock } = this.session;
    const label = translate(clock.playing ? "control.pause" : "control.play");
    const controls = shown.map((each) => this.runView.control(each, (value) => void this.set("speed", value)));
    return html`<button type="button" class="button play" aria-label=${label} title=${label} @click=${() => void this.play(!clock.playing)}>
        ${icon(clock.playing ? "pause" : "play")}</button>
      <div class="controls">${controls.length > 0 ? controls : html`<span class="clock"></span>`}</div>`;
  }

  // --- To the host -----------------------------------------------------------------------------------------------

  /** Reports the run, if the reader or the host has changed it, or its digest is there. */
  private reportChange(): void {
    const { taken, digest, clock } = this.session;
    const known = [taken, digest, clock.playing, clock.speed];
    if (!taken || known.every((each, i) => each === this.reported[i])) return;
    this.reported = known;
    this.post({ sawtooth: 1, type: "change", ...this.facts(taken) });
  }

  private post(message: Record<string, unknown>): void {
    if (window.parent === window) return;
    const origin = this.address?.origin ?? "*";
    if (origin !== NOBODY) window.parent.postMessage(message, origin);
  }

  /** Tells the height when it has settled: a height on the way there would make the host's frame jump. */
  private watchHeight(): void {
    window.clearTimeout(this.heightTimer);
    this.heightTimer = window.setTimeout(() => {
      const height = Math.ceil(Math.max(document.documentElement.scrollHeight, this.needed));
      if (height === this.height || !this.session.run) return;
      this.height = height;
      this.post({ sawtooth: 1, type: "resize", height });
    }, SETTLED_MS);
  }
}
