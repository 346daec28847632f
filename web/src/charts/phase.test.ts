/** The phase plot has the whole run, however long it is. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { ChartContext } from "./chart.ts";
import { phaseChart, trailOf } from "./phase.ts";
import { xAxisOf } from "./x-axis.ts";

const [a, b] = [sourceName("a"), sourceName("b")];
const flow = (name: typeof a, index: number) => ({
  name,
  index,
  sign: index,
  label: "",
  kind: "newreno",
  cross: false,
  start_s: index,
  stop_s: 900,
});

test("it asks for all that was played, in steps and with a bounded number of columns", () => {
  const view = (reading_s: number) => xAxisOf(phaseChart).view([phaseChart], { span: [0, 1], reading_s, columns: 800 });
  expect(view(3)).toEqual({ t0_s: 0, t1_s: 40, columns: 800 });
  expect(view(19)).toEqual(view(3));
  expect(view(61)).toEqual({ t0_s: 0, t1_s: 100, columns: 2000 });
  expect(view(3600)?.columns).toBe(4000);
});

test("its trail begins when both flows run, and ends at the reading", () => {
  const points = new Map([
    [a, Float64Array.of(0, 1, 5, 2, 400, 3, 700, 9)],
    [b, Float64Array.of(1, 4, 300, 5)],
  ]);
  const facts = {
    flows: [flow(a, 0), flow(b, 1)],
    reading_s: 500,
    computed_s: 900,
    focus: null,
  } as unknown as RunFacts;
  const series = { get: (name: typeof a) => points.get(name) ?? new Float64Array(0) };
  const trail = trailOf({ facts, series } as unknown as ChartContext);
  expect(trail.map(([t]) => t)).toEqual([1, 5, 300, 400, 500]);
  expect(trail.at(-1)).toEqual([500, 3, 5]);
});
