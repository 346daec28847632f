/** Events that the playhead passes: each once, in order, at most 50 a second, none across a jump. */
import { expect, test } from "vitest";
import { type Frame, sourceName, type ViewRequest } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Passed, PassedEvents } from "./playhead-events.ts";

const LOOK: FlowLook = {
  name: sourceName("a"),
  index: 0,
  sign: 0,
  label: "A",
  kind: "newreno",
  cross: false,
  start_s: 0,
  stop_s: 9,
};

/** One drop every 10 ms. */
function fake() {
  const told: Passed[] = [];
  const view = async ({ t0_s, t1_s, series }: ViewRequest): Promise<Frame> => {
    const drops: number[] = [];
    for (let n = 0; n <= 900; n++) if (n / 100 >= t0_s && n / 100 < t1_s) drops.push(n / 100, 1500);
    const points = series.map(({ signal }) => Float64Array.from(signal === "drop_queue" ? drops : []));
    return { t0_s, t1_s, computed_s: 9, series: points, coarse: false };
  };
  const passed = new PassedEvents(view, (event) => told.push(event));
  const move = async (t_s: number, now_ms: number): Promise<void> => {
    passed.moved(t_s, [LOOK], now_ms);
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { told, passed, move };
}

test("each event is told once, in order", async () => {
  const { told, move } = fake();
  await move(0.1, 1000);
  await move(0.2, 1100);
  expect(told.map((event) => Math.round(event.t * 100))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(told[0]).toEqual({ t: 0.01, source: "a", signal: "drop_queue" });
});

test("at most 50 a second, the rest counted", async () => {
  const { told, move } = fake();
  await move(2, 1000);
  expect(told.length).toBe(50);
  await move(2.1, 2100);
  expect(told.length).toBe(60);
  expect(told[50]).toMatchObject({ more: 150 });
  expect(told.reduce((sum, event) => sum + 1 + (event.more ?? 0), 0)).toBe(210);
});

test("a jump passes nothing", async () => {
  const { told, passed, move } = fake();
  passed.jump(5);
  await move(5.02, 1000);
  await move(1, 1200);
  expect(told.map((event) => event.t)).toEqual([5.01, 5.02]);
});
