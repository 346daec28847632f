/** A menu under its button, by the platform's popover: it closes by itself, by Escape, and by a click elsewhere. Not here: what is in it. */
import { html, nothing, render, type TemplateResult } from "lit";

/** Least distance of a menu from the window's edge, px. */
const EDGE = 8;

/** Puts an opening menu under its button, or over it, with all the height that there is. */
function place(event: Event): void {
  const menu = event.currentTarget as HTMLElement;
  const buttons = [...document.querySelectorAll("[popovertarget]")];
  const button = buttons.find((each) => each.getAttribute("popovertarget") === menu.id);
  if (!button || (event as ToggleEvent).newState !== "open") return;
  const at = button.getBoundingClientRect();
  const below = at.top < innerHeight / 2;
  menu.style.inset = "auto";
  menu.style.margin = "0";
  if (below) menu.style.top = `${at.bottom + 4}px`;
  else menu.style.bottom = `${innerHeight - at.top + 4}px`;
  menu.style.maxHeight = `${(below ? innerHeight - at.bottom : at.top) - 4 - EDGE}px`;
  if (at.left < innerWidth / 2) menu.style.left = `${Math.max(4, at.left)}px`;
  else menu.style.right = `${Math.max(4, innerWidth - at.right)}px`;
}

/** A button and its menu. `className` goes to the button, `label` names it where its face has no words. */
export function menu(id: string, className: string, face: unknown, body: unknown, label?: string): TemplateResult {
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    hold(event);
    open(id);
  };
  return html`<button type="button" class=${`button ${className}`} popovertarget=${id} aria-haspopup="true"
      aria-label=${label ?? nothing} @keydown=${enter}>${face}</button>
    <div popover id=${id} class="popup" @beforetoggle=${place} @keydown=${moveInList}>${body}</div>`;
}

/** The key does what the menu does with it, and nothing else. */
function hold(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Moves the focus from command to command by arrows, Home and End. A field in the menu keeps its own keys. */
function moveInList(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll<HTMLElement>("button:enabled, a[href]")].filter((item) => item.offsetParent);
  const at = items.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (at < 0 || to === undefined) return;
  hold(event);
  items.at(to)?.focus();
}

/** A command of a menu. */
export interface Command {
  label: string;
  act(): void;
}

let lists = 0;

/**
 * Gives a button a menu of commands, which are asked for whenever it opens, and returns that menu, to be put behind the button.
 * Arrows, Home and End move in it (WAI-ARIA's menu button).
 */
export function commandMenu(button: HTMLButtonElement, commands: () => readonly Command[]): HTMLElement {
  const list = document.createElement("div");
  list.id = `commands-${++lists}`;
  list.className = "popup";
  list.popover = "auto";
  list.setAttribute("role", "menu");
  button.setAttribute("popovertarget", list.id);
  list.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    list.setAttribute("aria-label", button.getAttribute("aria-label") ?? "");
    const items = commands().map(({ label, act }, i) => {
      const choose = (): void => {
        list.hidePopover();
        act();
      };
      return html`<button type="button" class="button" role="menuitem" tabindex="-1" ?autofocus=${i === 0} @click=${choose}>${label}</button>`;
    });
    render(items, list);
    place(event);
  });
  list.addEventListener("keydown", (event) => {
    if (event.key === "Tab") list.hidePopover();
    moveInMenu(event);
  });
  return list;
}

/** Moves the focus in a menu by arrows, Home and End; no key that a menu gets goes further. */
export function moveInMenu(event: KeyboardEvent): void {
  moveInList(event);
  event.stopPropagation();
}

/** Closes a menu after a choice. */
export function close(id: string): void {
  document.getElementById(id)?.hidePopover();
}

/** Opens a menu by its key. */
export function open(id: string): void {
  const menu = document.getElementById(id);
  menu?.showPopover();
  const first = menu?.querySelector<HTMLElement>("[data-first]") ?? menu?.querySelector<HTMLElement>("button, input");
  first?.focus();
}
