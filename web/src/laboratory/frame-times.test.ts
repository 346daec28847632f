/** When drawing goes by turns: not for one late frame, and no longer than frames are long. */
import { expect, test } from "vitest";
import { FrameTimes } from "./frame-times.ts";

const after = (frames: readonly number[]): boolean => {
  const pace = new FrameTimes();
  for (const ms of frames) pace.took(ms);
  return pace.slow;
};
const times = (n: number, ms: number): number[] => Array.from({ length: n }, () => ms);

test("a machine that draws a frame in time is not slow, nor one that was late once", () => {
  expect(after(times(100, 7))).toBe(false);
  expect(after([...times(20, 7), 60, ...times(3, 7)])).toBe(false);
  expect(after(times(100, 15))).toBe(false);
});

test("two long frames on end make it slow, and it stays so while frames are neither long nor short", () => {
  expect(after([30, 30])).toBe(true);
  expect(after([30, 30, ...times(500, 14)])).toBe(true);
});

test("half a second of short frames ends it, however long it was slow", () => {
  expect(after([...times(1000, 60), ...times(20, 5)])).toBe(true);
  expect(after([...times(1000, 60), ...times(30, 5)])).toBe(false);
});

test("long frames now and then, with many short ones between, do not make it slow", () => {
  expect(after(Array.from({ length: 400 }, (_, i) => (i % 40 === 0 ? 40 : 6)))).toBe(false);
});

test("frames that take half of their time make it busy, though it is not slow", () => {
  const busy = (frames: readonly number[]): boolean => {
    const pace = new FrameTimes();
    for (const ms of frames) pace.took(ms);
    return pace.busy;
  };
  expect(busy(times(100, 7))).toBe(false);
  expect(busy([...times(100, 7), 15])).toBe(false);
  expect(busy(times(100, 12))).toBe(true);
  expect(busy([30, 30])).toBe(true);
});
