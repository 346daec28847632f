/**
 * How near an answer is to its run, for each kind of question: a number to its band, a curve by what is judged of it and as a whole,
 * points, a choice, an order. The student's feedback (difference.ts) and the marks of a hand-in (marking) come from it. Pure. Not here:
 * words.
 */
import { momentOf, valuesOf } from "../run_view/drawn-curve.ts";
import { type Measured, measure } from "../session/measures.ts";
import { type Answer, valueAtStep } from "./answers.ts";
import type { Found } from "./compared.ts";
import { type Curve, type Feature, featureOf, gap, isStraight, valueOn } from "./curve.ts";
import { endsOf, faceOf, type Nearness, nearness } from "./tell.ts";
import type { Ask, AskDraw, AskNumber, AskPoints, Band } from "./types.ts";

/** The run and the bands that an answer is compared with. */
export interface Against {
  ask: Ask;
  run: Measured;
  /** The run's curve where the question asks to draw it; undefined until it is there. */
  curve: Curve | undefined;
  bands: readonly Band[];
  /** Values of the question's other runs, as far as they are there. */
  found: Found | undefined;
}

/** As a whole. `close`: half of a point for a marker. */
export type Verdict = "right" | "close" | "other" | "unknown";

/** A verdict on a curve, or on points, as a whole. */
export type Whole = "close" | "right" | "else";

/** A judged feature of a drawing: its value and the run's, in the chart's unit. */
export interface FeatureJudged {
  name: Feature;
  said: number;
  run: number;
  near: Nearness;
}

/** An answer beside its run; `said` is null where it was not known. Numbers are in the screen's unit. */
export type Judgement = { verdict: Verdict } & (
  | { kind: "number"; band: Band; said: number | null; run: number; settled: boolean }
  | { kind: "choose"; said: string | null; right: string }
  | { kind: "order"; said: readonly string[] | null; right: readonly string[]; pairs: number; all: number }
  | { kind: "draw"; ask: AskDraw; isKnown: boolean; features: FeatureJudged[]; whole: Whole }
  | { kind: "points"; ask: AskPoints; said: number[] | null; run: number[]; whole: Whole; isStraight: boolean }
);

/** Null while there is nothing to compare with. */
export function judge(answer: Answer, { ask, run, curve, bands, found }: Against): Judgement | null {
  if (ask.kind === "number") return ofNumber(ask, answer, run, bands);
  if (ask.kind === "choose") return judgeChoice(answer, ask.right);
  if (ask.kind === "order") return ofOrder(answer, ask.right);
  if (ask.kind === "draw") return curve ? ofDrawing(ask, answer, curve) : null;
  const values = found ? pointsOf(ask, found) : null;
  return values ? ofPoints(ask, answer, values) : null;
}

/** Whether an answer is right, or so near that nothing is missed. */
export function isRight(answer: Answer, against: Against): boolean {
  const judged = judge(answer, against);
  if (judged?.kind === "draw") return judged.isKnown && judged.features.every(({ near }) => isNear(near));
  return judged?.verdict === "right" || (judged?.kind === "number" && judged.verdict === "close");
}

/** A choice needs no run. */
export function judgeChoice(answer: Answer, right: string): Judgement & { kind: "choose" } {
  const said = answer.kind === "choose" ? answer.option : null;
  return { kind: "choose", verdict: said === null ? "unknown" : said === right ? "right" : "other", said, right };
}

function ofNumber(ask: AskNumber, answer: Answer, run: Measured, bands: readonly Band[]): Judgement | null {
  const band = bands.find((one) => one.id === ask.band);
  const value = band && measure(run, band.of);
  // Values of the trace are read after the run.
  if (!band || value === null || value === undefined) return null;
  const { low, high, factor } = endsOf(band);
  const said = answer.kind === "number" ? answer.value : null;
  // A value that follows from the settings alone is the same for every seed.
  const settled = measure({ settings: run.settings, summary: null }, band.of) !== null;
  const near = said === null ? null : nearness(said, low, high);
  const verdict = near === null ? "unknown" : near === "inside" ? "right" : near === "close" ? "close" : "other";
  return { kind: "number", verdict, band, said, run: value * factor, settled };
}

