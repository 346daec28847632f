/**
 * Whether this machine can draw all of a frame at once. Measured, not guessed: a message that a frame posts to itself comes
 * when its scripts, layout and painting are done. Where frames take long, the page answers user input first and draws the rest
 * by turns (render-scheduler.ts, charts/stack.ts). Not here: what is drawn when.
 */

/** Where frames take longer than this on the whole, the answer to user input and a whole picture do not fit into one, ms. */
const HALF_MS = 8;
/** What the last frame counts in that. */
const SHARE = 0.1;
/** A frame that takes longer makes the next one late, ms; one that takes less leaves room to spare. */
const LONG_MS = 20;
const SHORT_MS = 8;
/** What a long frame counts, in short ones; two are no accident. */
const COUNTS = 30;
const MANY = 2 * COUNTS;

export class FrameTimes {
  private strain = 0;
  private usual_ms = 0;
  private begun_ms = 0;
  private readonly after = new MessageChannel();

  constructor() {
    this.after.port1.onmessage = () => this.took(performance.now() - this.begun_ms);
  }

  /** Frames take long here: drawing goes by turns. */
  get slow(): boolean {
    return this.strain > COUNTS;
  }

  /** Frames take half of their time: user input is answered before anything else is drawn. */
  get busy(): boolean {
    return this.slow || this.usual_ms > HALF_MS;
  }

  /** A frame begins. */
  begin(): void {
    this.begun_ms = performance.now();
    this.after.port2.postMessage(null);
  }

  /** A frame took so long. */
  took(ms: number): void {
    this.usual_ms += SHARE * (ms - this.usual_ms);
    const strain = this.strain + (ms > LONG_MS ? COUNTS : ms < SHORT_MS ? -1 : 0);
    this.strain = Math.max(0, Math.min(MANY, strain));
  }
}
