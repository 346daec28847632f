/**
 * Work in pieces, on a machine where all of it would delay the answer to user input: after each piece, more urgent work runs, and
 * while user input waits for its answer nothing is done. Not here: the work (stack.ts).
 */

/** Lets the browser do what is more urgent, then calls back: by its scheduler where it has one, else by a message. */
const yielding = ((): ((back: () => void) => void) => {
  const { scheduler } = globalThis as { scheduler?: { postTask?(back: () => void): Promise<unknown> } };
  if (scheduler?.postTask) return (back) => void scheduler.postTask?.(back);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (back) => {
    waiting.push(back);
    port2.postMessage(null);
  };
})();

export class Pieces {
  #work: Iterator<void> | null = null;
  #paused = false;
  #underWay = false;

  /** `done`: all pieces of a work were done. */
  constructor(private readonly done: () => void) {}

  get busy(): boolean {
    return this.#work !== null;
  }

  /** Does this work and no other. */
  start(work: Iterator<void>): void {
    this.#work = work;
    this.#go();
  }

  /** What is left is not done. */
  drop(): void {
    this.#work = null;
  }

  /** Does nothing until the next frame is painted. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    requestAnimationFrame(() => {
      this.#paused = false;
      this.#go();
    });
  }

  #go(): void {
    if (this.#underWay || !this.#work || this.#paused) return;
    this.#underWay = true;
    yielding(() => {
      this.#underWay = false;
      if (!this.#work || this.#paused) return;
      if (!this.#work.next().done) this.#go();
      else {
        this.#work = null;
        this.done();
      }
    });
  }
}
