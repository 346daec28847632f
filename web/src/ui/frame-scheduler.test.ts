/** Drawings in a frame, their order, and those that wait for the next one. */
import { expect, test } from "vitest";
import { type AnimationFrame, BUDGET_MS, type FramePart, FrameScheduler, type Priority } from "./frame-scheduler.ts";

/** A scheduler whose frames come when the test says so. Parts write their names; each takes some time. */
function scheduled() {
  let now = 0;
  let asked: ((now_ms: number) => void)[] = [];
  let drawn: string[] = [];
  const failures: unknown[] = [];
  const frames = new FrameScheduler({
    request: (draw) => asked.push(draw),
    now: () => now,
    fail: (error) => failures.push(error),
  });
  const part = (name: string, priority: Priority, takes_ms = 0, more?: (frame: AnimationFrame) => void): FramePart => ({
    priority,
    draw: (frame) => {
      drawn.push(name);
      now += takes_ms;
      more?.(frame);
    },
  });
  /** Draws the frame that was asked for; what was drawn in it. */
  const frame = (): string => {
    const draws = asked;
    asked = [];
    drawn = [];
    now += 1000 / 60;
    for (const draw of draws) draw(now);
    return drawn.join(" ");
  };
  return { frames, part, frame, asked: () => asked.length, failures, now: () => now };
}

const LONG_MS = BUDGET_MS + 1;

test("input is drawn first, then text, path and charts, in whatever order they were requested", () => {
  const { frames, part, frame } = scheduled();
  for (const priority of ["charts", "path", "text", "input"] as const) frames.request(part(priority, priority));
  expect(frame()).toBe("input text path charts");
});

test("parts of one priority are drawn in the order of their requests", () => {
  const { frames, part, frame } = scheduled();
  for (const name of ["b", "a", "c"]) frames.request(part(name, "charts"));
  expect(frame()).toBe("b a c");
});

test("one frame is asked for and a part is drawn once in it, however often it is requested; at rest none is asked for", () => {
  const { frames, part, frame, asked } = scheduled();
  const [path, text] = [part("path", "path"), part("text", "text")];
  for (const each of [path, text, path, path, text]) frames.request(each);
  expect(asked()).toBe(1);
  expect(frame()).toBe("text path");
  expect(asked()).toBe(0);
});

test("what a part requests is drawn in the same frame while its turn is still to come, otherwise in the next", () => {
  const { frames, part, frame } = scheduled();
  const [before, after, beside] = [part("before", "input"), part("after", "charts"), part("beside", "path")];
  const path = part("path", "path", 0, () => {
    for (const each of [before, after, beside]) frames.request(each);
  });
  frames.request(path);
  expect(frame()).toBe("path after");
  expect(frame()).toBe("before beside");
});

test("a part that requests itself is drawn once in each frame", () => {
  const { frames, part, frame } = scheduled();
  let left = 2;
  const moving: FramePart = part("moving", "charts", 0, () => {
    if (left-- > 0) frames.request(moving);
  });
  frames.request(moving);
  expect([frame(), frame(), frame(), frame()]).toEqual(["moving", "moving", "moving", ""]);
});

test("what a frame has no time for is drawn in the next, before what is requested anew", () => {
  const { frames, part, frame, asked } = scheduled();
  const [path, charts] = [part("path", "path", LONG_MS), part("charts", "charts", LONG_MS)];
  frames.request(path);
  frames.request(charts);
  expect(frame()).toBe("path");
  expect(asked()).toBe(1);
  frames.request(path);
  expect(frame()).toBe("charts");
  expect(frame()).toBe("path");
  expect(frame()).toBe("");
});

test("input and text are drawn whatever the time; path and charts wait for them, one of them in every other frame", () => {
  const { frames, part, frame } = scheduled();
  const typing: FramePart = part("input", "input", LONG_MS, () => frames.request(typing));
  const text: FramePart = part("text", "text", LONG_MS, () => frames.request(text));
  for (const each of [typing, text, part("path", "path"), part("charts", "charts")]) frames.request(each);
  expect(Array.from({ length: 6 }, frame)).toEqual([
    "input text",
    "input text",
    "input text path",
    "input text",
    "input text charts",
    "input text",
  ]);
});

test("an answer that takes the frame's time is alone in it, but not in two frames on end", () => {
  const { frames, part, frame } = scheduled();
  const text = part("text", "text", LONG_MS);
  for (const name of ["a", "b", "c"]) frames.request(part(name, "charts", LONG_MS));
  expect([frame(), frame()]).toEqual(["a", "b"]);
  frames.request(text);
  expect(frame()).toBe("text");
  frames.request(text);
  expect(frame()).toBe("text c");
});

test("on a slow machine every part that is always stale is drawn, in turn", () => {
  const { frames, part, frame } = scheduled();
  const always = (name: string, priority: Priority): FramePart => {
    const own: FramePart = part(name, priority, LONG_MS, () => frames.request(own));
    frames.request(own);
    return own;
  };
  always("path", "path");
  always("main", "charts");
  always("side", "charts");
  expect(Array.from({ length: 6 }, frame)).toEqual(["path", "main", "side", "path", "main", "side"]);
});

test("a part sees the frame's time, and whether some of it is left", () => {
  const { frames, part, frame, now } = scheduled();
  const seen: unknown[] = [];
  frames.request(part("short", "input", BUDGET_MS - 1, (own) => seen.push(own.now_ms === now() - 7, own.hasTime())));
  frames.request(part("longer", "input", 1, (own) => seen.push(own.hasTime())));
  frame();
  expect(seen).toEqual([true, true, false]);
});

test("a part that is cancelled is not drawn: before the frame, by another part, or while it waits", () => {
  const { frames, part, frame } = scheduled();
  const [gone, kept] = [part("gone", "charts"), part("kept", "charts")];
  frames.request(gone);
  frames.request(kept);
  frames.cancel(gone);
  expect(frame()).toBe("kept");
  frames.request(part("first", "charts", 0, () => frames.cancel(gone)));
  frames.request(gone);
  expect(frame()).toBe("first");
  frames.request(part("long", "path", LONG_MS));
  frames.request(gone);
  expect(frame()).toBe("long");
  frames.cancel(gone);
  expect(frame()).toBe("");
});

test("an error in one part is reported and stops neither the others nor the next frame", () => {
  const { frames, part, frame, failures } = scheduled();
  const error = new Error("a part that fails");
  const failing: FramePart = part("failing", "input", 0, () => {
    frames.request(failing);
    throw error;
  });
  frames.request(failing);
  frames.request(part("charts", "charts"));
  expect(frame()).toBe("failing charts");
  expect(frame()).toBe("failing");
  expect(failures).toEqual([error, error]);
});
