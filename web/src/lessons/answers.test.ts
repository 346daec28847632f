import { expect, test } from "vitest";
import { POINTS } from "../run_view/drawn-curve.ts";
import { type Answered, type Asked, readAnswers, valueAtStep, writeAnswers } from "./answers.ts";

const asked: Asked[] = [
  { kind: "choose", options: ["double", "half", "same", "fall"] },
  { kind: "number", min: 0, max: 10, step: 0.1 },
  { kind: "order", cards: ["red", "codel", "fq_codel"] },
  { kind: "draw" },
  { kind: "points", points: ["none", "half", "whole"], min: 0, max: 100, step: 2 },
];
const levels = Array.from({ length: POINTS }, (_, i) => (i * 11) % 64);

test("answers stand in the address as the hand-in's form says, and are read back", () => {
  const answers: Answered[] = [
    { first: { kind: "choose", option: "same" }, second: { kind: "choose", option: "fall" } },
    { first: { kind: "number", value: 2.3 }, second: { kind: "number", value: 2.25 } },
    { first: { kind: "order", cards: ["fq_codel", "codel", "red"] }, second: null },
    { first: { kind: "draw", levels }, second: { kind: "unknown" } },
    { first: { kind: "points", steps: [0, 37, 50] }, second: null },
  ];
  const field = writeAnswers(answers, asked);
  expect(field).toBe("1c!d.n!~69.cba.~ALWhs3CNYju5EPalw7GRcny9!-.~Aly");
  expect(readAnswers(field, asked)).toEqual({ answers, wrong: false });
  // Nothing in it is changed on its way through an address.
  expect(encodeURIComponent(field)).toBe(field.replace("!", "!"));
  expect(valueAtStep({ min: 0, step: 0.1 }, 23)).toBe(2.3);
});

test("what was not reached and what nobody knew are told apart", () => {
  const none: Answered = { first: null, second: null };
  expect(writeAnswers([none, none, none, none, none], asked)).toBe("");
  const some: Answered[] = [{ first: { kind: "unknown" }, second: null }, none, none, none, none];
  expect(writeAnswers(some, asked)).toBe("1-._._._._");
  expect(readAnswers("1-._._._._", asked)).toEqual({ answers: some, wrong: false });
  expect(readAnswers("", asked)).toEqual({ answers: [none, none, none, none, none], wrong: false });
});

test("a field that was edited into nonsense counts as not reached, and says so", () => {
  for (const field of [
    "2c.n.cba._._",
    "1z._._._._",
    "1_.zzzz._._._",
    "1_.~zzzz._._._",
    "1_.~._._._",
    "1_._.ccc._._",
    "1_._.cb._._",
    "1_._._.~AB._",
    "1_._._._.~AB",
    "1_._._._.~AB_",
    "1c",
  ]) {
    const { answers, wrong } = readAnswers(field, asked);
    expect(wrong, field).toBe(true);
    expect(
      answers.slice(1).every((one) => one.first === null),
      field,
    ).toBe(true);
  }
});
