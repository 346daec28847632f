/** When the page works or moves. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { begin, isBusy, isMoving, move } from "./busy.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a movement lasts two seconds after its last frame", () => {
  vi.setSystemTime(0);
  vi.advanceTimersByTime(10_000);
  expect(isMoving()).toBe(false);
  move();
  vi.advanceTimersByTime(1900);
  expect(isMoving()).toBe(true);
  move();
  vi.advanceTimersByTime(1900);
  expect(isMoving()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(isMoving()).toBe(false);
});

test("works count until each has ended", () => {
  const [one, other] = [begin(), begin()];
  one();
  expect(isBusy()).toBe(true);
  other();
  expect(isBusy()).toBe(false);
});
