/**
 * The laboratory's parts in words and controls, rendered from its state when something has changed: top bar, sentence,
 * rail, dock, bar of time, list of refusals, sheets. What moves each frame is written directly. Holds no state of the run.
 */

import { html, nothing, render } from "lit";
import { CHARTS, listed } from "../charts/registry.ts";
import { Scrubber } from "../controls/scrubber.ts";
import type * as Rail from "../controls/sidebar.ts";
import type { RailProps } from "../controls/sidebar-props.ts";
import { bar, timeText } from "../controls/time-bar.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { num, say, withUnit } from "../i18n/catalogue.ts";
import { showPresent } from "../presenter/loader.ts";
import { before } from "../run_view/introduction.ts";
import type { Change } from "../session/change.ts";
import { addFlows, addTraffic, duplicateFlow, removeFlow, setReverse } from "../session/document.ts";
import { groupName, PRESETS, presetLike, whoIn, words } from "../session/presets.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { rttPaths } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import { showSheet } from "../ui/dialog.ts";
import { type ProblemGroup, problems } from "../ui/problem-list.ts";
import { NARROW, PHONE, WIDE } from "../ui/screens.ts";
import { help, scenarioText } from "./help.ts";
import type { Lab } from "./laboratory.ts";
import { choose } from "./open-run.ts";
import { POINTS } from "./opening-hints.ts";
import { showShare } from "./share-loader.ts";
import { top } from "./top-bar.ts";

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Rail and dock, or what is around them. */
export type Half = "controls" | "around";

export class Faces {
  scrubber: Scrubber | null = null;
  clockText: HTMLElement | null = null;
  shown = { clock: "", lines: "", card: null as SourceName | null };

  private arrived: typeof Rail | null = null;
  private fetched: Promise<void> | null = null;

