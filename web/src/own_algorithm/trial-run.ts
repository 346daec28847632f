/**
 * A run of the reader's algorithm, drawn by the laboratory's charts: window, queue, round-trip time. Fetched once there is a run to
 * draw. Not here: which run (main.ts), how it is computed (own_algorithm/sandbox/client.ts).
 */
import { nothing, render } from "lit";
import { CHARTS } from "../charts/registry.ts";
import { Aborted, type EngineClient } from "../engine/client.ts";
import { nameText, sourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { RunView } from "../run_view/run-view.ts";
import { loadWords } from "../session/setting-tables.ts";
import { element } from "../ui/dom.ts";
import { tabButtons } from "../ui/tabs.ts";
import type { Candidate, Fault, OwnRun } from "./sandbox/types.ts";
import { nameOf } from "./trial-table.ts";

const OPEN = ["cwnd", "queue", "rtt"];
/** Under this width one chart at a time is shown, under tabs of all. */
const NARROW = "(max-width: 699px)";

/** An engine that can be changed for another: each run has its own, the page has one for good. */
class Changing implements EngineClient {
  private client: EngineClient | null = null;
  private readonly heard: ((client: EngineClient) => () => void)[] = [];

  /** Takes another engine; the last one is closed. */
  change(client: EngineClient | null): void {
    this.client?.close();
    this.client = client;
    if (client) for (const subscribe of this.heard) subscribe(client);
  }

  readonly ask: EngineClient["ask"] = (...all) =>
    this.client?.ask(...all) ?? Promise.reject(new Aborted("there is no run"));

  onProgress(listener: Parameters<EngineClient["onProgress"]>[0]): () => void {
    return this.hear((client) => client.onProgress(listener));
  }
  onError(listener: Parameters<EngineClient["onError"]>[0]): () => void {
    return this.hear((client) => client.onError(listener));
  }
  onHalted(listener: Parameters<EngineClient["onHalted"]>[0]): () => void {
    return this.hear((client) => client.onHalted(listener));
  }

  close(): void {
    this.change(null);
  }

  /** Hears of this engine and those after it. */
  private hear(subscribe: (client: EngineClient) => () => void): () => void {
    let stop = this.client ? subscribe(this.client) : () => undefined;
    const again = (client: EngineClient): (() => void) => {
      stop = subscribe(client);
      return stop;
    };
    this.heard.push(again);
    return () => {
      stop();
      this.heard.splice(this.heard.indexOf(again), 1);
    };
  }
}

export class TrialRun {
  private readonly engine = new Changing();
  private runView: RunView | null = null;
  private readonly path = document.createElement("div");
  private readonly narrow = matchMedia(NARROW);
  private readonly tabs = element("div", "tabs");
  private tab = "cwnd";

  constructor(
    private readonly charts: HTMLElement,
    private readonly onFault: (fault: Fault) => void,
  ) {}

  /** Draws a run, whole. */
  async show(run: OwnRun): Promise<void> {
    await loadWords();
    run.onFault(this.onFault);
    const document = { scenario: run.scenario, view: { charts: [], focus: null } };
    this.engine.change(run.client);
    this.runView ??= this.begin(document);
    const { runView } = this;
    if (!(await runView.session.open(document))) return;
    runView.chartArea.show([0, runView.session.clock.duration_s]);
    runView.seek(runView.session.clock.duration_s);
  }

  private begin(document: ConstructorParameters<typeof RunView>[1]["document"]): RunView {
    const runView: RunView = new RunView(this.engine, {
      path: this.path,
      charts: this.charts,
      document,
      isLive: () => false,
      onChange: () => undefined,
      onNews: () => this.call(runView),
      onDrawn: () => undefined,
    });
    this.tabs.setAttribute("role", "tablist");
    this.tabs.setAttribute("aria-label", translate("lab.charts"));
    this.charts.prepend(this.tabs);
    this.narrow.addEventListener("change", () => this.arrange(runView));
    this.arrange(runView);
    runView.start();
    return runView;
  }

  private arrange(runView: RunView): void {
    const narrow = this.narrow.matches;
    const choose = (id: string): void => {
      this.tab = id;
      this.arrange(runView);
    };
    const ids = CHARTS.map(({ id }) => id);
    this.tabs.hidden = !narrow;
    render(narrow ? tabButtons(ids, this.tab, (id) => translate(`chart.${id}`), choose) : nothing, this.tabs);
    runView.arrange(narrow ? [this.tab] : OPEN);
  }

  /** Flows are called as in the table; two of one kind are counted. */
  private call(runView: RunView): void {
    const { looks } = runView.player;
    for (const look of looks) {
      const [, who = "", count = ""] = /^(\w+?)(2?)$/.exec(nameText(look.name)) ?? [];
      const twin = count !== "" || looks.some((other) => other.name === sourceName(`${who}2`));
      look.label = `${nameOf(who as Candidate)}${twin ? ` ${count || 1}` : ""}`;
    }
    runView.player.touch();
  }
}
