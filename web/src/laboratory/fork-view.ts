/**
 * The second branch of a split run on the page: an engine of its own that follows the document's branch B, its path beside
 * A's, its data for the charts, the table of differences. Fetched when a run is first split. Not here: what the branches are
 * (session/fork.ts), how a chart lays one over the other (compare/overlay.ts).
 */
import "../design/split.css";
import { html, nothing, render, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { groupsFor } from "../charts/grouping.ts";
import { type Difference, differences, differenceTable } from "../compare/differences.ts";
import { secondRunOverlay } from "../compare/overlay.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import { Aborted, createEngine, type EngineClient } from "../engine/client.ts";
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import { learn, num, say, withUnit } from "../i18n/catalogue.ts";
import besides from "../i18n/en/beside.json" with { type: "json" };
import words from "../i18n/en/fork.json" with { type: "json" };
import { crashText } from "../i18n/errors.ts";
import { PathView } from "../path/dumbbell.ts";
import { Player } from "../run_view/player.ts";
import { settingText } from "../session/change.ts";
import { shownUntil } from "../session/clip.ts";
import type { LabDocument } from "../session/document.ts";
import { branchOf, type Side, valueBefore } from "../session/fork.ts";
import { refusalLines } from "../session/refusals.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { inOrder } from "../session/scenario.ts";
import { type News, Session } from "../session/session.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import { sign } from "../ui/theme-icons.ts";
import type { Laboratory } from "./context.ts";

learn("en", { ...words, ...besides });

/** Number of changes of a branch that are listed. */
const TOLD = 3;

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** The table is renewed so often while the run plays, ms. */
const TABLE_MS = 500;
/** A shorter stretch after the fork is not compared, s. */
const LEAST_S = 0.01;

export class ForkView {
  readonly engine: EngineClient = createEngine();
  readonly session: Session;
  readonly player: Player;
  private readonly path: PathView;
  private readonly host = document.createElement("section");
  private readonly names: Record<Side, HTMLElement> = {
    A: document.createElement("div"),
    B: document.createElement("div"),
  };
  /** What B was made from, and the last of which the engine took B. */
  private followed: LabDocument;
  private good: LabDocument;
  private rows: Difference[] = [];
  private compared: { key: string; at_ms: number; asking: boolean; span: [number, number] | null } = {
    key: "",
    at_ms: Number.NEGATIVE_INFINITY,
    asking: false,
    span: null,
  };
  private picture: unknown = null;

  constructor(
    private readonly lab: Laboratory,
    whole: LabDocument,
  ) {
    this.followed = whole;
    this.good = whole;
    this.session = new Session(this.engine, this.own(whole), (news) => this.heard(news));
    this.player = new Player(this.engine, this.session, { onDraw: () => undefined, onEnd: () => undefined });
    this.engine.onProgress((news) => this.session.progress({ stream: "progress", ...news }));
    this.engine.onError((crash) => {
      lab.update({ faults: [...lab.state.faults, crashText(crash)] });
    });
    const paths = element("paths");
    this.host.id = "path-b";
    this.host.className = "stage";
    this.host.setAttribute("aria-label", say("fork.path", { side: "B" }));
    for (const side of ["A", "B"] as const) this.names[side].className = "branch-name";
    paths.prepend(this.names.A);
    paths.append(this.names.B, this.host);
    paths.classList.add("two");
    this.path = new PathView(this.host, { onFocusFlow: (name) => lab.setHover(name) });
    lab.figure.invalidateOverlay(true);
    this.unless(this.session.open(this.own(whole)));
  }

  private own(whole: LabDocument): LabDocument {
    return { scenario: branchOf(whole) ?? whole.scenario, view: whole.view };
  }

  get at_s(): number {
    return this.followed.fork?.at_s ?? 0;
  }

  /** B follows what the reader has made of the document. */
  follow(whole: LabDocument): void {
    if (whole === this.followed) return;
    this.followed = whole;
    const own = this.own(whole);
    // What is the same scenario is the same run.
    if (JSON.stringify(own.scenario) === JSON.stringify(this.session.document.scenario)) return;
    this.unless(this.session.commit(own));
  }

  /** What was asked of the engine when the fork ended has no answer, and nobody waits for one. */
  private unless(asked: Promise<unknown>): void {
    void asked.catch((error: unknown) => {
      if (!(error instanceof Aborted)) throw error;
    });
  }

  private heard(news: News): void {
    const { lab } = this;
    if (news === "run") {
      this.good = this.followed;
      lab.figure.invalidateOverlay();
      this.compared.key = "";
    }
    if (news === "run" || news === "settings") {
      this.player.renew();
      if (lab.session.side === "B") lab.pending.answered();
      lab.change();
    }
    if (news === "progress") {
      lab.figure.invalidateOverlay();
      lab.player.touch();
    }
    if (news === "run" || news === "progress") document.body.dataset.digestB = this.session.digest ?? "";
    if (news === "refusal" && this.session.refusal) {
      if (this.followed === this.good) {
        // No change was made: it is the address that says so.
        lab.update({ wrong: [...lab.state.wrong, ...this.refusalLines()] });
        this.session.dismiss();
      }
      this.followed = this.good;
      lab.pending.drop();
      lab.session.takeBack(this.good);
      lab.change();
    }
  }

  /** Words of B's present refusal. */
  refusalLines(): string[] {
    return refusalLines(this.session.refusal, this.session.settings, this.player.looks);
  }

  /** Called once a frame: B's playhead is A's. */
  frame(now_ms: number): void {
    const { clock } = this.session;
    const { clock: first } = this.lab.session;
    if (!this.session.run) return;
    first.other_s = clock.computed_s;
    clock.t_s = Math.min(first.t_s, clock.duration_s);
    clock.speed = first.speed;
    this.session.watch();
    this.player.askPicture();
    if (this.player.picture !== this.picture) {
      this.picture = this.player.picture;
      this.lab.player.touch();
    }
    this.compare(now_ms);
  }

  /** What the charts draw of B. */
  overlay(): Overlay | null {
    if (!this.session.run || !this.session.settings) return null;
    const { span, focus, reading_s, oldG_ms, hidden } = this.lab.player;
    Object.assign(this.player, { span, focus, reading_s, oldG_ms, hidden });
    const request = async (view: ViewRequest): Promise<Frame> =>
      shownUntil(await this.engine.ask("view", view), this.lab.state.until_s);
    return secondRunOverlay(this.at_s, { facts: this.player.facts(), request });
  }

  drawPath(theme: Theme, facts: RunFacts): void {
    if (!this.session.run || !this.session.settings) return;
    const own = { ...this.player.facts(), reading_s: facts.reading_s, playhead_s: facts.playhead_s };
    this.path.update({
      picture: this.player.picture,
      facts: own,
      signed: groupsFor(own)?.signedFlows(own),
      theme,
      screen_second_s: this.lab.session.clock.speed,
      reducedMotion: reducedMotion(),
    });
  }

  /** In words what a branch has of its own, the newest last, with its moment where that is after the fork's; null: nothing. */
  private change(side: Side): string | null {
    const whole = this.followed;
    const changes =
      side === "B"
        ? (whole.fork?.interventions ?? [])
        : inOrder(whole.scenario).filter((each) => each.at_s >= this.at_s);
    const other = side === "A" ? (whole.fork?.interventions ?? []) : inOrder(whole.scenario);
    const own = changes.filter((each) => !other.some((one) => JSON.stringify(one) === JSON.stringify(each)));
    const before = side === "A" && own.length === 0 ? this.before() : null;
    const told = before ? [{ ...before, at_s: this.at_s }] : own;
    if (told.length === 0) return null;
    const looks = this.player.looks.length > 0 ? this.player.looks : this.lab.player.looks;
    const settings = this.session.settings ?? this.lab.session.settings;
    const words = told.slice(-TOLD).map(({ path, value, at_s }) => {
      const what = say("beside.change", {
        setting: nameOfSetting(path, looks),
        value: settingText(path, value, settings),
      });
      return at_s > this.at_s ? say("fork.change.later", { what, time: withUnit(at_s, "s", 3) }) : what;
    });
    return [...(told.length > TOLD ? ["…"] : []), ...words].join("; ");
  }

  /** What A keeps where B changes it, if that is one thing. */
  private before(): { path: string; value: unknown } | null {
    const paths = new Set((this.followed.fork?.interventions ?? []).map((each) => each.path));
    const [path] = paths;
    if (path === undefined || paths.size > 1) return null;
    const { settings, clock } = this.lab.session;
    const value = valueBefore(this.followed.scenario, path, this.at_s, [], settings, clock.t_s);
    return value === undefined ? null : { path, value };
  }

  /** The sentence over the figure. */
  sentence(): string {
    const time = withUnit(this.at_s, "s", 3);
    const own = this.change("B");
    return own ? say("fork.sentence", { time, change: own }) : say("fork.sentence.none", { time });
  }

  /** The names over the paths: a press lets the controls change that branch. */
  renderNames(): void {
    const { lab } = this;
    for (const side of ["A", "B"] as const) {
      const what = this.change(side) ?? say(side === "A" ? "beside.as_it_was" : "fork.same");
      const text = side === "B" ? say("fork.cased", { what }) : what;
      render(
        html`<button type="button" class="button is-line" aria-pressed=${lab.session.side === side ? "true" : "false"}
          aria-label=${say("fork.hand", { side })} @click=${() => lab.setSide(side)}>${side}</button><span>${text}</span>`,
        this.names[side],
      );
    }
  }

  /** That the run is longer than it was, where the fork made it so. */
  private longer(): TemplateResult | typeof nothing {
    const { fork, scenario } = this.lab.session.document;
    if (fork?.before_s === undefined || scenario.duration_s <= fork.before_s) return nothing;
    const times = { before: withUnit(fork.before_s, "s", 3), now: withUnit(scenario.duration_s, "s", 3) };
    return html`<p>${say("fork.longer", times)}</p>`;
  }

  /** What is first in the rail: the table, how to end the fork, which branch the controls change. */
  head(): TemplateResult {
    const { lab } = this;
    const { span } = this.compared;
    const caption = span
      ? say("fork.title", { from: num(span[0], 2), to: withUnit(span[1], "s", 2) })
      : say("fork.title.none");
    const choice = (side: Side): TemplateResult =>
      html`<button type="button" aria-pressed=${lab.session.side === side ? "true" : "false"} @click=${() => lab.setSide(side)}>${side}</button>`;
    return html`<section class="fork-head">
      <h2>${caption}<button type="button" class="button is-icon" aria-label=${say("fork.end")} title=${say("fork.end")} @click=${() => lab.join("A")}>${sign("close")}</button></h2>
      ${span && this.rows.length > 0 ? differenceTable(this.rows, caption) : html`<p>${say("fork.later", { time: withUnit(this.at_s, "s", 3) })}</p>`}
      ${this.longer()}
      <div class="fork-acts"><button type="button" class="button is-line" @click=${() => lab.join("B")}>${say("fork.keep")}</button></div>
      <div class="fork-side"><span>${say("fork.of", { side: lab.session.side })}</span>
        <span class="segments" role="group" aria-label=${say("fork.sides")}>${choice("A")}${choice("B")}</span></div>
    </section>`;
  }

  private compare(now_ms: number): void {
    const { compared, lab } = this;
    const { clock } = lab.session;
    const from = this.at_s;
    const to = Math.min(clock.t_s, clock.computed_s, this.session.clock.computed_s);
    if (compared.asking) return;
    if (to - from < LEAST_S) {
      if (compared.span) {
        compared.span = null;
        lab.change();
      }
      compared.key = "";
      return;
    }
    const key = `${from} ${to} ${lab.session.generation} ${this.session.generation}`;
    if (key === compared.key || (clock.playing && now_ms - compared.at_ms < TABLE_MS)) return;
    compared.key = key;
    compared.at_ms = now_ms;
    compared.asking = true;
    void differences(lab.session.engine, this.engine, lab.player.looks, from, to)
      .then(
        (rows) => {
          this.rows = rows;
          compared.span = [from, to];
          lab.change();
        },
        () => {
          // The run has changed meanwhile: asked again with the next frame.
          compared.key = "";
        },
      )
      .finally(() => {
        compared.asking = false;
      });
  }

  /** Takes everything of B away. */
  close(): void {
    this.lab.session.clock.other_s = Number.POSITIVE_INFINITY;
    this.engine.close();
    this.host.remove();
    this.names.A.remove();
    this.names.B.remove();
    element("paths").classList.remove("two");
    delete document.body.dataset.digestB;
    this.lab.figure.invalidateOverlay(true);
  }
}
