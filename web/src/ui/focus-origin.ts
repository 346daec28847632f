/**
 * Whether the element with the focus got it by the pointer or by the keyboard: Space presses a button that the keyboard reached, as on
 * any page, and is the page's own key on one that was clicked. `:focus-visible` cannot answer this: it holds from the first key on. Not
 * here: what Space does (laboratory/actions.ts).
 */

/** Keys that leave the focus where it is, or give it back: none of them says how the reader goes about. */
const NEUTRAL: ReadonlySet<string> = new Set([" ", "Escape", "Shift", "Control", "Alt", "Meta"]);

/** How the focus was reached, from the events of a page. */
export class FocusOrigin {
  /** The last press was the pointer's. */
  private pointer = false;
  private reached = false;

  /** Listens to a page; the first time counts. */
  constructor(page: EventTarget) {
    page.addEventListener("pointerdown", () => this.pressed(), true);
    page.addEventListener("keydown", (event) => this.typed((event as KeyboardEvent).key), true);
    page.addEventListener("focusin", () => this.moved(), true);
  }

  /** True if the pointer brought the focus to where it is. */
  get byPointer(): boolean {
    return this.reached;
  }

  /** The pointer came down, perhaps on what has the focus already. */
  private pressed(): void {
    this.pointer = true;
    this.reached = true;
  }

  private typed(key: string): void {
    if (!NEUTRAL.has(key)) this.pointer = false;
  }

  private moved(): void {
    this.reached = this.pointer;
  }
}
