/**
 * The senders' and receivers' names over their boxes. A sender's is a button: pointer or focus on it brings its flow
 * forward. Not here: the boxes (ground.ts), nor what being brought forward means.
 */
import type { FlowLook } from "../charts/chart.ts";
import { num, say } from "../words/words.ts";
import type { Box, Chip, Layout } from "./geometry.ts";

/** The names in their layer. */
export class ChipButtons {
  private readonly layer: HTMLElement;
  private readonly onFocus: (name: string | null) => void;

  constructor(layer: HTMLElement, onFocus: (name: string | null) => void) {
    this.layer = layer;
    this.onFocus = onFocus;
  }

  /** Makes them for a layout; called when it changes, not for each frame. */
  arrange(layout: Layout, flows: readonly FlowLook[], scale: number): void {
    const nodes: HTMLElement[] = [];
    for (const chip of layout.chips) {
      const name = nameOf(chip, flows);
      nodes.push(this.sender(chip, name, flows[chip.flow], layout, scale));
      if (layout.form === "full") nodes.push(place(span(name), chip.receiver, layout, scale, chip.flow >= 0));
    }
    this.layer.replaceChildren(...nodes);
  }

  private sender(chip: Chip, name: string, flow: FlowLook | undefined, layout: Layout, scale: number): HTMLElement {
    if (!flow) return place(span(name), chip.sender, layout, scale, false);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-label", say("path.sender", { name: flow.label }));
    const on = (): void => this.onFocus(flow.name);
    const off = (): void => this.onFocus(null);
    button.addEventListener("pointerenter", on);
    button.addEventListener("pointerleave", off);
    button.addEventListener("focus", on);
    button.addEventListener("blur", off);
    button.addEventListener("click", on);
    return place(button, chip.sender, layout, scale, true);
  }
}

/** A flow's label; of a group its first flow's without the number, and how many there are: "CDG \u00d7 20". */
function nameOf(chip: Chip, flows: readonly FlowLook[]): string {
  if (chip.flow >= 0) return flows[chip.flow]?.label ?? chip.key;
  const first = flows.find((f) => f.kind === chip.key)?.label ?? chip.key;
  return say("path.count", { name: first.replace(/\s*\d+$/, ""), n: num(chip.count) });
}

function span(words: string): HTMLElement {
  const node = document.createElement("span");
  node.textContent = words;
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** Puts a name into its box; beside the swatch where there is one. */
function place(node: HTMLElement, box: Box, layout: Layout, scale: number, signed: boolean): HTMLElement {
  node.classList.add("path-chip");
  if (layout.form === "full" && signed) node.classList.add("has-sign");
  if (box.height < 18) node.classList.add("is-low");
  node.style.left = `${box.x * scale}px`;
  node.style.top = `${box.y * scale}px`;
  node.style.width = `${box.width * scale}px`;
  node.style.height = `${box.height * scale}px`;
  return node;
}
