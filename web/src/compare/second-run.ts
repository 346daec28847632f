/**
 * A second run over the first, on the same axes: an engine of its own whose playhead, span and focus are the first one's. Not
 * here: which run (model.ts), how a chart draws it (overlay.ts), what is said of it (legend.ts) and measured of it (table.ts).
 */
import type { Overlay } from "../charts/chart.ts";
import { createEngine, type EngineClient } from "../engine/client.ts";
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import type { ChartArea } from "../run_view/chart-area.ts";
import { Player } from "../run_view/player.ts";
import { shownUntil } from "../session/clip.ts";
import type { LabDocument } from "../session/document.ts";
import { type News, Session } from "../session/session.ts";
import type { Comparison } from "./model.ts";
import { secondRunOverlay } from "./overlay.ts";

/** The first run, as far as the second follows it. */
export interface FirstRun {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly chartArea: ChartArea;
  /** End of the part that is shown, s; null: all is. */
  readonly until_s: number | null;
}

/** The second run of a comparison as a document: it has no view of its own. */
const documentOf = ({ first, others: [other = first] }: Comparison): LabDocument => ({
  scenario: other,
  view: { charts: [], focus: null },
});

export class SecondRun {
  readonly engine = createEngine();
  readonly session: Session;
  readonly player: Player;

  /** `onNews`: its session has reported a change, and the charts know. */
  constructor(
    readonly first: FirstRun,
    public comparison: Comparison,
    onNews: (news: News) => void,
  ) {
    this.session = new Session(this.engine, documentOf(comparison), (news) => {
      if (news === "run" || news === "settings") this.player.renew();
      if (news === "run") first.chartArea.invalidateOverlay(this.session.kept ? "changed" : "forget");
      if (news === "progress") first.chartArea.invalidateOverlay("computed");
      first.player.touch();
      onNews(news);
    });
    this.player = new Player(this.engine, this.session, { onDraw: () => undefined, onEnd: () => undefined });
    this.engine.onProgress((news) => this.session.progress({ stream: "progress", ...news }));
  }

  /** Opens the run of a comparison from its start; false if it is refused. */
  async open(comparison = this.comparison): Promise<boolean> {
    this.comparison = comparison;
    this.first.chartArea.invalidateOverlay("forget");
    return this.session.open(documentOf(comparison));
  }

  /** Follows a change of the comparison: what is computed and stays true is kept. */
  async follow(comparison: Comparison): Promise<void> {
    this.comparison = comparison;
    const document = documentOf(comparison);
    // The same scenario is the same run.
    if (JSON.stringify(document.scenario) === JSON.stringify(this.session.document.scenario)) return;
    await this.session.commit(document);
  }

  /** Computes the run to its end. */
  async finish(): Promise<void> {
    await this.engine.ask("summary", {});
  }

  /** Puts its playhead where the first one's is. */
  keepStep(): void {
    const { clock } = this.session;
    const { clock: first } = this.first.session;
    clock.t_s = Math.min(first.t_s, clock.duration_s);
    clock.speed = first.pace;
    this.session.watch();
  }

  /** Overlay that the charts draw of it; null until there is something. */
  overlay(): Overlay | null {
    const { session, player, first } = this;
    if (!session.run || !session.settings) return null;
    this.keepStep();
    const { span, focus, picked, reading_s, oldG_ms, hidden } = first.player;
    Object.assign(player, { span, focus, picked, reading_s, oldG_ms, hidden });
    const request = async (view: ViewRequest): Promise<Frame> =>
      shownUntil(await this.engine.ask("view", view), first.until_s);
    return secondRunOverlay(this.comparison.from_s, { facts: player.facts(), request });
  }

  /** Ends it; the charts forget it. */
  close(): void {
    this.engine.close();
    this.first.chartArea.invalidateOverlay("forget");
  }
}
