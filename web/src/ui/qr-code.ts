/**
 * An address as a code for phones: drawn as a QR code, large in a sheet or small on paper. The library is qrcode-generator (MIT,
 * kept since 2009, depends on nothing), fetched with this file. Not here: what an address holds (address/link.ts, presenter/share-code.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import qrcode from "qrcode-generator";
import { addMessages, translate } from "../i18n/catalogue.ts";
import english from "../i18n/en/present.json" with { type: "json" };
import { showSheet } from "./dialog.ts";

addMessages("en", english);

/** Modules of bare ground around a code (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a code; null where it is too long for one. */
function codeOf(text: string): { size: number; path: string } | null {
  const code = qrcode(0, "L");
  try {
    code.addData(text);
    code.make();
  } catch {
    return null;
  }
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return { size: count + 2 * QUIET, path };
}

/** The code of an address as a picture, named for those who do not see it: black on white in every theme, since cameras expect it. Nothing where the address is too long for one. */
export function codePicture(address: string, name: string): TemplateResult | typeof nothing {
  const code = codeOf(address);
  if (!code) return nothing;
  return html`<svg class="code" viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label=${name} shape-rendering="crispEdges">
    <rect width=${code.size} height=${code.size} fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}

/** Shows the code of an address over the page. `what` it leads to, and the picture's name, as keys of words. */
export function showCode(address: string, what: string, picture: string): void {
  const code = codePicture(address, translate(picture));
  const nowhere = /^(file:|https?:\/\/(localhost|127\.))/.test(address);
  showSheet(
    translate("present.code"),
    () => html`<div class="code-sheet">
      <p>${translate(code === nothing ? "present.code.long" : what)}</p>
      ${code}
      ${nowhere ? html`<p>${translate("present.code.nowhere")}</p>` : nothing}
      <textarea readonly rows="2" aria-label=${translate("lab.link.address")} .value=${address}
        @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea></div>`,
  );
}
