/** Numbers of a sweep on the axes of the screen, of a sweep that answers by hand. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { SweepKeeper } from "../ensemble/sweep.ts";
import type { SweepPlan } from "../ensemble/types.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Face } from "../settings/setting.ts";
import { type Field, fieldOf } from "./measures.ts";
import { measuredOf, scalesOfX, type View } from "./numbers.ts";
import type { Variable } from "./variables.ts";

const variable = (path: string, face: Partial<Face>): Variable => ({
  ...{ paths: [path], label: path, words: [], value: 1, whole: false, least: 0, most: 1 },
  face: { unit: "", factor: 1, ...face } as Face,
});
const RATE = variable("bottleneck.rate_bps", { unit: "Mbit/s", factor: 1e-6 });
const look = (name: string): FlowLook => ({ name: sourceName(name), label: name, cross: false }) as FlowLook;
const line = { n: 4, slope: 3, intercept: 0, r: 1, low: 2, high: 4 };
const column = (name: string) => ({ name, unit: "", kind: "number" as const, of: "measure" as const });
const plan: SweepPlan = {
  ...{ ok: true, runs: 2, cells: 2, alone: 0, seeds: { from: 1, to: 1 }, notices: [] },
  columns: [column("flows.a.goodput_bps")],
  axes: [{ tracks: [{ path: "bottleneck.rate_bps", unit: "bit/s", values: [1e6, 4e6] }] }],
};

/** Of a rate of 1 and 4 Mbit/s, and a goodput that is half of it; theory is about the rate. */
const keeper = {
  ask: async (name: string, of: string, scale: string) => {
    const at = { as_is: [1e6, 4e6], inverse: [1e-6, 0.25e-6] }[scale] ?? [];
    if (name === "quantiles") return Float64Array.from(of === "bottleneck.rate_bps" ? at : [0.5e6, 2e6]);
    if (name === "theory") return Float64Array.of(Number.NaN, 2e6);
    return {
      ...{ plan: JSON.stringify(plan), cells: 2, left: [], numbers: Float64Array.of(0.5e6, 2e6) },
      ...{ fit: JSON.stringify(line), theories: '[{"name":"bdp","column":"bottleneck.rate_bps","of":"axis"}]' },
    }[name];
  },
} as unknown as SweepKeeper;
const measured = (view: Partial<View>) =>
  measuredOf(keeper, RATE, fieldOf("goodput_bps") as Field, [look("a"), look("b")], {
    ...{ x: "as_is", y: "as_is", line: true, theory: true, kept: null },
    ...view,
  });

test("values, slope and theory are in the screen's units, of the columns that the table has", async () => {
  const found = await measured({});
  expect(found?.x).toEqual([1, 4]);
  expect(found?.curves.map(({ name, middle }) => [name, middle])).toEqual([["a", [0.5, 2]]]);
  // Mbit/s over Mbit/s as bit/s over bit/s.
  expect(found?.steep).toBe(1);
  expect(found?.level({ ...line, intercept: 5e6 })).toBe(5);
  expect(found?.changes).toEqual([{ name: "bdp", at: [Number.NaN, 2] }]);
});

test("the reciprocal is that of the screen's unit; of a logarithm the slope is the document's", async () => {
  const found = await measured({ x: "inverse" });
  expect(found?.x.map((x) => Number(x.toFixed(9)))).toEqual([1, 0.25]);
  expect(found?.axis.unit).toBe("1/Mbit/s");
  expect(found?.steep).toBeCloseTo(1e-12, 24);
  expect((await measured({ x: "logarithm", y: "logarithm" }))?.steep).toBe(1);
  expect((await measured({ x: "logarithm" }))?.steep).toBe(1e-6);
  // y = 100 x in bit/s is y = 100 x in Mbit/s.
  const power = { ...line, slope: 1, intercept: 2 };
  expect((await measured({ x: "logarithm", y: "logarithm" }))?.level(power)).toBeCloseTo(2, 12);
  expect((await measured({ x: "logarithm" }))?.level({ ...power, slope: 1e6, intercept: 9e6 })).toBeCloseTo(15, 12);
});

test("a time has a scale of RTTs unless it is one, a limit one of BDPs", () => {
  const more = (path: string, unit: string): string[] =>
    scalesOfX(variable(path, { unit })).filter((scale) => scale.startsWith("of_"));
  expect(more("bottleneck.queue.limit_ms", "ms")).toEqual(["of_rtt"]);
  expect(more("flows.a.base_rtt_ms", "ms")).toEqual([]);
  expect(more("bottleneck.queue.limit_packets", "packets")).toEqual(["of_bdp"]);
});
