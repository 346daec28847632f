import { describe, expect, test } from "vitest";
import type { Axis, Plot, Series } from "../ensemble/types.ts";
import { endsOf, frameOf, ticksOf } from "./axis-ends.ts";

const axis = (more: Partial<Axis> = {}): Axis => ({ label: "", unit: "", log: false, range: null, names: [], ...more });
const pair = (one: Axis, values: number[]): number[] => {
  const { min, max } = endsOf(one, values);
  return [min, max];
};
const ticks = (one: Axis, values: number[], most = 9): string[] =>
  ticksOf(one, endsOf(one, values), most).map((tick) => tick.text);
const dots = (y: number): Series => ({
  ...{ name: "", ink: 0, form: "dots", stated: false, hidden: false },
  points: [[1, y]],
});
const plotOf = (y: Axis, series: Series[]): Plot => ({ x: axis(), y, series, rules: [], spans: [], notes: [] });

describe("an axis", () => {
  test("has round ends; zero belongs to what comes near it", () => {
    expect(pair(axis(), [4.1, 9.2])).toEqual([0, 10]);
    expect(pair(axis(), [61.5, 68.2])).toEqual([61, 69]);
    expect(pair(axis({ log: true }), [3, 0, 700])).toEqual([1, 1000]);
  });

  test("with fine ticks is not longer than the next one, and has steps within a decade", () => {
    const fine = axis({ log: true, fine: true });
    expect(pair(fine, [8.3, 672])).toEqual([5, 1000]);
    expect(pair(fine, [5, 1000])).toEqual([5, 1000]);
    expect(pair(fine, [0.011, 0.19])).toEqual([0.01, 0.2]);
    expect(pair(fine, [10])).toEqual([10, 20]);
    expect(ticks(fine, [8.3, 672])).toEqual(["5", "10", "20", "50", "100", "200", "500", "1000"]);
    expect(ticks(fine, [22, 48], 6)).toEqual(["20", "30", "40", "50"]);
  });

  test("of nothing, of one value, of names", () => {
    expect(pair(axis(), [])).toEqual([0, 1]);
    expect(pair(axis({ log: true }), [0])).toEqual([1, 10]);
    expect(pair(axis(), [5])).toEqual([5, 6]);
    expect(ticks(axis({ names: ["a", "b"], range: [-0.5, 1.5] }), [])).toEqual(["a", "b"]);
  });

  test("keeps at least the ends it had, so that nothing jumps while results arrive", () => {
    const floor = { x: { min: 0, max: 10 }, y: { min: 0, max: 80 } };
    expect(frameOf(plotOf(axis(), [dots(3)]), () => true, floor)).toMatchObject(floor);
    expect(frameOf(plotOf(axis(), [dots(130)]), () => true, floor).y.max).toBeGreaterThanOrEqual(130);
  });

  test("with a stated range takes in what we measured, and is not cut off at it", () => {
    const stated = axis({ range: [0.4, 1] });
    expect(frameOf(plotOf(stated, [dots(0.386)]), () => true).y.min).toBeCloseTo(0.3);
    expect(frameOf(plotOf(stated, [dots(0.5)]), () => true).y).toMatchObject({ min: 0.4, max: 1 });
    expect(frameOf(plotOf(axis({ range: [1, 100], log: true }), [dots(250)]), () => true).y).toMatchObject({
      min: 1,
      max: 1000,
    });
  });

  test("takes in what is drawn only", () => {
    const plot = plotOf(axis(), [dots(3), { ...dots(900), hidden: true }]);
    expect(frameOf(plot, (series) => !series.hidden).y).toMatchObject({ min: 3, max: 4 });
  });
});
