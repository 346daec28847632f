/**
 * A lesson while presenting: one part at a time, gone through by the arrow keys or a clicker. A press brings a run that plays to its
 * end; where a question is open it locks the answer that was given, or none, since the audience has answered. Not here: the parts
 * (lesson-page.ts), the keys (shell/page-presentation.ts).
 */
import type { Walk } from "../shell/page-presentation.ts";

/** A part that begins above this height, px, is read. */
const READ_PX = 160;

/** A part of the lesson, in order. */
export interface Part {
  name: string;
  /** Whether it may be gone to. */
  reached: boolean;
  /** Whether what it asks for is done, read or not. */
  done?: boolean;
}

/** Index of the last part that is read or done, or of the one before where that is further on. */
export function furthest(parts: readonly Part[], read: string, before: number): number {
  const done = parts.map((part, i) => (part.done || part.name === read ? i : 0));
  return Math.max(before, ...done);
}

/**
 * The part that is read: the last one that begins at the screen's top. `foot`: where the text ends on the screen because the run
 * lies over it; then the last parts of the page, which cannot come to the top, count as read as the page comes to its end.
 */
export function partRead(text: HTMLElement, foot: number | null = null): string {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const line = foot === null ? READ_PX : Math.max(READ_PX, foot - (scrollHeight - clientHeight - scrollTop));
  const begun = [...text.querySelectorAll<HTMLElement>(".part")].filter(
    (part) => part.getBoundingClientRect().top < line,
  );
  return begun.at(-1)?.id.replace("part-", "") ?? "hook";
}

/** Parts of its lesson that a walk needs. */
export interface WalkHost {
  /** The element with the parts, each `#part-NAME`. */
  text: HTMLElement;
  parts(): readonly Part[];
  /** Brings a run that plays to its end; false if none does. */
  hurry(): boolean;
  /** Locks what was answered in a part, or that nothing was; false if nothing is open there. */
  lock(name: string): boolean;
  toPart(name: string): void;
  /** Another part is shown. */
  moved(): void;
}

export class LessonWalk implements Walk {
  private at = "hook";
  private on = false;

  constructor(private readonly host: WalkHost) {}

  place(): { n: number; all: number } {
    const parts = this.host.parts();
    return {
      n:
        Math.max(
          0,
          parts.findIndex((part) => part.name === this.at),
        ) + 1,
      all: parts.length,
    };
  }

  forth(): void {
    const { host } = this;
    if (host.hurry()) return;
    const reached = host.parts().filter((part) => part.reached);
    const next = reached[reached.findIndex((part) => part.name === this.at) + 1];
    if (next) host.toPart(next.name);
    else host.lock(this.at);
  }

  back(): void {
    const reached = this.host.parts().filter((part) => part.reached);
    const before = reached[reached.findIndex((part) => part.name === this.at) - 1];
    if (before) this.host.toPart(before.name);
  }

  /** Begins with the part that is read, and ends there. */
  presented(on: boolean): void {
    const { host } = this;
    if (on) this.at = partRead(host.text);
    this.on = on;
    this.show();
    if (!on) host.toPart(this.at);
  }

  /** A part is gone to. */
  went(name: string): void {
    this.at = name;
    this.show();
  }

  /** Marks the part that is shown; the others are away while it is presented. */
  show(): void {
    for (const part of this.host.text.querySelectorAll<HTMLElement>(".part"))
      part.toggleAttribute("data-shown", part.id === `part-${this.at}`);
    if (this.on) this.host.moved();
  }
}
