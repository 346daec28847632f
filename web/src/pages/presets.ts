/** The runs that the laboratory offers, in the order of their list. Their words stand in the catalogue under `preset.<id>`. */
import type { Value } from "../controls/setting.ts";
import list from "../generated/presets.json" with { type: "json" };
import { equal, type Scenario } from "../run/scenario.ts";
import { say } from "../words/words.ts";

export interface Preset {
  id: string;
  group: string;
  /** Panels open at first, as in an address. */
  view: string;
  /** What the reader is asked to drag, and how far. */
  nudge?: { path: string; value: Value };
  /** The telling moment, for reduced motion. */
  still_t_s?: number;
  scenario: Scenario;
}

export const PRESETS = list as unknown as readonly Preset[];

export function presetOf(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id);
}

/** The preset that a scenario is, unchanged. */
export function presetLike(scenario: Scenario): Preset | undefined {
  return PRESETS.find((preset) => preset.scenario === scenario || equal(preset.scenario, scenario));
}

/** The preset that a scenario was made from, as its title says. */
export function presetBehind(scenario: Scenario): Preset | undefined {
  return presetLike(scenario) ?? PRESETS.find((preset) => preset.scenario.title === scenario.title);
}

/** The nearest id to a mistyped one, if it is near. */
export function nearestId(id: string): string | null {
  const wanted = id.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = PRESETS.find((preset) => {
    const plain = preset.id.replaceAll("_", "");
    return plain === wanted || (wanted.length > 3 && (plain.startsWith(wanted) || wanted.startsWith(plain)));
  });
  return found?.id ?? null;
}

/** A preset's title, hook or nudge in words. */
export function words(preset: Preset, what: "title" | "hook" | "nudge"): string {
  return say(`preset.${preset.id}.${what}`);
}

/** Name of a group on the menu. */
export function groupName(preset: Preset): string {
  return say(`preset.group.${preset.group}`);
}
