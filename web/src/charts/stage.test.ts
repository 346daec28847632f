/** The stage: window and queue in one plot. */
import { expect, test } from "vitest";
import type { RunFacts } from "../session/run-facts.ts";
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

test("columns of the table say of what they are, and its times are whole round trips where the axis has them", () => {
  const chart = stageOf(windowChart, queueChart);
  const table = (over: Partial<RunFacts>) => chart.rows(stage(chart, over).cx);
  const { header } = table({});
  expect(header[0]).toBe("time, s");
  expect(new Set(header).size).toBe(header.length);
  expect(header).toEqual(expect.arrayContaining(["Window: CDG", "Queue: CDG", "Queue: delay, ms"]));
  const inRounds = table({ t0_s: 4.5, t1_s: 30, round_s: 1 });
  expect(inRounds.header[0]).toBe("Time in round trips");
  expect(inRounds.rows.map(([time]) => time)).toEqual(Array.from({ length: 26 }, (_, i) => `${i + 5}.0`));
  // Of more than it has rows for it leaves some out; of a few it shows parts.
  const many = table({ t0_s: 0, t1_s: 30, round_s: 0.1 }).rows.map(([time]) => time);
  expect(many.slice(0, 3)).toEqual(["0.0", "5.0", "10.0"]);
  expect(table({ t0_s: 4, t1_s: 5, round_s: 0.5 }).rows[1]?.[0]).toBe("8.033");
});

test("a row in round trips reads the window at that time", () => {
  const chart = stageOf(windowChart, queueChart);
  const { rows } = chart.rows(stage(chart, { t0_s: 10, t1_s: 40, round_s: 2 }).cx);
  const seconds = chart.rows(stage(chart, { t0_s: 10, t1_s: 40 }).cx).rows;
  expect(rows[3]?.slice(0, 2)).toEqual(["8.0", seconds.find(([time]) => time === "16.00")?.[1]]);
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
