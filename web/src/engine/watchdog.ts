/** Notices that a worker no longer says anything, as one that the browser has killed does. Not here: what is done about it. */

/** Number of parts in which the silence is counted. */
const TICKS = 20;

/**
 * Calls `bark` when nothing was heard for so long. It counts ticks of the page's own timer, so that a machine that slept, or a page
 * that the browser stopped, was not silent meanwhile.
 */
export class Watchdog {
  private timer: ReturnType<typeof setInterval> | undefined;
  private ticks = 0;

  /** `silence_ms`: infinity, and it never barks. */
  constructor(
    private readonly silence_ms: number,
    private readonly bark: () => void,
  ) {}

  /** Something was heard: the time runs from now. */
  hear(): void {
    this.ticks = 0;
  }

  /** Something is waited for: the time runs from now, or from what was waited for before. */
  listen(): void {
    if (this.silence_ms === Number.POSITIVE_INFINITY) return;
    this.timer ??= setInterval(() => {
      if (++this.ticks < TICKS) return;
      this.rest();
      this.bark();
    }, this.silence_ms / TICKS);
  }

  /** Nothing is waited for. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.ticks = 0;
  }
}
