/**
 * The box with the words of a dot in the wall of claims: they come with the
 * pointer, with a tap, and with the arrow keys on a figure's name; Escape puts them away. Not here: the wall itself (wall.ts), what
 * those words are (note-words.ts).
 */
import { html, nothing, render } from "lit";
import type { Card, Experiment } from "../ensemble/types.ts";

/** So long does it stay once the pointer has left dot and words, ms. */
const LINGER_MS = 250;
/** Its distance from the dot and from the window's edge, px. */
const GAP = 10;

/** Fetches the words of an experiment. */
export type Words = (id: string) => Promise<Experiment>;

/** The words beside the dots of one wall; `nameOf`: a figure within its paper. */
export class WallNote {
  private readonly box = document.createElement("div");
  private shown: Element | null = null;
  private timer = 0;

  constructor(
    private readonly words: Words,
    private readonly cards: () => readonly Card[],
    private readonly nameOf: (card: Card) => string,
  ) {
    this.box.className = "wall-note";
    this.box.setAttribute("role", "status");
    this.box.hidden = true;
    document.body.append(this.box);
    this.box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.box.addEventListener("pointerleave", () => this.linger());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hide();
    });
    document.addEventListener("pointerdown", (event) => {
      const on = event.target as Element;
      if (!this.box.contains(on) && !on.closest("[data-dot]")) this.hide();
    });
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  /** Listener of the wall. */
  readonly handlers = {
    over: (event: PointerEvent): void => {
      const dot = (event.target as Element).closest("[data-dot]");
      if (dot) void this.show(dot, event.pointerType === "touch");
    },
    out: (event: PointerEvent): void => {
      if ((event.target as Element).closest("[data-dot]") && event.pointerType !== "touch") this.linger();
    },
    /** A finger that has no way to point reads first: the words have the way to the figure. */
    click: (event: PointerEvent): void => {
      const dot = (event.target as Element).closest("[data-dot]");
      if (!dot || event.pointerType !== "touch") return;
      event.preventDefault();
      void this.show(dot, true);
    },
    key: (event: KeyboardEvent): void => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const row = (event.target as Element).closest("li");
      if (by === undefined || !row) return;
      event.preventDefault();
      const dots = [...row.querySelectorAll("[data-dot]")];
      const at = this.shown ? dots.indexOf(this.shown) : -1;
      const next = dots[Math.max(0, Math.min(dots.length - 1, at < 0 ? (by > 0 ? 0 : dots.length - 1) : at + by))];
      if (next) void this.show(next, false);
    },
    leave: (): void => this.hide(),
  };

  private linger(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), LINGER_MS);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.shown?.classList.remove("is-read");
    this.shown = null;
    this.box.hidden = true;
  }

  private async show(dot: Element, touch: boolean): Promise<void> {
    clearTimeout(this.timer);
    if (dot === this.shown) return;
    this.hide();
    this.shown = dot;
    dot.classList.add("is-read");
    const { card: id = "", dot: at = "" } = (dot as SVGElement).dataset;
    const card = this.cards().find((each) => each.id === id);
    // All is fetched with the first dot: the gallery is read without.
    const all = Promise.all([this.words(id), import("virtual:figures-dots"), import("./note-words.ts")]);
    const [experiment, claims, words] = (await all.catch(() => null)) ?? [];
    const found = claims?.default[id]?.[Number(at)];
    if (this.shown !== dot || !card || !found || !experiment || !words) return;
    const way = touch ? html`<a href=${`#${id}`}>${this.nameOf(card)}</a>` : nothing;
    render(words.noteOf(experiment, found, way), this.box);
    this.box.hidden = false;
    this.place(dot.getBoundingClientRect());
  }

  /** Under the dot, or over it where there is no room; within the window. */
  private place(at: DOMRect): void {
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(innerWidth - width - GAP, at.left + at.width / 2 - width / 2));
    const below = at.bottom + GAP;
    const top = below + height + GAP <= innerHeight ? below : Math.max(GAP, at.top - GAP - height);
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
  }
}
