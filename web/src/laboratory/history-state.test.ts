/** The state beside the address comes back for the same run only. */

import { beforeEach, expect, test, vi } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import type { LabDocument } from "../session/document.ts";
import { History } from "../session/undo.ts";
import { keepTrail, placeOf, recallTrail } from "./history-state.ts";

const document = (seed: number): LabDocument => ({
  scenario: { schema: 1, duration_s: 10, seed },
  view: { charts: ["cwnd"], focus: null },
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test("steps of undo and redo come back with the run that they belong to", () => {
  const history = new History(document(1));
  history.commit(document(2));
  history.commit(document(3));
  history.undo();
  keepTrail(0, history, { span: [2, 5], follows: true, card: sourceName("cdg") });
  expect(recallTrail(0, document(7))).toBeNull();
  expect(recallTrail(1, document(2))).toBeNull();
  const trail = recallTrail(0, document(2));
  expect(trail).toMatchObject({ span: [2, 5], follows: true, card: "cdg" });
  const again = new History(document(2));
  again.restore(trail?.past ?? [], trail?.future ?? []);
  expect(again.redo()).toEqual(document(3));
  again.undo();
  expect(again.undo()).toEqual(document(1));
  expect(again.canUndo).toBe(false);
});

test("without storage nothing is kept and nothing breaks", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepTrail(0, new History(document(1)), { span: [0, 1], follows: false, card: null });
  expect(recallTrail(0, document(1))).toBeNull();
  expect([placeOf(null), placeOf({ place: 3 }), placeOf("x")]).toEqual([0, 3, 0]);
});
