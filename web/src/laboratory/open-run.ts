/**
 * How the laboratory opens a run: what the address names, what the reader had beside it, another one from the menu. Not here: what an
 * address says (address/from-address.ts), what the first ten seconds do with the run that nobody chose (beginning.ts), the page's first
 * run, which begins before the laboratory is there (boot.ts).
 */
import { type Begun, begin, isRuled } from "../address/begin.ts";
import { documentOf, firstCharts, type Opened, openingPreset, refusalOf } from "../address/from-address.ts";
import { askedLanguage } from "../address/language.ts";
import { scriptIn } from "../address/script.ts";
import { translate } from "../i18n/catalogue.ts";
import { fetchMore, presetLike, presetOf, wantsMore, words } from "../session/presets.ts";
import { type FirstPicture, greet, isReduced, openedBy } from "./boot.ts";
import type { Laboratory } from "./context.ts";
import { traceFile } from "./files.ts";
import { recallTrail } from "./history-state.ts";

type Parts = Pick<
  Laboratory,
  "run" | "page" | "beginning" | "problems" | "look" | "focus" | "edits" | "address" | "stage" | "branches" | "openRun"
>;

/** Goes on with what the first picture began; opens what the address names where it did not, or names another by now. */
export async function takeUp(lab: Parts, first: FirstPicture): Promise<void> {
  const begun = first.hash === location.hash ? await first.begun : null;
  if (!begun) return openAddress(lab);
  const { found } = begun;
  lab.problems.update({ wrong: [...found.problems, ...lab.problems.wrong] });
  dress(lab, found);
  await openRun(lab, found, begun);
  offer(lab, found);
}

/** Offers the setting that an address varies. */
function offer({ branches }: Parts, { address: { vary } }: Opened): void {
  if (vary !== null) void branches.vary(null, vary);
}

/** Opens what the address names. */
export async function openAddress(lab: Parts): Promise<void> {
  const { run, problems, stage } = lab;
  stage.presenter?.leave(true);
  const { named, hash } = scriptIn(location.hash);
  if (wantsMore(hash)) await fetchMore();
  const { readAddress } = await import("../address/link.ts");
  const found = await openedBy(readAddress(hash));
  problems.clear(found.problems);
  run.session.leave();
  if (!run.session.run) greet(found.document);
  if (found.unread !== null) problems.blame(await refusalOf(run.engine, found.unread));
  // A lecture leaves as much shown as there was.
  dress(lab, { ...found, few: found.few ?? (named ? lab.look.few : null) });
  if (named) await stage.presentNamed(found, named);
  else {
    stage.aside = null;
    await openRun(lab, found);
    offer(lab, found);
  }
}

/** Theme and profile of an address, and how much it shows. */
function dress({ look }: Pick<Laboratory, "look">, { few, address: { theme, projector } }: Opened): void {
  look.update({ few: few ?? isReduced() });
  if (theme) look.setTheme(theme, false);
  look.setProjector(projector);
}

/** Opens a run that was found and may have begun, or the opening's where the engine refuses it. */
export async function openRun(lab: Parts, found: Opened, begun: Begun | null = null): Promise<void> {
  const { beginning, problems, focus } = lab;
  const { session, chartArea } = lab.run;
  beginning.update({ acted: !found.isOpening, touched: false, opening: null });
  lab.edits.pending.drop();
  lab.edits.former.forget();
  lab.branches.endRepeat();
  let run = begun ?? (await begin(session, found));
  let { preset } = found;
  // The engine died of it: the run that worked is on show again, and the crash has been said.
  if (!run.taken && !session.refusal && session.run) return;
  if (!run.taken) {
    // The engine's words on it are already in the list; the opening's run is in.
    const errors = session.refusal?.errors ?? [];
    // A file alone that is missing can be opened; whatever else is wrong is not helped by it.
    if (errors.length > 0 && errors.every(({ code }) => code === "no_trace_file")) {
      await (await traceFile()).awaitFile(lab, found);
    } else problems.blame([...problems.refusalLines(), translate("lab.address.refused")]);
    preset = openingPreset();
    run = await begin(session, { ...found, document: documentOf(preset), preset });
  }
  const unchanged = presetLike(session.document.scenario);
  chartArea.rounds = found.address.rounds;
  chartArea.setOpen(session.document.view.charts, firstCharts(preset, null, session.document.scenario));
  chartArea.show(run.span, { follows: true });
  focus.update({ card: found.document.view.focus ?? session.run?.flows[0] ?? null });
  beginning.update({
    preset,
    nudge: unchanged?.nudge ? { ...unchanged.nudge, pulse: false } : null,
    opening: run.opening,
  });
  if (run.taken && !isRuled(found)) recall(lab);
}

/** The reader's state beside the run, if this is a reload or a way back. */
function recall({ run, focus, address }: Pick<Laboratory, "run" | "focus" | "address">): void {
  const { session, chartArea } = run;
  const trail = recallTrail(address.place, session.document);
  if (!trail) return;
  session.history.restore(trail.past, trail.future);
  const [from, to] = trail.span;
  if (from < to && to <= session.clock.duration_s) chartArea.show([from, to], { follows: trail.follows });
  if (trail.card !== null && session.run?.flows.includes(trail.card)) focus.update({ card: trail.card });
}

/** Another run from the menu: a step in the browser's history. */
export async function choose(lab: Parts, id: string): Promise<void> {
  if (wantsMore(id)) await fetchMore();
  const preset = presetOf(id);
  if (!preset) return;
  const { writeAddress } = await import("../address/link.ts");
  // One's own is set up before it is played.
  const own = preset.group === "own";
  lab.address.push(
    writeAddress({
      preset: id,
      theme: lab.look.themeChoice,
      show: lab.look.few && !own ? "few" : null,
      lang: askedLanguage(),
      ...(own && { autoplay: false }),
    }),
  );
  await openAddress(lab);
  lab.page.says(translate("lab.says.opened", { scenario: words(preset, "title") }));
}
