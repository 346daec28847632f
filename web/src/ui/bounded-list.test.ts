/** Which part of a long list is drawn. Not here: its look, and what a choice of another part does (e2e/many-flows.spec.ts). */
import { describe, expect, it } from "vitest";
import { listed, MOST_LISTED } from "./bounded-list.ts";

describe("the part of a list", () => {
  it("is all of a short one", () => {
    expect(listed(0, 0)).toEqual([0, 0]);
    expect(listed(3, 0)).toEqual([0, 3]);
    expect(listed(MOST_LISTED, MOST_LISTED - 1)).toEqual([0, MOST_LISTED]);
  });
  it("has the place that is asked for, never more than the bound, and every item is in one part", () => {
    for (const count of [MOST_LISTED + 1, 57, 10_000]) {
      const seen = new Set<number>();
      for (let place = 0; place < count; place++) {
        const [start, end] = listed(count, place);
        expect(start <= place && place < end && end - start <= MOST_LISTED, `${place} of ${count}`).toBe(true);
        for (let at = start; at < end; at++) seen.add(at);
      }
      expect(seen.size, String(count)).toBe(count);
    }
  });
  it("is the first or the last for places beyond", () => {
    expect(listed(50, -1)).toEqual([0, 20]);
    expect(listed(50, 99)).toEqual([40, 50]);
  });
});
