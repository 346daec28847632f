/**
 * The run as a code for phones: its address drawn as a QR code, large, with the address under it. The library is
 * qrcode-generator (MIT, kept since 2009, depends on nothing), fetched with this file. Not here: what the address holds
 * (run/link.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import qrcode from "qrcode-generator";
import { writeAddress } from "../run/link.ts";
import { say } from "../words/words.ts";
import type { Lab } from "./lab.ts";
import { presetLike } from "./presets.ts";
import { showSheet } from "./sheets.ts";
import { shared } from "./site.ts";

/** Modules of bare ground around a code (ISO/IEC 18004). */
const QUIET = 4;

/** The run as it is, paused at its moment, without the projector: for a screen of the reader's own. */
export function handedAddress(lab: Lab): string {
  const { document: run, clock } = { document: lab.session.document, clock: lab.session.clock };
  const { scenario, view, fork } = run;
  const preset = presetLike(scenario)?.id ?? null;
  const fields = {
    scenario,
    preset,
    fork: fork ?? null,
    view: ["path", ...view.charts],
    t: clock.t_s,
    autoplay: false,
  };
  return `${shared()}#${writeAddress(fields)}`;
}

/** A text as a code; null where it is too long for one. */
export function codeOf(text: string): { size: number; path: string } | null {
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

/** The code as a picture: black on white in every theme, since cameras expect it. */
function picture(code: { size: number; path: string }): TemplateResult {
  return html`<svg class="code" viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label=${say("present.code.picture")} shape-rendering="crispEdges">
    <rect width=${code.size} height=${code.size} fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}

/** Shows the code of the run. */
export function showCode(lab: Lab): void {
  const address = handedAddress(lab);
  const code = codeOf(address);
  const nowhere = /^(file:|https?:\/\/(localhost|127\.))/.test(address);
  showSheet(
    document.getElementById("sheets") as HTMLElement,
    say("present.code"),
    () => html`<div class="code-sheet">
      <p>${say(code ? "present.code.what" : "present.code.long")}</p>
      ${code ? picture(code) : nothing}
      ${nowhere ? html`<p>${say("present.code.nowhere")}</p>` : nothing}
      <textarea readonly rows="2" aria-label=${say("lab.link.address")} .value=${address}
        @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea></div>`,
  );
}
