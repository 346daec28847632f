/**
 * The first ten seconds, for an address that names no run: a rule made of moments, as a pure state machine. It says
 * what should happen; the page does it. Any act of the reader ends it for good. Not here: drawing, time, the engine.
 */

/** The run that opens. */
export const OPENING_PRESET = "cdg_beside_newreno";
/** Where the playhead starts, in run seconds: the second flow joins at 12 s, within the first second on screen. */
const START_S = 11.98;
/** Speed of the first ten seconds: 42 packets a second on a 10 Mbit/s link, below the 60 at which bricks become density. */
export const SLOW = 0.05;
/** The charts' span until then. */
export const SPAN: readonly [number, number] = [4, 20];
/** From here on it becomes faster, and then the charts widen. */
const WIDEN_S = 12.4;
/** Length of the span after that, s: some teeth of NewReno's window. It follows the playhead. */
export const FOLLOWED_S = 32;
/** The speed after that. */
const NORMAL = 1;
/** So long does it become faster, and so long is it said afterwards that it has, ms of screen time. */
export const RAMP_MS = 1500;
export const SAID_MS = 3500;
/** The second flow joins; the still of reduced motion is the first queue drop after it. */
export const JOIN_S = 12;

/** `still`: it stands at its moment, until the reader acts. */
export type Phase = "waiting" | "still" | "slow" | "ramp" | "normal" | "over";

/** The page's next act. */
export type Act =
  /** Go to a moment, at this speed, with this span in the charts. */
  | { act: "begin"; t_s: number; speed: number; span: readonly [number, number]; playing: boolean }
  /** A little faster than in the frame before. */
  | { act: "hasten"; speed: number }
  /** The speed is reached: the charts widen. */
  | { act: "widen"; speed: number }
  /** Nothing more happens by itself: the nudge pulses. */
  | { act: "nudge" }
  /** Find the first queue drop after `after_s` and are there; at this speed the path shows bricks. */
  | { act: "still"; after_s: number; speed: number; span: readonly [number, number] };

export interface Situation {
  /** The playhead. */
  t_s: number;
  computed_s: number;
  duration_s: number;
  /** Run seconds a second on screen. */
  speed: number;
  playing: boolean;
}

export class Opening {
  phase: Phase = "waiting";
  /** The reader has acted. */
  acted = false;
  /** The speed that the rule has set: where the run has another one, somebody chose it. */
  private speed = SLOW;
  /** When this phase began, ms of screen time. */
  private since_ms = 0;

  /** `reduced`: it opens as a still; `playing`: the address does not forbid it; `ramp_ms`: 0 where nothing is to change gradually. */
  constructor(
    private readonly reduced: boolean,
    private readonly playing = true,
    private readonly ramp_ms = RAMP_MS,
  ) {}

  /** The reader has acted: slow motion ends, and nothing is pointed out any more. */
  end(): void {
    this.acted = true;
    if (this.phase === "normal") this.phase = "over";
  }

  /** Whether the rule has set this speed. An address omits it, because the run that it opens has no opening. */
  sets(speed: number): boolean {
    return this.phase !== "over" && speed === this.speed;
  }

  private enter(phase: Phase, now_ms: number): void {
    this.phase = phase;
    this.since_ms = now_ms;
  }

  /** Whether the playhead has still to go to the opening's moment. */
  get waits(): boolean {
    return this.phase === "waiting" && !this.reduced;
  }

  /** Called once a frame, at this time on screen (ms); at most one act. */
  next(now: Situation, now_ms: number): Act | null {
    if (this.phase === "over") return null;
    if (now.speed !== this.speed) {
      this.phase = "over";
      return null;
    }
    if (this.phase === "waiting") return this.begin(now);
    const ends = this.acted || (this.phase === "slow" && now.t_s >= WIDEN_S);
    if (ends && (this.phase === "slow" || this.phase === "still")) this.enter("ramp", now_ms);
    const passed_ms = now_ms - this.since_ms;
    if (this.phase === "ramp" && passed_ms < this.ramp_ms && now.playing) {
      this.speed = SLOW * (NORMAL / SLOW) ** (passed_ms / this.ramp_ms);
      return { act: "hasten", speed: this.speed };
    }
    if (this.phase === "ramp") {
      this.enter(this.acted ? "over" : "normal", now_ms);
      this.speed = NORMAL;
      return { act: "widen", speed: NORMAL };
    }
    if (this.phase === "normal" && passed_ms >= SAID_MS) {
      this.phase = "over";
      return { act: "nudge" };
    }
    return null;
  }

  /** The act until the run has begun. */
  private begin(now: Situation): Act | null {
    // The reader has gone elsewhere before its moment was computed.
    if (this.acted && (now.playing || now.t_s > 0)) {
      this.phase = "over";
      return { act: "widen", speed: NORMAL };
    }
    if (this.reduced) {
      if (now.duration_s <= 0 || now.computed_s < now.duration_s) return null;
      this.phase = "still";
      return { act: "still", after_s: JOIN_S, speed: SLOW, span: SPAN };
    }
    if (now.computed_s < START_S) return null;
    this.phase = "slow";
    return { act: "begin", t_s: START_S, speed: SLOW, span: SPAN, playing: this.playing };
  }
}
