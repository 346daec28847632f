/**
 * The path's words as DOM text over the canvas: each has a key and a place, and is touched only when it changes. Not
 * here: what they say (readings.ts), nor how they look (design/path.css).
 */

/** Which point of the text is at its place. */
export type Anchor = "left" | "center" | "right";

/** Where a text stands: its anchor's x and its middle's y, in px of the host. */
export interface Spot {
  x: number;
  y: number;
  anchor: Anchor;
}

interface Held {
  node: HTMLElement;
  kind: string;
  text: string;
  spot: string;
}

/** Moves a node to a place. */
export function stand({ style }: HTMLElement, { x, y, anchor }: Spot): void {
  const shift = anchor === "left" ? "0" : anchor === "right" ? "-100%" : "-50%";
  style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${shift}, -50%)`;
}

/** Texts by key within one layer. Between `begin` and `end` the ones that are not set again go. */
export class Labels {
  private readonly held = new Map<string, Held>();
  private seen = new Set<string>();

  constructor(private readonly layer: HTMLElement) {}

  begin(): void {
    this.seen = new Set();
  }

  /** Puts a text at a place. `kind` is its class. */
  set(key: string, kind: string, text: string, spot: Spot): HTMLElement {
    let held = this.held.get(key);
    if (!held) {
      const node = document.createElement("span");
      this.layer.append(node);
      held = { node, kind: "", text: "", spot: "" };
      this.held.set(key, held);
    }
    this.seen.add(key);
    // In another form of the path the same words look different.
    if (held.kind !== kind) {
      held.kind = kind;
      held.node.className = `path-label ${kind}`;
    }
    if (held.text !== text) {
      held.text = text;
      held.node.textContent = text;
    }
    const at = `${spot.x.toFixed(1)} ${spot.y.toFixed(1)} ${spot.anchor}`;
    if (held.spot !== at) {
      held.spot = at;
      stand(held.node, spot);
    }
    return held.node;
  }

  end(): void {
    for (const [key, { node }] of this.held) {
      if (this.seen.has(key)) continue;
      node.remove();
      this.held.delete(key);
    }
  }
}
