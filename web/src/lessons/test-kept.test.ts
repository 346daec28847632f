/** The test as a device keeps it. */
import { expect, test } from "vitest";
import type { Answer } from "./answers.ts";
import { asksOf, optionsAt, questionsAt, questionsOn, readKept, sharedWith, testPath, writeKept } from "./test-kept.ts";

const questions = [
  { id: "offer", options: ["larger", "sum", "smaller"] },
  { id: "slow", options: ["added", "doubled"] },
];
const choose = (option: string): Answer => ({ kind: "choose", option });

test("what is being answered is there again, what was handed in too, and not knowing is an answer", () => {
  const drafts = new Map<string, Answer>([
    ["offer", choose("sum")],
    ["slow", { kind: "unknown" }],
  ]);
  for (const answers of ["", "1c.b._._"]) {
    const text = writeKept({ answers, drafts }, questions);
    expect(readKept(text, questions)).toEqual({ answers, drafts });
  }
  const half = { answers: "", drafts: new Map([["slow", choose("doubled")]]) };
  expect(readKept(writeKept(half, questions), questions)).toEqual(half);
});

test("nothing is kept of nothing, and nothing is read of another test, or of nonsense", () => {
  expect(writeKept({ answers: "", drafts: new Map() }, questions)).toBeNull();
  const text = writeKept({ answers: "1c.b._._", drafts: new Map() }, questions);
  expect(readKept(text, questions)).not.toBeNull();
  expect(readKept(text, questions.slice(1))).toBeNull();
  for (const wrong of [null, "", "offer.slow 1z.b._._ ", "offer.slow 1c.b ", "offer.slow  1z._"])
    expect(readKept(wrong, questions), String(wrong)).toBeNull();
});

test("an option that is offered no more keeps its letter for what was handed in, and is asked about again", () => {
  const now = questions.map((one) => (one.id === "slow" ? { ...one, retired: ["added"] } : one));
  const drafts = new Map([
    ["offer", choose("sum")],
    ["slow", choose("added")],
  ]);
  const text = writeKept({ answers: "1c.a._._", drafts }, questions);
  expect(readKept(text, now)).toEqual({ answers: "1c.a._._", drafts: new Map([["offer", choose("sum")]]) });
  for (const time of [0, 1] as const) {
    expect(optionsAt(now[1] as (typeof now)[0], time)).toEqual(["doubled"]);
    expect(optionsAt(questions[1] as (typeof now)[0], time).sort()).toEqual(["added", "doubled"]);
  }
});

test("questions and options have another order each time, and every reader the same", () => {
  const many = Array.from({ length: 8 }, (_, i) => ({ id: `q${i}`, options: ["a", "b", "c", "d"] }));
  const seen = ([0, 1] as const).map((time) => questionsAt(many, time).map((one) => [one.id, ...optionsAt(one, time)]));
  expect(seen[0]).not.toEqual(seen[1]);
  expect(([0, 1] as const).map((time) => questionsAt([...many].reverse(), time).map(({ id }) => id))).toEqual(
    seen.map((order) => order.map(([id]) => id)),
  );
});

test("a path asks what it has taught, wholly", () => {
  expect(testPath("course")).toBe("course");
  expect(testPath("constructor")).toBe("newcomer");
  expect(asksOf("newcomer", { lessons: ["window", "sawtooth"] })).toBe(true);
  expect(asksOf("newcomer", { lessons: ["window", "fairness_rtt"] })).toBe(false);
  expect(asksOf("course", { lessons: ["window", "fairness_rtt"] })).toBe(true);
  expect(asksOf("seminar", { lessons: ["delay_signal"] })).toBe(true);
  expect(asksOf("seminar", { lessons: ["window"] })).toBe(false);
});

test("a path's results are a key to the questions that another path asks as well", () => {
  const questions = [["window"], ["window", "fairness_rtt"], ["delay_signal"], ["envelope"]].map((lessons) => ({
    lessons,
  }));
  expect(sharedWith("newcomer", questions)).toEqual([{ path: "course", shared: 1, all: 3 }]);
  expect(sharedWith("course", questions)).toEqual([
    { path: "newcomer", shared: 1, all: 1 },
    { path: "seminar", shared: 1, all: 2 },
  ]);
  expect(sharedWith("seminar", questions)).toEqual([{ path: "course", shared: 1, all: 3 }]);
});

test("an address of the time before a path asked more answers the questions that it had", () => {
  const all = Array.from({ length: 14 }, (_, i) => ({ id: `q${i}`, lessons: [] }));
  const answers = (count: number): string => `1${Array(count).fill("a").join(".")}`;
  expect([0, 24, 23, 28].map((count) => questionsOn("course", all, count ? answers(count) : "").length)).toEqual([
    14, 12, 14, 14,
  ]);
  expect(questionsOn("newcomer", all, answers(24))).toHaveLength(14);
});
