/**
 * A lesson's page for its teacher: aim, time, what comes before, links, the vote and how to run it, ideas to expect,
 * questions to discuss, the minute on a projector. And the overview of all lessons, with the address's fields. Made from the
 * lessons' files. Not here: those files, the worksheet (worksheet.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { PANELS } from "../../address/fields.ts";
import { language, num, translate } from "../../i18n/catalogue.ts";
import { MISCONCEPTIONS } from "../misconceptions.ts";
import { presetId } from "../registry.ts";
import type { Ask, Lesson, Telling } from "../types.ts";
import { codeFor, linkTo, plain, type SheetProps, shownLink } from "./plain.ts";
import { answerOf } from "./worksheet.ts";

/** Fields of the address that a teacher may put into a link, as the overview lists them. */
const FIELDS = [
  "preset",
  "view",
  "controls",
  "t",
  "speed",
  "autoplay",
  "fork",
  "theme",
  "profile",
  "lang",
  "lesson",
  "a",
  "d",
  "g",
  "h",
  "page",
];

const misconception = (id: string): string => MISCONCEPTIONS[language()]?.[id] ?? MISCONCEPTIONS.en?.[id] ?? id;

/** One question with its options or its form, the answer, and what is replied to each. */
function vote(lesson: Lesson, ask: Ask, telling: Telling): TemplateResult {
  const part = lesson.parts[`ask ${ask.id}`];
  const options = Object.entries(part?.options ?? {});
  const replies = options.map(
    ([, option]) => html`<li>${option.text(telling)} <span class="reply">${option.reply(telling)}</span></li>`,
  );
  return html`<section class="vote"><h3>${part?.title}</h3>${part?.text(telling)}
    ${options.length > 0 ? html`<ul>${replies}</ul>` : nothing}
    <p><b>${translate("sheet.answer")}</b> ${answerOf(lesson, ask, telling)}</p></section>`;
}

/** A list of questions with their answers. */
function answered(lesson: Lesson, name: string, telling: Telling): TemplateResult {
  return html`<dl>${Object.values(lesson.parts[name]?.options ?? {}).map(
    (option) => html`<dt>${option.text(telling)}</dt><dd>${option.reply(telling)}</dd>`,
  )}</dl>`;
}

/** A lesson's page for its teacher. */
export function teacherOf(lesson: Lesson, { cards, titleOf }: SheetProps): TemplateResult {
  const { telling } = plain(lesson);
  const inClass = lesson.parts.class;
  const before = lesson.needs.flatMap((id) => cards.filter((card) => card.id === id).map(titleOf));
  const links = Object.entries(lesson.scenarios).map(([key, scenario]) => {
    const href = linkTo("index.html", `preset=${presetId(lesson.id, key)}`);
    return html`<li>${codeFor(href)}<span>${scenario.title}<br />${shownLink(href)}</span></li>`;
  });
  const href = linkTo("lessons.html", `lesson=${lesson.id}`);
  const { common, hint } = inClass?.options ?? {};
  return html`<article class="sheet is-teacher">${codeFor(href)}<p class="kind">${translate("sheet.teacher")}</p><h1>${lesson.title}</h1>
    <p class="lead">${lesson.idea}</p>
    <dl class="facts">
      <dt>${translate("sheet.aim")}</dt><dd>${translate("sheet.able", { able: lesson.able })}</dd>
      <dt>${translate("sheet.time")}</dt><dd>${translate("sheet.time.of", { n: num(lesson.minutes) })}</dd>
      <dt>${translate("sheet.before")}</dt><dd>${before.length > 0 ? before.join(", ") : translate("sheet.before.none")}</dd>
      <dt>${translate("sheet.link")}</dt><dd>${shownLink(href)}</dd>
    </dl>
    <h2>${translate("sheet.against")}</h2><ul>${lesson.against.map((id) => html`<li>${misconception(id)}</li>`)}</ul>
    ${
      inClass
        ? html`<h2>${inClass.title}</h2>${inClass.text(telling)}
          <dl><dt>${translate("sheet.common")}</dt><dd>${common?.text(telling)}</dd>
            <dt>${translate("sheet.back")}</dt><dd>${common?.reply(telling)}</dd>
            <dt>${translate("sheet.hint")}</dt><dd>${hint?.text(telling)}</dd></dl>`
        : nothing
    }
    <h2>${translate("sheet.votes")}</h2><p>${translate("sheet.votes.how")}</p>
    ${lesson.asks.map((ask) => vote(lesson, ask, telling))}
    <h2>${lesson.parts.try?.title}</h2>${answered(lesson, "try", telling)}
    <h2>${translate("sheet.transfer")}: ${lesson.parts.transfer?.title}</h2>${lesson.parts.transfer?.text(telling)}
    <ul>${lesson.transfer.options.map((id) => {
      const option = lesson.parts.transfer?.options[id];
      const right = id === lesson.transfer.right;
      return html`<li class=${right ? "is-right" : ""}>${option?.text(telling)} ${right ? html`<b>${translate("sheet.right")}</b>` : nothing}
        <span class="reply">${option?.reply(telling)}</span></li>`;
    })}</ul>
    <h2>${lesson.parts.discuss?.title}</h2>${answered(lesson, "discuss", telling)}
    <h2>${lesson.parts.talk?.title}</h2>${lesson.parts.talk?.text(telling)}
    <h2>${translate("sheet.presets")}</h2><ul class="coded-links">${links}</ul>
    <p class="quiet">${translate("lesson.way.model")}</p>
    <p class="class-line">${translate("sheet.in_my_class")}</p></article>`;
}

/** All lessons for teachers, how a vote is run, and what a link may say. */
export function teachers({ cards, titleOf }: SheetProps): TemplateResult {
  const fields = FIELDS.map(
    (field) =>
      html`<tr><th scope="row"><code>${field}=</code></th><td>${translate(`sheet.field.${field}`, { panels: PANELS.join(", ") })}</td></tr>`,
  );
  return html`<article class="sheet is-teacher"><h1>${translate("sheet.teachers")}</h1><p class="lead">${translate("sheet.teachers.lead")}</p>
    <table class="all-lessons"><thead><tr><th scope="col">${translate("sheet.lesson")}</th><th scope="col">${translate("sheet.time")}</th>
        <th scope="col">${translate("sheet.pages")}</th></tr></thead>
      <tbody>${cards.map(
        (card) => html`<tr><th scope="row"><a href=${`#lesson=${card.id}`}>${titleOf(card)}</a></th>
          <td>${translate("lesson.minutes", { n: num(card.minutes) })}</td>
          <td>${["teacher", "sheet", "answers"].map(
            (page) => html`<a href=${`#lesson=${card.id}&page=${page}`}>${translate(`sheet.to.${page}`)}</a> `,
          )}</td></tr>`,
      )}</tbody></table>
    <p class="besides"><a href="#page=test">${translate("test.title")}</a><a href="#page=key">${translate("sheet.key")}</a><a href="#page=mark">${translate("sheet.to.mark")}</a>${import.meta.env.SINGLE_FILE ? nothing : html`<a href="#page=write">${translate("lesson.own.write")}</a>`}</p>
    <p>${translate("sheet.tests")}</p>
    <h2>${translate("sheet.votes")}</h2><p>${translate("sheet.votes.how")}</p><p>${translate("sheet.votes.phones")}</p>
    <h2>${translate("sheet.fields")}</h2><p>${translate("sheet.fields.lead")}</p>
    <table class="fields"><tbody>${fields}</tbody></table></article>`;
}
