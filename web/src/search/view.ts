/**
 * The search on the page: a field over a list of what it finds, as the ARIA combobox pattern has them, in a dialog over its button; on a
 * phone the dialog fills the screen. Not here: what is found (finder.ts).
 */
import "./search.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { num, plural, translate } from "../i18n/catalogue.ts";
import { sign } from "../ui/theme-icons.ts";
import type { Entry } from "./entry.ts";
import type { Finder, Hit, Hits, Marked } from "./finder.ts";

/** Width of the list, and its least distance from the window's edge, px. */
const WIDTH = 560;
const EDGE = 8;
/** Width of the field, px, and of the narrowest button that it covers: a narrower one has only its sign. */
const FIELD = 330;

/** A text with what matches underlined. */
function marked({ text, marks }: Marked): unknown[] {
  const parts: unknown[] = [];
  let done = 0;
  for (let i = 0; i < marks.length; i += 2) {
    const [from = 0, to = 0] = marks.slice(i, i + 2);
    parts.push(text.slice(done, from), html`<mark>${text.slice(from, to)}</mark>`);
    done = to;
  }
  return [...parts, text.slice(done)];
}

/** Shows the search with a first query; closed, it gives the focus back to what had it. */
export function showFinder(finder: Pick<Finder, "find">, button: HTMLElement | null, query = ""): void {
  const host = document.createElement("div");
  let found: readonly Hits[] = [];
  let hits: readonly Hit[] = [];
  let chosen = 0;
  let asked = query;

  const dialog = (): HTMLDialogElement | null => host.querySelector("dialog");
  const ask = (text: string): void => {
    asked = text;
    found = finder.find(text);
    hits = found.flatMap((group) => group.hits);
    chosen = 0;
    draw();
  };
  const move = (by: number): void => {
    chosen = (chosen + by + hits.length) % hits.length;
    draw();
    host.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  };
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    // The focus goes back first: what is gone to takes it then.
    dialog()?.close();
    entry.act();
  };
  const key = (event: KeyboardEvent): void => {
    // The page's keys are not the dialog's.
    event.stopPropagation();
    if (event.isComposing || hits.length === 0) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) move(by);
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) go(hits[chosen]?.entry);
    else return;
    event.preventDefault();
  };
  const row = ({ entry, name, place, synonym }: Hit, at: number): TemplateResult => html`<div
      role="option" id=${`search-hit-${at}`} aria-selected=${at === chosen ? "true" : "false"}
      @mousedown=${(event: Event) => event.preventDefault()} @click=${() => go(entry)}>
      <span class="search-name">${marked(name)}${synonym ? html` <small>${marked(synonym)}</small>` : nothing}</span>
      <span class="search-place">${marked(place)}</span>
      <span class="search-value">${entry.value?.() ?? nothing}</span>
    </div>`;
  const group = ({ group, hits: own, total }: Hits, first: number): TemplateResult => {
    const name = translate(`search.group.${group}`);
    const more = total > own.length ? translate("search.of", { shown: num(own.length), total: num(total) }) : nothing;
    return html`<div role="group" aria-label=${name}>
      <p aria-hidden="true">${name} <small>${more}</small></p>
      ${own.map((hit, i) => row(hit, first + i))}
    </div>`;
  };
  const list = (): TemplateResult[] => {
    let first = 0;
    return found.map((each) => {
      first += each.hits.length;
      return group(each, first - each.hits.length);
    });
  };
  const status = (): string => {
    if (asked.trim() === "") return "";
    const total = found.reduce((sum, each) => sum + each.total, 0);
    return total === 0 ? translate("search.nothing") : plural("search.count", total);
  };
  const draw = (): void => {
    const some = hits.length > 0;
    render(
      html`<dialog class="search" aria-label=${translate("lab.search")} @keydown=${key} @close=${() => host.remove()}
        @click=${(event: Event) => event.target === event.currentTarget && dialog()?.close()}>
        <div class="search-box">${sign("search")}
          <input type="text" role="combobox" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
            aria-label=${translate("lab.search")} placeholder=${translate("lab.search")} aria-autocomplete="list"
            aria-controls="search-hits" aria-expanded=${some ? "true" : "false"}
            aria-activedescendant=${some ? `search-hit-${chosen}` : nothing}
            .value=${asked} @input=${(event: Event) => ask((event.target as HTMLInputElement).value)} />
          <button type="button" class="button is-icon" aria-label=${translate("lab.close")} @click=${() => dialog()?.close()}>${sign("close")}</button>
        </div>
        <div class="search-panel">
          <div id="search-hits" role="listbox" aria-label=${translate("search.found")} ?hidden=${!some}>${list()}</div>
          <p class="search-none" ?hidden=${some} aria-hidden="true">${asked.trim() === "" ? translate("search.hint") : translate("search.nothing")}</p>
          <p class="search-keys" aria-hidden="true">${translate("search.keys")}</p>
        </div>
        <p role="status" class="unseen">${status()}</p>
      </dialog>`,
      host,
    );
  };
  document.body.append(host);
  ask(query);
  place(dialog(), button);
  dialog()?.showModal();
  host.querySelector("input")?.focus();
}

/** Puts the field over its button, and the list under it, both within the window. */
function place(dialog: HTMLElement | null, button: HTMLElement | null): void {
  const at = button?.getBoundingClientRect();
  if (!at || !dialog) return;
  const width = Math.max(at.width, Math.min(FIELD, innerWidth - 2 * EDGE));
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - EDGE - width));
  const start = Math.max(EDGE, Math.min(left, innerWidth - EDGE - WIDTH));
  const { style } = dialog;
  style.setProperty("--top", `${at.top}px`);
  style.setProperty("--left", `${start}px`);
  style.setProperty("--field-left", `${left - start}px`);
  style.setProperty("--field-width", `${width}px`);
}
