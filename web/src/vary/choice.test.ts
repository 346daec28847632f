/** Settings of a run that can be varied, and the document that a choice makes. The engine's own checks of it are in wasm-core/sweep. */
import { expect, test } from "vitest";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/vary.json" with { type: "json" };
import { looksOf } from "../session/facts.ts";
import { PRESETS } from "../session/presets.ts";
import type { Scenario } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { type Choice, carried, choiceOfKind, kindOf, USUAL_FIELDS } from "./choice.ts";
import { documentOf, spanOf } from "./document.ts";
import { columnsOf, FIELDS, fieldOf, measuredLooks } from "./measures.ts";
import { axisOf, pairOf, type Variable, variablesOf } from "./variables.ts";

addMessages("en", words);
const opening = PRESETS.find(({ id }) => id === "cdg_beside_newreno")?.scenario as Scenario;
const looks = looksOf(opening, opening.duration_s, tables);
/** As the engine fills it. */
const settings = { ...opening, flows: (opening.flows ?? []).map((flow) => ({ base_rtt_ms: 40, ...flow })) };
const variables = variablesOf(settings, opening, looks);
const of = (path: string): Variable => variables.find(({ paths }) => paths[0] === path) as Variable;

test("numbers and words of the path and of each flow can be varied, switches and what a run does not have cannot", () => {
  const paths = variables.map((each) => each.paths.join(" "));
  expect(paths).toContain("bottleneck.rate_bps");
  expect(paths).toContain("bottleneck.queue.limit_packets");
  expect(paths).toContain("flows.CDG.base_rtt_ms flows.NewReno.base_rtt_ms");
  expect(paths).toContain("flows.CDG.algorithm.kind");
  expect(paths).toContain("flows.NewReno.count");
  expect(paths).not.toContain("bottleneck.queue.limit_bytes");
  expect(of("flows.CDG.algorithm.kind").words.some(({ value }) => value === "cubic")).toBe(true);
  expect(new Set(paths).size).toBe(paths.length);
});

test("usual values lie around the present one, equal in ratio where the slider is", () => {
  const limit = axisOf(of("bottleneck.queue.limit_packets"));
  expect(limit).toMatchObject({ logarithmic: true, steps: 9 });
  expect(limit.from).toBeLessThan(84);
  expect(limit.to).toBeGreaterThan(84);
  // At the loss of zero there is nothing around which to lie.
  const loss = axisOf({ ...of("bottleneck.rate_bps"), value: 0 });
  expect(loss.from).toBeGreaterThan(0);
  expect(axisOf(of("flows.CDG.algorithm.kind")).words.length).toBeGreaterThan(5);
});

test("a choice makes a sweep's document in the document's units, its seeds the run's own and those after it", () => {
  const axis = { ...axisOf(of("bottleneck.rate_bps")), from: 1, to: 100, steps: 5 };
  const rtt = of("flows.CDG.base_rtt_ms");
  const choice = {
    axes: [axis, { ...axisOf(rtt), words: [] }],
    seeds: 3,
    fields: ["goodput_bps", "utilisation", "jain_index", "no_such"],
    flow: 0,
    from_s: null,
    to_s: null,
    goal: null,
  };
  const document = documentOf(choice, variables, { ...opening, seed: 7 }, looks);
  expect(document).toMatchObject({
    schema: 1,
    axes: [
      { path: "bottleneck.rate_bps", from: 1e6, to: 1e8, steps: 5, scale: "logarithmic" },
      { together: [{ path: "flows.CDG.base_rtt_ms" }, { path: "flows.NewReno.base_rtt_ms" }] },
    ],
    seeds: { from: 7, to: 9 },
    measures: ["flows.CDG.goodput_bps", "flows.NewReno.goodput_bps", "bottleneck.utilisation", "jain_index"],
  });
  const kinds = documentOf({ ...choice, axes: [axisOf(of("flows.CDG.algorithm.kind"))] }, variables, opening, looks);
  expect((kinds.axes as { values: string[] }[])[0]?.values).toContain("bbr");
});

