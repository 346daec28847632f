/**
 * The class as a whole: for each question the number of each option, order, guess or curve, first answers alone. Pure. Not here:
 * drawing it (figures.ts).
 */
import { valuesOf } from "../../run_view/drawn-curve.ts";
import { type Answer, valueAtStep } from "../answers.ts";
import { endsOf } from "../tell.ts";
import type { Ask, AskDraw, AskPoints } from "../types.ts";
import type { Row } from "./row.ts";

/** An option, or an order, and how many gave it. */
export interface Count {
  id: string;
  count: number;
  isRight: boolean;
}

/** The answers to one question. */
export type Answers = { unknown: number; all: number } & (
  | { kind: "counts"; counts: Count[] }
  | { kind: "numbers"; values: number[]; min: number; max: number; low: number; high: number; unit: string }
  | { kind: "curves"; ask: AskDraw; curves: number[][] }
  | { kind: "points"; ask: AskPoints; curves: number[][] }
);

/** The band of a number's right answer. */
type Band = Parameters<typeof endsOf>[0];

/** Answers to a choice. */
export function choices(answers: readonly Answer[], options: readonly string[], right: string): Answers {
  const said = answers.flatMap((answer) => (answer.kind === "choose" ? [answer.option] : []));
  const counts = options.map((id) => ({ id, count: said.filter((one) => one === id).length, isRight: id === right }));
  return { kind: "counts", counts, unknown: answers.length - said.length, all: answers.length };
}

/** Answers to a question of a lesson. */
export function answersTo(ask: Ask, answers: readonly Answer[], bands: readonly Band[]): Answers {
  if (ask.kind === "choose") return choices(answers, ask.options, ask.right);
  const known = answers.filter(({ kind }) => kind !== "unknown");
  const [all, unknown] = [answers.length, answers.length - known.length];
  if (ask.kind === "number") {
    const band = bands.find((one) => one.id === ask.band);
    const { low, high, unit } = band ? endsOf(band) : { low: 0, high: 0, unit: "" };
    const values = known.flatMap((answer) => (answer.kind === "number" ? [answer.value] : []));
    return { kind: "numbers", values, min: ask.min, max: ask.max, low, high, unit, all, unknown };
  }
  if (ask.kind === "draw") {
    const curves = known.flatMap((answer) => (answer.kind === "draw" ? [valuesOf(ask, answer.levels)] : []));
    return { kind: "curves", ask, curves, all, unknown };
  }
  if (ask.kind === "points") {
    const curves = known.flatMap((answer) =>
      answer.kind === "points" ? [answer.steps.map((step) => valueAtStep(ask, step ?? 0))] : [],
    );
    return { kind: "points", ask, curves, all, unknown };
  }
  const right = ask.right.join();
  const orders = known.flatMap((answer) => (answer.kind === "order" ? [answer.cards.join()] : []));
  const ids = [...new Set([right, ...orders])];
  const counts = ids.map((id) => ({ id, count: orders.filter((one) => one === id).length, isRight: id === right }));
  return { kind: "counts", counts: counts.sort((a, b) => b.count - a.count), all, unknown };
}

/** First answers of the rows that count, to the question of an index. */
export function firstAnswers(rows: readonly Row[], index: number): Answer[] {
  return rows.flatMap(({ given }) => given[index]?.answered.first ?? []);
}

/** Of those who gave a question of the test in both parts, how many, and how many were right in each. */
export function gainOf(
  rows: readonly Row[],
  index: number,
  questions: number,
): { n: number; before: number; after: number } {
  const both = rows.flatMap(({ given }) => {
    const [before, after] = [given[index], given[questions + index]];
    return before?.answered.first && after?.answered.first ? [[before, after] as const] : [];
  });
  const right = (time: 0 | 1): number => both.filter((pair) => pair[time].verdicts[0] === "right").length;
  return { n: both.length, before: right(0), after: right(1) };
}

/** The number of values in each of `parts` equal parts from `min` to `max`. */
export function histogram(values: readonly number[], min: number, max: number, parts: number): number[] {
  const bins = Array.from({ length: parts }, () => 0);
  for (const value of values) {
    const at = Math.min(parts - 1, Math.max(0, Math.floor(((value - min) / (max - min)) * parts)));
    bins[at] = (bins[at] ?? 0) + 1;
  }
  return bins;
}
