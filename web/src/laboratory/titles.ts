/** Title of the run on show, and its path in a line. Pure. Not here: what has changed in it (session/change.ts). */
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { type Preset, presetLike, words } from "../session/presets.ts";
import { type Scenario, titleIn, valueAt } from "../session/scenario.ts";
import { rttPaths } from "../session/setting-names.ts";

/** The run's name: its preset's, or that of the preset that it was made from; else the scenario's own. */
export function titleOf(scenario: Scenario, from: Preset | null): string {
  const preset = presetLike(scenario);
  if (preset) return words(preset, "title");
  if (from) return translate("lab.changed", { title: words(from, "title") });
  return titleIn(scenario) || translate("lab.untitled");
}

/** "10 Mbit/s, 40 ms, seed 1", by the settings of a moment. `seeds`: of several runs in place of its own. */
export function summaryOf(settings: unknown, seeds?: string): string {
  const rate = valueAt(settings, "bottleneck.rate_bps");
  const rtts = rttPaths(settings).map((path) => Number(valueAt(settings, path)));
  const least = withUnit(Math.min(...rtts), "ms", 1);
  const most = withUnit(Math.max(...rtts), "ms", 1);
  return translate("lab.summary", {
    rate: typeof rate === "number" ? withUnit(rate / 1e6, "Mbit/s", 3) : "",
    rtt: least === most ? least : translate("range", { least, most }),
    seed: seeds ?? num(Number(valueAt(settings, "seed") ?? 1)),
  });
}
