/** Measures of a run over a span: worked out by hand. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { meanGoodput, measuresOf, timeQuantile, wanted } from "./measures.ts";

const look = (name: string, cross = false): FlowLook => ({
  name: sourceName(name),
  index: 0,
  sign: 0,
  label: name,
  kind: "",
  cross,
  start_s: 0,
  stop_s: 100,
});
const points = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

test("a share of a level is weighed by the time that it held within the span", () => {
  // 10 from 0 s, 30 from 2 s, 20 from 5 s: within 1 s to 9 s for 1, 3 and 4 s of 8.
  const levels = points(0, 10, 2, 30, 5, 20);
  expect(timeQuantile(levels, 1, 9, 0.125)).toBe(10);
  expect(timeQuantile(levels, 1, 9, 0.126)).toBe(20);
  expect(timeQuantile(levels, 1, 9, 0.625)).toBe(20);
  expect(timeQuantile(levels, 1, 9, 0.8)).toBe(30);
  // It ends before the last level begins: 2 s of 10, 2 s of 30.
  expect(timeQuantile(levels, 0, 4, 0.5)).toBe(10);
  expect(timeQuantile(levels, 0, 4, 0.51)).toBe(30);
});

test("a level that is not known does not count, and nothing is known of none", () => {
  expect(timeQuantile(points(0, 10, 2, Number.NaN, 8, 20), 0, 10, 0.5)).toBe(10);
  expect(timeQuantile(points(), 0, 10, 0.5)).toBeNull();
});

/** Counters of sources at the ends of a span: of each source what it had delivered, dropped and backed off. */
const counters = (...sources: number[][]) => {
  const of = (k: number) => Float64Array.from(sources, (source) => source[k] ?? 0);
  return { delivered_bytes: of(0), dropped_queue: of(1), delay_backoffs: of(2) };
};

test("mean goodput is what was delivered over the flow's own time within the span", () => {
  // 1.3 MB less 0.3 MB in 4 s.
  const ends = [counters([300_000]), counters([1_300_000])] as const;
  expect(meanGoodput(ends, look("a"), 2, 6)).toBeCloseTo(2, 12);
  // A flow that is not of this run.
  expect(meanGoodput(ends, { ...look("a"), index: -1 }, 2, 6)).toBeNull();
  // It began at 4 s; a transfer was complete at 3 s; one that never ran has none.
  expect(meanGoodput(ends, { ...look("a"), start_s: 4 }, 2, 6)).toBeCloseTo(4, 12);
  expect(meanGoodput(ends, { ...look("a"), stop_s: 3 }, 2, 6)).toBeCloseTo(8, 12);
  expect(meanGoodput(ends, { ...look("a"), stop_s: 1 }, 2, 6)).toBeNull();
});

test("the measures are taken of counters, and of the series that are asked for, in their order", () => {
  const looks = [look("a"), { ...look("b"), index: 1, start_s: 4 }, { ...look("call", true), index: 2 }];
  expect(wanted(looks, false).map(({ source, signal }) => `${source} ${signal}`)).toEqual([
    "bottleneck queue_packets",
    "call one_way_delay_ms",
  ]);
  expect(wanted(looks, true)[0]?.signal).toBe("queue_bytes");
  const series = [points(0, 10, 3, 40), points(0, 20, 1, 30, 2, 40, 3, 50, 4, 60, 4, 70)];
  const ends = [counters([0, 5, 1], [0, 0, 0], [0, 1, 0]), counters([1_000_000, 6, 4], [0, 2, 0], [0, 2, 0])] as const;
  expect(measuresOf({ series }, ends, looks, 0, 4)).toEqual({
    goodput: [2, null],
    // 10 for 3 of 4 s, 40 for one: half of the time at most 10, four fifths at most 40.
    queue: [10, 40],
    drops: 4,
    backoffs: [3, 0],
    // Four of five of six packets: the one at 0.8 * 5 = number 4.
    delays: [60],
  });
  const calls = series.with(-1, points());
  expect(measuresOf({ series: calls }, ends, looks, 0, 4).delays).toEqual([null]);
});
