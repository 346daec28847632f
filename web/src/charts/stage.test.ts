/** The stage: window and queue in one plot. */
import { expect, test } from "vitest";
import { keyOf, NOW } from "./label-rows.ts";
import { queueChart } from "./queue.ts";
import { stageOf } from "./stage.ts";
import { stage } from "./testing/draw.ts";
import { windowChart } from "./window.ts";

test("a flow's labels in window and queue have different keys, so that each shows its own value while the run plays", () => {
  const chart = stageOf(windowChart, queueChart);
  const { cx, scales } = stage(chart, { reading_s: 30 }, { width: 900, height: 420 });
  const slots = chart.slots(scales, cx);
  for (const flow of ["CDG", "NewReno"]) expect(slots.filter(({ label }) => label === flow)).toHaveLength(2);
  const named = slots.filter(({ label }) => label !== "");
  expect(new Set(named.map(keyOf)).size).toBe(named.length);
});

test("over the values stands their time: now, or where the reader points", () => {
  const chart = stageOf(windowChart, queueChart);
  const heads = (points: boolean) => {
    const { cx, scales } = stage(chart, { reading_s: 30, points }, { width: 900, height: 420 });
    return chart
      .slots(scales, cx)
      .filter(({ key }) => key === NOW)
      .map(({ value }) => value);
  };
  expect(heads(false)).toEqual(["now"]);
  expect(heads(true)).toEqual(["30.00\u202fs"]);
});
