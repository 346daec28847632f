/** Where a drawing is made: on its own chart over its time, with what is known before it. Not here: the pad (run_view/drawing-pad.ts). */
import { expect, test } from "vitest";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { beforeDrawing, isDrawnOn, lastRun, runsOf, settingOf, withSetting } from "./shown-runs.ts";
import { lessonOf } from "./testing/files.ts";
import type { AskDraw } from "./types.ts";

const drawn = (id: string): AskDraw => {
  const ask = lessonOf(id).asks.find((one) => one.kind === "draw");
  if (!ask) throw new Error("nothing is drawn in it any more");
  return ask;
};

test.each(["sawtooth", "fairness_rtt"])("%s begins with the chart that its first question is drawn on", (id) => {
  expect(isDrawnOn(lessonOf(id).hook, drawn(id))).toBe(true);
});

test.each([
  ["another panel", { view: ["path"] }],
  ["another stretch", { span: [0.8, 10] as [number, number] }],
  ["what is asked", { until_s: 14 }],
  ["the whole run", { until_s: undefined }],
  ["another run", { scenario: "b" }],
])("nothing is drawn on a beginning that shows %s", (_, other) => {
  expect(isDrawnOn({ ...lessonOf("sawtooth").hook, ...other }, drawn("sawtooth"))).toBe(false);
});

test("any drawing has a chart of its own over its time, that shows its run up to where it begins", () => {
  const ask = { ...drawn("sawtooth"), show: { ...drawn("sawtooth").show, view: ["path"] } };
  const loop = beforeDrawing(ask);
  expect(isDrawnOn(loop, ask)).toBe(true);
  expect(loop).toMatchObject({ view: ["cwnd"], span: [0, 14.7], until_s: 2.7, set: { duration_s: 20 } });
  expect(loop.to_s).toBe(2.7);
});

/** Searches 2, 4, 6, 8, 10 for the smallest limit from `from` on: the limits that were tried, and the one that was found. */
async function searched(from: number): Promise<{ tried: number[]; found: number | null }> {
  const tried: number[] = [];
  const limit = (settings: unknown): number => Number(valueAt(settings, "bottleneck.queue.limit_packets"));
  const row = {
    ...{ scenario: "a", of: "bottleneck.queue.limit_packets" },
    smallest: { min: 2, max: 10, step: 2, holds: ["bottleneck.utilisation", ">=", 0.98] as [string, ">=", number] },
  };
  const run = async (settings: Scenario) => {
    tried.push(limit(settings));
    return { summary: { bottleneck: { utilisation: limit(settings) >= from ? 0.99 : 0.9 } }, settings };
  };
  const runs = runsOf<Awaited<ReturnType<typeof run>>>(lessonOf("buffer_size").scenarios, row);
  const found = await lastRun(runs, run);
  return { tried, found: found && limit(found.settings) };
}

test.each([
  [2, 2, [6, 4, 2]],
  [4, 4, [6, 4, 2]],
  [5, 6, [6, 4]],
  [10, 10, [6, 10, 8]],
  [11, null, [6, 10]],
])("from %s on: the smallest value is %s, after the values %j", async (from, value, values) => {
  const { tried, found } = await searched(from);
  expect(found).toBe(value);
  expect(tried).toEqual(values);
});

test("the number of copies belongs to the entry of the document, and is changed there", () => {
  const run = {
    duration_s: 1,
    flows: [{ name: "f", count: 3 }, { name: "g" }],
    cross_traffic: [{ kind: "voip", name: "call", count: 2 }],
  } as unknown as Scenario;
  expect(settingOf(run, "flows.f.count")).toBe(3);
  expect(settingOf(run, "cross_traffic.call.count")).toBe(2);
  expect(settingOf(run, "flows.g.count")).toBeUndefined();
  expect(settingOf(run, "flows.f 1.count")).toBeUndefined();
  expect(settingOf(run, "duration_s")).toBe(1);
  expect(withSetting(run, "flows.f.count", 16)).toEqual({ ...run, flows: [{ name: "f", count: 16 }, { name: "g" }] });
  expect(withSetting(run, "flows.g.count", 2).flows?.[1]).toEqual({ name: "g", count: 2 });
  expect(withSetting(run, "flows.h.count", 2)).toBe(run);
});
