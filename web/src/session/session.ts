/**
 * One run on one page: brings document, undo, clock and engine together. Every page that shows a run has one. A change
 * is sent from the moment where it parts from the last good run; a refused one leaves that run standing. Not here:
 * anything on the screen, the address, the rule of the opening.
 */
import { Aborted, type Crash, type EngineClient, Stopped } from "../engine/client.ts";
import type { Loaded, OwnTime, SchemaError, StepUnit, Stream } from "../engine/protocol.ts";
import { Clock } from "./clock.ts";
import { extended, type LabDocument, setSetting } from "./document.ts";
import { isOwn, type Side, setInBranch } from "./fork.ts";
import { equal, partAt, type Scalar, type Scenario } from "./scenario.ts";
import { History } from "./undo.ts";

/** Part of the engine that the page needs. */
export type Engine = Pick<EngineClient, "ask">;

/** A run that the engine has taken. */
export type Run = Extract<Loaded, { ok: true }>;

/** A change that the engine refused. */
export interface Refusal {
  errors: SchemaError[];
  /** Errors beyond those listed. */
  more: number;
  /** The setting that was changed; null for a whole scenario. */
  path: string | null;
}

/** The parts that have changed. */
export type News = "document" | "run" | "settings" | "progress" | "refusal";

export class Session {
  readonly history: History<LabDocument>;
  readonly clock = new Clock();
  /** The last good run; null before the first. */
  run: Run | null = null;
  /** The document with every default, as it is at the playhead; null before the first run. */
  settings: unknown = null;
  refusal: Refusal | null = null;
  /** Of the run computed to its end, else null. */
  digest: string | null = null;
  /** The last thing that the engine took was a change: what lies before it is the same run. */
  kept = false;
  /** The branch that the controls change, where the run is split. */
  side: Side = "A";
  /** The settings are those of the run that the engine took, at least up to its last change. */
  described = false;
  /** Own times of flows that are not the document's, as far as the run is computed. */
  own: readonly OwnTime[] = [];
  /** Counts runs and changes: what was drawn of an older one is stale. */
  generation = 0;

  /** Changes act from the start of the run on, wherever the playhead is; in a fork from the playhead, as ever. */
  fromStart = false;

  private good: LabDocument | null = null;
  /** The last one that was computed to its end. */
  private worked: { document: LabDocument; run: Run } | null = null;
  private sent: unknown = null;
  /** Engines that died: what one had taken the next does not know. */
  private crashes = 0;
  private sending: Promise<void> | null = null;
  private restart = false;
  private changing: string | null = null;
  private standing = 0;
  private asking = false;
  /** Between leaving a run and the engine's answer to the next. */
  private leaving = false;
  /** The settings are still those of the run that was left. */
  private stale = false;
  /** The gesture that goes on: the document before it, the playhead when it began, and the document that it last made. */
  private drag: { gesture: unknown; base: LabDocument; t_s: number; made: LabDocument } | null = null;

  constructor(
    readonly engine: Engine,
    document: LabDocument,
    private readonly tell: (news: News) => void,
  ) {
    this.history = new History(document);
  }

  get document(): LabDocument {
    return this.history.present;
  }

  /** The document of the run that is shown: the last that the engine took. */
  get taken(): LabDocument | null {
    return this.good;
  }

  /** From when on a change acts, s. */
  get acts_s(): number {
    return this.fromStart && !this.document.fork ? 0 : this.clock.t_s;
  }

  /** The document that is named: while another one opens, that of the run which is still on show. */
  get named(): LabDocument {
    return (this.leaving && this.good) || this.document;
  }

  /** The run is being left, or its settings are still on the screen: what is set now would go with it. */
  get isLeft(): boolean {
    return this.leaving || this.stale;
  }

  /** Another run is about to open: what the engine still says of this one counts no more. */
  leave(): void {
    this.leaving = true;
    this.stale = true;
    this.digest = null;
    this.tell("progress");
  }

  /** Opens another run from 0 s; what was undone or could be is forgotten. True if the engine takes it. */
  async open(document: LabDocument): Promise<boolean> {
    const before = this.good;
    this.leave();
    this.drag = null;
    this.fromStart = false;
    this.clock.playing = false;
    this.history.reset(document);
    this.restart = true;
    this.sent = null;
    this.changing = null;
    await this.send().finally(() => {
      this.leaving = false;
    });
    return this.good !== null && this.good !== before && this.document.scenario === document.scenario;
  }

