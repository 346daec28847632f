/**
 * The senders' and receivers' names over their boxes. A sender's is a button, where there is room for
 * one: pointer or focus on it brings its flow forward, a press keeps it there. Not here: the boxes (ground.ts), nor what being brought forward means.
 */

import type { SourceName } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Box, Chip, Layout } from "./geometry.ts";

/** Lower than this, in px, a name is too small to be aimed at: it answers the pointer, and the flow's card is the way for others. */
const LEAST_TARGET = 24;

/** The names in their layer. */
export class ChipButtons {
  private readonly buttons = new Map<SourceName, HTMLElement>();

  constructor(
    private readonly layer: HTMLElement,
    private readonly events: {
      onFocusFlow(name: SourceName | null): void;
      onPickFlow?(name: SourceName): void;
      onOpenFlow?(name: SourceName): void;
    },
  ) {}

  /** Shows which flow is kept in front. */
  press(picked: SourceName | null): void {
    if (!this.events.onPickFlow) return;
    for (const [name, button] of this.buttons) {
      const pressed = String(name === picked);
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  }

  /** Makes them for a layout; called when it changes, not for each frame. */
  arrange(layout: Layout, flows: readonly FlowLook[], scale: number): void {
    const nodes: HTMLElement[] = [];
    this.buttons.clear();
    for (const chip of layout.chips) {
      const name = nameOf(chip, flows);
      nodes.push(this.sender(chip, name, flows, layout, scale));
      if (layout.form === "full") nodes.push(place(span(name), chip.receiver, layout, scale, chip.flow >= 0));
    }
    this.layer.replaceChildren(...nodes);
  }

  private sender(chip: Chip, name: string, flows: readonly FlowLook[], layout: Layout, scale: number): HTMLElement {
    const flow = flows[chip.flow];
    if (!flow) return place(this.group(chip, name, flows, scale), chip.sender, layout, scale, false);
    const on = (): void => this.events.onFocusFlow(flow.name);
    const off = (): void => this.events.onFocusFlow(null);
    const isTarget = chip.sender.height * scale >= LEAST_TARGET;
    const node = isTarget ? this.button(name, flow, on, off) : span(name);
    node.addEventListener("pointerenter", on);
    node.addEventListener("pointerleave", off);
    return place(node, chip.sender, layout, scale, true);
  }

  /** The name of several flows: a press opens the card of the first of them, which says how many they are. */
  private group(chip: Chip, name: string, flows: readonly FlowLook[], scale: number): HTMLElement {
    const first = firstIn(chip, flows);
    const { onOpenFlow } = this.events;
    if (!first || !onOpenFlow || chip.sender.height * scale < LEAST_TARGET) return span(name);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-label", translate("path.group", { name }));
    button.addEventListener("click", () => onOpenFlow(first.name));
    return button;
  }

  private button(name: string, flow: FlowLook, on: () => void, off: () => void): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-label", translate("path.sender", { name: flow.label }));
    button.addEventListener("focus", on);
    button.addEventListener("blur", off);
    button.addEventListener("click", () => (this.events.onPickFlow ? this.events.onPickFlow(flow.name) : on()));
    this.buttons.set(flow.name, button);
    return button;
  }
}

/** The first flow of a group; undefined of a single flow, and of cross traffic. */
export function firstIn(chip: Pick<Chip, "flow" | "key">, flows: readonly FlowLook[]): FlowLook | undefined {
  return chip.flow >= 0 ? undefined : flows.find(({ kind, cross }) => !cross && kind === chip.key);
}

/** A flow's label; of a group its algorithm, or its first member's label without the number, and how many there are: "CDG \u00d7 20". */
export function nameOf(chip: Chip, flows: readonly FlowLook[]): string {
  if (chip.flow >= 0) return flows[chip.flow]?.label ?? chip.key;
  const first = flows.find((f) => f.kind === chip.key);
  const name = first?.title ?? (first?.label ?? chip.key).replace(/\s*\d+$/, "");
  return translate("path.count", { name, n: num(chip.count) });
}

/** Px that a letter takes at most in the small type of long names (with capitals: "HighS…TCP"), and in the usual one; what the sign and the edges take. */
const LETTER = 6.6;
const LETTER_USUAL = 7.6;
const SIGN = 31;
const EDGES = 4;

/** A name cut in its middle to this number of letters. Its end, often a number, tells it from other names and is kept; so is a group's number of flows. */
export function shortened(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const count = /\s×\s\S+$/.exec(name)?.[0];
  const tail = count ?? (/\s*\d+$/.exec(name)?.[0] ?? name.slice(-3)).trimStart().slice(-4);
  return `${name.slice(0, Math.max(1, letters - tail.length - 1)).trimEnd()}\u2026${tail}`;
}

function span(words: string): HTMLElement {
  const node = document.createElement("span");
  node.textContent = words;
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** How a name fits into its box: its words, beside the sign of its flow, in the small type of low boxes or of long names. */
export function fitted(
  name: string,
  box: Box,
  form: Layout["form"],
  signed: boolean,
): { text: string; signed: boolean; low: boolean; long: boolean } {
  const beside = form === "full" && signed;
  const room = box.width - (beside ? SIGN : EDGES);
  const long = name.length * LETTER_USUAL > room;
  const text = long ? shortened(name, Math.floor(room / LETTER)) : name;
  return { text, signed: beside, low: box.height < 18, long };
}

/** Puts a name into its box; beside the swatch where there is one. */
function place(node: HTMLElement, box: Box, layout: Layout, scale: number, isSigned: boolean): HTMLElement {
  const name = node.textContent ?? "";
  const { text, signed, low, long } = fitted(name, box, layout.form, isSigned);
  node.classList.add("path-chip");
  node.classList.toggle("has-sign", signed);
  node.classList.toggle("is-low", low);
  node.classList.toggle("is-long", long);
  if (long) {
    node.textContent = text;
    node.title = name;
  }
  node.style.left = `${box.x * scale}px`;
  node.style.top = `${box.y * scale}px`;
  node.style.width = `${box.width * scale}px`;
  node.style.height = `${box.height * scale}px`;
  return node;
}
