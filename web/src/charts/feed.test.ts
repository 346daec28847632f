/** When data are asked for, and what is shown until they have come. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BOTTLENECK, type Frame, type SeriesRequest, type ViewRequest } from "../engine/protocol.ts";
import { Feed } from "./feed.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const QUEUE: SeriesRequest = { source: BOTTLENECK, signal: "queue_packets", mode: "line" };
const RATE: SeriesRequest = { source: BOTTLENECK, signal: "rate_bps", mode: "line" };
const view = (t0_s: number, t1_s: number, series = [QUEUE]): ViewRequest => ({ t0_s, t1_s, columns: 100, series });

/** A feed of a run and of one over it, each computed so far; every point, one a second, has the run's value. Answers come when `answer` is called. */
function fed() {
  const runs = {
    first: { computed_s: 80, value: 1, withheld: false },
    second: { computed_s: 80, value: 9, withheld: false },
  };
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const request = (of: keyof typeof runs) => (wanted: ViewRequest) => {
    asked.push(`${of} ${wanted.t0_s} to ${wanted.t1_s}`);
    const { computed_s, value, withheld } = runs[of];
    const points: number[] = [];
    for (let t_s = wanted.t0_s; t_s <= Math.min(computed_s, wanted.t1_s); t_s++) points.push(t_s, value);
    const series = wanted.series.map(() => Float64Array.from(points));
    const { t0_s, t1_s } = wanted;
    const frame: Frame = { t0_s, t1_s, computed_s, series, coarse: false, ...(withheld && { withheld }) };
    return new Promise<Frame>((resolve) => waiting.push(() => resolve(frame)));
  };
  let answers = 0;
  const feed = new Feed({
    request: request("first"),
    requestSecond: request("second"),
    answered: () => void answers++,
    failed: (error) => {
      throw error;
    },
  });
  const since = (): string[] => asked.splice(0);
  const answer = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
    for (const give of waiting.splice(0)) give();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** The values of the queue at some seconds. */
  const values = (...seconds: number[]): (number | undefined)[] => {
    const points = feed.answer("time")?.series.get(BOTTLENECK, "queue_packets", "line") ?? new Float64Array();
    return seconds.map((t_s) => points[[...points].findIndex((t, i) => i % 2 === 0 && t === t_s) + 1]);
  };
  return { runs, feed, since, answer, values, answers: () => answers };
}

test("what is due is asked of both runs together, and is there together", async () => {
  const { feed, since, answer, answers } = fed();
  feed.want("time", view(0, 80), view(0, 80));
  feed.want("reading", view(11, 12), view(11, 12));
  await Promise.resolve();
  expect(since()).toEqual(["first 0 to 80", "second 0 to 80", "first 11 to 12", "second 11 to 12"]);
  expect([feed.answer("time"), answers()]).toEqual([null, 0]);
  await answer();
  for (const line of ["time", "reading"] as const) {
    const { frame, second } = feed.answer(line) ?? {};
    expect(second?.frame.t1_s).toBe(frame?.t1_s);
  }
  expect(answers()).toBe(1);
});

test("a span that is asked for while another is on its way does not wait any longer than that", async () => {
  const { feed, since, answer } = fed();
  feed.want("time", view(0, 10));
  await Promise.resolve();
  feed.want("time", view(0, 20));
  feed.want("time", view(0, 30));
  expect(since()).toEqual(["first 0 to 10"]);
  await answer();
  expect(since()).toEqual(["first 0 to 30"]);
});

test("a run's first answer waits until its span is computed, for a second", async () => {
  const { runs, feed, answer } = fed();
  runs.first.computed_s = 5;
  feed.want("time", view(0, 80));
  await answer();
  expect([feed.answer("time"), feed.isDue("time")]).toEqual([null, true]);
  await vi.advanceTimersByTimeAsync(200);
  runs.first.computed_s = 80;
  await answer();
  await vi.advanceTimersByTimeAsync(200);
  await answer();
  expect(feed.answer("time")?.until_s).toBe(80);

  feed.forget();
  runs.first.computed_s = 5;
  feed.want("time", view(0, 80));
  for (let i = 0; i < 12; i++) {
    await vi.advanceTimersByTimeAsync(100);
    await answer();
  }
  expect(feed.answer("time")?.until_s).toBe(5);
});

test("what is not to be seen is not waited for", async () => {
  const { runs, feed, answer } = fed();
  Object.assign(runs.first, { computed_s: 5, withheld: true });
  feed.want("time", view(0, 80));
  await answer();
  expect(feed.answer("time")?.until_s).toBe(5);
});

test("after a change the old future stays where the new one is not computed, for three seconds at most", async () => {
  const { runs, feed, answer, values } = fed();
  feed.want("time", view(0, 80));
  await answer();
  Object.assign(runs.first, { computed_s: 20, value: 2 });
  await vi.advanceTimersByTimeAsync(2000);
  feed.change();
  await answer();
  expect([feed.answer("time")?.until_s, feed.answer("time")?.frame.computed_s]).toEqual([20, 80]);
  expect(values(20, 21, 80)).toEqual([2, 1, 1]);
  runs.first.computed_s = 50;
  await vi.advanceTimersByTimeAsync(150);
  await answer();
  expect(values(20, 50, 51)).toEqual([2, 2, 1]);
  expect(feed.outdated(performance.now())).toBeGreaterThan(100);
  for (let i = 0; i < 32; i++) {
    await vi.advanceTimersByTimeAsync(100);
    await answer();
  }
  expect([values(50, 51), feed.answer("time")?.frame.computed_s]).toEqual([[2, 0], 50]);
  expect(feed.outdated(performance.now())).toBe(0);
});

test("after a change nothing stays that is not to be seen", async () => {
  const { runs, feed, answer } = fed();
  feed.want("time", view(0, 80));
  await answer();
  Object.assign(runs.first, { computed_s: 20, withheld: true });
  feed.change();
  await vi.advanceTimersByTimeAsync(150);
  await answer();
  expect(feed.answer("time")?.frame.computed_s).toBe(20);
});

test("an answer says which series it has, and what lies over the run may go without the run's own", async () => {
  const { feed, answer } = fed();
  feed.want("time", view(0, 80), view(0, 80));
  await answer();
  expect(feed.answer("time")?.series.has?.([QUEUE])).toBe(true);
  expect(feed.answer("time")?.series.has?.([QUEUE, RATE])).toBe(false);
  feed.forgetSecond();
  expect([feed.answer("time")?.second, feed.answer("time")?.until_s]).toEqual([null, 80]);
});

test("a line that asks for nothing waits for nothing", () => {
  const { feed } = fed();
  expect(feed.isDue("time")).toBe(true);
  feed.want("time", null);
  expect(feed.isDue("time")).toBe(false);
});
