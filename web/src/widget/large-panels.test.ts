/** Which panels have room in large type. */
import { expect, test } from "vitest";
import { fitting, heightOf } from "./large-panels.ts";

test("panels that have no room are left out, the last ones first, but never all", () => {
  const panels = ["path", "delay", "queue"];
  const all = heightOf(panels, 900);
  expect(fitting(panels, 900, all)).toEqual(panels);
  expect(fitting(panels, 900, all - 1)).toEqual(["path", "delay"]);
  expect(fitting(panels, 900, 300)).toEqual(["path"]);
  expect(fitting(panels, 900, 0)).toEqual(["path"]);
});

test("in a narrow frame a chart is higher by the rows of its values", () => {
  expect(heightOf(["queue"], 949) - heightOf(["queue"], 950)).toBe(92);
  expect(heightOf(["path"], 900)).toBe(230);
});
