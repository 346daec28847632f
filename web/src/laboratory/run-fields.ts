/** The fields of the address for the run on show, or for the script that is presented. Not here: when they are written (address.ts). */
import { firstCharts } from "../address/from-address.ts";
import { askedLanguage } from "../address/language.ts";
import { writeAddress } from "../address/link.ts";
import { withScript } from "../address/script.ts";
import { presetLike } from "../session/presets.ts";
import { tracksAtFirst } from "../ui/screens.ts";
import type { Laboratory } from "./context.ts";

export function fieldsOf({
  run,
  look,
  stage,
  beginning,
}: Pick<Laboratory, "run" | "look" | "stage" | "beginning">): string {
  const script = stage.presenter?.place();
  const own = { theme: look.themeChoice, show: look.few ? ("few" as const) : null, lang: askedLanguage() };
  if (script) return withScript(script, writeAddress({ ...own, projector: true }));
  const { document, clock } = run.session;
  const { scenario, fork, view } = document;
  const preset = presetLike(scenario);
  const sameCharts = firstCharts(preset ?? null, tracksAtFirst()).join() === view.charts.join();
  return writeAddress({
    ...own,
    scenario,
    preset: preset?.id ?? null,
    fork: fork ?? null,
    view: sameCharts ? null : ["path", ...view.charts],
    t: clock.t_s,
    speed: beginning.opening?.sets(clock.speed) ? null : clock.speed,
    autoplay: clock.playing ? null : false,
    projector: look.projector,
    rounds: run.chartArea.rounds,
  });
}
