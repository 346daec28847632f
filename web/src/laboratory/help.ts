/** The help: all keys with what they do, the signs of charts and path, and the switch for single letters. Not here: the lists (actions.ts, signs.ts). */
import { html, type TemplateResult } from "lit";
import { addMessages, has, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/help-sheet.json" with { type: "json" };
import { licences } from "../shell/licences.ts";
import { showSheet } from "../ui/dialog.ts";
import type { Look } from "./look.ts";
import { signs } from "./signs.ts";

addMessages("en", words);

/** An action as the help shows it. */
interface Row {
  name: string;
  shown: readonly string[];
}

/** What is on a key: a word in the reader's language, or the sign itself. */
function keyCap(key: string): string {
  const name = `lab.keycap.${key}`;
  return has(name) ? translate(name) : key;
}

function help(
  actions: readonly Row[],
  signs: TemplateResult,
  letters: boolean,
  onLetters: (on: boolean) => void,
): TemplateResult {
  return html`<p>${translate("lab.help.gestures")}</p>
    <dl class="keys">
      ${actions.map(
        (row) => html`<dt>${row.shown.map((key, i) => html`${i > 0 ? "+ " : ""}<kbd>${keyCap(key)}</kbd> `)}</dt>
          <dd>${translate(`lab.key.${row.name}`)}</dd>`,
      )}
    </dl>
    ${signs}
    <p>${translate("lab.help.present")}</p>
    <label><input type="checkbox" .checked=${letters}
      @change=${(event: Event) => onLetters((event.target as HTMLInputElement).checked)} />${translate("lab.help.letters")}</label>
    <p>${translate("lab.help.model")}</p>
    <p>${licences()}</p>`;
}

/** Shows the help over these actions. */
export function showHelp(look: Pick<Look, "letters" | "setLetters">, actions: readonly Row[]): void {
  showSheet(translate("lab.help"), () => help(actions, signs(), look.letters, (on) => look.setLetters(on)));
}
