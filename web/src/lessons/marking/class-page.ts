/** The class as a whole, lesson by lesson and for the test. Not here: numbers (summary.ts), pictures (figures.ts). */
import { group, mean } from "d3-array";
import { html, type TemplateResult } from "lit";
import { num, plural, translate } from "../../i18n/catalogue.ts";
import { plain } from "../paper/plain.ts";
import { shortName } from "../tell.ts";
import { textOf } from "../text-values.ts";
import type { Lesson, Option, Question, Telling } from "../types.ts";
import { answersFigure, type Beside } from "./figures.ts";
import type { Marking } from "./mark.ts";
import { isCounted, statusOf } from "./remarks.ts";
import type { Row } from "./row.ts";
import { answersTo, choices, firstAnswers, gainOf } from "./summary.ts";

/** A question under its heading. */
function question(
  title: unknown,
  answers: Parameters<typeof answersFigure>[0],
  words: (id: string) => unknown,
  beside: Beside,
): TemplateResult {
  return html`<section class="class-question"><h4>${title}</h4>${answersFigure(answers, words, beside)}</section>`;
}

const NOTHING: Beside = { curve: undefined, found: undefined };

function wordsOf(options: Readonly<Record<string, Option>>, telling: Telling): (id: string) => unknown {
  return (id) => options[id]?.text(telling) ?? id;
}

/** How many are counted, and their points on average. */
function lead(rows: readonly Row[], pointsOf: (row: Row) => number, most: number): string {
  return translate("mark.class.of", {
    n: plural("mark.handins", rows.length),
    check: num(rows.filter((row) => statusOf(row) === "check").length),
    mean: num(mean(rows, pointsOf) ?? 0, 1),
    most: num(most),
  });
}

function lessonClass(lesson: Lesson, rows: readonly Row[], marking: Marking): TemplateResult {
  const { telling } = plain(lesson);
  const against = marking.against.get(lesson.id) ?? [];
  const asks = lesson.asks.map((ask, i) => {
    const part = lesson.parts[`ask ${ask.id}`];
    const words = wordsOf(part?.options ?? {}, telling);
    const orders = (id: string): string =>
      id
        .split(",")
        .map((card) => shortName(textOf(part?.options[card]?.text(telling))))
        .join(", ");
    const answers = answersTo(ask, firstAnswers(rows, i), lesson.bands);
    return question(part?.title, answers, ask.kind === "order" ? orders : words, against[i] ?? NOTHING);
  });
  const { options, right } = lesson.transfer;
  const part = lesson.parts.transfer;
  const last = choices(firstAnswers(rows, lesson.asks.length), options, right);
  return html`<p>${lead(rows, ({ points }) => points, rows[0]?.most ?? 0)}</p>${asks}${question(part?.title, last, wordsOf(part?.options ?? {}, telling), NOTHING)}`;
}

function testClass(rows: readonly Row[], marking: Marking): TemplateResult {
  const { telling } = plain({ bands: [] });
  const questions = rows[0] ? marking.questionsOf(rows[0]) : [];
  const parts = (["before", "after"] as const).map((name, time) => {
    const of = time * questions.length;
    const own = rows.filter(({ given }) =>
      given.slice(of, of + questions.length).some(({ answered }) => answered.first),
    );
    if (own.length === 0) return "";
    const rightOf = (row: Row): number => (name === "before" ? (row.before ?? 0) : row.right);
    return html`<h4>${translate(`mark.test.${name}`)}</h4><p>${lead(own, rightOf, questions.length)}</p>${questions.map(
      (each, i) => {
        const form = each.forms[time as 0 | 1];
        const given = firstAnswers(rows, of + i);
        const said = new Set(given.flatMap((one) => (one.kind === "choose" ? [one.option] : [])));
        const shown = each.options.filter((id) => said.has(id) || !each.retired?.includes(id));
        const answers = choices(given, shown, each.right);
        return question(html`${form.title}`, answers, wordsOf(form.options, telling), NOTHING);
      },
    )}`;
  });
  return html`${gains(questions, rows, telling)}${parts}`;
}

/** Gain of each question from before to after, among those who gave both parts. */
function gains(questions: readonly Question[], rows: readonly Row[], telling: Telling): TemplateResult | string {
  const all = questions.map((question, i) => ({ question, ...gainOf(rows, i, questions.length) }));
  const most = Math.max(0, ...all.map(({ n }) => n));
  if (most === 0) return "";
  const change = (by: number): string => (by > 0 ? `+${num(by)}` : num(by));
  const head = (name: string): TemplateResult => html`<th scope="col">${translate(`mark.gain.${name}`)}</th>`;
  return html`<h4>${translate("mark.gain")}</h4><p>${plural("mark.gain.of", most)}</p>
    <table class="class-gain"><thead><tr>${["question", "before", "after", "change"].map(head)}</tr></thead><tbody>${all.map(
      ({
        question: { forms, right },
        before,
        after,
      }) => html`<tr><th scope="row">${forms[1].title} <b>${forms[1].options[right]?.text(telling)}</b></th>
        <td>${num(before)}</td><td>${num(after)}</td><td>${change(after - before)}</td></tr>`,
    )}</tbody></table>`;
}

/** All that was handed in, under a heading each. */
export function classOf(rows: readonly Row[], marking: Marking): TemplateResult {
  const groups = group(rows.filter(isCounted), ({ what }) => what);
  return html`${[...groups].map(([what, own]) => {
    const first = own[0] as Row;
    const lesson = marking.lessonOf(first);
    return html`<details class="class-of" open><summary><h3>${what}</h3></summary>
      ${lesson ? lessonClass(lesson, own, marking) : testClass(own, marking)}</details>`;
  })}`;
}
