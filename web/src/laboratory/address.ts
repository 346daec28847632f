/**
 * The browser's address and this page's: it is written as the run changes, calmly, so that a reload loses nothing, and
 * read again when the reader goes back or forward or pastes another. Not here: what is in it (address/link.ts).
 */

import { placeOf } from "./history-state.ts";

/** Least time between two writes, ms: browsers refuse more than about 100 in 30 s. */
const CALM_MS = 1000;

export class AddressBar {
  private last_ms = Number.NEGATIVE_INFINITY;
  private written = location.hash.replace(/^#/, "");
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** It was to be written when it could not be. */
  private due = false;
  /** The place in the browser's history that is on the page. */
  place = placeOf(history.state);
  /** Act of the browser's Back, while it is not to leave this place. */
  private onBack: (() => void) | null = null;

  constructor(
    /** Gives the address of the run. */
    readonly fields: () => string,
    private readonly isWritten: () => boolean,
    private readonly open: () => void,
    /** Keeps what the address does not carry, for this place of the browser's history. */
    private readonly kept: (place: number) => void,
  ) {
    const moved = (event: Event): void => {
      // An address that was typed has no state of ours: it opens.
      const { state } = history;
      if (this.onBack && state !== null && placeOf(state) < this.place) {
        if (event.type !== "popstate") return;
        history.go(this.place - placeOf(state));
        this.onBack();
        return;
      }
      const now = location.hash.replace(/^#/, "");
      this.place = placeOf(history.state);
      if (now === this.written) return;
      this.written = now;
      this.cancel();
      this.open();
    };
    addEventListener("hashchange", moved);
    addEventListener("popstate", moved);
    addEventListener("pagehide", () => this.settle());
    document.addEventListener("visibilitychange", () => document.hidden && this.settle());
  }

  /** The run has changed: the address follows soon. */
  touch(): void {
    if (this.timer !== null) return;
    const wait = Math.max(100, this.last_ms + CALM_MS - performance.now());
    this.timer = setTimeout(() => this.settle(), wait);
  }

  /** It can be written from now on: what was due follows. */
  ready(): void {
    if (this.due) this.touch();
  }

  /** The browser's Back leads to a run that was here before, and is free. */
  get hasBefore(): boolean {
    return this.place > 0 && this.onBack === null;
  }

  /** A step of its own in the browser's history, for another run. */
  push(fields: string): void {
    this.settle();
    this.written = fields;
    try {
      history.pushState({ place: this.place + 1 }, "", `#${fields}`);
      this.place++;
    } catch {
      // A frame without history: the page goes on without it.
    }
  }

  /**
   * Keeps the browser's Back on the page from now on: it calls `onBack`. Only to be called once the reader has pressed something:
   * browsers pass over places of their history that a page made without that. The place below keeps its address: it may be another run's.
   */
  hold(onBack: () => void): void {
    this.onBack = onBack;
    if (this.isHeld) return;
    try {
      // The place below has a state, too, so that it is known again.
      history.replaceState({ place: this.place }, "");
      history.pushState({ place: this.place + 1, held: true }, "");
      this.place++;
    } catch {
      // A frame without history: Back leaves, as it did.
    }
  }

  /** The place in the history that is on the page was made to be held: a reload has led here again. */
  get isHeld(): boolean {
    return history.state?.held === true;
  }

  /** Gives the browser's Back free again. What is shown next has a place of its own, from which Back leads here again. */
  release(): void {
    if (!this.onBack) return;
    this.onBack = null;
    this.settle();
    try {
      history.pushState({ place: this.place + 1 }, "");
      this.place++;
    } catch {
      // As above.
    }
  }

  /** Gives the browser's Back free: another address opens. */
  drop(): void {
    this.onBack = null;
  }

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Writes the address now: what opens next has a place of its own. */
  settle(): void {
    this.cancel();
    this.due = !this.isWritten();
    if (this.due) return;
    const fields = this.fields();
    // On its way back to the place that is held: what is here is not the place below's.
    if (this.onBack && placeOf(history.state) < this.place) {
      this.touch();
      return;
    }
    this.kept(this.place);
    if (fields === this.written) return;
    this.written = fields;
    this.last_ms = performance.now();
    try {
      history.replaceState({ ...history.state, place: this.place }, "", `#${fields}`);
    } catch {
      // Too often, or not allowed here: the next change tries again.
    }
  }
}
