/** A figure's rows on the axis of its curve: vectors by hand. */
import { expect, test } from "vitest";
import { readLesson } from "./file/lesson-file.ts";
import { settle } from "./file/settled.ts";
import { sourceOf } from "./own/sources.ts";
import { placesOn } from "./setting-curve.ts";
import { lessonOf } from "./testing/files.ts";
import type { Compared } from "./types.ts";

const { scenarios } = lessonOf("random_loss");
const at = (id: string, probability?: number): NonNullable<Compared["bars"]>[number] => ({
  ...{ id, scenario: "a", of: "flows.one.of_capacity" },
  ...(probability === undefined ? {} : { set: { "bottleneck.loss.probability": probability } }),
});
const places = (scale: NonNullable<Compared["curve"]>["scale"], bars: Compared["bars"]): [string, number][] =>
  placesOn({ bars, curve: { path: "bottleneck.loss.probability", scale } }, scenarios).map((one) => [
    one.id,
    Number(one.at.toFixed(6)),
  ]);

test.each([
  // 0.01 is the scenario's own: 1/√p = 20, 10, 5.
  [
    "inverse_root",
    [
      ["large", 0],
      ["own", 0.333333],
      ["small", 1],
    ],
  ],
  [
    "inverse",
    [
      ["large", 0],
      ["own", 0.2],
      ["small", 1],
    ],
  ],
  [
    "logarithm",
    [
      ["small", 0],
      ["own", 0.5],
      ["large", 1],
    ],
  ],
  [
    "as_is",
    [
      ["none", 0],
      ["small", 0.0625],
      ["own", 0.25],
      ["large", 1],
    ],
  ],
] as const)("on %s, a value without a place left out", (scale, found) => {
  expect(places(scale, [at("none", 0), at("small", 0.0025), at("own"), at("large", 0.04)])).toEqual(found);
});

test("a figure without a curve has no places", () => {
  expect(placesOn({ bars: [at("own")] }, scenarios)).toEqual([]);
});

test("a curve over what all its rows have alike is named with place, found and allowed", async () => {
  const text = (await sourceOf("random_loss", "en")).replace(
    '"path": "bottleneck.loss.probability", "scale"',
    '"path": "bottleneck.rate_bps", "scale"',
  );
  const read = readLesson(text);
  const knows = { results: null, refusal: () => null, picture: () => true, term: () => true };
  const { mistakes } = settle(read as never, "random_loss", "en", knows as never);
  expect(mistakes.map(({ place, found, allowed }) => `${place}: ${found}, not ${allowed}`)).toEqual([
    'asks.1.compared.curve.path: "bottleneck.rate_bps", not path',
  ]);
});
