/** The playhead: never past what is computed, never past the end. */
import { expect, test } from "vitest";
import { Clock } from "./clock.ts";

function clock(fields: Partial<Clock> = {}): Clock {
  return Object.assign(new Clock(), { duration_s: 80, computed_s: 80, playing: true }, fields);
}

test("it moves by screen time and speed, and stands when paused", () => {
  const running = clock({ speed: 0.05 });
  expect(running.advance(0.02)).toBe(true);
  expect(running.t_s).toBeCloseTo(0.001, 12);
  expect(clock({ playing: false }).advance(0.02)).toBe(false);
});

test("a late frame, as after a hidden tab, makes no leap", () => {
  const late = clock();
  late.advance(3600);
  expect(late.t_s).toBeCloseTo(0.1, 12);
  late.advance(-1);
  expect(late.t_s).toBeCloseTo(0.1, 12);
});

test("it waits at what is computed and goes on from there", () => {
  const waiting = clock({ computed_s: 0.01 });
  waiting.advance(0.02);
  expect(waiting.t_s).toBe(0.01);
  expect(waiting.waiting).toBe(true);
  waiting.computed_s = 5;
  waiting.advance(0.02);
  expect(waiting.t_s).toBeCloseTo(0.03, 12);
  expect(waiting.waiting).toBe(false);
});

test("a playhead beyond what is computed stands still until the run has come there", () => {
  const ahead = clock({ computed_s: 2 });
  ahead.seek(11.9);
  ahead.advance(0.02);
  expect(ahead.t_s).toBe(11.9);
  expect(ahead.waiting).toBe(true);
});

test("it stops at the end", () => {
  const last = clock({ t_s: 79.99 });
  expect(last.advance(0.05)).toBe(true);
  expect(last.t_s).toBe(80);
  expect(last.playing).toBe(false);
  expect(last.atEnd).toBe(true);
});

test("seeking and speed are clamped; what is no number does nothing", () => {
  const any = clock();
  any.seek(1e9);
  expect(any.t_s).toBe(80);
  any.seek(Number.NaN);
  expect(any.t_s).toBe(0);
  any.setSpeed(1e9);
  expect(any.speed).toBe(1000);
  any.setSpeed(Number.NaN);
  expect(any.speed).toBe(1000);
});

test("it comes no further than its limit, by itself or by hand, until that is lifted", () => {
  const limited = clock({ limit_s: 8, speed: 1000 });
  limited.advance(0.1);
  expect(limited.t_s).toBe(8);
  expect(limited.playing).toBe(false);
  limited.seek(20);
  expect(limited.t_s).toBe(8);
  limited.seek(3);
  expect(limited.t_s).toBe(3);
  limited.limit_s = Number.POSITIVE_INFINITY;
  limited.seek(20);
  expect(limited.t_s).toBe(20);
});

test("held, it plays slowly, paused or not; let go, it goes on as before at the speed that was chosen", () => {
  const playing = clock({ speed: 2 });
  playing.hold(0.05);
  expect([playing.speed, playing.pace, playing.playing]).toEqual([2, 0.05, true]);
  playing.advance(0.02);
  expect(playing.t_s).toBeCloseTo(0.001, 12);
  playing.release();
  expect([playing.pace, playing.playing]).toEqual([2, true]);
  const paused = clock({ playing: false });
  paused.hold(0.05);
  expect(paused.playing).toBe(true);
  paused.release();
  expect(paused.playing).toBe(false);
  // A speed below that stays, and a pause while it is held stays, too.
  const slow = clock({ speed: 0.01 });
  slow.hold(0.05);
  expect(slow.pace).toBe(0.01);
  slow.playing = false;
  slow.release();
  expect(slow.playing).toBe(false);
  const ended = clock({ t_s: 80, playing: false });
  ended.hold(0.05);
  expect([ended.held, ended.playing]).toEqual([null, false]);
});