/** An order by its number of pairs in the right order. */
function ofOrder(answer: Answer, right: readonly string[]): Judgement {
  const said = answer.kind === "order" ? answer.cards : null;
  const all = (right.length * (right.length - 1)) / 2;
  const isBefore = (one: string, other: string): boolean => (said?.indexOf(one) ?? 0) < (said?.indexOf(other) ?? 0);
  const pairs = right.flatMap((one, i) => right.slice(i + 1).filter((other) => isBefore(one, other))).length;
  const verdict = said === null ? "unknown" : pairs === all ? "right" : pairs === all - 1 ? "close" : "other";
  return { kind: "order", verdict, said, right, pairs, all };
}

/** A gap in parts of the axis's height, as a verdict on the whole. */
const wholeOf = (far: number): Whole => (far <= 0.08 ? "close" : far <= 0.2 ? "right" : "else");

/** The values of a drawing, or of the run itself where nothing was drawn. */
function ofDrawing(ask: AskDraw, answer: Answer, curve: Curve): Judgement {
  const own = Array.from(curve).filter((_, i) => i % 2 === 1);
  const isKnown = answer.kind === "draw";
  const said = isKnown ? valuesOf(ask, answer.levels) : own;
  const features = ask.features.map(({ name, band: [low, high] }): FeatureJudged => {
    const value = featureOf(name, said, ask.max);
    return { name, said: value, run: featureOf(name, own, ask.max), near: nearness(value, low, high) };
  });
  if (!isKnown) return { kind: "draw", verdict: "unknown", ask, isKnown, features, whole: "else" };
  const run = said.map((_, i) => valueOn(curve, momentOf(ask, i)));
  const whole = wholeOf(gap(said, run, ask.max));
  const hasAll = features.every(({ near }) => isNear(near));
  const verdict = hasAll && whole !== "else" ? "right" : hasAll || whole === "close" ? "close" : "other";
  return { kind: "draw", verdict, ask, isKnown, features, whole };
}

/** Whether what is judged of a drawing lies within its band, or near it. */
export const isNear = (near: Nearness): boolean => near === "inside" || near === "close";

/** The runs' values at the points, in the screen's unit; null while one is missing. */
export function pointsOf(ask: AskPoints, found: Found): number[] | null {
  const values = ask.points.map((point) => {
    const row = ask.compared.bars?.find((one) => one.id === point);
    const value = found.rows.get(point)?.value ?? null;
    return row && value !== null ? value * faceOf(row.of, row.unit).factor : Number.NaN;
  });
  return values.every(Number.isFinite) ? values : null;
}

function ofPoints(ask: AskPoints, answer: Answer, run: number[]): Judgement {
  const said = answer.kind === "points" ? answer.steps.map((step) => valueAtStep(ask, step ?? 0)) : null;
  if (!said) return { kind: "points", verdict: "unknown", ask, said, run, whole: "else", isStraight: false };
  const whole = wholeOf(gap(said, run, ask.max - ask.min));
  const missed = missesBend(ask, said, run);
  const verdict = missed || whole === "right" ? "close" : whole === "close" ? "right" : "other";
  return { kind: "points", verdict: whole === "else" ? "other" : verdict, ask, said, run, whole, isStraight: missed };
}

/** Places of the points on a straight axis: in their order, and by the setting in which their rows differ. */
function placesOf({ points, compared }: AskPoints): { at: number[]; of: number[] }[] {
  const inOrder = { at: points.map((_, i) => i), of: points.map((_, i) => i) };
  const values = points.map((point) => Object.values(compared.bars?.find((row) => row.id === point)?.set ?? {}));
  const bySetting = values.flatMap(([value, more], of) =>
    typeof value === "number" && more === undefined ? [{ value, of }] : [],
  );
  return [inOrder, { at: bySetting.map(({ value }) => value), of: bySetting.map(({ of }) => of) }];
}

/** Whether points lie on a straight line, and the run's do not. */
function missesBend(ask: AskPoints, said: readonly number[], run: readonly number[]): boolean {
  const on = (values: readonly number[], { at, of }: { at: number[]; of: number[] }): boolean =>
    isStraight(
      at,
      of.map((i) => values[i] ?? 0),
    );
  return placesOf(ask).some((places) => on(said, places) && !on(run, places));
}
