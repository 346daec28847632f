/** The first ten seconds, moment by moment. */
import { expect, test } from "vitest";
import { Opening, RAMP_MS, SAID_MS, SLOW } from "./opening.ts";

test("it waits for 11.98 s, plays slowly from there, becomes faster from 12.4 s on, and only then widens, once", () => {
  const opening = new Opening(false);
  const at = (t_s: number, now_ms: number, computed_s = 80) =>
    opening.next({ t_s, computed_s, duration_s: 80 }, now_ms);
  expect(at(0, 0, 11.8)).toBeNull();
  expect(at(0, 0, 12)).toEqual({ act: "begin", t_s: 11.98, speed: 0.05, span: [4, 20], playing: true });
  expect(at(12.39, 9800)).toBeNull();
  expect(at(12.4, 10_000)).toBeNull();
  const speeds = Array.from({ length: 90 }, (_, frame) => {
    const act = at(12.4, 10_000 + (RAMP_MS * frame) / 90);
    return act?.act === "hasten" ? act.speed : Number.NaN;
  });
  expect(speeds[0]).toBeCloseTo(SLOW, 6);
  // No frame is more than a little faster than the one before.
  for (const [i, speed] of speeds.entries()) if (i > 0) expect(speed / (speeds[i - 1] as number)).toBeCloseTo(1.034, 2);
  expect(speeds.at(-1)).toBeGreaterThan(0.95);
  expect(at(12.9, 10_000 + RAMP_MS)).toEqual({ act: "widen", speed: 1 });
  expect(at(13.5, 10_600 + RAMP_MS)).toBeNull();
  expect(at(16.5, 10_000 + RAMP_MS + SAID_MS)).toEqual({ act: "nudge" });
  expect(at(17, 20_000)).toBeNull();
});

test("an act of the reader while it becomes faster leaves it at normal speed", () => {
  const opening = new Opening(false);
  for (const t_s of [0, 12.4]) opening.next({ t_s, computed_s: 80, duration_s: 80 }, 0);
  expect(opening.end()).toBe(1);
  expect(opening.end()).toBeNull();
});

test("where nothing is to move it is at normal speed at once", () => {
  const opening = new Opening(false, true, 0);
  for (const t_s of [0, 12.4]) opening.next({ t_s, computed_s: 80, duration_s: 80 }, 0);
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 }, 16)).toEqual({ act: "widen", speed: 1 });
});

test("any act of the reader ends it for good", () => {
  const opening = new Opening(false);
  opening.next({ t_s: 0, computed_s: 12, duration_s: 80 }, 0);
  opening.end();
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 }, 0)).toBeNull();
});

test("with reduced motion it is one still, once the run is computed", () => {
  const opening = new Opening(true);
  expect(opening.next({ t_s: 0, computed_s: 0, duration_s: 0 }, 0)).toBeNull();
  expect(opening.next({ t_s: 0, computed_s: 40, duration_s: 80 }, 0)).toBeNull();
  expect(opening.next({ t_s: 0, computed_s: 80, duration_s: 80 }, 0)).toEqual({
    act: "still",
    after_s: 12,
    speed: 0.05,
    span: [4, 20],
  });
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 }, 0)).toBeNull();
});

test("autoplay=0 opens it paused", () => {
  expect(new Opening(false, false).next({ t_s: 0, computed_s: 12, duration_s: 80 }, 0)).toMatchObject({
    playing: false,
  });
});
