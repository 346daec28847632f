/**
 * In which frame and order the charts of a stack are drawn: data that are stale first, all at once or by turns; then what moves over them,
 * then descriptions, one at a time. Not here: the drawing of a chart (panel.ts), the page's frames (ui/frame-scheduler.ts).
 */
import { develop } from "../plot/offscreen-canvas.ts";
import { timeTicks } from "../plot/ticks.ts";
import { type AnimationFrame, type FramePart, frames } from "../ui/frame-scheduler.ts";
import type { Moment } from "./moment.ts";
import { type Panel, TELL_RESTING_MS } from "./panel.ts";
import type { StackData } from "./stack-data.ts";
import type { StackPanels } from "./stack-panels.ts";

/** Charts whose playhead and values are drawn again in one frame while playing. */
const AT_ONCE = 3;
/** Pause after a drawing of newly computed data, as a multiple of the time that it took. */
const SPARING = 3;
/** Not so after a change of the run: its data are the answer to a hand, for this long, ms. */
const ANSWERS_MS = 1000;
/** A description waits no longer than this for a frame without data to draw, ms. */
const TELL_AFTER_MS = 1000;

export class StackDrawing {
  /** All is drawn again at once. */
  fresh = true;
  /** The ranges fit their data again, as soon as the span that was asked for is drawn. */
  refits = false;
  readonly #part: FramePart = { priority: "charts", draw: (frame) => this.#draw(frame) };
  /** The moving parts over the charts, where the data took the frame's time. */
  readonly #over: FramePart = {
    priority: "charts",
    draw: () => {
      if (this.#moving) this.#drawOver(this.#moving);
      develop();
    },
  };
  /** The values, in the frame in which all numbers of the page change, also where it has no time for charts. */
  readonly #words: FramePart = { priority: "text", draw: () => this.#write() };
  #moving: Moment | null = null;
  /** The span of the last drawing as text. */
  #span = "";
  /** The chart that is first in the next frame: of data, and of what moves. */
  #turn = 0;
  #overTurn = 0;
  /** Until then no data are drawn only because more were computed, as `performance.now()` counts. */
  #rested = 0;
  /** When the run was changed. */
  #changed = Number.NEGATIVE_INFINITY;
  /** Wakes the stack for descriptions that are still to be renewed. */
  #teller: number | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** `moment`: null while nothing can be drawn; `drawn`: charts were drawn. */
  constructor(
    private readonly panels: StackPanels,
    private readonly data: StackData,
    private readonly does: { moment(): Moment | null; drawn(): void },
  ) {}

  request(): void {
    frames.request(this.#part);
  }

  /** The run was changed, or is another one. */
  changed(): void {
    this.#changed = performance.now();
    this.request();
  }

  /** Values have changed. */
  requestWords(): void {
    frames.request(this.#words);
  }

  #draw(frame: AnimationFrame): void {
    const moment = this.does.moment();
    if (!moment) return;
    const now = performance.now();
    const { t0_s, t1_s } = moment.facts;
    if (this.refits && t0_s === moment.asked[0] && t1_s === moment.asked[1]) {
      this.refits = false;
      for (const panel of this.panels.all()) panel.forgetRange();
      this.fresh = true;
    }
    const drawn: Panel[] = [];
    const again = this.#drawData(moment, now, drawn);
    this.data.ask(this.panels.shown(), moment, this.panels.plotWidth ?? 1);
    if (drawn.length > 0 && !frame.hasTime()) {
      for (const panel of drawn) panel.drawOver(moment);
      this.#moving = moment;
      frames.request(this.#over);
    } else this.#drawOver(moment);
    develop();
    this.#tell(moment, now, drawn.length > 0);
    this.#drawAxis(moment, now);
    if (again || this.data.waiting(now) > 0) this.request();
    this.does.drawn();
  }

  /**
   * Draws stale data and adds the charts to `done`: all at once where pictures are of another span or size, else in turn, one a frame.
   * True if some are left, or a range still moves.
   */
  #drawData(moment: Moment, now: number, done: Panel[]): boolean {
    const panels = this.panels.shown();
    const { t0_s, t1_s } = moment.facts;
    const span = `${t0_s} ${t1_s}`;
    const fresh = this.fresh || (span !== this.#span && !this.data.isDue);
    this.fresh = false;
    if (fresh) this.#span = span;
    const exact = this.#exacts(moment);
    const rests = now < this.#rested && now - this.#changed > ANSWERS_MS;
    let again = false;
    const first = this.#turn;
    for (let i = 0; i < panels.length; i++) {
      const at = (first + i) % panels.length;
      const panel = panels[at] as Panel;
      const stale = panel.prepare(moment, this.data.answer(panel.axis.line), exact, now);
      if (!stale) continue;
      if ((done.length > 0 && (!fresh || stale === "first")) || (rests && !fresh && stale === "data")) {
        again = true;
        continue;
      }
      done.push(panel);
      this.#turn = at + 1;
      if (panel.drawData(moment, now)) again = true;
      develop();
      const done_ms = performance.now();
      this.#rested = done_ms + SPARING * (done_ms - now);
    }
    return again;
  }

  #exacts(moment: Moment): ReturnType<StackData["exacts"]> {
    return this.data.exacts(moment, this.panels.plotWidth ?? this.panels.width);
  }

  /** Writes the values of all charts. */
  #write(): void {
    const moment = this.does.moment();
    if (!moment) return;
    const exacts = this.#exacts(moment);
    for (const panel of this.panels.shown()) {
      panel.prepare(moment, this.data.answer(panel.axis.line), exacts, performance.now());
      panel.write(moment);
    }
  }

  /** Draws what moves, while playing a few charts a frame and by turns: all at once would take longer than a frame has. */
  #drawOver(moment: Moment): void {
    const panels = this.panels.shown();
    const all = !moment.playing || moment.crosshair_s !== null;
    let left = all ? panels.length : AT_ONCE;
    const first = this.#overTurn;
    for (let i = 0; i < panels.length && left > 0; i++) {
      const at = (first + i) % panels.length;
      const panel = panels[at];
      // Of a row only the playhead moves.
      if (!panel?.drawOver(moment) || panel.row) continue;
      left--;
      this.#overTurn = at + 1;
    }
  }

  /** Descriptions take longer than a frame has: one at a time, and beside no other work for as long as that can be. */
  #tell(moment: Moment, now: number, works: boolean): void {
    const panels = this.panels.shown();
    const rests = !works || now - this.#toldAt > TELL_AFTER_MS;
    if (rests && panels.some((panel) => panel.tell(moment, now))) this.#toldAt = now;
    // At rest nothing else calls for a frame: a description that is still due does.
    if (moment.playing || !panels.some((panel) => panel.isBehind(moment))) return;
    this.#teller ??= window.setTimeout(() => {
      this.#teller = null;
      this.request();
    }, TELL_RESTING_MS / 2);
  }

  #drawAxis({ facts, crosshair_s, unit }: Moment, now: number): void {
    const layout = this.panels.first()?.layout;
    if (!layout || this.data.isDue) return;
    const { t0_s, t1_s, playhead_s, duration_s } = facts;
    this.panels.axis.update({
      span: [t0_s, t1_s],
      ticks: timeTicks(t0_s, t1_s, layout.plotWidth, unit, facts.round_s),
      round_s: facts.round_s ?? null,
      layout,
      playhead_s,
      crosshair_s,
      duration_s,
      busy: this.data.isBusy(now),
      says: this.panels.tracks !== null,
    });
  }
}
