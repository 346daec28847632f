/** A list of any length of which a bounded number of items is drawn: where they are in it, and buttons to those before and after. Not here: the items. */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";

/** As many items are drawn. */
export const MOST_LISTED = 20;

/** The first item and the one behind the last of those drawn, so that the item at this place is among them. */
export function listed(count: number, place: number): [number, number] {
  const within = Math.min(Math.max(place, 0), Math.max(count - 1, 0));
  const start = within - (within % MOST_LISTED);
  return [start, Math.min(count, start + MOST_LISTED)];
}

/** The items around a place, each drawn with its index; `onPlace` moves on to others. */
export function boundedList<T>(
  items: readonly T[],
  place: number,
  draw: (item: T, index: number) => unknown,
  onPlace: (place: number) => void,
): TemplateResult {
  const [start, end] = listed(items.length, place);
  return html`${items.slice(start, end).map((item, i) => draw(item, start + i))}${listFoot(items.length, place, onPlace)}`;
}

/** States which of a list's items are drawn, with buttons that lead to the others; nothing where all are drawn. */
export function listFoot(count: number, place: number, onPlace: (place: number) => void) {
  if (count <= MOST_LISTED) return nothing;
  const [start, end] = listed(count, place);
  const to = (at: number, key: string, none: boolean): TemplateResult =>
    html`<button type="button" class="button is-line" ?disabled=${none} @click=${() => onPlace(at)}>${translate(key)}</button>`;
  return html`<p class="bounded"><span aria-live="polite">${translate("list.of", { from: num(start + 1), to: num(end), count: num(count) })}</span>
    ${to(start - MOST_LISTED, "list.before", start === 0)}${to(end, "list.after", end === count)}</p>`;
}
