/** Parts that a stack forgets when its run is another one. */
import { expect, test, vi } from "vitest";
import { ChartStack } from "./stack.ts";

const forgetRange = vi.hoisted(() => vi.fn());
vi.mock("../ui/frame-scheduler.ts", () => ({ frames: { request: () => undefined } }));
vi.mock("./stack-panels.ts", () => ({
  StackPanels: class {
    all = (): unknown[] => [{ forgetRange }];
  },
}));

test.each([
  ["another run has ranges of its own", false, false, 1],
  ["the same run up to a moment keeps them", true, false, 0],
  ["while a control is dragged no range shrinks or jumps, also where each value is another run", false, true, 0],
])("%s", (_, keep, holds, forgotten) => {
  forgetRange.mockClear();
  new ChartStack({} as HTMLElement, {} as never).reset(keep, holds);
  expect(forgetRange).toHaveBeenCalledTimes(forgotten);
});
