/** A chart as a table of numbers or in words, in a dialog. Not here: the numbers and words themselves (panel.ts). */
import { html, type TemplateResult } from "lit";
import { showSheet } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";

/** Where the dialog is put; it is empty while none is open. */
const host = element("div", "");

function show(title: string, body: TemplateResult): void {
  document.body.append(host);
  showSheet(title, () => body, host);
}

/** Shows rows of text as a table in a dialog. */
export function showTable(title: string, { header, rows }: { header: string[]; rows: string[][] }): void {
  const row = ([name, ...values]: string[]): TemplateResult =>
    html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>`;
  show(
    title,
    html`<div class="chart-table-scroll" tabindex="0" role="region" aria-label=${title}><table class="chart-table">
      <thead><tr>${header.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(row)}</tbody></table></div>`,
  );
}

/** Shows a sentence in a dialog. */
export function showText(title: string, text: string): void {
  show(title, html`<p>${text}</p>`);
}
