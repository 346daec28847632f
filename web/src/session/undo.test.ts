/** Undo, redo, gestures. */
import { expect, test } from "vitest";
import { History } from "./undo.ts";

test("undo and redo walk over the steps, a new step forgets what was undone", () => {
  const history = new History("a");
  history.commit("b");
  history.commit("c");
  expect(history.undo()).toBe("b");
  expect(history.undo()).toBe("a");
  expect(history.undo()).toBe("a");
  expect(history.canUndo).toBe(false);
  expect(history.redo()).toBe("b");
  history.commit("d");
  expect(history.canRedo).toBe(false);
  expect(history.undo()).toBe("b");
});

test("one gesture is one step, the next gesture another", () => {
  const history = new History(0);
  history.commit(1, "drag 1");
  history.commit(2, "drag 1");
  history.commit(3, "drag 2");
  history.settle();
  history.commit(4, "drag 2");
  expect(history.undo()).toBe(3);
  expect(history.undo()).toBe(2);
  expect(history.undo()).toBe(0);
});

test("memory is bounded", () => {
  const history = new History(0);
  for (let i = 0; i < 1000; i++) history.commit(i);
  let steps = 0;
  while (history.canUndo) {
    history.undo();
    steps++;
  }
  expect(steps).toBe(200);
});

test("a refused change leaves no step", () => {
  const history = new History("a");
  history.commit("bad");
  history.retreat("a");
  expect(history.present).toBe("a");
  expect(history.canUndo).toBe(false);
  history.commit("b", "drag");
  history.commit("bad", "drag");
  history.retreat("b");
  expect(history.undo()).toBe("a");
});
