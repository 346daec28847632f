/**
 * The playhead: which moment of the run is on the screen, and how it moves with screen time. It never passes what is
 * computed, and stops at the run's end. Not here: animation frames, the document, the opening's own rule.
 */

/** Slowest and fastest speed in run seconds per second on screen. */
const SLOWEST = 0.001;
const FASTEST = 1000;
/** A frame that comes later than this (a hidden tab, a stall) moves the playhead no further, in screen seconds. */
const LONGEST_FRAME_S = 0.1;

export class Clock {
  /** The playhead in run seconds. */
  t_s = 0;
  playing = false;
  /** Run seconds that pass in one second on screen, as chosen. */
  speed = 1;
  /** The speed at which it plays while the path is held, and whether it played before; null: it is not held. */
  held: { speed: number; played: boolean } | null = null;
  duration_s = 0;
  computed_s = 0;
  /** How far the other branch is computed, where the run is split. */
  other_s = Number.POSITIVE_INFINITY;
  /** Playing ends here, once, s. */
  until_s = Number.POSITIVE_INFINITY;
  /** The playhead comes no further for now, s: what follows is not to be seen yet. */
  limit_s = Number.POSITIVE_INFINITY;

  /** Run seconds that pass in one second on screen now. */
  get pace(): number {
    return this.held ? Math.min(this.held.speed, this.speed) : this.speed;
  }

  /** The playhead stands because the run is not computed so far. */
  get waiting(): boolean {
    return (
      this.computed_s < Math.min(this.t_s, this.duration_s) ||
      (this.playing && this.t_s >= this.computed_s && this.computed_s < this.duration_s)
    );
  }
  /** The playhead is at the run's end. */
  get atEnd(): boolean {
    return this.duration_s > 0 && this.t_s >= this.duration_s;
  }

  /** Lets `dt_s` seconds of screen time pass; true if the playhead moved or playing ended. */
  advance(dt_s: number): boolean {
    if (!this.playing) return false;
    const before = this.t_s;
    const wanted = before + Math.min(Math.max(dt_s, 0), LONGEST_FRAME_S) * this.pace;
    const limit = Math.min(this.computed_s, this.other_s, this.until_s, this.limit_s, this.duration_s);
    if (wanted > before && before < limit) this.t_s = Math.min(wanted, limit);
    if (this.atEnd || this.t_s >= Math.min(this.until_s, this.limit_s)) {
      this.playing = false;
      this.until_s = Number.POSITIVE_INFINITY;
    }
    return this.t_s !== before || !this.playing;
  }

  /** Goes to a moment, clamped to the run and to what may be seen of it. It may lie beyond what is computed: then the picture waits. */
  seek(t_s: number): void {
    this.t_s = Math.min(Math.max(Number.isFinite(t_s) ? t_s : 0, 0), this.duration_s, this.limit_s);
  }

  /** Plays at this speed until it is let go. */
  hold(speed: number): void {
    if (this.held || this.atEnd) return;
    this.held = { speed: Math.max(speed, SLOWEST), played: this.playing };
    this.playing = true;
  }

  /** Goes on as before: who paused meanwhile stays paused. */
  release(): void {
    if (this.held && !this.held.played) this.playing = false;
    this.held = null;
  }

  setSpeed(speed: number): void {
    if (Number.isFinite(speed) && speed > 0) this.speed = Math.min(Math.max(speed, SLOWEST), FASTEST);
  }
}
