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
    private readonly onTap: () => void,
  ) {
    const { button } = this;
    button.type = "button";
    button.className = "path-hold";
    button.hidden = true;
    host.append(button);
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    // A finger that is held does not scroll.
    host.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", () => {
      if (this.timer !== 0) this.onTap();
      this.set(false);
    });
    for (const end of ["pointercancel", "blur"]) addEventListener(end, () => this.set(false));
    button.addEventListener("keydown", (event) => {
      if (!KEYS.includes(event.key)) return;
      event.preventDefault();
      this.set(true);
    });
    for (const end of ["keyup", "blur"])
      button.addEventListener(end, (event) => {
        event.preventDefault();
        this.set(false);
      });
    // A screen reader presses without a key or a pointer: once to hold, once more to let go.
    button.addEventListener("click", ({ detail }) => detail === 0 && this.set(!this.held));
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
    const other = (event.target as Element).closest("button, .path-chip");
    if (event.button !== 0 || (other && other !== this.button)) return;
    // The caption gets no focus by the pointer: Space goes on to play.
    if (event.target === this.button) event.preventDefault();
    this.from = { x: event.clientX, y: event.clientY };
    this.forget();
    this.timer = window.setTimeout(() => this.set(true), PRESS_MS);
  }

  private move({ clientX, clientY }: PointerEvent): void {
    if (!this.held && Math.hypot(clientX - this.from.x, clientY - this.from.y) > MOVED_PX) this.forget();
  }

  /** The press is neither a hold nor a tap. */
  private forget(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private set(on: boolean): void {
    this.forget();
    if (on === this.held) return;
    this.held = on;
    this.button.setAttribute("aria-pressed", String(on));
    this.onHold(on);
  }
}
