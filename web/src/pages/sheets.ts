/** Help and link as dialogs, and the list of what was refused. Not here: what a key does (keys.ts), what is in an address (run/link.ts). */
import { html, nothing, render, type TemplateResult } from "lit";
import { MOST_PROBLEMS } from "../run/fields.ts";
import { num, say } from "../words/words.ts";
import { KEYS } from "./keys.ts";
import { licences } from "./licences.ts";
import { sign } from "./signs.ts";

/** Puts a dialog on the page and shows it; it goes when it is closed. */
export function showSheet(host: HTMLElement, title: string, body: (again: () => void) => TemplateResult): void {
  // The event of closing comes a task later: by then the dialog may be open again.
  const onClose = (event: Event): void => {
    if (!(event.currentTarget as HTMLDialogElement).open) render(nothing, host);
  };
  const draw = (): void => {
    render(
      html`<dialog class="sheet" aria-label=${title} @close=${onClose}>
        <header>
          <h2>${title}</h2>
          <form method="dialog"><button class="button is-icon" aria-label=${say("lab.close")}>${sign("close")}</button></form>
        </header>
        ${body(draw)}
      </dialog>`,
      host,
    );
  };
  draw();
  const dialog = host.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
}

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

/** Copies by whatever the browser allows; false if nothing is. */
export async function copy(text: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
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

/** Lines of one kind, under their heading. */
export type ProblemGroup = readonly [title: string, lines: readonly string[]];

/** What is wrong, in words that can be copied, and what is now; of many lines the first, and how many there are more. */
export function problems(groups: readonly ProblemGroup[], standing: string, onDismiss: () => void): TemplateResult {
  let left = MOST_PROBLEMS;
  let more = 0;
  const shown = groups.flatMap(([title, all]): ProblemGroup[] => {
    const lines = all.slice(0, left);
    left -= lines.length;
    more += all.length - lines.length;
    return lines.length > 0 ? [[title, lines]] : [];
  });
  const rest = more > 0 ? [say("error.more", { count: num(more) })] : [];
  const all = [...shown.flatMap(([, lines]) => lines), ...rest];
  return html`${shown.map(
    ([title, lines], i) => html`<strong>${title}</strong>
    <ul>${[...lines, ...(i === shown.length - 1 ? rest : [])].map((line) => html`<li>${line}</li>`)}</ul>`,
  )}
    ${standing === "" ? nothing : html`<p>${standing}</p>`}
    <div class="acts">
      <button type="button" class="button" @click=${() => void copy(all.join("\n"), null)}>${say("lab.problems.copy")}</button>
      <button type="button" class="button is-icon" aria-label=${say("lab.problems.dismiss")} @click=${onDismiss}>${sign("close")}</button>
    </div>`;
}
