/** A mistyped preset in an address finds the one that was meant, and nonsense finds none. */
import { expect, test } from "vitest";
import { nearestId } from "./presets.ts";

test("a slip of the hand is understood, nonsense is not", () => {
  expect(nearestId("cdg_beside_newrenno")).toBe("cdg_beside_newreno");
  expect(nearestId("CDG-fig4")).toBe("cdg_fig4");
  expect(nearestId("cdg_besid")).toBe("cdg_beside_newreno");
  expect(nearestId("no_such_preset")).toBeNull();
  expect(nearestId("x".repeat(100_000))).toBeNull();
  expect(nearestId("")).toBeNull();
});
