/** The class as a whole, lesson by lesson and for the test. Not here: numbers (summary.ts), pictures (figures.ts). */
import { group, mean } from "d3-array";
import { html, type TemplateResult } from "lit";
import { num, plural, translate } from "../../i18n/catalogue.ts";
import { plain } from "../paper/plain.ts";
import { shortName } from "../tell.ts";
import { textOf } from "../text-values.ts";
import type { Lesson, Option, Telling } from "../types.ts";
import { answersFigure, type Beside } from "./figures.ts";
import type { Marking } from "./mark.ts";
import type { Row } from "./row.ts";
import { answersTo, choices, firstAnswers } from "./summary.ts";

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
  return html`${asks}${question(part?.title, last, wordsOf(part?.options ?? {}, telling), NOTHING)}`;
}

function testClass(rows: readonly Row[], marking: Marking): TemplateResult {
  const { telling } = plain({ bands: [] });
  const questions = rows[0] ? marking.questionsOf(rows[0]) : [];
  const parts = (["before", "after"] as const).map((name, time) => {
    const of = time * questions.length;
    if (!rows.some(({ given }) => given.slice(of, of + questions.length).some(({ answered }) => answered.first)))
      return "";
    return html`<h4>${translate(`mark.test.${name}`)}</h4>${questions.map((each, i) => {
      const form = each.forms[time as 0 | 1];
      const given = firstAnswers(rows, of + i);
      const said = new Set(given.flatMap((one) => (one.kind === "choose" ? [one.option] : [])));
      const shown = each.options.filter((id) => said.has(id) || !each.retired?.includes(id));
      const answers = choices(given, shown, each.right);
      return question(html`${form.title}`, answers, wordsOf(form.options, telling), NOTHING);
    })}`;
  });
  return html`${parts}`;
}

/** All that was handed in, under a heading each. */
export function classOf(rows: readonly Row[], marking: Marking): TemplateResult {
  const inClass = rows.filter(({ counts, handIn }) => counts && handIn?.of !== "run");
  const groups = group(inClass, ({ what }) => what);
  return html`${[...groups].map(([what, own]) => {
    const first = own[0] as Row;
    const lesson = marking.lessonOf(first);
    const points = num(mean(own, (row) => row.points) ?? 0, 1);
    const lead = translate("mark.class.of", {
      n: plural("mark.handins", own.length),
      mean: points,
      most: num(first.most),
    });
    return html`<details class="class-of" open><summary><h3>${what}</h3></summary><p>${lead}</p>
      ${lesson ? lessonClass(lesson, own, marking) : testClass(own, marking)}</details>`;
  })}`;
}
