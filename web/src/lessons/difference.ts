/**
 * The difference between an answer and the run, in a sentence, for each kind of question. Not here: how near it is (judge.ts), numbers in
 * words (tell.ts), when it is shown (lesson-page.ts).
 */

import { amount } from "../i18n/amounts.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Answer } from "./answers.ts";
import { type Against, type FeatureJudged, isNear, type Judgement, judge } from "./judge.ts";
import { endsOf, numberDifference, rangeText, shortName, valueText } from "./tell.ts";
import type { AskDraw } from "./types.ts";

/** The words of an option. */
type Words = (option: string) => string;

/** The sentence; null while there is nothing to compare with. */
export function difference(answer: Answer, { words, ...against }: Against & { words: Words }): string | null {
  const judged = judge(answer, against);
  return judged && inWords(judged, words);
}

const notKnown = (run: string): string => translate("lesson.difference.unknown", { run });

function inWords(judged: Judgement, words: Words): string {
  if (judged.kind === "number") {
    const { band, said, run, settled } = judged;
    const { low, high, unit, factor } = endsOf(band);
    if (said === null) return notKnown(valueText(band.of, run / factor, band.unit));
    return numberDifference(said, run, { low, high, unit, settled });
  }
  if (judged.kind === "choose") {
    const right = words(judged.right);
    if (judged.said === null) return notKnown(right);
    const key = judged.verdict === "right" ? "lesson.difference.right" : "lesson.difference.other";
    return translate(key, { said: words(judged.said), right });
  }
  if (judged.kind === "draw") return ofDrawing(judged);
  if (judged.kind === "points") return ofPoints(judged, words);
  const named = (cards: readonly string[]): string => cards.map((card) => shortName(words(card))).join(", ");
  const right = named(judged.right);
  if (judged.said === null) return notKnown(right);
  return translate("lesson.difference.order", {
    said: named(judged.said),
    pairs: num(judged.pairs),
    all: num(judged.all),
    right,
  });
}

/** The point that lies farthest off first, then what was missed, or the whole. */
function ofPoints({ ask, said, run, whole, isStraight }: Judgement & { kind: "points" }, words: Words): string {
  if (!said)
    return notKnown(
      ask.points.map((point, i) => `${shortName(words(point))}: ${amount(run[i] ?? 0, ask.unit)}`).join("; "),
    );
  const off = said.map((value, i) => Math.abs(value - (run[i] ?? 0)));
  const worst = off.indexOf(Math.max(...off));
  const straight =
    ask.law === undefined
      ? translate("lesson.points.straight")
      : translate("lesson.points.straight.law", { law: translate(`lesson.law.${ask.law}`) });
  return translate("lesson.difference.points", {
    point: shortName(words(ask.points[worst] ?? "")),
    said: amount(said[worst] ?? 0, ask.unit),
    run: amount(run[worst] ?? 0, ask.unit),
    whole: isStraight ? straight : translate(`lesson.draw.whole.${whole}`),
  });
}

/** Unit of the quantities by which a drawing is judged. */
const unitOf = (ask: AskDraw, name: string): string => (name === "teeth" ? "" : ask.unit);

/** The bands of what is judged of a drawing. */
export function featuresOf(ask: AskDraw): string {
  const each = ask.features.map(({ name, band: [low, high] }) => {
    const range = rangeText(low, high, unitOf(ask, name));
    return translate("lesson.draw.run", { name: translate(`lesson.draw.${name}`), run: range });
  });
  return each.join("; ");
}

/** As fine as a drawing is read, whole teeth and packets: its axis has room for some sixty levels. */
const toldAs = (ask: AskDraw, value: number): number => (ask.max >= 20 ? Math.round(value) : Number(value.toFixed(1)));

/** The quantity by which a drawing is judged first, then the one that it misses, or the whole. */
function ofDrawing({ ask, isKnown, features, whole }: Judgement & { kind: "draw" }): string {
  const told = ({ name, said, run }: FeatureJudged): string => {
    const [own, found] = [said, run].map((value) => amount(toldAs(ask, value), unitOf(ask, name)));
    const key = isKnown ? (own === found ? "feature.same" : "feature") : "run";
    return translate(`lesson.draw.${key}`, {
      name: translate(`lesson.draw.${name}`),
      said: own ?? "",
      run: found ?? "",
    });
  };
  const all = features.map(told).join("; ");
  if (!isKnown) return notKnown(all);
  const missed = features.filter(({ near }) => !isNear(near));
  const said = missed.map(({ name, near }) => translate(`lesson.draw.missed.${name}.${near}`));
  return translate("lesson.difference.draw", {
    features: all,
    whole: said.length > 0 ? said.join(" ") : translate(`lesson.draw.whole.${whole}`),
  });
}
