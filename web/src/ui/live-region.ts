/**
 * Words for the live region: said politely, grouped, and never more often than one can listen. Not here: which words.
 */

/** At least so long between two announcements, in ms. */
const PAUSE_MS = 2500;
/** More than this many at once are cut: the newest count. */
const MOST = 4;

export class Announcer {
  private waiting = new Map<string, string | (() => string)>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private last_ms = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly speak: (text: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Says a sentence soon. A newer one on the same subject replaces one that still waits; a count is asked for at the last moment. */
  say(text: string | (() => string), subject: string = String(text)): void {
    this.waiting.delete(subject);
    this.waiting.set(subject, text);
    if (this.timer !== null) return;
    this.timer = setTimeout(() => this.flush(), Math.max(50, this.last_ms + PAUSE_MS - this.now()));
  }

  private flush(): void {
    this.timer = null;
    this.last_ms = this.now();
    const texts = [...this.waiting.values()].slice(-MOST).map((text) => (typeof text === "string" ? text : text()));
    this.waiting.clear();
    this.speak(texts.join(" "));
  }
}
