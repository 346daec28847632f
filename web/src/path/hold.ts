/**
 * Pressing and holding the path: the pointer anywhere on it, or Space and Enter on a button that is also the caption. Not here: what being
 * held means (its callback), the laboratory's key for it, where the caption is (captions.ts).
 */
import { type Spot, stand } from "./labels.ts";

/** A press this long is no click, ms; one that has moved so far meanwhile scrolls or selects, px. */
const PRESS_MS = 160;
const MOVED_PX = 12;
/** Keys that hold the button. */
const KEYS = [" ", "Enter"];

export class Hold {
  private readonly button = document.createElement("button");
  private held = false;
  private timer = 0;
  private from = { x: 0, y: 0 };

  constructor(
    host: HTMLElement,
    private readonly onHold: (on: boolean) => void,
  ) {
    const { button } = this;
    button.type = "button";
    button.className = "path-hold";
    button.hidden = true;
    host.append(button);
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => this.set(false));
    button.addEventListener("keydown", (event) => {
      if (!KEYS.includes(event.key)) return;
      event.preventDefault();
      this.set(true);
    });
    for (const end of ["keyup", "blur"]) button.addEventListener(end, () => this.set(false));
  }

  /** Whether there is something to hold for. The button that is held keeps the focus. */
  show(on: boolean): void {
    this.button.classList.toggle("is-away", !on);
    this.button.hidden = !on && document.activeElement !== this.button;
  }

  /** Puts the caption at its place. */
  put(text: string, spot: Spot): void {
    if (this.button.textContent !== text) this.button.textContent = text;
    stand(this.button, spot);
  }

  private press(event: PointerEvent): void {
    // A sender's name is a button of its own.
    if (event.button !== 0 || (event.target as Element).closest(".path-chip")) return;
    // The caption gets no focus by the pointer: Space goes on to play.
    if (event.target === this.button) event.preventDefault();
    this.from = { x: event.clientX, y: event.clientY };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.set(true), PRESS_MS);
  }

  private move({ clientX, clientY }: PointerEvent): void {
    if (!this.held && Math.hypot(clientX - this.from.x, clientY - this.from.y) > MOVED_PX) clearTimeout(this.timer);
  }

  private set(on: boolean): void {
    clearTimeout(this.timer);
    if (on === this.held) return;
    this.held = on;
    this.onHold(on);
  }
}
