/** The runs that the laboratory offers, in the order of their list. Their words are in the catalogue under `preset.<id>`. */

import list from "../generated/presets.json" with { type: "json" };
import { has, translate, translateSource } from "../i18n/catalogue.ts";
import type { Value } from "../settings/setting.ts";
import { near } from "./nearest.ts";
import { equal, type Scenario } from "./scenario.ts";

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

/** Groups of runs after a paper: they are first on the menu. */
const PAPERS: readonly string[] = ["cdg", "voip", "slowcc"];

/** The presets by groups, in the order of the menu. */
export const onMenu = (): Preset[] => {
  const place = ({ group }: Preset): number => (PAPERS.includes(group) ? PAPERS.indexOf(group) : PAPERS.length);
  return PRESETS.toSorted((a, b) => place(a) - place(b));
};

export const PRESETS = list as unknown as readonly Preset[];

/** The lessons' scenarios (`lesson_window`), once an address or a host has named one. */
let lessons: readonly Preset[] = [];

/** Whether an address or an id names a lesson's scenario that is not there yet. */
export function wantsLessons(text: string): boolean {
  return lessons.length === 0 && /(^|preset=)lesson_/.test(text);
}

/** Fetches the lessons' scenarios: nothing of them is in a page's first view. */
export async function fetchLessons(): Promise<void> {
  lessons = (await import("virtual:lesson-presets")).default;
}

export function presetOf(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id) ?? lessons.find((preset) => preset.id === id);
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
  return near(
    id,
    PRESETS.map((preset) => preset.id),
  );
}

/** The line on a preset's flows, where it has one and a scenario has these flows; its algorithms are what it speaks of. */
export function whoIn(preset: Preset, scenario: Scenario): string | null {
  const key = `preset.${preset.id}.who`;
  const kinds = (of: Scenario): unknown[] => (of.flows ?? []).map((flow) => flow.algorithm?.kind);
  return has(key) && equal(kinds(preset.scenario), kinds(scenario)) ? translate(key) : null;
}

/** A preset's title, hook or nudge in words. */
export function words(preset: Preset, what: "title" | "hook" | "nudge"): string {
  const key = `preset.${preset.id}.${what}`;
  // A lesson's scenario is named by its own title.
  return has(key) ? translate(key) : translateSource(String(preset.scenario.title ?? preset.id));
}

/** Name of a group on the menu. */
export function groupName(preset: Preset): string {
  return translate(`preset.group.${preset.group}`);
}
