/** The help: all keys with what they do, and the switch for single letters. Not here: the list (actions.ts). */
import { html, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { licences } from "../shell/licences.ts";
import { showSheet } from "../ui/dialog.ts";
import type { Laboratory } from "./context.ts";

/** An action as the help shows it. */
interface Row {
  name: string;
  shown: readonly string[];
}

function help(actions: readonly Row[], letters: boolean, onLetters: (on: boolean) => void): TemplateResult {
  return html`<p>${translate("lab.help.gestures")}</p>
    <dl class="keys">
      ${actions.map(
        (row) => html`<dt>${row.shown.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${translate(`lab.key.${row.name}`)}</dd>`,
      )}
    </dl>
    <p>${translate("lab.help.present")}</p>
    <label><input type="checkbox" .checked=${letters}
      @change=${(event: Event) => onLetters((event.target as HTMLInputElement).checked)} />${translate("lab.help.letters")}</label>
    <p>${translate("lab.help.model")}</p>
    <p>${licences()}</p>`;
}

/** Shows the help over these actions. */
export function showHelp(lab: Laboratory, actions: readonly Row[]): void {
  const host = document.getElementById("sheets") as HTMLElement;
  showSheet(host, translate("lab.help"), () => help(actions, lab.state.letters, (on) => lab.setLetters(on)));
}
