import { describe, expect, test } from "vitest";
import type { Axis, Plot, Series } from "../ensemble/types.ts";
import { endsOf, frameOf, reading, scaleOf, ticksOf } from "./scale.ts";

const axis = (more: Partial<Axis> = {}): Axis => ({ label: "", unit: "", log: false, range: null, names: [], ...more });
const ticks = (one: Axis, values: number[], most = 9): string[] =>
  ticksOf(one, scaleOf(one, endsOf(one, values)), most).map((tick) => tick.text);

describe("an axis", () => {
  test("has round ends and ticks, as the command line draws them", () => {
    expect(endsOf(axis(), [0.31, 9.2])).toEqual([0, 10]);
    expect(ticks(axis(), [0.31, 9.2])).toEqual(["0", "2", "4", "6", "8", "10"]);
    expect(ticks(axis({ range: [0, 0.05] }), [])).toEqual(["0.00", "0.01", "0.02", "0.03", "0.04", "0.05"]);
    expect(ticks(axis({ range: [0, 0.05] }), [], 3)).toEqual(["0.00", "0.02", "0.04"]);
    expect(ticks(axis({ log: true }), [3, 700])).toEqual(["1", "10", "100", "1000"]);
    expect(ticks(axis({ log: true }), [2e-6, 0.4])).toContain("10⁻⁵");
    expect(scaleOf(axis({ log: true }), [1, 1000]).place(Math.sqrt(1000))).toBeCloseTo(0.5);
  });

  test("of nothing, of one value, of names", () => {
    expect(endsOf(axis(), [])).toEqual([0, 1]);
    const [from, until] = endsOf(axis(), [5]);
    expect(from).toBeLessThan(until);
    expect(ticks(axis({ names: ["a", "b"], range: [-0.5, 1.5] }), [])).toEqual(["a", "b"]);
  });

  test("keeps at least the ends it had, so that nothing jumps while results arrive", () => {
    const series = (y: number): Series => ({
      name: "",
      ink: 0,
      form: "dots",
      stated: false,
      hidden: false,
      points: [[1, y]],
    });
    const plot: Plot = { x: axis(), y: axis(), series: [series(3)], rules: [], spans: [], notes: [] };
    const floor = { x: [0, 10], y: [0, 80] } as const;
    expect(frameOf(plot, () => true, floor)).toEqual({ x: [0, 10], y: [0, 80] });
    expect(frameOf({ ...plot, series: [series(130)] }, () => true, floor).y[1]).toBeGreaterThanOrEqual(130);
  });

  test("scales and reads back", () => {
    for (const one of [axis(), axis({ log: true })]) {
      const scale = scaleOf(one, [2, 200]);
      for (const share of [0, 0.3, 1]) expect(scale.place(scale.at(share))).toBeCloseTo(share);
    }
  });
});

test("readings have three digits, bounds no zeros at their end", () => {
  expect([0.35234, 6.2, 12, 621947.3, 0.000012, 0].map((value) => reading(value))).toEqual([
    "0.352",
    "6.20",
    "12",
    "621,947",
    "0.000012",
    "0",
  ]);
  expect(reading(0.31, undefined, true)).toBe("0.31");
  // A bound is distinguished from the value it bounds; what is written as 1 has the digits of 1.
  expect(reading(1.001, undefined, true)).toBe("1.001");
  expect([0.9998, 1.0002].map((value) => reading(value))).toEqual(["1.00", "1.00"]);
  expect(reading(-0.557)).toBe("−0.557");
});

test("an axis with a stated range takes in what we measured, and is not cut off at it", () => {
  const axis = { label: "", unit: "", log: false, range: null, names: [] };
  const series = { name: "a", ink: 0, form: "line" as const, stated: false, hidden: false, points: [[1, 0.386]] };
  const plot = { x: axis, y: { ...axis, range: [0.4, 1] as [number, number] }, series: [series] };
  const rest = { rules: [], spans: [], notes: [] };
  expect(frameOf({ ...plot, ...rest }, () => true).y[0]).toBeCloseTo(0.3);
  const inside = { ...series, points: [[1, 0.5]] };
  expect(frameOf({ ...plot, ...rest, series: [inside] }, () => true).y).toEqual([0.4, 1]);
});
