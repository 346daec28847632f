/** The first ten seconds, moment by moment. */
import { expect, test } from "vitest";
import { Opening } from "./opening.ts";

test("it waits for 11.9 s, plays slowly from there, and widens once at 12.4 s", () => {
  const opening = new Opening(false);
  expect(opening.next({ t_s: 0, computed_s: 11.8, duration_s: 80 })).toBeNull();
  expect(opening.next({ t_s: 0, computed_s: 12, duration_s: 80 })).toEqual({
    act: "begin",
    t_s: 11.9,
    speed: 0.05,
    span: [8, 13],
    playing: true,
  });
  expect(opening.next({ t_s: 12.39, computed_s: 80, duration_s: 80 })).toBeNull();
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 })).toEqual({ act: "widen", speed: 1 });
  expect(opening.next({ t_s: 12.5, computed_s: 80, duration_s: 80 })).toBeNull();
});

test("any act of the reader ends it for good", () => {
  const opening = new Opening(false);
  opening.next({ t_s: 0, computed_s: 12, duration_s: 80 });
  opening.end();
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 })).toBeNull();
});

test("with reduced motion it is one still, once the run is computed", () => {
  const opening = new Opening(true);
  expect(opening.next({ t_s: 0, computed_s: 0, duration_s: 0 })).toBeNull();
  expect(opening.next({ t_s: 0, computed_s: 40, duration_s: 80 })).toBeNull();
  expect(opening.next({ t_s: 0, computed_s: 80, duration_s: 80 })).toEqual({
    act: "still",
    after_s: 12,
    speed: 0.05,
    span: [8, 13],
  });
  expect(opening.next({ t_s: 12.4, computed_s: 80, duration_s: 80 })).toBeNull();
});

test("autoplay=0 opens it paused", () => {
  expect(new Opening(false, false).next({ t_s: 0, computed_s: 12, duration_s: 80 })).toMatchObject({ playing: false });
});
