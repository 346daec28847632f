/**
 * The sentence of a chart for screen readers, renewed calmly. Not here: the sentence itself (each chart), when there is time for it
 * (stack-drawing.ts).
 */
import { element, write } from "../ui/dom.ts";

/** A description is renewed at this interval at most, ms: while the run plays, and while it rests. */
const TELL_PLAYING_MS = 5000;
export const TELL_RESTING_MS = 500;

export class Description {
  readonly node = element("p", "unseen");
  #at = Number.NEGATIVE_INFINITY;
  #key = "";

  /** Whether it is older than what changes with `key`. */
  isBehind(key: string): boolean {
    return key !== this.#key;
  }

  /** Whether it may be renewed. */
  isDue(key: string, playing: boolean, now: number): boolean {
    return this.isBehind(key) && now - this.#at >= (playing ? TELL_PLAYING_MS : TELL_RESTING_MS);
  }

  /** Writes it; `key` null: it is not yet that of the data. */
  write(text: string, key: string | null, now: number): void {
    write(this.node, text);
    if (key === null) return;
    this.#at = now;
    this.#key = key;
  }
}
