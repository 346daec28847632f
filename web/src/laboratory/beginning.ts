/**
 * How the run on show began, and whether the reader has acted since: its preset with the change that this suggests, the rule of the first
 * ten seconds and what they point out. Not here: which run opens (open-run.ts), the rule itself (session/opening.ts).
 */
import { setOff } from "../address/begin.ts";
import { within } from "../plot/span.ts";
import { type Act, FOLLOWED_S, type Opening } from "../session/opening.ts";
import type { Preset } from "../session/presets.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Value } from "../settings/setting.ts";
import type { AddressBar } from "./address.ts";
import { pointIn } from "./opening-hints.ts";
import { type Common, Part } from "./page.ts";
import { titleOf } from "./titles.ts";

/** Duration of a nudge's pulse, ms. */
const PULSE_MS = 2600;
/** Time in which the charts widen from the opening's span, ms: slowly enough to be followed. */
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

  /** The reader has acted: slow motion ends, nothing is pointed out, and from now on the address follows. */
  act(): void {
    this.opening?.end();
    this.lab.address.touch();
    this.update({ pointed: null, acted: true, touched: true });
  }

  /** A setting changes to a value: a nudge is over once another setting is changed, or its value is reached. */
  changing(path: string | undefined, value: Value, done: boolean): void {
    const { nudge } = this;
    if (nudge && (nudge.path !== path || (done && nudge.value === value))) this.update({ nudge: null });
  }

  /** The name of the run. */
  title(): string {
    return titleOf(this.session.named.scenario, this.preset);
  }

  /** The rule of the first ten seconds, and what there is to be seen in the picture while they are slow. */
  frame(now_ms: number): void {
    const act = this.opening?.next(this.session.clock, now_ms) ?? null;
    if (act) this.obey(act);
    const { picture } = this.lab.run.player;
    const rule = this.opening?.acted ? null : this.opening;
    const pointed = picture ? pointIn(rule?.phase ?? "over", picture, this.pointed ?? 0) : null;
    if (pointed !== this.pointed) this.update({ pointed });
  }

  private obey(act: Act): void {
    const { chartArea, session } = this.lab.run;
    const { clock } = session;
    if (act.act === "begin") setOff(clock, act);
    else if (act.act !== "nudge") clock.setSpeed(act.speed);
    if (act.act === "begin" || act.act === "still") chartArea.show(act.span, { follows: true });
    if (act.act === "widen" && chartArea.following) {
      const [from_s] = chartArea.span;
      chartArea.show(within([from_s, from_s + FOLLOWED_S], clock.duration_s), { follows: true, within_ms: WIDEN_MS });
    }
    if (act.act === "nudge") this.pulse();
    if (act.act === "still") void import("./opening-still.ts").then(({ still }) => still(this.lab, act.after_s));
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
