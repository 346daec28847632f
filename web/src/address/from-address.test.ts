/** Which charts a preset opens with: beside each other, and under the laboratory's stage. */
import { expect, test } from "vitest";
import { presetOf } from "../session/presets.ts";
import { readFields } from "./fields.ts";
import { firstCharts, opened } from "./from-address.ts";

const first = (id: string, tracks: number | null): string[] => firstCharts(presetOf(id) ?? null, tracks);

test("under a stage of window and queue the charts of the preset are open, then others; none that has nothing to show", () => {
  expect(first("cdg_beside_newreno", 0)).toEqual(["cwnd", "queue"]);
  expect(first("cdg_beside_newreno", 1)).toEqual(["cwnd", "queue", "gradient"]);
  expect(first("cdg_beside_newreno", 2)).toEqual(["cwnd", "queue", "gradient", "rtt"]);
  expect(first("tfrc_beside_tcp", 2)).toEqual(["cwnd", "queue", "goodput", "rtt"]);
  expect(first("tfrc_beside_tcp", 9)).not.toContain("gradient");
  expect(first("full_home_router", 1)).toEqual(["cwnd", "queue", "delay"]);
});

test("a run of algorithms with rates or marks, or with two queues, opens with their charts", () => {
  const of = (kinds: string[], discipline: string, tracks: number | null, preset = null): string[] =>
    firstCharts(preset, tracks, {
      duration_s: 10,
      flows: kinds.map((kind) => ({ algorithm: { kind } })),
      bottleneck: { queue: { discipline } },
    });
  expect(of(["bbr", "cubic"], "drop_tail", null)).toEqual(["queue", "rates", "in_flight"]);
  expect(of(["bbr", "cubic"], "drop_tail", 2)).toEqual(["cwnd", "queue", "rates", "in_flight"]);
  expect(of(["dctcp", "dctcp"], "drop_tail", null)).toEqual(["cwnd", "queue", "marks"]);
  expect(of(["prague", "cubic"], "dualpi2", null)).toEqual(["queue", "marks", "queue_delay"]);
  // Any other run opens as before.
  expect(of(["newreno"], "codel", null)).toEqual(firstCharts(null, null));
});

test("beside each other a preset opens with its own", () => {
  expect(first("tfrc_beside_tcp", null)).toEqual(["goodput", "queue", "rtt"]);
});

test("an address shows few things if it says so, all if it names a run or charts, and else what the reader left", () => {
  const few = (hash: string) => opened(readFields(hash, () => ({ text: "" }))).few;
  expect(few("")).toBeNull();
  expect(few("theme=dark&lang=en")).toBeNull();
  expect(few("preset=adsl")).toBe(false);
  expect(few("view=path,rtt")).toBe(false);
  expect(few("preset=adsl&show=few")).toBe(true);
  expect(few("show=all")).toBe(false);
});
