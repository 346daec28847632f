/** A figure's rows on the axis of its curve: vectors by hand. */
import { expect, test } from "vitest";
import scales from "../generated/scales.json" with { type: "json" };
import { markupOf } from "../ui/testing/template.ts";
import { rowOf } from "./compared.ts";
import { readLesson } from "./file/lesson-file.ts";
import { settle } from "./file/settled.ts";
import { sourceOf } from "./own/sources.ts";
import { placesOn, SCALES, settingCurve } from "./setting-curve.ts";
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

test("the scales are those of a sweep that ask for no path, and give its places", () => {
  expect(Object.keys(SCALES).sort()).toEqual(Object.keys(scales).sort());
  for (const [name, pairs] of Object.entries(scales))
    for (const [value = 0, place = null] of pairs as (number | null)[][]) {
      const found = SCALES[name as keyof typeof SCALES](value as number);
      if (place === null) expect(Number.isFinite(found), `${name} ${value}`).toBe(false);
      else expect(found, `${name} ${value}`).toBeCloseTo(place, 12);
    }
});

test("a number of copies has its place, and words have their order", () => {
  const of = (name: string, path: string, scale: "logarithm" | "as_is") => {
    const facts = lessonOf(name);
    const ask = facts.asks.find(({ compared }) => compared?.curve?.path === path);
    const found = placesOn({ ...ask?.compared, curve: { path, scale } }, facts.scenarios);
    return found.map(({ id, at }) => [id, Number(at.toFixed(6))]);
  };
  // 2, 4, 8, 16 by their logarithms.
  expect(of("buffer_size", "flows.f.count", "logarithm")).toEqual([
    ["two", 0],
    ["four", 0.333333],
    ["eight", 0.666667],
    ["sixteen", 1],
  ]);
  // In the middle of six equal parts.
  expect(of("two_algorithms", "flows.other.algorithm.kind", "as_is").map(([id]) => id)).toEqual([
    "newreno",
    "cubic",
    "htcp",
    "vegas",
    "cdg",
    "bbr",
  ]);
  expect(of("two_algorithms", "flows.other.algorithm.kind", "as_is")[1]?.[1]).toBe(0.25);
  expect(of("two_algorithms", "flows.other.algorithm.kind", "logarithm")).toEqual([]);
});

test("seeds are an area around the runs, words have a short line each, and each line is named", () => {
  const curve = { path: "bottleneck.loss.probability", scale: "as_is", theory: "mathis" } as const;
  const bars = [at("small", 0.01), at("large", 0.05)];
  const drawn = settingCurve(
    { bars, curve },
    scenarios,
    100,
    String,
    [
      { of: "theory", at: () => 50 },
      { of: "run", at: (row) => (row === "small" ? 40 : 20) },
    ],
    (row) => (row === "small" ? [30, 50] : [10, 25]),
  );
  const markup = markupOf(drawn);
  // 100 high is 80: 50 lies at 40.
  expect(markup).toContain("d=M0.0 40.0L400.0 40.0");
  expect(markup).toContain("d=M0.0 48.0L400.0 24.0".replace("24.0", "64.0"));
  expect(markup).toContain("d=M0.0 56.0L400.0 72.0L400.0 60.0L0.0 40.0Z");
  expect(markup).toMatch(/lesson\.curve\.lines; lesson\.curve\.seeds; lesson\.curve\.theory\.mathis/);
});

test("a formula is evaluated in each run: 1.22/√p of the BDP, and the BDP over √n", async () => {
  const [row] = [at("own")];
  const run = async () => ({
    summary: { flows: [{ name: "one", goodput_bps: 1 }] },
    settings: {
      packet_bytes: 1500,
      bottleneck: { rate_bps: 1e7, loss: { probability: 0.01 }, queue: { limit_packets: 9 } },
      flows: [{ base_rtt_ms: 40 }, { base_rtt_ms: 30 }],
    },
    curves: [],
  });
  const theory = async (name: "mathis" | "small_buffer", of: string) =>
    (await rowOf({ ...row, of } as never, scenarios, run as never, { path: "", scale: "as_is", theory: name })).theory;
  // 12.247 of 33.33 packets; 33.33 over the root of two flows.
  expect(await theory("mathis", "flows.one.of_capacity")).toBeCloseTo(0.36742, 5);
  expect(await theory("small_buffer", "bottleneck.queue.limit_packets")).toBeCloseTo(23.5702, 4);
  expect(await theory("small_buffer", "flows.one.of_capacity")).toBeNull();
});

