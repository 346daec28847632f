/**
 * What of the laboratory is drawn when: all at once where a frame has time for it; on a slow machine the answer to user input first, then
 * the rest of words and controls, and path and charts by turns. Not here: how long frames take (frame-times.ts), what any part draws.
 */

import { groupsFor } from "../charts/grouping.ts";
import { reducedMotion, type Theme } from "../design/theme.ts";
import { move } from "../offline/busy.ts";
import type { PathView } from "../path/dumbbell.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { runningAt } from "../session/setting-names.ts";
import type { Laboratory } from "./context.ts";
import { FrameTimes } from "./frame-times.ts";
import type { Half, Views } from "./views.ts";

/** What is drawn: the laboratory's parts. */
interface Drawn extends Laboratory {
  readonly path: PathView;
  readonly views: Pick<Views, "halfOf" | "render" | "tick">;
  arrive(): void;
  tellLosses(): void;
}

/** Whether an act changes nothing but the look of what is under the pointer, which the browser sees to: a control's press, a key let go. */
const isLooksOnly = ({ type, target }: Event): boolean =>
  type === "keyup" ||
  (type === "pointerdown" && target instanceof Element && target.closest("button, input, label") !== null);

const otherOf = (half: Half): Half => (half === "controls" ? "around" : "controls");

export class RenderScheduler {
  /** The halves of words and controls that no longer say what holds. */
  private readonly stales = new Set<Half>(["around", "controls"]);
  /** Flows that ran at the last drawing: the rail counts them. */
  private running = 0;
  private readonly frameTimes = new FrameTimes();
  /** Where the reader has acted since the last drawing, and whether by looks alone. */
  private acting: { place: EventTarget | null; looksOnly: boolean } | null = null;
  /** User input was answered, or words were drawn, and path and charts have not been drawn since. */
  private answered = false;
  private worded = false;
  /** The half that was drawn last. */
  private half: Half = "around";
  /** What is still to be drawn of the present moment, where it goes by turns; whether the path was the last. */
  private readonly owed = { path: false, charts: false, turn: false };

  constructor(private readonly lab: Drawn) {}

  /** Frames take long here. */
  get slow(): boolean {
    return this.frameTimes.slow;
  }

  /** Something that is in words or controls has changed. */
  stale(): void {
    this.stales.add("around").add("controls");
  }

  /** The reader has acted. */
  acted(event: Event): void {
    move();
    const looksOnly = isLooksOnly(event) && (this.acting?.looksOnly ?? true);
    this.acting = { place: event.target, looksOnly };
    if (this.frameTimes.slow) this.lab.figure.pause();
  }

  /** All that has changed; on a slow machine one thing a frame: the answer to user input, the rest of the words, path or charts. */
  draw(moved: boolean, fresh: boolean): void {
    const { lab, frameTimes, owed } = this;
    const { player, session } = lab;
    const { theme } = lab.state;
    if (!theme) return;
    frameTimes.begin();
    player.focus = lab.state.hover ?? lab.state.card;
    player.span = lab.figure.span;
    player.oldG_ms = this.oldG();
    const running = runningAt(player.looks, session.clock.t_s).length;
    if (running !== this.running) this.stale();
    this.running = running;
    if (fresh) owed.path = owed.charts = true;
    const { slow } = frameTimes;
    const answered = frameTimes.busy && this.answer(theme);
    this.acting = null;
    if (!answered && !slow && this.stales.size > 0) this.render(null);
    if (answered) {
      // What the charts would have drawn by themselves they draw with the next.
      owed.charts = true;
      lab.figure.hold();
    } else this.drawRun(theme, moved, slow);
    if (this.stales.size > 0 || owed.path || owed.charts) player.goOn();
  }

  /** The answer to user input, or a half of the words and controls; false: path and charts are next. */
  private answer(theme: Theme): boolean {
    const { lab, acting, stales } = this;
    if (acting && !this.answered) {
      const half = lab.views.halfOf(acting.place);
      this.answered = true;
      this.worded = false;
      if (acting.looksOnly) this.half = otherOf(half);
      else if (stales.has(half)) this.render(half);
      // Where the reader moved the playhead, clock and strip are the answer.
      if (!acting.looksOnly) lab.views.tick(lab.player.facts(), theme);
      return true;
    }
    const words = !this.worded && stales.size > 0;
    this.worded = words;
    if (words) this.render(stales.has(otherOf(this.half)) ? otherOf(this.half) : this.half);
    else this.answered = false;
    return words;
  }

  /** Words and controls, or one half of them. */
  private render(half: Half | null): void {
    const { lab, stales } = this;
    lab.views.render(half);
    if (half === null) stales.clear();
    else {
      stales.delete(half);
      this.half = half;
    }
    if (stales.size === 0) lab.arrive();
  }

  /** Path and charts; on a slow machine one of them. */
  private drawRun(theme: Theme, moved: boolean, slow: boolean): void {
    const { lab, owed } = this;
    const { player, session } = lab;
    const path = owed.path && !(slow && owed.charts && owed.turn);
    const charts = owed.charts && !(slow && path);
    owed.turn = path;
    if (path) owed.path = false;
    if (charts) owed.charts = false;
    const facts = player.facts();
    if (path) this.drawPath(facts, theme, moved);
    if (charts) {
      const { split, repeat } = lab;
      const overlays = [repeat?.overlay(), split?.overlay(), player.overlay].filter((each) => each != null);
      if (lab.figure.draw(facts, theme, session.clock.playing, { overlays, slow })) player.touch();
    } else if (owed.charts) {
      // Not where nothing is owed: what the charts themselves have still to draw would be lost.
      lab.figure.hold();
    }
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
        signed: groupsFor(facts)?.signedFlows(facts),
        theme,
        screen_second_s: session.clock.speed,
        reducedMotion: reducedMotion(),
      });
    }
    lab.split?.drawPath(theme, facts);
    lab.views.tick(facts, theme);
    lab.presenter?.tick();
    lab.tellLosses();
    if (moved && session.clock.playing) lab.address.touch();
  }

  /** G before the drag that goes on, for the old curve. */
  private oldG(): number | null {
    const { lab } = this;
    for (const [path, value] of lab.pending.old)
      if (path.endsWith(".algorithm.g_ms") && typeof value === "number") return value;
    return null;
  }
}
