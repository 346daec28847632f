/** Hints of the opening, in the order of the run, and never backwards. */
import { expect, test } from "vitest";
import { POINTS, pointIn } from "./opening-hints.ts";

const picture = (t_s: number, queue_packets: number, losses: number[] = []) => ({
  t_s,
  queue_packets,
  limit_packets: 84,
  losses: Float64Array.from(losses),
});

test("each thing is pointed out once it is to be seen", () => {
  const names = [
    picture(11.95, 5),
    picture(12.05, 11),
    picture(12.25, 40),
    picture(12.3, 84, [0, 1, 1500, 0.01, 7]),
  ].map((each) => POINTS[pointIn("slow", each) ?? -1]);
  expect(names).toEqual(["packets", "doubles", "fills", "drops"]);
});

test("a random loss is no drop of the queue, and what was pointed out does not come again", () => {
  expect(pointIn("slow", picture(12.1, 20, [1, 0, 1500, 0.01, 7]))).toBe(1);
  expect(pointIn("slow", picture(12.35, 60), 3)).toBe(3);
});

test("that the run plays at normal speed is said once it does, and nothing before and after the opening", () => {
  expect(POINTS[pointIn("ramp", picture(12.5, 84), 3) ?? -1]).toBe("drops");
  expect(POINTS[pointIn("normal", picture(12.5, 84), 3) ?? -1]).toBe("normal");
  for (const phase of ["waiting", "over"] as const) expect(pointIn(phase, picture(12.5, 84), 2)).toBeNull();
});
