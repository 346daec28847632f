/** The reader's changes of scenario and charts, and their undo. Not here: how one alters the document (session/document.ts), forks (branches.ts). */
import { nameText, type SourceName, sourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import {
  fromStart,
  goesOn,
  type LabDocument,
  moment,
  removeFlow,
  renameFlow,
  withSettings,
} from "../session/document.ts";
import type { NoticeLine } from "../session/notice-lines.ts";
import { PendingEdit } from "../session/pending-edit.ts";
import { type Intervention, type ListName, withValue } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import type { Value } from "../settings/setting.ts";
import type { Beginning } from "./beginning.ts";
import type { Focus } from "./focus.ts";
import { Former } from "./former.ts";
import { type Common, Part } from "./page.ts";
import type { Problems } from "./problems.ts";

type Change = (document: LabDocument, t_s: number) => LabDocument;

type Needs = Common & { beginning: Beginning; problems: Problems; focus: Focus; branches: { settings(): unknown } };

export class Edits extends Part<Needs> {
  readonly former = new Former(this.lab);
  readonly pending = new PendingEdit(
    this.session,
    (path) => tables.isLive(path, this.lab.branches.settings()),
    (path) => tables.isLeftOut(path, this.lab.branches.settings()),
    () => this.lab.branches.settings(),
  );

  /** The last setting that acts from some moment on, and not from the start. */
  private last: { paths: readonly string[]; value: Value } | null = null;

  /** Sets settings to a value at the playhead, or from the start; `done`: it is not being dragged any more. */
  setting(paths: readonly string[], value: Value, done: boolean): void {
    this.lab.problems.update({ unread: new Map() });
    this.lab.beginning.changing(paths[0], value, done);
    if (!this.pending.drags) this.former.keep(this.pending.acts(paths[0] ?? "", value));
    this.last = { paths, value };
    if (done) this.pending.change(paths, value);
    else this.pending.input(paths, value);
    this.lab.beginning.act();
  }

  setCharts(charts: readonly string[]): void {
    const { document } = this.session;
    this.lab.run.chartArea.setOpen(charts);
    void this.session.commit({ ...document, view: { ...document.view, charts: [...charts] } });
    this.lab.beginning.act();
  }

  /** Adds flows; the card of the last one gets the focus once the run has it. */
  addFlow(change: Change): void {
    const next = this.changed(change);
    const added = (next.scenario.flows?.length ?? 0) - (this.session.document.scenario.flows?.length ?? 0);
    this.lab.focus.update({ goTo: { card: next.view.focus, ready: false, added } });
    this.commit(next);
  }

  /** Removes a flow; the focus goes to the card after it, or to the button that adds one. */
  removeFlow(name: SourceName): void {
    const flows = this.lab.run.player.looks.filter((look) => !look.cross);
    const at = flows.findIndex((look) => look.name === name);
    this.lab.focus.update({ goTo: { card: flows[at + 1]?.name ?? null, ready: false, added: 0 } });
    this.edit((document, t_s) => removeFlow(document, name, t_s));
    this.lab.page.says(translate("lab.says.removed", { flow: flows[at]?.label ?? nameText(name) }), "flows");
  }

  /** Gives a flow, or cross traffic, another name; its card stays open. */
  async renameFlow(name: SourceName, text: string, list: ListName = "flows"): Promise<void> {
    const { document } = this.session;
    const next = sourceName(text);
    this.former.forget();
    await this.session.commit(renameFlow(document, name, next, list), { path: `${list}.${nameText(name)}.name` });
    const { focus } = this.lab;
    if (!this.session.refusal && focus.card === name) focus.update({ card: next });
    if (!this.session.refusal && list === "cross_traffic") focus.unfold(`traffic:${text}`, true);
    this.lab.beginning.act();
  }

  /** Sets a list of the scenario from its start on. */
  setList(path: string, entries: readonly unknown[]): void {
    const { document } = this.session;
    this.lab.problems.update({ unread: new Map() });
    this.former.forget();
    void this.session.commit({ ...document, scenario: withValue(document.scenario, path, entries) }, { path });
    this.lab.beginning.act();
  }

  /** Changes the scenario itself, at the playhead. */
  edit(change: Change): void {
    this.commit(this.changed(change));
  }

  /** Applies the remedy of a notice from the start of the run on. */
  applyRemedy({ remedy, changes }: NoticeLine): void {
    this.edit((document) => withSettings(document, remedy));
    this.lab.page.says(translate("lab.says.remedy", { changes }));
  }

  /** Whether changes act from the start of the run on. */
  setFromStart(on: boolean): void {
    this.session.fromStart = on;
    this.lab.page.change();
  }

  /** The length that the run had before its last change, made at its end, let it go on, s; null: none did. */
  get ended_s(): number | null {
    const { history, document } = this.session;
    const { scenario, fork } = document;
    const before = history.steps().past.findLast((each) => each.scenario.duration_s !== scenario.duration_s);
    const duration_s = before?.scenario.duration_s;
    return duration_s !== undefined && !fork && goesOn(scenario, duration_s) ? duration_s : null;
  }

  /** The last change, if it can be made to act from the start instead: it is still there, with the value that was set. */
  get late(): readonly Intervention[] {
    const { last, ended_s } = this;
    const { scenario, fork } = this.session.document;
    const all = fork ? [] : (scenario.interventions ?? []);
    const own = all.filter(({ path, value }) => last?.paths.includes(path) && value === last.value);
    // After a reload the document alone says which one it was.
    return own.length > 0 || ended_s === null ? own : all.filter(({ at_s }) => at_s === moment(ended_s));
  }

  /** Lets the last change act from the start of the run, which has its old length again where this change let it go on. */
  moveToStart(): void {
    const { late, ended_s } = this;
    if (late.length === 0) return;
    this.edit((document) => fromStart(document, late, ended_s));
    this.lab.page.says(translate("lab.says.from_start"));
  }

  private changed(change: Change): LabDocument {
    const { document, acts_s } = this.session;
    return change(document, acts_s);
  }

  private commit(next: LabDocument): void {
    this.lab.beginning.update({ nudge: null });
    this.lab.focus.update({ card: next.view.focus ?? this.lab.focus.card });
    this.former.forget();
    void this.session.commit(next);
    this.lab.beginning.act();
  }

  async undo(redo = false): Promise<void> {
    const { session } = this;
    this.pending.drop();
    this.former.forget();
    await (redo ? session.redo() : session.undo());
    this.lab.run.chartArea.setOpen(session.document.view.charts);
    this.lab.page.says(translate(redo ? "lab.says.redone" : "lab.says.undone"));
    this.lab.beginning.act();
  }
}
