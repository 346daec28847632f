/** What the scrubber shows of many flows. */
import { expect, test } from "vitest";
import { marksBySign } from "./overview.ts";

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