test("each measure has a column, of a flow one for each", () => {
  expect(new Set(FIELDS.map(({ path }) => path)).size).toBe(FIELDS.length);
  const goodput = fieldOf("goodput_bps");
  expect(goodput && columnsOf(goodput, looks).map(({ look }) => look?.name)).toEqual(["CDG", "NewReno"]);
});

const limit = "bottleneck.queue.limit_packets";
const curve: Choice = {
  axes: [axisOf(of(limit))],
  seeds: 5,
  fields: USUAL_FIELDS,
  flow: 0,
  from_s: null,
  to_s: null,
  goal: null,
};

test("a picture is over the setting of the one before, and never over one setting twice", () => {
  const [map, pairs, find] = (["map", "pairs", "find"] as const).map((kind) =>
    choiceOfKind(kind, curve, variables, {}),
  ) as [Choice, Choice, Choice];
  expect([map, pairs, find].map((choice) => kindOf(choice, variables))).toEqual(["map", "pairs", "find"]);
  expect([map, find].map(({ axes }) => axes[0]?.path)).toEqual([limit, limit]);
  for (const kept of [{ curve }, {}]) {
    const [first, second] = choiceOfKind("map", pairs, variables, kept).axes;
    expect(first?.path).toBe(limit);
    expect(second?.path).not.toBe(first?.path);
  }
  expect(choiceOfKind("find", pairs, variables, { curve }).axes[0]?.path).toBe(limit);
  // A search is for a number.
  const kinds = { ...curve, axes: [axisOf(of("flows.CDG.algorithm.kind"))] };
  expect(choiceOfKind("find", kinds, variables, {}).axes[0]?.path).toBe(limit);
});

test("flows are compared from the start of the last one on, unless the reader says otherwise", () => {
  const pairs = choiceOfKind("pairs", curve, variables, {});
  for (const choice of [curve, pairs]) {
    expect(spanOf(choice, looks, opening)).toEqual({ from_s: 12, to_s: opening.duration_s });
    expect(documentOf(choice, variables, opening, looks)).toMatchObject({ from_s: 12 });
  }
  expect(documentOf({ ...curve, from_s: 0 }, variables, opening, looks)).not.toHaveProperty("from_s");
  const late = { ...axisOf(of("bottleneck.rate_bps")), path: "flows.NewReno.start_s", from: 2, to: 20 };
  expect(spanOf({ ...pairs, axes: [...curve.axes, late] }, looks, opening).from_s).toBe(20);
  const own = { ...pairs, from_s: 3, to_s: 9 };
  expect(documentOf(own, variables, opening, looks)).toMatchObject({ from_s: 3, to_s: 9 });
});

test("copies of a flow have no measure of their own, and a flow with another algorithm no name of the old one", () => {
  const count = { ...curve, axes: [axisOf(of("flows.NewReno.count"))] };
  expect(documentOf(count, variables, opening, looks)).toMatchObject({
    measures: ["flows.CDG.goodput_bps", "bottleneck.queue_ms.p50"],
  });
  const alone = documentOf({ ...count, fields: ["goodput_bps"] }, variables, opening, looks.slice(1));
  expect(alone).toMatchObject({ measures: ["bottleneck.utilisation"] });
  const pairs = choiceOfKind("pairs", curve, variables, {});
  expect(pairOf(variables).map(({ label }) => label)).toEqual(["Algorithm, flow 1", "Algorithm, flow 2"]);
  expect(measuredLooks(looks, pairs.axes).map(({ label }) => label)).toEqual(["flow 1", "flow 2"]);
});

test("another run keeps the choice: chosen values stay, usual ones become those of its own", () => {
  const before = variables;
  const now = variables.map((each) => (each.paths[0] === limit ? { ...each, value: 20 } : each));
  expect(carried(curve, before, now).axes[0]).toEqual(axisOf(now.find(({ paths }) => paths[0] === limit) as Variable));
  const own = { ...curve, seeds: 20, axes: [{ ...axisOf(of(limit)), from: 5 }] };
  expect(carried(own, before, now)).toEqual(own);
  const without = variables.filter(({ paths }) => paths[0] !== limit);
  expect(carried(own, before, without)).toMatchObject({ seeds: 20, axes: [{ path: "bottleneck.rate_bps" }] });
});
