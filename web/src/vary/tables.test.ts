/** A table that was opened, as the page draws it: by hand. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { SweepPlan } from "../ensemble/types.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { openedOf } from "./tables.ts";
import type { Variable } from "./variables.ts";

const LIMIT: Variable = {
  ...{
    paths: ["bottleneck.queue.limit_packets"],
    label: "Queue limit",
    face: null,
    words: [],
    value: 84,
    whole: true,
    least: 1,
    most: 1e7,
  },
};
const KIND: Variable = { ...LIMIT, paths: ["flows.a.algorithm.kind"], label: "Algorithm of CUBIC" };
const LOOK = { name: sourceName("a"), label: "CUBIC", index: 0, sign: 3, kind: "cubic", cross: false } as FlowLook;
const measure = (name: string): SweepPlan["columns"][number] => ({ name, unit: "", kind: "number", of: "measure" });
const plan: SweepPlan = {
  ...{ ok: true, runs: 12, cells: 6, alone: 0, seeds: { from: 1, to: 2 }, notices: [] },
  axes: [
    { tracks: [{ path: "bottleneck.queue.limit_packets", unit: "", values: [1, 10, 100] }] },
    { tracks: [{ path: "flows.a.algorithm.kind", unit: "", values: ["bbr", "cubic"] }] },
  ],
  columns: [
    { name: "cell", unit: "", kind: "whole", of: "run" },
    measure("flows.a.goodput_bps"),
    measure("flows.b.goodput_bps"),
    measure("bottleneck.utilisation"),
    measure("jain_index"),
    measure("reverse_bottleneck.utilisation"),
    { ...measure("flows.a.algorithm"), kind: "text" },
  ],
};

test("settings and flows of the run on the page have their names, measures theirs once", () => {
  const opened = openedOf("a.csv", plan, "", [KIND, LIMIT], [LOOK]);
  expect(opened.axes.map(({ variable }) => variable)).toEqual([LIMIT, KIND]);
  expect(opened.axes.map(({ logarithmic }) => logarithmic)).toEqual([true, false]);
  expect(opened.fields.map(({ path, of }) => [path, of])).toEqual([
    ["goodput_bps", "flow"],
    ["utilisation", "path"],
    ["jain_index", "run"],
    ["reverse_bottleneck.utilisation", "run"],
  ]);
  expect(opened.looks).toEqual([LOOK]);
});

test("flows of another run are named as in the table, whatever the page calls its own", () => {
  const { axes, looks, other } = openedOf("a.csv", plan, "why", [KIND, LIMIT], [LOOK]);
  expect(other).toBe("why");
  expect(axes[0]?.variable).toBe(LIMIT);
  expect(axes[1]?.variable).toMatchObject({ label: "flows.a.algorithm.kind", face: null });
  expect(axes[1]?.variable.words.map(({ value }) => value)).toEqual(["bbr", "cubic"]);
  expect(looks.map(({ label, sign }) => [label, sign])).toEqual([
    ["a", 0],
    ["b", 1],
  ]);
});
