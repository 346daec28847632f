/** The first ten seconds, moment by moment. */
import { expect, test } from "vitest";
import { type Act, Opening, RAMP_MS, SAID_MS, SLOW } from "./opening.ts";

/** A page that does what the rule says: its clock, and the acts in their order. */
class Page {
  readonly acts: Act["act"][] = [];
  last: Act | null = null;
  now = { t_s: 0, computed_s: 0, duration_s: 80, speed: SLOW, playing: false };

  constructor(readonly opening: Opening) {}

  /** One frame at `ms` on screen, after a change of the clock. */
  frame(ms: number, change: Partial<Page["now"]> = {}): Act | null {
    Object.assign(this.now, change);
    const act = this.opening.next(this.now, ms);
    if (!act) return null;
    this.last = act;
    this.acts.push(act.act);
    if ("speed" in act) this.now.speed = act.speed;
    if (act.act === "begin") Object.assign(this.now, { t_s: act.t_s, playing: act.playing });
    return act;
  }

  /** Frames of a second and a half and a bit; returns the speeds. */
  ramp(from_ms: number): number[] {
    return Array.from({ length: 100 }, (_, i) => {
      this.frame(from_ms + (RAMP_MS * i) / 90);
      return this.now.speed;
    });
  }
}

const begun = (opening = new Opening(false)): Page => {
  const page = new Page(opening);
  page.frame(0, { computed_s: 80 });
  return page;
};

test("it waits for its moment, plays slowly from there, becomes faster from 12.4 s on, and only then widens, once", () => {
  const page = new Page(new Opening(false));
  expect(page.frame(0, { computed_s: 11.9 })).toBeNull();
  const begin = { act: "begin", t_s: 11.98, speed: 0.05, span: [4, 20], playing: true };
  expect(page.frame(0, { computed_s: 12 })).toEqual(begin);
  expect(page.frame(8400, { t_s: 12.39 })).toBeNull();
  page.now.t_s = 12.4;
  const speeds = page.ramp(10_000);
  expect(speeds[0]).toBeCloseTo(SLOW, 6);
  // No frame is more than a little faster than the one before.
  for (const [i, speed] of speeds.entries()) if (i > 0) expect(speed / (speeds[i - 1] as number)).toBeLessThan(1.04);
  expect(page.last).toEqual({ act: "widen", speed: 1 });
  expect(page.frame(10_000 + RAMP_MS + SAID_MS - 50)).toBeNull();
  expect(page.frame(10_000 + RAMP_MS + SAID_MS + 50)).toEqual({ act: "nudge" });
  expect(page.frame(90_000)).toBeNull();
});

test("where nothing is to move it is at normal speed at once", () => {
  const page = begun(new Opening(false, true, 0));
  expect(page.frame(10_000, { t_s: 12.4 })).toEqual({ act: "widen", speed: 1 });
});

test("whenever the reader acts, the run is at normal speed 1.5 s later, and nothing happens by itself after it", () => {
  for (const t_s of [11.98, 12, 12.2, 12.39, 12.4]) {
    const page = begun();
    page.frame(50, { t_s });
    page.opening.end();
    page.frame(100);
    const speeds = page.ramp(100);
    expect(speeds.at(-1), `${t_s}`).toBe(1);
    for (const [i, speed] of speeds.entries()) if (i > 0) expect(speed / (speeds[i - 1] as number)).toBeLessThan(1.04);
    expect(page.last).toEqual({ act: "widen", speed: 1 });
    expect(page.frame(100 + RAMP_MS + SAID_MS + 100)).toBeNull();
  }
});

test("paused by the reader, it is at normal speed at once", () => {
  const page = begun();
  page.opening.end();
  expect(page.frame(100, { playing: false })).toEqual({ act: "widen", speed: 1 });
});

test("an act before its moment is computed: it begins all the same, unless the reader went elsewhere", () => {
  const waiting = (): Page => {
    const page = new Page(new Opening(false));
    page.frame(0, { computed_s: 3 });
    page.opening.end();
    return page;
  };
  const changed = waiting();
  expect(changed.frame(50)).toBeNull();
  expect(changed.frame(90, { computed_s: 20 })).toMatchObject({ act: "begin" });
  expect(changed.ramp(100).at(-1)).toBe(1);
  expect(waiting().frame(50, { playing: true })).toEqual({ act: "widen", speed: 1 });
  expect(waiting().frame(50, { t_s: 2 })).toEqual({ act: "widen", speed: 1 });
});

test("a speed that the reader chooses stays", () => {
  for (const speed of [0.01, 0.1, 1, 30]) {
    const page = begun();
    page.opening.end();
    page.frame(60, { speed });
    page.ramp(80);
    expect(page.now.speed).toBe(speed);
    expect(page.acts).toEqual(["begin"]);
  }
});

test("with reduced motion it is one still, once the run is computed; an act ends the slow speed", () => {
  const page = new Page(new Opening(true, false, 0));
  expect(page.frame(0, { duration_s: 0 })).toBeNull();
  expect(page.frame(0, { duration_s: 80, computed_s: 40 })).toBeNull();
  expect(page.frame(0, { computed_s: 80 })).toEqual({ act: "still", after_s: 12, speed: 0.05, span: [4, 20] });
  expect(page.frame(10, { t_s: 12.6 })).toBeNull();
  page.opening.end();
  expect(page.frame(20)).toEqual({ act: "widen", speed: 1 });
  expect(page.frame(30)).toBeNull();
});

test("autoplay=0 opens it paused", () => {
  const page = begun(new Opening(false, false));
  expect(page.last).toMatchObject({ act: "begin", playing: false });
  expect(page.frame(50)).toBeNull();
});

test("its own speed is no choice of the reader's, which an address would carry", () => {
  const page = begun();
  expect(page.opening.sets(page.now.speed)).toBe(true);
  expect(page.opening.sets(2)).toBe(false);
  page.opening.end();
  page.ramp(80);
  expect(page.opening.sets(page.now.speed)).toBe(false);
});
