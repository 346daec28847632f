/** Each loss is counted once, however often a picture shows it. */
import { expect, test } from "vitest";
import type { Picture } from "../engine/protocol.ts";
import { LossCount } from "./loss-announcements.ts";

const picture = (...losses: number[][]) => ({ losses: new Float64Array(losses.flat()) }) as Picture;

test("losses are counted once by their serial numbers, each kind by itself", () => {
  const count = new LossCount();
  expect([...count.take(picture([0, 0, 1500, 0, 5], [1, 1, 1500, 0, 4]))]).toEqual(["drops", "random"]);
  expect([...count.take(picture([0, 0, 1500, 0.1, 5], [0, 1, 1500, 0, 6]))]).toEqual(["drops"]);
  expect([...count.take(picture())]).toEqual([]);
  expect(count.text("drops")).toBe("2 packets dropped by the queue.");
  expect(count.text("random")).toBe("1 packet lost at random.");
  expect([...count.take(picture([1, 0, 40, 0, 7]))]).toEqual(["random"]);
  count.reset();
  expect([...count.take(picture([0, 0, 40, 0, 0]))]).toEqual(["drops"]);
});