  constructor(private readonly lab: Lab) {
    for (const query of [NARROW, PHONE, WIDE]) query.addEventListener("change", () => lab.change());
    const names: [string, string][] = [
      ["figure", "lab.figure"],
      ["rail", "lab.controls"],
      ["dock", "lab.dock"],
      ["bar", "lab.time"],
      ["path", "lab.path.label"],
      ["problems", "lab.problems"],
      ["skips", "lab.skips"],
    ];
    for (const [id, key] of names) element(id).setAttribute("aria-label", say(key));
    // A card's menu may open below the rail's edge.
    element("rail").addEventListener(
      "toggle",
      (event) => (event.target as HTMLElement).querySelector(".menu")?.scrollIntoView({ block: "nearest" }),
      true,
    );
    const skips: [string, string][] = [
      ["figure", "lab.skip.figure"],
      ["rail", "lab.skip.controls"],
      ["bar", "lab.skip.time"],
    ];
    const go = (id: string) => (event: Event) => {
      // The address holds the run: no jump may change it.
      event.preventDefault();
      if (id === "rail" && NARROW.matches) lab.showAll(true);
      const target = element(id);
      (id === "bar" ? target.querySelector<HTMLElement>(".play") : target)?.focus();
    };
    render(
      skips.map(([id, key]) => html`<a class="skip unseen" href=${`#${id}`} @click=${go(id)}>${say(key)}</a>`),
      element("skips"),
    );
  }

  /** All parts, once something has changed; or one half of them, the other follows. */
  render(half: Half | null = null): void {
    if (!this.lab.session.run) return;
    document.body.classList.toggle("all", this.lab.all);
    if (half !== "controls") this.renderAround();
    if (half !== "around") this.renderControls();
  }

  /** The half that answers the reader's act: where it was done, or where it opened a card. */
  halfOf(target: EventTarget | null): Half {
    const inside = target instanceof Element && target.closest("#rail, #dock") !== null;
    return inside || this.shown.card !== this.lab.card ? "controls" : "around";
  }

  private renderAround(): void {
    const { lab } = this;
    lab.figure.setForm(PHONE.matches, WIDE.matches, lab.projector ? 2 : Number.POSITIVE_INFINITY);
    this.renderTop();
    this.renderHook();
    lab.split?.renderNames();
    this.renderProblems();
    this.renderBar();
  }

  private renderControls(): void {
    const { lab } = this;
    this.shown.card = lab.card;
    const props = this.railProps();
    const held = element("rail").contains(document.activeElement);
    // Before the engine has said what holds, the rail would show half of itself, and then move.
    const known = lab.session.settings !== null;
    const wanted = known && !lab.projector && (!NARROW.matches || lab.all);
    const controls = this.controls();
    render(controls && wanted ? controls.rail(props) : nothing, element("rail"));
    render(
      controls && NARROW.matches && !lab.projector
        ? controls.dock(props, !PHONE.matches, () => lab.showAll(true))
        : nothing,
      element("dock"),
    );
    if (held && document.activeElement === document.body) this.catchFocus();
  }

  /** The rail's and the dock's templates; null while they are fetched, once the engine is there: it comes first. */
  private controls(): typeof Rail | null {
    this.fetched ??= import("../controls/sidebar.ts").then(
      (file) => {
        this.arrived = file;
        this.lab.change();
      },
      () => {
        // The next drawing tries again.
        this.fetched = null;
      },
    );
    return this.arrived;
  }

  /** What had the focus is gone from the rail (undone, closed): its next place, so that the keyboard goes on from there. */
  private catchFocus(): void {
    const place = element("rail").childElementCount > 0 ? "#rail [popovertarget=add-flow]" : "#dock > .button";
    document.querySelector<HTMLElement>(place)?.focus();
  }

  /** The focus goes to a flow's card, or to the button that adds a flow. */
  focusCard(name: SourceName | null): void {
    const rail = element("rail");
    const at = this.lab.player.looks.findIndex((look) => look.name === name);
    const card = name === null ? undefined : rail.querySelectorAll<HTMLElement>(".card-name")[at];
    (card ?? rail.querySelector<HTMLElement>("[popovertarget=add-flow]"))?.focus();
  }

  title(): string {
    const { scenario } = this.lab.session.document;
    const preset = presetLike(scenario);
    if (preset) return words(preset, "title");
    if (this.lab.preset) return say("lab.changed", { title: words(this.lab.preset, "title") });
    return typeof scenario.title === "string" && scenario.title !== "" ? scenario.title : say("lab.untitled");
  }

  /** "10 Mbit/s, 40 ms, seed 1" */
  summary(settings = this.lab.session.settings): string {
    const rate = valueAt(settings, "bottleneck.rate_bps");
    const rtts = rttPaths(settings).map((path) => Number(valueAt(settings, path)));
    const least = withUnit(Math.min(...rtts), "ms", 1);
    const most = withUnit(Math.max(...rtts), "ms", 1);
    return say("lab.summary", {
      rate: typeof rate === "number" ? withUnit(rate / 1e6, "Mbit/s", 3) : "",
      rtt: least === most ? least : say("lab.summary.rtts", { least, most }),
      seed: num(Number(valueAt(settings, "seed") ?? 1)),
    });
  }

  private renderTop(): void {
    const { lab } = this;
    const { session } = lab;
    const title = this.title();
    document.title = say("lab.title", { scenario: title });
    render(
      top({
        title,
        summary: this.summary(),
        presets: PRESETS.map((preset) => ({ id: preset.id, title: words(preset, "title"), group: groupName(preset) })),
        preset: presetLike(session.document.scenario)?.id ?? null,
        canUndo: session.history.canUndo,
        canRedo: session.history.canRedo,
        theme: lab.themeChoice,
        onPreset: (id) => void choose(lab, id),
        onUndo: () => void lab.undo(),
        onRedo: () => void lab.undo(true),
        onLink: () => void showShare(lab),
        split: lab.split !== null,
        onFork: () => lab.fork(),
        repeated: lab.repeat !== null,
        onRepeat: () => void lab.repeatRun(),
        onTheme: () => lab.nextTheme(),
        onHelp: () => this.showHelp(),
        onPresent: () => void showPresent(lab),
      }),
      element("top"),
    );
  }

  private renderHook(): void {
    const { lab } = this;
    const { preset } = lab;
    // Two branches, many runs and the blindfold have a sentence of their own, and nothing beside it.
    const plain = !lab.split && !lab.repeat && !lab.player.hidden;
    const who = preset && plain ? whoIn(preset, lab.session.document.scenario) : null;
    const drag = preset && plain && lab.nudge ? { text: words(preset, "nudge"), drags: true } : null;
    const point = lab.pointed === null ? drag : { text: say(`lab.point.${POINTS[lab.pointed]}`), drags: false };
    render(before({ sentence: this.sentence(), who, point }), element("hook"));
  }

  /** The preset's sentence while it holds; then what the reader's last change did, or what it was as long as that is not known. */
  private sentence(): string {
    const { lab, arrived } = this;
    if (lab.player.hidden) return say("lab.blind.hook");
    if (lab.split) return lab.split.sentence();
    if (lab.repeat) return lab.repeat.sentence();
    const { preset, session, effects } = lab;
    const own = preset ? words(preset, "hook") : this.title();
    if (!arrived) return own;
    const { scenario } = session.document;
    const { looks } = lab.player;
    const told = (from: Scenario): Change | null => arrived.changeOf(scenario, from, session.settings, looks);
    if (preset && !told(preset.scenario)) return own;
    const old = effects.previous()?.scenario ?? null;
    const last = old && told(old);
    const change = last ?? (preset && told(preset.scenario));
    if (!change) return own;
    const course = effects.course(scenario);
    // While a control is dragged the value is the news; before the change, and where the rest is not to be seen, nothing has come of it.
    const shown = course && !lab.hand.drags && session.clock.t_s >= change.t_s && lab.until_s === null;
    if (!shown) return change.text;
    const effect = arrived.effectText(
      change,
      course,
      last && old ? effects.course(old) : null,
      looks,
      lab.player.facts(),
    );
    return effect === null ? change.text : say("lab.effect", { cause: change.cause, effect });
  }

  private renderProblems(): void {
    const { lab } = this;
    const refused = [...lab.refusalLines(), ...(lab.split?.refusalLines() ?? [])];
    if (lab.wrong.length === 0) lab.wrongFile = null;
    const file = lab.wrongFile;
    const lines = [...refused, ...lab.wrong, ...lab.faults];
    const host = element("problems");
    host.hidden = lines.length === 0;
    const dismiss = (): void => {
      lab.wrong = [];
      lab.faults = [];
      lab.session.dismiss();
      lab.split?.session.dismiss();
      lab.change();
    };
    const standing = refused.length > 0 || file !== null ? say("lab.standing") : "";
    const groups: ProblemGroup[] = [
      [say("lab.refused"), refused],
      [file ?? say("lab.address.wrong"), lab.wrong],
      [say("lab.faults"), lab.faults],
    ];
    render(lines.length > 0 ? problems(groups, standing, dismiss) : nothing, host);
    const text = [...(file === null ? [] : [file]), ...lines].join(" ");
    if (text !== this.shown.lines && text !== "") lab.says(`${text} ${standing}`, "problems");
    this.shown.lines = text;
  }

  /** Worded refusals by the path of the setting that was changed. */
  private errors(): Map<string, string> {
    const { refusal } = this.lab.session;
    const map = new Map(this.lab.unread);
    if (refusal?.path) map.set(refusal.path, this.lab.refusalLines().join(" "));
    return map;
  }

  private railProps(): RailProps {
    const { lab } = this;
    const { session, nudge } = lab;
    return {
      tables,
      hidden: lab.player.hidden,
      head: html`${lab.why?.render(NARROW.matches) ?? nothing}${lab.split?.head() ?? lab.repeat?.head() ?? nothing}`,
      settings: lab.settings(),
      looks: lab.player.looks,
      notices: lab.notices.list,
      duration_s: session.clock.duration_s,
      held: lab.hand.held,
      old: lab.hand.old,
      errors: this.errors(),
      nudge:
        nudge && typeof nudge.value === "number"
          ? { path: nudge.path, nudge: { value: nudge.value, pulse: nudge.pulse && !reducedMotion() } }
          : null,
      focus: lab.hover ?? lab.card,
      open: lab.card,
      unfolded: lab.unfolded,
      curve: !session.document.view.charts.includes("backoff"),
      draws: undefined,
      onInput: (paths, value: Value) => lab.setting(paths, value, false),
      onChange: (paths, value: Value) => lab.setting(paths, value, true),
      onUnread: (path, typed) => lab.refuseText(path, typed),
      t_s: session.clock.t_s,
      onOpen: (name) => lab.openCard(name),
      onUnfold: (name, unfolded) => {
        if (unfolded) lab.unfolded.add(name);
        else lab.unfolded.delete(name);
        lab.change();
      },
      onHover: (name) => lab.setHover(name),
      onAdd: (kind, count) => lab.addFlow((document, t_s) => addFlows(document, kind, t_s, count)),
      onDuplicate: (name) => lab.addFlow((document, t_s) => duplicateFlow(document, name, t_s)),
      onRemove: (name) => lab.removeFlow(name),
      onAddTraffic: (kind) => lab.edit((document, t_s) => addTraffic(document, kind, t_s)),
      onRemoveTraffic: (name) => lab.edit((document, t_s) => removeFlow(document, name, t_s, "cross_traffic")),
      onReverse: (on) => lab.edit((document) => setReverse(document, on)),
      onText: () => this.showText(),
      onClose: () => lab.showAll(false),
    };
  }

  private renderBar(): void {
    const { lab } = this;
    const { session } = lab;
    const { clock } = session;
    const open = session.document.view.charts;
    const order = [...open, ...CHARTS.map((chart) => chart.id).filter((id) => !open.includes(id))];
    const charts = order.flatMap((id) =>
      listed(id) ? [{ id, title: say(`chart.${id}`), open: open.includes(id) }] : [],
    );
    render(
      bar({
        transport: {
          playing: clock.playing,
          atStart: clock.t_s <= 0,
          atEnd: clock.atEnd,
          stepping: reducedMotion(),
          unit: lab.unit,
          onStart: () => lab.seek(0),
          onBack: () => void lab.step(lab.unit, true),
          onPlay: (playing) => lab.play(playing),
          onStep: () => void lab.step(lab.unit, false),
          onNext: () => void lab.step("congestion", false),
          onUnit: (unit) => {
            lab.unit = unit;
            lab.change();
          },
        },
        speed: {
          speed: clock.speed,
          onInput: (speed) => lab.setSpeed(speed),
          onChange: (speed) => lab.setSpeed(speed),
        },
        duration_s: clock.duration_s,
        ended: clock.atEnd && !clock.playing,
        charts,
        onChart: (id, on) =>
          lab.setCharts(
            on ? order.filter((each) => each === id || open.includes(each)) : open.filter((each) => each !== id),
          ),
        onOrder: (id, by) => {
          const next = [...order];
          const at = next.indexOf(id);
          next.splice(at, 1);
          next.splice(Math.max(0, at + by), 0, id);
          lab.setCharts(next.filter((each) => open.includes(each)));
        },
        onGoOn: () => lab.play(true),
        hidden: lab.player.hidden,
        onHidden: (hidden) => lab.setHidden(hidden),
        split: lab.split !== null,
        onFork: () => lab.fork(),
        repeated: lab.repeat !== null,
        onRepeat: () => void lab.repeatRun(),
      }),
      element("bar"),
    );
    const host = element("bar").querySelector<HTMLElement>(".strip");
    if (host && !this.scrubber) this.scrubber = new Scrubber(host, { onSeek: (t_s, done) => lab.seek(t_s, done) });
    this.clockText = element("bar").querySelector(".clock b");
  }

  /** What moves each frame. */
  tick(facts: RunFacts, theme: Theme): void {
    const { lab } = this;
    const { clock } = lab.session;
    const text = timeText(clock.t_s, clock.t_s === lab.stepped_s);
    if (text !== this.shown.clock && this.clockText) {
      this.shown.clock = text;
      this.clockText.textContent = text;
    }
    this.scrubber?.update(lab.overview.data(facts.hidden ? 0 : (facts.limit_packets ?? facts.limit_bytes ?? 0)), theme);
  }

  showHelp(): void {
    const { lab } = this;
    showSheet(element("sheets"), say("lab.help"), () => help(lab.letters, (on) => lab.setLetters(on)));
  }

  /** The scenario as text, to read, to copy, and to run as it was changed. */
  showText(): void {
    const { lab } = this;
    let wrong: readonly string[] = [];
    showSheet(element("sheets"), say("lab.text.open"), (again) =>
      scenarioText(JSON.stringify(lab.session.document.scenario, null, 2), wrong, async (text) => {
        wrong = await lab.runText(text);
        if (wrong.length > 0) again();
        return wrong.length === 0;
      }),
    );
  }
}
