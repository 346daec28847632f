/** Notices at a card or a section, each with a button that applies its remedy. Not here: their words (session/notice-lines.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import type { NoticeLine } from "../session/notice-lines.ts";

/** The remedy of a notice, to be applied; the button goes with the notice, so the focus moves to the first control of its section. */
function remedyButton(notice: NoticeLine, onRemedy: (notice: NoticeLine) => void): TemplateResult {
  const apply = (event: Event): void => {
    const section = (event.currentTarget as HTMLElement).closest("section");
    section?.querySelector<HTMLElement>(".card-name, input")?.focus();
    onRemedy(notice);
  };
  return html`<button type="button" class="button" @click=${apply}>${translate("control.remedy", { changes: notice.changes })}</button>`;
}

/** Notices that are at a card, whether it is open or not. */
export function cardNotices(
  notices: readonly NoticeLine[] | undefined,
  onRemedy: (notice: NoticeLine) => void,
): TemplateResult[] {
  return (notices ?? []).map(
    (notice) =>
      html`<p class="card-notice" role="note">${notice.text}${notice.remedy.length > 0 ? remedyButton(notice, onRemedy) : nothing}</p>`,
  );
}
