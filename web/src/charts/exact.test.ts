/** Values at the reading: exact where an answer stands for it, else by columns. */

import { expect, test } from "vitest";
import { BOTTLENECK, sourceName } from "../engine/protocol.ts";
import type { ChartContext } from "./chart.ts";
import { atReading, exactOf, exactRequest } from "./exact.ts";
import { seriesOf } from "./feed.ts";
import { THEME } from "./testing/draw.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";

const series = (...values: number[]): Float64Array => Float64Array.from(values);
const QUEUE = { source: BOTTLENECK, signal: "queue_packets", mode: "line" } as const;

test("an exact reading takes the place of the column's value, at its own instant only", () => {
  const request = exactRequest(5, [QUEUE, { source: sourceName("a"), signal: "drop_queue", mode: "marks" }]);
  expect(request.series).toEqual([QUEUE]);
  const { t0_s, t1_s } = request;
  const frame = { t0_s, t1_s, computed_s: 80, series: [series(t0_s, 82, 5, 83)], coarse: false };
  const exact = exactOf(frame, seriesOf(request.series, frame.series), 0);
  const columns = seriesOf([QUEUE], [series(0, 10, 4.9, 84)]);
  const at = (reading_s: number) => {
    const cx: ChartContext = { facts: toyFacts(DUEL, { reading_s }), series: { ...columns, at: exact }, theme: THEME };
    return atReading(cx, BOTTLENECK, "queue_packets");
  };
  expect(at(5)).toBe(83);
  expect(at(5.01)).toBe(84);
  const playing = exactOf(frame, seriesOf(request.series, frame.series), 0.02);
  expect(playing(BOTTLENECK, "queue_packets", 5.01)).toBe(83);
  expect(playing(BOTTLENECK, "queue_packets", 5.03)).toBe(undefined);
});

test("an instant that is not computed yet has no exact reading", () => {
  const request = exactRequest(5, [QUEUE]);
  const frame = { ...request, computed_s: 4, series: [series(3, 1)], coarse: false };
  const exact = exactOf(frame, seriesOf(request.series, frame.series), 0);
  expect(exact(BOTTLENECK, "queue_packets", 5)).toBe(undefined);
});

test("shares asked as means and states are read as levels, rates as rates", () => {
  const request = exactRequest(1, [
    { source: sourceName("a"), signal: "queue_packets", mode: "mean" },
    { source: sourceName("a"), signal: "queue_state", mode: "state" },
    { source: sourceName("a"), signal: "delivered_bytes", mode: "rate", window_s: 1 },
  ]);
  expect(request.series.map((one) => one.mode)).toEqual(["line", "line", "rate"]);
});
