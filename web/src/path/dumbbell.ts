/**
 * The path as a picture that moves: one canvas and DOM text over it, drawn anew for each picture of the engine. It keeps
 * only what the screen itself remembers: the fade between bricks and fills, smoothed shares, when words last changed.
 * Not here: where things stand (geometry.ts), how they are drawn (draw.ts), the words' nodes (labels.ts).
 */
import type { RunFacts, Theme } from "../charts/chart.ts";
import type { Picture } from "../engine/protocol.ts";

/** What the path is drawn from. */
export interface PathInput {
  /** Null before the first one has come: the empty path is drawn from the facts. */
  picture: Picture | null;
  facts: RunFacts;
  theme: Theme;
  /** Run seconds that pass in one second on screen. */
  screen_second_s: number;
  reducedMotion: boolean;
  /** Scale of everything drawn: 2 in the projector profile. */
  scale?: number;
}

/** What the path tells the page. */
export interface PathEvents {
  /** The pointer or the focus is on a sender (its name), or has left (null). */
  onFocusFlow(name: string | null): void;
}

/** The path in its host element; the host's size decides its form. */
export class PathView {
  private readonly host: HTMLElement;
  readonly events: PathEvents;

  constructor(host: HTMLElement, events: PathEvents) {
    this.host = host;
    this.events = events;
    host.classList.add("path");
  }

  /** Draws the picture now. Call it once for each animation frame while playing, and once after any change. */
  update(input: PathInput): void {
    this.host.dataset.form = input.picture ? "full" : "empty";
  }

  /** Ends all listening and empties the host. */
  destroy(): void {
    this.host.replaceChildren();
  }
}
