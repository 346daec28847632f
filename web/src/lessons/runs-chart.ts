/**
 * The figure under a question's run: several runs as bars and plots, with what the reader said on the bars. Not here: which runs
 * (a lesson's facts), how they are computed (web/src/lessons/compared.ts) and drawn (bars.ts, traces.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { type Answer, type Answered, valueAtStep } from "./answers.ts";
import { bars, type Said } from "./bars.ts";
import { type Found, ownRow } from "./compared.ts";
import { shortName } from "./tell.ts";
import { textOf } from "./text-values.ts";
import { traces } from "./traces.ts";
import type { Ask, Option, Telling } from "./types.ts";

/** What an answer says of a row: a value, or the span that a choice means; null if it says nothing of it. */
function valueSaid(ask: Ask, answer: Answer, row: string): number | [number, number] | null {
  if (ask.kind === "points" && answer.kind === "points") {
    const step = answer.steps[ask.points.indexOf(row)] ?? null;
    return step === null ? null : valueAtStep(ask, step);
  }
  // A number is said of the question's own run.
  if (ask.kind === "number" && answer.kind === "number") return ownRow(ask)?.id === row ? answer.value : null;
  if (answer.kind !== "choose") return null;
  return ask.compared?.bars?.find((one) => one.id === row)?.said?.[answer.option] ?? null;
}

export function comparedFigure(
  ask: Ask,
  own: Answered,
  found: Found,
  words: Readonly<Record<string, Option>>,
  telling: Telling,
): TemplateResult {
  const { bars: rows = [], max = 100, traces: plots = [] } = ask.compared ?? {};
  const answers = [own.first, own.second].flatMap((answer, i) =>
    answer ? [{ answer, label: translate(i === 0 ? "lesson.you" : "lesson.you.second") }] : [],
  );
  const name = (id: string): string => shortName(textOf(words[id]?.text(telling)));
  const said = (row: string): Said[] =>
    answers.flatMap(({ answer, label }) => {
      const value = valueSaid(ask, answer, row);
      if (value === null) return [];
      const [from, to] = typeof value === "number" ? [value, value] : value;
      return [{ from, to, label, isNumber: answer.kind !== "choose" }];
    });
  // An order says places, no values.
  const tags = (row: string): string[] =>
    answers.flatMap(({ answer, label }) =>
      answer.kind === "order" && answer.cards.includes(row)
        ? [translate("lesson.order.place", { who: label, n: num(answer.cards.indexOf(row) + 1) })]
        : [],
    );
  return html`${rows.length > 0 ? bars(rows, max, found, name, said, tags) : nothing}
    ${plots.length > 0 ? traces(plots, found, name) : nothing}`;
}
