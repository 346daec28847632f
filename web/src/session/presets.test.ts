/** A mistyped preset in an address finds the one that was meant, and nonsense finds none. Exercises of courses are listed before they are fetched. */
import { expect, test } from "vitest";
import courses from "./courses.ts";
import { addTraffic, extended, setSetting } from "./document.ts";
import {
  fetchMore,
  IDS,
  isRunOf,
  nearestId,
  onMenu,
  type Preset,
  presetLike,
  presetOf,
  wantsMore,
  words,
} from "./presets.ts";
import type { Scenario } from "./scenario.ts";

test("a slip of the hand is understood, nonsense is not", () => {
  expect(nearestId("cdg_beside_newrenno")).toBe("cdg_beside_newreno");
  expect(nearestId("CDG-fig4")).toBe("cdg_fig4");
  expect(nearestId("cdg_besid")).toBe("cdg_beside_newreno");
  expect(nearestId("no_such_preset")).toBeNull();
  expect(nearestId("x".repeat(100_000))).toBeNull();
  expect(nearestId("")).toBeNull();
});

test("exercises are listed at once, before one's own, and fetched when an address names one", async () => {
  const exercises = courses.map(({ id }) => id);
  const menu = onMenu();
  expect(IDS).toEqual(expect.arrayContaining(menu.map(({ id }) => id)));
  expect(menu).toHaveLength(IDS.length);
  expect(menu.slice(-exercises.length - 1).map(({ id }) => id)).toEqual([...exercises, "new_scenario"]);
  expect(nearestId("course_incats")).toBe("course_incast");
  expect(presetOf("course_incast")).toBeUndefined();
  expect(["", "preset=adsl", "t=3&preset=course_incast", "course_incast"].map(wantsMore)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  await fetchMore();
  expect(wantsMore("course_incast")).toBe(false);
  const incast = presetOf("course_incast");
  expect(presetLike(structuredClone(incast?.scenario as Scenario))).toBe(incast);
  expect(words(incast as Preset, "hook")).toMatch(/^Nineteen of twenty/);
});

test("a sentence that tells results holds of the preset's own run only, which may go on", () => {
  const preset = presetOf("bbr_beside_cubic") as Preset;
  const { scenario } = preset;
  const start = { scenario, view: { charts: [], focus: null } };
  const holds = (changed: Scenario) => isRunOf(preset, changed);
  expect(holds(structuredClone(scenario))).toBe(true);
  expect(holds(extended(start).scenario)).toBe(true);
  expect(holds({ ...scenario, title: "Mine" })).toBe(true);
  expect(holds({ ...scenario, duration_s: 10 })).toBe(false);
  expect(holds({ ...scenario, seed: 7 })).toBe(false);
  expect(holds({ ...scenario, packet_bytes: 576 })).toBe(false);
  expect(holds(addTraffic(start, "ping", 20).scenario)).toBe(false);
  expect(holds(setSetting(start, "bottleneck.queue.discipline", "red", 0, true).document.scenario)).toBe(false);
});
