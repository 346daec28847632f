/**
 * The laboratory: makes its parts and joins them to the run that the first picture began. Not here: what a part holds and does (its own
 * file; context.ts lists them), what the run reports (run-news.ts), words and controls (views.ts).
 */
import type { Opened } from "../address/from-address.ts";
import { byAlgorithm } from "../charts/by-algorithm.ts";
import { signedFlows } from "../charts/groups.ts";
import { watchTheme } from "../design/theme.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { move } from "../offline/busy.ts";
import { ChartArea } from "../run_view/chart-area.ts";
import { Overview } from "../run_view/overview.ts";
import { shownUntil } from "../session/clip.ts";
import { Effects } from "../session/effect.ts";
import { Notices } from "../session/notices.ts";
import { loadWords } from "../session/setting-tables.ts";
import { Announcer } from "../ui/live-region.ts";
import { keyListener } from "./actions.ts";
import { AddressBar } from "./address.ts";
import { Beginning } from "./beginning.ts";
import type { FirstPicture } from "./boot.ts";
import { Branches } from "./branches.ts";
import type { Findings, Laboratory } from "./context.ts";
import { Edits } from "./edits.ts";
import { share, watchDrops } from "./files.ts";
import { Focus } from "./focus.ts";
import { FrameParts } from "./frame-parts.ts";
import { keepTrail } from "./history-state.ts";
import { Look } from "./look.ts";
import { LossCount } from "./loss-announcements.ts";
import { openAddress, openRun, takeUp } from "./open-run.ts";
import type { FirstRun, Page } from "./page.ts";
import { Problems } from "./problems.ts";
import { runEvents } from "./run-news.ts";
import { type Presenting, PresentingStage } from "./stage.ts";
import { Time } from "./time.ts";
import { Views } from "./views.ts";

addMessages("en", says);

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** The parts, each of which is handed the others that it needs. */
class LaboratoryPage implements Laboratory {
  readonly beginning = new Beginning(this);
  readonly problems = new Problems(this);
  readonly look = new Look(this);
  readonly focus = new Focus(this);
  readonly time = new Time(this);
  readonly branches = new Branches(this);
  readonly edits: Edits;
  /** Writes what the address is, once that has come: it packs, which nothing needs before the reader has acted. */
  fieldsOf: ((lab: Laboratory) => string) | null = null;
  readonly address = new AddressBar(
    () => this.fieldsOf?.(this) ?? "",
    // While another run opens, what is on the page is not that place's.
    () => this.fieldsOf !== null && this.beginning.acted && !this.problems.awaits && !this.run.session.isLeft,
    () => void openAddress(this),
    (place) => {
      const { session, chartArea } = this.run;
      if (session.run)
        keepTrail(place, session.history, {
          span: chartArea.span,
          follows: chartArea.following,
          card: this.focus.card,
        });
    },
  );
  readonly stage: PresentingStage;

  constructor(
    readonly run: FirstRun,
    readonly page: Page,
    presenting: () => Promise<Presenting>,
  ) {
    this.edits = new Edits(this);
    this.stage = new PresentingStage(this, presenting);
  }

  openRun(found: Opened): Promise<void> {
    return openRun(this, found);
  }
}

/** The laboratory goes on with the run that the first picture began; `presenting` fetches the presenter. */
export function startLab(first: FirstPicture, presenting: () => Promise<Presenting>): void {
  const { engine, session, player, path } = first;
  const announcer = new Announcer((text) => {
    element("polite").textContent = text;
  });
  const page: Page = {
    change: () => {
      frameParts.requestWords();
      player.touch();
    },
    renderNow: () => views.render(),
    says: (text, subject) => announcer.say(text, subject),
  };
  const chartArea = new ChartArea(
    element("charts"),
    {
      onScrub: (t_s) => lab.time.seek(t_s),
      onCrosshair: (t_s) => {
        player.reading_s = t_s;
        player.touch();
      },
      onFocusFlow: (name) => lab.focus.setHover(name),
      onCharts: (charts) => lab.edits.setCharts(charts),
      onLoaded: () => player.touch(),
      onActed: () => lab.beginning.act(),
      onHit: (hit, crowd) => void lab.time.ask(hit, crowd),
      onPicture: async (id, kind, focus) => (await share()).takeChart(lab, id, kind, focus),
      requestView: async (request) => shownUntil(await engine.ask("view", request), session.clock.limit_s),
      onDrawn: () => lab.stage.presenter?.follow(),
    },
    {
      // The part that is still to be revealed is not drawn, thin or otherwise.
      explains: () => session.clock.limit_s === Number.POSITIVE_INFINITY,
      decorate: byAlgorithm,
      asks: true,
      setPath: (height) => {
        element("paths").style.setProperty("--path", height === null ? null : `${height}px`);
      },
    },
  );
  const lab = new LaboratoryPage({ engine, session, player, path, chartArea }, page, presenting);
  chartArea.letterKeys = lab.look.letters;
  player.hasRead = (t_s) => chartArea.hasRead(t_s);
  const findings: Findings = {
    notices: new Notices(engine, page.change),
    effects: new Effects(engine, session, page.change),
    overview: new Overview(
      engine,
      session,
      () => signedFlows(player.facts()) ?? player.looks,
      () => player.touch(),
    ),
  };
  const losses = new LossCount();
  const views = new Views(lab, findings);
  const frameParts = new FrameParts(lab, views, losses);
  const keys = keyListener(lab);
  watchTheme((theme) => lab.look.update({ theme }));
  watchDrops(async (file) => (await share()).openFile(lab, file));
  document.addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", () => player.rest(document.hidden));
  for (const act of ["pointerdown", "pointerup", "keydown", "keyup", "input"]) addEventListener(act, move, true);
  // It may have happened before all this was there.
  player.rest(document.hidden);
  first.handTo(runEvents(lab, findings, losses, frameParts));
  page.change();
  // Once the run is taken up: what a key does ends the opening.
  void takeUp(lab, first).then(() => {
    for (const event of first.keys.splice(0)) keys(event);
    void lab.stage.goOnRecording();
  });
  void import("./run-fields.ts").then(({ fieldsOf }) => {
    lab.fieldsOf = fieldsOf;
    lab.address.ready();
  });
  const words = (): void => void loadWords().then(page.change);
  // Helps of settings and sources of their defaults are shown on hover and focus: they come with the first of these.
  for (const id of ["sidebar", "bottom-bar"])
    for (const kind of ["pointerover", "focusin"]) element(id).addEventListener(kind, words, { once: true });
}
