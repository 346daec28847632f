/**
 * The answer key of the test before and after: for a path, each question in both forms with its right answer and the reason, the
 * letter that stands for it in an address, and the lessons that teach it; and what there is to talk about, with answers. For teachers.
 * Not here: the questions (web/src/lessons/texts/test.en.md), the test itself (test.ts), a worksheet's answers (worksheet.ts).
 */
import { test } from "virtual:lessons";
import { html, nothing, render, type TemplateResult } from "lit";
import { language, translate } from "../../i18n/catalogue.ts";
import { shortCode } from "../answers.ts";
import { asksOf, testPath } from "../test-kept.ts";
import type { LessonTest, Question } from "../types.ts";
import { pathsOf, plain, type SheetProps } from "./plain.ts";

const { telling } = plain({ bands: [] });

function solved({ forms, right, options, lessons }: Question, { cards, titleOf }: SheetProps): TemplateResult {
  const letter = shortCode({ kind: "choose", option: right }, { kind: "choose", options });
  const taught = cards.filter((card) => lessons.includes(card.id)).map(titleOf);
  return html`<li>${forms.map(
    (form, i) => html`<h2>${form.title}</h2>
      <dl><dt>${translate(i === 0 ? "sheet.key.before" : "sheet.key.after")}</dt>
        <dd><b>${form.options[right]?.text(telling)}</b> ${form.options[right]?.reply(telling)}</dd></dl>`,
  )}<p class="quiet">${translate("sheet.key.code", { letter, lessons: taught.join(", ") })}</p></li>`;
}

function key({ questions, seminar }: LessonTest, props: SheetProps): TemplateResult {
  const path = testPath(props.path);
  const talk = html`<h2>${seminar.title}</h2><dl>${Object.values(seminar.options).map(
    (option) => html`<dt>${option.text(telling)}</dt><dd>${option.reply(telling)}</dd>`,
  )}</dl>`;
  return html`<article class="sheet is-key"><h1 tabindex="-1">${translate("sheet.key")}</h1>
    <p class="lead">${translate("sheet.key.lead")}</p>${pathsOf("key", path)}
    <ol class="questions">${questions.filter((one) => asksOf(path, one)).map((one) => solved(one, props))}</ol>
    ${path === "seminar" ? talk : nothing}</article>`;
}

/** Shows the key of the path that the address names. */
export async function answerKey(
  host: HTMLElement,
  props: SheetProps,
  frame: (inside: TemplateResult) => TemplateResult,
): Promise<void> {
  const load = test[language()] ?? test.en;
  const found = await load?.();
  if (found) render(frame(key(found.default, props)), host);
}
