/** Settings of a run that can be varied, and the document that a choice makes. The engine's own checks of it are in wasm-core/sweep. */
import { expect, test } from "vitest";
import { looksOf } from "../session/facts.ts";
import { PRESETS } from "../session/presets.ts";
import type { Scenario } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { axisOf, columnsOf, documentOf, FIELDS, fieldOf, type Variable, variablesOf } from "./choice.ts";

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
