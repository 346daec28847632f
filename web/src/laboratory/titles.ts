/** What the run on show is called, and its path in a line. Pure. Not here: what has changed in it (session/change.ts). */
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { presetLike, words } from "../session/presets.ts";
import { valueAt } from "../session/scenario.ts";
import { rttPaths } from "../session/setting-names.ts";
import type { Laboratory } from "./context.ts";

/** The run's name: its preset's, changed or not; else the scenario's own. */
export function titleOf({ session, state }: Pick<Laboratory, "session" | "state">): string {
  const { scenario } = session.document;
  const preset = presetLike(scenario);
  if (preset) return words(preset, "title");
  if (state.preset) return translate("lab.changed", { title: words(state.preset, "title") });
  return typeof scenario.title === "string" && scenario.title !== "" ? scenario.title : translate("lab.untitled");
}

/** "10 Mbit/s, 40 ms, seed 1", by the settings of a moment. */
export function summaryOf(settings: unknown): string {
  const rate = valueAt(settings, "bottleneck.rate_bps");
  const rtts = rttPaths(settings).map((path) => Number(valueAt(settings, path)));
  const least = withUnit(Math.min(...rtts), "ms", 1);
  const most = withUnit(Math.max(...rtts), "ms", 1);
  return translate("lab.summary", {
    rate: typeof rate === "number" ? withUnit(rate / 1e6, "Mbit/s", 3) : "",
    rtt: least === most ? least : translate("lab.summary.rtts", { least, most }),
    seed: num(Number(valueAt(settings, "seed") ?? 1)),
  });
}
