/**
 * How the laboratory opens a run: what the address names, what the reader had beside it, another one from the menu; and what the first
 * ten seconds do with the one that nobody chose. Not here: what an address says (address/from-address.ts), the rule of those seconds (session/opening.ts),
 * the page's first run, which begins before the laboratory is there (boot.ts).
 */

import { type Begun, begin, isRuled, setOff } from "../address/begin.ts";
import type { Address } from "../address/fields.ts";
import { documentOf, type Opened, opened, openingPreset, refusalOf } from "../address/from-address.ts";
import { askedLanguage } from "../address/language.ts";
import { readAddress, writeAddress } from "../address/link.ts";
import { scriptIn } from "../address/script.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Act as OpeningAct } from "../session/opening.ts";
import { fetchLessons, presetLike, presetOf, wantsLessons, words } from "../session/presets.ts";
import { WIDE } from "../ui/screens.ts";
import { type FirstPicture, greet } from "./boot.ts";
import type { Laboratory } from "./context.ts";
import { recallTrail } from "./history-state.ts";
import { nothingWrong } from "./state.ts";

/** So long does a nudge's ring pulse, in ms. */
const PULSE_MS = 2600;
/** In this time the charts widen from the opening's span to the whole run, ms: slowly enough to be followed. */
const WIDEN_MS = 1200;

/** Goes on with what the first picture began; opens what the address names where it did not, or names another by now. */
export async function takeUp(lab: Laboratory, first: FirstPicture): Promise<void> {
  const begun = first.hash === location.hash ? await first.begun : null;
  if (!begun) return openAddress(lab);
  const { found } = begun;
  lab.update({ wrong: [...found.problems, ...lab.state.wrong] });
  dress(lab, found.address);
  await openRun(lab, found, begun);
}

/** Opens what the address names. */
export async function openAddress(lab: Laboratory): Promise<void> {
  lab.presenter?.leave(true);
  const { named, hash } = scriptIn(location.hash);
  if (wantsLessons(hash)) await fetchLessons();
  const found = opened(readAddress(hash), WIDE.matches);
  lab.update({ ...nothingWrong(), wrong: found.problems });
  lab.session.leave();
  if (!lab.session.run) greet(found.document);
  if (found.unread !== null) blame(lab, await refusalOf(lab.engine, found.unread));
  dress(lab, found.address);
  if (named) await lab.presentNamed(found, named);
  else {
    lab.update({ aside: null });
    await openRun(lab, found);
  }
}

/** Adds to what is listed as wrong. */
const blame = (lab: Laboratory, lines: readonly string[]): void =>
  lab.update({ wrong: [...lab.state.wrong, ...lines] });

/** Theme and profile of an address. */
function dress(lab: Laboratory, { theme, projector }: Address): void {
  if (theme) lab.setTheme(theme, false);
  lab.update({ projector });
  document.documentElement.toggleAttribute("data-profile", projector);
  if (projector) document.documentElement.dataset.profile = "projector";
}

/** Opens a run that was found and may have begun, or the opening's where the engine refuses it. */
export async function openRun(lab: Laboratory, found: Opened, begun: Begun | null = null): Promise<void> {
  const { session } = lab;
  lab.update({ acted: !found.isOpening, opening: null });
  lab.pending.drop();
  let run = begun ?? (await begin(session, found));
  let { preset } = found;
  if (!run.taken) {
    // The engine's words on it are already in the list; the opening's run is in.
    if (session.refusal?.errors.some(({ code }) => code === "no_trace_file")) {
      await (await import("./trace-file.ts")).awaitFile(lab, found);
    } else blame(lab, [...lab.refusalLines(), translate("lab.address.refused")]);
    preset = openingPreset();
    run = await begin(session, { ...found, document: documentOf(preset), preset });
  }
  const unchanged = presetLike(session.document.scenario);
  lab.chartArea.setOpen(session.document.view.charts);
  lab.chartArea.show(run.span);
  lab.update({
    preset,
    card: found.document.view.focus ?? session.run?.flows[0] ?? null,
    nudge: unchanged?.nudge ? { ...unchanged.nudge, pulse: false } : null,
    opening: run.opening,
  });
  if (run.taken && !isRuled(found)) recall(lab);
}

/** What the reader had beside the run, if this is a reload or a way back. */
function recall(lab: Laboratory): void {
  const { session } = lab;
  const trail = recallTrail(lab.address.place, session.document);
  if (!trail) return;
  session.history.restore(trail.past, trail.future);
  const [from, to] = trail.span;
  if (from < to && to <= session.clock.duration_s) lab.chartArea.show([from, to]);
  if (trail.card !== null && session.run?.flows.includes(trail.card)) lab.update({ card: trail.card });
}

/** Another run from the menu: a step in the browser's history. */
export async function choose(lab: Laboratory, id: string): Promise<void> {
  const preset = presetOf(id);
  if (!preset) return;
  lab.address.push(writeAddress({ preset: id, theme: lab.state.themeChoice, lang: askedLanguage() }));
  await openAddress(lab);
  lab.says(translate("lab.says.opened", { scenario: words(preset, "title") }));
}

/** Does what the rule of the first ten seconds says. */
export function obey(lab: Laboratory, act: OpeningAct): void {
  const { clock } = lab.session;
  if (act.act === "begin") {
    setOff(clock, act);
    lab.chartArea.show(act.span);
  } else if (act.act === "hasten") {
    clock.setSpeed(act.speed);
  } else if (act.act === "widen") {
    clock.setSpeed(act.speed);
    lab.chartArea.show([0, clock.duration_s], WIDEN_MS);
  } else if (act.act === "nudge") {
    pulse(lab);
  } else {
    clock.setSpeed(act.speed);
    lab.chartArea.show(act.span);
    void import("./opening-still.ts").then(({ still }) => still(lab, act.after_s));
  }
  lab.change();
}

/** The nudge's ring pulses once: a sidebar or bottom bar that is drawn anew does not begin it again. */
function pulse(lab: Laboratory): void {
  const { nudge } = lab.state;
  if (!nudge) return;
  lab.update({ nudge: { ...nudge, pulse: true } });
  setTimeout(() => {
    const now = lab.state.nudge;
    if (now?.path === nudge.path) lab.update({ nudge: { ...now, pulse: false } });
  }, PULSE_MS);
}
