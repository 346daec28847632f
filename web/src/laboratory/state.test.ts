/** Transitions of the laboratory's state. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { actedIn, changing, focusAfter, initialState, nothingWrong, unfolding } from "./state.ts";

const nudge = { path: "flows.cdg.algorithm.g_ms", value: 9, pulse: true };

test("an act ends the opening's hints and lets the address follow", () => {
  expect({ ...initialState("auto", true), pointed: 2, ...actedIn() }).toMatchObject({
    opening: null,
    pointed: null,
    acted: true,
  });
});

test("a nudge ends when its value is reached or another setting changes, not while its own slider is dragged", () => {
  expect(changing({ nudge }, nudge.path, 5, false)).not.toHaveProperty("nudge");
  expect(changing({ nudge }, nudge.path, 9, false)).not.toHaveProperty("nudge");
  expect(changing({ nudge }, nudge.path, 5, true)).not.toHaveProperty("nudge");
  expect(changing({ nudge }, nudge.path, 9, true)).toHaveProperty("nudge", null);
  expect(changing({ nudge }, "bottleneck.rate_bps", 9, false)).toHaveProperty("nudge", null);
  expect(changing({ nudge: null }, nudge.path, 9, true)).not.toHaveProperty("nudge");
});

test("a change clears what was refused at fields", () => {
  expect(changing({ nudge: null }, "seed", 2, false).unread?.size).toBe(0);
});

test("dismissing leaves nothing wrong", () => {
  const state = { ...initialState("auto", true), wrong: ["a"], faults: ["b"], wrongFile: "c", ...nothingWrong() };
  expect([state.wrong, state.faults, state.wrongFile]).toEqual([[], [], null]);
});

test("parts unfold one by one, and the state before is not touched", () => {
  const before = initialState("auto", true);
  const one = unfolding(before, "a", true);
  expect([...unfolding(one, "b", true).unfolded]).toEqual(["a", "b"]);
  expect([...unfolding(one, "a", false).unfolded]).toEqual([]);
  expect([...before.unfolded]).toEqual([]);
});

test("the focus goes round the flows", () => {
  const [a, b, c] = ["a", "b", "c"].map(sourceName);
  const flows = [a, b, c].flatMap((flow) => flow ?? []);
  expect(focusAfter(flows, null, 1)).toBe(a);
  expect(focusAfter(flows, null, -1)).toBe(c);
  expect(focusAfter(flows, c ?? null, 1)).toBe(a);
  expect(focusAfter(flows, a ?? null, -1)).toBe(c);
  expect(focusAfter([], null, 1)).toBeNull();
});
