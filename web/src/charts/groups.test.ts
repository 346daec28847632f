/** Many flows by algorithm: which flows form a group at an instant, and percentiles computed by hand. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import "../i18n/charts.ts";
import type { FlowMeasure } from "./chart.ts";
import { bandOf, columnOf, groupsOf, instantsOf, signedFlows } from "./groups.ts";
import { context, facts, flow } from "./testing/crowd.ts";

addMessages("en", says);

const measure: FlowMeasure = {
  points: (cx, { name }) => cx.series.get(name, "", "line"),
  now: () => null,
  step: true,
  digits: () => 0,
  columnDigits: 0,
  domain: (_cx, _height, max) => ({ min: 0, max, ticks: [], format: String }),
  describe: (_cx, flows) => flows,
};
const list = (values: Float64Array): number[] => [...values].map((value) => Number(value.toFixed(9)));

test("percentiles are of the flows that run at each instant, interpolated between neighbours", () => {
  const flows = [flow("a", 0, { stop_s: 3 }), flow("b", 1), flow("c", 2), flow("d", 3), flow("e", 4, { start_s: 2 })];
  const cx = context(facts(flows), { a: [0, 10], b: [0, 20, 2.5, 60], c: [0, 30], d: [0, 40], e: [2, 50] });
  const [group] = groupsOf(cx.facts);
  const band = bandOf(cx, group as never, measure, instantsOf(cx.facts));
  expect(list(band.times)).toEqual([0, 1, 2, 3, 4]);
  // 10 20 30 40 | 10 20 30 40 50 | 10 30 40 50 60 | 30 40 50 60
  expect(list(band.low)).toEqual([16, 16, 18, 26, 36]);
  expect(list(band.middle)).toEqual([25, 25, 30, 40, 45]);
  expect(list(band.high)).toEqual([34, 34, 42, 52, 54]);
});

test("nothing stands where no flow runs, where a value is none, or where the last one is too old", () => {
  const flows = [flow("a", 0, { start_s: 1, stop_s: 2 }), flow("b", 1)];
  const cx = context(facts(flows), { a: [1, 7], b: [0, Number.NaN, 2.5, 5] });
  const band = bandOf(cx, groupsOf(cx.facts)[0] as never, { ...measure, quiet_s: () => 1 }, instantsOf(cx.facts));
  expect(list(band.middle)).toEqual([Number.NaN, 7, 7, 5, Number.NaN]);
});

test("a flow counts with the algorithm that it has at the instant", () => {
  const flows = [flow("a", 0), flow("b", 1), flow("c", 2, { kind: "newreno", title: "NewReno" })];
  const kinds = new Map([
    [
      sourceName("b"),
      [
        { t_s: 0, kind: "cdg" },
        { t_s: 2, kind: "newreno" },
      ],
    ],
  ]);
  const cx = context(facts(flows, { kinds }), { a: [0, 10], b: [0, 20], c: [0, 40] });
  const groups = groupsOf(cx.facts);
  expect(groups.map(({ kind, label }) => [kind, label.replaceAll("\u202f", " ")])).toEqual([
    ["cdg", "CDG × 1"],
    ["newreno", "NewReno × 2"],
  ]);
  const [cdg, newreno] = groups.map((group) => bandOf(cx, group, measure, instantsOf(cx.facts)));
  expect(list((cdg as typeof newreno & object).middle)).toEqual([15, 15, 10, 10, 10]);
  expect(list((newreno as typeof cdg & object).middle)).toEqual([40, 40, 30, 30, 30]);
});

test("instants are the ends of the engine's columns, and both ends of what is shown", () => {
  const seen = facts([], { t0_s: 0.25, t1_s: 1.45, computed_s: 1, columns: 4 });
  expect(list(instantsOf(seen))).toEqual([0.25, 0.3, 0.6, 0.9, 1]);
  expect(list(instantsOf({ ...seen, t0_s: 0.3, t1_s: 1.5 }))).toEqual([0.3, 0.6, 0.9, 1]);
  expect([...instantsOf({ ...seen, computed_s: 0.2 })]).toEqual([]);
  // 1 s in 7 columns: 142,857,142 ns each, as the engine has it.
  expect(columnOf([0, 1], 7)).toBe(0.142857142);
});

test("the path's colours are those of the algorithms, cross traffic keeps its own", () => {
  const flows = Array.from({ length: 13 }, (_, i) => flow(`f${i}`, i, i % 2 ? { kind: "newreno" } : {}));
  const of = facts([...flows, flow("call", 13, { kind: "", cross: true })]);
  expect(signedFlows(of)?.map(({ sign }) => sign)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 13]);
  expect(signedFlows(of)).toBe(signedFlows({ ...of, playhead_s: 2 }));
  expect(signedFlows(facts(flows.slice(5)))).toBeUndefined();
});
