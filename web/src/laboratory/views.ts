/**
 * The laboratory's parts in words and controls, rendered from its state when something has changed: top bar, sentence,
 * sidebar, bottom bar, bar of time, list of refusals, sheets. What moves each frame is written directly. Holds no state of the run.
 */

import "../design/file-field.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { CHARTS, listed } from "../charts/registry.ts";
import { Scrubber } from "../controls/scrubber.ts";
import type * as Sidebar from "../controls/sidebar.ts";
import type { SidebarProps } from "../controls/sidebar-props.ts";
import { bar, timeText } from "../controls/time-bar.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { before } from "../run_view/introduction.ts";
import type { Change } from "../session/change.ts";
import { addFlows, addTraffic, duplicateFlow, removeFlow, setPolicer, setReverse } from "../session/document.ts";
import { setLink } from "../session/link-rate.ts";
import { groupName, PRESETS, presetLike, whoIn, words } from "../session/presets.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Scenario } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import { type ProblemGroup, problems } from "../ui/problem-list.ts";
import { NARROW, PHONE, WIDE } from "../ui/screens.ts";
import { perform } from "./actions.ts";
import type { Laboratory } from "./context.ts";
import { choose } from "./open-run.ts";
import { POINTS } from "./opening-hints.ts";
import { showText } from "./scenario-text.ts";
import { openTrace } from "./share-loader.ts";
import { nothingWrong, unfolding } from "./state.ts";
import { summaryOf, titleOf } from "./titles.ts";
import { top } from "./top-bar.ts";

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export class Views {
  scrubber: Scrubber | null = null;
  clockText: HTMLElement | null = null;
  shown = { clock: "", lines: "" };

  private arrived: typeof Sidebar | null = null;
  private fetched: Promise<void> | null = null;

  constructor(private readonly lab: Laboratory) {
    for (const query of [NARROW, PHONE, WIDE]) query.addEventListener("change", () => lab.change());
    const names: [string, string][] = [
      ["figure", "lab.figure"],
      ["sidebar", "lab.controls"],
      ["bottom-bar", "lab.bottom_bar"],
      ["bar", "lab.time"],
      ["path", "lab.path.label"],
      ["problems", "lab.problems"],
      ["skips", "lab.skips"],
    ];
    for (const [id, key] of names) element(id).setAttribute("aria-label", translate(key));
    const skips: [string, string][] = [
      ["figure", "lab.skip.figure"],
      ["sidebar", "lab.skip.controls"],
      ["bar", "lab.skip.time"],
    ];
    const go = (id: string) => (event: Event) => {
      // The address holds the run: no jump may change it.
      event.preventDefault();
      if (id === "sidebar" && NARROW.matches) lab.showAll(true);
      const target = element(id);
      (id === "bar" ? target.querySelector<HTMLElement>(".play") : target)?.focus();
    };
    render(
      skips.map(([id, key]) => html`<a class="skip unseen" href=${`#${id}`} @click=${go(id)}>${translate(key)}</a>`),
      element("skips"),
    );
  }

  /** All parts, once something has changed. */
  render(): void {
    if (!this.lab.session.run) return;
    document.body.classList.toggle("all", this.lab.state.all);
    this.renderAround();
    this.renderControls();
  }

  private renderAround(): void {
    const { lab } = this;
    lab.chartArea.setForm(PHONE.matches, WIDE.matches, lab.state.projector ? 2 : Number.POSITIVE_INFINITY);
    this.renderTop();
    this.renderHook();
    lab.split?.renderNames();
    this.renderProblems();
    this.renderBar();
  }

  private renderControls(): void {
    const { lab } = this;
    const props = this.sidebarProps();
    const held = element("sidebar").contains(document.activeElement);
    // Before the engine has said what holds, the sidebar would show half of itself, and then move.
    const known = lab.session.settings !== null;
    const wanted = known && !lab.state.projector && (!NARROW.matches || lab.state.all);
    const controls = this.controls();
    render(controls && wanted ? controls.sidebar(props) : nothing, element("sidebar"));
    render(
      controls && NARROW.matches && !lab.state.projector
        ? controls.bottomBar(props, !PHONE.matches, () => lab.showAll(true))
        : nothing,
      element("bottom-bar"),
    );
    if (held && document.activeElement === document.body) this.catchFocus();
  }

  /** The sidebar's and the bottom bar's templates; null while they are fetched, once the engine is there: it comes first. */
  private controls(): typeof Sidebar | null {
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

  /** What had the focus is gone from the sidebar (undone, closed): its next place, so that the keyboard goes on from there. */
  private catchFocus(): void {
    const place =
      element("sidebar").childElementCount > 0 ? "#sidebar [popovertarget=add-flow]" : "#bottom-bar > .button";
    document.querySelector<HTMLElement>(place)?.focus();
  }

  /** The focus goes to a flow's card, or to the button that adds a flow. */
  focusCard(name: SourceName | null): void {
    const sidebar = element("sidebar");
    const at = this.lab.player.looks.findIndex((look) => look.name === name);
    const card = name === null ? undefined : sidebar.querySelectorAll<HTMLElement>(".card-name")[at];
    (card ?? sidebar.querySelector<HTMLElement>("[popovertarget=add-flow]"))?.focus();
  }

  private renderTop(): void {
    const { lab } = this;
    const { session } = lab;
    const title = titleOf(lab);
    document.title = translate("lab.title", { scenario: title });
    const presets = PRESETS.map((preset) => ({
      id: preset.id,
      title: words(preset, "title"),
      group: groupName(preset),
    }));
    const preset = presetLike(session.document.scenario)?.id ?? null;
    const props = { title, summary: summaryOf(session.settings), presets, preset };
    render(
      top(lab, props, (id) => void choose(lab, id)),
      element("top"),
    );
  }

  private renderHook(): void {
    const { lab } = this;
    const { preset } = lab.state;
    // Two branches, many runs and the blindfold have a sentence of their own, and nothing beside it.
    const plain = !lab.split && !lab.repeat && !lab.player.hidden;
    const who = preset && plain ? whoIn(preset, lab.session.document.scenario) : null;
    const waits = this.arrived === null || lab.session.settings === null;
    const drag = preset && plain && lab.state.nudge ? { text: words(preset, "nudge"), drags: true, waits } : null;
    const point =
      lab.state.pointed === null ? drag : { text: translate(`lab.point.${POINTS[lab.state.pointed]}`), drags: false };
    render(before({ sentence: this.sentence(), who, point }), element("hook"));
  }

  /** The preset's sentence while it holds; then what the reader's last change did, or what it was as long as that is not known. */
  private sentence(): string {
    const { lab, arrived } = this;
    if (lab.player.hidden) return translate("lab.blind.hook");
    if (lab.split) return lab.split.sentence();
    if (lab.repeat) return lab.repeat.sentence();
    const { session, effects } = lab;
    const { preset } = lab.state;
    const own = preset ? words(preset, "hook") : titleOf(lab);
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
    const shown =
      course &&
      !lab.pending.drags &&
      session.clock.t_s >= change.t_s &&
      session.clock.limit_s === Number.POSITIVE_INFINITY;
    if (!shown) return change.text;
    const effect = arrived.effectText(
      change,
      course,
      last && old ? effects.course(old) : null,
      looks,
      lab.player.facts(),
    );
    return effect === null ? change.text : translate("lab.effect", { cause: change.cause, effect });
  }

  private renderProblems(): void {
    const { lab } = this;
    const refused = [...lab.refusalLines(), ...(lab.split?.refusalLines() ?? [])];
    const file = lab.state.wrong.length === 0 ? null : lab.state.wrongFile;
    const lines = [...refused, ...lab.state.wrong, ...lab.state.faults];
    const host = element("problems");
    host.hidden = lines.length === 0;
    const dismiss = (): void => {
      lab.session.dismiss();
      lab.split?.session.dismiss();
      lab.update(nothingWrong());
    };
    const standing =
      refused.length > 0 || (file !== null && lab.state.awaits === null) ? translate("lab.standing") : "";
    const groups: ProblemGroup[] = [
      [translate("lab.refused"), refused],
      [file ?? translate("lab.address.wrong"), lab.state.wrong],
      [translate("lab.faults"), lab.state.faults],
    ];
    render(lines.length > 0 ? problems(groups, standing, dismiss, lab.state.awaits?.field) : nothing, host);
    const text = [...(file === null ? [] : [file]), ...lines].join(" ");
    if (text !== this.shown.lines && text !== "") lab.says(`${text} ${standing}`, "problems");
    this.shown.lines = text;
  }

  /** Worded refusals by the path of the setting that was changed. */
  private errors(): Map<string, string> {
    const { refusal } = this.lab.session;
    const map = new Map(this.lab.state.unread);
    if (refusal?.path) map.set(refusal.path, this.lab.refusalLines().join(" "));
    return map;
  }

  /** What is shown beside the controls; null: nothing. */
  private panel(): TemplateResult | null {
    const { lab } = this;
    const why = lab.why?.render(NARROW.matches) ?? null;
    const other = lab.split?.head() ?? lab.repeat?.head() ?? null;
    return why || other ? html`${why ?? nothing}${other ?? nothing}` : null;
  }

  private sidebarProps(): SidebarProps {
    const { lab } = this;
    const { session } = lab;
    const { nudge } = lab.state;
    return {
      tables,
      hidden: lab.player.hidden,
      panel: this.panel(),
      settings: lab.settings(),
      looks: lab.player.looks,
      notices: lab.notices.list,
      duration_s: session.clock.duration_s,
      held: lab.pending.held,
      old: lab.pending.old,
      errors: this.errors(),
      nudge:
        nudge && typeof nudge.value === "number"
          ? { path: nudge.path, nudge: { value: nudge.value, pulse: nudge.pulse && !reducedMotion() } }
          : null,
      focus: lab.state.hover ?? lab.state.card,
      open: lab.state.card,
      unfolded: lab.state.unfolded,
      curve: !session.document.view.charts.includes("backoff"),
      draws: undefined,
      onInput: (paths, value: Value) => lab.setting(paths, value, false),
      onChange: (paths, value: Value) => lab.setting(paths, value, true),
      onUnread: (path, typed) => lab.refuseText(path, typed),
      t_s: session.clock.t_s,
      onOpen: (card) => lab.update({ card }),
      onUnfold: (id, on) => lab.update(unfolding(lab.state, id, on)),
      onHover: (name) => lab.setHover(name),
      onAdd: (kind, count) => lab.addFlow((document, t_s) => addFlows(document, kind, t_s, count)),
      onDuplicate: (name) => lab.addFlow((document, t_s) => duplicateFlow(document, name, t_s)),
      onRemove: (name) => lab.removeFlow(name),
      onAddTraffic: (kind) => lab.edit((document, t_s) => addTraffic(document, kind, t_s)),
      onRemoveTraffic: (name) => lab.edit((document, t_s) => removeFlow(document, name, t_s, "cross_traffic")),
      onReverse: (on) => lab.edit((document) => setReverse(document, on)),
      onPolicer: (side, on) => lab.edit((document) => setPolicer(document, side, on)),
      onLink: (side, origin) => lab.edit((document) => setLink(document, side, origin)),
      onTraceFile: (side, file) => void openTrace(lab, file, side),
      onText: () => showText(lab),
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
      listed(id) ? [{ id, title: translate(`chart.${id}`), open: open.includes(id) }] : [],
    );
    render(
      bar({
        transport: {
          playing: clock.playing,
          atStart: clock.t_s <= 0,
          atEnd: clock.atEnd,
          stepping: reducedMotion(),
          unit: lab.state.unit,
          onStart: () => perform(lab, "start"),
          onBack: () => perform(lab, "back"),
          onPlay: (playing) => lab.play(playing),
          onStep: () => perform(lab, "on"),
          onNext: () => perform(lab, "next"),
          onUnit: (unit) => lab.update({ unit }),
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
        onFork: () => perform(lab, "fork"),
        repeated: lab.repeat !== null,
        onRepeat: () => perform(lab, "repeat"),
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
    // Where nothing plays all is stepped to.
    const text = timeText(clock.t_s, reducedMotion() || clock.t_s === lab.state.stepped_s);
    if (text !== this.shown.clock && this.clockText) {
      this.shown.clock = text;
      this.clockText.textContent = text;
    }
    this.scrubber?.update(lab.overview.data(facts.hidden ? 0 : (facts.limit_packets ?? facts.limit_bytes ?? 0)), theme);
  }
}
