/** A lesson as a device keeps it. */
import { describe, expect, test } from "vitest";
import type { Answer, Asked } from "./answers.ts";
import {
  type Attempt,
  attemptOf,
  contains,
  MOST_ATTEMPTS,
  readAttempts,
  withAttempt,
  writeAttempts,
} from "./lesson-kept.ts";

const ids = ["share", "shape", "curve", "order"];
const asked: Asked[] = [
  { kind: "number", min: 0, max: 100, step: 1 },
  { kind: "points", points: ["none", "half", "whole"], min: 0, max: 100, step: 2 },
  { kind: "draw" },
  { kind: "order", cards: ["a", "b", "c"] },
  { kind: "choose", options: ["same", "more"] },
];
const attempt = (
  answers: string,
  drafts: [number, Answer][] = [],
  notes: [number, string][] = [],
  goals: Attempt["goals"] = [],
): Attempt => ({
  answers,
  goals,
  drafts: new Map(drafts),
  notes: new Map(notes),
});

describe("what is kept is there again", () => {
  test("answers, notes, and drafts of each kind, also of points that are not all given", () => {
    const attempts = [
      attempt(
        "1n.-._._._",
        [],
        [[0, 'a "third", not 99 %\u2026']],
        [
          { id: "full", scenario: { duration_s: 5 } },
          { id: "moment", scenario: null, at_s: 2.5 },
        ],
      ),
      attempt("", [
        [0, { kind: "number", value: 33.25 }],
        [1, { kind: "points", steps: [50, null, 0] }],
        [2, { kind: "draw", levels: Array.from({ length: 24 }, (_, i) => i) }],
        [3, { kind: "order", cards: ["c", "a", "b"] }],
        [4, { kind: "choose", option: "more" }],
      ]),
    ];
    expect(readAttempts(writeAttempts(attempts, ids, asked), ids, asked)).toEqual(attempts);
  });

  test("nothing of nothing, of another lesson, or of nonsense; what can be read is read", () => {
    expect(writeAttempts([], ids, asked)).toBeNull();
    const text = writeAttempts([attempt("1n._._._._")], ids, asked);
    expect(readAttempts(text, ids.slice(1), asked)).toEqual([]);
    for (const wrong of [
      null,
      "",
      "1n._",
      "null",
      "[]",
      '{"ids":["share","shape","curve","order"],"attempts":[7,null]}',
    ])
      expect(readAttempts(wrong, ids, asked), String(wrong)).toEqual([]);
    const half = JSON.stringify({
      ids,
      attempts: [
        { answers: "1zz._" },
        {
          answers: "",
          drafts: [[0, "zzz"], [9, "a"], [2, "a.b"], [4, "b"], 3],
          notes: [
            [0, 5],
            [1, "one"],
          ],
        },
      ],
    });
    expect(readAttempts(half, ids, asked)).toEqual([
      attempt("", [[4, { kind: "choose", option: "more" }]], [[1, "one"]]),
    ]);
  });
});

describe("whose answers an address has", () => {
  test("an earlier moment of an attempt belongs to it; another answer, or a further one, does not", () => {
    const whole = "1n!o.~abc._._._";
    for (const own of [whole, "1n.~abc._._._", "1n._._._._", "1n!o._._._._"])
      expect(contains(whole, own), own).toBe(true);
    for (const other of ["1m._._._._", "1n!p._._._._", "1n.~abc.-._._", "2n._._._._", "1n._", "1o._._._._"])
      expect(contains(whole, other), other).toBe(false);
    expect(contains(whole, "")).toBe(true);
    expect(contains("", whole)).toBe(false);
  });

  test("the same answers are found before an attempt that went on; no answers are no attempt's but their own", () => {
    const [on, same] = [attempt("1n.-._._._"), attempt("1n._._._._", [], [[0, "note"]])];
    expect(attemptOf([on, same], same.answers)).toBe(same);
    expect(attemptOf([on], same.answers)).toBe(on);
    expect(attemptOf([on, same], "1m._._._._")).toBeUndefined();
    expect(attemptOf([on, same], "")).toBeUndefined();
  });

  test("an attempt that goes on replaces its earlier moments alone, and the oldest goes", () => {
    const older = [attempt("", [[0, { kind: "unknown" }]]), attempt("1n._._._._"), attempt("1m.-._._._")];
    const now = attempt("1n.-._._._");
    expect(withAttempt(older, now)).toEqual([now, older[2]]);
    const many = Array.from({ length: MOST_ATTEMPTS }, (_, i) => attempt(`1${i}._._._._`));
    expect(withAttempt(many, now)).toEqual([now, ...many.slice(0, -1)]);
    // A draft that was taken back.
    expect(withAttempt(older, attempt(""))).toEqual(older.slice(1));
  });
});
