/**
 * What of the laboratory is drawn when: all at once where a frame has time for it; on a slow machine the answer to the hand first, then
 * the rest of words and controls, and path and charts by turns. Not here: how long frames take (pace.ts), what any part draws.
 */
import type { RunFacts } from "../charts/chart.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import type { Half } from "./faces.ts";
import type { Lab } from "./lab.ts";
import { runningAt } from "./named.ts";
import { Pace } from "./pace.ts";

export class Turns {
  private dirty = true;
  /** Flows that ran at the last drawing: the rail counts them. */
  private running = 0;
  private readonly pace = new Pace();
  /** Where the reader has acted since the last drawing. */
  private acting: EventTarget | null = null;
  /** What the last drawings answered to the hand and nothing else, a press 1, a change 2: at 2 the rest has its turn. */
  private answers = 0;
  /** The half of the words and controls that the answer left for the next drawing; null: both are stale, or none. */
  private other: Half | null = null;
  /** What is still to be drawn of the present moment, where it goes by turns; whether the path was the last. */
  private readonly owed = { path: false, charts: false, turn: false };

  constructor(private readonly lab: Lab) {}

  /** Something that stands in words or controls has changed. */
  stale(): void {
    this.dirty = true;
    this.other = null;
  }

  /** The reader has acted, there. */
  acted(place: EventTarget | null): void {
    this.acting = place;
  }

  /** All that has changed; on a slow machine the answer to the hand first, and then path and charts by turns. */
  draw(moved: boolean, fresh: boolean): void {
    const { lab, pace, owed } = this;
    const { player, session, theme } = lab;
    if (!theme) return;
    pace.begin();
    player.focus = lab.hover ?? lab.card;
    player.span = lab.figure.span;
    player.oldG_ms = this.oldG();
    const running = runningAt(player.looks, session.clock.t_s).length;
    if (running !== this.running) this.stale();
    this.running = running;
    this.answers = this.acting && pace.slow && this.answers < 2 ? this.answers + (this.dirty ? 2 : 1) : 0;
    const answered = this.answers > 0;
    if (this.dirty) {
      const half = answered ? lab.faces.halfOf(this.acting) : this.other;
      lab.faces.render(half);
      this.dirty = answered;
      this.other = half === "controls" ? "around" : "controls";
      if (!this.dirty) lab.arrive();
    }
    if (!this.dirty) this.other = null;
    this.acting = null;
    if (answered) {
      // Where the hand moved the playhead, clock and strip are the answer.
      lab.faces.tick(player.facts(), theme);
      lab.figure.hold();
      player.touch();
      return;
    }
    if (fresh) owed.path = owed.charts = true;
    const path = owed.path && !(pace.slow && owed.charts && owed.turn);
    const charts = owed.charts && !(pace.slow && path);
    owed.turn = path;
    if (path) owed.path = false;
    if (charts) owed.charts = false;
    const facts = player.facts();
    if (path) this.drawPath(facts, theme, moved);
    if (charts) {
      const { split, repeat } = lab;
      const more = { branch: split?.branch() ?? null, bands: repeat?.bands() ?? null, slow: pace.slow };
      if (lab.figure.draw(facts, theme, session.clock.playing, more)) player.touch();
    } else if (owed.charts) {
      // Not where nothing is owed: what the charts themselves have still to draw would be lost.
      lab.figure.hold();
    }
    if (owed.path || owed.charts) player.goOn();
  }

  /** The path, and what is as small: clock and strip, the presenter, losses for the ear. */
  private drawPath(facts: RunFacts, theme: Theme, moved: boolean): void {
    const { lab } = this;
    const { player, session } = lab;
    // Names and places on the path come with what holds: drawn before, they would move.
    if (session.settings !== null) {
      lab.path.update({
        picture: player.picture,
        facts,
        theme,
        screen_second_s: session.clock.speed,
        reducedMotion: reducedMotion(),
      });
    }
    lab.split?.drawPath(theme, facts);
    lab.faces.tick(facts, theme);
    lab.presenter?.tick();
    lab.tellLosses();
    if (moved && session.clock.playing) lab.address.touch();
  }

  /** G before the drag that goes on, for the old curve. */
  private oldG(): number | null {
    const { lab } = this;
    for (const [path, value] of lab.hand.old)
      if (path.endsWith(".algorithm.g_ms") && typeof value === "number") return value;
    return null;
  }
}
