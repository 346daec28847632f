/** Bands and challenges of five seeds as the page measures them: those that the test of our own lessons holds. */
import { expect, test } from "vitest";
import { MarkRuns } from "../marking/runs.ts";
import { engineOfOthers } from "../testing/engine.ts";
import { fileOf, lessonOf } from "../testing/files.ts";
import type { Ask } from "../types.ts";
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

test.each(["sawtooth", "fairness_rtt"])(
  "%s: what is judged of its drawing holds, and is proposed in the chart's unit",
  {
    timeout: 60_000,
  },
  async (id) => {
    const facts = { ...lessonOf(id), bands: [], goals: [] };
    const [ask] = facts.asks;
    if (ask?.kind !== "draw") throw new Error("the lesson has changed");
    const { bands } = await measureLesson(facts, runs(), () => undefined);
    expect(bands.map(({ place, holds }) => [place, holds])).toEqual(
      ask.features.map((_, feature) => [{ ask: ask.id, feature }, true]),
    );
    for (const { band, suggested } of bands) {
      const [low, high] = suggested ?? [];
      expect((high ?? 0) - (low ?? 0)).toBeGreaterThanOrEqual(band.of === "teeth" ? 1 : ask.max * 0.02);
    }
    // Out of all of the run.
    const off = { ...ask, features: ask.features.map((each) => ({ ...each, band: [200, 250] as [number, number] })) };
    const other = await measureLesson({ ...facts, asks: [off] }, runs(), () => undefined);
    expect(other.bands.map(({ holds }) => holds)).toEqual(ask.features.map(() => false));
  },
);

test("a band that is a search is measured by its runs, and has no value where no run meets its condition", {
  timeout: 60_000,
}, async () => {
  const facts = lessonOf("buffer_size");
  const band = facts.bands.find(({ id }) => id === "queue_16");
  if (!band?.smallest) throw new Error("the lesson has changed");
  const none = { ...band.smallest, max: 6 };
  const { bands } = await measureLesson(
    { ...facts, bands: [band, { ...band, smallest: none }], asks: [], goals: [] },
    runs(),
    () => undefined,
  );
  expect(bands.map(({ values, holds }) => [values, holds])).toEqual([
    [[16, 16, 16, 16, 16], true],
    [[null, null, null, null, null], false],
  ]);
});

test("a band that a question asks for is at least as wide as the question's step, others never without width", {
  timeout: 60_000,
}, async () => {
  const { scenarios, play, goals } = lessonOf("window");
  const band = { id: "rate", scenario: "a", of: "bottleneck.rate_bps", band: [0, 1] as [number, number] };
  const ask = {
    id: "q",
    kind: "number",
    min: 0,
    max: 20,
    step: 0.5,
    band: "rate",
    show: { scenario: "a", view: [] },
  } satisfies Ask;
  const lesson = { scenarios, play, goals: goals.slice(0, 0), bands: [band] };
  const [asked, bare] = await Promise.all(
    [[ask], []].map(async (asks) => (await measureLesson({ ...lesson, asks }, runs(), () => undefined)).bands[0]),
  );
  // Three digits, outward.
  expect(asked?.suggested).toEqual([9_750_000, 10_300_000]);
  expect(bare?.suggested).toEqual([9_900_000, 10_100_000]);
});

test("a band around values has ends of three digits, outside of them", () => {
  expect(bandAround([2_246_123, 2_251_999])).toEqual([2_240_000, 2_260_000]);
  expect(bandAround([0, 0])).toEqual([0, 0]);
  expect(bandAround([-0.012345, 41.2])).toEqual([-0.0124, 41.2]);
  expect(bandAround([100, 1000])).toEqual([100, 1000]);
  expect(bandAround([240, 240], 10)).toEqual([235, 245]);
  expect(bandAround([240, 240])).toEqual([237, 243]);
  expect(bandAround([0, 0], 1)).toEqual([0, 1]);
  expect(bandAround([3, 6], 1)).toEqual([3, 6]);
});
