/** The runs that the laboratory offers, in the order of their list. Their words are in the catalogue under `preset.<id>`. */

import courseIds from "../generated/course-ids.json" with { type: "json" };
import list from "../generated/presets.json" with { type: "json" };
import { has, translate, translateSource } from "../i18n/catalogue.ts";
import { near } from "./nearest.ts";
import type { Preset } from "./preset.ts";
import { equal, partAt, type Scenario } from "./scenario.ts";

export type { Preset } from "./preset.ts";

export const PRESETS = list as unknown as readonly Preset[];

/** Ids of all runs that the laboratory offers: those above, and the exercises of courses (`course_incast`). */
export const IDS: readonly string[] = [...PRESETS.map(({ id }) => id), ...courseIds];

/** The menu's words for a run, which need not be there yet. */
type Listed = Pick<Preset, "id" | "group"> & Partial<Preset>;

/** Groups in the order of the menu. */
const GROUPS: readonly string[] = ["cdg", "voip", "slowcc", "situations", "algorithms", "course", "own"];

/** The presets by groups, in the order of the menu. */
export const onMenu = (): Listed[] =>
  [...PRESETS, ...courseIds.map((id) => ({ id, group: "course" }))].toSorted(
    (a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group),
  );

/** Exercises of courses, and the lessons' scenarios (`lesson_window`), once an address, a host or the menu has named one. */
let courses: readonly Preset[] = [];
let lessons: readonly Preset[] = [];

/** Whether an address or an id names an exercise or a lesson's scenario that is not there yet. */
export function wantsMore(text: string): boolean {
  return lessons.length === 0 && /(^|preset=)(course|lesson)_/.test(text);
}

/** Fetches the exercises and the lessons' scenarios: nothing of them but the exercises' titles is in a page's first view. */
export async function fetchMore(): Promise<void> {
  const files = await Promise.all([import("./courses.ts"), import("virtual:lesson-presets")]);
  [courses, lessons] = files.map((file) => file.default) as [readonly Preset[], readonly Preset[]];
}

export function presetOf(id: string): Preset | undefined {
  return [...PRESETS, ...courses, ...lessons].find((preset) => preset.id === id);
}

/** The preset that a scenario is, unchanged. */
export function presetLike(scenario: Scenario): Preset | undefined {
  return [...PRESETS, ...courses].find((preset) => preset.scenario === scenario || equal(preset.scenario, scenario));
}

/** The preset that a scenario was made from, as its title says. */
export function presetBehind(scenario: Scenario): Preset | undefined {
  return presetLike(scenario) ?? [...PRESETS, ...courses].find((preset) => preset.scenario.title === scenario.title);
}

/** Whether a scenario's run is a preset's, which its sentence tells results of, or goes on after that one's end. */
export function isRunOf({ scenario: own }: Preset, scenario: Scenario): boolean {
  return Math.min(scenario.duration_s, partAt(own, scenario)) >= own.duration_s;
}

/** The nearest id to a mistyped one, if it is near. */
export const nearestId = (id: string): string | null => near(id, IDS);

/** The line on a preset's flows, where it has one and a scenario has these flows; its algorithms are what it speaks of. */
export function whoIn(preset: Preset, scenario: Scenario): string | null {
  const key = `preset.${preset.id}.who`;
  const kinds = (of: Scenario): unknown[] => (of.flows ?? []).map((flow) => flow.algorithm?.kind);
  return has(key) && equal(kinds(preset.scenario), kinds(scenario)) ? translate(key) : null;
}

/** A preset's title, hook or nudge in words. */
export function words(preset: Listed, what: "title" | "hook" | "nudge"): string {
  const key = `preset.${preset.id}.${what}`;
  // A lesson's scenario is named by its own title.
  return has(key) ? translate(key) : translateSource(String(preset.scenario?.title ?? preset.id));
}

/** Name of a group on the menu. */
export function groupName(preset: Listed): string {
  return translate(`preset.group.${preset.group}`);
}
