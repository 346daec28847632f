/**
 * The moment that is shown, as the reader chooses it: playing, steps, the playhead, the speed, and the mark that is asked about. Not here:
 * the clock (session/clock.ts), what it moves in a frame (run_view/player.ts), the answer (why-panel.ts, fetched with the first question).
 */
import type { Hit } from "../charts/chart.ts";
import { paceText, timeText } from "../controls/time-bar.ts";
import { reducedMotion } from "../design/theme.ts";
import type { StepUnit } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Beginning } from "./beginning.ts";
import type { Look } from "./look.ts";
import { type Common, Part } from "./page.ts";
import type { Why } from "./why-panel.ts";

export class Time extends Part<Common & { beginning: Beginning; look: Look }, Time> {
  /** Unit of the step buttons. */
  unit: StepUnit = "event";
  /** Where the last step led: there the clock shows microseconds. */
  stepped_s: number | null = null;
  /** Questions about a mark, from the first one on. */
  why: Why | null = null;

  play(on = !this.session.clock.playing): void {
    const { clock } = this.session;
    if (on && clock.atEnd) {
      void this.session.goOn();
    } else if (on && reducedMotion()) {
      // An event is microseconds away, which nobody sees.
      void this.step("rtt", false);
      return;
    } else clock.playing = on;
    this.lab.beginning.act();
    const text = on ? translate("lab.says.playing") : translate("lab.says.paused", { time: timeText(clock.t_s) });
    this.lab.page.says(text, "play");
  }

  async step(unit: StepUnit, back: boolean): Promise<void> {
    const { clock } = this.session;
    this.lab.beginning.act();
    const t_s = await this.session.step(unit, back);
    void this.why?.follow();
    // Congestion events and round trips lie further apart than a millisecond.
    this.update({ stepped_s: unit === "event" || unit === "ack" ? clock.t_s : null });
    this.lab.run.chartArea.reveal(clock.t_s);
    const text = t_s === null ? translate("lab.says.none") : translate("lab.says.at", { time: timeText(t_s, true) });
    this.lab.page.says(text, "step");
  }

  seek(t_s: number, done = true): void {
    this.lab.beginning.act();
    this.session.clock.seek(t_s);
    if (done) this.lab.run.chartArea.reveal(t_s);
  }

  setSpeed(speed: number): void {
    const { clock } = this.session;
    this.lab.beginning.act();
    clock.setSpeed(speed);
    this.lab.page.says(translate("lab.says.speed", { time: paceText(clock.speed) }), "speed");
  }

  /** The path is held, or let go. */
  hold(on: boolean): void {
    const { player } = this.lab.run;
    if (on) this.lab.beginning.act();
    player.hold(on);
    this.lab.page.change();
  }

  /** A mark was chosen: the playhead goes there, and the reason is shown; `crowd`: all within reach of the pointer. */
  async ask(hit: Hit, crowd: readonly Hit[]): Promise<void> {
    this.session.clock.playing = false;
    this.seek(hit.t_s);
    await (await this.answerer()).ask(hit, crowd);
  }

  /** Asks about the last congestion event before the playhead, which goes there. */
  async askBefore(): Promise<void> {
    this.session.clock.playing = false;
    await this.step("congestion", true);
    await (await this.answerer()).askHere();
  }

  private async answerer(): Promise<Why> {
    const { Why } = await import("./why-panel.ts");
    this.why ??= new Why(this.lab, (t_s) => this.seek(t_s));
    return this.why;
  }
}