  /** Takes a changed document; `gesture` joins the steps of one drag, `path` is the setting to which a refusal belongs. */
  async commit(
    next: LabDocument,
    options: { gesture?: unknown; path?: string; restart?: boolean } = {},
  ): Promise<void> {
    this.history.commit(next, options.gesture ?? null);
    if (options.restart) this.restart = true;
    this.changing = options.path ?? null;
    this.tell("document");
    await this.send();
  }

  /**
   * Sets settings at the playhead, or from the start, all to one value (the base RTT of every flow is one slider). A gesture is one change,
   * made where the playhead stood when it began: each further value replaces the one before it, also while the run plays.
   */
  async set(
    paths: string | readonly string[],
    value: Scalar | undefined,
    live: boolean,
    gesture: unknown = null,
  ): Promise<void> {
    const { drag } = this;
    const goesOn = drag !== null && drag.gesture === gesture && drag.made === this.document;
    const base = goesOn ? drag.base : this.document;
    const t_s = goesOn ? drag.t_s : this.acts_s;
    const all = typeof paths === "string" ? [paths] : paths;
    const document =
      live && value !== undefined && isOwn(base, this.side, t_s)
        ? setInBranch(base, all, value, t_s)
        : setSetting(base, all, value, t_s, live).document;
    // Enter and leaving the field both say it: what changes nothing is no step of undo.
    const { scenario, fork } = this.document;
    if (equal(document.scenario, scenario) && equal(document.fork ?? null, fork ?? null)) return;
    this.drag = gesture === null ? null : { gesture, base, t_s, made: document };
    await this.commit(document, { gesture, path: all[0], restart: !live });
  }

  /** Ends a gesture. */
  settle(): void {
    this.drag = null;
    this.history.settle();
  }

  async undo(): Promise<void> {
    this.history.undo();
    await this.moved();
  }

  async redo(): Promise<void> {
    this.history.redo();
    await this.moved();
  }

  private async moved(): Promise<void> {
    this.drag = null;
    this.changing = null;
    this.tell("document");
    await this.send();
  }

  /** Lets a run that has ended go on by its own length. */
  async goOn(): Promise<void> {
    await this.commit(extended(this.document));
    this.clock.playing = !this.clock.atEnd;
  }

  /** Where a step leads; null if nothing more happens. */
  async step(unit: StepUnit, back: boolean): Promise<number | null> {
    this.clock.playing = false;
    const { t_s } = await this.engine.ask("step", { unit, t_s: this.clock.t_s, back });
    if (t_s !== null) this.clock.seek(t_s);
    return t_s;
  }

  /** The summary of the whole run; null while it is not computed to its end, and where it was left before the engine answered. */
  async summary(): Promise<unknown> {
    const { generation } = this;
    if (this.digest === null) return null;
    // Given up with the run that it was about.
    const answer = await this.engine.ask("summary", {}).catch(() => null);
    return answer && this.generation === generation && !this.leaving ? answer.summary : null;
  }

  /** A word of the engine on how far it has come. */
  progress(news: Extract<Stream, { stream: "progress" }>): void {
    if (!this.run || this.leaving) return;
    this.clock.computed_s = news.computed_s;
    this.clock.duration_s = news.duration_s;
    this.digest = news.digest;
    if (news.digest !== null && this.good) this.worked = { document: this.good, run: this.run };
    if (!equal(this.own, news.own ?? [])) this.own = news.own ?? [];
    this.tell("progress");
  }

  /** Back to a document that was good: a change of the other branch was refused. */
  takeBack(good: LabDocument): void {
    this.history.retreat(good);
    this.tell("document");
  }

  /**
   * The engine died. What is shown is what a fresh engine computes again: the last run that was computed to its end, or the present one.
   * A question of meanwhile is still on its way, or is given up with the engine.
   */
  crashed({ restarted, back }: Crash): void {
    if (restarted && back === null) return;
    this.crashes++;
    this.drag = null;
    const { worked, good } = this;
    const shown = back !== null && worked && JSON.stringify(worked.document.scenario) === back ? worked : null;
    const standing = shown?.document ?? good;
    // A newer document waits to be sent: it is tried, too.
    if (this.sending && this.sent !== this.document.scenario && restarted) {
      this.good = standing;
      this.restart = true;
      return;
    }
    this.leaving = false;
    this.stale = false;
    if (!standing) return;
    this.sent = standing.scenario;
    if (this.document !== standing) this.history.retreat(standing);
    if (shown && good !== standing) {
      this.clock.playing = false;
      this.accept(shown.run, standing, 0, true);
    } else this.tell("document");
  }

