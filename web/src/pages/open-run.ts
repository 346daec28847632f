/**
 * How the laboratory opens a run: what the address names, what the reader had beside it, another one from the menu; and what the first
 * ten seconds do with the one that nobody chose. Not here: what an address says (opener.ts), the rule of those seconds (run/opening.ts).
 */
import { reducedMotion } from "../design/theme.ts";
import { writeAddress } from "../run/link.ts";
import { Opening, type Act as OpeningAct, SLOW, SPAN } from "../run/opening.ts";
import { say } from "../words/words.ts";
import { WIDE } from "./faces.ts";
import type { Lab } from "./lab.ts";
import { askedLanguage } from "./language.ts";
import { documentOf, type Opened, opened, openingPreset, refusalOf } from "./opener.ts";
import { presentAddress, scriptIn } from "./present.ts";
import { fetchLessons, presetLike, presetOf, wantsLessons, words } from "./presets.ts";
import { recallTrail } from "./trail.ts";

/** So long does a nudge's ring pulse, in ms. */
const PULSE_MS = 2600;

/** Opens what the address names. */
export async function openAddress(lab: Lab): Promise<void> {
  lab.presenter?.leave(true);
  const { named, hash } = scriptIn(location.hash);
  if (wantsLessons(hash)) await fetchLessons();
  const found = opened(hash, WIDE.matches);
  lab.wrong = [...found.problems];
  lab.session.leave();
  lab.faces.greet(found.document);
  if (found.unread !== null) lab.wrong.push(...(await refusalOf(lab.engine, found.unread)));
  const { address } = found;
  if (address.theme) lab.setTheme(address.theme, false);
  lab.projector = address.projector;
  document.documentElement.toggleAttribute("data-profile", address.projector);
  if (address.projector) document.documentElement.dataset.profile = "projector";
  if (named) await presentAddress(lab, found, named);
  else await openRun(lab, found);
}

/** Opens a run that was found, or the opening's where the engine refuses it. */
export async function openRun(lab: Lab, found: Opened): Promise<void> {
  const { address, document: wanted } = found;
  const { clock } = lab.session;
  const still = reducedMotion();
  const playing = address.autoplay ?? !still;
  lab.acted = !found.isOpening;
  lab.opening = null;
  lab.hand.drop();
  const rule = found.isOpening && address.t === null && address.speed === null;
  // The opening's speed and span stand from the first picture: nothing on the screen changes when its moment is computed.
  clock.speed = rule ? SLOW : 1;
  let taken = await lab.session.open(wanted);
  let preset = found.preset;
  if (!taken) {
    // The engine's words on it are already in the list; the opening's run stands in.
    lab.wrong.push(...lab.refusalLines(), say("lab.address.refused"));
    preset = openingPreset();
    taken = await lab.session.open(documentOf(preset));
  }
  lab.preset = preset;
  lab.card = wanted.view.focus ?? lab.session.run?.flows[0] ?? null;
  const unchanged = presetLike(lab.session.document.scenario);
  lab.nudge = unchanged?.nudge ? { ...unchanged.nudge, pulse: false } : null;
  lab.figure.setOpen(lab.session.document.view.charts);
  const begins = rule && taken;
  lab.figure.show(begins ? SPAN : [0, clock.duration_s]);
  clock.setSpeed(begins ? SLOW : (address.speed ?? 1));
  if (begins) lab.opening = new Opening(still && address.autoplay === null, playing);
  else clock.seek(address.t ?? (still && address.autoplay === null ? (preset?.still_t_s ?? 0) : 0));
  clock.playing = !begins && playing;
  if (taken && !rule) recall(lab);
  lab.change();
}

/** What the reader had beside the run, if this is a reload or a way back. */
function recall(lab: Lab): void {
  const { session } = lab;
  const trail = recallTrail(lab.address.place, session.document);
  if (!trail) return;
  session.history.restore(trail.past, trail.future);
  const [from, to] = trail.span;
  if (from < to && to <= session.clock.duration_s) lab.figure.show([from, to]);
  if (session.run?.flows.includes(trail.card ?? "")) lab.card = trail.card;
}

/** Another run from the menu: a step in the browser's history. */
export async function choose(lab: Lab, id: string): Promise<void> {
  const preset = presetOf(id);
  if (!preset) return;
  lab.address.push(writeAddress({ preset: id, theme: lab.themeChoice, lang: askedLanguage() }));
  await openAddress(lab);
  lab.says(say("lab.says.opened", { scenario: words(preset, "title") }));
}

/** Does what the rule of the first ten seconds says. */
export function obey(lab: Lab, act: OpeningAct): void {
  const { clock } = lab.session;
  if (act.act === "begin") {
    clock.seek(act.t_s);
    clock.setSpeed(act.speed);
    clock.playing = act.playing;
    lab.figure.show(act.span);
  } else if (act.act === "widen") {
    clock.setSpeed(act.speed);
    lab.figure.show([0, clock.duration_s], true);
    pulse(lab);
  } else {
    clock.setSpeed(act.speed);
    lab.figure.show(act.span);
    void import("./still.ts").then(({ still }) => still(lab, act.after_s));
  }
  lab.change();
}

/** The nudge's ring pulses once: a rail or dock that is drawn anew does not begin it again. */
function pulse(lab: Lab): void {
  const { nudge } = lab;
  if (!nudge) return;
  nudge.pulse = true;
  setTimeout(() => {
    nudge.pulse = false;
    lab.change();
  }, PULSE_MS);
}
