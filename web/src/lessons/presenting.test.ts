/** How far the bar of a lesson's parts says the reader is. */
import { expect, test } from "vitest";
import { furthest } from "./presenting.ts";

const parts = (...done: number[]) =>
  ["hook", "ask-0", "reveal-0", "explain", "play", "way"].map((name, i) => ({
    name,
    reached: true,
    done: done.includes(i),
  }));

test("the bar is at what was read or done, not at what may be gone to", () => {
  expect(furthest(parts(), "hook", 0)).toBe(0);
  expect(furthest(parts(1, 2), "hook", 0)).toBe(2);
  expect(furthest(parts(1, 2), "explain", 0)).toBe(3);
});

test("it does not go back", () => {
  expect(furthest(parts(1, 2), "hook", 4)).toBe(4);
});
