/**
 * What lies between an answer and the run, in a sentence, for each kind of question: a number beside its band, a curve by what is
 * judged of it and as a whole, points, a choice, an order. Not here: numbers in words (tell.ts), when it is shown (lesson-page.ts).
 */

import { amount } from "../i18n/amounts.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { momentOf, valuesOf } from "../run_view/drawn-curve.ts";
import { type Measured, measure } from "../session/measures.ts";
import { type Answer, valueAtStep } from "./answers.ts";
import type { Found } from "./compared.ts";
import { type Curve, featureOf, gap, isStraight, valueOn } from "./curve.ts";
import { endsOf, faceOf, nearness, numberDifference, rangeText, shortName, valueText } from "./tell.ts";
import type { Ask, AskDraw, AskPoints, Band } from "./types.ts";

/** What an answer is compared with. */
export interface Against {
  ask: Ask;
  run: Measured;
  /** The run's curve where the question asks to draw it; undefined until it is there. */
  curve: Curve | undefined;
  bands: readonly Band[];
  /** What the question's other runs came to, as far as they are there. */
  found: Found | undefined;
  /** The words of an option. */
  words: (option: string) => string;
}

/** The sentence; null while there is nothing to compare with. */
export function difference(answer: Answer, { ask, run, curve, bands, found, words }: Against): string | null {
  const notKnown = (found: string): string => translate("lesson.difference.unknown", { run: found });
  if (ask.kind === "number") {
    const band = bands.find((one) => one.id === ask.band);
    if (!band) return null;
    const { low, high, unit, factor } = endsOf(band);
    const found = measure(run, band.of);
    // Values of the trace are read after the run.
    if (found === null) return null;
    if (answer.kind !== "number") return notKnown(valueText(band.of, found, band.unit));
    // What the settings alone give is the same for every seed.
    const settled = measure({ settings: run.settings, summary: null }, band.of) !== null;
    return numberDifference(answer.value, found * factor, { low, high, unit, settled });
  }
  if (ask.kind === "draw") {
    if (!curve) return null;
    return answer.kind === "draw" ? ofDrawing(ask, answer.levels, curve) : notKnown(foundIn(ask, curve));
  }
  if (ask.kind === "choose") {
    const right = words(ask.right);
    if (answer.kind !== "choose") return notKnown(right);
    const key = answer.option === ask.right ? "lesson.difference.right" : "lesson.difference.other";
    return translate(key, { said: words(answer.option), right });
  }
  if (ask.kind === "points") {
    const run = found ? pointsOf(ask, found) : null;
    if (!run) return null;
    if (answer.kind === "points") return ofPoints(ask, answer.steps, run, words);
    return notKnown(ask.points.map((point, i) => `${words(point)}: ${amount(run[i] ?? 0, ask.unit)}`).join("; "));
  }
  const inWords = (cards: readonly string[]): string => cards.map((card) => shortName(words(card))).join(", ");
  const right = inWords(ask.right);
  if (answer.kind !== "order") return notKnown(right);
  const [pairs, all] = pairsOf(answer.cards, ask.right);
  return translate("lesson.difference.order", {
    said: inWords(answer.cards),
    pairs: num(pairs),
    all: num(all),
    right,
  });
}

/** The runs' values at the points, in the screen's unit; null while one is missing. */
function pointsOf(ask: AskPoints, found: Found): number[] | null {
  const values = ask.points.map((point) => {
    const row = ask.compared.bars?.find((one) => one.id === point);
    const value = found.rows.get(point)?.value ?? null;
    return row && value !== null ? value * faceOf(row.of, row.unit).factor : Number.NaN;
  });
  return values.every(Number.isFinite) ? values : null;
}

