/** Many runs put together: worked out by hand. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { bandsOf, binsFor, type Form, rowsOf, spanOf, widthOf } from "./percentiles.ts";

const look = (name: string, index: number, cross = false): FlowLook => ({
  name: sourceName(name),
  index,
  sign: index,
  label: name,
  kind: cross ? "" : "newreno",
  cross,
  start_s: 0,
  stop_s: Number.POSITIVE_INFINITY,
});
/** Two bins of 2 s, a flow and a call. */
const form: Form = { bins: 2, duration_s: 4, looks: [look("a", 0), look("call", 1, true)] };
const SOURCE = ["delivered_bytes", "window_packets_s", "window_s", "delay_ms", "delays", "arrived", "lost", "own_s"];
const QUEUE = ["queue_packets_s", "queue_delay_ms_s", "queue_bytes_s"];

/** A run: the flow's and the queue's sums are `k` times as much. */
const binnedSeries = (k: number) => ranFor([2, 2], k);

/** The same of a flow whose own time has these seconds in the two bins. */
function ranFor(own_s: [number, number], k: number) {
  const flow = [[k * 500_000, k * 250_000], [k * 20, k * 10], [2, 1], [k * 400, 0], [10, 0], [100, 100], [k, 0], own_s];
  const call = [
    [0, 0],
    [0, 0],
    [0, 0],
    [90, 60],
    [3, 2],
    [4, 4],
    [0, 1],
    [0, 0],
  ];
  const queue = [
    [k * 8, k * 4],
    [k * 10, k * 6],
    [k * 4000, k * 2000],
  ];
  return { sums: Float64Array.from([...flow, ...call, ...queue].flat()), source: SOURCE, queue: QUEUE };
}

test("percentiles lie between the runs in order, as the papers' figures have them", () => {
  const find = bandsOf(form, [5, 1, 4, 2, 3].map(binnedSeries));
  // Windows of 10 k packets in both bins: of 10 … 50 the 20th percentile is number 1.8 of five, 18.
  const window = find(sourceName("a"), "window");
  expect([...(window?.times ?? [])]).toEqual([1, 3]);
  expect(window?.low[0]).toBeCloseTo(18, 9);
  expect([window?.middle[0], window?.middle[1]]).toEqual([30, 30]);
  expect(window?.high[1]).toBeCloseTo(42, 9);
  // 500 kB in 2 s are 2 Mbit/s; a rate stands at the end of its time.
  const goodput = find(sourceName("a"), "goodput");
  expect([...(goodput?.times ?? [])]).toEqual([2, 4]);
  expect(goodput?.middle[0]).toBeCloseTo(6, 9);
  expect(goodput?.middle[1]).toBeCloseTo(3, 9);
  expect(find(sourceName("bottleneck"), "queue")?.middle[0]).toBeCloseTo(12, 9);
  expect(find(sourceName("bottleneck"), "queue_bytes")?.middle[0]).toBeCloseTo(6, 9);
  expect(find(sourceName("nobody"), "window")).toBeNull();
});

test("where fewer than half of the runs have a value, there is none", () => {
  const delay = bandsOf(form, [1, 2, 3].map(binnedSeries))(sourceName("a"), "delay");
  expect(delay?.middle[0]).toBe(80);
  expect(delay?.middle[1]).toBeNaN();
});

test("the table takes the bins of the span together", () => {
  const rows = rowsOf(form, [1, 2, 3].map(binnedSeries), 0, 4);
  const of = (total: string, name: string | null) =>
    rows.find((row) => row.total === total && (row.look?.name ?? null) === name)?.values;
  // 1.5 MB in 4 s; 800 ms in 10 samples; 2 of 200 packets; 32 ms · s in 4 s.
  expect(of("goodput", "a")?.[1]).toBeCloseTo(3, 9);
  expect(of("delay", "a")?.[1]).toBe(80);
  expect(of("loss", "a")?.[1]).toBe(1);
  expect(of("queue_delay", null)?.[1]).toBe(8);
  expect(of("delay", "call")?.[1]).toBe(30);
  expect(of("loss", "call")?.[1]).toBe(12.5);
  expect(of("goodput", "call")).toBeUndefined();
  // The second half alone: nothing was measured of the flow's delay.
  const half = rowsOf(form, [1, 2, 3].map(binnedSeries), 1.9, 4.2);
  expect(half.find((row) => row.total === "delay")?.values).toBeNull();
  expect(spanOf(form, 1.9, 4.2).span).toEqual([2, 4]);
  // A rate is over the flow's own time in its run; one that has none has no rate.
  const late = [0.5, 1, 1.5].map((own_s) => ranFor([0, own_s], 1));
  expect(rowsOf(form, late, 2, 4)[0]).toMatchObject({
    values: [expect.closeTo(1.6, 9), 2, expect.closeTo(3.2, 9)],
    own_s: 1,
  });
  expect(rowsOf(form, late, 0, 2)[0]?.values).toBeNull();
  const goodput = bandsOf(form, late)(sourceName("a"), "goodput");
  expect([goodput?.middle[0], goodput?.middle[1]]).toEqual([Number.NaN, 1]);
});

test("bins are fine enough for a screen, hold round trips, and are bounded in memory", () => {
  expect(binsFor(80, 0.04, 2, 20)).toBe(400);
  expect(binsFor(8, 0.04, 2, 20)).toBe(100);
  expect(binsFor(0.1, 0.04, 2, 20)).toBe(20);
  expect(100 * 10_000 * 7 * binsFor(1000, 0.04, 10_000, 100)).toBeLessThan(13e6);
  // Whole nanoseconds, rounded up, as the engine has them.
  expect(widthOf({ ...form, bins: 3, duration_s: 1 })).toBe(0.333333334);
});
