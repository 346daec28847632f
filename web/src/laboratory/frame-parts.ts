/**
 * The laboratory's parts of a frame: words and controls where something in them has changed, clock and strip with the playhead;
 * path and charts, which are parts of their own, get the moment. Not here: the order in which parts are drawn and what waits for the
 * next frame (ui/frame-scheduler.ts), what any part draws (views.ts).
 */

import { signedFlows } from "../charts/groups.ts";
import { CHARTS } from "../charts/registry.ts";
import { reducedMotion } from "../design/theme.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { runningAt } from "../session/setting-names.ts";
import { type FramePart, type FrameScheduler, frames } from "../ui/frame-scheduler.ts";
import type { Laboratory } from "./context.ts";
import type { Judge } from "./judge.ts";
import type { LossCount } from "./loss-announcements.ts";
import type { Views } from "./views.ts";

type Parts = Pick<Laboratory, "run" | "page" | "look" | "focus" | "edits" | "branches" | "address" | "stage">;

export class FrameParts {
  private readonly words: FramePart = {
    priority: "text",
    draw: () => {
      this.views.render();
      this.lab.focus.arrive();
    },
  };
  private readonly clock: FramePart = { priority: "text", draw: () => this.tick() };
  /** Flows that ran at the last drawing: the sidebar counts them. */
  private running = 0;

  constructor(
    private readonly lab: Parts,
    private readonly views: Pick<Views, "render" | "tick">,
    private readonly losses: Pick<LossCount, "announce">,
    private readonly scheduler: FrameScheduler = frames,
  ) {}

  /** Something in words or controls has changed. */
  requestWords(): void {
    this.scheduler.request(this.words);
  }

  /** Something of the run is another: whoever shows it gets the moment. */
  show(moved: boolean): void {
    const { lab } = this;
    const { player, session, path, chartArea } = lab.run;
    const { split, repeat } = lab.branches;
    const { hover, card, picked } = lab.focus;
    const { theme } = lab.look;
    if (!theme) return;
    player.picked = player.looks.some(({ name }) => name === picked) ? picked : null;
    // No card is to be seen where few things are shown.
    player.focus = hover ?? player.picked ?? (lab.look.few ? null : card);
    player.span = chartArea.span;
    player.oldG_ms = this.oldG();
    const running = runningAt(player.looks, session.clock.t_s).length;
    if (running !== this.running) this.requestWords();
    this.running = running;
    this.scheduler.request(this.clock);
    player.judging = this.judging();
    const facts = player.facts();
    // Names and places on the path come with what holds: drawn before, they would move.
    if (session.settings !== null) {
      path.update({
        ...player.onPath,
        facts,
        signed: signedFlows(facts),
        theme,
        reducedMotion: reducedMotion(),
      });
    }
    split?.showPath(theme, facts);
    // Of runs that are laid over this one there is one at most.
    const second = split?.overlay() ?? lab.edits.former.overlay(facts);
    const overlays = [repeat?.overlay(), second, player.overlay].filter((each) => each != null);
    // Charts of a run of which nothing is known yet would be empty, or show the one before: what they show stays.
    const more = { overlays, words: player.words };
    if (session.described && chartArea.update(facts, theme, session.clock.playing, more)) player.touch();
    if (moved && session.clock.playing) lab.address.touch();
  }

  /** The discriminators' scores, from the first time on that their chart is open. */
  private judging(): RunFacts["judging"] {
    const { lab } = this;
    const open = CHARTS.some(({ id, facts }) => facts === "judging" && lab.run.chartArea.plot(id) !== null);
    if (open && !this.fetching) {
      this.fetching = true;
      void import("./judge.ts").then(({ Judge }) => {
        this.judge = new Judge(lab.run, () => lab.branches.repeat?.runs ?? 1);
        lab.run.player.touch();
      });
    }
    return this.judge?.follow(open);
  }
  private judge: Judge | null = null;
  private fetching = false;

  /** Parts that move with the playhead: clock and strip, the presenter, losses for the ear. */
  private tick(): void {
    const { lab } = this;
    const { theme } = lab.look;
    if (theme) this.views.tick(lab.run.player.facts(), theme);
    lab.stage.presenter?.tick();
    this.losses.announce(lab.run, lab.page);
  }

  /** G before the drag that goes on, for the old curve. */
  private oldG(): number | null {
    for (const [path, value] of this.lab.edits.pending.old)
      if (path.endsWith(".algorithm.g_ms") && typeof value === "number") return value;
    return null;
  }
}
