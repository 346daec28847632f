/**
 * How the run on show began, and whether the reader has acted since: its preset with the change that this suggests, the rule of the first
 * ten seconds and what they point out. Not here: which run opens (open-run.ts), the rule itself (session/opening.ts).
 */
import { setOff } from "../address/begin.ts";
import type { Act, Opening } from "../session/opening.ts";
import type { Preset } from "../session/presets.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Value } from "../settings/setting.ts";
import type { AddressBar } from "./address.ts";
import { pointIn } from "./opening-hints.ts";
import { type Common, Part } from "./page.ts";
import { titleOf } from "./titles.ts";

/** Duration of a nudge's pulse, ms. */
const PULSE_MS = 2600;
/** In this time the charts widen from the opening's span to the whole run, ms: slowly enough to be followed. */
const WIDEN_MS = 1200;

export class Beginning extends Part<Common & { address: AddressBar }, Beginning> {
  /** The preset that the run was made from. */
  preset: Preset | null = null;
  /** The scenario of a file that the reader opened. */
  opened: Scenario | null = null;
  /** A setting that the preset asks the reader to change, and to what. */
  nudge: { path: string; value: Value; pulse: boolean } | null = null;
  /** The rule of the first ten seconds, as long as it holds. */
  opening: Opening | null = null;
  /** The page writes its address: not before the reader has acted in the opening. */
  acted = false;
  /** The reader has acted on the run on show. */
  touched = false;
  /** Index of the thing that is pointed out (opening-hints.ts); null: none. */
  pointed: number | null = null;

  /** The reader has acted: the opening's rule ends, nothing is pointed out, and from now on the address follows. */
  act(): void {
    this.end();
    this.lab.address.touch();
    this.update({ opening: null, pointed: null, acted: true, touched: true });
  }

  /** Ends the opening's rule. */
  end(): void {
    const speed = this.opening?.end() ?? null;
    if (speed !== null) this.session.clock.setSpeed(speed);
  }

  /** A setting changes to a value: a nudge is over once another setting is changed, or its value is reached. */
  changing(path: string | undefined, value: Value, done: boolean): void {
    const { nudge } = this;
    if (nudge && (nudge.path !== path || (done && nudge.value === value))) this.update({ nudge: null });
  }

  /** The name of the run. */
  title(): string {
    return titleOf(this.session.document.scenario, this.preset);
  }

  /** The rule of the first ten seconds, and what there is to be seen in the picture while they are slow. */
  frame(now_ms: number): void {
    const act = this.opening?.next(this.session.clock, now_ms) ?? null;
    if (act) this.obey(act);
    const { picture } = this.lab.run.player;
    const pointed = picture ? pointIn(this.opening?.phase ?? "over", picture, this.pointed ?? 0) : null;
    if (pointed !== this.pointed) this.update({ pointed });
  }

  private obey(act: Act): void {
    const { chartArea, session } = this.lab.run;
    const { clock } = session;
    if (act.act === "begin") {
      setOff(clock, act);
      chartArea.show(act.span);
    } else if (act.act === "hasten") {
      clock.setSpeed(act.speed);
    } else if (act.act === "widen") {
      clock.setSpeed(act.speed);
      chartArea.show([0, clock.duration_s], WIDEN_MS);
    } else if (act.act === "nudge") {
      this.pulse();
    } else {
      clock.setSpeed(act.speed);
      chartArea.show(act.span);
      void import("./opening-still.ts").then(({ still }) => still(this.lab, act.after_s));
    }
    this.lab.page.change();
  }

  /** The nudge's ring pulses once: a sidebar or bottom bar that is drawn again does not begin it again. */
  private pulse(): void {
    const { nudge } = this;
    if (!nudge) return;
    this.update({ nudge: { ...nudge, pulse: true } });
    setTimeout(() => {
      const now = this.nudge;
      if (now?.path === nudge.path) this.update({ nudge: { ...now, pulse: false } });
    }, PULSE_MS);
  }
}
