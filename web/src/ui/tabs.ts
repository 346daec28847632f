/**
 * Tabs of which one is chosen, as the ARIA pattern has them: the chosen one is reached by Tab, the others by the arrow keys.
 * Not here: what a tab shows.
 */
import { html, type TemplateResult } from "lit";

/** The tabs of a list; `choose` shows another one, and the focus follows it. */
export function tabButtons(
  ids: readonly string[],
  chosen: string | null,
  name: (id: string) => string,
  choose: (id: string) => void,
): TemplateResult[] {
  const take = (id: string, list: ParentNode | null): void => {
    choose(id);
    list?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  };
  const listOf = (event: Event): ParentNode | null => (event.currentTarget as HTMLElement).parentNode;
  const key = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = ids[(ids.indexOf(chosen ?? "") + by + ids.length) % ids.length];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    take(next, listOf(event));
  };
  return ids.map(
    (id) => html`<button type="button" role="tab" aria-selected=${id === chosen ? "true" : "false"}
      tabindex=${id === chosen ? 0 : -1} @click=${(event: Event) => take(id, listOf(event))} @keydown=${key}>${name(id)}</button>`,
  );
}
