/** The layout of a chart. */
import { expect, test } from "vitest";
import { layoutOf } from "./geometry.ts";
import { queueChart } from "./queue.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";
import { windowChart } from "./window.ts";

const options = { gutter: 150, unit: 1, titled: 0 };
const box = { width: 360, height: 160 };

test("a small chart with strips has a line for the key of their textures, no other has", () => {
  const facts = toyFacts(DUEL);
  const small = layoutOf(queueChart, facts, box, { ...options, small: true });
  expect(small.headroom).toBeGreaterThan(0);
  expect(small.keyed).toBeGreaterThan(0);
  expect(small.top).toBeGreaterThanOrEqual(small.headroom + small.keyed + 12);
  expect(layoutOf(queueChart, facts, box, { ...options, small: false }).keyed).toBe(0);
  expect(layoutOf(windowChart, facts, box, { ...options, small: true }).keyed).toBe(0);
});
