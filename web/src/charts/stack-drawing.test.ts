/** In which frame each chart of a stack is drawn. */
import { expect, test, vi } from "vitest";
import type { FramePart } from "../ui/frame-scheduler.ts";
import type { Stale } from "./data-canvas.ts";
import type { Moment } from "./moment.ts";
import { StackDrawing } from "./stack-drawing.ts";

const parts = vi.hoisted(() => new Set<FramePart>());
vi.mock("../ui/frame-scheduler.ts", () => ({ frames: { request: (part: FramePart) => parts.add(part) } }));

/** A stack of three charts, all of which are stale in one way; `frame` returns what one frame draws. */
function stackOf(stale: Stale): { drawing: StackDrawing; frame(): string; expire(stale: Stale): void } {
  const drawn: string[] = [];
  const panels = ["a", "b", "c"].map((name) => {
    const panel = {
      stale,
      axis: { line: "time" },
      prepare: () => panel.stale,
      drawData() {
        drawn.push(name);
        panel.stale = null;
        return false;
      },
      drawOver: () => false,
      tell: () => false,
      isBehind: () => false,
    };
    return panel;
  });
  const drawing = new StackDrawing(
    { shown: () => panels, all: () => panels, first: () => undefined } as never,
    { exacts: () => null, answer: () => null, ask: () => undefined, waiting: () => 0, isDue: false } as never,
    {
      moment: () => ({ facts: { t0_s: 0, t1_s: 10 }, asked: [0, 10], playing: true }) as unknown as Moment,
      drawn: () => undefined,
    },
  );
  const frame = (): string => {
    drawing.request();
    drawn.length = 0;
    const due = [...parts];
    parts.clear();
    for (const part of due) part.draw({ now_ms: 0, hasTime: () => true });
    return drawn.join("");
  };
  const expire = (stale: Stale): void => {
    for (const panel of panels) panel.stale = stale;
  };
  return { drawing, frame, expire };
}

test("first pictures are drawn by turns, one a frame, so that none waits for all", () => {
  const { frame } = stackOf("first");
  expect([frame(), frame(), frame(), frame()]).toEqual(["a", "b", "c", ""]);
});

test("pictures of another span are drawn together: a frame shows one span", () => {
  expect(stackOf("all").frame()).toBe("abc");
});

test("more data of the same span are drawn by turns", () => {
  const { drawing, frame, expire } = stackOf("all");
  frame();
  expire("data");
  drawing.changed();
  expect([frame(), frame(), frame(), frame()]).toEqual(["a", "b", "c", ""]);
});
