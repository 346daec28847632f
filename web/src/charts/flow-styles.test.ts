/** How strong a flow's line is. */
import { expect, test } from "vitest";
import { FADED, labelOf, lookOf, senders } from "./flow-styles.ts";
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

test("from the ninth flow on a name has its number, once", () => {
  const [flow] = senders(toyFacts(DUEL));
  if (!flow) throw new Error("a flow");
  const label = (label: string, index: number) => labelOf({ ...flow, label, index });
  expect([label("CDG", 7), label("CDG", 8)]).toEqual(["CDG", "CDG (9)"]);
  expect([label("CDG 10", 9), label("CDG 10", 10), label("CDG10", 9)]).toEqual(["CDG 10", "CDG 10 (11)", "CDG10 (10)"]);
});
