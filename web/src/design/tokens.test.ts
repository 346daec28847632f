/** Holds the tokens to what they promise: contrast, distance under every kind of colour vision, a light and a dark form of each. */
import { expect, test } from "vitest";
import { BLINDNESS, contrast, distance, seen, type Triple } from "./testing/colour.ts";
import css from "./tokens.css?raw";

/** Each colour's token with its light and its dark form. */
const both = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const light = Object.fromEntries(both.map(([, token, value]) => [token, value]));
const dark = Object.fromEntries(both.map(([, token, , value]) => [token, value]));
const THEMES = { light, dark };
const grounds = ["page", "plate", "field", "sidebar", "wash"];
const flows = (n: number): string[] => Array.from({ length: n }, (_, i) => `flow-${i + 1}`);
const events = ["drop", "random", "backoff", "recovery", "ecn"];

const of = (theme: Record<string, string>, token: string): string => theme[token] ?? "";

/** Smallest distance between any two tokens as somebody sees them. */
function nearest(theme: Record<string, string>, tokens: string[], matrix: readonly Triple[]): number {
  const labs = tokens.map((token) => seen(of(theme, token), matrix));
  let least = Number.POSITIVE_INFINITY;
  labs.forEach((a, i) => {
    for (const b of labs.slice(i + 1)) least = Math.min(least, distance(a, b));
  });
  return least;
}

test("CIEDE2000 gives the published values of Sharma, Wu and Dalal", () => {
  expect(distance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(distance([50, 2.5, 0], [58, 24, 15])).toBeCloseTo(19.4535, 4);
  expect(distance([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

test("no colour has one form only", () => {
  expect(both.length).toBe(css.match(/--[\w-]+: light-dark\(/g)?.length);
  expect(css.slice(0, css.indexOf("@media"))).not.toMatch(/--[\w-]+: #/);
});

for (const [name, theme] of Object.entries(THEMES)) {
  test(`${name}: flows and events stand out of every ground by 3:1, words by 4.5:1`, () => {
    for (const ground of grounds) {
      for (const token of flows(8)) {
        expect(contrast(of(theme, token), of(theme, ground)), `${token} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
      for (const token of ["ink", "ink-2", "ink-3"]) {
        expect(contrast(of(theme, token), of(theme, ground)), `${token} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const token of [...events, "timeout", "wrong", "ok", "state"]) {
      expect(contrast(of(theme, token), of(theme, "page")), token).toBeGreaterThanOrEqual(4.5);
    }
    // Words about an input or a claim are in the sidebar and on a card, too.
    for (const token of ["wrong", "ok"])
      for (const ground of grounds)
        expect(contrast(of(theme, token), of(theme, ground)), `${token} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const token of ["ctl", "focus"]) {
      expect(contrast(of(theme, token), of(theme, "page")), token).toBeGreaterThanOrEqual(3);
      expect(contrast(of(theme, token), of(theme, "sidebar")), token).toBeGreaterThanOrEqual(3);
    }
  });

  for (const [vision, matrix] of Object.entries(BLINDNESS)) {
    test(`${name}: flows and events can be told apart, ${vision}`, () => {
      expect(nearest(theme, flows(4), matrix)).toBeGreaterThanOrEqual(18);
      expect(nearest(theme, flows(8), matrix)).toBeGreaterThanOrEqual(10);
      expect(nearest(theme, events, matrix)).toBeGreaterThanOrEqual(9);
    });
  }

  test(`${name}: no flow looks like ink`, () => {
    const ink = seen(of(theme, "ink"), BLINDNESS.normal as Triple[]);
    const least = Math.min(
      ...flows(8).map((flow) => distance(ink, seen(of(theme, flow), BLINDNESS.normal as Triple[]))),
    );
    expect(least).toBeGreaterThanOrEqual(name === "light" ? 15 : 10);
  });
}
