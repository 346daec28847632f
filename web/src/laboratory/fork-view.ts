/**
 * The fork on the page: the second branch that follows the document's branch B, its path beside A's, the names of both, the table of
 * differences. Fetched when a run is first split. Not here: what the branches are (session/fork.ts), the second run, its drawing and
 * its measures (compare/).
 */
import "../design/split.css";
import { html, nothing, render, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { signedFlows } from "../charts/groups.ts";
import { changeText } from "../compare/legend.ts";
import { type Comparison, lacking, ownChanges, valueBefore, withBranch } from "../compare/model.ts";
import { SecondRun } from "../compare/second-run.ts";
import { ComparisonTable } from "../compare/table.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import { Aborted, type EngineClient } from "../engine/client.ts";
import { momentText } from "../i18n/amounts.ts";
import { addMessages, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/fork.json" with { type: "json" };
import { crashText } from "../i18n/errors.ts";
import { PathView } from "../path/dumbbell.ts";
import type { Player } from "../run_view/player.ts";
import type { LabDocument } from "../session/document.ts";
import type { Side } from "../session/fork.ts";
import type { PendingEdit } from "../session/pending-edit.ts";
import { refusalLines } from "../session/refusals.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { News, Session } from "../session/session.ts";
import { sign } from "../ui/theme-icons.ts";
import type { Focus } from "./focus.ts";
import type { Common, ShownRun } from "./page.ts";
import type { Problems } from "./problems.ts";

addMessages("en", words);

/** Number of changes of a branch that are listed. */
const TOLD = 3;

/** B is shown when it is computed as far as A; after this time when it has come to the playhead, ms. */
const PATIENCE_MS = 1500;

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** A and B of a document that is forked. */
function branchesOf(whole: LabDocument): Comparison {
  const branches = withBranch(whole);
  if (!branches) throw new Error("the run is not forked");
  return branches;
}

/** The parts of the laboratory on which the second branch acts. */
export interface ForkParts extends Common {
  readonly edits: { readonly pending: PendingEdit; readonly former: { forget(): void } };
  readonly problems: Problems;
  readonly focus: Focus;
  readonly time: { hold(on: boolean): void };
  readonly branches: { join(side: Side): void };
}

export class ForkView implements ShownRun {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly path: PathView;
  private readonly second: SecondRun;
  private readonly table: ComparisonTable;
  private readonly host = document.createElement("section");
  private readonly names: Record<Side, HTMLElement> = {
    A: document.createElement("div"),
    B: document.createElement("div"),
  };
  /** Document from which B was made, and the last of which the engine took B. */
  private followed: LabDocument;
  private good: LabDocument;
  /** B is on the page: it comes once, with all that it has. */
  private shown = false;
  private readonly since_ms = performance.now();

  constructor(
    private readonly lab: ForkParts,
    whole: LabDocument,
  ) {
    this.followed = whole;
    this.good = whole;
    const { run } = lab;
    const first = {
      ...run,
      get until_s(): number {
        return run.session.clock.limit_s;
      },
    };
    this.second = new SecondRun(first, branchesOf(whole), (news) => this.heard(news));
    this.engine = this.second.engine;
    this.session = this.second.session;
    this.player = this.second.player;
    run.player.beside = this.player;
    this.table = new ComparisonTable(this.second, () => lab.page.change());
    this.engine.onError((crash) => {
      this.session.crashed(crash);
      lab.problems.fault(crashText(crash));
    });
    this.host.id = "path-b";
    this.host.className = "stage";
    this.host.setAttribute("aria-label", translate("fork.path", { side: "B" }));
    for (const side of ["A", "B"] as const) this.names[side].className = "branch-name";
    this.path = new PathView(this.host, {
      onFocusFlow: (name) => lab.focus.setHover(name),
      onPickFlow: (name) => lab.focus.pick(name),
      onHold: (on) => lab.time.hold(on),
    });
    this.unless(this.second.open());
  }

  /** Puts B on the page, once it has what A has: until then the page shows A as it was. */
  private show(now_ms: number): void {
    const { clock } = this.lab.run.session;
    const { run, settings, clock: own } = this.session;
    const far = now_ms - this.since_ms < PATIENCE_MS ? clock.computed_s : clock.t_s;
    if (this.shown || !run || !settings || own.computed_s < Math.min(far, own.duration_s)) return;
    this.shown = true;
    const paths = element("paths");
    paths.prepend(this.names.A);
    paths.append(this.names.B, this.host);
    paths.classList.add("two");
    this.lab.page.change();
  }

  get at_s(): number {
    return this.followed.fork?.at_s ?? 0;
  }

  /** B follows what the reader has made of the document. */
  follow(whole: LabDocument): void {
    if (whole === this.followed) return;
    this.followed = whole;
    this.unless(this.second.follow(branchesOf(whole)));
  }

  /** A question to the engine when the fork ended has no answer, and nobody waits for one. */
  private unless(asked: Promise<unknown>): void {
    void asked.catch((error: unknown) => {
      if (!(error instanceof Aborted)) throw error;
    });
  }

  private heard(news: News): void {
    const { lab } = this;
    if (news === "run") {
      this.good = this.followed;
      this.table.renew();
    }
    if (news === "run" || news === "settings") {
      if (lab.run.session.side === "B") lab.edits.pending.answered();
      lab.page.change();
    }
    if (news === "run" || news === "progress") document.body.dataset.digestB = this.session.digest ?? "";
    if (news === "refusal" && this.session.refusal) {
      if (this.followed === this.good) {
        // No change was made: it is the address that says so.
        lab.problems.blame(this.refusalLines());
        this.session.dismiss();
      }
      this.followed = this.good;
      this.second.comparison = branchesOf(this.good);
      lab.edits.pending.drop();
      lab.run.session.takeBack(this.good);
      lab.page.change();
    }
  }

  /** Words of B's present refusal. */
  refusalLines(): string[] {
    return refusalLines(this.session.refusal, this.session.settings, this.player.looks);
  }

  /** Called once a frame: B's playhead is A's. */
  frame(now_ms: number): void {
    const { clock } = this.lab.run.session;
    if (!this.session.run) return;
    clock.other_s = this.session.clock.computed_s;
    this.second.keepStep();
    this.show(now_ms);
    this.table.update(this.lab.run.player.words.at_s, now_ms);
  }

  /** Drawing of B in the charts. */
  overlay(): Overlay | null {
    return this.shown ? this.second.overlay() : null;
  }

  showPath(theme: Theme, facts: RunFacts): void {
    if (!this.session.run || !this.session.settings) return;
    const own = { ...this.player.facts(), reading_s: facts.reading_s, playhead_s: facts.playhead_s };
    // The same run is the same picture, also while B's engine has not come so far.
    const { comparison } = this.second;
    const isSame = this.isSame || facts.playhead_s < comparison.from_s;
    const { player } = this.lab.run;
    this.path.update({
      ...player.onPath,
      picture: isSame ? player.shown : this.player.shown,
      facts: own,
      signed: signedFlows(own),
      theme,
      reducedMotion: reducedMotion(),
    });
  }

  /** In words what a branch has of its own, the newest last, with its moment where that is after the fork's; null: nothing. */
  private change(side: Side): string | null {
    const { fork, scenario } = this.followed;
    const b = this.second.comparison.others[0] ?? scenario;
    const own = side === "B" ? lacking(fork?.interventions ?? [], scenario) : ownChanges(scenario, b);
    const before = side === "A" && own.length === 0 ? this.kept() : null;
    const told = before ? [{ ...before, at_s: this.at_s }] : own;
    if (told.length === 0) return null;
    const looks = this.player.looks.length > 0 ? this.player.looks : this.lab.run.player.looks;
    const settings = this.session.settings ?? this.lab.run.session.settings;
    const words = told.slice(-TOLD).map(({ path, value, at_s }) => {
      const what = changeText(path, value, looks, settings);
      return at_s > this.at_s ? translate("fork.change.later", { what, time: momentText(at_s, 0) }) : what;
    });
    return [...(told.length > TOLD ? ["…"] : []), ...words].join("; ");
  }

  /** Setting of A that B changes, if that is one. */
  private kept(): { path: string; value: unknown } | null {
    const [path, more] = this.second.comparison.paths;
    if (path === undefined || more !== undefined) return null;
    const { settings, clock } = this.lab.run.session;
    const value = valueBefore(this.followed.scenario, path, this.at_s, [], settings, clock.t_s);
    return value === undefined ? null : { path, value };
  }

  /** The sentence over the figure. */
  sentence(): string {
    const time = momentText(this.at_s, 0);
    const own = this.change("B");
    return own ? translate("fork.sentence", { time, change: own }) : translate("fork.sentence.none", { time });
  }

  /** Nothing differs yet: no line is of one branch alone. */
  private get isSame(): boolean {
    return this.second.comparison.paths.length === 0;
  }

  /** Chooses the branch that the controls change. */
  private setSide(side: Side): void {
    const { run, page, edits } = this.lab;
    edits.pending.drop();
    run.session.side = side;
    page.says(translate("lab.says.side", { side }), "side");
    page.change();
  }

  /** The names over the paths: a press lets the controls change that branch. */
  renderNames(): void {
    const { lab } = this;
    for (const side of ["A", "B"] as const) {
      const what = this.change(side) ?? translate(side === "B" && this.isSame ? "fork.same" : "compare.as_it_was");
      render(
        html`<button type="button" class="button is-line" aria-pressed=${lab.run.session.side === side ? "true" : "false"}
          aria-label=${translate("fork.hand", { side })} @click=${() => this.setSide(side)}>${side}</button><span>${what}</span>${
            this.isSame ? nothing : html`<small>${translate(`fork.drawn.${side}`)}</small>`
          }`,
        this.names[side],
      );
    }
  }

  /** That the run is longer than it was, where the fork made it so. */
  private longer(): TemplateResult | typeof nothing {
    const { fork, scenario } = this.lab.run.session.document;
    if (fork?.before_s === undefined || scenario.duration_s <= fork.before_s) return nothing;
    const times = { before: withUnit(fork.before_s, "s", 3), now: withUnit(scenario.duration_s, "s", 3) };
    return html`<p>${translate("fork.longer", times)}</p>`;
  }

  /** The next act before the branches differ. */
  private before(): string {
    if (this.isSame) return translate("fork.none");
    return translate("fork.later", { time: momentText(this.at_s, 0) });
  }

  /** Beside the controls: which branch they change. */
  sides(): TemplateResult {
    const choice = (side: Side): TemplateResult =>
      html`<button type="button" aria-pressed=${this.lab.run.session.side === side ? "true" : "false"} @click=${() => this.setSide(side)}>${side}</button>`;
    return html`<span class="segments" role="group" aria-label=${translate("fork.sides")}>${choice("A")}${choice("B")}</span>`;
  }

  /** Contents of the sidebar's panel: which branch the controls change, the table, how to end the fork. */
  head(): TemplateResult {
    const { lab, table } = this;
    return html`<section class="fork-head">
      <h2>${table.title}<button type="button" class="button is-icon" aria-label=${translate("fork.end")} title=${translate("fork.end")} @click=${() => lab.branches.join("A")}>${sign("close")}</button></h2>
      <div class="fork-side"><span>${translate("fork.of", { side: lab.run.session.side })}</span>${this.sides()}</div>
      ${table.table() ?? html`<p>${this.before()}</p>`}
      ${this.longer()}
      <div class="fork-acts"><button type="button" class="button is-line" @click=${() => lab.branches.join("B")}>${translate("fork.keep")}</button></div>
    </section>`;
  }

  /** Takes everything of B away. */
  close(): void {
    if (document.activeElement?.closest(".fork-head")) document.querySelector<HTMLElement>("#bar .fork")?.focus();
    this.lab.run.session.clock.other_s = Number.POSITIVE_INFINITY;
    this.lab.run.player.beside = null;
    this.second.close();
    this.host.remove();
    this.names.A.remove();
    this.names.B.remove();
    element("paths").classList.remove("two");
    delete document.body.dataset.digestB;
  }
}
