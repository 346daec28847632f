/**
 * The laboratory's run as it is handed on by a code: its address, and the sheet that shows it. Not here: the code itself (ui/qr-code.ts).
 */

import { html } from "lit";
import { writeAddress } from "../address/link.ts";
import { translate } from "../i18n/catalogue.ts";
import { presetLike } from "../session/presets.ts";
import type { Session } from "../session/session.ts";
import { showSheet } from "../ui/dialog.ts";
import { showCode } from "../ui/qr-code.ts";
import { shared } from "../ui/site.ts";

/** The run as it is, paused at its moment, without the projector: for a screen of the reader's own. */
function handedAddress({ document, clock }: Session): string {
  const { scenario, view, fork } = document;
  const fields = {
    scenario,
    preset: presetLike(scenario)?.id ?? null,
    fork: fork ?? null,
    view: ["path", ...view.charts],
    t: clock.t_s,
    autoplay: false,
  };
  return `${shared()}#${writeAddress(fields)}`;
}

/** Shows the code of the run. Before a script's answer it is withheld: whoever opened the run would see how it goes on. */
export function showRunCode(session: Session): void {
  if (Number.isFinite(session.clock.limit_s))
    showSheet(translate("present.code"), () => html`<p>${translate("present.code.withheld")}</p>`);
  else showCode(handedAddress(session), "present.code.what", "present.code.picture");
}
