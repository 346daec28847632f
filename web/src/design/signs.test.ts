/** Colours of flows: an algorithm has one wherever it is drawn, and a second flow of it is told from the first. */
import { expect, test } from "vitest";
import { ALGORITHMS } from "../generated/settings.ts";
import { DASHES } from "./dashes.ts";
import { signOfInk, signsOf } from "./signs.ts";

const inkOf = (kind: string): number | undefined => ALGORITHMS.find((one) => one.kind === kind)?.ink;
const signs = (...kinds: string[]): number[] => signsOf(kinds.map(inkOf));
const [BLUE, VERMILION, GREEN, PLUM, OCHRE, SKY, ROSE, INDIGO] = [0, 1, 2, 3, 4, 5, 6, 7];

test("an algorithm's colour does not depend on its place", () => {
  expect(signs("cdg", "newreno")).toEqual([BLUE, VERMILION]);
  expect(signs("newreno", "cdg")).toEqual([VERMILION, BLUE]);
  expect(signs("vegas", "cubic", "htcp", "compound")).toEqual([OCHRE, GREEN, PLUM, SKY]);
});

test("a second flow of an algorithm has a shade of its colour, further ones what is left", () => {
  expect(signs("newreno", "newreno")).toEqual([VERMILION, ROSE]);
  expect(signs("cdg", "cdg", "cdg")).toEqual([BLUE, SKY, INDIGO]);
  expect(signs("htcp", "newreno", "htcp", "newreno")).toEqual([PLUM, VERMILION, INDIGO, ROSE]);
});

test("a flow without a colour of its own takes none from one that has", () => {
  expect(inkOf("fast")).toBeUndefined();
  expect(signs("fast", "newreno", "cdg")).toEqual([INDIGO, VERMILION, BLUE]);
  // Algorithms that no paper compares share a colour; side by side they do not.
  expect(inkOf("tfrc")).toBe(inkOf("cdg"));
  expect(signs("cdg", "tfrc")).toEqual([BLUE, SKY]);
});

test("eight flows have eight signs; from the ninth on colours repeat with other dashes", () => {
  const all = signs(...Array.from({ length: 11 }, (_, i) => ["cdg", "newreno", "fast"][i % 3] as string));
  expect(new Set(all).size).toBe(11);
  expect(new Set(all.filter((sign) => sign < DASHES.length)).size).toBe(DASHES.length);
});

test("every ink has a sign of its own", () => {
  expect(new Set(DASHES.map((_, ink) => signOfInk(ink))).size).toBe(DASHES.length);
});
