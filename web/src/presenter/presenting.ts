/** The laboratory's requests to the presenter, which it fetches for them. Not here: how it is done (presenter.ts, choose-dialog.ts, recorder-panel.ts). */
import type { Opened } from "../address/from-address.ts";
import type { NamedScript } from "../address/script.ts";
import type { Laboratory } from "./laboratory.ts";

/** Offers to present the run, or a script. */
export async function showChoices(lab: Laboratory): Promise<void> {
  (await import("./choose-dialog.ts")).showChoices(lab);
}

/** Presents the script that an address names; where that cannot be, what is wrong with it is over the run. */
export async function presentNamed(lab: Laboratory, found: Opened, named: NamedScript): Promise<void> {
  await (await import("./presenter.ts")).presentNamed(lab, found, named);
}

/** A recording goes on that a reload has interrupted. */
export async function goOnRecording(lab: Laboratory): Promise<void> {
  (await import("./recorder-panel.ts")).openRecorder(lab, false);
}
