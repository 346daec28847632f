/**
 * The laboratory's parts in words and controls, rendered from its state when something has changed: top bar, sentence,
 * sidebar, bottom bar, bar of time, list of refusals, sheets. What moves each frame is written directly. Holds no state of the run.
 */

import "../design/file-field.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { signedFlows } from "../charts/groups.ts";
import { PROJECTED } from "../charts/registry.ts";
import { Scrubber } from "../controls/scrubber.ts";
import type * as Sidebar from "../controls/sidebar.ts";
import type { SidebarProps } from "../controls/sidebar-props.ts";
import { bar, timeText } from "../controls/time-bar.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { before } from "../run_view/introduction.ts";
import type { Change } from "../session/change.ts";
import { addFlows, addTraffic, duplicateFlow, removeFlow, setPart, setReverse } from "../session/document.ts";
import { setLink } from "../session/link-rate.ts";
import { noticesAt } from "../session/notice-lines.ts";
import { groupName, isRunOf, onMenu, presetLike, whoIn, words } from "../session/presets.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { entryOf, type Scenario } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import { type ProblemGroup, problems as problemList } from "../ui/problem-list.ts";
import { NARROW, PHONE, WIDE } from "../ui/screens.ts";
import { perform } from "./actions.ts";
import type { Findings, Laboratory } from "./context.ts";
import { share, traceFile } from "./files.ts";
import { choose } from "./open-run.ts";
import { POINTS } from "./opening-hints.ts";
import { top } from "./top-bar.ts";

