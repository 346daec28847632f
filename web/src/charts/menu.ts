/**
 * What a chart's `⋯` opens: its menu, the table of its numbers, the description in words. Elements only. Not here: what
 * hiding or moving a chart does (stack.ts).
 */
import { translate } from "../i18n/catalogue.ts";
import { element } from "../ui/dom.ts";

/** One entry of a menu. */
export interface Entry {
  label: string;
  act(): void;
}

/** Opens a menu under a button; it closes on Escape, on a choice, and when the focus or a press goes elsewhere. */
export function openMenu(button: HTMLElement, entries: readonly Entry[]): void {
  const menu = element("div", "menu chart-menu-list");
  menu.setAttribute("role", "menu");
  const end = new AbortController();
  const close = (back: boolean): void => {
    if (end.signal.aborted) return;
    end.abort();
    menu.remove();
    button.setAttribute("aria-expanded", "false");
    if (back) button.focus();
  };
  const items = entries.map((entry) => {
    const item = element("button", "button", entry.label);
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    item.addEventListener("click", () => {
      close(true);
      entry.act();
    });
    return item;
  });
  menu.append(...items);
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key === "Escape" || event.key === "Tab") {
      close(event.key === "Escape");
    } else if (event.key in to) {
      event.preventDefault();
      items[((to[event.key] as number) + items.length) % items.length]?.focus();
    }
    event.stopPropagation();
  });
  const outside = (event: Event): void => {
    if (event.target instanceof Node && !menu.contains(event.target) && !button.contains(event.target)) close(false);
  };
  document.addEventListener("pointerdown", outside, { signal: end.signal, capture: true });
  window.addEventListener("resize", () => close(false), { signal: end.signal });
  document.body.append(menu);
  const box = button.getBoundingClientRect();
  const height = menu.offsetHeight;
  const top = box.bottom + height + 4 > innerHeight ? Math.max(4, box.top - height - 2) : box.bottom + 2;
  menu.style.left = `${Math.max(4, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${top}px`;
  button.setAttribute("aria-expanded", "true");
  items[0]?.focus();
}

/** Shows rows of text as a table in a dialog. */
export function showTable(title: string, table: { header: string[]; rows: string[][] }): void {
  const node = element("table", "chart-table");
  const head = node.createTHead().insertRow();
  for (const name of table.header) {
    const cell = element("th", "", name);
    cell.scope = "col";
    head.append(cell);
  }
  const body = node.createTBody();
  for (const row of table.rows) {
    const line = body.insertRow();
    row.forEach((text, i) => {
      const cell = element(i === 0 ? "th" : "td", "", text);
      if (i === 0) (cell as HTMLTableCellElement).scope = "row";
      line.append(cell);
    });
  }
  const scroll = element("div", "chart-table-scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", title);
  scroll.append(node);
  show(title, scroll);
}

/** Shows a sentence in a dialog. */
export function showText(title: string, text: string): void {
  show(title, element("p", "", text));
}

function show(title: string, content: HTMLElement): void {
  const dialog = element("dialog", "sheet chart-sheet");
  const header = element("header", "");
  const heading = element("h2", "", title);
  const close = element("button", "button", translate("chart.close"));
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  header.append(heading, close);
  dialog.setAttribute("aria-label", title);
  dialog.append(header, content);
  // The page's own keys must not act behind an open dialog.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
