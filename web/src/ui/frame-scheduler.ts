/**
 * The page's frame scheduler: what is stale, and in which order it is drawn. Nobody else asks the browser for an animation
 * frame (`scripts/imports.mjs` checks this). Not here: how any part draws, nor which of its pixels have changed.
 */

/** Parts are drawn in this order: what follows user input and the run's clock, words and controls, the path, charts. */
export type Priority = "input" | "text" | "path" | "charts";

/** Time for one frame's drawing, ms: half of a frame at 60 Hz, because layout and painting take as long again. */
export const BUDGET_MS = 8;

/** The frame that is being drawn. */
export interface AnimationFrame {
  /** When it began, as `performance.now()` counts. */
  readonly now_ms: number;
  /** Whether some of its time is left: a part that has more to draw than fits requests the rest for the next frame. */
  hasTime(): boolean;
}

/** Something on the page that is drawn. */
export interface FramePart {
  readonly priority: Priority;
  /** Draws what is stale. A part that moves, or is not finished, requests itself again. */
  draw(frame: AnimationFrame): void;
}

/** Where frames come from. */
export interface FrameSource {
  request(draw: (now_ms: number) => void): void;
  now(): number;
  /** A part has failed. */
  fail(error: unknown): void;
}

const browser: FrameSource = {
  request: (draw) => void requestAnimationFrame(draw),
  now: () => performance.now(),
  // Uncaught, so that the page reports it.
  fail: (error) =>
    queueMicrotask(() => {
      throw error;
    }),
};

export class FrameScheduler {
  /** Parts to be drawn, in the order of their requests. */
  readonly #stale = new Set<FramePart>();
  /** Those of them for which the last frame had no time. */
  #waiting: FramePart[] = [];
  #asked = false;
  /** The last frame drew input and text alone, although others waited. */
  #answered = false;

  constructor(private readonly source: FrameSource = browser) {}

  /**
   * Has a part drawn once in the next frame, however often it is requested; in the frame that is being drawn, if the turn of
   * its priority is still to come.
   */
  request(part: FramePart): void {
    this.#stale.add(part);
    this.#ask();
  }

  /** Does not draw a part that was requested. */
  cancel(part: FramePart): void {
    this.#stale.delete(part);
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.source.request((now_ms) => this.#drawFrame(now_ms));
  }

  /**
   * Draws input and text whatever the time, so that no answer to user input waits. The rest is drawn while there is time; whatever
   * the time, the first of what waits is drawn at least in every other frame, so that an answer is quick and nothing waits for ever.
   */
  #drawFrame(now_ms: number): void {
    this.#asked = false;
    const end_ms = this.source.now() + BUDGET_MS;
    const frame: AnimationFrame = { now_ms, hasTime: () => this.source.now() < end_ms };
    const waited = this.#waiting.filter((part) => this.#stale.has(part));
    this.#waiting = [];
    const drawInTime = (parts: readonly FramePart[]): void => {
      for (const part of parts) {
        if (frame.hasTime()) this.#drawPart(part, frame);
        else this.#waiting.push(part);
      }
    };
    for (const part of this.#staleOf("input")) this.#drawPart(part, frame);
    for (const part of this.#staleOf("text")) this.#drawPart(part, frame);
    this.#answered = waited.length > 0 && !frame.hasTime() && !this.#answered;
    const [longest, ...others] = waited;
    if (longest && !this.#answered) this.#drawPart(longest, frame);
    drawInTime(this.#answered ? waited : others);
    // A part that waited and is stale again is drawn in the next frame.
    for (const priority of ["path", "charts"] as const)
      drawInTime(this.#staleOf(priority).filter((part) => !waited.includes(part)));
    if (this.#waiting.length > 0) this.#ask();
  }

  #staleOf(priority: Priority): FramePart[] {
    return [...this.#stale].filter((part) => part.priority === priority);
  }

  /** Draws a part, unless another has cancelled it meanwhile. An error in it does not stop the others. */
  #drawPart(part: FramePart, frame: AnimationFrame): void {
    if (!this.#stale.delete(part)) return;
    try {
      part.draw(frame);
    } catch (error) {
      this.source.fail(error);
    }
  }
}

/** The page's scheduler. */
export const frames = new FrameScheduler();
