/** A dialog on the page, and copying to the clipboard. Not here: what a dialog holds. */
import { html, nothing, render, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { sign } from "./theme-icons.ts";

/** Puts a dialog on the page and shows it; it goes when it is closed. `again` draws its body again. */
export function showSheet(
  title: string,
  body: (again: () => void, close: () => void) => TemplateResult,
  host = document.getElementById("sheets") as HTMLElement,
): void {
  // The event of closing comes a task later: by then the dialog may be open again.
  const onClose = (event: Event): void => {
    if (!(event.currentTarget as HTMLDialogElement).open) render(nothing, host);
  };
  const draw = (): void => {
    render(
      html`<dialog class="sheet" aria-label=${title} @close=${onClose}>
        <header>
          <h2>${title}</h2>
          <form method="dialog"><button class="button is-icon" aria-label=${translate("lab.close")}>${sign("close")}</button></form>
        </header>
        ${body(draw, () => host.querySelector("dialog")?.close())}
      </dialog>`,
      host,
    );
  };
  draw();
  const dialog = host.querySelector("dialog");
  if (dialog && !dialog.open) dialog.showModal();
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