/** The code of notices that are shown over the charts, and not at a control. */
const BESIDE_CHARTS = "phase_effects";

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export class Views {
  scrubber: Scrubber | null = null;
  clockText: HTMLElement | null = null;
  shown = { clock: "", lines: "" };

  private readonly notice = document.createElement("div");
  /** Height of path and charts together, px. */
  private room = 0;
  private arrived: typeof Sidebar | null = null;
  private fetched: Promise<void> | null = null;

  constructor(
    private readonly lab: Laboratory,
    private readonly findings: Findings,
  ) {
    for (const query of [NARROW, PHONE, WIDE]) query.addEventListener("change", lab.page.change);
    const measured = new ResizeObserver(() => {
      const [main, charts] = [element("figure").firstElementChild as HTMLElement, element("charts")];
      const { paddingBottom } = getComputedStyle(main);
      // Of two paths the second row is no part of what is shared.
      const over = charts.offsetTop - element("path").offsetHeight + this.notice.offsetHeight;
      const room = Math.floor(main.clientHeight - over - Number.parseFloat(paddingBottom));
      if (room === this.room) return;
      this.room = room;
      lab.page.change();
    });
    this.notice.className = "chart-notice";
    element("charts").prepend(this.notice);
    for (const id of ["figure", "problems", "hook", "paths"]) measured.observe(element(id));
    measured.observe(this.notice);
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
      if (id === "sidebar" && NARROW.matches) lab.look.update({ all: true });
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
    const { run, look, branches } = this.lab;
    if (!run.session.run) return;
    document.body.classList.toggle("all", look.all);
    document.body.classList.toggle("few", look.few);
    if (look.projector) run.chartArea.setStack(PROJECTED);
    else if (this.room > 0)
      run.chartArea.setStage({
        screen: PHONE.matches ? "phone" : WIDE.matches ? "wide" : "laptop",
        few: look.few,
        height: this.room,
        window: innerHeight,
      });
    this.renderTop();
    this.renderHook();
    this.renderNotice();
    branches.split?.renderNames();
    this.renderProblems();
    this.renderBar();
    this.renderControls();
  }

  private renderControls(): void {
    const { run, look } = this.lab;
    const props = this.sidebarProps();
    const held = element("sidebar").contains(document.activeElement);
    // Before the engine has said what holds, the sidebar would show half of itself, and then move.
    const known = run.session.settings !== null;
    const wanted = known && !look.projector && (!NARROW.matches || look.all);
    const controls = this.controls();
    const all = (): void => {
      if (look.few) look.setFew(false);
      else look.update({ all: true });
    };
    const few = look.few && !look.all;
    render(controls && wanted ? controls.sidebar(props, few ? all : null) : nothing, element("sidebar"));
    render(
      controls && NARROW.matches && !look.projector
        ? controls.bottomBar(props, !PHONE.matches, few ? null : all)
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
        this.lab.page.change();
      },
      () => {
        // The next drawing tries again.
        this.fetched = null;
      },
    );
    return this.arrived;
  }

  /** The element that had the focus is gone from the sidebar (undone, closed): its next place, so that the keyboard goes on from there. */
  private catchFocus(): void {
    const place =
      element("sidebar").childElementCount > 0 ? "#sidebar [popovertarget=add-flow]" : "#bottom-bar > .button";
    document.querySelector<HTMLElement>(place)?.focus();
  }

  private renderTop(): void {
    const { lab } = this;
    const { session } = lab.run;
    const title = lab.beginning.title();
    document.title = translate("lab.title", { scenario: title });
    const presets = onMenu().map((preset) => ({
      id: preset.id,
      title: words(preset, "title"),
      group: groupName(preset),
    }));
    const preset = presetLike(session.named.scenario)?.id ?? null;
    const props = { title, presets, preset };
    render(
      top(lab, props, (id) => void choose(lab, id)),
      element("top"),
    );
  }

  private renderHook(): void {
    const { run, beginning, branches } = this.lab;
    const { preset, pointed } = beginning;
    const { session, player } = run;
    // Two branches, many runs and the blindfold have a sentence of their own, and nothing beside it.
    const plain = !branches.split && !branches.repeat && !player.hidden;
    const who = preset && plain ? whoIn(preset, session.named.scenario) : null;
    const waits = this.arrived === null || session.settings === null;
    const drag = preset && plain && beginning.nudge ? { text: words(preset, "nudge"), drags: true, waits } : null;
    const point = pointed === null ? drag : { text: translate(`lab.point.${POINTS[pointed]}`), drags: false };
    render(before({ sentence: this.sentence(), who, point }), element("hook"));
  }

  /** The preset's sentence while it holds; then what the reader's last change did, or what it was as long as that is not known. */
  private sentence(): string {
    const { arrived } = this;
    const { run, beginning, branches, edits } = this.lab;
    const { session, player } = run;
    if (player.hidden) return translate("lab.blind.hook");
    const more = branches.split ?? branches.repeat;
    if (more) return more.sentence();
    const { effects } = this.findings;
    const { preset } = beginning;
    const { scenario } = session.named;
    const isOwn = preset !== null && isRunOf(preset, scenario);
    const own = isOwn ? words(preset, "hook") : beginning.title();
    if (!arrived || isOwn) return own;
    const { looks } = player;
    const told = (from: Scenario): Change | null => arrived.changeOf(scenario, from, session.settings, looks);
    const old = effects.previous(beginning.opened)?.scenario ?? null;
    const last = old && told(old);
    const change = last ?? (preset && told(preset.scenario));
    if (!change) return own;
    const course = effects.course(scenario);
    // While a control is dragged the value is the news; before the change, and where the rest is not to be seen, nothing has come of it.
    const shown =
      course &&
      !edits.pending.drags &&
      session.clock.t_s >= change.t_s &&
      session.clock.limit_s === Number.POSITIVE_INFINITY;
    if (!shown) return change.text;
    const before = last && old ? effects.course(old) : null;
    const effect = arrived.effectText(change, course, before, looks, player.facts(), session.clock.t_s);
    return effect === null ? change.text : translate("lab.effect", { cause: change.cause, effect });
  }

  /** The notice about a setting that may have decided the picture, over the charts, with a run that shows it; else that the run is longer. */
  private renderNotice(): void {
    const { run, edits, time, branches } = this.lab;
    const { list } = this.findings.notices;
    const [first] = branches.split ? [] : list.filter(({ code }) => code === BESIDE_CHARTS);
    const [line] = first
      ? noticesAt([first], first.place.replace(/[.\]].*$/, "]"), run.player.looks, run.session.settings)
      : [];
    const again = (): void => {
      if (line) edits.applyRemedy(line);
      time.seek(0);
      time.play(true);
    };
    const name = line && line.remedy.length > 0 ? translate("lab.remedy.again", { changes: line.changes }) : null;
    render(line ? note(line.text, name, again) : this.longer(), this.notice);
  }

  /** That the last change, made at the end of the run, let it go on, and the way to have it act from the start instead. */
  private longer(): TemplateResult | typeof nothing {
    const { run, edits } = this.lab;
    const { ended_s } = edits;
    if (ended_s === null) return nothing;
    const times = { now: withUnit(run.session.clock.duration_s, "s", 3), from: withUnit(ended_s, "s", 3) };
    const name = edits.late.length > 0 ? translate("lab.longer.move") : null;
    return note(translate("lab.longer", times), name, () => edits.moveToStart());
  }

  private renderProblems(): void {
    const { run, page, problems, branches } = this.lab;
    const { wrong, wrongFile, awaits, faults } = problems;
    const refused = [...problems.refusalLines(), ...(branches.split?.refusalLines() ?? [])];
    const file = wrong.length === 0 ? null : wrongFile;
    const lines = [...refused, ...wrong, ...faults];
    const host = element("problems");
    host.hidden = lines.length === 0;
    const dismiss = (): void => {
      run.session.dismiss();
      branches.split?.session.dismiss();
      problems.clear();
    };
    const standing = refused.length > 0 || (file !== null && awaits === null) ? translate("lab.standing") : "";
    const groups: ProblemGroup[] = [
      [translate("lab.refused"), refused],
      [file ?? translate("lab.address.wrong"), wrong],
      [translate("lab.faults"), faults],
    ];
    render(lines.length > 0 ? problemList(groups, standing, dismiss, awaits?.field) : nothing, host);
    const text = [...(file === null ? [] : [file]), ...lines].join(" ");
    if (text !== this.shown.lines && text !== "") page.says(`${text} ${standing}`, "problems");
    this.shown.lines = text;
  }

  /** The panel beside the controls; null: none. */
  private panel(): TemplateResult | null {
    const { split, repeat } = this.lab.branches;
    const why = this.lab.time.why?.render(NARROW.matches) ?? null;
    const other = (split ?? repeat)?.head() ?? null;
    return why || other ? html`${why ?? nothing}${other ?? nothing}` : null;
  }

  private sidebarProps(): SidebarProps {
    const { lab } = this;
    const { run, edits, focus, problems, look } = lab;
    const { session, player } = run;
    const { nudge } = lab.beginning;
    return {
      tables,
      hidden: player.hidden,
      panel: this.panel(),
      sides: lab.branches.split?.sides() ?? null,
      settings: lab.branches.settings(),
      // Of many flows in the colours in which path and charts draw them.
      looks: signedFlows(player.facts()) ?? player.looks,
      // These are beside the charts.
      notices: this.findings.notices.list.filter(({ code }) => code !== BESIDE_CHARTS),
      onRemedy: (notice) => edits.applyRemedy(notice),
      duration_s: session.clock.duration_s,
      held: edits.pending.held,
      old: edits.pending.old,
      errors: problems.errors(),
      nudge:
        nudge && typeof nudge.value === "number"
          ? { path: nudge.path, nudge: { value: nudge.value, pulse: nudge.pulse && !reducedMotion() } }
          : null,
      focus: focus.hover ?? focus.card,
      open: focus.card,
      unfolded: focus.unfolded,
      curve: !session.document.view.charts.includes("backoff"),
      onInput: (paths, value: Value) => edits.setting(paths, value, false),
      onChange: (paths, value: Value) => edits.setting(paths, value, true),
      onUnread: (path, typed) => problems.refuseText(path, typed),
      onVary: (path) => void lab.branches.vary(path),
      t_s: session.clock.t_s,
      placeIn: (list) => focus.placeIn(list),
      onPlace: (list, place) => focus.toPlace(list, place),
      onOpen: (card) => focus.update({ card }),
      onUnfold: (id, on) => focus.unfold(id, on),
      onHover: (name) => focus.setHover(name),
      onAdd: (kind, count) => edits.addFlow((document, t_s) => addFlows(document, kind, t_s, count)),
      onDuplicate: (name) => edits.addFlow((document, t_s) => duplicateFlow(document, name, t_s)),
      onRemove: (name) => edits.removeFlow(name),
      countOf: (name) => entryOf(session.document.scenario, "flows", name)?.count ?? 1,
      onCount: async (name, count) => {
        const { setCount } = await import("../session/copies.ts");
        edits.edit((document) => setCount(document, name, count));
      },
      onRename: (name, text, list) => void edits.renameFlow(name, text, list),
      onList: (path, entries) => edits.setList(path, entries),
      onAddTraffic: (kind) => edits.edit((document, t_s) => addTraffic(document, kind, t_s)),
      onRemoveTraffic: (name) => edits.edit((document, t_s) => removeFlow(document, name, t_s, "cross_traffic")),
      onReverse: (on) => edits.edit((document) => setReverse(document, on)),
      onPart: (side, part, on) => edits.edit((document) => setPart(document, side, part, on)),
      onLink: (side, origin) => edits.edit((document) => setLink(document, side, origin)),
      onTraceFile: async (side, file) => (await traceFile()).openTrace(lab, file, side),
      // In a fork every change acts from the playhead: the switch stays in its place, and so do the controls under it.
      acts: {
        fromStart: !session.document.fork && session.fromStart,
        onChoose: session.document.fork ? null : (fromStart) => edits.setFromStart(fromStart),
        onMove: !session.document.fork && edits.late.length > 0 ? () => edits.moveToStart() : null,
      },
      onText: async () => (await share()).showText(lab),
      onClose: () => look.update({ all: false }),
    };
  }

  private renderBar(): void {
    const { lab } = this;
    const { time, branches } = lab;
    const { clock } = lab.run.session;
    render(
      bar({
        transport: {
          playing: clock.playing,
          atStart: clock.t_s <= 0,
          atEnd: clock.atEnd,
          stepping: reducedMotion(),
          unit: time.unit,
          onStart: () => perform(lab, "start"),
          onBack: () => perform(lab, "back"),
          onPlay: (playing) => time.play(playing),
          onStep: () => perform(lab, "on"),
          onNext: () => perform(lab, "next"),
          onUnit: (unit) => time.update({ unit }),
        },
        speed: {
          speed: clock.speed,
          held: clock.held && clock.pace,
          onInput: (speed) => time.setSpeed(speed),
          onChange: (speed) => time.setSpeed(speed),
        },
        duration_s: clock.duration_s,
        ended: clock.atEnd && !clock.playing,
        onGoOn: () => time.play(true),
        few: lab.look.few,
        acted: lab.beginning.touched,
        split: branches.split !== null,
        onFork: () => perform(lab, "fork"),
        repeated: branches.repeat !== null,
        onRepeat: () => perform(lab, "repeat"),
        onVary: () => perform(lab, "vary"),
      }),
      element("bar"),
    );
    const host = element("bar").querySelector<HTMLElement>(".strip");
    if (host && !this.scrubber) this.scrubber = new Scrubber(host, { onSeek: (t_s, done) => time.seek(t_s, done) });
    this.clockText = element("bar").querySelector(".clock b");
  }

  /** Parts that move each frame. */
  tick(facts: RunFacts, theme: Theme): void {
    const { run, time } = this.lab;
    const { clock } = run.session;
    // Where nothing plays all is stepped to; a script has nothing to step to.
    const steps = !this.lab.stage.presenter?.script && (reducedMotion() || clock.t_s === time.stepped_s);
    const text = timeText(clock.t_s, steps);
    if (text !== this.shown.clock && this.clockText) {
      this.shown.clock = text;
      this.clockText.textContent = text;
    }
    this.scrubber?.update(
      this.findings.overview.data(facts.hidden ? 0 : (facts.limit_packets ?? facts.limit_bytes ?? 0)),
      theme,
    );
  }
}

/** A notice over the charts, with a button that does something about it if it has a name. */
function note(text: string, name: string | null, act: () => void): TemplateResult {
  const press = (): void => {
    // The button goes with the notice.
    document.querySelector<HTMLElement>("#bar .play")?.focus();
    act();
  };
  return html`<p role="note"><span>${text}</span> ${
    name === null ? nothing : html`<button type="button" class="button is-line" @click=${press}>${name}</button>`
  }</p>`;
}