test.each([
  [
    '"of": "bottleneck.queue.limit_packets", "note"',
    '"of": "flows.none.base_rtt_ms", "note"',
    'of: "flows.none.base_rtt_ms", not path',
  ],
  ['"min": 2, "max": 100', '"min": 100, "max": 100', "smallest.max: 100, not > 100"],
  ['"step": 2, "holds"', '"step": 0, "holds"', "smallest.step: 0, not > 0"],
  ['"min": 2, "max": 100', '"min": "2", "max": 100', 'smallest.min: "2", not number'],
  [
    '["bottleneck.utilisation", ">=", 0.98]',
    '["bottleneck.utilisation", ">", 0.98]',
    'smallest.holds.1: ">", not ("<=" | ">=" | "==")',
  ],
])("a search whose %s is %s is named with place, found and allowed", async (there, instead, mistake) => {
  const own = await sourceOf("buffer_size", "en");
  const row = own.split("\n").findIndex((line) => line.includes('"id": "two", "scenario": "d"'));
  const lines = own.split("\n").map((line, i) => (i === row ? line.replace(there, instead) : line));
  expect(lines[row]).toContain(instead);
  const knows = { results: null, refusal: () => null, picture: () => true, term: () => true };
  const { mistakes } = settle(readLesson(lines.join("\n")) as never, "buffer_size", "en", knows as never);
  const [first] = mistakes;
  expect(`${first?.place}: ${first?.found}, not ${first?.allowed}`).toBe(`asks.2.compared.bars.0.${mistake}`);
  expect(first?.line).toBe(row + 1);
});

test("a figure without a curve has no places", () => {
  expect(placesOn({ bars: [at("own")] }, scenarios)).toEqual([]);
});

test.each([
  [
    "what all its rows have alike",
    '"bottleneck.rate_bps", "scale": "inverse_root"',
    'path: "bottleneck.rate_bps", not differing',
  ],
  ["no setting", '"bottleneck.rate", "scale": "inverse_root"', 'path: "bottleneck.rate", not path'],
  [
    "no scale",
    '"bottleneck.loss.probability", "scale": "root"',
    'scale: "root", not ("as_is" | "logarithm" | "inverse" | "inverse_root")',
  ],
  [
    "no theory",
    '"bottleneck.loss.probability", "scale": "as_is", "theory": "bdp"',
    'theory: "bdp", not ("mathis" | "small_buffer")',
  ],
  [
    "an unknown field",
    '"bottleneck.loss.probability", "scale": "as_is", "axis": 1',
    'axis: "axis", not no field of this name',
  ],
])("a curve over %s is named with place, found and allowed", async (_, instead, mistake) => {
  const there = '"bottleneck.loss.probability", "scale": "inverse_root", "theory": "mathis"';
  const own = await sourceOf("random_loss", "en");
  expect(own).toContain(there);
  const text = own.replace(there, instead);
  const read = readLesson(text);
  const knows = { results: null, refusal: () => null, picture: () => true, term: () => true };
  const { mistakes } = settle(read as never, "random_loss", "en", knows as never);
  const [first, ...others] = mistakes.filter(({ place }) => place.includes("curve"));
  expect(`${first?.place}: ${first?.found}, not ${first?.allowed}`).toBe(`asks.1.compared.curve.${mistake}`);
  expect(text.split("\n")[(first?.line ?? 0) - 1]).toContain('"curve"');
  expect(others).toEqual([]);
});
