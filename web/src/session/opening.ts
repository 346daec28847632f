/**
 * The first ten seconds, for an address that names no run: a rule made of moments, as a pure state machine. It says
 * what should happen; the page does it. Any act of the reader ends it for good. Not here: drawing, time, the engine.
 */

/** The run that opens. */
export const OPENING_PRESET = "cdg_beside_newreno";
/** Where the playhead starts, in run seconds: 2 s on screen before the second flow joins at 12 s. */
export const START_S = 11.9;
/** Speed of the first ten seconds: 42 packets a second on a 10 Mbit/s link, below the 60 at which bricks become density. */
export const SLOW = 0.05;
/** What the charts span until then. */
export const SPAN: readonly [number, number] = [8, 13];
/** From here on at speed 1, with the whole run in the charts. */
export const WIDEN_S = 12.4;
/** The second flow joins; the still of reduced motion is the first queue drop after it. */
export const JOIN_S = 12;

export type Phase = "waiting" | "slow" | "over";

/** What the page is to do now. */
export type Act =
  /** Go to a moment, at this speed, with this span in the charts. */
  | { act: "begin"; t_s: number; speed: number; span: readonly [number, number]; playing: boolean }
  /** Speed 1, the charts widen to the whole run, the nudge pulses. */
  | { act: "widen"; speed: number }
  /** Find the first queue drop after `after_s` and are there; at this speed the path shows bricks. */
  | { act: "still"; after_s: number; speed: number; span: readonly [number, number] };

export interface Situation {
  /** The playhead. */
  t_s: number;
  computed_s: number;
  duration_s: number;
}

export class Opening {
  phase: Phase = "waiting";

  /** `reduced`: the reader wants less motion; `playing`: the address does not forbid it. */
  constructor(
    private readonly reduced: boolean,
    private readonly playing = true,
  ) {}

  /** The reader has acted: nothing changes speed or span by itself any more. */
  end(): void {
    this.phase = "over";
  }

  /** Whether the playhead has still to go to the opening's moment. */
  get waits(): boolean {
    return this.phase === "waiting" && !this.reduced;
  }

  /** Called once a frame; at most one act. */
  next(now: Situation): Act | null {
    if (this.phase === "waiting" && this.reduced) {
      if (now.duration_s <= 0 || now.computed_s < now.duration_s) return null;
      this.phase = "over";
      return { act: "still", after_s: JOIN_S, speed: SLOW, span: SPAN };
    }
    if (this.phase === "waiting") {
      if (now.computed_s < START_S) return null;
      this.phase = "slow";
      return { act: "begin", t_s: START_S, speed: SLOW, span: SPAN, playing: this.playing };
    }
    if (this.phase === "slow" && now.t_s >= WIDEN_S) {
      this.phase = "over";
      return { act: "widen", speed: 1 };
    }
    return null;
  }
}
