/** A run folded at its cuts: cycles worked out by hand. */
import { expect, test } from "vitest";
import { cutsOf, fold, lostIn, roundClock } from "./fold.ts";

const points = (...values: number[]): Float64Array => Float64Array.from(values);
const cut = (t_s: number, packets: number) => ({ t_s, packets, signal: "window_cut", shape: "cut" as const });
/** Round trips of 0.1 s to 1 s, then of 0.2 s: number 10 ends at 1 s, number 15 at 2 s. */
const CLOCK = roundClock(points(0.1, 1, 0.2, 2, 1, 10, 1.2, 11, 2, 15)) as (t_s: number) => number;
/** Everything from 0 s to 2 s. */
const ALL = { from_s: 0, to_s: 2, most: 40 };

test("the clock counts round trips, even between two, and as fast before the first and after the last", () => {
  expect(CLOCK(1) - CLOCK(0.2)).toBeCloseTo(8);
  expect(CLOCK(1.1) - CLOCK(1)).toBeCloseTo(0.5);
  expect(CLOCK(0.1) - CLOCK(0.05)).toBeCloseTo(0.5);
  expect(CLOCK(2.2) - CLOCK(2)).toBeCloseTo(1);
});

test("numbers that begin anew go on from the last; under two there is no clock", () => {
  const clock = roundClock(points(1, 7, 2, 8, 3, 1, 4, 2)) as (t_s: number) => number;
  expect([2, 3, 4].map((t) => clock(t) - clock(1))).toEqual([1, 2, 3]);
  expect(roundClock(points(1, 7))).toBeNull();
});

test("a cycle reaches from the cut to the next one, and is as long as the round trips between them", () => {
  const level = points(0, 8, 0.2, 10, 0.5, 5, 0.8, 6, 1, 7, 1.2, 3, 1.6, 4);
  const teeth = fold(() => level, [cut(0.5, 10), cut(1.2, 7)], CLOCK, ALL);
  expect(teeth.map(({ start_s, end_s, height }) => [start_s, end_s, height])).toEqual([
    [0.5, 1.2, 7],
    [1.2, 2, 4],
  ]);
  // 0.5 s of 0.1 s each and one of 0.2 s; four of 0.2 s.
  expect(teeth.map(({ length }) => length)).toEqual([expect.closeTo(6), expect.closeTo(4)]);
  expect(teeth.map(({ cut: ended }) => ended?.packets ?? null)).toEqual([7, null]);
  expect([...(teeth[0]?.line ?? [])]).toEqual([0, 5, 3, 6, 5, 7, 6, 7].map((v) => expect.closeTo(v)));
  expect([...(teeth[1]?.line ?? [])]).toEqual([0, 3, 2, 4, 4, 4].map((v) => expect.closeTo(v)));
});

test("where a column of pixels left out the value after the cut, the cycle does not begin with the one before it", () => {
  const [tooth] = fold(() => points(0, 10, 0.6, 5, 0.9, 6), [cut(0.5, 10), cut(1, 6)], CLOCK, ALL);
  expect([...(tooth?.line ?? [])]).toEqual([0, 5, 1, 5, 4, 6, 5, 6].map((v) => expect.closeTo(v)));
});

test("what began before the stretch, or after it, is left out, and of many cycles the last are kept", () => {
  const cuts = [0.1, 0.4, 0.7, 1, 1.3].map((t) => cut(t, 9));
  const begun = (from_s: number, to_s: number, most: number): number[] =>
    fold(() => points(0, 5), cuts, CLOCK, { from_s, to_s, most }).map(({ start_s }) => start_s);
  expect(begun(0.3, 1.1, 40)).toEqual([0.4, 0.7, 1]);
  expect(begun(0, 2, 2)).toEqual([1, 1.3]);
});

test("cuts of several signals are in order of time, and one instant is one cut", () => {
  const cuts = cutsOf([
    { signal: "window_cut", shape: "cut", points: points(1, 20, 3, 30) },
    { signal: "delay_backoff", shape: "backoff", points: points(2, 12, 3, 31) },
  ]);
  expect(cuts.map(({ t_s, packets, shape }) => [t_s, packets, shape])).toEqual([
    [1, 20, "cut"],
    [2, 12, "backoff"],
    [3, 30, "cut"],
  ]);
});

test("losses count with the cycle in which they happen, those at its end included", () => {
  const losses = [points(1, 1500, 2, 1500, 2.5, 1500), points(1.5, 1500)];
  expect(lostIn(losses, 1, 2)).toBe(2);
  expect(lostIn(losses, 2, 3)).toBe(1);
  expect(lostIn(losses, 0, 1)).toBe(1);
});
