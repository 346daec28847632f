/** The scrubber's drawing of many flows, and after a change. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Engine, Session } from "../session/session.ts";
import { marksBySign, Overview } from "./overview.ts";

const marks = (sign: number, kind: "loss" | "backoff", ...times: number[]) => ({
  sign,
  kind,
  points: Float64Array.from(times.flatMap((t_s) => [t_s, 1])),
});

test("marks of one sign and kind are one series in order of time", () => {
  const all = [marks(0, "loss", 1, 5), marks(1, "loss", 2), marks(0, "loss", 3), marks(0, "backoff", 4)];
  expect(marksBySign(all).map(({ sign, kind, points }) => [sign, kind, [...points]])).toEqual([
    [0, "loss", [1, 1, 3, 1, 5, 1]],
    [1, "loss", [2, 1]],
    [0, "backoff", [4, 1]],
  ]);
});

test("after a change the strip keeps what it showed where the new run is not computed, for three seconds at most", async () => {
  const run = { computed_s: 80, value: 1 };
  const ask = async (_: string, { series }: { series: readonly unknown[] }) => {
    const points = Array.from({ length: run.computed_s / 10 + 1 }, (_, i) => [10 * i, run.value]).flat();
    return {
      t0_s: 0,
      t1_s: 80,
      computed_s: run.computed_s,
      coarse: false,
      series: series.map(() => Float64Array.from(points)),
    };
  };
  const session = {
    run: {},
    generation: 1,
    clock: { duration_s: 80 },
    document: { scenario: {} },
  } as unknown as Session;
  const looks = [{ name: sourceName("a"), sign: 0, cross: false }] as unknown as FlowLook[];
  const overview = new Overview(
    { ask } as unknown as Engine,
    session,
    () => looks,
    () => undefined,
  );
  const shown = async (now_ms: number): Promise<(number | undefined)[]> => {
    overview.poll(now_ms, 100, false);
    await new Promise((done) => setTimeout(done));
    const { profile } = overview.data(84);
    return [20, 70].map((t_s) => profile[[...profile].findIndex((t, i) => i % 2 === 0 && t === t_s) + 1]);
  };
  overview.want();
  expect(await shown(0)).toEqual([1, 1]);
  Object.assign(run, { computed_s: 20, value: 2 });
  overview.change(300);
  expect(await shown(300)).toEqual([2, 1]);
  // It is asked again of itself, until it is the new run as a whole.
  expect(await shown(3400)).toEqual([2, 0]);
  // Nothing of another run is kept beyond what has come of it, however soon that is.
  Object.assign(run, { computed_s: 30, value: 3 });
  overview.change(3400);
  overview.forget();
  expect(overview.data(84).profile).not.toHaveLength(0);
  expect(await shown(3410)).toEqual([3, 0]);
});
