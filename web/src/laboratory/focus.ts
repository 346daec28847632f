/** The flow in front, the open card, and the card that the keyboard goes to. Not here: the cards (controls/sidebar.ts). */
import { timeText } from "../controls/time-bar.ts";
import { nameText, type SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Common, Part } from "./page.ts";

/** The unfolded parts, with a part of a card unfolded or folded again. */
export function unfolding(unfolded: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(unfolded);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** The name of a flow or of cross traffic in the sidebar; null: it is not drawn. */
export function nameIn(list: "flows" | "cross_traffic", name: SourceName): HTMLElement | null {
  const names = list === "flows" ? ".card-name" : ".crossing > summary";
  const all = document.querySelectorAll<HTMLElement>(`#sidebar :is(${names})`);
  return [...all].find(({ dataset }) => dataset.source === nameText(name)) ?? null;
}

/** The flow that comes after the one in focus, by `by`; round the ends, and from none to the first or last. */
export function focusAfter(flows: readonly SourceName[], card: SourceName | null, by: 1 | -1): SourceName | null {
  const at = card === null ? (by === 1 ? -1 : flows.length) : flows.indexOf(card);
  return flows[(at + by + flows.length) % flows.length] ?? null;
}

export class Focus extends Part<Common, Focus> {
  /** The flow whose card is open: it is in focus. */
  card: SourceName | null = null;
  /** Parts of cards that are unfolded, by id. */
  unfolded: ReadonlySet<string> = new Set();
  /** Places that were chosen in the lists of the sidebar, each with the card that was open then: another one leads to itself. */
  places: ReadonlyMap<string, { place: number; card: SourceName | null }> = new Map();
  /** The flow under the pointer. */
  hover: SourceName | null = null;
  /** The flow that the reader keeps in front. */
  picked: SourceName | null = null;
  /** The card whose name gets the focus once the sidebar shows the run as it is now; null: the button that adds a flow. */
  goTo: { card: SourceName | null; ready: boolean; added: number } | null = null;

  private look(name: SourceName | null): FlowLook | undefined {
    return this.lab.run.player.looks.find((look) => look.name === name);
  }

  /** The flow under the pointer comes forward. */
  setHover(name: SourceName | null): void {
    if (this.hover !== name) this.update({ hover: name });
  }

  /** A flow stays in front of the others, or no longer. */
  pick(name: SourceName): void {
    const picked = this.picked === name ? null : name;
    this.announce(picked ? (this.look(name)?.label ?? nameText(name)) : undefined);
    this.update({ picked });
  }

  /** Opens the card of the next flow, or of the one before. */
  by(by: 1 | -1): void {
    const names = this.lab.run.player.looks.filter((look) => !look.cross).map((look) => look.name);
    const card = focusAfter(names, this.card, by);
    this.announce(this.look(card)?.label);
    this.update({ card });
  }

  private announce(flow = ""): void {
    this.lab.page.says(translate(flow ? "lab.says.focus" : "lab.says.no_focus", { flow }), "focus");
  }

  /** The place that was chosen in a list; null if none was, or a card has been opened since. */
  placeIn(list: string): number | null {
    const chosen = this.places.get(list);
    return chosen && chosen.card === this.card ? chosen.place : null;
  }

  /** Shows the items of a list around this place. */
  toPlace(list: string, place: number): void {
    this.update({ places: new Map(this.places).set(list, { place, card: this.card }) });
  }

  unfold(id: string, on: boolean): void {
    this.update({ unfolded: unfolding(this.unfolded, id, on) });
  }

  /** Once the sidebar shows the run as it is now: the keyboard goes to the changed card, and joining flows are announced. */
  arrive(): void {
    const { goTo } = this;
    if (!goTo?.ready) return;
    this.update({ goTo: null });
    const sidebar = document.getElementById("sidebar");
    const look = this.look(goTo.card);
    const name = look && nameIn("flows", look.name);
    (name ?? sidebar?.querySelector<HTMLElement>("[popovertarget=add-flow]"))?.focus();
    if (!look || goTo.added === 0) return;
    const [n, time] = [goTo.added, timeText(look.start_s)];
    const flow = n > 1 ? translate("lab.flows.of", { n, algorithm: look.title ?? "" }) : look.label;
    this.lab.page.says(translate(n > 1 ? "lab.change.joined" : "lab.change.added", { flow, time }), "flows");
  }
}
