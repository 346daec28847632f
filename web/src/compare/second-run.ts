/**
 * A second run over the first, on the same axes: an engine of its own whose curves the charts draw cased, its playhead the first
 * one's. Not here: which runs (a lesson's file says, or an address), what the two come to (table.ts), the reader's own fork
 * (laboratory/fork-view.ts), how a chart lays one over the other (overlay.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { createEngine, type EngineClient } from "../engine/client.ts";
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import { learn, say, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/beside.json" with { type: "json" };
import { Player } from "../run_view/player.ts";
import { settingText } from "../session/change.ts";
import { ownChanges, valueBefore } from "../session/fork.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { Session } from "../session/session.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import { secondRunOverlay } from "./overlay.ts";

learn("en", words);

/** A fork at the run's begin shows no line where it parts. */
const FROM_THE_START = -1;

/** The first run, as far as the second follows it. */
export interface FirstRun {
  session: Session;
  player: Player;
  engine: EngineClient;
}

/** A setting's value, from when on; null: from the start. */
interface Told {
  path: string;
  value: unknown;
  at_s: number | null;
}

export class SecondRun {
  readonly engine = createEngine();
  readonly session: Session;
  private readonly player: Player;
  /** Both runs' settings that differ, as paths. */
  private paths: readonly string[] = [];
  /** From when on it is another run; below 0: from the start. */
  from_s = 0;

  constructor(
    private readonly first: FirstRun,
    private readonly onChange: (forget: boolean) => void,
  ) {
    const { document } = first.session;
    this.session = new Session(this.engine, document, (news) => {
      if (news === "run" || news === "settings") this.player.renew();
      onChange(false);
    });
    this.player = new Player(this.engine, this.session, { onDraw: () => undefined, onEnd: () => undefined });
    this.engine.onProgress((news) => this.session.progress({ stream: "progress", ...news }));
  }

  /** Shows a run; `paths`: the settings in which it differs, for its name. Done once it is computed to its end, or refused: then false. */
  async open(scenario: Scenario, paths: readonly string[]): Promise<boolean> {
    this.paths = paths;
    const { scenario: other, fork } = this.first.session.document;
    const changes = [...ownChanges(scenario, other), ...(fork ? ownChanges(other, scenario) : [])];
    const from_s = Math.min(...changes.map((each) => each.at_s));
    this.from_s = changes.length > 0 ? from_s : (fork?.at_s ?? FROM_THE_START);
    this.onChange(true);
    if (!(await this.session.open({ scenario, view: { charts: [], focus: null } }))) return false;
    await this.engine.ask("summary", {});
    return true;
  }

  /** What the charts draw of it. */
  overlay(): Overlay | null {
    const { session, player, first } = this;
    if (!session.run || !session.settings) return null;
    const { clock } = session;
    clock.t_s = Math.min(first.session.clock.t_s, clock.duration_s);
    session.watch();
    const { span, focus, reading_s, hidden } = first.player;
    Object.assign(player, { span, focus, reading_s, hidden });
    const request = (view: ViewRequest): Promise<Frame> => this.engine.ask("view", view);
    return secondRunOverlay(this.from_s, { facts: player.facts(), request });
  }

  /** Which line is whose: "plain line: G 3 ms; double line: G 10 ms". */
  legend(): TemplateResult | typeof nothing {
    const { first, session } = this;
    if (!session.settings || !first.session.settings) return nothing;
    const of = (settings: unknown): string =>
      this.told(
        this.paths.map((path) => ({ path, value: valueAt(settings, path), at_s: null })),
        settings,
      );
    const later = this.from_s > 0;
    const plain = later ? this.branchText(first.session, session, true) : of(first.session.settings);
    const cased = later ? this.branchText(session, first.session, false) : of(session.settings);
    return html`<p class="beside"><span><b>A</b> ${say("beside.plain", { what: plain })}</span>
      <span><b>B</b> ${say("beside.cased", { what: cased })}</span></p>`;
  }

  /** In words what a branch has of its own; what it has where the other has something of its own, if that is asked for or all there is to say. */
  private branchText(branch: Session, other: Session, keeps: boolean): string {
    const { scenario } = branch.document;
    const own = ownChanges(scenario, other.document.scenario);
    const paths = new Set(ownChanges(other.document.scenario, scenario).map((each) => each.path));
    const kept: Told[] = [];
    if (keeps || own.length === 0)
      for (const path of paths) {
        const value = valueBefore(scenario, path, this.from_s, own, branch.settings, branch.clock.t_s);
        if (value === undefined) {
          const text = this.told(own, branch.settings);
          return [say("beside.as_it_was"), ...(text === "" ? [] : [text])].join(", ");
        }
        kept.push({ path, value, at_s: null });
      }
    return this.told([...kept, ...own], branch.settings);
  }

  /** "Random loss 1 %, G 3 ms from 12 s on": changes with their moments, those of one moment together. */
  private told(changes: readonly Told[], settings: unknown): string {
    return changes
      .map(({ path, value, at_s }, i) => {
        const setting = nameOfSetting(path, this.player.looks);
        const text = say("beside.change", { setting, value: settingText(path, value, settings) });
        const ends = at_s !== null && changes[i + 1]?.at_s !== at_s;
        return ends ? `${text} ${say("beside.from", { time: withUnit(at_s, "s", 2) })}` : text;
      })
      .join(", ");
  }

  close(): void {
    this.engine.close();
  }
}
