/**
 * The reader's own run while a script is presented: put aside when the script begins, back when it ends, with its undo. Kept in this tab,
 * too, because a lecture may be reloaded. Not here: the presenting (presenter.ts), what a reload of the laboratory itself brings back (laboratory/history-state.ts).
 */

import type { LabDocument } from "../session/document.ts";
import { fetchMore, presetBehind, presetLike, presetOf, wantsMore } from "../session/presets.ts";
import type { SavedRun } from "../session/saved-run.ts";
import { equal, isObject, isScenario, parsed } from "../session/scenario.ts";
import type { Session } from "../session/session.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";
import type { Laboratory } from "./laboratory.ts";
import { openedAt } from "./script-sources.ts";

const NAME = "aside";

/** Whether the reader has changed the run, and would have to do so again; a preset as it is opens again by its name. */
function isChanged({ document, history }: Session): boolean {
  const { past, future } = history.steps();
  const differs = (one: LabDocument): boolean =>
    !equal(one.scenario, document.scenario) || !equal(one.fork ?? null, document.fork ?? null);
  return !presetLike(document.scenario) || !!document.fork || [...past, ...future].some(differs);
}

function recalled(script: string): SavedRun | null {
  const kept = parsed(recall(NAME, IN_TAB) ?? "null");
  if (!isObject(kept) || kept.script !== script || !isObject(kept.own)) return null;
  const own = kept.own as unknown as SavedRun;
  return isScenario(own.document?.scenario) && Array.isArray(own.past) && Array.isArray(own.future) ? own : null;
}

/** Puts the reader's run aside: a script, as an address names it, is about to open its own. One that a script has left is nobody's. */
export function putAside(
  { run: shown, beginning, focus, stage }: Pick<Laboratory, "run" | "beginning" | "focus" | "stage">,
  script: string | null,
): void {
  const { session, chartArea } = shown;
  const { document, history, clock, run } = session;
  if (!run) {
    // A reload, or the way back to a place of the browser's history: an address that is opened anew has no state.
    stage.aside = script !== null && window.history.state !== null ? recalled(script) : null;
    return;
  }
  if (beginning.acted && document.scenario !== stage.played && isChanged(session)) {
    const { past, future } = history.steps();
    const { t_s, speed } = clock;
    const kept = { t_s, speed, span: chartArea.span, card: focus.card };
    stage.aside = { document, past, future, preset: beginning.preset?.id ?? null, ...kept };
  }
  keep(NAME, stage.aside && JSON.stringify({ script, own: stage.aside }), IN_TAB);
}

/** The script is over: the reader's run is back, paused at its moment. */
export async function takeBack(lab: Pick<Laboratory, "run" | "focus" | "stage" | "openRun">): Promise<void> {
  const { focus, stage } = lab;
  const { session, chartArea } = lab.run;
  const own = stage.aside;
  stage.aside = null;
  keep(NAME, null, IN_TAB);
  if (!own) return;
  const { document, past, future, t_s, speed, card } = own;
  if (own.preset !== null && wantsMore(own.preset)) await fetchMore();
  const preset = (own.preset === null ? null : presetOf(own.preset)) ?? presetBehind(document.scenario) ?? null;
  await lab.openRun(openedAt(document, preset, { t: t_s, speed }));
  // Another run has opened meanwhile.
  if (session.document !== document) return;
  session.history.restore(past, future);
  const [from, to] = own.span;
  if (from < to && to <= session.clock.duration_s) chartArea.show([from, to]);
  if (card !== null && session.run?.flows.includes(card)) focus.update({ card });
}