  /** Dismisses what was refused. */
  dismiss(): void {
    this.refusal = null;
    this.tell("refusal");
  }

  /** Called once a frame: asks for the settings when an intervention lies between. */
  watch(): void {
    const standing = this.passed(this.document.scenario);
    if (standing === this.standing) return;
    this.standing = standing;
    void this.refresh();
  }

  /** Times of a scenario's interventions in order: once a frame they are looked up, not counted. */
  private times: { of: Scenario; at_s: Float64Array } | null = null;

  /** How many of them the playhead has passed. */
  private passed(scenario: Scenario): number {
    if (this.times?.of !== scenario)
      this.times = { of: scenario, at_s: Float64Array.from(scenario.interventions ?? [], ({ at_s }) => at_s).sort() };
    let [from, to] = [0, this.times.at_s.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.times.at_s[middle] as number) <= this.clock.t_s) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private async refresh(): Promise<void> {
    if (this.asking || !this.run) return;
    this.asking = true;
    try {
      for (let asked = -1; asked !== this.generation + this.standing / 1e6; ) {
        asked = this.generation + this.standing / 1e6;
        const { document } = await this.engine.ask("settings", { t_s: this.clock.t_s });
        this.settings = document;
      }
      this.described = true;
    } catch {
      // Given up with the run that it was about; the next run asks again.
      return;
    } finally {
      this.asking = false;
      if (!this.leaving) this.stale = false;
    }
    this.tell("settings");
  }

  /** Sends the present document; while one is under way the newest waits, those between are never sent. */
  private send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.sent !== this.document.scenario) {
      const document = this.document;
      const path = this.changing;
      const { restart } = this;
      const part = restart || !this.good ? 0 : partAt(this.good.scenario, document.scenario);
      this.sent = document.scenario;
      this.restart = false;
      if (part === Number.POSITIVE_INFINITY) {
        this.good = document;
        continue;
      }
      const scenario = JSON.stringify(document.scenario);
      const { crashes } = this;
      const answer = await (part > 0
        ? this.engine.ask("change", { scenario, at_s: part })
        : this.engine.ask("load", { scenario })
      ).catch((error: unknown) => {
        // Given up with its engine, while another document waits that is not: that one is sent.
        if (error instanceof Aborted && this.sent !== this.document.scenario) return null;
        // The present state is said with the crash.
        if (error instanceof Stopped) return null;
        throw error;
      });
      if (!answer || this.crashes !== crashes) continue;
      if (answer.ok) this.accept(answer, document, part, restart);
      else this.refuse(answer.errors, answer.more, path);
    }
  }

  private accept(run: Run, document: LabDocument, part_s: number, restart: boolean): void {
    this.good = document;
    this.run = run;
    // Where a newer document waits, this run is left before it was shown.
    this.leaving = this.leaving && this.sent !== this.document.scenario;
    this.refusal = null;
    this.digest = null;
    this.kept = part_s > 0;
    this.described &&= this.kept;
    this.generation++;
    this.clock.duration_s = run.duration_s;
    this.clock.computed_s = Math.min(this.clock.computed_s, part_s);
    this.clock.seek(restart ? 0 : this.clock.t_s);
    const kept = this.own.filter(({ start_s }) => start_s < part_s);
    this.own = kept.map((own) => (own.end_s <= part_s ? own : { ...own, end_s: Number.POSITIVE_INFINITY }));
    this.tell("run");
    void this.refresh();
  }

  private refuse(errors: SchemaError[], more: number, path: string | null): void {
    this.leaving = false;
    this.stale = false;
    this.refusal = { errors, more, path };
    this.drag = null;
    // Later documents build on the rejected one: back to the last good one.
    if (this.good) {
      this.history.retreat(this.good);
      this.sent = this.document.scenario;
    }
    this.tell("refusal");
  }
}
