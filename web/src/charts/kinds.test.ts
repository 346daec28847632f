/** An algorithm's own signals end with it; the window gives way to the rate. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { SeriesMap } from "./chart.ts";
import { isRateBased, kindAt, kindsOf, truly } from "./kinds.ts";

const flow = { name: sourceName("a"), kind: "tfrc" } as FlowLook;
const kinds = new Map([
  [
    sourceName("a"),
    [
      { t_s: 0, kind: "vegas" },
      { t_s: 10, kind: "tfrc" },
      { t_s: 20, kind: "vegas" },
    ],
  ],
]);
const facts = { kinds } as unknown as RunFacts;
const points = Float64Array.from([1, 11, 9, 19, 10, 20, 15, 25, 20, 30, 25, 35]);
const series: SeriesMap = { get: () => points, at: () => 7 };

test("a flow has the algorithm that was chosen last", () => {
  expect([0, 9.9, 10, 19, 20, 30].map((t_s) => kindAt(facts, flow, t_s))).toEqual([
    "vegas",
    "vegas",
    "tfrc",
    "tfrc",
    "vegas",
    "vegas",
  ]);
  expect(kindsOf({} as RunFacts, flow)).toEqual(["tfrc"]);
  expect(["rap", "tfrc", "tear", "cubic"].map(isRateBased)).toEqual([true, true, true, false]);
});

test("its levels break while another is at work", () => {
  const of = (signal: string) => [...truly(series, facts).get(sourceName("a"), signal, "line")];
  expect(of("vegas_diff_packets")).toEqual([1, 11, 9, 19, 10, Number.NaN, 20, 30, 25, 35]);
  expect(of("cwnd_packets")).toEqual([1, 11, 9, 19, 10, Number.NaN, 20, 30, 25, 35]);
  expect(of("rate_packets")).toEqual([0, Number.NaN, 10, 20, 15, 25, 20, Number.NaN]);
  expect(of("queue_packets")).toEqual([...points]);
  const at = (signal: string, t_s: number) => truly(series, facts).at?.(sourceName("a"), signal, t_s);
  expect([at("cwnd_packets", 5), at("cwnd_packets", 15), at("rate_packets", 15)]).toEqual([7, undefined, 7]);
});

test("without changes nothing is copied", () => {
  expect(truly(series, {} as RunFacts)).toBe(series);
  expect(truly(series, facts).get(sourceName("b"), "cwnd_packets", "line")).toBe(points);
});
