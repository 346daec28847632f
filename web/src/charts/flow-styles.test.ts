/** How strong a flow's line is. */
import { expect, test } from "vitest";
import { FADED, lookOf, senders } from "./flow-styles.ts";
import { THEME } from "./testing/draw.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";

test("beside a flow that the reader keeps in front the other one fades, of two as of many", () => {
  const facts = toyFacts(DUEL);
  const [one, other] = senders(facts);
  if (!one || !other) throw new Error("two flows");
  const strengths = (picked: typeof one.name | null) =>
    [one, other].map((flow) => lookOf({ ...facts, picked }, THEME, flow).alpha);
  expect(strengths(null)).toEqual([1, 1]);
  expect(strengths(one.name)).toEqual([1, FADED]);
  expect(strengths(other.name)).toEqual([FADED, 1]);
});
