/** Where a drawing is made: on its own chart over its time, with what is known before it. Not here: the pad (run_view/drawing-pad.ts). */
import { expect, test } from "vitest";
import { beforeDrawing, isDrawnOn } from "./shown-runs.ts";
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
