/**
 * Undo and redo over whole documents. Documents are small and share their parts, so nothing cleverer is needed.
 * Not here: what a document is.
 */

/** Steps kept; older ones are forgotten. */
const LIMIT = 200;

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private gesture: unknown = null;

  constructor(private now: T) {}

  get present(): T {
    return this.now;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Takes a new document. All of one gesture (a drag, a burst of key presses on one slider) is one step. */
  commit(next: T, gesture: unknown = null): void {
    if (gesture === null || gesture !== this.gesture) {
      this.past.push(this.now);
      if (this.past.length > LIMIT) this.past.shift();
    }
    this.gesture = gesture;
    this.future = [];
    this.now = next;
  }

  /** Goes back to a document that was good, and forgets that there was another: the change was refused. */
  retreat(good: T): void {
    if (this.past.at(-1) === good) this.past.pop();
    this.gesture = null;
    this.now = good;
  }

  /** Ends a gesture, so that the next change is a step of its own. */
  settle(): void {
    this.gesture = null;
  }

  undo(): T {
    const before = this.past.pop();
    if (before !== undefined) {
      this.future.push(this.now);
      this.now = before;
    }
    this.gesture = null;
    return this.now;
  }

  redo(): T {
    const after = this.future.pop();
    if (after !== undefined) {
      this.past.push(this.now);
      this.now = after;
    }
    this.gesture = null;
    return this.now;
  }

  /** The steps to either side, the nearest last. */
  steps(): { past: readonly T[]; future: readonly T[] } {
    return { past: this.past, future: this.future };
  }

  /** Takes back steps that were kept elsewhere; the present document stays. */
  restore(past: readonly T[], future: readonly T[]): void {
    this.past = [...past];
    this.future = [...future];
    this.gesture = null;
  }

  /** Forgets all steps: another run was opened. */
  reset(document: T): void {
    this.past = [];
    this.future = [];
    this.gesture = null;
    this.now = document;
  }
}
