/** What the laboratory's dialogs hold: keys and help, the link, the scenario as text. Not here: what a key does (keys.ts), what is in an address (session/link.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { say } from "../i18n/catalogue.ts";
import { licences } from "../shell/licences.ts";
import { sign } from "../ui/theme-icons.ts";
import { KEYS } from "./keys.ts";

/** All keys, and the switch for single letters. */
export function help(letters: boolean, onLetters: (on: boolean) => void): TemplateResult {
  return html`<p>${say("lab.help.gestures")}</p>
    <dl class="keys">
      ${KEYS.map(
        (row) => html`<dt>${row.shown.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${say(`lab.key.${row.act}`)}</dd>`,
      )}
    </dl>
    <p>${say("lab.help.present")}</p>
    <label><input type="checkbox" .checked=${letters}
      @change=${(event: Event) => onLetters((event.target as HTMLInputElement).checked)} />${say("lab.help.letters")}</label>
    <p>${say("lab.help.model")}</p>
    <p>${licences()}</p>`;
}

/** The address of the run as it is. */
export function link(
  address: string,
  copied: boolean | null,
  onCopy: (field: HTMLTextAreaElement | null) => void,
): TemplateResult {
  return html`<p>${say("lab.link.what")}</p>
    <textarea readonly aria-label=${say("lab.link.address")} .value=${address}
      @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>
    <div class="acts">
      <button type="button" class="button is-line" @click=${(event: Event) => onCopy((event.target as HTMLElement).closest("dialog")?.querySelector("textarea") ?? null)}>
        ${sign("link")}${say("lab.link.copy")}</button>
      ${import.meta.env.SINGLE_FILE ? nothing : html`<a class="button is-line" href=${`./builder.html${new URL(address).hash}`}>${say("lab.link.embed")}</a>`}
      <span role="status">${copied === null ? nothing : say(copied ? "lab.link.copied" : "lab.link.by_hand")}</span>
    </div>`;
}

/** The scenario as text; `onApply` says whether it was run, and the sheet closes. */
export function scenarioText(
  text: string,
  wrong: readonly string[],
  onApply: (text: string) => Promise<boolean>,
): TemplateResult {
  const apply = async (event: Event): Promise<void> => {
    const dialog = (event.target as HTMLElement).closest("dialog");
    const area = dialog?.querySelector("textarea");
    if (area && (await onApply(area.value))) dialog?.close();
  };
  return html`<p>${say("lab.text.what")}</p>
    <textarea class="document" spellcheck="false" aria-label=${say("lab.text.label")} .defaultValue=${text}></textarea>
    <div class="acts">
      <button type="button" class="button is-line" @click=${apply}>${say("lab.text.apply")}</button>
    </div>
    <ul class="wrong" role="alert">${wrong.map((line) => html`<li>${line}</li>`)}</ul>`;
}
