/** The class as a whole: the number of each answer. */
import { expect, test } from "vitest";
import { POINTS } from "../../run_view/drawn-curve.ts";
import { lessonOf } from "../testing/files.ts";
import type { Ask } from "../types.ts";
import { answersTo, histogram } from "./summary.ts";

const askOf = (id: string, kind: Ask["kind"]): Ask => lessonOf(id).asks.find((ask) => ask.kind === kind) as Ask;
const unknown = { kind: "unknown" } as const;

test("options are counted, those that nobody chose and not knowing as well", () => {
  const ask = askOf("window", "choose") as Ask & { kind: "choose" };
  const [one = "", two = ""] = ask.options;
  const given = [one, one, two].map((option) => ({ kind: "choose" as const, option }));
  const answers = answersTo(ask, [...given, unknown], []);
  expect(answers).toMatchObject({ kind: "counts", all: 4, unknown: 1 });
  expect(answers.kind === "counts" && answers.counts.map(({ count }) => count)).toEqual([2, 1, 0, 0]);
  expect(answers.kind === "counts" && answers.counts.filter(({ isRight }) => isRight).map(({ id }) => id)).toEqual([
    ask.right,
  ]);
});

test("guesses of a number have their tolerance, in the screen's unit", () => {
  const { bands } = lessonOf("window");
  const answers = answersTo(askOf("window", "number"), [{ kind: "number", value: 2.3 }, unknown], bands);
  expect(answers).toMatchObject({ kind: "numbers", values: [2.3], min: 0, max: 10, unit: "Mbit/s", unknown: 1 });
  expect(answers.kind === "numbers" && answers.low).toBeCloseTo(2.2, 1);
});

test("orders are counted, the most frequent first, the right one even if nobody gave it", () => {
  const ask = askOf("aqm", "order") as Ask & { kind: "order" };
  const other = [...ask.right].reverse();
  const answers = answersTo(ask, [{ kind: "order", cards: other }], []);
  expect(answers.kind === "counts" && answers.counts).toEqual([
    { id: other.join(), count: 1, isRight: false },
    { id: ask.right.join(), count: 0, isRight: true },
  ]);
});

test("curves and points are in the question's unit", () => {
  const drawn = answersTo(askOf("sawtooth", "draw"), [{ kind: "draw", levels: Array(POINTS).fill(63) }], []);
  const { max } = askOf("sawtooth", "draw") as Ask & { kind: "draw" };
  expect(drawn.kind === "curves" && drawn.curves).toEqual([Array(POINTS).fill(max)]);
  const ask = askOf("random_loss", "points") as Ask & { kind: "points" };
  const points = answersTo(ask, [{ kind: "points", steps: ask.points.map((_, i) => i) }], []);
  expect(points.kind === "points" && points.curves[0]?.slice(0, 2)).toEqual([ask.min, ask.min + ask.step]);
});

test("a histogram has both ends", () => {
  expect(histogram([0, 0.1, 5, 10, 10], 0, 10, 4)).toEqual([2, 0, 1, 2]);
});