/** The point that lies farthest off first, then what was missed, or the whole. */
function ofPoints(
  ask: AskPoints,
  steps: readonly (number | null)[],
  run: readonly number[],
  words: Against["words"],
): string {
  const said = steps.map((step) => valueAtStep(ask, step ?? 0));
  const off = said.map((value, i) => Math.abs(value - (run[i] ?? 0)));
  const worst = off.indexOf(Math.max(...off));
  const whole = wholeOf(gap(said, run, ask.max - ask.min));
  return translate("lesson.difference.points", {
    point: words(ask.points[worst] ?? ""),
    said: amount(said[worst] ?? 0, ask.unit),
    run: amount(run[worst] ?? 0, ask.unit),
    whole: missedOfPoints(ask, said, run) ?? translate(`lesson.draw.whole.${whole}`),
  });
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

/** The feature of the run that points miss: they lie on a straight line, and the run's do not. Null if they miss none. */
function missedOfPoints(ask: AskPoints, said: readonly number[], run: readonly number[]): string | null {
  const on = (values: readonly number[], { at, of }: { at: number[]; of: number[] }): boolean =>
    isStraight(
      at,
      of.map((i) => values[i] ?? 0),
    );
  if (!placesOf(ask).some((places) => on(said, places) && !on(run, places))) return null;
  return ask.law === undefined
    ? translate("lesson.points.straight")
    : translate("lesson.points.straight.law", { law: translate(`lesson.law.${ask.law}`) });
}

/** A gap in parts of the axis's height, as a verdict on the whole. */
const wholeOf = (far: number): string => (far <= 0.08 ? "close" : far <= 0.2 ? "right" : "else");

/** What is judged of a drawing is in this unit. */
const unitOf = (ask: AskDraw, name: string): string => (name === "teeth" ? "" : ask.unit);

/** The bands of what is judged of a drawing. */
export function featuresOf(ask: AskDraw): string {
  const each = ask.features.map(({ name, band: [low, high] }) => {
    const range = rangeText(low, high, unitOf(ask, name));
    return translate("lesson.draw.run", { name: translate(`lesson.draw.${name}`), run: range });
  });
  return each.join("; ");
}

/** A feature of the run itself, as it is shown: whole teeth and packets. */
function featureIn(ask: AskDraw, name: AskDraw["features"][number]["name"], curve: Curve): string {
  const values = Array.from(curve).filter((_, i) => i % 2 === 1);
  return amount(toldAs(ask, featureOf(name, values, ask.max)), unitOf(ask, name));
}

/** As fine as a drawing is read: its axis has room for some sixty levels. */
const toldAs = (ask: AskDraw, value: number): number => (ask.max >= 20 ? Math.round(value) : Number(value.toFixed(1)));

/** What the run gives of what is judged. */
function foundIn(ask: AskDraw, curve: Curve): string {
  const each = ask.features.map(({ name }) =>
    translate("lesson.draw.run", { name: translate(`lesson.draw.${name}`), run: featureIn(ask, name, curve) }),
  );
  return each.join("; ");
}

/** What is judged of a drawing first, then what it misses, or the whole. */
function ofDrawing(ask: AskDraw, levels: readonly number[], curve: Curve): string {
  const said = valuesOf(ask, levels);
  const run = said.map((_, i) => valueOn(curve, momentOf(ask, i)));
  const missed: string[] = [];
  const features = ask.features.map(({ name, band: [low, high] }) => {
    const value = featureOf(name, said, ask.max);
    const verdict = nearness(value, low, high);
    if (verdict === "more" || verdict === "less") missed.push(translate(`lesson.draw.missed.${name}.${verdict}`));
    const told = amount(toldAs(ask, value), unitOf(ask, name));
    const found = featureIn(ask, name, curve);
    const key = told === found ? "lesson.draw.feature.same" : "lesson.draw.feature";
    return translate(key, { name: translate(`lesson.draw.${name}`), said: told, run: found });
  });
  const whole = translate(`lesson.draw.whole.${wholeOf(gap(said, run, ask.max))}`);
  return translate("lesson.difference.draw", {
    features: features.join("; "),
    whole: missed.length > 0 ? missed.join(" ") : whole,
  });
}

/** How many pairs of cards are in the right order, of all pairs. */
function pairsOf(given: readonly string[], right: readonly string[]): [pairs: number, all: number] {
  let [pairs, all] = [0, 0];
  for (const [i, one] of right.entries())
    for (const other of right.slice(i + 1)) {
      all += 1;
      if (given.indexOf(one) < given.indexOf(other)) pairs += 1;
    }
  return [pairs, all];
}
