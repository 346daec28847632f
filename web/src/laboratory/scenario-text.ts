/** The scenario as text in a dialog, to read, to copy, and to run as it was changed. Not here: the check, which is the engine's. */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { showSheet } from "../ui/dialog.ts";
import type { Laboratory } from "./context.ts";

/** The scenario as text; `onApply` says whether it was run, and the sheet closes. */
function scenarioText(
  text: string,
  wrong: readonly string[],
  onApply: (text: string) => Promise<boolean>,
): TemplateResult {
  const apply = async (event: Event): Promise<void> => {
    const dialog = (event.target as HTMLElement).closest("dialog");
    const area = dialog?.querySelector("textarea");
    if (area && (await onApply(area.value))) dialog?.close();
  };
  return html`<p>${translate("lab.text.what")}</p>
    <textarea class="document" spellcheck="false" aria-label=${translate("lab.text.label")} .defaultValue=${text}></textarea>
    <div class="acts">
      <button type="button" class="button is-line" @click=${apply}>${translate("lab.text.apply")}</button>
    </div>
    <ul class="wrong" role="alert">${wrong.map((line) => html`<li>${line}</li>`)}</ul>`;
}

export function showText(lab: Laboratory): void {
  const host = document.getElementById("sheets") as HTMLElement;
  let wrong: readonly string[] = [];
  showSheet(host, translate("lab.text.open"), (again) =>
    scenarioText(JSON.stringify(lab.session.document.scenario, null, 2), wrong, async (text) => {
      wrong = await lab.runText(text);
      if (wrong.length > 0) again();
      return wrong.length === 0;
    }),
  );
}
