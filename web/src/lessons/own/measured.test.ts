/** Bands and challenges of five seeds as the page measures them: those that the test of our own lessons holds. */
import { expect, test } from "vitest";
import { MarkRuns } from "../marking/runs.ts";
import { engineOfOthers } from "../testing/engine.ts";
import { fileOf, lessonOf } from "../testing/files.ts";
import { bandAround, measureLesson } from "./measured.ts";

const runs = (): MarkRuns => new MarkRuns(engineOfOthers);

test.each(["window", "random_loss"])(
  "%s: bands and challenges hold, with the values that are kept of its runs",
  { timeout: 60_000 },
  async (id) => {
    const facts = lessonOf(id);
    const shares: number[] = [];
    const { bands, goals } = await measureLesson(facts, runs(), (share) => shares.push(share));
    expect(bands.length).toBe(facts.bands.length);
    for (const { band, values, suggested, holds } of bands) {
      expect(holds, band.id).toBe(true);
      const [, low = 0, high = 0] = band.seen ?? [];
      const known = values.map((value) => value ?? Number.NaN);
      expect(Math.min(...known) / (low || 1), band.id).toBeCloseTo(low === 0 ? 0 : 1, 2);
      expect(Math.max(...known) / (high || 1), band.id).toBeCloseTo(high === 0 ? 0 : 1, 2);
      for (const value of known) {
        expect(value).toBeGreaterThanOrEqual(suggested?.[0] ?? Number.NaN);
        expect(value).toBeLessThanOrEqual(suggested?.[1] ?? Number.NaN);
      }
    }
    for (const { goal, begun, solved, holds } of goals)
      expect([begun, solved >= 3, holds], goal.id).toEqual([0, true, true]);
    expect(shares.at(-1)).toBe(1);
    expect(fileOf(id, "en")?.front.title).toBeDefined();
  },
);

test("a band and a challenge that do not hold are named, a value that there is none of, too", {
  timeout: 60_000,
}, async () => {
  const facts = lessonOf("window");
  const [band] = facts.bands;
  const [goal] = facts.goals;
  if (!band || !goal) throw new Error("the lesson has changed");
  const { bands, goals } = await measureLesson(
    {
      ...facts,
      bands: [
        { ...band, band: [1, 2] },
        { ...band, id: "none", of: "flows.one.spam" },
      ],
      goals: [{ ...goal, solution: {} }],
    },
    runs(),
    () => undefined,
  );
  expect(bands.map(({ holds, suggested }) => [holds, suggested === null])).toEqual([
    [false, false],
    [false, true],
  ]);
  expect(goals.map(({ solved, holds }) => [solved, holds])).toEqual([[0, false]]);
});

test("a band around values has ends of three digits, outside of them", () => {
  expect(bandAround([2_246_123, 2_251_999])).toEqual([2_240_000, 2_260_000]);
  expect(bandAround([0, 0])).toEqual([0, 0]);
  expect(bandAround([-0.012345, 41.2])).toEqual([-0.0124, 41.2]);
  expect(bandAround([100, 1000])).toEqual([100, 1000]);
});
