import { expect, test } from "vitest";
import { curveMeasure, featureOf, gap, teeth, valueOn } from "./curve.ts";

// t, v: a tooth of 3 up to 9 at 2 s, down to 4, up to 7 at 5 s.
const CURVE = [0, 3, 1, 6, 2, 9, 3, 4, 4, 5.5, 5, 7];
const OTHER = [0, 1, 5, 2];

test("measures of a curve by their names", () => {
  const measured = (of: string): number | undefined => curveMeasure(of)?.of([CURVE, OTHER]);
  expect(measured("max one.cwnd_packets 0 5")).toBe(9);
  expect(measured("min one.cwnd_packets 0 5")).toBe(3);
  expect(measured("top_s one.cwnd_packets 0 5")).toBe(2);
  expect(measured("reach_s one.cwnd_packets 0 5 5.5")).toBe(1);
  expect(measured("reach_s one.cwnd_packets 0 5 50")).toBeNaN();
  // The first gains 4, the second 1.
  expect(measured("mbps one.delivered_bytes 0 5")).toBeCloseTo((4 * 8e-6) / 5, 15);
  expect(measured("part one.delivered_bytes 0 5 0.0000032")).toBeCloseTo(2, 12);
  expect(measured("share one,two.delivered_bytes 0 5")).toBeCloseTo(0.8, 12);
  expect(measured("times one,two.delivered_bytes 0 5")).toBe(4);
  // Over the two seconds before 2 s the first gains 6; the other's step comes at 5 s.
  expect(measured("even_s one,two.delivered_bytes 0 5 0.8")).toBe(2);
  expect(measured("even_s two,one.delivered_bytes 0 5 0.8")).toBe(2);
  expect(measured("jain one,two.delivered_bytes 0 5")).toBeCloseTo(25 / 34, 12);
  expect(curveMeasure("flows.one.goodput_bps")).toBeNull();
  expect(curveMeasure("hop one.cwnd_packets 0 5")).toBeNull();
  expect(curveMeasure("max one.cwnd_packets 8 20")).toMatchObject({
    sources: ["one"],
    signal: "cwnd_packets",
    t0_s: 8,
    t1_s: 20,
  });
});

test("teeth are rises that are followed by a fall, small wobbles left out", () => {
  expect(teeth([3, 6, 9, 4, 5.5, 7], 10)).toBe(1);
  expect(teeth([3, 6, 9, 4, 5.5, 7, 3], 10)).toBe(2);
  expect(teeth([5, 5.4, 5.1, 5.6, 5.2], 10)).toBe(0);
  expect(teeth([1, 2, 3, 4], 10)).toBe(0);
});

test("a value holds until the next, and two curves are a share of the height apart", () => {
  expect([0, 0.9, 1, 4.5, 9].map((t) => valueOn(CURVE, t))).toEqual([3, 3, 6, 5.5, 7]);
  expect(gap([1, 2, 3], [2, 2, 5], 10)).toBeCloseTo(0.1, 12);
  expect(featureOf("end", [4, 7], 10)).toBe(7);
});
