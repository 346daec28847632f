/**
 * The browser's address and this page's: it is written as the run changes, calmly, so that a reload loses nothing, and
 * read again when the reader goes back or forward or pastes another. Not here: what stands in it (run/link.ts).
 */

import { placeOf } from "./trail.ts";

/** Written at most so often, in ms: browsers refuse more than about 100 in 30 s. */
const CALM_MS = 1000;

export class AddressBar {
  private last_ms = Number.NEGATIVE_INFINITY;
  private written = location.hash.replace(/^#/, "");
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** The place in the browser's history that is on the page. */
  place = placeOf(history.state);

  constructor(
    private readonly current: () => string | null,
    private readonly open: () => void,
    /** Keeps what the address does not carry, for this place of the browser's history. */
    private readonly kept: (place: number) => void = () => undefined,
  ) {
    const moved = (): void => {
      const now = location.hash.replace(/^#/, "");
      if (now === this.written) return;
      this.written = now;
      this.cancel();
      this.place = placeOf(history.state);
      this.open();
    };
    addEventListener("hashchange", moved);
    addEventListener("popstate", moved);
    addEventListener("pagehide", () => this.write());
    document.addEventListener("visibilitychange", () => document.hidden && this.write());
  }

  /** The run has changed: the address follows soon. */
  touch(): void {
    if (this.timer !== null) return;
    const wait = Math.max(100, this.last_ms + CALM_MS - performance.now());
    this.timer = setTimeout(() => this.write(), wait);
  }

  /** A step of its own in the browser's history, for another run. */
  push(fields: string): void {
    this.write();
    this.written = fields;
    try {
      history.pushState({ place: this.place + 1 }, "", `#${fields}`);
      this.place++;
    } catch {
      // A frame without history: the page goes on without it.
    }
  }

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private write(): void {
    this.cancel();
    const fields = this.current();
    if (fields === null) return;
    this.kept(this.place);
    if (fields === this.written) return;
    this.written = fields;
    this.last_ms = performance.now();
    try {
      history.replaceState({ place: this.place }, "", `#${fields}`);
    } catch {
      // Too often, or not allowed here: the next change tries again.
    }
  }
}
