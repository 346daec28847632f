/**
 * A second run over the first, on the same axes: an engine of its own whose curves the charts draw cased, its playhead the first
 * one's. Not here: which runs (a lesson's file says, or an address), what the two come to (beside-table.ts), the reader's own fork
 * (split.ts), how a chart lays one over the other (charts/branch.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Branch } from "../charts/branch.ts";
import { createEngine, type EngineClient } from "../engine/client.ts";
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import { equal, inOrder, type Scenario, valueAt } from "../run/scenario.ts";
import words from "../words/en/beside.json" with { type: "json" };
import { learn, say, withUnit } from "../words/words.ts";
import { settingText } from "./change.ts";
import { nameOfSetting } from "./named.ts";
import { Player } from "./player.ts";
import { Session } from "./session.ts";

learn("en", words);

/** A fork at the run's begin shows no line where it parts. */
const FROM_THE_START = -1;

/** The first run, as far as the second follows it. */
export interface First {
  session: Session;
  player: Player;
  engine: EngineClient;
}

export class Beside {
  readonly engine = createEngine();
  readonly session: Session;
  private readonly player: Player;
  /** Both runs' settings that differ, as paths. */
  private paths: readonly string[] = [];
  /** From when on it is another run; below 0: from the start. */
  from_s = 0;

  constructor(
    private readonly first: First,
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
    const own = scenario.interventions ?? [];
    const others = this.first.session.document.scenario.interventions ?? [];
    const first = inOrder(scenario).find((each) => !others.some((one) => equal(one, each)));
    this.from_s = own.length > 0 && first ? first.at_s : FROM_THE_START;
    this.onChange(true);
    if (!(await this.session.open({ scenario, view: { charts: [], focus: null } }))) return false;
    await this.engine.ask("summary", {});
    return true;
  }

  /** What the charts draw of it. */
  branch(): Branch | null {
    const { session, player, first } = this;
    if (!session.run || !session.settings) return null;
    const { clock } = session;
    clock.t_s = Math.min(first.session.clock.t_s, clock.duration_s);
    session.watch();
    const { span, focus, reading_s, hidden } = first.player;
    Object.assign(player, { span, focus, reading_s, hidden });
    return { at_s: this.from_s, facts: player.facts() };
  }

  view(request: ViewRequest): Promise<Frame> {
    return this.engine.ask("view", request);
  }

  /** Which line is whose: "plain line: G 3 ms; double line: G 10 ms". */
  legend(): TemplateResult | typeof nothing {
    const { first, session, player } = this;
    if (!session.settings || !first.session.settings) return nothing;
    const of = (settings: unknown): string =>
      this.paths
        .map((path) => {
          const setting = nameOfSetting(path, player.looks);
          return say("beside.change", { setting, value: settingText(path, valueAt(settings, path), settings) });
        })
        .join(", ");
    const later = this.from_s > 0;
    const plain = later ? say("beside.as_it_was") : of(first.session.settings);
    const from = later ? ` ${say("beside.from", { time: withUnit(this.from_s, "s", 2) })}` : "";
    const changed = later ? this.changed() : of(session.settings);
    return html`<p class="beside"><span><b>A</b> ${say("beside.plain", { what: plain })}</span>
      <span><b>B</b> ${say("beside.cased", { what: changed + from })}</span></p>`;
  }

  /** In words what the second run changes on its way. */
  private changed(): string {
    const { session, player } = this;
    return inOrder(session.document.scenario)
      .filter((each) => this.paths.includes(each.path))
      .map((each) =>
        say("beside.change", {
          setting: nameOfSetting(each.path, player.looks),
          value: settingText(each.path, each.value, session.settings),
        }),
      )
      .join(", ");
  }

  close(): void {
    this.engine.close();
  }
}
